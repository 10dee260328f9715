"""Notices: a person who is not here may be told by a webhook that it is their turn.

Only http and https, only to public addresses, once a turn, small and with little patience.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx
import msgspec

from paddock.core.errors import PaddockError
from paddock.server.store import people

if TYPE_CHECKING:
    from paddock.server.hub import Hub
    from paddock.server.live import LiveTable

LOG = logging.getLogger("paddock.hooks")
PATIENCE = 5.0
MOST = 100  # notices that may wait


class BadWebhook(PaddockError):
    """An address that no notice is sent to."""


class Hooks:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.waiting = 0
        self.few = asyncio.Semaphore(4)

    def wake(self, live: LiveTable) -> None:
        """Tell those whose turn has just begun and who do not look at the table."""
        table = live.table
        if table.state != "racing":
            return
        here = live.connected()
        for seat in table.asked():
            place = table.places[seat]
            new = table.clocks.since.get(seat) == table.changed
            if table.standing_answer(seat) is not None:
                continue
            if new and place.person and place.level is None and seat not in here:
                if self.waiting >= MOST:
                    LOG.warning("too many notices wait", extra={"table": table.id})
                    return
                self.hub.spawn(self.tell(place.person, table.id, table.house.card.title), "hook")

    async def tell(self, person: str, table: str, title: str) -> None:
        self.waiting += 1
        try:
            async with self.few:
                found = await self.hub.store.read(lambda c: people.by_id(c, person))
                if found is not None and found.webhook:
                    await self.send(found.webhook, table, title)
        except (httpx.HTTPError, OSError, PaddockError) as wrong:
            LOG.info("a notice was not taken", extra={"table": table, "why": repr(wrong)})
        finally:
            self.waiting -= 1

    async def send(self, url: str, table: str, title: str) -> None:
        """To the very address that was looked up: a name may point elsewhere a moment later."""
        address = await check(url, private=self.hub.settings.private_webhooks)
        parts = urlsplit(url)
        host = parts.hostname or ""
        inside = f"[{address}]" if ":" in address else address
        port = f":{parts.port}" if parts.port else ""
        target = parts._replace(netloc=inside + port).geturl()
        body = {"type": "your-turn", "table": table, "path": f"/t/{table}", "game": title}
        async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as client:
            await client.post(
                target,
                content=msgspec.json.encode(body),
                headers={"host": host + port, "content-type": "application/json"},
                extensions={"sni_hostname": host},
            )
        self.hub.metrics.notices += 1


async def check(url: str, *, private: bool) -> str:
    """The address behind a URL, or why it is not used."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise BadWebhook("it is no address") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadWebhook("only http and https")
    if parts.username or parts.password:
        raise BadWebhook("no name and password in it")
    loop = asyncio.get_running_loop()
    try:
        found = await asyncio.wait_for(
            loop.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM), PATIENCE
        )
    except (OSError, UnicodeError, TimeoutError):
        raise BadWebhook("nobody is there") from None
    addresses = [str(info[4][0]) for info in found]
    if not private and not all(ipaddress.ip_address(a).is_global for a in addresses):
        raise BadWebhook("it is not a public address")
    return addresses[0]
