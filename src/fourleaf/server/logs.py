"""Structured logs: one JSON object a line, with ids and never with what somebody wrote or holds."""

from __future__ import annotations

import logging
import traceback
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import msgspec

IDS: Final = ("table", "person", "route", "method", "status", "ms", "code", "request", "outcome")
"""What a line may carry besides its event."""


class JsonLines(logging.Formatter):
    """Writes a log record as one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Only what is listed, and of an exception its type and place: what is left out may quote a secret."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage() if record.name.startswith("fourleaf") else str(record.msg),
        }
        line.update({name: getattr(record, name) for name in IDS if hasattr(record, name)})
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = [
                f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(record.exc_info[2])
            ]
        return msgspec.json.encode(line).decode()


def log_to(stream: TextIO, level: str) -> logging.Handler:
    """Everything that is logged goes to this stream; returns what was put in place."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    # Libraries tell headers and addresses when they chat; of them only trouble is of interest.
    handler.addFilter(lambda record: record.name.startswith("fourleaf") or record.levelno >= logging.WARNING)
    root = logging.getLogger()
    root.addHandler(handler)
    logging.getLogger("fourleaf").setLevel(level.upper())
    return handler
