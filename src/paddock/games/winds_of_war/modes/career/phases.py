"""Phases of the career. Between two years each team visits the market, the poorest first.

Racing ─ (edition over: prizes) ─ the market's phases … Racing … Over
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
from paddock.games.winds_of_war.market.phases import Offering, Replying, Visiting, next_visit
from paddock.games.winds_of_war.modes.career.events import Events, MostSuccessful, NextEdition
from paddock.games.winds_of_war.modes.career.rules import (
    edition_options,
    final_places,
    may_start,
    part_with_drivers,
    pay_prizes,
    visiting_order,
    with_now,
)
from paddock.games.winds_of_war.modes.mille_miglia.phases import Over as EditionOver
from paddock.games.winds_of_war.modes.mille_miglia.phases import Racing as OnTheRoad
from paddock.games.winds_of_war.modes.mille_miglia.phases import show_letters
from paddock.games.winds_of_war.modes.mille_miglia.rules import before_first
from paddock.games.winds_of_war.modes.mille_miglia.state import State as Edition
from paddock.games.winds_of_war.phases.grid import qualify
from paddock.games.winds_of_war.state import State as RaceState
from paddock.games.winds_of_war.state import Team

if TYPE_CHECKING:
    from paddock.games.winds_of_war.modes.career.state import State

Q_VISIT = Question("visit", R("W4.6.3"), args=("lire",))


class Racing(InnerRace, frozen=True, tag=True, gc=False):
    """An edition is run: a Mille Miglia, which is a mode itself."""

    over_at: ClassVar[type] = EditionOver

    def inner(self, state: State) -> Edition:
        return state.edition

    def with_inner(self, state: State, race: Edition) -> State:
        return replace(state, edition=race)

    def on_over(self, state: State, events: Events, chance: Chance) -> State:
        over = state.edition.phase
        assert isinstance(over, EditionOver)
        return after_edition(state, over.places, events, chance)


RACING = Racing()


class Over(Ended, frozen=True, tag=True, gc=False):
    """The career is over."""

    places: tuple[int, ...]  # by seat

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("W4.6.4"))


@cites(R("W4.6.4"))
def after_edition(state: State, places: tuple[int, ...], events: Events, chance: Chance) -> State:
    """Prizes are paid; then the market opens for the next year, or the career is over."""
    state = pay_prizes(state, places, events)
    if len(state.results) < len(state.options.years()):
        return open_market(state, events, chance)
    final = final_places(state, chance)
    best = final.index(1)
    events.append(MostSuccessful(best, state.won[best]))
    return replace(state, phase=Over(final))


@cites(R("W4.6.3"), R("Q103"))
def open_market(state: State, events: Events, chance: Chance) -> State:
    """The teams visit it, with the line-up and the drivers of the next year."""
    order = visiting_order(state, chance)
    return next_visit(turn_year(state, events), order, events, chance)


@cites(R("Q103"))
def turn_year(state: State, events: Events) -> State:
    """The next edition before its start: money, spares and tuning as they are, a full deck."""
    number, now = len(state.results), state.now
    options = edition_options(state.options, number)
    events.append(NextEdition(options.year, number + 1, len(state.options.years())))
    now = before_first(options, now.teams, now.stock, now.shelf)
    edition = Edition(options, (), (), part_with_drivers(now, events), OnTheRoad())
    return replace(state, edition=edition)


class Career:
    """What the market asks of the career."""

    visit = Q_VISIT
    gift = R("Q103")

    def may_race(self, now: RaceState, team: Team) -> bool:
        return may_start(now, team)

    def with_race(self, state: State, now: RaceState) -> State:
        return with_now(state, now)

    @cites(R("W4.6.1"), R("Q103"))
    def on_market_closed(self, state: State, events: Events, chance: Chance) -> State:
        """The next edition is started, with cars as new; by night their lamps show curves."""
        now = qualify(state.now, events, chance)
        show_letters(state.now, now, events)
        return RACING.start(with_now(state, now), events, chance)


HOOKS = Career()
Phase: TypeAlias = Racing | Over | Visiting | Offering | Replying
