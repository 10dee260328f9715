"""Citing: clauses of a page, their marks, and citations that cannot rot."""

from __future__ import annotations

import pytest

from paddock.core.citations import Rulebook, UnknownClause, cites, parse_page

PAGE = """# A game
Not a clause.

## A1 Set-up
Deal.
Two lines.

### A1.1 The grid
Line up.

## Layout
This belongs to nothing.

## A2 The aim (no code)
Win.

### Q1 A ruling (not tested: a matter of taste)
So be it.

## A3 Both (no code) (not tested: nothing to see)
"""


def test_clauses_are_headings_with_a_number() -> None:
    page = parse_page(PAGE)
    assert list(page) == ["A1", "A1.1", "A2", "Q1", "A3"]
    assert page["A1"].title == "Set-up"
    assert page["A1"].text == "Deal.\nTwo lines."
    assert page["A1.1"].text == "Line up."
    assert [page[id].level for id in ("A1", "A1.1")] == [2, 3]


def test_marks_are_read_and_leave_the_title() -> None:
    page = parse_page(PAGE)
    assert page["A2"].no_code
    assert page["A2"].title == "The aim"
    assert page["Q1"].not_tested == "a matter of taste"
    assert page["A3"].no_code
    assert page["A3"].not_tested == "nothing to see"
    assert not page["A1"].no_code


def test_a_clause_stands_once() -> None:
    with pytest.raises(UnknownClause, match="A1 stands twice"):
        parse_page("## A1 One\n## A1 Again\n")


def test_a_citation_is_its_id_or_an_error_at_import() -> None:
    R = Rulebook("paddock.games.template")  # noqa: N806
    assert R("T3.2") == "T3.2"
    with pytest.raises(UnknownClause, match="has no clause T33"):
        R("T33")


def test_a_clause_with_those_under_it() -> None:
    book = Rulebook("paddock.games.template")
    assert book.within("T3") == ("T3", "T3.1", "T3.2")
    assert book.within("T3.2") == ("T3.2",)
    assert book.within("Q2") == ("Q2",)


def test_a_clause_is_told_in_both_languages() -> None:
    book = Rulebook("paddock.games.template")
    assert book.clause_in("T3.2").title == "Bends"
    assert book.clause_in("T3.2", "it").title == "Curve"
    assert book.full_text("it").startswith("# Tre Curve")


def test_cites_changes_nothing() -> None:
    @cites("A1")
    def rule() -> int:
        return 3

    assert rule() == 3
