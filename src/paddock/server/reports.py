"""Reports on tracks of one's own: a thousand races of bots, tried out behind everybody else. What
there is of one is kept beside the edition and the text of the track."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from paddock import games
from paddock.bots.trials import Report, Trial, studio_of, summed
from paddock.core.house import AnyHouse
from paddock.server.behind import check_waiting, claimed
from paddock.server.budgets import ADDRESS, Asker
from paddock.server.refused import Denied
from paddock.server.store import Unavailable, attempts
from paddock.server.store.tracks import mark_of
from paddock.server.store.worked_out import REPORTS
from paddock.server.thinkers import GaveUp
from paddock.server.thinking import Try

if TYPE_CHECKING:
    from paddock.server.hub import Hub

LOG = logging.getLogger("paddock.reports")
MADE = 1
"""By which report: another number, and all are made anew."""
SEED = 1
"""Of every report: a track has one."""
FIRST, STEP, ALL = 50, 25, 1000
"""After so many races it is worth reading, so often it grows, and then it is whole."""
AT_ONCE = 5
"""Races in one turn: then somebody else may have one."""
MOST = 2
"""Reports that one person may wait for at a time."""
DAY = 24 * 3_600_000  # milliseconds


class Known(Struct, frozen=True):
    """How far a report is."""

    state: Literal["none", "working", "done"]
    races: int  # that were driven for it
    report: Report | None  # as much as there is


REPORT = msgspec.json.Decoder(Report)


class Reports:
    """What this process tries out."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.working: dict[str, Asker] = {}
        self.driven: dict[str, int] = {}  # races, by mark

    async def find(self, house: AnyHouse, text: str) -> Known:
        """How far the report on a track is."""
        store, mark, edition = self.hub.store, mark_of(house.card.id, text), edition_of(house, text)
        found = await store.read(lambda c: REPORTS.find(c, mark, edition, store.now))
        report = REPORT.decode(found.body) if found is not None and found.body else None
        if found is not None and found.done:
            assert report is not None
            return Known("done", report.races, report)
        working = mark in self.working or (found is not None and found.working)
        races = max(self.driven.get(mark, 0), 0 if report is None else report.races)
        return Known("working" if working else "none", races, report)

    async def begin(self, house: AnyHouse, text: str, asker: Asker) -> None:
        """Begin a report on a track that is in order, unless there is one, somebody is at it, or
        who asks has had as many as anybody may have."""
        known = await self.find(house, text)
        if known.state != "none" or self.hub.closing:
            return
        check_waiting(list(self.working.values()), asker, MOST, "too-many-reports")
        mark = mark_of(house.card.id, text)
        if mark in self.working:  # somebody else asked meanwhile
            return
        self.working[mark] = asker
        try:
            await self.count(asker)
        except BaseException:
            del self.working[mark]
            raise
        self.hub.spawn(self.work(house, text, mark, asker), "report")

    async def count(self, asker: Asker) -> None:
        """A stranger may not keep the worker busy for ever: so many reports a day."""
        store, now, most = self.hub.store, self.hub.clock(), self.hub.settings.reports
        limits = {f"reports:{asker.person}": most, f"reports-from:{asker.origin}": ADDRESS * most}

        def job(connection: Connection) -> list[int]:
            count = partial(attempts.count, connection, store.insert, now=now, span=DAY)
            return [count(key=key) for key in limits]

        found = await store.write("", job)
        if any(tries > limit for tries, limit in zip(found, limits.values(), strict=True)):
            raise Denied("too-many", "reports-spent", most=most)

    async def work(self, house: AnyHouse, text: str, mark: str, asker: Asker) -> None:
        """Try a track out, as far as that goes."""
        edition = edition_of(house, text)
        try:
            async with claimed(self.hub.store, REPORTS, mark, edition):
                await self.races(house, text, mark, asker)
        except GaveUp as wrong:
            if self.hub.closing:  # the worker is sent home
                return
            LOG.error("a track cannot be tried out", extra={"why": str(wrong)})
            store = self.hub.store
            await store.write("", lambda c: REPORTS.leave(c, store.now, mark, edition))
        except (Unavailable, DBAPIError):  # nothing can be kept: who asks again begins anew
            LOG.warning("a report is not kept")
        finally:
            self.working.pop(mark, None)
            self.driven.pop(mark, None)

    async def races(self, house: AnyHouse, text: str, mark: str, asker: Asker) -> None:
        """Race after race; when it is worth reading, what there is of the report is kept."""
        path = (asker.origin, asker.person, mark)
        length, edition = studio_of(house).measure(text), edition_of(house, text)
        trials: list[Trial] = []
        while len(trials) < ALL:
            piece = Try(house.card.id, text, SEED, len(trials), AT_ONCE)
            trials += await self.hub.behind.work(path, piece, tuple[Trial, ...])
            self.driven[mark] = len(trials)
            if len(trials) >= FIRST and len(trials) % STEP == 0:
                await self.keep(edition, mark, summed(length, trials, SEED))

    async def keep(self, edition: str, mark: str, report: Report) -> None:
        store, body = self.hub.store, msgspec.json.encode(report)
        done = report.races >= ALL
        await store.write(
            "", lambda c: REPORTS.save(c, store.insert, store.now, mark, edition, body, done)
        )


def edition_of(house: AnyHouse, text: str) -> str:
    """That of the game in which the track is raced."""
    race = games.find(studio_of(house).raced_in(text))
    return f"{race.card.edition} {MADE}"
