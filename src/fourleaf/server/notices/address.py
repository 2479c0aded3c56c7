"""The address of a webhook: an https address whose host is a name that can be looked up, or a plain IP address."""

from __future__ import annotations

import ipaddress
import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from fourleaf.server.errors import Malformed

LABEL: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", re.ASCII)
NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*", re.ASCII)
PORT: Final = re.compile(r"[0-9]{1,5}", re.ASCII)
LONGEST_NAME: Final = 253
PORTS: Final = {"https": 443, "http": 80}


class HookTarget(NamedTuple):
    """Where a webhook leads to."""

    host: str
    port: int


def read_address(url: str, schemes: tuple[str, ...]) -> HookTarget:
    """The host and port of a webhook's address; what could never be sent to is refused here, with the reason."""
    like = f"a webhook is an address like {schemes[0]}://example.org/path"
    if not all("!" <= mark <= "~" for mark in url):
        raise Malformed(f"{like}: plain ASCII without spaces; a name in other letters is written in its xn-- form")
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Malformed(f"{like}: what stands in brackets is not an IPv6 address") from None
    if parts.scheme not in schemes:
        raise Malformed(f"{like}: it begins with {' or '.join(f'{scheme}://' for scheme in schemes)}")
    if "@" in parts.netloc:
        raise Malformed(f"{like}, without a user or a password")
    port = _port(parts.netloc)
    if port is not None and not 1 <= port <= 65535:
        raise Malformed(f"{like}: a port is a number from 1 to 65535")
    host = parts.hostname or ""
    bracketed = parts.netloc.startswith("[")
    wrong = _wrong_with_ipv6(host) if bracketed or ":" in host else _wrong_with_name(host)
    if wrong:
        raise Malformed(f"{like}: {wrong}")
    return HookTarget(host, port or PORTS[parts.scheme])


def _wrong_with_ipv6(host: str) -> str | None:
    if "%" in host:
        return "an IPv6 address is written without a zone"
    try:
        ipaddress.IPv6Address(host)
    except ValueError:
        return "what stands in brackets is not an IPv6 address"
    return None


def _wrong_with_name(host: str) -> str | None:
    if not host:
        return "there is no host in it"
    if len(host) > LONGEST_NAME:
        return f"a host name has at most {LONGEST_NAME} characters, not {len(host)}"
    labels = host.split(".")
    for label in labels:
        if not LABEL.fullmatch(label):
            return (
                "each part of a host name has 1 to 63 letters, digits and hyphens, with no hyphen first or last; "
                f"{label[:70]!r} is none"
            )
    # Resolvers read 2130706433, 0x7f.1 and 0177.0.0.1 as addresses too; nobody who means well writes them so.
    if NUMBER.fullmatch(labels[-1]):
        try:
            ipaddress.IPv4Address(host)
        except ValueError:
            return "an IPv4 address is four decimal numbers from 0 to 255"
        return None
    try:
        host.encode("idna").decode("idna")
    except UnicodeError:
        return f"{host} is not a name that can be encoded (IDNA)"
    return None


def _port(netloc: str) -> int | None:
    """The port behind the host, 0 for one that is no number."""
    _, colon, text = netloc.rpartition("]")[2].rpartition(":")
    return (int(text) if PORT.fullmatch(text) else 0) if colon else None
