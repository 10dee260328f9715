"""The season by the contract: it holds a race and passes it through."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.flow import PhasedGame, settle
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.season.card import CARD
from paddock.games.circus_maximus.modes.season.events import Event
from paddock.games.circus_maximus.modes.season.phases import Founding, Over
from paddock.games.circus_maximus.modes.season.phases.after import places
from paddock.games.circus_maximus.modes.season.state import MAX_FACTIONS, Options, State
from paddock.games.circus_maximus.modes.season.view import View, imagine, view
from paddock.games.circus_maximus.ownership.moves import Move
from paddock.games.circus_maximus.ownership.rules.intrigue import EMPTY_SHEET
from paddock.games.circus_maximus.ownership.rules.ledger import open_books
from paddock.games.circus_maximus.ownership.rules.stable import START_SESTERCES, Player


class Season(PhasedGame[State, Move, Event]):
    """Ten races, tied together by money."""

    card: Card = CARD

    @cites(R("B20.1"), R("B26.5"))
    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        """Money for all, five chariots for each faction; who is beyond them bets."""
        factions = max(1, min(MAX_FACTIONS, seats - options.betters))
        players = tuple([Player(open_books(START_SESTERCES), s < factions) for s in range(seats)])
        sheets = (EMPTY_SHEET,) * seats
        phase = Founding(((),) * seats, tuple(range(factions)))
        state = State(
            seats, players, sheets=sheets, quiet=(0,) * seats, options=options, phase=phase
        )
        return settle(state, [], chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        return imagine(view, seat, chance)

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(places(state), "season-over") if isinstance(state.phase, Over) else None


GAME = Season()
