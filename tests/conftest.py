"""How hard the suite tries: FOURLEAF_TRIES random games a law, more of them before a release.

Interpreted it tries less, because test_both_ways.py shows that the interpreted games are the compiled ones.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

from fourleaf import native
from fourleaf.engine import state

USUAL_TRIES = 15 if native.is_compiled(state) else 3

settings.register_profile(
    "fourleaf",
    max_examples=int(os.environ.get("FOURLEAF_TRIES", USUAL_TRIES)),
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("fourleaf")
