"""NumPy arrays over the memory of vecs."""

from __future__ import annotations

from typing import Any

from fourleaf.adapters.extras import MissingExtra

try:
    import numpy as numpy
    from numpy.typing import DTypeLike, NDArray
except ImportError as error:
    raise MissingExtra(error, "rl") from error
from librt.vecs import vec
from mypy_extensions import i32

from fourleaf.engine.state import State


def array_over(row: Any, kind: DTypeLike, *shape: int) -> NDArray[Any]:
    """An array that reads and writes the memory of a vec; as long as the vec lives and does not grow, it stays true.

    A vec lends its memory for reading only. Whoever owns it may write all the same, and so may those it lets in.
    """
    lent = numpy.frombuffer(row, dtype=kind)
    memory = (numpy.ctypeslib.as_ctypes_type(lent.dtype) * lent.size).from_address(lent.ctypes.data)
    # The array holds on to what it lies over.
    memory.owner = row
    return numpy.ctypeslib.as_array(memory).reshape(shape)


def observed(state: State, seat: int, length: int) -> NDArray[numpy.float32]:
    """What a seat knows, as an array of its own."""
    out = vec[i32]([0] * length)
    state.encode(seat, out)
    return numpy.frombuffer(memoryview(out), numpy.float32).copy()
