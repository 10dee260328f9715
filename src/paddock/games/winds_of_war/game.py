"""The Game implementation of Winds of War: a Grand Prix."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.flow import PhasedGame, settle
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import CARD
from paddock.games.winds_of_war.data import SPARE_CARD_COUNTS, TUNING_CARD_COUNTS
from paddock.games.winds_of_war.events import Event
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.phases.garage import deal_cars, open_auction
from paddock.games.winds_of_war.phases.turn import Over
from paddock.games.winds_of_war.rules.order import places
from paddock.games.winds_of_war.state import Options, State, Team, before_start
from paddock.games.winds_of_war.view import View, imagine, view


class WindsOfWar(PhasedGame[State, Move, Event]):
    """A Grand Prix on one of eleven circuits."""

    card: Card = CARD

    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        state = before_start(options, (Team(),) * seats, SPARE_CARD_COUNTS, TUNING_CARD_COUNTS)
        events: list[Event] = []
        prepare = deal_cars if options.garage == "dealt" else open_auction
        return settle(prepare(state, events, chance), events, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        return imagine(view)

    def outcome(self, state: State) -> Outcome | None:
        if not isinstance(state.phase, Over):
            return None
        return Outcome(places(state.road, state.cars, state.home), state.phase.reason)


GAME = WindsOfWar()
