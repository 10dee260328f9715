"""Reviews of races that are over: worked out in a process of their own, behind everybody else, look
by look; what there is of them is kept."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.exc import DBAPIError

from paddock.analysis.review import (
    Decision,
    Glance,
    Places,
    Review,
    added_up,
    parts,
    skill_of,
    together,
)
from paddock.core.seats import Language
from paddock.server.api import bodies
from paddock.server.common.offload import Turn
from paddock.server.store import Unavailable
from paddock.server.store.background_results import REVIEWS
from paddock.server.tables import records
from paddock.server.tables.table import Table
from paddock.server.workers import review_body
from paddock.server.workers.background_queue import check_pending, claim_job
from paddock.server.workers.quotas import Requester
from paddock.server.workers.worker_main import ReviewJob
from paddock.server.workers.worker_pool import WorkerFailed

if TYPE_CHECKING:
    from paddock.server.live.hub import Hub

LOG = logging.getLogger("paddock.reviews")
K = TypeVar("K")
V = TypeVar("V")
REVIEW_VERSION = 9
"""By which review: another number, and all are made anew."""
MAX_PENDING_PER_PERSON = 2
"""Reviews that one person may wait for at a time."""
DECISIONS_PER_SLICE = 4
"""Decisions that are looked at closely in one turn: then somebody else may have one."""
CACHED_REVIEWS = 2
"""Reviews that are kept at hand in words, and races to put them into words by."""
IDLE_SECONDS = 60.0
"""Seconds after which they are let go, if nobody has read them."""
CURVE_SHARE, GLANCE_SHARE = 0.05, 0.4
"""Parts of the work that are done by then."""


class StoredReview(Struct, frozen=True):
    """As much of a review as there is."""

    share: float  # of the work that is done
    review: Review


STORED_REVIEW = msgspec.json.Decoder(StoredReview)


class Reviews:
    """What this process looks back upon."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.working: dict[str, Requester] = {}
        self.used = 0.0  # when somebody last read a review
        self.whole_tables: dict[str, Table] = {}  # the last tables that were looked back upon
        self.pages: dict[tuple[str, Language], tuple[object, bodies.Reviewed]] = {}

    def put_away(self) -> None:
        """Let go of what nobody reads any more."""
        if time.monotonic() - self.used > IDLE_SECONDS:
            self.whole_tables.clear()
            self.pages.clear()

    async def whole(self, table: Table, turn: Turn) -> Table:
        """A table with all its rows: to play a long race through takes as long as many moves, and
        who waits for a review asks again and again."""
        found = self.whole_tables.get(table.id)
        if found is None or table_key(found) != table_key(table):
            found = await self.hub.whole(table, turn)
            cache_few(self.whole_tables, table.id, found)
        return found

    async def page(
        self, table: Table, kept: StoredReview, language: Language, turn: Turn
    ) -> bodies.Reviewed:
        """As much of a review as there is, in words; in the same words until there is more."""
        key, self.used = (table.id, language), time.monotonic()
        depends = (table_key(table), kept)
        known, page = self.pages.get(key, (None, None))
        if page is None or known != depends:
            whole = await self.whole(table, turn)
            page = await turn.run(review_body.as_body, whole, kept.review, language)
            cache_few(self.pages, key, (depends, page))
        return page

    async def find(
        self, table: Table
    ) -> tuple[Literal["none", "working", "done"], StoredReview | None]:
        """How far the review of a table is."""
        store, edition = self.hub.store, edition_of(table)
        found = await store.read(lambda c: REVIEWS.find(c, table.id, edition, store.now))
        if found is None:
            return ("working" if table.id in self.working else "none"), None
        kept = STORED_REVIEW.decode(found.body) if found.body else None
        if found.done:
            return "done", kept
        return ("working" if found.working or table.id in self.working else "none"), kept

    async def begin(self, table: Table, asker: Requester) -> None:
        """Begin a review, unless there is one, somebody is at it, or who asks waits for others."""
        state, _ = await self.find(table)
        if state != "none" or table.id in self.working or self.hub.closing:
            return
        check_pending(
            list(self.working.values()), asker, MAX_PENDING_PER_PERSON, "too-many-reviews"
        )
        self.working[table.id] = asker
        self.hub.spawn(self.work(table, asker), "review")

    async def work(self, table: Table, asker: Requester) -> None:
        """Look back, as far as that goes."""
        try:
            async with claim_job(self.hub.store, REVIEWS, table.id, edition_of(table)):
                await self.run_slices(table, asker)
        except WorkerFailed as wrong:
            if self.hub.closing:  # the worker is sent home: who asks again begins anew
                return
            LOG.error("a race cannot be reviewed", extra={"table": table.id, "why": str(wrong)})
            await self.hub.store.write(table.id, lambda c: REVIEWS.drop(c, table.id))
        except (
            Unavailable,
            DBAPIError,
        ):  # nothing can be kept just now: who asks again begins anew
            LOG.warning("a review is not kept", extra={"table": table.id})
        finally:
            self.working.pop(table.id, None)

    async def run_slices(self, table: Table, asker: Requester) -> None:
        """Look after look; after each, what there is of the review is kept."""
        path = (asker.origin, asker.person, table.id)
        async with self.hub.offload.heavy.turn(asker.origin, asker.person) as turn:
            text = await turn.run(records.record_text, await self.whole(table, turn))
        curve = await self.hub.background.work(path, ReviewJob(text, "curve"), tuple[Places, ...])
        kept = StoredReview(CURVE_SHARE, Review(curve, (), (), (), ()))
        glances: list[Glance] = []
        skill = skill_of(table.spec)
        ranges = parts(table.spec, len(curve) - 1)
        for rows in ranges:
            part = len(glances) / len(ranges)
            await self.keep(
                table, replace(kept, share=CURVE_SHARE + (GLANCE_SHARE - CURVE_SHARE) * part)
            )
            look = ReviewJob(text, "glance", (rows.start, rows.stop))
            glances.append(await self.hub.background.work(path, look, Glance))
        glance = together(glances)
        kept = StoredReview(GLANCE_SHARE, added_up(curve, glance, (), skill))
        await self.keep(table, kept)
        closely, decisions = glance.closely(), tuple[Decision, ...]()
        for at in range(0, len(closely), DECISIONS_PER_SLICE):
            look = ReviewJob(text, "closely", closely[at : at + DECISIONS_PER_SLICE])
            decisions += await self.hub.background.work(path, look, tuple[Decision, ...])
            part = (at + DECISIONS_PER_SLICE) / len(closely)
            kept = replace(kept, share=min(0.99, GLANCE_SHARE + (1 - GLANCE_SHARE) * part))
            await self.keep(table, kept)
        await self.keep(
            table, StoredReview(1.0, added_up(curve, glance, decisions, skill)), done=True
        )

    async def keep(self, table: Table, kept: StoredReview, *, done: bool = False) -> None:
        store, body, edition = self.hub.store, msgspec.json.encode(kept), edition_of(table)
        await store.write(
            table.id,
            lambda c: REVIEWS.save(c, store.insert, store.now, table.id, edition, body, done),
        )


def table_key(table: Table) -> tuple[int, tuple[str, ...]]:
    """What changes at a table whose race is over: rows come, and names are taken out."""
    return table.version, table.names


def cache_few(kept: dict[K, V], key: K, value: V) -> None:
    """Keep something, and no more than a few others."""
    kept.pop(key, None)
    while len(kept) >= CACHED_REVIEWS:
        del kept[next(iter(kept))]
    kept[key] = value


def edition_of(table: Table) -> str:
    return f"{table.spec.card.edition} {REVIEW_VERSION}"
