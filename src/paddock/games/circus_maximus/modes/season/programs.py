"""What players may prepare in a season: as in a race, and the deals, bets and plots around it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from paddock.core.nested import mode_programs, with_questions
from paddock.core.program_types import TURNS_PER_STAGE, Sense
from paddock.games.circus_maximus import programs as race
from paddock.games.circus_maximus.ownership.view import is_race_running

MAIN = race.MAIN
SENSES: Mapping[str, Sense] = {
    **race.SENSES,
    "missing": "cost",
    "price": "cost",
    "mean": "none",
    "remains": "none",
    "odds": "gain",
}
"""What each number of `foresee` means for a planned move."""

DEALS = ("deal", "terms", "answer", "side-bet", "plot", "bet-again", "bribe", "dose", "loosen")
STABLE = ("train", "purchase", "harness", "fit", "in-kind", "worth", "concede", "auction", "bid")
PRESETS = (
    with_questions(race.PRESETS[0], "planned", "driving-deals", DEALS),
    with_questions(race.PRESETS[0], "market", "driving-market", (*DEALS, *STABLE, "enter", "bet")),
)
STAYING = ("Done", "Decline", "Keep", "Wait", "Waive")


def race_in(state: Any) -> Any | None:
    """The race that is being run."""
    return state.now if is_race_running(state.phase) else None


def with_race(state: Any, now: Any) -> Any:
    return replace(state, now=now)


def count_turns(state: Any) -> int:
    """What follows a race belongs to its last turn."""
    turn = 0 if state.now is None else race.count_turns(state.now)
    return (int(state.race) + 1) * TURNS_PER_STAGE + turn


PROGRAMS = replace(
    mode_programs(
        race.PROGRAMS,
        lambda state: state.race,
        senses=SENSES,
        presets=PRESETS,
        staying=STAYING,
        inner=race_in,
        with_inner=with_race,
    ),
    count_turns=count_turns,
)
