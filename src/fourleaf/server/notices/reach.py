"""Reaching a webhook: only at a public address, and it is the checked address that is connected to."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from typing import Final, TypeAlias

import httpcore

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


class NotPublic(OSError):
    """A webhook whose name leads to a private address."""


def is_public(text: str) -> bool:
    """Whether an address is one of the open internet, also when it wraps another one."""
    address: Address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        within = address.ipv4_mapped or address.sixtofour
        if address in NAT64:
            within = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if within is not None:
            address = within
    return address.is_global and not address.is_multicast


class PublicOnly(httpcore.AsyncNetworkBackend):
    """Looks a name up once, checks every address it leads to, and connects to the first: no second look can differ."""

    def __init__(self, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # the signature is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to a host that is allowed."""
        addresses = await self.addresses(host, port)
        if not self._allow_private and not all(is_public(address) for address in addresses):
            raise NotPublic(f"{host} leads to a private address")
        return await self._network.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def addresses(self, host: str, port: int) -> list[str]:
        """Where a name leads to."""
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return [str(entry[4][0]) for entry in found]

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await self._network.sleep(seconds)
