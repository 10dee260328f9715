"""Exercises at tables: answers, costs and reasons."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from paddock import games
from paddock.analysis import exercises as found_by
from paddock.analysis.advice import explain_option
from paddock.analysis.review import Decision, Review
from paddock.core import record
from paddock.core.referee import AnyReferee, Referee
from paddock.server.store import background_results
from paddock.server.tables import table as one_table
from paddock.server.workers import exercises as at_tables
from paddock.server.workers.jobs import ExerciseSearch, FoundExercise, WorkerFailed, WorkerJob
from paddock.server.workers.reviews import StoredReview
from tests import plain
from tests.server.site import Guest, Site, until
from tests.server.test_reviews import finish_race

GAME = "street-illegal"
DAYS = itertools.count()


@pytest.fixture(autouse=True)
def not_behind(monkeypatch: pytest.MonkeyPatch, site: Site) -> Iterator[None]:
    """Run the worker at normal priority, and wait for running searches at the end of a test."""
    for worker in site.hub.background.pool.all:
        monkeypatch.setattr(worker, "niceness", 0)
    yield
    until(lambda: not site.hub.exercises.working)


def an_exercise(game: str = GAME, first: int = 60, asked: int = 1) -> FoundExercise:
    """A position in a race of bots with this number of asks, where the first seat has several
    options. The first option is the answer."""
    spec = games.find_spec(game)
    whole = found_by.play_bot_race(spec, random.Random(3))
    for row in range(first, len(whole.rows)):
        stopped = found_by.truncate_record(whole, row)
        referee: AnyReferee = Referee.replay(spec.game, stopped)
        ask = referee.asks[0]
        if found_by.is_answerable(ask) and len(referee.asks) >= asked:
            text = record.write_record(spec, stopped, referee.state, None)
            best = msgspec.json.encode(ask.options[0]).decode()
            return FoundExercise(text, ask.seat, best, 0.4)
    raise AssertionError("a race has decisions")


@pytest.fixture
def today(site: Site, monkeypatch: pytest.MonkeyPatch) -> FoundExercise:
    """An exercise that is found at once. Most of its rows are dropped from memory, as in a long
    race."""
    monkeypatch.setattr(one_table, "CHECKPOINT_EVERY_ROWS", 3)
    one = an_exercise()
    put_exercise(site, monkeypatch, one)
    return one


def put_exercise(site: Site, monkeypatch: pytest.MonkeyPatch, one: FoundExercise) -> None:
    """Put an exercise into the second race of a new day."""
    background, day = site.hub.background, f"2027-01-01 {next(DAYS)}"
    work = background.work

    async def found(path: tuple[str, ...], piece: WorkerJob, type: Any) -> Any:
        if not isinstance(piece, ExerciseSearch):
            return await work(path, piece, type)
        return one if piece.race == 1 else None

    monkeypatch.setattr(site.hub.exercises, "day", lambda: day)
    monkeypatch.setattr(background, "work", found)


def try_option(guest: Guest, index: int) -> dict[str, object]:
    """Result of choosing the option with this number."""
    card = guest.post(f"/api/games/{GAME}/exercises/0")
    assert card.status_code == 201, card.text
    table = card.json()["id"]
    assert guest.get(f"/api/tables/{table}/exercise").json()["state"] == "open"
    seat = next(one["seat"] for one in card.json()["seats"] if one["mine"])
    with guest.at(table, seat) as viewer:
        ask = viewer.until_asked()
        hint = guest.post(f"/api/tables/{table}/seats/{seat}/hint")
        assert (viewer.now["hints"], hint.json()["code"]) == (None, "forbidden")
        viewer.answer(ask, ask["options"][index]["move"])
        viewer.until_answered(ask)
        assert viewer.now["hints"] == 0  # from here on it is an ordinary race
    said: dict[str, object] = guest.get(f"/api/tables/{table}/exercise").json()
    return said


def test_todays_exercise_is_tried_on_the_board_and_judged(site: Site, today: FoundExercise) -> None:
    ann = site.guest("Ann")
    assert ann.get(f"/api/games/{GAME}/exercises").json()["state"] == "none"
    ann.post(f"/api/games/{GAME}/exercises")
    until(lambda: ann.get(f"/api/games/{GAME}/exercises").json()["state"] == "done")
    page = ann.get(f"/api/games/{GAME}/exercises").json()
    assert [one["least"] for one in page["exercises"]] == [today.least]
    assert ann.post(f"/api/games/{GAME}/exercises/1").json()["code"] == "unknown"
    right = try_option(ann, 0)
    assert (right["state"], right["cost"]) == ("solved", 0.0)
    assert right["chosen"] == right["best"]
    assert not all(live.table.complete for live in site.hub.open_tables.values())
    other = try_option(ann, -1)
    assert other["chosen"] != other["best"]
    assert other["state"] == ("solved" if float(str(other["cost"])) < 0.1 else "missed")


def test_the_reason_is_by_what_the_person_saw(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several choose in secret, bots have chosen before."""
    one, ann, game = an_exercise("heat", 20, asked=3), site.guest("Ann"), "heat"
    put_exercise(site, monkeypatch, one)
    ann.post(f"/api/games/{game}/exercises")
    until(lambda: ann.get(f"/api/games/{game}/exercises").json()["state"] == "done")
    table = ann.post(f"/api/games/{game}/exercises/0").json()["id"]
    with ann.at(table, one.seat) as viewer:
        ask = viewer.until_asked()
        until(lambda: site.hub.open_tables[table].table.asked_seats() == (one.seat,))
        viewer.answer(ask, ask["options"][0]["move"])
        viewer.until_answered(ask)
    said = ann.get(f"/api/tables/{table}/exercise").json()
    spec, race, _ = record.read_any_edition(one.record, games.find_spec)
    seen, asked = found_by.view_and_ask_at_end(spec, race, one.seat)
    assert said["state"] == "solved"
    assert said["why"] == explain_option(spec, seen, asked, asked.options[0], "en")


def test_nobody_is_held_up_while_an_answer_is_judged(
    site: Site, today: FoundExercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long race is written and replayed outside of the event loop."""
    held: list[bool] = []

    def watched(work: Callable[..., Any]) -> Callable[..., Any]:
        def watch(*of: Any) -> Any:
            held.append(asyncio._get_running_loop() is not None)
            return work(*of)

        return watch

    for module, name in ((record, "write_record"), (at_tables, "exercise_ask")):
        monkeypatch.setattr(module, name, watched(getattr(module, name)))
    ann = site.guest("Ann")
    ann.post(f"/api/games/{GAME}/exercises")
    until(lambda: ann.get(f"/api/games/{GAME}/exercises").json()["exercises"])
    try_option(ann, -1)
    assert held == [False, False]


def test_what_goes_on_from_an_exercise_is_none(site: Site, today: FoundExercise) -> None:
    ann = site.guest("Ann")
    ann.post(f"/api/games/{GAME}/exercises")
    until(lambda: ann.get(f"/api/games/{GAME}/exercises").json()["exercises"])
    table = ann.post(f"/api/games/{GAME}/exercises/0").json()["id"]
    fork = ann.post(f"/api/tables/{table}/fork", {"row": 5, "seat": today.seat})
    with ann.at(table, today.seat) as viewer:
        viewer.play_out()
    rematch = ann.post(f"/api/tables/{table}/rematch")
    for made in (fork, rematch):
        assert made.status_code == 201, made.text
        assert ann.get(f"/api/tables/{made.json()['id']}/exercise").json()["code"] == "unknown"


@pytest.fixture
def stale(monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims of earlier jobs have expired."""
    monkeypatch.setattr(background_results, "STALE_MS", -1)


def test_an_outage_is_no_day_without_exercises(
    site: Site, today: FoundExercise, stale: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, path = site.guest("Ann"), f"/api/games/{GAME}/exercises"

    async def no_worker(*of: object) -> None:
        raise WorkerFailed("no worker can be started")

    with monkeypatch.context() as out:
        out.setattr(site.hub.background, "work", no_worker)
        for _ in range(3):
            ann.post(path)
            until(lambda: ann.get(path).json()["state"] == "none")
    ann.post(path)
    until(lambda: ann.get(path).json()["state"] == "done")
    assert len(ann.get(path).json()["exercises"]) == 1


def test_who_takes_over_goes_on(
    site: Site, today: FoundExercise, stale: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker dies at the fourth race: earlier results are kept, without duplicates."""
    ann, path, work = site.guest("Ann"), f"/api/games/{GAME}/exercises", site.hub.background.work
    races: list[int] = []

    async def dies(path: tuple[str, ...], piece: ExerciseSearch, type: Any) -> Any:
        races.append(piece.race)
        if len(races) == 4:
            raise WorkerFailed("a worker died")
        return await work(path, piece, type)

    monkeypatch.setattr(site.hub.background, "work", dies)
    ann.post(path)
    until(lambda: ann.get(path).json()["state"] == "none")
    assert races == [0, 1, 2, 3]
    assert len(ann.get(path).json()["exercises"]) == 1
    ann.post(path)
    until(lambda: ann.get(path).json()["state"] == "done")
    assert races[4:] == [*range(4, found_by.MAX_RACES_PER_DAY), 3]
    assert len(ann.get(path).json()["exercises"]) == 1


def test_only_games_of_single_races_have_exercises(site: Site) -> None:
    ann = site.guest("Ann")
    mine = ann.get("/api/exercises").json()
    assert {one["id"] for one in mine["games"]} >= {"heat", "winds-of-war", "great-race"}
    assert mine["mistakes"] == []
    assert ann.get("/api/games/template/exercises").json()["code"] == "unknown"
    table = ann.open("me", "easy")
    assert ann.get(f"/api/tables/{table}/exercise").json()["code"] == "unknown"


def test_a_stranger_is_shown_which_games_have_exercises(site: Site) -> None:
    answer = plain.get(f"{site.url}/api/exercises")
    assert answer.status_code == 200, answer.text
    assert answer.json()["games"]
    assert answer.json()["mistakes"] == []


def test_why_somebody_moved_is_told_once_the_race_is_over(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    running = ann.open("me", "easy")
    assert ann.get(f"/api/tables/{running}/why", at=0).json()["code"] == "closed"
    table = finish_race(ann, "easy", watching="closed")
    for language in ("en", "it"):
        lines = ann.get(f"/api/tables/{table}/why", at=3, lang=language).json()["lines"]
        assert lines
        assert all("{" not in line for line in lines)
    assert ann.get(f"/api/tables/{table}/why", at=9999).json()["code"] == "unknown"
    assert bob.get(f"/api/tables/{table}/why", at=3).json()["code"] == "forbidden"


def test_where_somebody_went_wrong_comes_back(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = finish_race(ann, "easy")
    over = site.hub.open_tables[table].table
    mine = [row for row, play in enumerate(over.referee.rows) if play.seat == 0]
    row, *_ = found_by.answerable_rows(over.spec, over.referee.record(), mine)
    _, ask = found_by.view_and_ask_at_end(
        over.spec, found_by.truncate_record(over.referee.record(), row), 0
    )
    done = over.referee.rows[row].move
    best = next(option for option in ask.options if option != done)
    wrong = Decision(row, 0, ask.question.prompt, done, best, 0.4, 0.3)
    bots = replace(wrong, seat=1)  # a decision of another seat
    named = replace(wrong, row=row, least=0.1)  # only an inaccuracy

    async def found(of: object) -> tuple[str, StoredReview]:
        return "done", StoredReview(1.0, Review((), (wrong, bots, named), (), (), ()))

    monkeypatch.setattr(site.hub.reviews, "find", found)
    (told,) = ann.get("/api/exercises").json()["mistakes"]
    assert (told["table"], told["kind"], told["cost"]) == (table, "mistake", 0.4)
    assert bob.get("/api/exercises").json()["mistakes"] == []
    again = {"at": told["at"], "seat": 0}
    assert bob.post(f"/api/tables/{table}/exercise", again).json()["code"] == "not-yours"
    assert ann.post(f"/api/tables/{table}/exercise", {"at": 9999, "seat": 0}).status_code == 404
    made = ann.post(f"/api/tables/{table}/exercise", again)
    assert made.status_code == 201, made.text
    here = made.json()["id"]
    said = ann.get(f"/api/tables/{here}/exercise").json()
    assert (said["state"], said["best"]) == ("open", "")
    assert bob.get(f"/api/tables/{here}/exercise").json()["code"] == "unknown"
    with ann.at(here, 0) as viewer:
        asked = viewer.until_asked()
        moves = [option["move"] for option in asked["options"]]
        viewer.answer(asked, moves[ask.options.index(best)])
        viewer.until_answered(asked)
    said = ann.get(f"/api/tables/{here}/exercise").json()
    assert (said["state"], said["cost"]) == ("solved", 0.0)


def test_what_cannot_be_named_by_choosing_is_no_exercise(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = site.guest("Ann")
    table = finish_race(ann, "easy")
    over = site.hub.open_tables[table].table
    whole, rows = over.referee.record(), over.referee.rows
    asks = {
        row: found_by.view_and_ask_at_end(over.spec, found_by.truncate_record(whole, row), 0)[1]
        for row, play in enumerate(rows)
        if play.seat == 0
    }
    its = [
        Decision(row, 0, ask.question.prompt, rows[row].move, rows[row].move, 0.4, 0.3)
        for row, ask in asks.items()
    ]

    async def found(of: object) -> tuple[str, StoredReview]:
        return "done", StoredReview(
            1.0, Review(((1.0, 2.0),) * (len(rows) + 1), tuple(its), (), (), ())
        )

    monkeypatch.setattr(site.hub.reviews, "find", found)
    page = ann.get(f"/api/tables/{table}/review").json()
    offered = {one["at"]: one["exercise"] for one in page["review"]["decisions"]}
    assert offered == {row: found_by.is_answerable(ask) for row, ask in asks.items()}
    assert set(offered.values()) == {True, False}
    for at, may in offered.items():
        made = ann.post(f"/api/tables/{table}/exercise", {"at": at, "seat": 0})
        assert made.status_code == (201 if may else 404)
