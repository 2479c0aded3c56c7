"""Every setting of the server: a flag of `fourleaf serve`, a FOURLEAF_ variable, or its usual value; checked here."""

from __future__ import annotations

import argparse
import ipaddress
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from platformdirs import user_data_path

from fourleaf.engine.errors import FourleafError
from fourleaf.review import LEAST_EFFORT, MOST_EFFORT, USUAL_EFFORT

LOG_LEVELS: Final = ("debug", "info", "warning", "error")
_USUAL_PORTS: Final = {"http": 80, "https": 443}
_HOST: Final = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*|[0-9a-f.]*:[0-9a-f:.]+")
"""A name in the letters in which it travels, or an address."""
_KINDS: Final = {int: "a whole number", float: "a number", str: "a text"}


class BadSetting(FourleafError):
    """A setting has a value that it cannot have."""


def _setting(usual: Any, meaning: str, least: float = 0, most: float = 0) -> Any:
    """A setting; one that is a number lies between `least` and `most`."""
    return field(default=usual, metadata={"meaning": meaning, "least": least, "most": most})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How one server runs."""

    host: str = _setting("127.0.0.1", "the address to listen on; 0.0.0.0 lets the whole network in")
    port: int = _setting(8400, "the port to listen on; 0 takes any free one", 0, 65535)
    database: str = _setting("", "an SQLAlchemy URL; without one, SQLite in the user's data folder")
    public_url: str = _setting("", "how browsers reach the server, https://example.org; links and cookies follow it")
    nodes: int = _setting(1, "servers on this machine that share the port and a PostgreSQL", 1, 100)
    node: str = _setting("", "what this server is called in its figures; those of --nodes are numbered")
    log_level: str = _setting("info", "how much is logged: debug, info, warning or error")
    origins: str = _setting("", "more origins that may use the server besides public_url, separated by commas")
    trusted_proxies: str = _setting("", "addresses or networks whose X-Forwarded-For is believed, separated by commas")
    rates: float = _setting(
        1.0, "how many times the usual rates of messages, requests and new guests are let through", 0.1, 1e9
    )
    hooks_to_private: bool = _setting(False, "whether webhooks may go to private addresses and without TLS")
    bot_workers: int = _setting(1, "processes that bots think in", 1, 1000)
    bot_pace: float = _setting(0.7, "seconds after which a bot's answer is shown, whatever it holds", 0, 60)
    bot_deadline: float = _setting(
        20.0, "seconds after which a bot that has not answered is replaced for the move", 0.1, 3600
    )
    bot_memory: int = _setting(1024, "megabytes that a process of bots may use", 256, 1 << 20)
    review_effort: int = _setting(
        USUAL_EFFORT, "games that a review plays on from each moment of a match; 0 for no reviews", 0, MOST_EFFORT
    )
    open_within: float = _setting(
        10.0, "seconds that seats have to open their entropy before a start is void", 0.1, 3600
    )
    idle_days: float = _setting(
        30.0, "days without a move after which a table is closed and its luck revealed", 0.01, 36500
    )

    def __post_init__(self) -> None:
        for setting in fields(self):
            _must_be_possible(setting.name, getattr(self, setting.name), setting.default, setting.metadata)
        if self.log_level.casefold() not in LOG_LEVELS:
            raise BadSetting(f"log_level is {', '.join(LOG_LEVELS[:-1])} or {LOG_LEVELS[-1]}, not {self.log_level!r}")
        if self.public_url:
            # One way to write it: links are put together from it, and cookies are Secure when it begins with https.
            object.__setattr__(self, "public_url", origin(self.public_url))
        if 0 < self.review_effort < LEAST_EFFORT:
            raise BadSetting(f"review_effort is 0 or at least {LEAST_EFFORT}, not {self.review_effort}")
        for text in self.further_origins:
            origin(text)
        for text in self.proxies:
            _must_be_network(text)

    @property
    def further_origins(self) -> list[str]:
        """The origins besides the public one."""
        return _listed(self.origins)

    @property
    def proxies(self) -> list[str]:
        """The addresses and networks of trusted proxies."""
        return _listed(self.trusted_proxies)

    @property
    def secure(self) -> bool:
        """Whether browsers come through TLS."""
        return self.public_url.startswith("https://")

    @property
    def database_url(self) -> str:
        """Where everything is kept."""
        if self.database:
            return self.database
        folder = user_data_path("fourleaf")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadSetting(f"cannot make {folder}: {error.strerror}; give --database another place") from None
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


def add_flags(command: argparse.ArgumentParser, only: Sequence[str] = ()) -> None:
    """A flag for every setting, or only for some."""
    for setting in fields(Settings):
        if only and setting.name not in only:
            continue
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


def origin(text: str) -> str:
    """An address such as https://example.org as browsers write it in the Origin of a request."""
    wrong = BadSetting(f"an origin is like https://example.org or http://localhost:8400, without a path, not {text!r}")
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise wrong from None
    spare = parts.username is not None or parts.query or parts.fragment or parts.path not in ("", "/")
    if parts.scheme not in _USUAL_PORTS or spare or not _HOST.fullmatch(host or ""):
        raise wrong
    name = f"[{host}]" if ":" in str(host) else host
    return f"{parts.scheme}://{name}" + ("" if port in (None, _USUAL_PORTS[parts.scheme]) else f":{port}")


def _read(name: str, kind: type, text: str) -> Any:
    if kind is bool:
        if text.casefold() not in ("true", "false", "1", "0"):
            raise BadSetting(f"{name} is true or false, not {text!r}")
        return text.casefold() in ("true", "1")
    try:
        return kind(text)
    except ValueError:
        raise BadSetting(f"{name} is {_KINDS[kind]}, not {text!r}") from None


def _must_be_possible(name: str, value: Any, usual: Any, limits: Mapping[str, Any]) -> None:
    if isinstance(usual, str):
        if usual and not value:
            raise BadSetting(f"{name} is empty; leave it out, and it is {usual}")
        if not value.isprintable():
            raise BadSetting(f"{name} holds a character that cannot be seen: {value!r}")
    # Written so that nan, which is neither less nor more than anything, is refused too.
    elif not isinstance(usual, bool) and not limits["least"] <= value <= limits["most"]:
        kind, least, most = _KINDS[type(usual)], limits["least"], limits["most"]
        raise BadSetting(f"{name} is {kind} from {least:.10g} to {most:.10g}, not {value}")


def _must_be_network(text: str) -> None:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        raise BadSetting(
            f"trusted_proxies are addresses or networks such as 127.0.0.1 or 10.0.0.0/8, not {text!r}"
        ) from None


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
