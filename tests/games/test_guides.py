"""Guided first races: they can be played by the rules of now, and say little at a time."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from paddock import games
from paddock.core import guide
from paddock.core.game import ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.guide import Course, Translated
from paddock.core.languages import complete_languages
from paddock.core.record import AnyRecord, Record, read_record, write_record
from paddock.core.referee import AnyReferee, Referee

MOST_WORDS = 25
MOST_WORDS_OF_A_REASON = 12
POINTERS = {
    "option": r".+",
    "hand": r"\w+",
    "card": r"\w+/\w+",
    "slot": r"\w+/(left|middle|right)",
    "car": r"\w+",
    "place": r"\d+",
    "gauge": r"\w+/\w+",
    "sign": r"\w+",
    "curve": r"\d+",
    "space": r"\w+",
    "square": r"\w+",
    "box": r"\w+",
    "post": r"\w+",
    "row": r"\w+",
}
TAUGHT = [(spec, name) for spec in games.all_specs().values() for name in guide.guide_names(spec)]
EACH = pytest.mark.parametrize(
    ("spec", "name"), TAUGHT, ids=[f"{spec.card.id}-{name}" for spec, name in TAUGHT]
)


def begun(course: Course) -> AnyReferee:
    """The race of a guide, before its first row."""
    spec, seats = course.spec, course.guide.seats
    kept: AnyRecord = Record(spec.card.id, spec.card.edition, course.options, seats, course.dealt)
    return Referee.start(spec.game, kept)


def test_every_game_has_one() -> None:
    assert {spec.card.id for spec, name in TAUGHT if name == guide.FIRST_GUIDE} >= {
        "street-illegal",
        "heat",
        "circus-maximus",
        "winds-of-war",
        "great-race",
    }


@EACH
def test_it_can_be_played_as_it_is_told(spec: AnyGameSpec, name: str) -> None:
    """Every row is offered when it comes, mistakes included, and the race can then go on."""
    course = guide.get_course(spec, name)
    referee = begun(course)
    for n, taught in enumerate(course.rows):
        moment = course.moment_at(referee.rows)
        assert (moment.number, moment.free, moment.branch) == (n, False, None)
        assert (moment.next_automatic_row() is None) == taught.own
        for branch in taught.allowed:
            mistaken = referee.copy()
            for row in branch.rows:
                found = course.moment_at(mistaken.rows)
                assert found.mistaken is None
                mistaken.repeat(row)
            found = course.moment_at(mistaken.rows)
            assert found.mistaken == branch
            assert found.next_automatic_row() is None
        referee.repeat(taught.play)
    assert course.moment_at(referee.rows).free
    assert ask_of(referee.asks, course.you) is not None or referee.asks
    assert not referee.outcome()
    text = write_record(course.spec, referee.record(), referee.state, None)
    _, again, closing = read_record(text, games.find_spec)
    assert again.start == course.guide.start
    assert len(again.rows) == closing.rows == len(course.rows)


@EACH
def test_only_what_is_taught_can_be_played(spec: AnyGameSpec, name: str) -> None:
    course = guide.get_course(spec, name)
    referee = begun(course)
    for taught in course.rows:
        moment = course.moment_at(referee.rows)
        ask = ask_of(referee.asks, course.you)
        if taught.own:
            assert ask is not None
            free = [move for move in ask.options if moment.row_of(course.you, move)]
            assert len(free) == 1 + len(taught.allowed)
            tried = {branch.wrong.move for branch in taught.allowed}
            again = [move for move in ask.options if moment.row_of(course.you, move, tried)]
            assert again == [taught.play.move]
        elif ask is not None:
            assert not any(moment.row_of(course.you, move) for move in ask.options)
        referee.repeat(taught.play)


@EACH
def test_it_says_little_and_in_every_language(spec: AnyGameSpec, name: str) -> None:
    found = guide.read_guide(spec, name)
    sentences = [found.pitch, found.free.say, *[tip.say for tip in found.free.tips]]
    sentences += [step.say for step in found.step]
    sentences += [wrong.say for step in found.step for wrong in step.wrong]
    for said in [found.title, *sentences]:
        assert set(said) >= set(complete_languages()), said
        assert not any(
            re.search(r"\b(click|tap|clicca|tocca)\b", text.lower()) for text in said.values()
        )
    for said in sentences:
        assert words(said) <= MOST_WORDS, said
    for step in found.step:
        if step.why is not None:
            assert words(step.why) <= MOST_WORDS_OF_A_REASON


def words(said: Translated) -> int:
    return max(len(text.split()) for text in said.values())


@EACH
def test_it_cites_and_points_at_what_there_is(spec: AnyGameSpec, name: str) -> None:
    found = guide.read_guide(spec, name)
    for step in found.step:
        cited = {*step.rule, *[clause for wrong in step.wrong for clause in wrong.rule]}
        assert cited <= set(spec.rulebook.clauses)
        assert step.rule
        kind, _, what = step.point.partition(":")
        assert re.fullmatch(POINTERS[kind], what), step.point
    asked = {id.removeprefix("ask.") for id in spec.words.messages if id.startswith("ask.")}
    assert {tip.asked for tip in found.free.tips} <= asked
    assert set(found.skip) <= asked
    assert set(found.free.rivals) == set(found.seats) - {found.you}


@EACH
def test_nothing_is_asked_before_it_is_taught(spec: AnyGameSpec, name: str) -> None:
    """The clause of every question has been cited by then, itself or a part of it."""
    course = guide.get_course(spec, name)
    referee = begun(course)
    taught: set[str] = set()
    for row in course.rows:
        ask = ask_of(referee.asks, course.you)
        if row.own:
            taught.update(course.guide.step[row.step].rule)
            assert ask is not None
            asked = spec.clause(ask.question.clause, course.options)
            known = any(one == asked or one.startswith(f"{asked}.") for one in taught)
            assert known, f"step {row.step + 1} asks by {asked}, which nobody has explained"
        referee.repeat(row.play)


def test_a_guide_that_cannot_be_played_says_where() -> None:
    spec = games.find_spec("template")
    known = guide.read_guide(spec, "first")
    broken = replace(known, step=(replace(known.step[0], do=("gear 7",)), *known.step[1:]))
    with pytest.raises(guide.BrokenGuide, match="step 1: you cannot 'gear 7' now"):
        guide.CourseBuilder(spec, broken).build()
    left = replace(known, dice={**known.dice, "gear 4": ["1"]})
    with pytest.raises(Exception, match="never drawn"):
        guide.CourseBuilder(spec, left).build()
