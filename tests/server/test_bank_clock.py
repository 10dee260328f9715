"""The bank clock of slow races: what counts, what adds, and who answers when a bank is empty."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
import sqlalchemy as sa
from msgspec import Raw

from paddock.core.program_turns import Sitting
from paddock.core.program_types import TURNS_PER_STAGE
from paddock.server.api import wire
from paddock.server.people.local_time import QuietHours, counted_before
from paddock.server.store import schema
from paddock.server.store.engine import connect
from paddock.server.tables import table_log
from paddock.server.tables.bank_clock import BankClocks
from paddock.server.tables.membership import Membership
from paddock.server.tables.outages import Outages
from paddock.server.tables.sittings import NO_SITTING, next_sitting
from paddock.server.tables.table_log import Place
from tests.server.conftest import settings_for
from tests.server.site import running, until
from tests.server.test_clocks import set_back

HOUR = 3_600_000
ROME = "Europe/Rome"
NIGHT = QuietHours(ROME, 23, 7)
USUAL = wire.Bank()


def at(text: str, zone: str = ROME) -> int:
    """A moment, from a clock on the wall of a zone."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def bank(
    clock: wire.Bank = USUAL, seats: int = 2, known: Sequence[tuple[int, int]] = ()
) -> BankClocks:
    return BankClocks(clock, seats, Outages(known))


# ---------------------------------------------------------------- what counts


def test_a_bank_runs_while_its_seat_is_asked() -> None:
    clocks = bank()
    clocks.open_sitting(1)
    clocks.on_row(None, {0}, 0)
    assert (clocks.deadline(0), clocks.deadline(1)) == (24 * HOUR, None)
    clocks.on_row(0, {1}, 10 * HOUR)
    assert clocks.bank(0) == 22 * HOUR, "10 hours used, 8 added"
    clocks.on_row(1, {0}, 30 * HOUR)
    assert clocks.bank(1) == 12 * HOUR
    assert clocks.time_left(0, 35 * HOUR) == 17 * HOUR


def test_a_bank_stands_still_at_night() -> None:
    clocks = bank()
    began = at("2026-11-18T20:00")
    clocks.set_hours(0, NIGHT, began)
    clocks.on_row(None, {0, 1}, began)
    assert clocks.deadline(0) == at("2026-11-20T12:00"), "24 hours without 8 of each night"
    assert clocks.deadline(1) == began + 24 * HOUR, "without a time zone every hour counts"
    assert clocks.count_ms(0, began, at("2026-11-19T08:00")) == 4 * HOUR
    assert clocks.count_ms(0, at("2026-11-19T01:00"), at("2026-11-19T06:00")) == 0


@pytest.mark.parametrize(
    ("evening", "deadline"),
    [
        ("2026-03-28T22:00", "2026-03-30T14:00"),  # a night of 7 hours
        ("2026-10-24T22:00", "2026-10-26T14:00"),  # a night of 9 hours
        ("2026-07-01T22:00", "2026-07-03T14:00"),
    ],
)
def test_nights_in_which_the_clock_is_changed(evening: str, deadline: str) -> None:
    """1 hour before the first night, 16 on the next day, 7 on the third."""
    clocks = bank()
    clocks.set_hours(0, NIGHT, at(evening))
    clocks.on_row(None, {0}, at(evening))
    assert clocks.deadline(0) == at(deadline)
    assert clocks.count_ms(0, at(evening), at(deadline)) == 24 * HOUR


def test_no_more_than_eight_hours_of_a_day_are_quiet() -> None:
    clocks = bank()
    began = at("2026-11-18T08:00")
    clocks.set_hours(0, QuietHours(ROME, 12, 10), began)
    clocks.on_row(None, {0}, began)
    assert clocks.count_ms(0, began, began + 24 * HOUR) == 16 * HOUR


def test_quiet_hours_that_are_moved_count_a_day_later() -> None:
    """Else a person who moves them every morning would never be out of time."""
    clocks = bank()
    began = at("2026-11-18T08:00")
    clocks.set_hours(0, NIGHT, began)
    clocks.on_row(None, {0}, began)
    clocks.set_hours(0, QuietHours(ROME, 9, 17), at("2026-11-18T09:00"))
    assert clocks.count_ms(0, began, at("2026-11-19T09:00")) == 17 * HOUR, "the night as before"
    assert clocks.count_ms(0, began, at("2026-11-20T09:00")) == 33 * HOUR, "then by day"


def test_a_table_may_count_every_hour() -> None:
    clocks = bank(wire.Bank(quiet=False))
    began = at("2026-11-18T20:00")
    clocks.set_hours(0, NIGHT, began)
    clocks.on_row(None, {0}, began)
    assert clocks.deadline(0) == began + 24 * HOUR


def test_what_overlaps_is_left_out_once() -> None:
    """An outage and a holiday within the night, a pause across it."""
    began = at("2026-11-18T20:00")
    clocks = bank(known=[(at("2026-11-19T01:00"), at("2026-11-19T09:00"))])
    clocks.set_hours(0, NIGHT, began)
    clocks.stop_between(0, (at("2026-11-19T00:00"), at("2026-11-19T04:00")))
    clocks.pauses = ((at("2026-11-18T22:00"), at("2026-11-19T02:00")),)
    clocks.on_row(None, {0}, began)
    assert clocks.count_ms(0, began, at("2026-11-19T10:00")) == 3 * HOUR, "20 to 22, 9 to 10"
    assert clocks.deadline(0) == at("2026-11-20T15:00"), "2, then 14 on the 19th, then 8"


def test_an_empty_bank_ends_no_sitting_at_night() -> None:
    clocks = bank(wire.Bank(hours=3, cap=3))
    clocks.set_hours(0, NIGHT, at("2026-11-18T12:00"))
    clocks.on_row(None, {0}, at("2026-11-18T23:30"))
    assert clocks.deadline(0) == at("2026-11-19T10:00")


def test_a_warning_comes_three_counted_hours_before() -> None:
    for deadline, warned in (
        ("2026-11-19T20:00", "2026-11-19T17:00"),
        ("2026-11-19T08:00", "2026-11-18T21:00"),
        ("2026-11-19T10:00", "2026-11-19T07:00"),
    ):
        assert counted_before(at(deadline), 3 * HOUR, NIGHT) == at(warned)
    none = QuietHours("", 0, 0)
    assert counted_before(at("2026-11-19T08:00"), 3 * HOUR, none) == at("2026-11-19T05:00")


# ---------------------------------------------------------------- what adds


def test_a_sitting_adds_the_increment_once_and_a_wake_a_quarter() -> None:
    clocks = bank(wire.Bank(hours=10, increment=8, cap=30))
    clocks.open_sitting(1)
    clocks.on_row(None, {0, 1}, 0)
    clocks.on_row(0, {1}, 0)
    assert clocks.bank(0) == 18 * HOUR
    clocks.on_row(1, {0}, 0)
    clocks.on_row(0, {1}, 0)
    assert clocks.bank(0) == 20 * HOUR, "woken in the same sitting"
    clocks.on_row(1, {0}, 0, kind="program")
    assert clocks.bank(1) == 20 * HOUR, "a prepared answer leaves no trace in a bank"
    clocks.on_row(0, {1}, 0)
    clocks.open_sitting(2)
    clocks.on_row(1, {0}, 0)
    clocks.on_row(0, {1}, 0)
    assert clocks.bank(0) == 30 * HOUR, "no more than the cap"


def test_bots_and_the_clock_earn_nothing_and_a_missed_sitting_is_not_missed_twice() -> None:
    clocks = bank(wire.Bank(hours=1, increment=8, cap=36))
    clocks.open_sitting(1)
    clocks.on_row(None, {0}, 0)
    clocks.on_row(0, {0}, 2 * HOUR, kind="clock")
    clocks.on_row(0, {1}, 2 * HOUR, kind="clock")
    assert clocks.bank(0) == 0
    assert clocks.bank(1) == HOUR
    clocks.open_sitting(2)
    assert clocks.bank(0) == 8 * HOUR, "or the next one would be missed at once"
    assert clocks.bank(1) == HOUR


def test_an_answer_that_is_taken_back_adds_once() -> None:
    clocks = bank()
    clocks.open_sitting(1)
    clocks.on_row(None, {0, 1}, 0)
    for n in range(1, 7, 2):
        clocks.on_row(0, {1}, n * HOUR)
        clocks.on_row(0, {0, 1}, (n + 1) * HOUR, undone=True)
    clocks.on_row(0, {1}, 7 * HOUR)
    assert clocks.bank(0) == (24 + 8 - 4) * HOUR


def test_who_comes_back_has_twelve_hours_and_a_substitute_has_a_day() -> None:
    clocks = bank(wire.Bank(hours=1, increment=0, cap=1))
    clocks.on_row(None, {0}, 0)
    clocks.retire(0)
    clocks.pause(0, 2 * HOUR)
    clocks.come_back(0, 50 * HOUR)
    clocks.resume(0, 50 * HOUR)
    assert clocks.deadline(0) == 62 * HOUR
    clocks.pause(0, 61 * HOUR)
    clocks.come_back(0, 61 * HOUR)
    clocks.resume(0, 61 * HOUR)
    assert clocks.deadline(0) == 62 * HOUR, "who only left has what was left"
    clocks.change_driver(0, 61 * HOUR)
    assert clocks.deadline(0) == 85 * HOUR


def test_more_time_for_all_and_for_one() -> None:
    clocks = bank()
    clocks.grant(0, 24)
    assert clocks.bank(0) == 48 * HOUR, "also above the cap"
    clocks.change_clock(wire.Bank(hours=30, increment=8, cap=40))
    assert (clocks.bank(0), clocks.bank(1)) == (48 * HOUR, 30 * HOUR)
    clocks.change_clock(wire.Bank(hours=12, increment=4, cap=12))
    assert (clocks.bank(0), clocks.bank(1)) == (48 * HOUR, 30 * HOUR), "nothing is taken away"
    clocks.change_clock(wire.Bank(hours=12, increment=4, cap=12), begun=False)
    assert (clocks.bank(0), clocks.bank(1)) == (12 * HOUR, 12 * HOUR)


def test_a_cap_below_the_bank_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="cap of 12 h"):
        msgspec.json.decode(b'{"type":"Bank","hours":24,"cap":12}', type=wire.Clock)


def test_a_snapshot_restores_a_bank() -> None:
    clocks = bank()
    clocks.set_hours(0, NIGHT, 0)
    clocks.stop_between(1, (HOUR, 2 * HOUR))
    clocks.on_row(None, {0, 1}, 0)
    copied = bank()
    copied.restore(clocks.state())
    assert copied.state() == clocks.state()
    assert copied.deadline(0) == clocks.deadline(0)


# ---------------------------------------------------------------- sittings


def follow(turns: Sequence[int], each: int) -> list[Sitting]:
    found = [NO_SITTING]
    for turn in turns:
        found.append(next_sitting(found[-1], turn, each))
    return found[1:]


def test_sittings_span_turns() -> None:
    assert [one.number for one in follow([0, 1, 1, 2, 3], 1)] == [1, 2, 2, 3, 4]
    two = follow([0, 1, 2, 3, 4, 5], 2)
    assert [(one.number, one.last_turn) for one in two] == [
        *((1, 0), (2, 2), (2, 2), (3, 4), (3, 4), (4, 6)),
    ]


def test_no_sitting_reaches_into_the_next_race() -> None:
    two = 2 * TURNS_PER_STAGE  # the second race begins with its garage
    races = follow([two - 3, two - 2, two - 1, two, two + 1], 2)
    assert [one.last_turn - two for one in races] == [-2, -2, -1, 0, 2]


def test_what_is_taken_back_opens_no_sitting() -> None:
    now = next_sitting(NO_SITTING, 5, 1)
    assert next_sitting(now, 4, 1, undone=True) is now
    assert next_sitting(now, 5, 1) is now
    assert next_sitting(now, 6, 3) == Sitting(2, 6, 8), "from the next one on, more turns"


# ---------------------------------------------------------------- at a table


def notes(viewer: Any, what: str) -> list[Any]:
    return [line for line in viewer.log if line.get("what") == what]


def test_a_bot_answers_for_an_empty_bank_and_drives_after_two_sittings(database: str) -> None:
    with running(settings_for(database)) as site:
        bob = site.guest("Bob")
        clock = {"type": "Bank", "hours": 2, "cap": 9}
        table = bob.open("me", "easy", game="heat", clock=clock)
        with bob.at(table, 0) as viewer:
            viewer.until_asked()
            assert viewer.now["seats"][0]["bank"] == 2 * HOUR
    set_back(database, 3 * HOUR)
    with running(settings_for(database)) as site, site.guest("Late").at(table) as viewer:
        viewer.until(lambda _: notes(viewer, "timeout"))
        assert notes(viewer, "timeout")[0]["seat"] == 0
        assert "A bot answers" in notes(viewer, "timeout")[0]["text"]
        now = viewer.until(lambda now: now["seats"][0]["bank"] == 8 * HOUR)
        assert not now["seats"][0]["away"], "one missed sitting"
        until(lambda: not site.hub.bots.thinking)
    set_back(database, 30 * HOUR)
    with running(settings_for(database)) as site, site.guest("Later").at(table) as viewer:
        viewer.until(lambda now: now["seats"][0]["away"])
        assert viewer.now["seats"][0]["level"] == "hard", "the level of co-drivers"
        assert site.hub.open_tables[table].table.membership.missed[0] == 2


def stored_deadlines(database: str, table: str) -> dict[int, int]:
    engine, c = connect(database), schema.asked.c
    with engine.connect() as connection:
        query = sa.select(c.seat, c.deadline).where(c.table_id == table)
        found = {row.seat: row.deadline for row in connection.execute(query)}
    engine.dispose()
    return found


def test_an_outage_at_night_gives_no_time_twice(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann = site.guest("Ann")
        hour = datetime.now(UTC).hour
        ann.put(
            "/api/me/notices",
            {"zone": "UTC", "quiet_from": (hour - 4) % 24, "quiet_to": (hour + 4) % 24},
        )
        table = ann.open("me", "Bob", clock={"type": "Bank"})
        bank = site.hub.open_tables[table].table.bank_clocks
        until(lambda: site.hub.open_tables[table].table.bank_clocks.hours_set(0))
        assert bank is not None
    set_back(own_database, 2 * HOUR, down=True)
    with running(settings_for(own_database)) as site:

        def is_right() -> bool:
            live = site.hub.open_tables.get(table)
            if live is None:
                return False
            now = {seat: live.table.deadline(seat) for seat in live.table.asked_seats()}
            return stored_deadlines(own_database, table) == now

        until(is_right)
        assert len(site.hub.store.outages.known) == 1


def test_tables_stored_before_there_were_banks_go_on(own_database: str) -> None:
    """Rows as they were written then, and a table that is opened again."""
    before = (
        b'{"type":"Opened","game":"template","edition":"1","options":{},"places":[{"name":"Ann",'
        b'"person":"a","level":null,"held":null,"livery":0}],"clock":{"type":"Slow","hours":48},'
        b'"listed":true,"host":"a","forked":null,"key":"k","locked":false,"watching":"open",'
        b'"guide":"","start":null,"luck":null,"exercise":null}',
        b'{"type":"Sat","seat":0,"place":{"name":"Ann","person":"a","level":null,"held":null,'
        b'"livery":0},"back":true}',
        b'{"type":"Proposed","what":"substitute","person":"a","name":"Ann","seat":1}',
    )
    opened, sat, proposed = map(table_log.decode, before)
    assert isinstance(opened, table_log.Opened)
    assert isinstance(sat, table_log.Sat)
    assert isinstance(proposed, table_log.Proposed)
    assert (opened.slow, sat.instead, proposed.clock) == (None, "", None)
    with running(settings_for(own_database)) as site:
        table = site.guest("Ann").open("me", "easy", clock={"type": "Slow", "hours": 1})
    for missed in (1, 2):
        set_back(own_database, 2 * HOUR)
        with running(settings_for(own_database)) as site, site.guest("Late").at(table) as viewer:
            viewer.until(lambda _, missed=missed: len(notes(viewer, "timeout")) == missed)  # type: ignore[misc]
            assert "The default choice was played." in notes(viewer, "timeout")[0]["text"]
            viewer.until(lambda now: now["asks"] or now["waiting"])
            until(lambda: not site.hub.bots.thinking)
    with running(settings_for(own_database)) as site, site.guest("Late").at(table) as viewer:
        assert viewer.now["seats"][0]["level"] == "greedy"


def test_only_an_own_answer_ends_a_run_of_missed_sittings() -> None:
    """Rules that somebody left behind answer small questions for ever."""
    places = (Place("Ann", "a"), Place("Bob", "b"))
    head = table_log.Opened("template", "1", Raw(b"{}"), places, wire.Bank(), True, "a")
    company = Membership(head)

    def played(by: table_log.By, sitting: int, *, is_own: bool = False) -> int:
        company.take(table_log.Played(1, Raw(b"0"), by=by), places, sitting, is_own=is_own)
        return company.missed.get(1, 0)

    assert [played("clock", 1), played("clock", 1)] == [1, 1], "one sitting"
    assert played("bot", 1) == 1
    assert played("bot", 2) == 1
    assert played("clock", 2) == 2
    assert played("person", 3, is_own=True) == 0
    assert played("clock", 3) == 1
