"""The game protocol for The Great Race: set-up, view and outcome."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.flow import PhasedGame, settle
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.great_race.card import CARD, R
from paddock.games.great_race.data import (
    DECK,
    EMPTY,
    LANDS,
    MOST_CHASSIS,
    MOST_ENGINE,
    MOST_FUEL,
    SPACES,
    START_MONEY,
)
from paddock.games.great_race.events import Event, Events, Started
from paddock.games.great_race.moves import Move
from paddock.games.great_race.phases import ChoosingVehicles, Over
from paddock.games.great_race.phases.round import show_cards
from paddock.games.great_race.rules.crew import ranking
from paddock.games.great_race.rules.ground import START, goal
from paddock.games.great_race.state import Crew, Options, State
from paddock.games.great_race.view import View, imagine, view


class GreatRace(PhasedGame[State, Move, Event]):
    """The Great Race, as a game for the referee."""

    card: Card = CARD

    @cites(R("R1"), R("Q1"), R("Q39"))
    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        first = chance.pick(range(seats), "first crew")
        order = tuple((first + i) % seats for i in range(seats))
        start = START[options.continent, options.direction]
        events: Events = [Started(start, goal(options), order)]
        money = START_MONEY[seats]
        crews = tuple(
            Crew(None, start, MOST_FUEL, MOST_ENGINE, MOST_CHASSIS, money[order.index(seat)])
            for seat in range(seats)
        )
        state = State(
            options=options,
            round=1,
            order=order,
            pile=order[::-1],
            crews=crews,
            board=(EMPTY,) * SPACES,
            bag=LANDS[options.continent].bag,
            deck=DECK,
            discards=(),
            market=(),
            arrivals=(),
            held=(),
            phase=ChoosingVehicles(0),
        )
        return settle(show_cards(state, events, chance), events, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        return imagine(view, seat, chance)

    @cites(R("Q48"))
    def outcome(self, state: State) -> Outcome | None:
        """Places by prestige, then by progress. If no crew arrived, the continent is first."""
        if not isinstance(state.phase, Over):
            return None
        ranks = ranking(state)
        if state.arrivals:
            return Outcome(tuple(ranks.index(s) + 1 for s in range(len(ranks))), "arrived")
        return Outcome(tuple(ranks.index(s) + 2 for s in range(len(ranks))), "rounds", (1,))


GAME = GreatRace()
