"""The part of a state that the market needs, and the hooks of season and career."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from msgspec import Struct

from paddock.core.chance import Chance
from paddock.core.errors import RulesBug
from paddock.core.game import Question
from paddock.games.winds_of_war.state import State as RaceState
from paddock.games.winds_of_war.state import Team


class ModeHooks(Protocol):
    """What the market asks of a mode. A mode has its own types in the signatures."""

    visit: Question
    """What a team is asked at the market; its clause is that of sales too."""
    gift: str
    """The clause by which a team that can pay for no car is given one."""

    def may_race(self, now: RaceState, team: Team) -> bool:
        """Whether a team has a car for the next race."""
        ...

    def with_race(self, state: Any, now: RaceState) -> Any:
        """The state of the mode with this race, in which the teams have traded."""
        ...

    def on_market_closed(self, state: Any, events: Any, chance: Chance) -> Any:
        """All teams have visited the market: start the next race."""
        ...


class HasMarket(Struct, frozen=True, gc=False):
    """A state with teams that visit the market."""

    @property
    def now(self) -> RaceState:
        raise RulesBug(f"{type(self).__name__} has no teams")

    @property
    def hooks(self) -> ModeHooks:
        raise RulesBug(f"{type(self).__name__} has no hooks")


S = TypeVar("S", bound=HasMarket)
