"""The campaign by the contract: it holds races and bouts and passes them through."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.flow import PhasedGame, settle
from paddock.core.game import Card, Outcome, Step
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.campaign.card import CARD
from paddock.games.circus_maximus.modes.campaign.events import Event
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import Over, Resting
from paddock.games.circus_maximus.modes.campaign.phases.after import places
from paddock.games.circus_maximus.modes.campaign.phases.auction import (
    stock_chariots,
    stock_recruits,
)
from paddock.games.circus_maximus.modes.campaign.phases.rounds import begin_round
from paddock.games.circus_maximus.modes.campaign.rules.market import FIRST_MARKET
from paddock.games.circus_maximus.modes.campaign.rules.owners import START_SESTERCES, Life, Owner
from paddock.games.circus_maximus.modes.campaign.state import Options, State
from paddock.games.circus_maximus.modes.campaign.view import View, imagine, view
from paddock.games.circus_maximus.ownership.rules.intrigue import EMPTY_SHEET
from paddock.games.circus_maximus.ownership.rules.ledger import Cause, open_books


class Campaign(PhasedGame[State, Move, Event]):
    """Races and galas, one after another, until one owner is rich enough."""

    card: Card = CARD

    @cites(R("E1.4.3"), R("E1.4.5"))
    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        """Money for all who are there, and a market of twenty chariots and twenty gladiators."""
        here = max(2, seats - options.late)
        players = tuple(
            [
                Owner(open_books(START_SESTERCES, len(Cause)))
                if s < here
                else Owner(open_books(0, len(Cause)), life=Life.ABROAD)
                for s in range(seats)
            ]
        )
        state = State(
            seats=seats,
            players=players,
            sheets=(EMPTY_SHEET,) * seats,
            quiet=(0,) * seats,
            options=options,
            phase=Resting(),
        )
        events: list[Event] = []
        state = stock_chariots(state, FIRST_MARKET, events, chance)
        if options.galas:
            state = stock_recruits(state, FIRST_MARKET, events, chance)
        return settle(begin_round(state, events, chance), events, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        return imagine(view, seat, chance)

    def outcome(self, state: State) -> Outcome | None:
        over = isinstance(state.phase, Over)
        return Outcome(places(state), f"campaign-{state.ending}") if over else None


GAME = Campaign()
