"""What all environments share, without an array library: the start of a race, rewards, layouts."""

from __future__ import annotations

import random
from typing import Any

from paddock.api import DEFAULT_SEATS, read_options
from paddock.bots.bot import place_share
from paddock.core.chance import UnrecordedChance
from paddock.core.errors import BadOption, Refused
from paddock.core.game import Ask, Outcome
from paddock.core.game_spec import AnyGameSpec
from paddock.core.layout import Layout
from paddock.core.referee import AnyReferee, Referee
from paddock.core.runner import Runner
from paddock.core.seats import Seat
from paddock.games import find_spec

IN_TURN = ("winds-of-war",)
"""Games in which no two seats ever decide at once, with their modes."""


class IllegalAction(Refused):
    """An action that is not offered now."""


def is_parallel(spec: AnyGameSpec) -> bool:
    """Whether seats decide at once in this game. A test holds that such windows are sealed."""
    return not spec.card.id.startswith(IN_TURN)


def find_layout(game: str) -> Layout:
    return layout_of(find_spec(game))


def layout_of(spec: AnyGameSpec) -> Layout:
    if spec.layout is None:
        raise BadOption(f"{spec.card.id} has no layout")
    return spec.layout


class Setup:
    """Which race is run: the game, the number of seats, the options."""

    def __init__(self, game: str, seats: int | None, options: dict[str, Any]) -> None:
        self.spec = find_spec(game)
        self.layout = layout_of(self.spec)
        least, most = self.spec.card.seats
        self.seats = min(max(DEFAULT_SEATS, least), most) if seats is None else seats
        self.options = read_options(self.spec, options)
        self.start(0)  # a wrong number of seats is said at once

    def start(self, seed: int | str) -> Runner[Any, Any]:
        """A race from its start. The same seed gives the draws of `paddock.make`."""
        generator = random.Random(seed)
        referee: AnyReferee = Referee(self.spec.game, self.options, self.seats, generator)
        return Runner(self.spec.game, referee.state, UnrecordedChance(generator))


def reward_of(outcome: Outcome, seat: Seat) -> float:
    """From 1 for the first place to -1 for the last or for being out; ties share."""
    return 2 * place_share(outcome, seat) - 1


def moves_by_id(layout: Layout, view: Any, ask: Ask[Any]) -> dict[int, Any]:
    """The moves that are offered, by the ids of their actions."""
    ids = layout.action_ids(view, ask)
    return {id: move for id, move in zip(ids, ask.candidates, strict=True) if id >= 0}


def check_illegal(illegal: str) -> str:
    """What an action does that is not offered: `raise` an error, or play the `default`."""
    if illegal not in ("default", "raise"):
        raise BadOption(f"illegal is `default` or `raise`, not {illegal!r}")
    return illegal


def find_move(offered: dict[int, Any], action: int, ask: Ask[Any], illegal: str = "raise") -> Any:
    """The move of an action. If it is not offered: a clear error, or the default move."""
    if action not in offered:
        if illegal == "default":
            return ask.default_move
        listed = ", ".join(str(id) for id in sorted(offered))
        asked = f"seat {ask.seat} is asked {ask.question.prompt!r}"
        raise IllegalAction(f"{asked}: action {action} is not among {listed}")
    return offered[action]
