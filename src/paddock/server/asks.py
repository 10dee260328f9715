"""What a seat is asked, as wire values in a language: the dearest of what is told after a move."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Raw

from paddock.core.game import Amount, Ask
from paddock.core.guide import Moment, in_language
from paddock.core.house import AnyHouse, proposed
from paddock.core.referee import others_seal
from paddock.core.seats import Language, Names
from paddock.core.words import Words
from paddock.server import wire
from paddock.server.kept import Kept
from paddock.server.table import Table

WORDS = Words("paddock.server")
T = TypeVar("T")
Called: TypeAlias = tuple[Raw, str, str]
CALLED: dict[tuple[Words, Any, Names, Language], Called] = {}
MOST_CALLED = 10_000  # of which it is remembered how they are called


def raw(value: object) -> Raw:
    return Raw(msgspec.json.encode(value))


def encoded(value: T) -> T:
    """The same in a frame, encoded already: several are told it, or it is told again."""
    return cast("T", raw(value))


def ask_now(table: Table, ask: Ask[Any], language: Language, seen: object, kept: Kept) -> wire.Ask:
    """A decision as its own seat sees it. While others seal their answers nothing changes for who
    has not: they learn nothing, and their own answer opens nothing. So it is said again as it was.
    """
    assert table.referee is not None
    what = ("ask", ask.seat, language)
    if table.course is not None or not others_seal(table.referee.asks, ask.seat):
        kept.forget(what)
        return worded(table, ask, language, seen)
    number, deadline = table.referee.number(ask.seat), table.deadline(ask.seat)
    standing = table.standing.get((ask.seat, ask.question.prompt))
    depends = (number, table.names, deadline, standing, ask.default)
    return kept.say(what, depends, lambda: encoded(worded(table, ask, language, seen)))


def worded(table: Table, ask: Ask[Any], language: Language, seen: object) -> wire.Ask:
    assert table.referee is not None
    words, names = table.house.words, table.names
    standing = table.standing.get((ask.seat, ask.question.prompt))
    offers = options(table, ask, language, seen)
    return wire.Ask(
        seat=ask.seat,
        number=table.referee.number(ask.seat),
        prompt=words.prompt(ask, names, language),
        question=ask.question.prompt,
        kind=ask.question.kind.value,
        clause=table.house.clause(ask.question.clause, table.options),
        default=default(table, ask, offers),
        options=offers,
        range=amount(table, ask, names, language),
        deadline=table.deadline(ask.seat),
        standing=None if standing is None else raw(standing),
    )


def default(table: Table, ask: Ask[Any], offers: tuple[wire.Option, ...] | None) -> int:
    """What is proposed; a guide says itself what to do."""
    if offers is None:
        return ask.default
    if table.moment is not None:
        return min(ask.default, len(offers) - 1)
    return proposed(ask.default, ((offer.foreseen, offer.danger) for offer in offers))


def options(
    table: Table, ask: Ask[Any], language: Language, seen: object
) -> tuple[wire.Option, ...] | None:
    moment = table.moment
    if moment is not None:
        return tuple(
            option_now(
                table, seen, ask, move, language, "" if free else why_closed(moment, language)
            )
            for move, free in moment.shown(ask, table.tried).items()
        )
    if isinstance(ask.options, Amount):
        return None
    return tuple([option_now(table, seen, ask, move, language) for move in ask.options])


def amount(table: Table, ask: Ask[Any], names: Names, language: Language) -> wire.Range | None:
    if not isinstance(ask.options, Amount) or table.moment is not None:
        return None
    assert table.referee is not None
    usual, bounds = ask.default_move, ask.options
    return wire.Range(
        raw(usual),
        table.house.words.label(usual, names, language),
        bounds.least,
        bounds.most,
        bounds.step,
        table.referee.is_final(ask.seat, usual),
        table.house.topic(ask, usual),
    )


def option_now(
    table: Table, seen: object, ask: Ask[Any], move: Any, language: Language, closed: str = ""
) -> wire.Option:
    """One option, with what its own seat can foresee of it."""
    assert table.referee is not None
    house, seat = table.house, ask.seat
    beside = house.beside(seen, seat, move, language)
    return wire.Option(
        *called(house, move, table.names, language),
        table.referee.is_final(seat, move),
        dict(beside.numbers),
        beside.remark,
        beside.danger,
        closed,
        house.topic(ask, move),
    )


def called(house: AnyHouse, move: Any, names: Names, language: Language) -> Called:
    """A move as it is sent back, in notation, and as the label of a button: whatever the position,
    it is called the same."""
    key = (house.words, move, names, language)
    found = CALLED.get(key)
    if found is None:
        if len(CALLED) >= MOST_CALLED:
            CALLED.clear()
        text, label = house.notation.text(move, names), house.words.label(move, names, language)
        found = CALLED[key] = raw(move), text, label
    return found


def why_closed(moment: Moment, language: Language) -> str:
    """In a race that teaches: why other options than its own cannot be chosen yet."""
    why = None if moment.step is None else moment.step.why
    return in_language(why, language) if why else WORDS.tell("refused.guided", language)
