"""Holidays, pauses, more time, and seats that change hands in slow races."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from paddock import games
from paddock.server import admin
from paddock.server.api import wire
from paddock.server.api.errors import Denied
from paddock.server.people.local_time import QuietHours
from paddock.server.people.person import Person
from paddock.server.store import schema
from paddock.server.tables import actions, slow_actions, snapshot, table_log
from paddock.server.tables.slow_play import DAY_MS
from paddock.server.tables.table import PlannedRow, Table, replay_rows
from paddock.server.tables.table_log import Place
from tests.server.conftest import settings_for
from tests.server.site import Guest, Json, running, until
from tests.server.test_bank_clock import ROME, at
from tests.server.test_clocks import HOUR

NOW = at("2026-11-18T12:00")
ANN, BOB, CAT = Person("a", "Ann"), Person("b", "Bob"), Person("c", "Cat")
BANK = {"type": "Bank"}
USUAL = wire.Bank()


class Race:
    """A table of Ann, who is the host, and Bob, folded in simulated time."""

    def __init__(self, clock: wire.Clock = USUAL, **slow: Any) -> None:
        spec = games.find_spec("template")
        places = (Place("Ann", "a"), Place("Bob", "b"))
        options = Raw(msgspec.json.encode(spec.options()))
        head = table_log.Opened(
            *("template", spec.card.edition, options, places, clock, True, "a"),
            slow=wire.SlowOptions(**slow),
        )
        self.rows = [table_log.Row(0, head, None, NOW)]
        self.table = Table("t", spec, self.rows[0])
        self.add(actions.start(self.table, "", lambda *_: Place()), NOW)

    def add(self, plan: PlannedRow | None, moment: int) -> None:
        assert plan is not None
        row = table_log.Row(self.table.version + 1, plan.entry, None, moment)
        self.rows.append(row)
        self.table.fold(row, plan)
        assert self.table.fault is None, self.table.fault

    def go(self, days: int, moment: int = NOW, person: str = "b", **more: Any) -> None:
        wanted: dict[str, Any] = {"first": None, "how": "bot", "zone": ROME} | more
        taken = slow_actions.take_holiday(self.table, person, days=days, now=moment, **wanted)
        self.add(taken, moment)

    def pass_time(self, moment: int) -> None:
        while (plan := slow_actions.change_in_time(self.table, moment)) is not None:
            self.add(plan, moment)


def refused(why: str) -> Any:
    return pytest.raises(Denied, match=f"^{why}$")


# ---------------------------------------------------------------- holidays


def test_a_bot_drives_on_a_holiday_and_gives_the_wheel_back() -> None:
    race = Race()
    race.go(2, first=date(2026, 11, 20))
    begins, ends = at("2026-11-20T00:00"), at("2026-11-22T00:00")
    assert slow_actions.next_change(race.table) == begins
    assert slow_actions.change_in_time(race.table, begins - 1) is None
    race.pass_time(begins)
    assert race.table.places[1].level == "hard"
    assert slow_actions.next_change(race.table) == ends
    race.pass_time(ends)
    assert race.table.places[1] == Place("Bob", "b")
    assert slow_actions.next_change(race.table) is None
    assert race.table.slow.used_days("b") == 2


def test_the_table_waits_for_a_person_on_holiday() -> None:
    race = Race()
    before = race.table.clocks.time_left(1, NOW)  # type: ignore[attr-defined]
    race.go(3, how="wait")
    race.pass_time(NOW + DAY_MS)
    assert race.table.places[1].level is None
    bank = race.table.bank_clocks
    assert bank is not None
    assert bank.time_left(1, at("2026-11-21T00:00")) == before
    asked = race.table.asked_seats()[0]
    race.go(1, how="wait", person="ab"[asked], first=date(2026, 11, 25))
    assert bank.count_ms(asked, at("2026-11-25T00:00"), at("2026-11-26T00:00")) == 0


def test_days_of_holiday_are_counted() -> None:
    race = Race()
    with refused("holiday-wait"):
        race.go(6, how="wait")
    race.go(5, how="wait")
    with refused("holiday-twice"):
        race.go(1, first=date(2026, 11, 20))
    with refused("holiday-wait"):
        race.go(1, how="wait", first=date(2026, 11, 23))
    with refused("holiday-past"):
        race.go(1, first=date(2026, 11, 17))
    with refused("holiday-far"):
        race.go(1, first=date(2027, 11, 17))
    race.go(5, first=date(2026, 11, 30))
    with refused("holiday-used"):
        race.go(1, first=date(2026, 12, 20))
    race.go(10, person="a")  # everybody has days of their own


def test_who_comes_back_early_has_days_left() -> None:
    race = Race()
    race.go(5)
    race.pass_time(NOW)
    back = at("2026-11-19T09:00")
    race.add(actions.sit(race.table, 1, BOB, "Bob", ""), back)
    assert race.table.slow.used_days("b") == 1
    assert slow_actions.next_change(race.table) is None
    race.go(5, back, first=date(2026, 11, 25))
    race.add(slow_actions.end_holiday(race.table, "b", back), back)
    assert race.table.slow.used_days("b") == 1, "it never began"
    with refused("no-holiday"):
        slow_actions.end_holiday(race.table, "b", back)


def test_a_table_may_refuse_holidays_and_other_clocks_have_none() -> None:
    with refused("no-holidays"):
        Race(holidays=False).go(1)
    with refused("no-bank"):
        Race(wire.Slow()).go(1)


def test_a_holiday_over_the_change_of_the_clock_has_whole_days() -> None:
    race = Race()
    race.go(1, at("2026-10-20T12:00"), first=date(2026, 10, 25))
    [one] = race.table.slow.holidays["b"]
    assert (one.begins, one.ends) == (at("2026-10-25T00:00"), at("2026-10-26T00:00"))
    assert one.ends - one.begins == 25 * HOUR


# ---------------------------------------------------------------- the host


def test_a_host_pauses_for_seven_days_in_all() -> None:
    race = Race()
    seat = race.table.asked_seats()[0]
    deadline = race.table.deadline(seat)
    assert deadline is not None
    race.add(slow_actions.pause(race.table, "a", 5, NOW), NOW)
    assert race.table.deadline(seat) == deadline + 5 * DAY_MS
    with refused("paused-already"):
        slow_actions.pause(race.table, "a", 1, NOW + HOUR)
    race.add(slow_actions.end_pause(race.table, "a", NOW + DAY_MS), NOW + DAY_MS)
    assert race.table.deadline(seat) == deadline + DAY_MS
    later = NOW + 2 * DAY_MS
    with refused("pause-used"):
        slow_actions.pause(race.table, "a", 7, later)
    race.add(slow_actions.pause(race.table, "a", 6, later), later)
    with refused("not-host"):
        slow_actions.end_pause(race.table, "b", later)


def test_a_host_gives_one_seat_a_day_twice() -> None:
    race = Race()
    for n in (1, 2):
        race.add(slow_actions.grant_time(race.table, "a", 1), NOW)
        assert race.table.clocks.bank(1) == (24 + 24 * n) * HOUR
    with refused("grants-used"):
        slow_actions.grant_time(race.table, "a", 1)


def test_a_host_gives_more_time_and_only_all_take_it_away() -> None:
    race = Race()
    more = wire.Bank(hours=48, increment=12, cap=60)
    race.add(slow_actions.change_pace(race.table, "a", more, None), NOW)
    assert race.table.clocks.bank(0) == 48 * HOUR
    for less in (wire.Bank(hours=24, increment=12, cap=60), wire.Bank(48, 12, 60, quiet=False)):
        with refused("less-time"):
            slow_actions.change_pace(race.table, "a", less, None)
    with refused("less-time"):
        slow_actions.change_pace(race.table, "a", None, wire.SlowOptions(co_drivers="none"))
    level = wire.SlowOptions(level="medium", turns=2)
    race.add(slow_actions.change_pace(race.table, "a", None, level), NOW)
    assert race.table.co_driver_level == "medium"
    less = wire.Bank(hours=12, increment=6, cap=24)
    race.add(actions.propose(race.table, BOB, "pace", None, NOW, less), NOW)
    assert race.table.clock == more
    race.add(actions.agree(race.table, ANN, yes=True), NOW)
    assert race.table.clock == less


# ---------------------------------------------------------------- seats that change hands


def test_a_link_hands_over_a_seat_once() -> None:
    race = Race()
    race.add(slow_actions.offer_seat(race.table, 1, "b", "secret", NOW), NOW)
    with refused("offer-used"):
        slow_actions.take_over(race.table, 1, CAT, "Cat", "wrong", NOW)
    with refused("sat-here"):
        slow_actions.take_over(race.table, 1, ANN, "Ann", "secret", NOW)
    race.add(slow_actions.take_over(race.table, 1, CAT, "Cat", "secret", NOW), NOW)
    assert race.table.places[1] == Place("Cat", "c")
    assert [one.name for one in race.table.slow.former[1]] == ["Bob"]
    with refused("offer-used"):
        slow_actions.take_over(race.table, 1, Person("d", "Dan"), "Dan", "secret", NOW)
    with refused("seat-taken"):
        actions.sit(race.table, 1, BOB, "Bob", "")
    race.add(actions.leave(race.table, 1, "c", Place(level="medium")), NOW)
    race.add(actions.sit(race.table, 1, BOB, "Bob", ""), NOW)
    assert race.table.places[1] == Place("Bob", "b"), "the second one left"


def hand_over(race: Race) -> None:
    """Bob gives his seat to Cat."""
    race.add(slow_actions.offer_seat(race.table, 1, "b", "secret", NOW), NOW)
    race.add(slow_actions.take_over(race.table, 1, CAT, "Cat", "secret", NOW), NOW)


def test_who_handed_over_their_seat_has_no_holiday_to_end() -> None:
    race = Race()
    race.go(3, first=date(2026, 11, 25))
    hand_over(race)
    with refused("not-yours"):
        slow_actions.end_holiday(race.table, "b", NOW)


def test_who_handed_over_their_seat_no_longer_answers_their_proposal() -> None:
    race = Race()
    race.add(actions.propose(race.table, BOB, "abandon", None, NOW), NOW)
    hand_over(race)
    for yes in (True, False):
        with refused("not-yours"):
            actions.agree(race.table, BOB, yes)
    race.add(actions.agree(race.table, CAT, False), NOW)
    assert race.table.membership.proposal is None


def miss_two(race: Race, moment: int = NOW) -> None:
    """A bot drives for Bob after two missed sittings."""
    gone = table_log.Left(1, Place("Bob", "b", "hard"), "Bob", "clock")
    race.add(PlannedRow(gone), moment)


def test_others_offer_a_seat_after_two_days_and_its_person_may_object() -> None:
    race = Race()
    with refused("not-absent-long"):
        slow_actions.offer_seat(race.table, 1, "a", "secret", NOW)
    miss_two(race)
    with refused("not-absent-long"):
        slow_actions.offer_seat(race.table, 1, "a", "secret", NOW + 47 * HOUR)
    late = NOW + 48 * HOUR
    race.add(slow_actions.offer_seat(race.table, 1, "a", "secret", late), late)
    with refused("offer-early"):
        slow_actions.take_over(race.table, 1, CAT, "Cat", "secret", late + 11 * HOUR)
    race.add(slow_actions.offer_seat(race.table, 1, "a", "other", late + HOUR), late + HOUR)
    race.add(actions.sit(race.table, 1, BOB, "Bob", ""), late + 2 * HOUR)
    assert race.table.clocks.bank(1) == 24 * HOUR
    with refused("offer-used"):
        slow_actions.take_over(race.table, 1, CAT, "Cat", "other", late + 13 * HOUR)


def test_all_may_propose_a_substitute() -> None:
    race = Race()
    miss_two(race)
    late = NOW + 48 * HOUR
    race.add(actions.propose(race.table, ANN, "replace", 1, late), late)
    assert race.table.slow.offers[1].by == "proposal", "nobody else races"
    race.add(slow_actions.offer_seat(race.table, 1, "a", "secret", late), late)
    opens = late + 12 * HOUR
    race.add(slow_actions.take_over(race.table, 1, CAT, "Cat", "secret", opens), opens)
    bank = race.table.bank_clocks
    assert bank is not None
    assert bank.time_left(1, opens) == 24 * HOUR


def test_the_seat_of_a_person_who_leaves_may_be_offered() -> None:
    race = Race()
    race.add(actions.leave(race.table, 1, "b", Place(level="medium")), NOW)
    race.add(slow_actions.offer_seat(race.table, 1, "a", "secret", NOW), NOW)
    assert race.table.slow.offers[1].opens == NOW + 12 * HOUR


def test_what_was_arranged_is_replayed_and_kept_in_snapshots() -> None:
    race = Race()
    race.add(slow_actions.set_quiet_hours(race.table, "b", QuietHours(ROME, 23, 7)), NOW)
    assert slow_actions.set_quiet_hours(race.table, "b", QuietHours(ROME, 23, 7)) is None
    race.go(2, how="wait", first=date(2026, 11, 30))
    race.add(slow_actions.pause(race.table, "a", 1, NOW), NOW)
    race.add(slow_actions.offer_seat(race.table, 1, "b", "secret", NOW), NOW)
    race.add(slow_actions.take_over(race.table, 1, CAT, "Cat", "secret", NOW), NOW)
    decoded = [
        msgspec.structs.replace(row, entry=table_log.decode(table_log.encode(row.entry)))
        for row in race.rows
    ]
    again = replay_rows("t", race.table.spec, decoded)
    assert again.slow.state() == race.table.slow.state()
    assert again.clocks.state() == race.table.clocks.state()
    referee = race.table.referee
    assert referee is not None
    kept = race.table.snapshot(referee, referee.checkpoint())  # type: ignore[arg-type]
    spec = race.table.spec
    assert snapshot.decode(spec, snapshot.encode(spec, kept)) == kept


# ---------------------------------------------------------------- over HTTP, on both databases


def open_slow(ann: Guest, bob: Guest, game: str = "template", **more: Any) -> str:
    table = ann.open("me", "open", game=game, clock=BANK, **more)
    assert bob.join(table, 1).status_code == 200
    return table


def seats_at(who: Guest, table: str, viewer: int | None = None) -> list[Json]:
    with who.at(table, viewer) as eye:
        return list(eye.now["seats"])


def test_bad_requests_are_refused_in_words(database: str) -> None:
    with running(settings_for(database)) as site:
        ann, bob, cat = site.guest("Ann"), site.guest("Bob"), site.guest("Cat")
        body = {"game": "template", "seats": [{"type": "Me"}, {"type": "Open"}]}
        for clock in ({**BANK, "hours": 0}, {**BANK, "cap": 5}, {**BANK, "increment": -1}):
            assert ann.post("/api/tables", {**body, "clock": clock}).status_code == 400
        slow: Json = {"clock": {"type": "Slow"}, "slow": {"holidays": False}}
        assert "bank" in ann.post("/api/tables", {**body, **slow}).json()["text"]
        slow = {"clock": BANK, "slow": {"level": "nobody"}}
        assert ann.post("/api/tables", {**body, **slow}).status_code == 404
        table = open_slow(ann, bob)
        path = f"/api/tables/{table}"
        for wrong in ({"days": 0}, {"days": 11}, {"days": 1, "first": "2026-02-31"}):
            assert bob.post(f"{path}/holiday", wrong).status_code == 400
        assert bob.post(f"{path}/holiday", {"days": 1, "zone": "Mars/Phobos"}).status_code == 400
        assert cat.post(f"{path}/holiday", {"days": 1}).status_code == 403
        assert bob.post(f"{path}/pause", {"days": 1}).status_code == 403
        assert bob.post(f"{path}/seats/0/time").status_code == 403
        assert ann.post(f"{path}/seats/7/time").status_code == 404
        assert ann.post(f"{path}/seats/1/offer").status_code == 409
        assert cat.get(f"{path}/seats/1/offer/guess").status_code == 403
        assert cat.post(f"{path}/seats/1/take", {"token": "guess"}).status_code == 403
        assert ann.put(f"{path}/pace", {"clock": {**BANK, "hours": 12}}).status_code == 403


def test_holiday_pause_and_more_time_are_seen_by_all(database: str) -> None:
    with running(settings_for(database)) as site:
        ann, bob = site.guest("Ann"), site.guest("Bob")
        table = open_slow(ann, bob)
        path = f"/api/tables/{table}"
        assert bob.post(f"{path}/holiday", {"days": 3, "zone": ROME}).status_code == 200
        with ann.at(table, 0) as viewer:
            seat = viewer.until(lambda now: now["seats"][1]["away"])["seats"][1]
            assert seat["holiday"]["how"] == "bot"
            assert viewer.now["slow"]["holiday_days"] == 10
        assert bob.delete(f"{path}/holiday").status_code == 200
        with bob.at(table, 1) as viewer:
            viewer.until(lambda now: not now["seats"][1]["away"])
            assert viewer.now["slow"]["holiday_days"] == 9, "today is used"
        assert ann.post(f"{path}/pause", {"days": 2}).status_code == 200
        assert ann.post(f"{path}/seats/1/time").status_code == 200
        with bob.at(table, 1) as viewer:
            assert viewer.now["slow"]["paused_until"] is not None
            assert 47 * HOUR < viewer.now["seats"][1]["bank"] <= 48 * HOUR
            said = [line["text"] for line in viewer.log if line["type"] == "Noted"]
        assert "The host gives Bob 24 hours more." in said
        assert "Bob takes 3 days of holiday. A bot drives meanwhile." in said
        with ann.at(table, language="it") as viewer:
            said = [line["text"] for line in viewer.log if line["type"] == "Noted"]
        assert "Bob prende 3 giorni di vacanza; intanto guida un bot." in said


def test_quiet_hours_come_from_a_persons_settings(database: str) -> None:
    with running(settings_for(database)) as site:
        ann, bob = site.guest("Ann"), site.guest("Bob")
        hours = {"zone": ROME, "quiet_from": 23, "quiet_to": 7}
        bob.put("/api/me/notices", hours)
        table = open_slow(ann, bob)

        def known(seat: int) -> QuietHours | None:
            bank = site.hub.open_tables[table].table.bank_clocks
            found: QuietHours | None = bank.hours_set(seat)
            return found

        until(lambda: known(1) == QuietHours(ROME, 23, 7))
        assert known(0) is None
        ann.put("/api/me/notices", {"zone": "Asia/Tokyo"})
        until(lambda: known(0) == QuietHours("Asia/Tokyo", 23, 7))


def test_a_substitute_sees_what_the_seat_sees_from_then_on(database: str) -> None:
    """Through two processes: the link works once for all of them."""
    with running(settings_for(database)) as site, running(settings_for(database)) as other:
        ann, bob, cat = site.guest("Ann"), site.guest("Bob"), other.guest("Cat")
        table = open_slow(ann, bob, "heat")
        path = f"/api/tables/{table}"
        with bob.at(table, 1) as viewer:
            viewer.answer(viewer.until_asked())
            before = {line["n"] for line in viewer.log}
            own = [line["text"] for line in viewer.log if line["type"] == "Told"]
        link = bob.post(f"{path}/seats/1/offer").json()["path"]
        token = link.rpartition("/")[2]
        offered = cat.get(f"{path}/seats/1/offer/{token}").json()
        assert (offered["name"], offered["seat"]) == ("Bob", 1)
        assert ann.post(f"{path}/seats/1/take", {"token": token}).status_code == 403
        assert cat.post(f"{path}/seats/1/take", {"token": token}).status_code == 200
        dan = site.guest("Dan")
        assert dan.post(f"{path}/seats/1/take", {"token": token}).status_code == 403
        with cat.at(table, 1) as viewer, cat.at(table) as spectator:
            mine = [x["text"] for x in viewer.log if x["type"] == "Told" and x["n"] in before]
            public = [x["text"] for x in spectator.log if x["type"] == "Told" and x["n"] in before]
            assert mine == public != own, "what Bob drew is not told"
            assert viewer.now["seats"][1]["former"] == [{"name": "Bob", "until": 1}]
            said = [line["text"] for line in viewer.log if line["type"] == "Noted"]
            assert "Bob hands over the seat by a link." in said
            assert viewer.now["seats"][1]["bank"] >= 24 * HOUR
        replay = cat.get(f"{path}/replay", eye=1).json()
        seen = cat.get(f"{path}/replay").json()
        assert [m["view"] for m in replay["moments"]] == [m["view"] for m in seen["moments"]]
        with bob.at(table) as viewer:
            viewer.eye = 1
            viewer.hello()
            assert viewer.frames[-1]["type"] == "Refusal", "the seat is not Bob's any more"


def test_what_is_stored_adds_up_and_names_can_be_deleted(own_database: str) -> None:
    with running(settings_for(own_database)) as site:
        ann, bob, cat = site.guest("Ann"), site.guest("Bob"), site.guest("Cat")
        bob.put("/api/me/notices", {"zone": ROME})
        table = open_slow(ann, bob)
        path = f"/api/tables/{table}"
        bob.post(f"{path}/holiday", {"days": 1, "how": "wait"})
        link = bob.post(f"{path}/seats/1/offer").json()["path"]
        cat.post(f"{path}/seats/1/take", {"token": link.rpartition("/")[2]})
        assert [one["id"] for one in bob.get("/api/me/export").json()["tables"]] == [table]
        assert not bob.get("/api/lobby").json()["yours"], "Bob has no seat any more"
        assert bob.http.request(
            "DELETE", "/api/account", json={}, headers=bob.headers()
        ).status_code in (200, 204)
        card = ann.card(table)
        assert [seat["former"] for seat in card["seats"]] == [[], [{"name": "–", "until": 1}]]
    with admin.open_read_only(own_database) as store:
        assert [one.kind for one in admin.verify(store)] == ["good"]
        kept = store.read_sync(lambda c: c.execute(schema.log.select()).all())
        assert not any(b"Bob" in row.body or ROME.encode() in row.body for row in kept)
