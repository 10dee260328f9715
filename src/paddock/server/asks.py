"""What a seat is asked, as wire values in a language: the dearest of what is told after a move."""

from __future__ import annotations

from typing import Any, TypeAlias, cast

import msgspec
from msgspec import Raw

from paddock.core.game import Amount, Ask
from paddock.core.referee import others_seal
from paddock.core.seats import Language, Names, Seat
from paddock.server import wire
from paddock.server.table import Table

Kept: TypeAlias = dict[tuple[Seat, Language], tuple[object, Raw]]
"""What was said to seats that still think in a sealed window, and what it depended on."""


def raw(value: object) -> Raw:
    return Raw(msgspec.json.encode(value))


def ask_now(table: Table, ask: Ask[Any], language: Language, seen: object, kept: Kept) -> wire.Ask:
    """A decision as its own seat sees it. While others seal their answers nothing changes for who
    has not: they learn nothing, and their own answer opens nothing. So it is said again as it was.
    """
    assert table.referee is not None
    if not others_seal(table.referee.asks, ask.seat):
        kept.pop((ask.seat, language), None)
        return told(table, ask, language, seen)
    number, deadline = table.referee.number(ask.seat), table.deadline(ask.seat)
    standing = table.standing.get((ask.seat, ask.question.prompt))
    key = (number, table.names, deadline, standing, ask.default)
    known, said = kept.get((ask.seat, language), (None, Raw()))
    if known != key:
        said = raw(told(table, ask, language, seen))
        kept[ask.seat, language] = key, said
    return cast("wire.Ask", said)  # encoded already


def told(table: Table, ask: Ask[Any], language: Language, seen: object) -> wire.Ask:
    assert table.referee is not None
    words, names = table.house.words, table.names
    standing = table.standing.get((ask.seat, ask.question.prompt))
    return wire.Ask(
        seat=ask.seat,
        number=table.referee.number(ask.seat),
        prompt=words.prompt(ask, names, language),
        question=ask.question.prompt,
        kind=ask.question.kind.value,
        clause=table.house.clause(ask.question.clause, table.options),
        default=ask.default,
        options=options(table, ask, names, language, seen),
        range=amount(table, ask, names, language),
        deadline=table.deadline(ask.seat),
        standing=None if standing is None else raw(standing),
    )


def options(
    table: Table, ask: Ask[Any], names: Names, language: Language, seen: object
) -> tuple[wire.Option, ...] | None:
    if isinstance(ask.options, Amount):
        return None
    assert table.referee is not None
    house, seat = table.house, ask.seat
    label, notation, foresee = house.words.label, house.notation.text, house.foresee
    final, encode = table.referee.is_final, msgspec.json.encode
    return tuple(
        wire.Option(
            Raw(encode(move)),
            notation(move, names),
            label(move, names, language),
            final(seat, move),
            {} if foresee is None else dict(foresee(seen, seat, move)),
        )
        for move in ask.options
    )


def amount(table: Table, ask: Ask[Any], names: Names, language: Language) -> wire.Range | None:
    if not isinstance(ask.options, Amount):
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
    )
