"""The championship as a Game: it runs one race after another."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.flow import PhasedGame, settle
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.winds_of_war.game import GAME as RACE
from paddock.games.winds_of_war.market.moves import Move
from paddock.games.winds_of_war.modes.championship.card import CARD
from paddock.games.winds_of_war.modes.championship.events import Event
from paddock.games.winds_of_war.modes.championship.phases import RACING, Over
from paddock.games.winds_of_war.modes.championship.rules import places, race_options
from paddock.games.winds_of_war.modes.championship.state import Options, State
from paddock.games.winds_of_war.modes.championship.view import View, imagine, view


class Championship(PhasedGame[State, Move, Event]):
    """Several Grands Prix, with prizes, purchases and deals between them."""

    card: Card = CARD

    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        step = RACE.setup(race_options(options, 0), seats, chance)
        none = (0,) * seats
        state = State(options, (), none, none, step.state, RACING)
        return settle(state, [*step.events], chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        return imagine(view)

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(places(state), "season-over") if isinstance(state.phase, Over) else None


GAME = Championship()
