"""HTTP requests to addresses that people chose: webhooks and push services.

Only http and https, only public addresses and usual ports, with a small body and a short timeout.
Of the response only the status is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

from msgspec import Struct

from paddock.core.errors import PaddockError

TIMEOUT_SECONDS = 5.0  # whole request
ALLOWED_PORTS = frozenset({80, 443, 8080, 8443})
GLOBAL_IPV6 = ipaddress.IPv6Network("2000::/3")  # all that is assigned for global unicast
SPECIAL_NETWORKS = [
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",  # protocol assignments; 192.0.0.192 is a cloud's metadata
        "192.88.99.0/24",  # 6to4 relays
        "168.63.129.16/32",  # a cloud's metadata
        "2001::/23",  # protocol assignments, Teredo
        "2001:db8::/32",  # documentation
        "3fff::/20",  # documentation
        "2002::/16",  # 6to4
    )
]
"""Networks that some versions of Python call global, and that can lead inside (SSRF protection)."""
ISATAP_MARKS = (0x0000_5EFE, 0x0200_5EFE)  # before an embedded IPv4 address


class BadWebhook(PaddockError):
    """A webhook address that is not allowed; the reason is `webhook.…` in the server's words."""


class NotDelivered(PaddockError):
    """The receiver did not take a notice."""


class Answer(Struct, frozen=True):
    """What a receiver answered. Its body is not read."""

    status: int
    retry_after: str = ""


async def post(url: str, content: bytes, headers: Mapping[str, str], *, private: bool) -> Answer:
    """Send to the resolved address: the name may resolve differently later (DNS rebinding)."""
    import httpx  # imported when needed: not every environment has it

    address = await check(url, private=private)
    parts = urlsplit(url)
    host = parts.hostname or ""
    inside = f"[{address}]" if ":" in address else address
    port = f":{parts.port}" if parts.port else ""
    target = parts._replace(netloc=inside + port).geturl()
    fixed = {"host": host + port, "accept-encoding": "identity", "connection": "close"}
    try:
        async with (
            httpx.AsyncClient(timeout=TIMEOUT_SECONDS, trust_env=False) as client,
            client.stream(
                "POST",
                target,
                content=content,
                headers={**headers, **fixed},
                extensions={"sni_hostname": host},
            ) as answer,
        ):
            return Answer(answer.status_code, answer.headers.get("retry-after", ""))
    except httpx.HTTPError as wrong:
        raise NotDelivered(repr(wrong)) from wrong


async def check(url: str, *, private: bool) -> str:
    """Resolve the address of a URL, or raise BadWebhook."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise BadWebhook("no-address") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadWebhook("scheme")
    if parts.username or parts.password:
        raise BadWebhook("password")
    if not private and port not in ALLOWED_PORTS:
        raise BadWebhook("port")
    loop = asyncio.get_running_loop()
    try:
        found = await asyncio.wait_for(
            loop.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM), TIMEOUT_SECONDS
        )
    except (OSError, UnicodeError, TimeoutError):
        raise BadWebhook("nobody") from None
    addresses = [str(info[4][0]) for info in found]
    if not private and not all(map(is_public, addresses)):
        raise BadWebhook("not-public")
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an address is public, with embedded addresses checked too."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if ip not in GLOBAL_IPV6 or (int(ip) >> 32) & 0xFFFF_FFFF in ISATAP_MARKS:
            return False
    special = any(ip.version == one.version and ip in one for one in SPECIAL_NETWORKS)
    return ip.is_global and not ip.is_multicast and not special
