"""The board as sentences, for screen readers and text output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from paddock.core.seats import Language, Names, Seat
from paddock.core.standings import Standing, Status
from paddock.core.words import Remark

if TYPE_CHECKING:
    from paddock.core.game_spec import AnyGameSpec

Sentence: TypeAlias = tuple[Remark, ...]
"""Parts of a sentence, each a message under `describe_board` with its arguments."""


def describe_board(
    spec: AnyGameSpec, view: object, seat: Seat | None, names: Names, language: Language
) -> str:
    """What a viewer sees: the surroundings of its car; for a spectator the order."""
    words = spec.words
    mine = () if seat is None else spec.spoken(view, seat)
    if not mine:
        ranked = [one for one in spec.shown_standings(spec.standings(view)) if one.place]
        mine = (tuple(order_remark(one) for one in ranked),) if ranked else ()
    said = []
    for parts in mine:
        text = ", ".join(
            [words.remark(id, language, names, tuple(args.items())) for id, args in parts]
        )
        said.append(f"{text[:1].upper()}{text[1:]}.")
    return " ".join(said)


def order_remark(one: Standing) -> Remark:
    return "order", {"place": one.place, "seat": one.seat}


def place_remarks(rows: Sequence[Standing], seat: Seat, car: int | None = None) -> list[Remark]:
    """The place of a seat among all, or that it is out."""
    for one in rows:
        if one.seat == seat and (car is None or one.car == car):
            if one.status == Status.OUT:
                return [("out", {})]
            id = "home" if one.status == Status.HOME else "place"
            return [(id, {"place": one.place, "n": len(rows)})]
    return []


def no_sentences(view: object, seat: Seat) -> tuple[Sentence, ...]:
    """The default: a game that only describes the order."""
    return ()
