"""An Epic race cites the Epic book and a 1980 race its own; the code cites both the same way."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paddock.core.languages import languages
from paddock.core.options import convert_options
from paddock.core.referee import Referee
from paddock.games.circus_maximus import RACE, books
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.arena import ARENA
from paddock.games.circus_maximus.modes.campaign import CAMPAIGN
from paddock.games.circus_maximus.modes.season import SEASON
from paddock.games.circus_maximus.state import Options
from paddock.verify import scenario
from tests.seeds import seeded, shown

EPIC_GAMES = (CAMPAIGN.card.id, ARENA.card.id)
EPIC = Options(book="epic")
OLD = re.compile(r"\b(B|GO|GQ)\d")
FILES = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))


def of(*books: str) -> list[str]:
    """The clauses of some books."""
    return [clause for clause in R.clauses if clause.startswith(books)]


def test_every_clause_before_epic_has_its_epic_number_or_a_reason_to_stay() -> None:
    older = of("B", "GO", "GQ")
    assert set(books.EPIC_CLAUSES) | set(books.KEPT_CLAUSES) == set(older)
    assert not set(books.EPIC_CLAUSES) & set(books.KEPT_CLAUSES)
    assert all(books.KEPT_CLAUSES.values())
    assert set(books.EPIC_CLAUSES.values()) <= set(of("E1.", "E2."))


def test_rulings_and_epic_clauses_are_told_as_they_are_and_1980_as_it_is() -> None:
    for clause in of("X", "Q", "E1.", "E2."):
        assert RACE.clause(clause, EPIC) == clause
    for clause in R.clauses:
        assert RACE.clause(clause, Options(book="basic")) == clause
        assert RACE.clause(clause, Options(book="advanced")) == clause


@pytest.mark.parametrize("language", list(languages()))
def test_an_epic_clause_sends_nobody_to_another_book(language: Any) -> None:
    for clause in of("E1.", "E2."):
        text = R.clause_in(clause, language).text
        assert text, clause
        assert not OLD.search(text), (clause, text)


def test_every_epic_clause_is_shown_in_an_epic_race() -> None:
    shown = {
        rule
        for path in FILES
        for file in [scenario.read_file(path)]
        for one in file.scenario
        if one.options_of_race.get("book") == "epic" or file.game in EPIC_GAMES
        for rule in one.rules
    }
    wanted = [clause for clause in of("E1.", "E2.") if not R.clauses[clause].not_tested]
    assert [clause for clause in wanted if clause not in shown] == []


# ---------------------------------------------------------------- along races


def cited_clauses(options: Options, seats: int, seed: int, most: int) -> Iterator[str]:
    """The clauses cited by asks, events and refusals in a random race; illegal moves are tried
    too."""
    luck = random.Random(seed)
    referee = Referee(RACE.game, options, seats, luck)
    met: dict[Any, None] = {}
    yield from (event.clause for event in referee.opening)
    for _ in range(most):
        if not referee.asks:
            return
        for ask in referee.asks:
            yield ask.question.clause
            met.update(dict.fromkeys(ask.options))
        ask = luck.choice(referee.asks)
        for move in luck.sample(list(met), min(4, len(met))):
            if move not in ask.options:
                yield RACE.game.why_not(referee.state, ask.seat, move).clause
        step = referee.play(ask.seat, luck.choice(ask.options))
        yield from (event.clause for event in step.events)


@seeded(*range(6))
def test_along_an_epic_race_no_older_clause_is_told(seed: int) -> None:
    options = Options(book="epic", field=4 + seed % 3, two_laps=True)
    told = {
        RACE.clause(clause, options) for clause in cited_clauses(options, 2 + seed % 3, seed, 1500)
    }
    assert told <= set(R.clauses)
    assert {clause for clause in told if OLD.match(clause)} <= set(books.KEPT_CLAUSES)
    assert shown(seed, len([clause for clause in told if clause.startswith("E2.")]) > 20)


@seeded(1)
@pytest.mark.parametrize("book", ["basic", "advanced"])
def test_along_a_race_of_1980_no_epic_clause_is_told(book: Any, seed: int) -> None:
    options = Options(book=book, field=4)
    told = {RACE.clause(clause, options) for clause in cited_clauses(options, 3, seed, 1500)}
    assert [clause for clause in told if clause.startswith(("E1.", "E2."))] == []
    assert shown(seed, len([clause for clause in told if clause.startswith("B")]) > 20)


# ---------------------------------------------------------------- in season and campaign


def told_clauses(game: str) -> Iterator[tuple[str, str]]:
    """The clauses of asks, events and refusals in the scenarios of a mode, as they are told."""
    for path in FILES:
        file = scenario.read_file(path)
        for one in file.scenario:
            if (one.game or file.game) != game:
                continue
            spec = scenario.spec_of(path, game)
            table = scenario.Table(spec, one)
            table.set_up()
            scenario.play(table, one)
            options = convert_options(spec.options, one.options_of_race)
            asks = spec.game.asks(table.state)
            for what in (*table.events, *[ask.question for ask in asks]):
                yield spec.clause(what.clause, options), f"{one.name}: {what}"
            if one.refused:
                yield spec.clause(one.refused, options), f"{one.name}: refused"


def test_a_campaign_cites_the_epic_book_alone() -> None:
    wrong = [(clause, what) for clause, what in told_clauses(CAMPAIGN.card.id) if OLD.match(clause)]
    assert wrong == []


def test_a_season_cites_the_book_of_1980_alone() -> None:
    told = told_clauses(SEASON.card.id)
    assert [(clause, what) for clause, what in told if clause.startswith("E")] == []


def test_what_is_written_and_declined_cites_what_it_is_about() -> None:
    """A bet is not written by the clause of purchases, a sale not declined by that of loans."""
    told = {what.partition(": ")[2]: clause for clause, what in told_clauses(SEASON.card.id)}
    found = {clause for what, clause in told.items() if what.startswith("SheetWritten")}
    assert {"B20.21", "B20.22", "B24.31", "B26.2", "B26.3"} <= found
    assert {c for what, c in told.items() if what.startswith("Declined")} >= {"B21.2", "B21.3"}
