"""The Mille Miglia as a Game: it runs one stage after another."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.flow import PhasedGame, settle
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.winds_of_war.data import SPARE_CARD_COUNTS, TUNING_CARD_COUNTS
from paddock.games.winds_of_war.modes.mille_miglia.card import CARD
from paddock.games.winds_of_war.modes.mille_miglia.events import Event
from paddock.games.winds_of_war.modes.mille_miglia.phases import Over, Racing
from paddock.games.winds_of_war.modes.mille_miglia.rules import before_first
from paddock.games.winds_of_war.modes.mille_miglia.state import Options, State
from paddock.games.winds_of_war.modes.mille_miglia.view import View, imagine, view
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.phases.garage import deal_cars, open_auction
from paddock.games.winds_of_war.state import Team


class MilleMiglia(PhasedGame[State, Move, Event]):
    """From Brescia to Brescia, by stages or in one evening."""

    card: Card = CARD

    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        now = before_first(options, (Team(),) * seats, SPARE_CARD_COUNTS, TUNING_CARD_COUNTS)
        events: list[Event] = []
        prepare = deal_cars if options.garage == "dealt" else open_auction
        now = prepare(now, events, chance)
        return settle(State(options, (), (), now, Racing()), events, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        return imagine(view)

    def outcome(self, state: State) -> Outcome | None:
        phase = state.phase
        return Outcome(phase.places, phase.reason) if isinstance(phase, Over) else None


GAME = MilleMiglia()
