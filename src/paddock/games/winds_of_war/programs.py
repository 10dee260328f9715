"""What players may prepare: the turns of a sitting with every step, and the challenges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paddock.core.game import Ask, ask_of
from paddock.core.program_rules import fixed_chance
from paddock.core.program_types import CoDriver, GamePrograms, Line, Preset, Sense, Step
from paddock.core.seats import Seat
from paddock.games.winds_of_war.game import GAME
from paddock.games.winds_of_war.moves import Bid, Move
from paddock.games.winds_of_war.state import State
from paddock.games.winds_of_war.state.pieces import TRACK, Options, laps_of

MAIN = frozenset({"plan"})
"""Questions that only a person or a plan answers."""

RISKS = ("slide", "straight", "off")
TEST_NUMBERS = ("row", "confidence", "free", "green", "yellow", "red", "blue", "black")
CURVE_NUMBERS = ("turning", "brake")
CURVES = range(3)

SENSES: Mapping[str, Sense] = {
    **dict.fromkeys(RISKS, "risk"),
    **{f"{name}{i}": "risk" for name in RISKS for i in CURVES},
    **dict.fromkeys(TEST_NUMBERS, "none"),
    **{f"{name}{i}": "none" for name in (*TEST_NUMBERS, *CURVE_NUMBERS) for i in CURVES},
    "hold": "gain",
    **{f"hold{i}": "gain" for i in CURVES},
    "over": "cost",
    **{f"over{i}": "cost" for i in CURVES},
    "curve0": "place",
    "steps0": "place",
    "curve1": "none",
    "steps1": "none",
    "curve2": "none",
    "steps2": "none",
    "boxes": "none",
    "risk": "risk",
    "extraGood": "gain",
    "extraHot": "risk",
    "extraFail": "risk",
    "startGood": "gain",
    "startSlip": "risk",
    "startStall": "risk",
    "heat": "cost",
    "cool": "gain",
    "boil": "risk",
    "harm": "cost",
    "downhill": "none",
    "tyres": "cost",
    "brakes": "cost",
    "hot": "cost",
    "drops": "none",
    "to": "place",
    "line": "place",
    "left": "none",
    "slipstream": "none",
    "rash": "none",
    "unused": "none",
    "from": "none",
    "turns": "cost",
    "price": "cost",
    "gain": "gain",
    "mine": "risk",
    "theirs": "none",
}
"""What each number of `foresee` means for a planned move."""

CHALLENGES = ("challenge", "answer", "reroll", "grid-challenge", "grid-reroll")
STEPS = ("step", "roll-on", "slipstream", "closing", "fix", "halt", "free-boxes")

PRESETS = (
    Preset("planned", (Line("steps", CoDriver((*CHALLENGES, *STEPS))),), seals=STEPS),
    Preset("own-steps", (Line("challenges", CoDriver(CHALLENGES)),), seals=STEPS),
)
"""The first one is proposed."""


def ahead(state: State, seat: Seat, steps: tuple[Step[Any], ...]) -> State | None:
    """The plan of the seat's next turn, if the others drive on with care."""
    if seat not in state.order:
        return None
    chance = fixed_chance()
    ask = ask_of(GAME.asks(state), seat)
    if steps and ask is not None and steps[-1].question == ask.question.prompt:
        last = steps[-1]  # it draws: only what ends the turn is imagined
        if last.question == "plan" or "over" in last.seen or last.move not in ask.options:
            return None
        state = GAME.play(state, seat, last.move, chance).state
    for _ in range(MAX_IMAGINED_MOVES):
        asks = GAME.asks(state)
        if not asks:
            return None
        ask = asks[0]
        if ask.seat == seat and ask.question.prompt not in CHALLENGES:
            return state if ask.question.prompt == "plan" else None
        state = GAME.play(state, ask.seat, ask.default_move, chance).state
    return None


MAX_IMAGINED_MOVES = 300
"""More than all cars need for a turn."""


def count_turns(state: State) -> int:
    """0 is the garage and the grid."""
    return state.turn


def lire_of(ask: Ask[Move], move: Move) -> int | None:
    return move.lire if isinstance(move, Bid) else None


def model_of(view: Any, ask: Ask[Move]) -> str:
    """The car that is called."""
    return str(ask.args[0]) if ask.question.prompt == "bid" else ""


def race_length(options: Options) -> float:
    """Compared with the usual laps of Salerno."""
    return count_units(options) / count_units(Options())


def count_units(options: Options) -> float:
    """The road of a race, and what its curves cost, in the units of its length."""
    track = TRACK[options.road]
    return (track.length + CURVE_UNITS * len(track.curves)) * laps_of(options)


CURVE_UNITS = 340
"""With it the turns of eight circuits are met within a tenth."""

PROGRAMS = GamePrograms(
    main=MAIN,
    senses=SENSES,
    ahead=ahead,
    presets=PRESETS,
    count_turns=count_turns,
    turns_per_sitting=4,
    turns_before=2,
    waits=20,  # 8 sittings and two thirds of 17 further waits: with half, races take 10.7 days
    race_length=race_length,
    staying=frozenset({"Pass", "Keep", "Done"}),
    price=lire_of,
    subject=model_of,
)
