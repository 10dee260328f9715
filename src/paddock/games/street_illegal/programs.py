"""What players may prepare: the card of a leg, and the duels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from paddock.core.game import Ask
from paddock.core.program_types import CoDriver, GamePrograms, Line, Preset, Sense, Step
from paddock.core.seats import Seat
from paddock.games.street_illegal.moves import Move, Spend
from paddock.games.street_illegal.phases import Braking, Driven, Driving, Optimizing, TooFast
from paddock.games.street_illegal.state import State

MAIN = frozenset({"drive"})
"""Questions that only a person or a plan answers."""

SENSES: Mapping[str, Sense] = {
    "speed": "none",
    "over": "cost",
    "owed": "cost",
    "brake": "cost",
    "rival": "cost",
    "lost": "cost",
    "win": "gain",
    "needless": "none",
    "unused": "none",
    "rash": "none",
    "slow": "none",
}
"""What each number of `foresee` means for a planned move."""

PRESETS = (
    Preset(
        "planned",
        (
            Line(
                "duels",
                CoDriver(
                    (
                        "duel",
                        "pass",
                        "pro",
                        "again",
                        "too-fast",
                        "must-brake",
                        "drop",
                        "brake-drop",
                        "optimize",
                        "nitrous",
                    )
                ),
            ),
        ),
    ),
)
"""The first one is proposed."""


def ahead(state: State, seat: Seat, steps: tuple[Step[Any], ...]) -> State | None:
    """While cars in front drive: the seat's own turn, on the board as it is."""
    match state.phase:
        case Driving(at=at) | Optimizing(at=at):
            pass
        case TooFast(then=Driven(at=at)) | Braking(then=Driven(at=at)):
            pass
        case _:
            return None
    own = state.order.index(seat)
    return None if steps or own <= at else replace(state, phase=Driving(seat, own))


def count_turns(state: State) -> int:
    """A turn is a leg: a track card."""
    return state.leg + 1


def chips_of(ask: Ask[Move], move: Move) -> int | None:
    return move.chips if isinstance(move, Spend) else None


PROGRAMS = GamePrograms(
    main=MAIN,
    senses=SENSES,
    ahead=ahead,
    presets=PRESETS,
    count_turns=count_turns,
    waits=13,
    staying=frozenset({"Nothing", "Stay", "Keep", "Enough"}),
    secret=frozenset({"optimize"}),
    price=chips_of,
)
