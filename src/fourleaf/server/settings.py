"""Every setting of the server: a flag of `fourleaf serve`, a FOURLEAF_ variable, or its usual value."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from fourleaf.engine.errors import FourleafError

_KINDS = {int: "a whole number", float: "a number", str: "a text"}


class BadSetting(FourleafError):
    """A setting has a value that it cannot have."""


def _setting(usual: Any, meaning: str) -> Any:
    return field(default=usual, metadata={"meaning": meaning})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How one server runs."""

    host: str = _setting("127.0.0.1", "the address to listen on; 0.0.0.0 lets the whole network in")
    port: int = _setting(8400, "the port to listen on; 0 takes any free one")
    database: str = _setting("", "an SQLAlchemy URL; without one, SQLite in the user's data folder")
    public_url: str = _setting("", "how browsers reach the server, https://example.org; links and cookies follow it")
    log_level: str = _setting("info", "how much is logged: debug, info, warning or error")
    origins: str = _setting("", "more origins that may use the server besides public_url, separated by commas")
    trusted_proxies: str = _setting("", "addresses or networks whose X-Forwarded-For is believed, separated by commas")
    rates: float = _setting(1.0, "how many times the usual rates of messages, requests and new guests are let through")
    hooks_to_private: bool = _setting(False, "whether webhooks may go to private addresses and without TLS")
    bot_workers: int = _setting(1, "processes that bots think in")
    bot_pace: float = _setting(0.7, "seconds after which a bot's answer is shown, whatever it holds")
    bot_deadline: float = _setting(20.0, "seconds after which a bot that has not answered is replaced for the move")
    bot_memory: int = _setting(1024, "megabytes that a process of bots may use")
    open_within: float = _setting(10.0, "seconds that seats have to open their entropy before a start is void")
    idle_days: float = _setting(30.0, "days without a move after which a table is closed and its luck revealed")

    @property
    def secure(self) -> bool:
        """Whether browsers come through TLS."""
        return self.public_url.startswith("https://")

    @property
    def database_url(self) -> str:
        """Where everything is kept."""
        if self.database:
            return self.database
        folder = user_data_path("fourleaf", ensure_exists=True)
        return f"sqlite:///{Path(folder, 'fourleaf.sqlite')}"


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return f"FOURLEAF_{name.upper()}"


def as_table() -> str:
    """The settings as the table in docs/hosting.md."""
    rows = ["| flag | variable | usual | meaning |", "| --- | --- | --- | --- |"]
    for setting in fields(Settings):
        usual = f"`{setting.default}`" if setting.default != "" else ""
        flag = flag_of(setting.name)
        rows.append(f"| `{flag}` | `{variable(setting.name)}` | {usual} | {setting.metadata['meaning']} |")
    return "\n".join(rows)


def flag_of(name: str) -> str:
    """The flag of a setting."""
    return "--" + name.replace("_", "-")


def add_flags(command: argparse.ArgumentParser) -> None:
    """A flag for every setting."""
    for setting in fields(Settings):
        flag = flag_of(setting.name)
        meaning = (
            f"{setting.metadata['meaning']} ({setting.default})"
            if setting.default != ""
            else setting.metadata["meaning"]
        )
        command.add_argument(flag, dest=setting.name, metavar=type(setting.default).__name__.upper(), help=meaning)


def read_settings(flags: Mapping[str, str | None], environment: Mapping[str, str]) -> Settings:
    """The settings from flags, then from the environment, then their usual values."""
    chosen: dict[str, Any] = {}
    for setting in fields(Settings):
        text = flags.get(setting.name)
        if text is None:
            text = environment.get(variable(setting.name))
        if text is not None:
            chosen[setting.name] = _read(setting.name, type(setting.default), text)
    return Settings(**chosen)


def _read(name: str, kind: type, text: str) -> Any:
    if kind is bool:
        if text.casefold() not in ("true", "false", "1", "0"):
            raise BadSetting(f"{name} is true or false, not {text!r}")
        return text.casefold() in ("true", "1")
    try:
        return kind(text)
    except ValueError:
        raise BadSetting(f"{name} is {_KINDS[kind]}, not {text!r}") from None
