"""What the season and the career have in common at the market, and where they part."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from msgspec import Struct

from paddock.core.chance import Chance
from paddock.core.errors import RulesBug
from paddock.core.game import Question
from paddock.games.winds_of_war.state import State as RaceState
from paddock.games.winds_of_war.state import Team


class ModeHooks(Protocol):
    """Where season and career part. Types of the wing stand in its signatures."""

    visit: Question
    """What a team is asked at the market; its clause is that of sales too."""
    gift: str
    """The clause by which a team that can pay for no car is given one."""

    def may_race(self, now: RaceState, team: Team) -> bool:
        """Whether a team has a car for the next race."""
        ...

    def traded(self, state: Any, now: RaceState) -> Any:
        """The same with what the teams have now."""
        ...

    def closed(self, state: Any, events: Any, chance: Chance) -> Any:
        """All have visited the market."""
        ...


class HasMarket(Struct, frozen=True, gc=False):
    """Whatever holds teams that go to the market."""

    @property
    def now(self) -> RaceState:
        raise RulesBug(f"{type(self).__name__} does not say where its teams are")

    @property
    def steward(self) -> ModeHooks:
        raise RulesBug(f"{type(self).__name__} does not say what comes next")


S = TypeVar("S", bound=HasMarket)
