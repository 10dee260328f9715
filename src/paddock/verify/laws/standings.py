"""Law 15: standings name every seat, the best first, and agree with the outcome in the end; they
and the numbers next to an option can be computed from any view, and have words."""

from __future__ import annotations

import math
from typing import Any

from paddock.core.languages import languages
from paddock.core.standings import Standing
from paddock.verify.laws.walk import Walk


def standings_are_sound(walk: Walk) -> None:
    """On the way, by the view of anybody."""
    standings, phase = walk.spec.standings, type(getattr(walk.state, "phase", None))
    if not walk.first("standings", phase) and not walk.often(0.05):
        return
    for viewer in walk.some_viewers(1):
        with walk.law(15, "the standings as {} sees them", viewer):
            told = standings(walk.game.view(walk.state, viewer))
        seats = {one.seat for one in told if one.seat >= 0}
        if seats != set(range(walk.seats)):
            walk.broken(15, f"{walk.seats} seats, and the standings name {sorted(seats)}")
        places = [one.place or math.inf for one in told]
        if places != sorted(places):
            walk.broken(15, f"the best do not come first: places {[one.place for one in told]}")
        if len({one.car for one in told}) != len(told):
            walk.broken(15, f"two have the same number: {[one.car for one in told]}")
        for one in told:
            has_words(walk, one)
        if not walk.spec.own_standings(walk.options):
            with walk.law(15, "the standings as spectators see them"):
                open_to_all = standings(walk.game.view(walk.state, None))
            if told != open_to_all:
                walk.broken(15, f"{viewer} sees other standings than spectators do")


def has_words(walk: Walk, one: Standing) -> None:
    words = walk.spec.words
    for language in languages():
        with walk.law(15, "{} in {}", one, language):
            words.name(one.seat, walk.names, language)
            for id in filter(None, (one.note, one.score)):
                words.tell(f"standing.{id}", language, walk.names, **dict(one.args))


def standings_agree_with_the_outcome(walk: Walk) -> None:
    """At the end. For a seat with several cars only the game knows which one counts."""
    standings, outcome = walk.spec.standings, walk.game.outcome(walk.state)
    assert outcome is not None
    told = standings(walk.game.view(walk.state, None))
    for seat, place in enumerate(outcome.places):
        mine = [one.place for one in told if one.seat == seat]
        if len(mine) == 1 and mine != [place]:
            walk.broken(15, f"{walk.names[seat]} stands in place {mine[0]} and came in {place}")
    others = sorted(one.place for one in told if one.seat < 0)
    if others and others != sorted(outcome.others):
        walk.broken(15, f"the others stand in {others} and came in {outcome.others}")


def options_are_foreseen(walk: Walk) -> None:
    """By the view of the seat that is asked: numbers, and texts that use them."""
    spec = walk.spec
    if spec.foresee is None:
        return
    for ask in walk.asks:
        if not walk.first("foresight", ask.question) and not walk.often(0.03):
            continue
        view = walk.game.view(walk.state, ask.seat)
        for move in walk.some(ask.options, 6):
            with walk.law(15, "what is foreseen of {!r}", move):
                told = [
                    spec.option_info(view, ask.seat, move, language) for language in languages()
                ]
            numbers = told[0].numbers
            if not all(map(is_number, numbers.values())) or any("None" in b.remark for b in told):
                walk.broken(15, f"of {move!r} is foreseen {numbers}")


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)
