"""Track reports: a thousand races of bots on an own track, run in the background. Partial reports
are stored by edition and track."""

from __future__ import annotations

import logging
from functools import partial

import msgspec
from msgspec import Struct

from paddock import games
from paddock.analysis.track_trials import Report, make_report, studio_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.studio import Trial
from paddock.server.api.errors import Denied
from paddock.server.store import attempts
from paddock.server.store.background_results import REPORTS
from paddock.server.store.tracks import track_hash
from paddock.server.workers.background_jobs import BackgroundJobs, Job, JobState
from paddock.server.workers.jobs import TrackJob, WorkerFailed
from paddock.server.workers.quotas import ADDRESS_QUOTA_FACTOR, Requester
from paddock.server.workers.services import Services

LOG = logging.getLogger("paddock.reports")
REPORT_VERSION = 2
"""Version of the report algorithm. Increase it to recompute stored reports."""
SEED = 1
"""Same seed for every report, so that a track has one report."""
FIRST_RACES, STEP_RACES, TOTAL_RACES = 50, 25, 1000
"""First partial report, interval between partial reports, and races in total."""
RACES_PER_SLICE = 5
"""Races per background job: then another requester has a turn."""
MAX_PENDING_PER_PERSON = 2
"""Reports that one person may wait for at a time."""
DAY_MS = 24 * 3_600_000


class StoredReport(Struct, frozen=True):
    """State of a report."""

    state: JobState
    races: int  # races so far
    report: Report | None  # maybe partial


REPORT = msgspec.json.Decoder(Report)


class Reports:
    """Report jobs of this process."""

    def __init__(self, hub: Services) -> None:
        self.hub = hub
        self.jobs = BackgroundJobs(hub, REPORTS, "report", LOG)
        self.working = self.jobs.working
        self.driven: dict[str, int] = {}  # races so far, by track hash

    async def find(self, spec: AnyGameSpec, text: str) -> StoredReport:
        """State of the report on a track."""
        mark = track_hash(spec.card.id, text)
        state, body = await self.jobs.find(mark, edition_of(spec, text))
        report = REPORT.decode(body) if body else None
        races = 0 if report is None else report.races
        if state != "done":
            races = max(self.driven.get(mark, 0), races)
        return StoredReport(state, races, report)

    async def begin(self, spec: AnyGameSpec, text: str, asker: Requester) -> None:
        """Start a report on a valid track, unless there is one, it is being computed, or a quota is
        used up."""
        mark, edition = track_hash(spec.card.id, text), edition_of(spec, text)
        known = await self.find(spec, text)
        if not self.jobs.may_begin(mark, known.state):
            return

        async def work() -> None:
            try:
                await self.run_races(spec, text, mark, asker)
            finally:
                self.driven.pop(mark, None)

        async def retry_later(wrong: WorkerFailed) -> None:
            LOG.error("a track cannot be tried out", extra={"why": str(wrong)})
            await self.jobs.release(mark, edition)

        job = Job(mark, edition, asker, work, retry_later)
        await self.jobs.begin(
            job, MAX_PENDING_PER_PERSON, "too-many-reports", partial(self.count_report, asker)
        )

    async def count_report(self, asker: Requester) -> None:
        """Count a report against the daily quotas."""
        store, now, most = self.hub.store, self.hub.clock(), self.hub.settings.reports
        limits = {
            f"reports:{asker.person}": attempts.Limit(most, DAY_MS),
            f"reports-from:{asker.origin}": attempts.Limit(ADDRESS_QUOTA_FACTOR * most, DAY_MS),
        }
        if not await store.write("", lambda c: attempts.take(c, store.insert, limits, now)):
            raise Denied("too-many", "reports-spent", most=most)

    async def run_races(self, spec: AnyGameSpec, text: str, mark: str, asker: Requester) -> None:
        """Run races; save a partial report at intervals."""
        path = (asker.origin, asker.person, mark)
        length, edition = studio_of(spec).measure(text), edition_of(spec, text)
        trials: list[Trial] = []
        while len(trials) < TOTAL_RACES:
            piece = TrackJob(spec.card.id, text, SEED, len(trials), RACES_PER_SLICE)
            trials += await self.hub.background.work(path, piece, tuple[Trial, ...])
            self.driven[mark] = len(trials)
            if len(trials) >= FIRST_RACES and len(trials) % STEP_RACES == 0:
                await self.keep(edition, mark, make_report(length, trials, SEED))

    async def keep(self, edition: str, mark: str, report: Report) -> None:
        await self.jobs.save(mark, edition, report, done=report.races >= TOTAL_RACES)


def edition_of(spec: AnyGameSpec, text: str) -> str:
    """Edition of the game in which the track is raced."""
    race = games.find_spec(studio_of(spec).game_id(text))
    return f"{race.card.edition} {REPORT_VERSION}"
