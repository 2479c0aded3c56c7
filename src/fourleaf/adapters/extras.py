"""What an adapter needs besides Fourleaf."""

from __future__ import annotations

from fourleaf.engine.errors import FourleafError


class MissingExtra(FourleafError, ImportError):
    """A package that comes with an extra of Fourleaf is not installed."""

    def __init__(self, error: ImportError, extra: str) -> None:
        super().__init__(f"{error.name} is not installed; pip install 'fourleaf[{extra}]' brings it")
