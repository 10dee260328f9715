"""Phases of the championship. Between races each team visits the market, the last one first.

Racing ─ (race over) ─ the market's phases … Racing … Over
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Ended
from paddock.core.game import Question
from paddock.core.nested import InnerRace
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.market.moves import Move
from paddock.games.winds_of_war.market.phases import Offering, Replying, Visiting
from paddock.games.winds_of_war.modes.championship.events import Champion, Events, NextRace
from paddock.games.winds_of_war.modes.championship.rules import (
    before_race,
    places_of_race,
    score,
    table,
)
from paddock.games.winds_of_war.phases.grid import qualify
from paddock.games.winds_of_war.phases.turn import Over as RaceOver
from paddock.games.winds_of_war.state import State as RaceState
from paddock.games.winds_of_war.state import Team

if TYPE_CHECKING:
    from paddock.games.winds_of_war.modes.championship.state import State

Q_VISIT = Question("visit", R("W4.3.4"), args=("lire",))


class Racing(InnerRace, frozen=True, tag=True, gc=False):
    """A race of the season is run."""

    over_at: ClassVar[type] = RaceOver

    def on_over(self, state: State, events: Events, chance: Chance) -> State:
        return after_race(state, events, chance)


RACING = Racing()


def after_race(state: State, events: Events, chance: Chance) -> State:
    """The race is scored; then the market opens, or the season is over."""
    state = score(state, places_of_race(state.now, events, chance), events)
    order = table(state)
    if len(state.results) < len(state.options.calendar):
        return replace(state, phase=Visiting(tuple(reversed(order))))
    events.append(Champion(order[0], state.points[order[0]]))
    return replace(state, phase=Over())


class Over(Ended, frozen=True, tag=True, gc=False):
    """The season is over."""

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("W4.3.5"))


@cites(R("W4.3.1"), R("Q64"))
def start_race(state: State, events: Events, chance: Chance) -> State:
    """The next circuit of the season: cars as new, money, spares and tuning as they are."""
    race, now = len(state.results), state.now
    events.append(NextRace(race + 1, len(state.options.calendar)))
    now = before_race(state.options, race, now.teams, now.stock, now.shelf)
    state = replace(state, now=qualify(now, events, chance))
    return RACING.start(state, events, chance)


class Season:
    """What the market asks of the season."""

    visit = Q_VISIT
    gift = R("Q64")

    def may_race(self, now: RaceState, team: Team) -> bool:
        return team.model >= 0

    def with_race(self, state: State, now: RaceState) -> State:
        return replace(state, now=now)

    def on_market_closed(self, state: State, events: Events, chance: Chance) -> State:
        return start_race(state, events, chance)


HOOKS = Season()
Phase: TypeAlias = Racing | Over | Visiting | Offering | Replying
