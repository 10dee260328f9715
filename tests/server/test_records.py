"""Races that were played elsewhere: a record is verified before it is kept, once."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import httpx
import pytest

from paddock import games
from paddock.core import record
from paddock.core.referee import Referee
from paddock.server.api import bodies
from paddock.server.tables import brought
from tests.server.site import Guest, Site, until

Lines = list[dict[str, Any]]


@cache
def race_of_bots(game: str = "template", seed: int = 1) -> str:
    """The record of a whole race that no server has seen."""
    spec = games.find_spec(game)
    referee = Referee(spec.game, spec.options(), ("Ada", "Bea"), random.Random(seed))
    while referee.asks:
        ask = referee.asks[0]
        referee.play(ask.seat, ask.default_move)
    return record.write_record(spec, referee.record(), referee.state, referee.outcome())


def lines_of(text: str) -> Lines:
    return [json.loads(line) for line in text.splitlines()]


def text_of(lines: Lines) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def bring(guest: Guest, text: str, **more: Any) -> httpx.Response:
    return guest.post("/api/records", {"record": text, **more})


@pytest.fixture
def ada(site: Site) -> Guest:
    return site.guest("Ada")


def test_a_race_is_taken_once_and_can_be_replayed_reviewed_and_forked(
    site: Site, ada: Guest
) -> None:
    text = race_of_bots(seed=2)
    first = bring(ada, text, seat=1)
    assert first.status_code == 201, first.text
    card = first.json()
    assert (card["kind"], card["state"], card["listed"]) == ("brought", "over", False)
    assert [seat["mine"] for seat in card["seats"]] == [False, True]
    other = site.guest("Zoe")
    spaced = text.replace('", "', '" ,  "')
    assert [bring(who, spaced).json()["id"] for who in (ada, other)] == [card["id"]] * 2
    path = f"/api/tables/{card['id']}"
    assert lines_of(ada.get(f"{path}/record").text) == lines_of(text)
    replay = other.get(f"{path}/replay", eye=0).json()
    assert (replay["of"], replay["moments"][-1]["asked"]) == (len(lines_of(text)) - 1, [])
    races = ada.get("/api/me/races", which="finished").json()["races"]
    assert [race["id"] for race in races] == [card["id"]]
    assert other.get("/api/me/races").json()["races"] == []
    assert ada.post(f"{path}/review").status_code == 200
    until(lambda: ada.get(f"{path}/review").json()["state"] == "done")
    fork = ada.post(f"{path}/fork", {"row": 1, "seat": 1})
    assert (fork.status_code, fork.json()["kind"]) == (201, "race")
    again = ada.post(f"{path}/rematch")
    assert (again.status_code, again.json()["kind"]) == (201, "race")


def test_a_race_brought_along_is_in_no_list_of_others(site: Site, ada: Guest) -> None:
    opened = site.hub.metrics.tables_opened
    card = bring(ada, race_of_bots(seed=3)).json()
    lobby = site.guest("Zoe").get("/api/lobby").json()
    assert card["id"] not in json.dumps(lobby)
    assert site.hub.metrics.tables_opened == opened


def change_row(lines: Lines) -> None:
    lines[1]["move"] = "fly"


def break_rule(lines: Lines) -> None:
    lines[1]["move"] = "gear 3"


def change_seat(lines: Lines) -> None:
    lines[1]["seat"] = 1 - lines[1]["seat"]


def forget_draw(lines: Lines) -> None:
    del lines[2]["draws"]


def change_faces(lines: Lines) -> None:
    lines[2]["draws"][0][1] += 1


def change_draw(lines: Lines) -> None:
    """To another number of the die (1, 1, 2, 2), so that every row stays legal."""
    drawn = [draw for line in lines[1:-1] for draw in line.get("draws", ()) if draw[2] == 1][-1]
    drawn[2] = 2


def change_set_up(lines: Lines) -> None:
    lines[0]["dealt"] = [*lines[0]["dealt"], ["hand", 10, 0]]


def change_edition(lines: Lines) -> None:
    lines[0]["edition"] = "0"


def change_game(lines: Lines) -> None:
    lines[0]["game"] = "monopoly"


def change_name(lines: Lines) -> None:
    lines[0]["seats"][0] = "A\u202eda"


def change_result(lines: Lines) -> None:
    lines[-1]["outcome"]["places"] = lines[-1]["outcome"]["places"][::-1]


def change_end(lines: Lines) -> None:
    lines[-1]["state"] = "0" * 64


def forget_end(lines: Lines) -> None:
    lines[-1]["state"] = None


def break_off(lines: Lines) -> None:
    del lines[-2]
    lines[-1] |= {"rows": len(lines) - 2, "outcome": None, "state": None}


def drop_row(lines: Lines) -> None:
    del lines[2]


REFUSED: list[tuple[Callable[[Lines], None], int, str, str]] = [
    (change_row, 400, "or it is damaged (line 2", "oppure è danneggiato (line 2"),
    (break_rule, 400, "Line 2 of the record does not follow the rules: ", "non segue le regole: "),
    (change_seat, 400, "Line 3 of the record is the move of a driver", "La riga 3 del verbale"),
    (forget_draw, 400, "Line 3 of the record has dice or cards", "La riga 3 del verbale ha dadi"),
    (change_faces, 400, "Line 3 of the record has dice or cards", "La riga 3 del verbale ha dadi"),
    (change_draw, 400, "do not lead to the result", "non portano al risultato"),
    (change_set_up, 400, "Line 1 of the record has dice or cards", "La riga 1 del verbale"),
    (change_edition, 400, "by edition 0 of the rules", "con l'edizione 0 delle regole"),
    (change_game, 404, "does not have the game", "non ha il gioco"),
    (change_name, 400, "cannot be used here", "non si può usare"),
    (change_result, 400, "do not lead to the result", "non portano al risultato"),
    (change_end, 400, "do not lead to the result", "non portano al risultato"),
    (forget_end, 400, "do not lead to the result", "non portano al risultato"),
    (break_off, 400, "is not over", "non è finita"),
    (drop_row, 400, "or it is damaged (the record should have", "oppure è danneggiato"),
]


@pytest.mark.parametrize(
    ("change", "status", "english", "italian"), REFUSED, ids=[one[0].__name__ for one in REFUSED]
)
def test_a_changed_record_is_refused_with_the_reason(
    ada: Guest, change: Callable[[Lines], None], status: int, english: str, italian: str
) -> None:
    lines = lines_of(race_of_bots())
    change(lines)
    for language, said in (("en", english), ("it", italian)):
        found = ada.post(f"/api/records?lang={language}", {"record": text_of(lines)})
        assert (found.status_code, said in found.json()["text"]) == (status, True), found.text
    assert ada.get("/api/me/races").json()["races"] == []


def test_a_lesson_is_no_whole_race(ada: Guest) -> None:
    lines = lines_of(race_of_bots())
    lines[0]["start"] = {"given": ["Ada at 3"], "seats": ["Ada", "Bea"]}
    found = bring(ada, text_of(lines))
    assert found.status_code == 400
    assert "lesson or an exercise" in found.json()["text"]


def test_a_record_has_a_size_limit_and_a_budget(fresh: Callable[..., Site]) -> None:
    site = fresh(records=3)
    ada, text = site.guest("Ada"), race_of_bots()
    long = bring(ada, " " * (bodies.MAX_RECORD_BYTES + 1))
    assert (long.status_code, long.json()["code"]) == (413, "too-large")
    assert [bring(ada, text).status_code for _ in range(3)] == [201, 201, 429]
    others = [bring(site.guest(f"G{n}"), text).status_code for n in range(11)]
    assert others == [201] * 9 + [429] * 2, "four times as many from one address"
    assert bring(ada, text).json()["text"] == "You can bring 3 races along per hour. Please wait."


def test_a_long_record_is_verified_in_slices() -> None:
    given = brought.read(race_of_bots())
    work = brought.Verification(given, "ada", mine=0, now=1, language="en")
    slices = 1
    while (race := work.advance(seconds=0.0)) is None:
        slices += 1
    assert slices > len(given.record.rows) // 2
    assert race.table.state == "over"
    assert [row.n for row in race.rows] == [*range(len(given.record.rows) + 2)]
