"""The career as a Game: it runs one edition of the Mille Miglia after another."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.flow import PhasedGame, settle
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.winds_of_war.market.moves import Move
from paddock.games.winds_of_war.modes.career.card import CARD
from paddock.games.winds_of_war.modes.career.events import Event
from paddock.games.winds_of_war.modes.career.phases import RACING, Over
from paddock.games.winds_of_war.modes.career.rules import edition_options
from paddock.games.winds_of_war.modes.career.state import Options, State
from paddock.games.winds_of_war.modes.career.view import View, imagine, view
from paddock.games.winds_of_war.modes.mille_miglia.game import GAME as EDITION


class Career(PhasedGame[State, Move, Event]):
    """Several Mille Miglias, with prizes, purchases and deals between them."""

    card: Card = CARD

    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        step = EDITION.setup(edition_options(options, 0), seats, chance)
        state = State(options, (), (0,) * seats, step.state, RACING)
        return settle(state, [*step.events], chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        return imagine(view)

    def outcome(self, state: State) -> Outcome | None:
        phase = state.phase
        return Outcome(phase.places, "career-over") if isinstance(phase, Over) else None


GAME = Career()
