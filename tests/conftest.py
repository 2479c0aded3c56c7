"""One profile for all property tests: no clock decides, and on a build machine no luck either; long tests first."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "fourleaf",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("fourleaf")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser's tests come first: they are the longest, and none should be left over at the end."""
    items.sort(key=lambda item: "web" not in item.path.parts)
