"""Three Bends with a rule changed on purpose, under the edition it had or a new one."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from paddock import games
from paddock.core.chance import Chance
from paddock.core.game import Step
from paddock.core.game_spec import AnyGameSpec
from paddock.games.template import RACE
from paddock.games.template.events import Event
from paddock.games.template.game import ThreeBends
from paddock.games.template.state import Options, State


class MoreFuel(ThreeBends):
    """Everybody sets off with a unit more: no draw changes, and yet every race does."""

    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        step = super().setup(options, seats, chance)
        cars = tuple(replace(car, fuel=car.fuel + 1) for car in step.state.cars)
        return Step(replace(step.state, cars=cars), step.events, step.opened)


def template(game: type[ThreeBends] = ThreeBends, edition: str = "1") -> AnyGameSpec:
    """The template with these rules, as this edition."""
    made = type(game.__name__, (game,), {"card": replace(ThreeBends.card, edition=edition)})
    return replace(RACE, game=made())


def finder(spec: AnyGameSpec) -> Callable[[str], AnyGameSpec]:
    """The registry, with this spec in place of its own."""
    return lambda id: spec if id == spec.card.id else games.find_spec(id)
