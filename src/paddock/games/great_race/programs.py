"""What players may prepare: the plan of a round with a queue of acts, and the steps of each act."""

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
from paddock.games.great_race.moves import Move, Plan, Play, Recruit
from paddock.games.great_race.phases.convoy import Sequence
from paddock.games.great_race.phases.round import Planning
from paddock.games.great_race.rules.crew import count_assistants
from paddock.games.great_race.state import Crew, State

MAIN = frozenset({"plan", "act"})
"""Questions that only a person or a plan answers."""

REST = frozenset({"act"})
"""Main questions with which a co-driver may go on, where a plan no longer fits or is over."""

MOST_STEPS = 4
"""The plan and three acts. Acts are planned on imagined tiles: longer queues cost places."""

SENSES: Mapping[str, Sense] = {
    "money": "none",
    "steps": "gain",
    "fuel": "cost",
    "points": "cost",
    "danger": "risk",
    "short": "risk",
    "unknown": "none",
    "stop": "cost",
    "cards": "cost",
    "nothing": "none",
    "unused": "none",
    "rash": "none",
    "times": "none",
    "least": "none",
    "together": "none",
}
"""What each number of `foresee` means for a planned move. Money is negative where it is spent."""

STEPS = (
    "take",
    "cancel",
    "drive",
    "lay",
    "lay-line",
    "bear",
    "face",
    "stop",
    "short",
    "mend",
    "lift",
    "hunt",
    "swindle",
    "sabotage",
    "discard",
    "supplied",
    "vehicle",
)

PRESETS = (
    Preset(
        "planned",
        (Line("steps", CoDriver((*STEPS, *REST))),),
    ),
)
"""The first one is proposed."""


def ahead(state: State, seat: Seat, steps: tuple[Step[Any], ...]) -> State | None:
    """After the plan of the round: one act after the other."""
    phase = state.phase
    crew = state.crews[seat]
    last = steps[-1].move if steps else None
    if last is None and isinstance(phase, Planning):
        last = phase.sealed[seat]
        if last is None:
            return None
    if isinstance(last, Plan):
        crew = with_plan(crew, last)
    elif isinstance(phase, Sequence) and phase.seat == seat and last is not None:
        if not isinstance(last, Recruit):
            return None  # a card that draws
        crew = replace(crew, scouts=crew.scouts - 1)
    if crew.passed or not count_assistants(crew):
        return None
    return replace(
        state, crews=replace_at(state.crews, seat, crew), phase=Sequence(seat, fresh=True)
    )


def with_plan(crew: Crew, plan: Plan) -> Crew:
    """A crew with its assistants where it planned them."""
    return replace(
        crew,
        scouts=plan.scouts,
        mechanics=plan.mechanics,
        escorts=plan.escorts,
        financing=plan.financing,
        passed=False,
    )


def has_imagined_result(act: Move) -> bool:
    """Drives and tiles are imagined. Cards are not: no one plans with a card that is not drawn."""
    return not isinstance(act, Recruit | Play)


def count_turns(state: State) -> int:
    return state.round


PROGRAMS = GamePrograms(
    main=MAIN,
    rest=REST,
    most_steps=MOST_STEPS,
    senses=SENSES,
    ahead=ahead,
    has_imagined_result=has_imagined_result,
    presets=PRESETS,
    count_turns=count_turns,
    waits=4,
    staying=frozenset({"Pass", "Halt", "Allow"}),
    secret=frozenset({"cancel"}),
)
