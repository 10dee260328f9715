"""Sends notices: one process at a time collects the notices of a person, puts messages into the
outbox and sends them. Every step is a transaction: another process can go on at any point."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sqlalchemy.engine import Connection

from paddock.core.errors import PaddockError
from paddock.server.common.fair_queue import FairQueue
from paddock.server.common.ids import new_id
from paddock.server.common.rate_limit import Bucket
from paddock.server.live.notices import collect, mail, push, webhook
from paddock.server.live.notices.result import GONE, REFUSED, RETRY, Outcome
from paddock.server.live.webhooks import TIMEOUT_SECONDS, BadWebhook
from paddock.server.people.notice import ASKED_KINDS, DRIVER_KINDS, Channel, Item, Notice, Posted
from paddock.server.rendering.render import WORDS
from paddock.server.store import channels, index, leases, messages, notices, people, presence

if TYPE_CHECKING:
    from paddock.server.live.hub import Hub

LOG = logging.getLogger("paddock.notices")
TICK_SECONDS = 1.0
MARKER = "channels"  # key of the site that changes with the channels of any person
SCAN_SECONDS = 20.0  # interval of looks for clocks that run out, and for digests
LEASE_MS = 5_000
MAX_CONCURRENT = 4
MAX_CLAIMED = 500
FIRST_BACKOFF_SECONDS, MAX_BACKOFF_SECONDS = 30.0, 6 * 3600.0
GIVE_UP_MS = 24 * 3_600_000  # age at which a message that cannot be sent is dropped
DAY_SECONDS = 24 * 3600.0
MAX_LIMITERS = 10_000
OFF_RESULTS = ("refused", "gone", "address")


class Notices:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.queue = FairQueue(MAX_CONCURRENT)
        self.sending: set[str] = set()  # messages that this process has claimed
        self.wake_event = asyncio.Event()
        self.next_scan, self.marker = 0.0, ""
        self.limiters: dict[str, Bucket] = {}
        self.vapid_seed = self.mail_key = ""
        self.mail_server = mail.mail_server(hub.settings)
        hub.store.listeners.collect_ms = hub.settings.notice_delay * 1000

    # ------------------------------------------------------------ the loop

    async def start(self) -> None:
        if not self.hub.runtime.has_webhooks:
            return  # nothing can be sent from here

        def job(connection: Connection) -> tuple[str, str]:
            messages.release_dead(connection)
            for name in ("vapid", "mail"):
                people.key(connection, name)
            found = people.find_key(connection, "vapid"), people.find_key(connection, "mail")
            return found[0] or "", found[1] or ""

        self.vapid_seed, self.mail_key = await self.hub.store.write("", job)
        await self.refresh()
        self.hub.spawn(self.run())

    async def run(self) -> None:
        while not self.hub.closing:
            try:
                await self.tick()
            except Exception as wrong:
                LOG.error("could not send notices", exc_info=wrong)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.wake_event.wait(), TICK_SECONDS)
            self.wake_event.clear()

    async def close(self) -> None:
        """Leave what was not sent to other processes."""
        await self.hub.store.write("", lambda c: messages.release(c, self.hub.process))

    async def refresh(self) -> None:
        """Read who can be notified."""
        store = self.hub.store

        def job(connection: Connection) -> tuple[str, frozenset[str]]:
            return people.find_key(connection, MARKER) or "", channels.listeners(connection)

        self.marker, store.listeners.people = await store.read(job)

    async def on_change(self) -> None:
        """Channels were changed here: other processes notice it with their next tick."""
        marker = new_id()
        await self.hub.store.write("", lambda c: people.set_key(c, MARKER, marker))
        await self.refresh()

    async def tick(self) -> None:
        store, now = self.hub.store, self.hub.clock()

        found = await store.read(lambda c: notices.look(c, MARKER, self.hub.process, now))
        if found.marker != self.marker:
            await self.refresh()
        scans = bool(store.listeners.people) and time.monotonic() >= self.next_scan
        has_work = found.is_due or found.is_stuck or scans
        if not has_work or not await store.write("", self.take_lease):
            return
        if found.is_stuck:
            await store.write("", partial(messages.release_dead, but=self.hub.process))
        if scans:
            self.next_scan = time.monotonic() + SCAN_SECONDS
            await self.scan(now)
        for person in await store.read(lambda c: notices.people_to_tell(c, now)):
            await self.collect(person, now)
        await self.send_due(now)

    def take_lease(self, connection: Connection) -> bool:
        """Whether this process sends, and no other."""
        store = self.hub.store
        mine = self.hub.process
        return leases.take(connection, store.insert, store.now, "notices", 0, mine, LEASE_MS)

    async def scan(self, now: int) -> None:
        """Look for clocks that run out, and for digests."""
        store = self.hub.store

        def look(connection: Connection) -> tuple[list[Notice], list[str]]:
            found = collect.find_closing(connection, store.listeners.people, now)
            return found, collect.find_digests(connection, now)

        closing, digests = await store.read(look)

        def job(connection: Connection) -> None:
            notices.add(connection, store.insert, closing)

        await store.write("", job)
        for person in digests:
            await store.write("", partial(collect.post_digest, store=store, person=person, now=now))

    async def collect(self, person: str, now: int) -> None:
        """Turn the notices of a person into messages, or postpone them."""
        hub, store = self.hub, self.hub.store
        here = {id for id, live in hub.open_tables.items() if person in live.sitting_here()}

        def job(connection: Connection) -> None:
            away = presence.elsewhere(connection, hub.process, now) if hub.periodic.others else ()
            watched = here | {table for table, other in away if other == person}
            collect.tell(connection, store, hub.settings, person, watched, now)

        await store.write("", job)

    # ------------------------------------------------------------ sending

    async def send_due(self, now: int) -> None:
        store, free = self.hub.store, MAX_CLAIMED - len(self.sending)
        if free <= 0:
            return
        claimed = await store.write("", lambda c: messages.claim(c, self.hub.process, now, free))
        for posted in claimed:
            self.sending.add(posted.id)
            self.hub.spawn(self.deliver(posted), "notice")

    async def deliver(self, posted: Posted) -> None:
        """Send one message and save the result."""
        store, id = self.hub.store, posted.id
        try:
            channel = await store.read(lambda c: self.find_receiver(c, posted))
            if channel is None:
                await store.write("", lambda c: messages.delete(c, id))
                return
            outcome = await self.attempt(channel, posted)
            found = channel
            await store.write("", lambda c: self.settle(c, found, posted, outcome))
            if outcome.result in OFF_RESULTS:
                await self.on_change()
        finally:
            self.sending.discard(id)

    def find_receiver(self, connection: Connection, posted: Posted) -> Channel | None:
        """The channel of a message; none if there is nothing to send any more."""
        channel = channels.find(connection, posted.channel)
        if channel is None or channel.state == "off":
            return None
        if channel.state == "waiting" and posted.body.kind != "confirm":
            return None
        if posted.body.kind == "turns" and not any(
            is_true(connection, item, posted.person) for item in posted.body.items
        ):
            return None
        return channel

    async def attempt(self, channel: Channel, posted: Posted) -> Outcome:
        host = channel.kind if channel.kind == "mail" else urlsplit(channel.address).netloc
        try:
            async with self.queue.turn(host, channel.person):
                if channel.kind == "mail":
                    return await self.send_mail(channel, posted)
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    return await self.send_http(channel, posted)
        except BadWebhook as wrong:
            return RETRY if str(wrong) == "nobody" else Outcome("address")
        except push.BadSubscription:
            return GONE
        except (OSError, TimeoutError, PaddockError) as wrong:
            LOG.info("a notice was not taken", extra={"why": repr(wrong)})
            return RETRY

    async def send_http(self, channel: Channel, posted: Posted) -> Outcome:
        settings, site = self.hub.settings, self.site_of(channel)
        private, id, body = settings.private_webhooks, posted.id, posted.body
        if channel.kind == "webhook":
            return await webhook.send(channel, id, body, site, private=private)
        if not push.is_possible():
            return REFUSED
        contact = f"mailto:{settings.mail_from}" if settings.mail_from else site
        seed = self.vapid_seed
        return await push.send(channel, id, body, site, seed, contact, private=private)

    async def send_mail(self, channel: Channel, posted: Posted) -> Outcome:
        if self.mail_server is None:
            return REFUSED
        reader = await self.hub.store.read(lambda c: channels.settings_of(c, channel.person))
        confirms = posted.body.kind == "confirm"
        foot = WORDS.tell("notice.confirm.foot" if confirms else "notice.foot", reader.language)
        leave = "" if confirms else f"{self.base}/leave/{self.leave_token(channel.id)}"
        made = mail.compose(channel, posted.id, posted.body, self.hub.settings, foot, leave)
        return await mail.send(self.mail_server, made)

    @property
    def base(self) -> str:
        return self.hub.settings.url.rstrip("/")

    def site_of(self, channel: Channel) -> str:
        """Address of this site in links: as configured, else as its owner's browser knows it."""
        return self.base or channel.site

    def confirm_token(self, channel: str) -> str:
        return mail.token(self.mail_key, "confirm", channel)

    def leave_token(self, channel: str) -> str:
        return mail.token(self.mail_key, "leave", channel)

    def settle(
        self, connection: Connection, channel: Channel, posted: Posted, outcome: Outcome
    ) -> None:
        """Save the result of an attempt."""
        now, result = self.hub.clock(), outcome.result
        values: dict[str, object] = {"result": result, "result_at": now}
        if result == "sent":
            self.hub.metrics.notices += 1
            messages.delete(connection, posted.id)
            values |= {"failures": 0, "retry_at": 0}
        elif result in OFF_RESULTS:
            messages.delete_for_channel(connection, channel.id)
            values |= {"state": "off", "failures": 0, "retry_at": 0}
        else:
            pause = outcome.wait_seconds or min(
                MAX_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2 ** min(channel.failures, 20)
            )
            later = now + int(pause * 1000)
            if posted.body.kind == "test" or later > posted.created + GIVE_UP_MS:
                messages.delete(connection, posted.id)
                values["result"] = "retry" if posted.body.kind == "test" else "given-up"
            messages.retry(connection, posted.id, channel.id, later)
            values |= {"failures": channel.failures + 1, "retry_at": later}
        channels.change(connection, channel.id, **values)

    # ------------------------------------------------------------ people

    def visit(self, person: str | None, table: str) -> None:
        """A person opens a table: notices about it are no longer needed."""
        if person in self.hub.store.listeners.people and person is not None:
            job = self.hub.store.write("", lambda c: notices.mark_visited(c, person, table))
            self.hub.spawn(job, "visit")

    def may(self, what: str, who: Collection[str], times: float) -> bool:
        """Rate limit per day: confirmations and tests reach other people's servers."""
        if len(self.limiters) > MAX_LIMITERS:
            self.limiters.clear()
        buckets = [
            self.limiters.setdefault(f"{what} {one}", Bucket(times / DAY_SECONDS, times))
            for one in who
        ]
        return sum(bucket.take(1.0) for bucket in buckets) == len(buckets)


def is_true(connection: Connection, item: Item, person: str) -> bool:
    """Whether a notice still says the truth."""
    listed = index.find(connection, item.table)
    if listed is None:
        return False
    if item.kind in DRIVER_KINDS:
        place = listed.summary.places[item.seat]
        if place.person != person or place.level is not None:
            return False
    if item.kind == "sitting":
        return listed.state == "racing"
    return item.kind not in ASKED_KINDS or item.seat in listed.summary.asked
