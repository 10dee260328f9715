"""What players may prepare: a turn with its discards, and the reactions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from paddock.core.game import replace_at
from paddock.core.program_types import (
    CoDriver,
    GamePrograms,
    Line,
    Preset,
    Sense,
    Step,
)
from paddock.core.seats import Seat
from paddock.games.heat.data import HEAT, CardNo
from paddock.games.heat.data.own import track_of
from paddock.games.heat.moves import Add, Plan
from paddock.games.heat.phases import Discarding, Planning
from paddock.games.heat.rules.cards import without_any
from paddock.games.heat.state import Options, State, is_face_down

MAIN = frozenset({"plan"})
"""Questions that only a person or a plan answers."""

SENSES: Mapping[str, Sense] = {
    "low": "none",
    "high": "none",
    "from": "none",
    "to": "place",
    "far": "none",
    "shift": "cost",
    "must": "cost",
    "owed": "cost",
    "most": "cost",
    "heat": "cost",
    "cool": "gain",
    "engine": "gain",
    "spin": "risk",
    "unused": "none",
    "adrenaline": "none",
    "slipstream": "none",
    "rash": "none",
    "slow": "none",
    "place": "none",
    "times": "none",
    "together": "none",
    "value": "none",
    "ends": "none",
}
"""What each number of `foresee` means for a planned move."""

OTHER_CARDS = ("choose", "salvage", "refresh", "cooker")
"""Questions that only some cards put."""

PRESETS = (
    Preset(
        "planned",
        (Line("reactions", CoDriver(("react", "slipstream", *OTHER_CARDS))),),
        seals=("discard",),
    ),
)
"""The first one is proposed."""


def ahead(state: State, seat: Seat, steps: tuple[Step[Any], ...]) -> State | None:
    """After the plan of the round: the discards, with the cards that it leaves in the hand."""
    car = state.cars[seat]
    cards = planned_cards(steps) if steps else sealed_cards(state, seat)
    if not cards or HEAT in cards:
        return None
    if not car.area:
        car = replace(car, hand=without_any(car.hand, cards))
    if not car.hand:
        return None
    return replace(state, cars=replace_at(state.cars, seat, car), phase=Discarding(seat))


def planned_cards(steps: tuple[Step[Any], ...]) -> tuple[CardNo, ...]:
    """The cards of a plan on the sheet; none if something else was chosen last."""
    if steps[-1].question != "plan":
        return ()
    last = steps[-1].move
    if isinstance(last, Plan):
        return last.cards
    return tuple([step.move.card for step in steps if isinstance(step.move, Add)])


def sealed_cards(state: State, seat: Seat) -> tuple[CardNo, ...]:
    """The cards that a seat has planned and not yet played."""
    if isinstance(state.phase, Planning):
        plan = state.phase.sealed[seat]
        return () if plan is None else plan.cards
    return state.cars[seat].area if is_face_down(state, seat) else ()


def count_turns(state: State) -> int:
    """All plan at once in each round."""
    return state.round


def race_length(options: Options) -> float:
    """Compared with the printed laps of the USA."""
    return count_units(options) / count_units(Options())


def count_units(options: Options) -> int:
    """The spaces of a race, and what its corners cost, in spaces."""
    track = track_of(options.board)
    laps = 1 if options.first_game else options.laps or track.laps
    return (track.spaces + CORNER_SPACES * len(track.corners)) * laps


CORNER_SPACES = 2
"""With it the rounds of all ten tracks are met within a tenth."""

PROGRAMS = GamePrograms(
    main=MAIN,
    senses=SENSES,
    ahead=ahead,
    presets=PRESETS,
    count_turns=count_turns,
    waits=17,
    race_length=race_length,
    staying=frozenset({"Done"}),
    secret=frozenset({"discard"}),
)
