"""Races that start from a position in notation instead of the set-up."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import UnreadableScenario
from paddock.core.game import Game, Step
from paddock.core.game_spec import AnyGameSpec
from paddock.core.notation import read_facts
from paddock.core.seats import Names


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a race starts, if not with its set-up."""

    given: tuple[str, ...]  # facts; what they leave open is as usual
    begin: str = ""  # the part of a turn that then begins by itself
    seats: tuple[str, ...] = ()  # what the facts call the seats


def set_up_position(
    spec: AnyGameSpec, options: Any, names: Names, start: Start, chance: Chance
) -> Step[Any, Any]:
    """The state of a position."""
    notation = spec.notation
    try:
        state = notation.place(read_facts(start.given), options, names)
    except (ValueError, KeyError, IndexError) as wrong:
        raise UnreadableScenario(f"given: {type(wrong).__name__}: {wrong}") from wrong
    return notation.begin(state, start.begin, chance) if start.begin else Step(state)


class PlacedGame:
    """A game whose set-up is a position."""

    def __init__(self, spec: AnyGameSpec, start: Start) -> None:
        game: Game[Any, Any, Any, Any, Any] = spec.game
        self.spec, self.start, self.card = spec, start, game.card
        self.asks, self.play, self.view = game.asks, game.play, game.view
        self.imagine, self.why_not, self.outcome = game.imagine, game.why_not, game.outcome

    def setup(self, options: Any, seats: int, chance: Chance) -> Step[Any, Any]:
        return set_up_position(self.spec, options, self.start.seats, self.start, chance)


def spec_from_position(spec: AnyGameSpec, start: Start | None) -> AnyGameSpec:
    """A spec whose races start at a position."""
    return spec if start is None else replace(spec, game=PlacedGame(spec, start))
