"""The clock of the database jumps while races run: no deadline fires, and no time is charged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from paddock.server.store import Store, engine, outages, people, schema, steady_clock
from paddock.server.store import store as stores
from paddock.server.store.steady_clock import SteadyClock
from tests.server.conftest import settings_for
from tests.server.site import Site, running, until
from tests.server.test_clocks import HOUR, TICK

Jump = Callable[[int], None]


@pytest.fixture
def jumping(own_database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Site, Jump]]:
    """A server, and a way to set the clock of its database ahead by milliseconds."""
    plain = engine.clock

    def clock(of: Engine) -> sa.ColumnElement[int]:
        shift = "(SELECT CAST(value AS BIGINT) FROM keys WHERE name = 'jump')"
        return sa.literal_column(f"({plain(of)} + COALESCE({shift}, 0))", sa.BigInteger)

    monkeypatch.setattr(stores, "clock", clock)
    with running(settings_for(own_database)) as site:

        def jump(by: int) -> None:
            store: Store = site.hub.store
            key = str(by)
            store.writer.submit("", lambda c: people.set_key(c, "jump", key)).result()

        yield site, jump


def beats(site: Site) -> list[int]:
    seen = sa.select(schema.processes.c.seen)
    return list(site.hub.store.read_sync(lambda c: c.execute(seen).scalars().all()))


def test_a_clock_that_jumps_ahead_times_nobody_out(jumping: tuple[Site, Jump]) -> None:
    """What was found: after a step of the clock the deadlines of everybody had passed."""
    site, jump = jumping
    ann = site.guest("Ann")
    live = ann.open("me", "Bob", clock={"type": "Live", "bank": 60, "increment": 0})
    slow = ann.open("me", "Bob", clock={"type": "Slow", "hours": 1})
    with ann.at(live, 0) as viewer:
        ask = viewer.until_asked()
        jump(3 * HOUR)
        until(lambda: site.hub.store.outages.known)
        later = viewer.until(lambda now: now["asks"][0]["deadline"] > ask["deadline"] + HOUR)
        moved = later["asks"][0]["deadline"] - ask["deadline"]
        assert abs(moved - 3 * HOUR - outages.RETURN_GRACE_MS) < 5 * TICK
        viewer.answer(later["asks"][0])
        assert viewer.now["seats"][0]["bank"] > 30_000
    [known] = site.hub.store.outages.known
    assert abs(known[1] - known[0] - 3 * HOUR - outages.RETURN_GRACE_MS) < 5 * TICK
    with ann.at(slow, 0) as viewer:
        assert viewer.until_asked()["deadline"] - site.hub.clock() < HOUR + 15 * TICK
        assert not any(line.get("what") == "timeout" for line in viewer.log)
    assert site.hub.metrics.timeouts == 0


def test_a_move_just_after_a_jump_is_not_charged_for_it(
    jumping: tuple[Site, Jump], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The periodic look has not noticed the jump yet."""
    site, jump = jumping

    async def no_look(*_: object) -> None:
        return

    monkeypatch.setattr(site.hub.periodic, "poll", no_look)
    ann = site.guest("Ann")
    table = ann.open("me", "Bob", clock={"type": "Live", "bank": 60, "increment": 0})
    with ann.at(table, 0) as viewer:
        ask = viewer.until_asked()
        jump(3 * HOUR)
        assert viewer.answer(ask)["type"] == "Ack"
        viewer.until(lambda now: not now["asks"])
        assert viewer.now["seats"][0]["bank"] > 30_000
    assert len(site.hub.store.outages.known) == 1
    assert site.hub.clock() > beats(site)[0] - TICK


def test_a_clock_that_is_set_back_and_right_again_stops_nothing(
    jumping: tuple[Site, Jump],
) -> None:
    site, jump = jumping
    ann = site.guest("Ann")
    table = ann.open("me", "random", clock={"type": "Live", "bank": 60, "increment": 0})
    before = site.hub.clock()
    with ann.at(table, 0) as viewer:
        for by in (-3 * HOUR, 0):
            ask = viewer.until_asked()
            jump(by)
            until(lambda by=by: abs(site.hub.clock() - before - by) < HOUR)  # type: ignore[misc]
            assert viewer.answer(ask)["type"] == "Ack"
            viewer.until_answered(ask)
            assert viewer.now["seats"][0]["bank"] > 30_000
    assert site.hub.metrics.timeouts == 0


def test_who_was_suspended_alone_finds_no_outage(own_database: str) -> None:
    """Another process saved heartbeats meanwhile: time has passed for everybody else."""
    store = Store(own_database)

    def job(connection: sa.engine.Connection) -> list[object]:
        beat = partial(outages.beat, connection, store.insert)
        first = beat("a", 1_000_000)
        alone = [beat("b", 1_000_000 + seconds * 1000) for seconds in range(0, 3_600, 5)]
        return [first, *alone, beat("a", 4_600_000, jump=3_590_000)]

    try:
        assert not any(store.writer.submit("", job).result())
    finally:
        store.close()


def test_a_slow_reading_is_no_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(steady_clock, "monotonic", lambda: now)
    steady = SteadyClock()

    def slow() -> int:
        nonlocal now
        found = round(now * 1000)
        now += 5
        return found

    steady.follow(steady.read(slow))
    assert steady.now() == 105_000
    assert not steady.is_ahead(105_000)
    reading = steady.read(slow)
    assert reading.jump == -5_000
    assert not steady.is_ahead(round(now * 1000) + steady_clock.MAX_JUMP_MS)
    assert steady.is_ahead(round(now * 1000) + steady_clock.MAX_JUMP_MS + 1)
