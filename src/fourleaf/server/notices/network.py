"""Reaching a webhook: only at a public address, and it is the checked address that is connected to."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import httpcore

UNICAST: Final = ipaddress.ip_network("2000::/3")
"""All of IPv6 that is given out for the open internet; compatible, translated and site-local forms lie outside."""
MAPPED: Final = ipaddress.ip_network("::ffff:0:0/96")
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
"""Addresses of IPv4 as a translator carries them; the local-use 64:ff9b:1::/48 lies outside of unicast."""
NOT_GIVEN_OUT: Final = tuple(
    ipaddress.ip_network(text)
    # For protocols, relays and documentation; not every Python knows that they are not of the open internet.
    for text in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2001:db8::/32", "3fff::/20")
)
ISATAP: Final = (0x00005EFE, 0x02005EFE)
"""What stands before an address of IPv4 in the second half of one of IPv6."""
LOOK_UPS: Final = 24
"""Names that are looked up at the same time; in threads of their own, so that a slow name keeps nobody else waiting."""


class NotPublic(OSError):
    """A webhook whose name leads to a private address."""


def is_public(text: str) -> bool:
    """Whether an address is one of the open internet, also when it wraps another one."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv4Address):
        return _is_given_out(address)
    if address in MAPPED or address in NAT64:
        return _is_given_out(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    if address not in UNICAST or not _is_given_out(address):
        return False
    within = [address.sixtofour] if address.sixtofour is not None else []
    if (int(address) >> 32) & 0xFFFFFFFF in ISATAP:
        within.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    return all(_is_given_out(inner) for inner in within)


def _is_given_out(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    if any(address.version == network.version and address in network for network in NOT_GIVEN_OUT):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


class PublicOnly(httpcore.AsyncNetworkBackend):
    """Looks a name up once, checks every address it leads to, and connects to the first: no second look can differ."""

    def __init__(self, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._network = httpcore.AnyIOBackend()
        self._threads = ThreadPoolExecutor(LOOK_UPS, thread_name_prefix="fourleaf-names")

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # the signature is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to a host that is allowed."""
        addresses = await self.allowed(host, port)
        return await self._network.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def allowed(self, host: str, port: int) -> list[str]:
        """Where a name leads to, if all of it may be connected to."""
        addresses = await self.addresses(host, port)
        if not self._allow_private and not all(is_public(address) for address in addresses):
            raise NotPublic(f"{host} leads to a private address")
        return addresses

    async def addresses(self, host: str, port: int) -> list[str]:
        """Where a name leads to."""
        found = await asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        )
        return [str(entry[4][0]) for entry in found]

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await self._network.sleep(seconds)

    def close(self) -> None:
        """Look nothing up any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
