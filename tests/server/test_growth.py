"""Limits on growth: standing answers, chat, rows."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from paddock.server.live import live_table
from paddock.server.store.store import rows
from paddock.server.tables import actions
from tests.server.site import Site, usual
from tests.server.test_frozen import racing


def stored_entries(site: Site, id: str) -> list[str]:
    found = site.hub.store.read_sync(lambda connection: rows(connection, id))
    return [type(row.entry).__name__ for row in found]


def test_a_standing_answer_is_to_a_question_of_the_game_and_kept_without_padding(
    site: Site,
) -> None:
    """Regression: padding and any question were stored, 16 MB in 15 s."""
    ann = site.guest("Ann")
    id = ann.open("me", "Bob")
    with ann.at(id, 0) as viewer:
        racing(viewer)
        ask = viewer.until_asked()
        made_up = viewer.do("SetStandingAnswer", seat=0, question="made-up", move=usual(ask))
        assert made_up["code"] == "unknown"
        padded = json.dumps(usual(ask)).replace(" ", " " * 5000)
        frame = (
            f'{{"type":"SetStandingAnswer","id":"pad","seat":0,"question":"{ask["question"]}",'
            f'"move":{padded}}}'
        )
        viewer.connection.send(frame)
        assert viewer.receive(lambda f: f["type"] in ("Ack", "Refusal"))["type"] == "Ack"
        found = site.hub.store.read_sync(lambda connection: rows(connection, id))
        [kept] = [r.entry for r in found if type(r.entry).__name__ == "StandingAnswer"]
        assert len(bytes(kept.move)) < 60


def test_the_same_standing_answer_again_is_no_row(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    id = ann.open("me", "open")
    bob.join(id, 1)
    with bob.at(id, 1) as viewer:
        ask = viewer.until_asked()
        viewer.answer(ask)
        answer = {"seat": 1, "question": ask["question"], "move": usual(ask)}
        for _ in range(5):
            assert viewer.do("SetStandingAnswer", **answer)["type"] == "Ack"
        assert stored_entries(site, id).count("StandingAnswer") == 1
        for _ in range(5):
            assert viewer.do("SetStandingAnswer", **answer | {"move": None})["type"] == "Ack"
        assert stored_entries(site, id).count("StandingAnswer") == 2


def test_talk_does_not_drive_out_the_race(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: a flood of it replaced the race's log for new clients."""
    monkeypatch.setattr(live_table, "TALK_RATE", (1e6, 1e6))
    site = fresh()
    ann = site.guest("Ann")
    id = ann.open("me", "Bob")
    with ann.at(id, 0) as viewer:
        ask = viewer.until_asked()
        viewer.answer(ask)
        for n in range(320):
            assert viewer.do("Talk", text=f"word {n}")["type"] == "Ack"
        viewer.hello()
        kinds = [line["type"] for line in viewer.log]
        assert kinds.count("Said") == 100
        assert viewer.log[-1]["text"] == "word 319"
        notes = [line["what"] for line in viewer.log if line["type"] == "Noted"]
        assert notes == ["started"], "the race is still told from its beginning"


@pytest.mark.usefixtures("no_refill")
def test_who_talks_too_much_is_told_so_and_who_only_looks_sooner(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    id = ann.open("me", "Cleo")
    with ann.at(id, 0) as a, bob.at(id) as b:
        mine = [a.do("Talk", text="well")["type"] for _ in range(12)]
        theirs = [b.do("Talk", text="well")["type"] for _ in range(12)]
        assert mine == ["Ack"] * 8 + ["Refusal"] * 4
        assert theirs == ["Ack"] * 4 + ["Refusal"] * 8
        assert a.answer(a.until_asked())["type"] == "Ack", "moves are not words"


def test_a_table_holds_so_many_rows_that_are_no_moves(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "MAX_OTHER_ROWS", 12)
    monkeypatch.setattr(actions, "MAX_TALK_ROWS", 3)
    site = fresh()
    ann = site.guest("Ann")
    id = ann.open("me", "Bob")
    with ann.at(id, 0) as viewer:
        said = [viewer.do("Talk", text="x")["type"] for _ in range(5)]
        assert said == ["Ack"] * 3 + ["Refusal"] * 2
        codes = []
        for _ in range(12):
            ask = viewer.until_asked()
            assert viewer.answer(ask)["type"] == "Ack", "moves always go on"
            viewer.until_answered(ask)
            undone = viewer.do("Undo", seat=0, row=viewer.now["undo"])
            codes.append(undone.get("code", "Ack"))
            if undone["type"] == "Refusal":
                break
            viewer.until(lambda now: now["asks"])
        assert codes[-1] == "too-many"
        assert len(codes) < 12
