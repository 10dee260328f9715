"""Why somebody chose as he did: the place to be expected of it, how it may turn out, and what was
to be feared of the others, all by what he could see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from paddock.bots.advice import place, why
from paddock.bots.greedy import Greedy
from paddock.bots.search import AnySearch, Search
from paddock.bots.world import World
from paddock.core.chance import Chance, Tape
from paddock.core.game import Ask, ask_of
from paddock.core.house import AnyHouse
from paddock.core.record import AnyRecord, Play
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Language, Names

WORLDS = 24
OTHERS = 2
"""Options that are named beside the one chosen."""
OFTEN = 5
"""What goes well, or badly, does so once in so many worlds."""


class Prospect(Struct, frozen=True):
    """What may be expected of an option, in places."""

    move: Any
    place: float
    well: float  # or better, if it goes well
    badly: float  # or worse, if it goes badly


def prospects(
    house: AnyHouse, seen: Any, ask: Ask[Any], move: Any, chance: Chance
) -> tuple[Prospect, ...]:
    """Of the move that was chosen, then of the best others, in the same imagined worlds."""
    moves = [move]
    if len(ask.candidates) > 1:
        greedy: Greedy[Any, Any] = Greedy(house)
        ranked = greedy.ranked(seen, ask, chance, OTHERS + 1)
        moves += [other for _, other in ranked if other != move][:OTHERS]
    search: AnySearch = Search(house, 1)
    field = len(house.standings(seen)) or 2
    found: list[list[float]] = [[] for _ in moves]
    for _ in range(WORLDS):
        world: World[Any, Any, Any] = World(house, seen, ask, chance, search.habit)
        thoughts = Tape(chance)
        for its, option in zip(found, moves, strict=True):
            thoughts.rewind()
            state = search.played(world, option, thoughts)
            judged = search.judged(state, ask.seat, house.game.outcome(state))
            its.append(place(judged, field))
    return tuple([summed(option, its) for option, its in zip(moves, found, strict=True)])


def summed(move: Any, places: list[float]) -> Prospect:
    places = sorted(places)
    edge = len(places) // OFTEN
    return Prospect(move, sum(places) / len(places), places[edge], places[-1 - edge])


def asked_in(house: AnyHouse, record: AnyRecord, row: int) -> tuple[Any, Ask[Any], Any] | None:
    """What the seat saw that made a row, what it was asked, and what it chose; none: no move."""
    if not 0 <= row < len(record.rows) or not isinstance(play := record.rows[row], Play):
        return None
    referee: AnyReferee = Referee.start(house.game, record)
    for earlier in record.rows[:row]:
        referee.repeat(earlier)
    ask = ask_of(referee.asks, play.seat)
    assert ask is not None, "the record is of this race"
    return house.game.view(referee.state, play.seat), ask, play.move


def reason_lines(
    house: AnyHouse,
    names: Names,
    seen: Any,
    ask: Ask[Any],
    found: tuple[Prospect, ...],
    language: Language,
) -> Iterator[str]:
    """Sentence by sentence."""
    words = house.words
    for i, one in enumerate(found):
        yield words.tell(
            "review.why.other" if i else "review.why.chosen",
            language,
            names,
            seat=ask.seat,
            chosen=words.label(one.move, names, language),
            place=f"{one.place:.1f}",
            well=f"{one.well:.1f}",
            badly=f"{one.badly:.1f}",
        )
        danger = house.beside(seen, ask.seat, one.move, language).danger
        reason = danger or why(house, seen, ask, one.move, language)
        if reason:
            yield f"  {reason}"
