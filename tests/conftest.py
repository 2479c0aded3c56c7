"""How hard the suite tries: FOURLEAF_TRIES random games a law, more of them before a release."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "fourleaf",
    max_examples=int(os.environ.get("FOURLEAF_TRIES", "15")),
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("fourleaf")
