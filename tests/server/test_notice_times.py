"""When people are told: collected, outside quiet hours, not too often, in their time zone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from paddock.core.program_types import Program
from paddock.core.sheet import open_sheet, plan_of
from paddock.server import admin
from paddock.server.api import wire
from paddock.server.live.notices import collect
from paddock.server.live.notices.service import is_true
from paddock.server.live.notices.texts import describe_item, digest_about
from paddock.server.people.local_time import (
    clock_hours,
    closing_moment,
    counted_before,
    digest_day,
    local,
    quiet_span,
)
from paddock.server.people.notice import Channel, Item, Message, Notice, NoticeSettings
from paddock.server.rendering.raw_json import raw
from paddock.server.settings import Settings
from paddock.server.store import Store, channels, index, notices, programs, schema
from paddock.server.tables import actions, prepared, table_log
from paddock.server.tables.programs import NOTHING, Change
from paddock.server.tables.table import Table
from paddock.server.tables.table_log import Place
from tests.server.test_store import append, open_table

ROME = "Europe/Rome"
HOUR = 3_600_000
MINUTE = 60_000


def at(text: str, zone: str = ROME) -> int:
    """A moment, from a clock on the wall of a zone."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def reader(**more: Any) -> NoticeSettings:
    return NoticeSettings("b", **{"zone": ROME} | more)


# ---------------------------------------------------------------- local time


def test_quiet_hours_are_those_of_the_clock_on_the_wall() -> None:
    night = (at("2026-11-18T23:00"), at("2026-11-19T07:00"))
    for moment in ("2026-11-18T23:00", "2026-11-19T00:30", "2026-11-19T06:59"):
        assert quiet_span(at(moment), reader()) == night
    for moment in ("2026-11-18T22:59", "2026-11-19T07:00", "2026-11-19T12:00"):
        assert quiet_span(at(moment), reader()) is None
    siesta = reader(quiet_from=13, quiet_to=15)
    assert quiet_span(at("2026-11-18T14:00"), siesta) == (
        at("2026-11-18T13:00"),
        at("2026-11-18T15:00"),
    )
    assert quiet_span(at("2026-11-18T03:00"), reader(quiet_from=0, quiet_to=0)) is None
    assert quiet_span(at("2026-11-18T03:00"), reader(zone="")) is None


@pytest.mark.parametrize(
    ("evening", "hours"),
    [("2026-03-28", 7), ("2026-10-24", 9), ("2026-07-01", 8)],  # changes of the clock in Italy
)
def test_a_night_ends_at_seven_whatever_the_clocks_did(evening: str, hours: int) -> None:
    began = at(f"{evening}T23:00")
    span = quiet_span(began + 5 * HOUR, reader())
    assert span == (began, began + hours * HOUR)
    assert local(span[1], ROME).hour == 7


def test_quiet_hours_may_begin_in_an_hour_that_is_left_out() -> None:
    """On 29 March there is no 2 o'clock in Rome; on 25 October there are two."""
    spring = reader(quiet_from=2, quiet_to=6)
    assert quiet_span(at("2026-03-29T01:59"), spring) is None
    span = quiet_span(at("2026-03-29T03:30"), spring)
    assert span is not None
    assert span[1] == at("2026-03-29T06:00")
    first_two = at("2026-10-25T02:00")
    assert quiet_span(first_two + 90 * MINUTE, spring) == (first_two, at("2026-10-25T06:00"))


def test_digests_follow_the_local_day() -> None:
    assert digest_day(at("2026-11-18T07:59"), reader()) is None
    assert digest_day(at("2026-11-18T08:00"), reader()) == "2026-11-18"
    early = at("2026-11-18T08:00", "Pacific/Auckland")
    assert digest_day(early, reader(zone="Pacific/Auckland")) == "2026-11-18"
    assert digest_day(early, reader()) == "2026-11-17"
    for day in ("2026-03-29", "2026-10-25"):
        assert digest_day(at(f"{day}T08:00"), reader()) == day
        assert digest_day(at(f"{day}T07:59"), reader()) is None


def test_a_warning_in_the_night_comes_before_it() -> None:
    assert closing_moment(at("2026-11-18T20:00"), 3 * HOUR, reader()) == at("2026-11-18T17:00")
    evening = at("2026-11-18T22:59")
    for deadline in ("2026-11-19T02:30", "2026-11-19T09:00"):
        assert closing_moment(at(deadline), 3 * HOUR, reader()) == evening


# ---------------------------------------------------------------- collecting


NOON = at("2026-11-18T12:00")
SETTINGS = Settings()


class Post:
    """A store with the notices of Bob, whose messages can be read."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tables = [open_table(store).id for _ in range(3)]
        store.listeners.people = frozenset({"b"})

    def write(self, job: Any) -> Any:
        return self.store.writer.submit("", job).result()

    def channel(self, id: str, kind: Any, *, turns: bool = True) -> None:
        made = Channel(id, "b", kind, f"address of {id}", turns=turns)
        self.write(lambda c: channels.add(c, made))

    def set(self, **values: Any) -> None:
        self.write(lambda c: channels.save_settings(c, self.store.insert, "b", **values))

    def note(self, table: int, now: int, number: int = 1, **more: Any) -> None:
        kind, urgent = more.get("kind", "turn"), more.get("urgent", False)
        due = now if urgent else now + 10 * MINUTE
        made = Notice("b", self.tables[table], 1, kind, number, urgent, now, due)
        self.write(lambda c: notices.add(c, self.store.insert, [made]))

    def pass_time(self, now: int, *watched: int) -> list[tuple[str, Message]]:
        """What is posted at a moment, by channel."""
        seen = [self.tables[n] for n in watched]
        for person in self.store.read_sync(lambda c: notices.people_to_tell(c, now)):
            self.write(
                lambda c, person=person: collect.tell(c, self.store, SETTINGS, person, seen, now)
            )
        return self.take()

    def take(self) -> list[tuple[str, Message]]:
        """Read and empty the outbox."""
        c = schema.messages.c
        query = sa.select(c.channel, c.body).order_by(c.channel, c.created)
        found = self.store.read_sync(lambda connection: connection.execute(query).all())
        self.write(lambda connection: connection.execute(sa.delete(schema.messages)))
        return [(id, msgspec.json.decode(body, type=Message)) for id, body in found]


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    store = Store(f"sqlite:///{tmp_path / 'post.db'}")
    found = Post(store)
    found.set(zone=ROME, digest_day="2026-11-18")
    yield found
    store.close()


def test_what_comes_within_ten_minutes_is_one_message(post: Post) -> None:
    post.channel("hook", "webhook")
    post.note(0, NOON)
    assert post.pass_time(NOON + 9 * MINUTE) == []
    post.note(1, NOON + 9 * MINUTE)
    [(_, body)] = post.pass_time(NOON + 10 * MINUTE)
    assert {item.table for item in body.items} == set(post.tables[:2])
    assert body.title == "2 races need you"
    assert post.pass_time(NOON + 30 * MINUTE) == []


def test_nobody_is_told_twice_within_two_hours_unless_time_runs_out(post: Post) -> None:
    post.channel("hook", "webhook")
    post.note(0, NOON)
    assert len(post.pass_time(NOON + 10 * MINUTE)) == 1
    post.note(1, NOON + 20 * MINUTE)
    assert post.pass_time(NOON + 40 * MINUTE) == []
    post.note(2, NOON + 60 * MINUTE, kind="closing", urgent=True)
    [(_, body)] = post.pass_time(NOON + 60 * MINUTE)
    assert [item.kind for item in body.items] == ["turn", "closing"]
    post.note(0, NOON + 70 * MINUTE, number=5, kind="proposal")
    assert post.pass_time(NOON + 179 * MINUTE) == []
    assert len(post.pass_time(NOON + 180 * MINUTE)) == 1


def test_what_falls_in_quiet_hours_comes_at_their_end_as_one(post: Post) -> None:
    post.channel("hook", "webhook")
    night = at("2026-11-18T23:30")
    for n in range(3):
        post.note(n, night + n * HOUR, kind="closing" if n == 2 else "turn", urgent=n == 2)
        assert post.pass_time(night + n * HOUR + 11 * MINUTE) == []
    assert post.pass_time(at("2026-11-19T06:59")) == []
    [(_, body)] = post.pass_time(at("2026-11-19T07:00"))
    assert len(body.items) == 3


def test_who_looks_at_the_table_is_told_later_if_at_all(post: Post) -> None:
    post.channel("hook", "webhook")
    post.store.listeners.collect_ms = 10 * MINUTE
    post.note(0, NOON)
    post.note(1, NOON, kind="begins")
    assert post.pass_time(NOON + 10 * MINUTE, 0, 1) == []
    assert post.pass_time(NOON + 19 * MINUTE) == []
    [(_, body)] = post.pass_time(NOON + 20 * MINUTE)
    assert [item.table for item in body.items] == [post.tables[0]], "the start was seen"


def test_a_further_turn_rings_only_after_a_visit(post: Post) -> None:
    post.channel("hook", "webhook")
    post.channel("phone", "push")
    post.note(0, NOON)
    assert [id for id, _ in post.pass_time(NOON + HOUR)] == ["hook", "phone"]
    post.note(0, NOON + 5 * HOUR, number=8)
    [(id, body)] = post.pass_time(NOON + 6 * HOUR)
    assert (id, body.silent, body.tag) == ("phone", True, f"table-{post.tables[0]}")
    post.write(lambda c: notices.mark_visited(c, "b", post.tables[0]))
    post.note(0, NOON + 8 * HOUR, number=12)
    assert [body.silent for _, body in post.pass_time(NOON + 9 * HOUR)] == [False, False]


def test_mail_is_told_only_of_clocks_unless_asked(post: Post) -> None:
    post.channel("mail", "mail", turns=False)
    post.note(0, NOON)
    assert post.pass_time(NOON + HOUR) == []
    post.note(1, NOON + 2 * HOUR, kind="closing", urgent=True)
    [(_, body)] = post.pass_time(NOON + 2 * HOUR)
    assert [item.kind for item in body.items] == ["closing"]


def test_texts_are_in_the_readers_language(post: Post) -> None:
    post.channel("hook", "webhook")
    post.set(language="it")
    post.note(0, NOON)
    [(_, body)] = post.pass_time(NOON + HOUR)
    assert "tocca a te" in body.text


# ---------------------------------------------------------------- digests and clocks


def digests(post: Post, now: int) -> list[tuple[str, Message]]:
    for person in post.store.read_sync(lambda c: collect.find_digests(c, now)):
        post.write(lambda c, person=person: collect.post_digest(c, post.store, person, now))
    return post.take()


def test_a_digest_comes_once_a_morning_if_there_is_something_to_say(post: Post) -> None:
    post.channel("mail", "mail", turns=False)
    morning = at("2026-11-19T08:00")
    assert digests(post, morning - MINUTE) == []
    waiting = {table: listed_for_bob(post, table) for table in post.tables}
    [(_, body)] = digests(post, morning)
    assert {item.table for item in body.items} == {id for id, asked in waiting.items() if asked}
    assert digests(post, morning + HOUR) == []
    assert len(digests(post, morning + 24 * HOUR)) == 1


def listed_for_bob(post: Post, table: str) -> bool:
    found = post.store.read_sync(lambda c: index.find(c, table))
    assert found is not None
    return 1 in found.summary.asked and found.summary.places[1].person == "b"


def test_a_digest_is_the_readers_choice(post: Post) -> None:
    post.channel("phone", "push")
    morning = at("2026-11-19T09:00")
    assert digests(post, morning) == [], "off by push unless asked for"
    post.set(digest=True)
    assert [id for id, _ in digests(post, morning)] == ["phone"]
    post.channel("mail", "mail", turns=False)
    post.set(digest=False)
    assert digests(post, morning + 24 * HOUR) == []


def test_nothing_to_say_is_no_digest(tmp_path: Path) -> None:
    assert digest_about([], [], "en") is None


# ---------------------------------------------------------------- what rows cause


def noted(store: Store) -> list[tuple[str, bool]]:
    """Kinds of Bob's notices, and whether he was told."""
    found = store.read_sync(lambda c: notices.of_person(c, "b"))
    return sorted((one.kind, one.told is not None) for one in found)


def answer(store: Store, table: Table, seat: int) -> Table:
    """Play the default for a seat."""
    assert table.referee is not None
    ask = next(ask for ask in table.referee.asks if ask.seat == seat)
    number = table.referee.ask_number(seat)
    return append(store, table, actions.move(table, seat, number, ask.default_move, "person"))


@pytest.fixture
def store(own_database: str) -> Iterator[Store]:
    found = Store(own_database)
    found.listeners.people = frozenset({"b"})
    yield found
    found.close()


def test_a_row_notes_a_turn_with_its_own_transaction(store: Store) -> None:
    table = open_table(store)
    assert noted(store) == [("begins", False), ("turn", False)]
    table = answer(store, table, 1)
    assert ("turn", False) not in noted(store), "it was answered before anybody was told"
    while table.state == "racing":
        for seat in table.asked_seats():
            table = answer(store, table, seat)
            if table.state != "racing":
                break
    assert noted(store) == [("begins", False), ("over", False)]
    store.writer.submit("", lambda c: notices.mark_visited(c, "b", table.id)).result()
    assert noted(store) == []


@pytest.mark.parametrize(
    "row",
    [
        table_log.Left(1, Place("Bob", "b", "hard"), "Bob"),
        table_log.Left(1, Place("Bot", None, "hard"), "Bob", "host"),
        table_log.Sat(1, Place("Cat", "c"), instead="b"),
    ],
    ids=["a bot drives", "removed by the host", "another person drives"],
)
def test_who_no_longer_drives_is_not_told_of_a_turn(store: Store, row: table_log.Entry) -> None:
    table = open_table(store)
    assert ("turn", False) in noted(store)
    append(store, table, row)
    assert noted(store) == [("begins", False)]


def test_a_message_about_a_turn_is_not_sent_to_a_former_driver(store: Store) -> None:
    table = open_table(store)
    assert 1 in table.asked_seats()
    item = Item(table.id, 1, "turn", "template", "")
    assert store.read_sync(lambda c: is_true(c, item, "b"))
    append(store, table, table_log.Sat(1, Place("Cat", "c"), instead="b"))
    assert not store.read_sync(lambda c: is_true(c, item, "b"))
    assert store.read_sync(lambda c: is_true(c, item, "c"))


def test_nothing_is_noted_for_people_without_a_channel(store: Store) -> None:
    store.listeners.people = frozenset({"somebody else"})
    open_table(store)
    assert noted(store) == []


def test_a_clock_that_runs_out_is_told_once_whoever_looks(store: Store) -> None:
    hours = 48
    table = open_table(store, wire.Slow(hours))
    settings = {"zone": "UTC", "quiet_from": 0, "quiet_to": 0}
    store.writer.submit(
        "", lambda c: channels.save_settings(c, store.insert, "b", **settings)
    ).result()

    def closing(now: int) -> list[Notice]:
        people = store.listeners.people
        found = store.read_sync(lambda c: collect.find_closing(c, people, now))
        for _ in range(2):  # two processes
            store.writer.submit("", lambda c: notices.add(c, store.insert, found)).result()
        return found

    deadline = table.changed + hours * HOUR
    assert closing(deadline - 3 * HOUR - MINUTE) == []
    [warned] = closing(deadline - 3 * HOUR)
    assert (warned.table_id, warned.seat, warned.urgent) == (table.id, 1, True)
    assert closing(deadline - HOUR) == []
    assert noted(store).count(("closing", False)) == 1
    answer(store, table, 1)
    assert ("closing", False) not in noted(store)


def test_what_is_stored_is_copied_and_verified(store: Store, tmp_path: Path) -> None:
    open_table(store)
    made = Channel("mail", "b", "mail", "bob@mail.example")
    store.writer.submit("", lambda c: channels.add(c, made)).result()
    assert all(not one.wrong for one in admin.verify(store))
    if not store.is_sqlite:
        return  # pg_dump copies every table
    copy = tmp_path / "copy.db"
    admin.back_up(str(store.engine.url), copy)
    restored = Store(f"sqlite:///{copy}")
    assert restored.read_sync(lambda c: channels.of_person(c, "b")) == [made]
    assert noted(restored) == noted(store)
    restored.close()


def test_a_bank_is_warned_of_by_the_time_that_counts(store: Store) -> None:
    table = open_table(store, wire.Bank(hours=24, increment=8, cap=36))
    hour = local(table.changed, "UTC").hour
    settings = {"zone": "UTC", "quiet_from": (hour + 20) % 24, "quiet_to": (hour + 4) % 24}
    store.writer.submit(
        "", lambda c: channels.save_settings(c, store.insert, "b", **settings)
    ).result()
    reader = store.read_sync(lambda c: channels.settings_of(c, "b"))
    table = append(store, table, table_log.QuietHoursSet("b", clock_hours(reader)))
    deadline = table.deadline(1)
    assert deadline is not None
    assert deadline > table.changed + 30 * HOUR, "8 hours of each day do not count"

    def closing(now: int) -> list[Notice]:
        return store.read_sync(lambda c: collect.find_closing(c, store.listeners.people, now))

    warned = counted_before(deadline, 4 * HOUR, clock_hours(reader))
    assert [one.kind for one in closing(warned)] == ["closing"]
    assert closing(warned - MINUTE) == []
    [notice] = closing(warned)
    item = store.read_sync(
        lambda c: describe_item(c, index.find(c, table.id), notice, "en", warned)  # type: ignore[arg-type]
    )
    assert item.text.endswith("4 h left.")


def test_who_is_offered_away_is_told_and_others_are_not(store: Store) -> None:
    table = open_table(store, wire.Bank())
    gone = table_log.Left(1, Place("Bob", "b", "hard"), "Bob", "clock")
    table = append(store, table, gone)
    before = noted(store)
    offered = table_log.SeatOffered(1, "digest", "host", table.changed + 12 * HOUR)
    table = append(store, table, offered)
    assert noted(store) == sorted([*before, ("substitute", False)])
    store.listeners.people = frozenset({"a", "b"})
    append(store, table, table_log.SeatOffered(1, "other", "host", offered.opens))
    assert noted(store) == sorted([*before, ("substitute", False)]), "once"
    assert store.read_sync(lambda c: notices.of_person(c, "a")) == []


def play_on(store: Store, table: Table) -> Table:
    """Who is asked first answers by hand."""
    ask = table.asks()[0]
    assert table.referee is not None
    number = table.referee.ask_number(ask.seat)
    played = actions.move(table, ask.seat, number, ask.default_move, "person")
    return append(store, table, played)


def play_to_a_drive(store: Store, table: Table, sitting: int) -> Table:
    """To a sitting in which one car drives and the other waits for its turn."""
    while table.sitting.number < sitting or table.asks()[0].question.prompt != "drive":
        table = play_on(store, table)
    return table


def calls(store: Store, person: str) -> list[tuple[str, int]]:
    found = store.read_sync(lambda c: notices.of_person(c, person))
    return [(one.kind, one.number) for one in found if one.kind in ("turn", "sitting")]


def test_who_may_plan_is_called_once_a_sitting(store: Store) -> None:
    """In Street Illegal the cars drive in order: one is asked, and the other may plan. In the
    third leg of this race a car is dropped first."""
    store.listeners.people = frozenset({"a", "b"})
    table = open_table(store, wire.Bank(), "street-illegal")
    for sitting in (2, 3, 4):
        table = play_to_a_drive(store, table, sitting)
        (asked,) = table.asked_seats()
        other = "ab"[1 - asked]
        assert [kind for kind, _ in calls(store, "ab"[asked])] == ["turn"]
        assert calls(store, other) == [("sitting", sitting)], "the one before is dropped"
        visit = partial(notices.mark_visited, person=other, table=table.id)
        store.writer.submit("", visit).result()
        [seen] = store.read_sync(partial(notices.of_person, person=other))
        assert seen.told == notices.SEEN, "it does not ring any more, and comes no second time"
    while table.state == "racing":
        table = play_on(store, table)
    assert calls(store, "a") == calls(store, "b") == []


def test_who_has_a_plan_is_not_called(store: Store) -> None:
    store.listeners.people = frozenset({"a", "b"})
    table = play_to_a_drive(store, open_table(store, wire.Bank(), "street-illegal"), 2)
    (asked,) = table.asked_seats()
    seats = [(1 - asked, "b")]
    job = partial(notices.who_may_plan, table=table, seats=seats)
    assert store.read_sync(job) == [], "called before"
    store.writer.submit("", lambda c: c.execute(sa.delete(schema.notices))).result()
    assert store.read_sync(job) == seats
    view = table.spec.game.view(table.referee.state, 1 - asked)  # type: ignore[union-attr]
    last = table.sitting.last_turn
    ask = open_sheet(table.spec, view, 1 - asked, last).ask
    assert ask is not None
    sheet = open_sheet(table.spec, view, 1 - asked, last, [ask.default_move])
    body = raw(Program(1 - asked, plan_of(sheet, last, last)))
    change = Change(1 - asked, prepared.add(table, 1 - asked, NOTHING, [body]))
    now = sa.literal(table.changed)
    store.writer.submit(
        "", lambda c: programs.save(c, store.insert, table.id, change, now)
    ).result()
    assert store.read_sync(job) == []


def test_who_was_called_to_plan_is_rung_once(store: Store) -> None:
    store.listeners.people = frozenset({"a", "b"})
    table = play_to_a_drive(store, open_table(store, wire.Bank(), "street-illegal"), 2)
    (asked,) = table.asked_seats()
    other = "ab"[1 - asked]
    [call] = [
        one
        for one in store.read_sync(lambda c: notices.of_person(c, other))
        if one.kind == "sitting"
    ]
    item = store.read_sync(
        lambda c: describe_item(c, index.find(c, table.id), call, "en", call.at)  # type: ignore[arg-type]
    )
    assert item.text.endswith(": you can plan your turn now.")
    told = replace(call, told=call.at)
    turn = replace(call, kind="turn", number=1)
    assert collect.is_repeated(turn, [told, turn]), "the turn replaces the call that was told"
    assert not collect.is_repeated(turn, [call, turn])


def test_a_race_without_a_bank_calls_nobody_to_plan(store: Store) -> None:
    store.listeners.people = frozenset({"a", "b"})
    table = open_table(store, wire.Slow(48), "street-illegal")
    while table.state == "racing":
        table = play_on(store, table)
        assert "sitting" not in [kind for kind, _ in calls(store, "a") + calls(store, "b")]
