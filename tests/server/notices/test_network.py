"""Only addresses of the open internet are reached, whatever they are wrapped in and however they are spelled."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import httpcore
import pytest

from fourleaf.server.errors import Malformed
from fourleaf.server.notices.address import HookTarget, read_address
from fourleaf.server.notices.network import NotPublic, PublicOnly, is_public
from tests.server.club import Club, open_club, run, settings_for

PRIVATE = [
    "127.0.0.1",
    "127.255.255.255",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.127.255.255",
    "0.0.0.0",  # noqa: S104  # an address to refuse, not to listen on
    "0.1.2.3",
    "192.0.0.1",
    "192.0.0.9",
    "192.0.0.170",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1%eth0",
    "fe80::1",
    "fc00::1",
    "fd00::1",
    "ff02::1",
    "100::1",
    # IPv4-compatible, mapped and translated
    "::7f00:1",
    "::127.0.0.1",
    "::10.0.0.1",
    "::1.1.1.1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:0:127.0.0.1",
    "::ffff:0:1.1.1.1",
    # site-local
    "fec0::1",
    "fec0:0:0:ffff::1",
    "feff::1",
    # NAT64, also for local use
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::7f00:1",
    "64:ff9b:1::1.1.1.1",
    "64:ff9b:1:7f00:0:100::",
    # 6to4
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2002:c0a8:101::1",
    # Teredo, whole
    "2001:0:7f00:1::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    # ISATAP
    "2606:4700::5efe:7f00:1",
    "2606:4700::5efe:10.0.0.1",
    "2606:4700::200:5efe:192.168.0.1",
    "fe80::5efe:1.1.1.1",
    # benchmarks, documentation, ORCHID, what is not given out yet
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "e000::1",
]
PUBLIC = [
    "1.1.1.1",
    "93.184.216.34",
    "223.255.255.254",
    "2606:4700:4700::1111",
    "2a00:1450:4001::200e",
    "::ffff:1.1.1.1",
    "64:ff9b::1.1.1.1",
    "2002:101:101::1",
    "2606:4700::5efe:1.1.1.1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_of_the_open_internet_is_refused(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_open_internet_is_not(address: str) -> None:
    assert is_public(address)


class Rebinding(PublicOnly):
    """A name that leads to a public address at the first look and to ourselves at the second."""

    def __init__(self) -> None:
        super().__init__(allow_private=False)
        self.answers = [["93.184.216.34"], ["127.0.0.1"], ["93.184.216.34", "127.0.0.1"]]
        self.connected: list[str] = []
        self._network = self  # type: ignore[assignment]  # the network notes where it is sent

    async def addresses(self, host: str, port: int) -> list[str]:
        return self.answers.pop(0)

    async def connect_tcp(self, host: str, *more: Any, **named: Any) -> httpcore.AsyncNetworkStream:
        if host != "rebinding.example":
            self.connected.append(host)
            raise httpcore.ConnectError("not in a test")
        return await super().connect_tcp(host, *more, **named)


def test_the_address_that_was_checked_is_the_one_that_is_connected_to() -> None:
    async def story() -> None:
        network = Rebinding()
        with pytest.raises(httpcore.ConnectError):
            await network.connect_tcp("rebinding.example", 443)
        assert network.connected == ["93.184.216.34"]
        for _ in range(2):
            with pytest.raises(NotPublic):
                await network.connect_tcp("rebinding.example", 443)
        assert network.connected == ["93.184.216.34"]

    run(story())


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://example.org/x", "begins with https://"),
        ("ftp://example.org/x", "begins with https://"),
        ("javascript:alert(1)//", "begins with https://"),
        ("nonsense", "begins with https://"),
        ("https://user:word@example.org/", "without a user"),
        ("https://@example.org/", "without a user"),
        ("https:///path", "no host"),
        ("https://:443/", "no host"),
        ("https://example.org:99999/", "port"),
        ("https://example.org:0/", "port"),
        ("https://example.org:/", "port"),
        ("https://example.org:x/", "port"),
        ("https://example.org:-1/", "port"),
        ("https://exa mple.org/", "without spaces"),
        ("https://example.org/a\tb", "without spaces"),
        ("https://example.org/\x00", "without spaces"),
        ("https://example.org/\x7f", "without spaces"),
        ("https://b\u00fccher.example/", "xn-- form"),
        ("https://[::1", "IPv6"),
        ("https://[::1%25eth0]/", "without a zone"),
        ("https://[fe80::1%eth0]/", "without a zone"),
        ("https://[1.2.3.4]/", "not an IPv6 address"),
        ("https://[::g]/", "not an IPv6 address"),
        ("https://a..example.org/", "each part of a host name"),
        ("https://.example.org/", "each part of a host name"),
        ("https://example.org./", "each part of a host name"),
        ("https://-a.example.org/", "each part of a host name"),
        ("https://a-.example.org/", "each part of a host name"),
        ("https://a%2eb.example.org/", "each part of a host name"),
        ("https://a*b.example.org/", "each part of a host name"),
        (f"https://{'x' * 64}.example.org/", "each part of a host name"),
        (f"https://{'x.' * 130}org/", "at most 253"),
        ("https://xn--a.example.org/", "IDNA"),
        ("https://xn--99999999.example.org/", "IDNA"),
        ("https://xn--.example.org/", "each part of a host name"),
        ("https://2130706433/", "four decimal numbers"),
        ("https://0x7f000001/", "four decimal numbers"),
        ("https://017700000001/", "four decimal numbers"),
        ("https://0177.0.0.1/", "four decimal numbers"),
        ("https://0x7f.0.0.1/", "four decimal numbers"),
        ("https://127.1/", "four decimal numbers"),
        ("https://1.2.3.4.5/", "four decimal numbers"),
        ("https://example.0x/", "four decimal numbers"),
        ("https://256.1.1.1/", "four decimal numbers"),
    ],
)
def test_what_is_no_address_of_a_webhook_is_refused_with_the_reason(url: str, why: str) -> None:
    with pytest.raises(Malformed, match=why):
        read_address(url, ("https",))


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://example.org", HookTarget("example.org", 443)),
        ("https://Example.ORG/Path?a=b", HookTarget("example.org", 443)),
        ("https://example.org:8443/", HookTarget("example.org", 8443)),
        ("https://xn--bcher-kva.example/", HookTarget("xn--bcher-kva.example", 443)),
        ("https://a_b.example.org/", HookTarget("a_b.example.org", 443)),
        ("https://1.1.1.1/", HookTarget("1.1.1.1", 443)),
        ("https://[2606:4700:4700::1111]:8443/", HookTarget("2606:4700:4700::1111", 8443)),
        (f"https://{'x' * 63}.example.org/", HookTarget(f"{'x' * 63}.example.org", 443)),
        ("http://localhost/", HookTarget("localhost", 80)),
    ],
)
def test_what_is_one_is_not(url: str, target: HookTarget) -> None:
    assert read_address(url, ("https", "http")) == target


async def wish(club: Club, url: str) -> tuple[int, Any]:
    oak = await club.guest("Oak")
    answer = await oak.ask("POST", "/api/hooks", {"url": url})
    return answer.status_code, answer.json()


@pytest.mark.parametrize(
    ("trouble", "status"),
    [
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), 400),
        (socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"), 201),
        (TimeoutError(), 201),
        (UnicodeError("label empty or too long"), 400),
        (NotPublic("private"), 400),
    ],
)
def test_a_name_that_surely_does_not_exist_is_refused_and_a_silent_resolver_is_nobodys_fault(
    trouble: Exception, status: int, tmp_path: Path
) -> None:
    async def addresses(host: str, port: int) -> list[str]:
        raise trouble

    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            club.service.network.addresses = addresses
            code, told = await wish(club, "https://turns.example/")
            assert code == status
            if status == 400:
                # The same words for all: nobody learns which names there are inside.
                assert told["words"].startswith("turns.example cannot be found on the open internet from here")

    run(story())


def test_a_lookup_that_takes_for_ever_keeps_neither_the_request_nor_the_storage_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourleaf.server.notices.hooks.LOOK_FOR", 0.05)

    async def story() -> None:
        import asyncio
        import threading

        done = threading.Event()
        real = socket.getaddrinfo

        def slow(host: Any, *more: Any, **named: Any) -> Any:
            if host == "slow.example":
                done.wait()
                raise socket.gaierror(socket.EAI_AGAIN, "slow")
            return real(host, *more, **named)

        monkeypatch.setattr(socket, "getaddrinfo", slow)
        try:
            async with open_club(settings_for(tmp_path)) as club:
                ends = await asyncio.gather(*[wish(club, "https://slow.example/") for _ in range(20)])
                assert {code for code, _ in ends} == {201}
                done.set()
        finally:
            done.set()

    run(story())
