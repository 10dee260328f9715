"""Webhooks: notify an absent person that it is their turn.

Only http and https, only public addresses and usual ports, once per turn, with a small body and a
short timeout. Of the response only the status is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import time
from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx
import msgspec

from paddock.core.errors import PaddockError
from paddock.server.common.fair_queue import FairQueue
from paddock.server.store import people, presence

if TYPE_CHECKING:
    from paddock.server.live.hub import Hub
    from paddock.server.live.live_table import LiveTable

LOG = logging.getLogger("paddock.hooks")
TIMEOUT_SECONDS = 5.0  # whole request
MAX_CONCURRENT = 4
MAX_WAITING = 500  # notices that may wait
MAX_WAITING_PER_PERSON = 3  # of one person
FIRST_BACKOFF_SECONDS, MAX_BACKOFF_SECONDS = (
    30.0,
    6 * 3600.0,
)  # backoff of a webhook that fails
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


class Webhooks:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.waiting: Counter[str] = Counter()  # by person
        self.queue = FairQueue(MAX_CONCURRENT)
        self.backoffs: dict[str, tuple[float, float]] = {}  # until when, and how long

    def wake(self, live: LiveTable) -> None:
        """Notify people whose turn has just started and who are not connected."""
        table = live.table
        if table.state != "racing":
            return
        for seat in table.asked_seats():
            place = table.places[seat]
            new = table.clocks.since.get(seat) == table.changed
            if not new or not place.person or place.level is not None:
                continue
            if table.standing_answer(seat) is None and not live.is_connected(seat):
                self.notify(place.person, table.id, table.spec.card.title)

    def notify(self, person: str, table: str, title: str) -> None:
        until, _ = self.backoffs.get(person, (0.0, 0.0))
        if self.waiting[person] >= MAX_WAITING_PER_PERSON or until > time.monotonic():
            return
        if self.waiting.total() >= MAX_WAITING:
            LOG.warning("too many notices wait", extra={"table": table})
            return
        self.hub.spawn(self.tell(person, table, title), "hook")

    async def tell(self, person: str, table: str, title: str) -> None:
        self.waiting[person] += 1
        try:
            found = await self.hub.store.read(lambda c: people.by_id(c, person))
            if found is None or not found.webhook or await self.is_elsewhere(person, table):
                return
            async with self.queue.turn(urlsplit(found.webhook).netloc, person):
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    await self.send(found.webhook, table, title)
            self.backoffs.pop(person, None)
        except (httpx.HTTPError, OSError, TimeoutError, PaddockError) as wrong:
            LOG.info("a notice was not taken", extra={"table": table, "why": repr(wrong)})
            _, before = self.backoffs.get(person, (0.0, FIRST_BACKOFF_SECONDS / 2))
            pause = min(MAX_BACKOFF_SECONDS, before * 2)
            self.backoffs[person] = time.monotonic() + pause, pause
        finally:
            self.waiting[person] -= 1
            if not self.waiting[person]:
                del self.waiting[person]

    async def is_elsewhere(self, person: str, table: str) -> bool:
        """Whether a person is connected through another process."""
        hub = self.hub
        if not hub.periodic.others:
            return False
        now = hub.clock()
        found = await hub.store.read(lambda c: presence.elsewhere(c, hub.process, now))
        return (table, person) in found

    async def send(self, url: str, table: str, title: str) -> None:
        """Send to the resolved address: the name may resolve differently later (DNS rebinding)."""
        address = await check(url, private=self.hub.settings.private_webhooks)
        parts = urlsplit(url)
        host = parts.hostname or ""
        inside = f"[{address}]" if ":" in address else address
        port = f":{parts.port}" if parts.port else ""
        target = parts._replace(netloc=inside + port).geturl()
        body = {"type": "your-turn", "table": table, "path": f"/t/{table}", "game": title}
        async with (
            httpx.AsyncClient(timeout=TIMEOUT_SECONDS, trust_env=False) as client,
            client.stream(
                "POST",
                target,
                content=msgspec.json.encode(body),
                headers={
                    "host": host + port,
                    "content-type": "application/json",
                    "accept-encoding": "identity",
                    "connection": "close",
                },
                extensions={"sni_hostname": host},
            ) as answer,
        ):
            answer.raise_for_status()  # the body is not read
        self.hub.metrics.notices += 1


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
