"""Reviews of finished races, computed in the background in slices. Partial reviews are stored."""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paddock.analysis.review import (
    Decision,
    Glance,
    Places,
    Review,
    make_review,
    merge_glances,
    skill_of,
    split_rows,
)
from paddock.core.seats import Language
from paddock.server.api import bodies
from paddock.server.common.offload import Turn
from paddock.server.store.background_results import REVIEWS
from paddock.server.tables import records
from paddock.server.tables.table import Table
from paddock.server.workers import review_body
from paddock.server.workers.background_jobs import BackgroundJobs, Job, JobState
from paddock.server.workers.jobs import ReviewJob, WorkerFailed
from paddock.server.workers.quotas import Requester
from paddock.server.workers.services import Services

LOG = logging.getLogger("paddock.reviews")
K = TypeVar("K")
V = TypeVar("V")
REVIEW_VERSION = 9
"""Version of the review algorithm. Increase it to recompute stored reviews."""
MAX_PENDING_PER_PERSON = 2
"""Reviews that one person may wait for at a time."""
DECISIONS_PER_SLICE = 4
"""Decisions per background job: then another requester has a turn."""
CACHED_REVIEWS = 2
"""Rendered reviews, and complete tables to render them, kept in memory."""
IDLE_SECONDS = 60.0
"""Time until unread reviews are dropped from memory."""
CURVE_SHARE, GLANCE_SHARE = 0.05, 0.4
"""Progress after the curve, and after the first pass over all decisions."""


class StoredReview(Struct, frozen=True):
    """A review, maybe partial."""

    share: float  # fraction of the work that is done
    review: Review


STORED_REVIEW = msgspec.json.Decoder(StoredReview)


class Reviews:
    """Review jobs of this process."""

    def __init__(self, hub: Services) -> None:
        self.hub = hub
        self.jobs = BackgroundJobs(hub, REVIEWS, "review", LOG)
        self.working = self.jobs.working
        self.used = 0.0  # when a review was last read
        self.whole_tables: dict[str, Table] = {}  # last reviewed tables, with all rows
        self.pages: dict[tuple[str, Language], tuple[object, bodies.Reviewed]] = {}

    def put_away(self) -> None:
        """Drop cached reviews that are not read any more."""
        if time.monotonic() - self.used > IDLE_SECONDS:
            self.whole_tables.clear()
            self.pages.clear()

    async def whole(self, table: Table, turn: Turn) -> Table:
        """A table with all its rows, cached: replaying is slow, and clients poll for the review."""
        found = self.whole_tables.get(table.id)
        if found is None or table_key(found) != table_key(table):
            found = await self.hub.whole(table, turn)
            cache_few(self.whole_tables, table.id, found)
        return found

    async def page(
        self, table: Table, kept: StoredReview, language: Language, turn: Turn
    ) -> bodies.Reviewed:
        """Rendered review, cached until there is more of it."""
        key, self.used = (table.id, language), time.monotonic()
        depends = (table_key(table), kept)
        known, page = self.pages.get(key, (None, None))
        if page is None or known != depends:
            whole = await self.whole(table, turn)
            page = await turn.run(review_body.as_body, whole, kept.review, language)
            cache_few(self.pages, key, (depends, page))
        return page

    async def find(self, table: Table) -> tuple[JobState, StoredReview | None]:
        """State of the review of a table."""
        state, body = await self.jobs.find(table.id, edition_of(table))
        return state, STORED_REVIEW.decode(body) if body else None

    async def begin(self, table: Table, asker: Requester) -> None:
        """Start a review, unless there is one, it is being computed, or the quota is used up."""
        state, _ = await self.find(table)
        if not self.jobs.may_begin(table.id, state):
            return

        async def give_up(wrong: WorkerFailed) -> None:
            LOG.error("a race cannot be reviewed", extra={"table": table.id, "why": str(wrong)})
            await self.jobs.drop(table.id)

        job = Job(
            key=table.id,
            edition=edition_of(table),
            asker=asker,
            work=partial(self.run_slices, table, asker),
            on_failure=give_up,
            log_fields={"table": table.id},
        )
        await self.jobs.begin(job, MAX_PENDING_PER_PERSON, "too-many-reviews")

    async def run_slices(self, table: Table, asker: Requester) -> None:
        """Compute slice by slice, and save the partial review after each."""
        path = (asker.origin, asker.person, table.id)
        async with self.hub.offload.heavy.turn(asker.origin, asker.person) as turn:
            text = await turn.run(records.record_text, await self.whole(table, turn))
        curve = await self.hub.background.work(path, ReviewJob(text, "curve"), tuple[Places, ...])
        kept = StoredReview(CURVE_SHARE, Review(curve, (), (), (), ()))
        glances: list[Glance] = []
        skill = skill_of(table.spec)
        ranges = split_rows(table.spec, len(curve) - 1)
        for rows in ranges:
            part = len(glances) / len(ranges)
            await self.keep(
                table, replace(kept, share=CURVE_SHARE + (GLANCE_SHARE - CURVE_SHARE) * part)
            )
            look = ReviewJob(text, "glance", (rows.start, rows.stop))
            glances.append(await self.hub.background.work(path, look, Glance))
        glance = merge_glances(glances)
        kept = StoredReview(GLANCE_SHARE, make_review(curve, glance, (), skill))
        await self.keep(table, kept)
        closely, decisions = glance.rows_to_judge(), tuple[Decision, ...]()
        for at in range(0, len(closely), DECISIONS_PER_SLICE):
            look = ReviewJob(text, "closely", closely[at : at + DECISIONS_PER_SLICE])
            decisions += await self.hub.background.work(path, look, tuple[Decision, ...])
            part = (at + DECISIONS_PER_SLICE) / len(closely)
            kept = replace(kept, share=min(0.99, GLANCE_SHARE + (1 - GLANCE_SHARE) * part))
            await self.keep(table, kept)
        await self.keep(
            table, StoredReview(1.0, make_review(curve, glance, decisions, skill)), done=True
        )

    async def keep(self, table: Table, kept: StoredReview, *, done: bool = False) -> None:
        await self.jobs.save(table.id, edition_of(table), kept, done=done)


def table_key(table: Table) -> tuple[int, tuple[str, ...]]:
    """What can change at a finished table: rows are added, and names deleted."""
    return table.version, table.names


def cache_few(kept: dict[K, V], key: K, value: V) -> None:
    """Add to a small cache, dropping the oldest entries."""
    kept.pop(key, None)
    while len(kept) >= CACHED_REVIEWS:
        del kept[next(iter(kept))]
    kept[key] = value


def edition_of(table: Table) -> str:
    return f"{table.spec.card.edition} {REVIEW_VERSION}"
