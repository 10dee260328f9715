"""The arena as a `Game`."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.flow import PhasedGame, settle
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.arena.card import CARD
from paddock.games.circus_maximus.modes.arena.events import Event
from paddock.games.circus_maximus.modes.arena.moves import Move
from paddock.games.circus_maximus.modes.arena.phases import Arming, Over, places
from paddock.games.circus_maximus.modes.arena.state import Options, State
from paddock.games.circus_maximus.modes.arena.view import View, imagine, view


class Gala(PhasedGame[State, Move, Event]):
    """One gladiator for each seat, and pairs by lot."""

    card: Card = CARD

    @cites(R("X73"))
    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        phase = Arming(((),) * seats, tuple(range(seats)))
        return settle(State(options, seats, phase=phase), [], chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        return imagine(view, seat, chance)

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(places(state), "gala-over") if isinstance(state.phase, Over) else None


GAME = Gala()
