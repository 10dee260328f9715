"""Prepared answers: set without a trace, played as ordinary moves, and ended."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from paddock.core import program_types
from paddock.server import admin
from paddock.server.live import prepared_answers
from paddock.server.store import programs as stored
from paddock.server.store import schema
from paddock.server.store.store import rows
from paddock.server.tables import prepared, table, table_log
from tests.server.site import Eye, Guest, Json, Site, until

LET_BY, NO_BOOST = {"type": "LetBy"}, {"type": "Boost", "amount": 0}
ALWAYS = (0, 1_000_000)  # turns of a plan that runs through the race


def rules(seat: int, question: str, *moves: Json) -> Json:
    """A program that answers a question with the first of these moves that is offered."""
    pick = {"how": "named", "moves": list(moves)}
    body = {"type": "Rules", "question": question, "rules": [{"pick": pick}]}
    return {"seat": seat, "body": body, "wake": []}


def plan(seat: int, *steps: tuple[str, Json]) -> Json:
    told = [{"question": question, "move": move} for question, move in steps]
    first, last = ALWAYS
    body = {"type": "Plan", "first_turn": first, "last_turn": last, "steps": told}
    return {"seat": seat, "body": body, "wake": []}


SMALL = (rules(0, "boost", NO_BOOST), rules(0, "block", LET_BY))


def entries(site: Site, id: str) -> list[Any]:
    return [row.entry for row in site.hub.store.read_sync(lambda c: rows(c, id))]


def played(site: Site, id: str) -> list[table_log.Played]:
    return [entry for entry in entries(site, id) if isinstance(entry, table_log.Played)]


def two_people(site: Site, **more: Any) -> tuple[Guest, Guest, str]:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    id = ann.open("me", "open", **more)
    assert bob.join(id, 1).status_code == 200
    return ann, bob, id


def set_programs(viewer: Eye, *sent: Json) -> Json:
    return viewer.do("SetProgram", seat=viewer.eye, programs=list(sent))


@pytest.fixture
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prepared answers come at once."""
    monkeypatch.setattr(prepared_answers, "GRACE_MS", 0)


def is_asked_gear(now: Json) -> bool:
    return bool(now["asks"]) and now["asks"][0]["question"] == "gear"


def race_on(a: Eye, b: Eye, gears: int) -> None:
    """Both choose gears so many times; Bob answers the rest by hand."""
    chosen = 0
    while True:
        b.until(lambda now: now["asks"] or now["waiting"] or now["state"] != "racing")
        if b.now["asks"]:
            theirs = b.until_asked()
            assert b.answer(theirs)["type"] == "Ack"
            b.until_answered(theirs)
        elif b.now["waiting"][0]["text"].endswith("gear."):
            if chosen == gears:
                return
            mine = a.until(is_asked_gear)["asks"][0]
            assert a.answer(mine)["type"] == "Ack"
            a.until_answered(mine)
            chosen += 1
            b.until_version(a.version)
        else:
            b.receive(lambda frame: frame["type"] == "News")


@pytest.mark.usefixtures("no_grace")
def test_prepared_answers_are_played_and_the_rest_is_asked(site: Site) -> None:
    ann, bob, id = two_people(site)
    with ann.at(id, 0) as a, bob.at(id, 1) as b:
        a.until_asked()
        assert set_programs(a, *SMALL)["type"] == "Ack"
        a.until(lambda now: len(now["programs"]) == 2)
        assert [line["kind"] for line in a.now["programs"]] == ["rules", "rules"]
        race_on(a, b, 2)
        a.until(is_asked_gear)  # the main question is left to the person
        assert sum(line["answers"] for line in a.now["programs"]) >= 2
    rest = [row for row in played(site, id) if row.seat == 0 and b"Choose" not in bytes(row.move)]
    assert rest
    assert {row.by for row in rest} == {"program"}
    ids = [row.id for row in site.hub.store.read_sync(lambda c: rows(c, id)) if row.id]
    assert sum(one.startswith("program:0:") for one in ids) == len(rest)
    found = [verdict for verdict in admin.verify(site.hub.store) if verdict.table == id]
    assert [verdict.kind for verdict in found] == ["good"]


def test_setting_and_dropping_tells_nobody_else(site: Site) -> None:
    ann, bob, id = two_people(site)
    with (
        ann.at(id, 0) as a,
        bob.at(id, 1) as b,
        site.guest("Cleo").at(id) as watcher,
        ann.at(id, 0) as other_tab,
    ):
        version, count = a.until_asked() and a.version, len(entries(site, id))
        for other in (b, watcher):
            other.send("Ping", at=1)
            other.receive(lambda frame: frame["type"] == "Pong")
        ack = set_programs(a, *SMALL)
        assert (ack["type"], ack["version"]) == ("Ack", version)
        other_tab.until(lambda now: len(now["programs"]) == 2)
        line = other_tab.now["programs"][0]["id"]
        assert a.do("DropProgram", seat=0, lines=[line])["version"] == version
        other_tab.until(lambda now: len(now["programs"]) == 1)
        a.do("DropProgram", seat=0)
        other_tab.until(lambda now: not now["programs"])
        for other in (b, watcher):
            other.send("Ping", at=2)
            assert other.receive()["type"] == "Pong", "nothing came in between"
            assert other.now["programs"] == []
        assert len(entries(site, id)) == count


def news(viewer: Eye) -> list[Json]:
    return [frame for frame in viewer.frames if frame["type"] == "News"]


@pytest.mark.usefixtures("no_grace")
def test_the_frames_of_others_are_the_same_with_and_without(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "DICE", lambda: random.Random(3))
    seen = []
    for is_prepared in (False, True):
        ann, bob, id = two_people(site)
        with ann.at(id, 0) as a, bob.at(id, 1) as b, bob.at(id, 1, "it") as second:
            a.until_asked()
            if is_prepared:
                assert set_programs(a, *SMALL)["type"] == "Ack"
                race_on(a, b, 3)
            else:
                by_hand(a, b, 3)
            second.until_version(b.version)
            seen.append((news(b), news(second), b.version))
        rows_by = {row.by for row in played(site, id) if row.seat == 0}
        assert ("program" in rows_by) == is_prepared
    for with_, without in zip(*seen, strict=True):
        assert with_ == without


def by_hand(a: Eye, b: Eye, gears: int) -> None:
    """As `race_on`, and Ann gives the answers that the programs would give."""
    chosen = 0
    while True:
        for viewer in (b, a):
            viewer.until_version(max(a.version, b.version))
        if b.now["asks"]:
            theirs = b.until_asked()
            assert b.answer(theirs)["type"] == "Ack"
            b.until_answered(theirs)
            continue
        mine = a.until_asked()
        if mine["question"] == "gear" and chosen == gears:
            return
        chosen += mine["question"] == "gear"
        moves: dict[str, Json] = {"boost": NO_BOOST, "block": LET_BY}
        move = moves.get(mine["question"])
        assert a.answer(mine, move)["type"] == "Ack"
        a.until_answered(mine)


def test_what_cannot_be_used_is_refused_and_changes_nothing(site: Site) -> None:
    ann, bob, id = two_people(site)
    with ann.at(id, 0) as a, bob.at(id, 1) as b:
        a.until_asked()
        good = rules(0, "boost", NO_BOOST)
        assert set_programs(a, good)["type"] == "Ack"
        bad: list[tuple[Json, str]] = [
            (rules(0, "made-up", NO_BOOST), "no question"),
            (rules(0, "boost", {"type": "Fly"}), "no program"),
            (rules(1, "boost", NO_BOOST), "another seat"),
            ({**good, "wake": [{"type": "OnGauge", "number": "made-up", "most": 1}]}, "no number"),
            ({"seat": 0, "body": {"type": "Made"}}, "no program"),
        ]
        for program, why in bad:
            refused = set_programs(a, rules(0, "block", LET_BY), program)
            assert (refused["type"], refused["code"]) == ("Refusal", "unreadable"), program
            assert why in refused["text"], refused
        theirs = b.do("SetProgram", seat=0, programs=[good])
        assert theirs["code"] == "not-yours"
        a.hello()
        assert len(a.now["programs"]) == 1, "all of a frame, or nothing"
        over = [rules(0, "boost", {"type": "Boost", "amount": n}) for n in range(17)]
        assert a.do("SetProgram", seat=0, programs=over)["code"] == "unreadable"
    padded = stored_bytes(site, id)
    assert padded < 400


def stored_bytes(site: Site, id: str) -> int:
    query = sa.select(schema.programs.c.body).where(schema.programs.c.table_id == id)
    return sum(
        len(body) for body in site.hub.store.read_sync(lambda c: c.execute(query).scalars().all())
    )


def gear(n: int) -> Json:
    return {"type": "Choose", "gear": n}


@pytest.mark.parametrize("gone", [False, True])
def test_a_prepared_answer_waits_while_the_row_before_can_be_taken_back(
    site: Site, gone: bool
) -> None:
    """Time is a fake clock, and what is waited for are events."""
    answers = site.hub.prepared
    ann, bob, id = two_people(site)
    with ann.at(id, 0) as a:
        with bob.at(id, 1) as b:
            b.answer(b.until_asked())
            set_programs(a, plan(0, ("gear", gear(2))))
            waits = a.until(lambda now: now["asks"] and now["asks"][0]["prepared"])
            row = site.hub.store.read_sync(lambda c: rows(c, id))[-1]
            due = row.at + prepared_answers.GRACE_MS
            shown = waits["asks"][0]["prepared"]
            assert (shown["answers"], shown["at"], shown["move"]) == (True, due, gear(2))
            assert answers.timers[id][0] == due
            assert len(played(site, id)) == 1
            if not gone:
                answers.now = lambda: due  # the time has come; the next event shows it
                set_programs(a, *SMALL)
                until(lambda: len(played(site, id)) > 1)
                answers.now = site.hub.clock
        until(lambda: len(played(site, id)) > 1)  # nobody can take it back any more
        assert id not in answers.timers
    assert [row.by for row in played(site, id)][:2] == ["person", "program"]


def test_what_was_taken_back_is_left_to_the_person(site: Site) -> None:
    ann, _, id = two_people(site)
    with ann.at(id, 0) as a:
        a.until_asked()
        set_programs(a, plan(0, ("gear", gear(1)), ("gear", gear(2))))
        row = a.until(lambda now: now["undo"] is not None)["undo"]
        assert a.do("Undo", seat=0, row=row)["type"] == "Ack"
        asked = a.until(lambda now: now["asks"] and now["undo"] is None)["asks"][0]
        assert asked["prepared"]["text"] == "You took this back, so you decide it yourself."
        assert not asked["prepared"]["answers"]
        assert [type(one).__name__ for one in entries(site, id)][-2:] == ["Played", "TookBack"]


def test_a_plan_that_does_not_fit_is_dropped_with_its_rest(site: Site) -> None:
    ann = site.guest("Ann")
    id = ann.open("me", "easy")
    with ann.at(id, 0) as a:
        a.until_asked()
        steps = (("gear", gear(1)), ("gear", gear(4)), ("gear", gear(1)))
        set_programs(a, *SMALL, plan(0, *steps))
        stopped = a.until(lambda now: any(line["stopped"] for line in now["programs"]))
        [ask] = stopped["asks"]
        assert ask["prepared"]["text"] == "What you planned is not possible now."
        spec = site.hub.open_tables[id].table.spec
        kept = site.hub.store.read_sync(lambda c: stored.of_table(c, spec, id))
        [its] = [
            line.program.body
            for line in kept[0].lines
            if isinstance(line.program.body, program_types.Plan)
        ]
        assert (its.dropped, len(its.steps)) == ("not-offered", 2)
        a.answer(ask, gear(1))
        again = a.until(lambda now: is_asked_gear(now) and now["asks"][0] != ask)
        assert not again["asks"][0]["prepared"]["answers"], "the second half is not played"


def test_after_too_many_in_a_row_everybody_is_asked(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepared, "MAX_PREPARED_IN_A_ROW", 4)
    ann = site.guest("Ann")
    id = ann.open("me", "easy", options={"length": 40})

    def mine() -> list[str]:
        return [row.by for row in played(site, id) if row.seat == 0]

    with ann.at(id, 0) as a:
        a.until_asked()
        set_programs(a, *SMALL, plan(0, *[("gear", gear(1))] * 20))
        asked = a.until(
            lambda now: (
                now["asks"]
                and now["asks"][0]["prepared"]
                and "long time" in now["asks"][0]["prepared"]["text"]
            )
        )
        assert mine() == ["program"] * 4
        a.answer(asked["asks"][0])  # a person's row: it goes on
        until(lambda: mine() == [*["program"] * 4, "person", *["program"] * 4])


def test_a_co_driver_answers_small_questions(site: Site) -> None:
    ann = site.guest("Ann")
    id = ann.open("me", "easy")
    with ann.at(id, 0) as a:
        first = a.until_asked()
        body = {"type": "CoDriver", "questions": ["boost", "block"]}
        set_programs(a, {"seat": 0, "body": body})
        a.answer(first)
        a.until(lambda now: is_asked_gear(now) and now["asks"][0]["number"] != first["number"])
    rest = [row for row in played(site, id) if row.seat == 0 and b"Choose" not in bytes(row.move)]
    assert {row.by for row in rest} == {"co-driver"}


def test_a_rule_for_a_main_question_is_refused(site: Site) -> None:
    ann, _, id = two_people(site)
    with ann.at(id, 0) as a:
        a.until_asked()
        refused = set_programs(a, rules(0, "gear", gear(1)))
        assert refused["code"] == "unreadable"
        assert "main question" in refused["text"]


# ---------------------------------------------------------------- how programs end


def seats_with_programs(site: Site, id: str) -> list[int]:
    found = site.hub.open_tables[id].table.spec
    kept = site.hub.store.read_sync(lambda c: stored.of_table(c, found, id))
    return [seat for seat, one in kept.items() if one.lines]


@pytest.mark.usefixtures("no_grace")
def test_programs_end_with_the_race_and_when_a_seat_changes_hands(site: Site) -> None:
    ann, bob, id = two_people(site, options={"length": 20})
    with ann.at(id, 0) as a, bob.at(id, 1) as b:
        b.until_asked()
        set_programs(b, rules(1, "boost", NO_BOOST))
        set_programs(a, *SMALL)
        assert seats_with_programs(site, id) == [0, 1]
        assert ann.delete(f"/api/tables/{id}/seats/1").status_code == 200  # has not moved yet
        until(lambda: seats_with_programs(site, id) == [0])
        a.play_out()
    query = sa.select(schema.programs.c.seat).where(schema.programs.c.table_id == id)
    assert site.hub.store.read_sync(lambda c: c.execute(query).scalars().all()) == []
    assert [one.kind for one in admin.verify(site.hub.store) if one.table == id] == ["good"]


def test_programs_end_at_a_new_edition_and_their_person_is_told(fresh: Callable[..., Site]) -> None:
    site = fresh()
    ann, _, id = two_people(site)
    with ann.at(id, 0) as a:
        a.until_asked()
        set_programs(a, *SMALL)
        live = site.hub.open_tables[id]
        row = table.PlannedRow(table_log.Repinned("another"))
        site.hub.store.writer.submit(
            id, site.hub.store.append_job(live.table, [(row, "edition:another")])
        ).result()
        a.until(lambda now: now["programs_note"])
        assert a.now["programs"] == []
        assert a.now["programs_note"].startswith("The rules were updated")
        a.do("DropProgram", seat=0)
        a.until(lambda now: not now["programs_note"])


def test_an_export_has_what_is_prepared_and_a_deleted_account_leaves_none(site: Site) -> None:
    ann, bob, id = two_people(site)
    with ann.at(id, 0) as a:
        a.until_asked()
        set_programs(a, *SMALL)
        [mine] = ann.get("/api/me/export").json()["programs"]
        assert (mine["table"], mine["seat"], len(mine["programs"])) == (id, 0, 2)
        assert bob.get("/api/me/export").json()["programs"] == []
    assert ann.http.request("DELETE", "/api/account", json={}, headers=ann.headers()).is_success
    query = sa.select(schema.programs.c.seat).where(schema.programs.c.table_id == id)
    assert site.hub.store.read_sync(lambda c: c.execute(query).scalars().all()) == []


@pytest.mark.usefixtures("no_grace")
def test_only_who_has_to_answer_is_told(fresh: Callable[..., Site]) -> None:
    """No notice for an ask that is answered; one for the ask that is left to the person."""
    site = fresh(private_webhooks=True, notice_delay=3600)
    ann, bob, id = two_people(site)
    channel = {"type": "NewWebhook", "url": "http://127.0.0.1:9/"}
    assert bob.post("/api/me/notices/channels", channel).status_code == 201
    c = schema.notices.c
    query = sa.select(c.number).where(c.table_id == id, c.seat == 1, c.kind == "turn")

    def told() -> list[int]:
        return list(site.hub.store.read_sync(lambda found: found.execute(query).scalars().all()))

    small = (rules(1, "boost", NO_BOOST), rules(1, "block", LET_BY))
    with bob.at(id, 1) as b:
        b.until_asked()
        set_programs(b, *small, plan(1, ("gear", gear(1))))
        b.until(lambda now: not now["asks"])
    with ann.at(id, 0) as a:
        first = a.until_asked()
        while (ask := a.until_asked())["question"] != "gear" or ask == first:
            a.answer(ask)
            a.until_answered(ask)
    referee = site.hub.open_tables[id].table.referee
    until(lambda: told() == [referee.ask_number(1)])


# ---------------------------------------------------------------- the sheet


def test_the_sheet_shows_presets_and_plans_a_turn(site: Site) -> None:
    ann, bob, id = two_people(site)
    path = f"/api/tables/{id}/seats/0/ahead"
    with ann.at(id, 0) as a:
        a.until_asked()
        sheet = ann.get(path).json()
        assert [preset["name"] for preset in sheet["presets"]] == ["planned"]
        assert sheet["presets"][0]["lines"][0]["text"]
        assert sheet["ask"]["question"] == "gear"
        planned = ann.get(path, moves='[{"type":"Choose","gear":2}]').json()
        assert (planned["ask"], len(planned["steps"])) == (None, 1)
        assert planned["end"]
        assert set_programs(a, planned["plan"])["type"] == "Ack"
        until(lambda: [row.by for row in played(site, id)] == ["program"])
        for moves in ("7", "[7]", '[{"type":"Choose","gear":4}]'):
            refused = ann.get(path, moves=moves)
            assert (refused.status_code, refused.json()["code"]) == (400, "unreadable")
        assert bob.get(path).json()["code"] == "not-yours"
