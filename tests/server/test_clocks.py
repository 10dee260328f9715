"""Clocks: banks, increments, deadlines, and what happens when one passes."""

from __future__ import annotations

import time

import msgspec
import pytest
import sqlalchemy as sa
from msgspec import Raw

from paddock import games
from paddock.server.api import wire
from paddock.server.people.person import Person
from paddock.server.store import outages, schema
from paddock.server.store.engine import connect
from paddock.server.tables import actions, table_log
from paddock.server.tables.clocks import Clocks
from paddock.server.tables.outages import Outages
from paddock.server.tables.table import PlannedRow, Table
from paddock.server.tables.table_log import Place
from tests.server.conftest import settings_for
from tests.server.site import Site, running, until

HOUR = 3_600_000
TICK = 1_000
"""Milliseconds by which the clocks of a server and its database may differ."""


def test_a_turn_takes_from_the_bank_and_wins_the_increment() -> None:
    clocks = Clocks(wire.Live(bank=60, increment=5), 2)
    clocks.on_row(None, {0}, 1_000)
    assert clocks.deadline(0) == 61_000
    clocks.on_row(0, {1}, 11_000)
    assert clocks.bank(0) == 55_000
    assert clocks.deadline(0) is None
    assert clocks.deadline(1) == 71_000


def test_a_run_of_asks_of_one_seat_is_one_turn() -> None:
    clocks = Clocks(wire.Live(bank=60, increment=5), 2)
    clocks.on_row(None, {0}, 0)
    clocks.on_row(0, {0}, 10_000)
    clocks.on_row(0, {0}, 20_000)
    assert clocks.deadline(0) == 60_000, "nothing is won within a turn"
    clocks.on_row(0, {1}, 30_000)
    assert clocks.bank(0) == 35_000


def test_who_seals_last_begins_a_new_turn_like_the_others() -> None:
    clocks = Clocks(wire.Live(bank=60, increment=5), 2)
    clocks.on_row(None, {0, 1}, 0)
    clocks.on_row(0, {1}, 10_000)
    clocks.on_row(1, {0, 1}, 20_000)
    assert (clocks.bank(0), clocks.bank(1)) == (55_000, 45_000)
    assert (clocks.deadline(0), clocks.deadline(1)) == (75_000, 65_000)


def test_a_bank_never_falls_below_nothing() -> None:
    clocks = Clocks(wire.Live(bank=10, increment=5), 2)
    clocks.on_row(None, {0}, 0)
    clocks.on_row(0, {1}, 99_000)
    assert clocks.bank(0) == 5_000


def test_slow_clocks_give_the_same_time_each_turn() -> None:
    clocks = Clocks(wire.Slow(hours=48), 2)
    clocks.on_row(None, {0}, 0)
    assert clocks.deadline(0) == 48 * HOUR
    assert clocks.bank(0) is None


def test_a_sealed_answer_that_is_taken_back_earns_its_increment_once() -> None:
    """What was found: a bank of 60 s became 269 s in 12 frames."""
    clocks = Clocks(wire.Live(bank=60, increment=20), 2)
    clocks.on_row(None, {0, 1}, 0)
    at = 0
    for _ in range(6):
        clocks.on_row(0, {1}, at := at + 1_000)
        clocks.on_row(0, {0, 1}, at := at + 1_000, undone=True)
    clocks.on_row(0, {1}, at + 1_000)
    assert clocks.bank(0) == 60_000 + 20_000 - 7 * 1_000
    clocks.on_row(1, {0, 1}, at + 1_000)
    clocks.on_row(0, {1}, at + 1_000)
    assert clocks.bank(0) == 93_000, "the next decision earns its own"


def test_taking_back_gives_no_new_turn_on_a_slow_clock() -> None:
    clocks = Clocks(wire.Slow(hours=10), 2)
    clocks.on_row(None, {0, 1}, 0)
    clocks.on_row(0, {1}, 4 * HOUR)
    clocks.on_row(0, {0, 1}, 5 * HOUR, undone=True)
    assert clocks.deadline(0) == 11 * HOUR, "an hour after its answer did not count"
    clocks.on_row(0, {1}, 6 * HOUR)
    clocks.on_row(1, {0, 1}, 7 * HOUR)
    assert clocks.deadline(1) == 17 * HOUR
    clocks.on_row(1, {0}, 8 * HOUR)
    clocks.on_row(0, {0}, 9 * HOUR)
    clocks.on_row(0, {0}, 10 * HOUR, undone=True)
    assert clocks.deadline(0) == 17 * HOUR, "within a turn nothing changes"
    # two answers in one sealed window, both taken back and given again
    clocks = Clocks(wire.Slow(hours=10), 2)
    clocks.on_row(None, {0, 1}, 0)
    for at, undone in ((1, False), (2, False), (4, True), (5, True), (6, False)):
        clocks.on_row(0, {0, 1}, at * HOUR, undone=undone)
    left = (clocks.deadline(0) or 0) - 6 * HOUR
    assert left < 8 * HOUR, "a decision that was made before gives no whole turn"


def test_leaving_and_coming_back_does_not_reset_a_turn() -> None:
    """What was found: leaving and sitting down again gave the whole bank of time again."""
    for clock in (wire.Live(bank=36_000, increment=0), wire.Slow(hours=10)):
        clocks = Clocks(clock, 2)
        clocks.on_row(None, {0}, 0)
        for hour in range(1, 9, 2):
            clocks.pause(0, hour * HOUR)
            clocks.resume(0, (hour + 1) * HOUR)
        assert clocks.deadline(0) == 14 * HOUR, "what a bot needed is not charged"


def test_a_countdown_goes_on_where_it_stopped() -> None:
    clocks = Clocks(wire.NoClock(), 2)
    clocks.on_row(None, {0}, 0)
    clocks.pause(0, 4_000)
    clocks.resume(0, 9_000)
    assert clocks.deadline(0, 5) == 10_000
    clocks.pause(0, 9_500)
    clocks.on_row(0, {0}, 10_000)  # the bot answers
    clocks.resume(0, 20_000)
    assert clocks.deadline(0, 5) == 25_000, "a new question"


def test_a_bot_neither_spends_nor_earns_the_time_of_a_person() -> None:
    clocks = Clocks(wire.Live(bank=60, increment=30), 2)
    clocks.on_row(None, {0}, 0)
    clocks.pause(0, 10_000)
    for at in (20_000, 40_000, 60_000):
        clocks.on_row(0, {1}, at)
        clocks.on_row(1, {0}, at + 10_000)
    clocks.resume(0, 80_000)
    assert clocks.bank(0) == 50_000
    assert clocks.deadline(0) == 130_000


def open_table(clock: wire.Clock, *persons: str) -> Table:
    spec = games.find_spec("template")
    places = tuple([Place(f"{person}{n}", person) for n, person in enumerate(persons)])
    options = Raw(msgspec.json.encode(spec.options()))
    head = table_log.Opened("template", spec.card.edition, options, places, clock, True, "a")
    return Table("t", spec, table_log.Row(0, head, None, 0))


@pytest.mark.parametrize(
    ("bank", "persons", "wait"),
    [(60, "ab", 3_000), (60, "aa", 0), (10, "ab", 0)],
    ids=["two people", "one device", "too little time"],
)
def test_a_live_clock_starts_when_the_countdown_of_the_pages_ends(
    bank: int, persons: str, wait: int
) -> None:
    table = open_table(wire.Live(bank=bank, increment=5), *persons)
    start = actions.start(table, "", lambda *_: Place())
    table.fold(table_log.Row(1, start.entry, None, 1_000), start)
    seat = table.asked_seats()[0]
    assert table.deadline(seat) == 1_000 + wait + bank * 1_000


def test_who_answers_during_the_countdown_uses_no_time() -> None:
    clocks = Clocks(wire.Live(bank=60, increment=5), 2)
    clocks.on_row(None, {0, 1}, 0)
    clocks.delay(3_000)
    clocks.on_row(0, {1}, 1_000)
    clocks.on_row(1, {0}, 4_000)
    assert [clocks.bank(0), clocks.bank(1)] == [65_000, 64_000]


def test_the_rows_of_a_table_charge_the_seat_and_not_the_visit() -> None:
    table = open_table(wire.Slow(hours=10), "a", "b")

    def add(plan: PlannedRow, at: int) -> None:
        table.fold(table_log.Row(table.version + 1, plan.entry, None, at), plan)

    add(actions.start(table, "", lambda *_: Place()), 0)
    seat, ann = table.asked_seats()[0], Person("a", "Ann")
    for hour in (2, 4, 6):
        add(actions.leave(table, seat, "a", Place(level="greedy")), hour * HOUR)
        assert table.deadline(seat) is None
        add(actions.sit(table, seat, ann, "Ann", ""), (hour + 1) * HOUR)
    assert table.deadline(seat) == 13 * HOUR


def test_deadlines_are_told_and_bots_have_none(site: Site) -> None:
    ann, before = site.guest("Ann"), site.hub.clock()
    table = ann.open("me", "Bob", clock={"type": "Live", "bank": 60, "increment": 5})
    with ann.at(table, 0) as viewer:
        ask = viewer.until_asked()
        viewer.send("Ping", at=1)
        now = viewer.receive(lambda f: f["type"] == "Pong")["now"]
        assert before - TICK <= ask["deadline"] - 60_000 <= now + TICK
        assert viewer.now["waiting"][0]["deadline"] is not None
        assert [seat["bank"] for seat in viewer.now["seats"]] == [60_000, 60_000]
        viewer.answer(ask)
        viewer.until(lambda now: not now["asks"])
        took = site.hub.clock() - before
        assert 65_000 - took - TICK <= viewer.now["seats"][0]["bank"] <= 65_000


def set_back(db: str, by: int, *, down: bool = False) -> None:
    """Shift all stored times into the past, as if the server had been down since."""
    engine = connect(db)
    with engine.connect().execution_options(writes=True) as c, c.begin():
        c.execute(sa.update(schema.log).values(at=schema.log.c.at - by))
        times = schema.tables.c.changed - by, schema.tables.c.created - by
        c.execute(sa.update(schema.tables).values(changed=times[0], created=times[1]))
        late = schema.asked.c.deadline - by
        c.execute(sa.update(schema.asked).values(deadline=late))
        if down:
            seen = schema.processes.c.seen - by
            c.execute(sa.update(schema.processes).values(seen=seen))
    engine.dispose()


def test_the_default_is_played_when_a_deadline_passes_also_after_a_restart(database: str) -> None:
    with running(settings_for(database)) as site:
        ann, bob = site.guest("Ann"), site.guest("Bob")
        table = ann.open("me", "open", clock={"type": "Slow", "hours": 1})
        bob.join(table, 1)
        with ann.at(table, 0) as viewer:
            viewer.answer(viewer.until_asked())
    set_back(database, 2 * HOUR)
    with running(settings_for(database)) as site:
        late = site.guest("Late")
        with late.at(table) as viewer:
            viewer.until(lambda now: len(now["waiting"]) != 1 or now["waiting"][0]["seat"] != 1)
            viewer.hello()
            notes = [line for line in viewer.log if line["type"] == "Noted"]
            assert (notes[-1]["what"], notes[-1]["seat"]) == ("timeout", 1)
            assert viewer.now["state"] == "racing", "a time-out does not end the race"


def test_time_when_nobody_was_there_is_not_on_the_clock() -> None:
    known = Outages([(20_000, 50_000)])
    clocks = Clocks(wire.Live(bank=60, increment=0), 2, known)
    clocks.on_row(None, {0}, 10_000)
    assert clocks.deadline(0) == 100_000
    clocks.on_row(0, {1}, 60_000)
    assert clocks.bank(0) == 40_000
    assert clocks.deadline(1) == 120_000, "what was before one's turn does not count"
    known.known += [(90_000, 100_000), (125_000, 126_000)]
    assert clocks.deadline(1) == 131_000, "also what came after the deadline as it was"
    late = Clocks(wire.Live(bank=5, increment=0), 1, Outages([(20_000, 50_000)]))
    late.on_row(None, {0}, 10_000)
    assert late.deadline(0) == 15_000, "who was late before is late"


def test_downtime_does_not_count_against_clocks(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found: 11 defaults were played within 4 s of a start."""
    monkeypatch.setattr(outages, "SILENCE_MS", HOUR)  # a restart takes as long as the machine needs
    began = time.monotonic()
    with running(settings_for(own_database)) as site:
        ann = site.guest("Ann")
        live = {"type": "Live", "bank": 60, "increment": 0}
        tables = [ann.open("me", "Bob", clock=live) for _ in range(3)]
        slow = ann.open("me", "Bob", clock={"type": "Slow", "hours": 1})
    set_back(own_database, 5 * HOUR, down=True)
    with running(settings_for(own_database)) as site:
        late = site.guest("Late")
        until(lambda: site.hub.periodic.seen)
        for table in [*tables, slow]:
            with late.at(table) as viewer:
                assert not any(line.get("what") == "timeout" for line in viewer.log)
                viewer.send("Ping", at=1)
                now = viewer.receive(lambda f: f["type"] == "Pong")["now"]
                left = viewer.now["waiting"][0]["deadline"] - now
                most = HOUR if table == slow else 60_000
                took = (time.monotonic() - began) * 1000
                back = most + outages.RETURN_GRACE_MS
                assert back - took - TICK < left <= back + TICK, "and ten seconds to come back"
        assert site.hub.metrics.timeouts == 0
        assert len(site.hub.store.outages.known) == 1
    with running(settings_for(own_database)) as site:
        assert len(site.hub.store.outages.known) == 1, "a quick restart is none"


def test_a_deadline_that_had_passed_before_is_not_forgiven(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann = site.guest("Ann")
        table = ann.open("me", "Bob", clock={"type": "Slow", "hours": 1})
    set_back(own_database, 2 * HOUR)  # two hours without a server
    set_back(own_database, 5 * HOUR, down=True)
    with running(settings_for(own_database)) as site, site.guest("Late").at(table) as viewer:
        viewer.until(lambda _: any(line.get("what") == "timeout" for line in viewer.log))
