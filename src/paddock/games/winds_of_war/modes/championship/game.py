"""The championship as a Game: it runs one race after another."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.flow import PhasedGame, settle
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.winds_of_war.data import SPARE_CARD_COUNTS, TUNING_CARD_COUNTS
from paddock.games.winds_of_war.market.moves import Move
from paddock.games.winds_of_war.modes.championship.card import CARD
from paddock.games.winds_of_war.modes.championship.events import Event
from paddock.games.winds_of_war.modes.championship.phases import RACING, Over
from paddock.games.winds_of_war.modes.championship.rules import before_race, places
from paddock.games.winds_of_war.modes.championship.state import Options, State
from paddock.games.winds_of_war.modes.championship.view import View, imagine, view
from paddock.games.winds_of_war.phases.garage import deal_cars, open_auction
from paddock.games.winds_of_war.state import Team


class Championship(PhasedGame[State, Move, Event]):
    """Several Grands Prix, with prizes, purchases and deals between them."""

    card: Card = CARD

    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        teams = (Team(),) * seats
        now = before_race(options, 0, teams, SPARE_CARD_COUNTS, TUNING_CARD_COUNTS)
        events: list[Event] = []
        prepare = deal_cars if options.garage == "dealt" else open_auction
        now = prepare(now, events, chance)
        none = (0,) * seats
        return settle(State(options, (), none, none, now, RACING), events, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        return imagine(view)

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(places(state), "season-over") if isinstance(state.phase, Over) else None


GAME = Championship()
