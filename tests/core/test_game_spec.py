"""What a game spec has besides the rules."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.series import series
from paddock.games.template import RACE
from paddock.games.template.state import Options


def test_a_game_of_one_book_tells_clauses_as_they_are_cited() -> None:
    assert RACE.clause("T2", Options()) == "T2"


def test_a_game_of_several_books_tells_the_clause_of_the_one_in_play() -> None:
    spec = replace(RACE, clauses=lambda options: {"T2": "U7"} if options.length > 20 else {})
    long, short = Options(length=30), Options(length=10)
    assert [spec.clause("T2", long), spec.clause("T2", short)] == ["U7", "T2"]
    assert spec.clause("T3", long) == "T3"


def test_a_series_is_told_by_the_book_of_its_races() -> None:
    spec = series(replace(RACE, clauses=lambda options: {"T2": f"U{options.length}"}), (2, 1))
    assert spec.clause("T2", spec.options(race=Options(length=10))) == "U10"
