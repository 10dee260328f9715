"""A round: late entrants, the vote to end, and the market before a race."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus.campaign import events as ev
from paddock.games.circus_maximus.campaign import moves as mv
from paddock.games.circus_maximus.campaign.events import Events
from paddock.games.circus_maximus.campaign.moves import Move
from paddock.games.circus_maximus.campaign.phases import after, auction
from paddock.games.circus_maximus.campaign.rules.market import random_chariot
from paddock.games.circus_maximus.campaign.rules.owners import Life
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.stable.phases.money import book, with_player
from paddock.games.circus_maximus.stable.rules.intrigue import EMPTY_SHEET
from paddock.games.circus_maximus.stable.rules.ledger import Cause

if TYPE_CHECKING:
    from paddock.games.circus_maximus.campaign.state import State

Q_VOTE = Question("vote", R("E1.4.1"), args=("race",))


@cites(R("E1.5.1"))
def begin_round(state: State, events: Events, chance: Chance) -> State:
    """The sheets of the last race are cleared; who is due comes to Rome; then the vote."""
    events.append(ev.RoundBegan(state.week))
    state = cleared(state)
    if state.week == state.options.late_round:
        for seat, player in enumerate(state.players):
            if player.life == Life.ABROAD:
                state = enter_late(state, seat, events, chance)
    return replace(state, phase=Voting(state.active()))


def cleared(state: State) -> State:
    """No race at hand."""
    return replace(
        state,
        now=None,
        entries=(),
        sheets=(EMPTY_SHEET,) * state.seats,
        bets=(),
        later=(),
        odds=(),
        drugged=(),
        quiet=(0,) * state.seats,
        laps_bet=0,
        allowed=(),
        match=None,
    )


@cites(R("E1.4.5.3"), R("X69"))
def enter_late(state: State, seat: Seat, events: Events, chance: Chance) -> State:
    """The cash of the poorest other owner, and a random chariot."""
    others = [state.players[s].cash for s in state.active() if s != seat]
    player = replace(state.players[seat], life=Life.OWNER, bankrupt=False)
    log = random_chariot(chance, state.known)
    state = with_player(state, seat, replace(player, stable=(log,)))
    money = min(others, default=0)
    events.append(ev.CameToRome(seat, money, log))
    return book(state, seat, Cause.RELIEF, money)


@cites(R("E1.4.1"), R("X68"))
class Voting(Asking, frozen=True, tag=True, gc=False):
    """Owner by owner: another race, or the end; more than half must want it."""

    queue: tuple[Seat, ...]
    votes: int = 0

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (Ask(self.queue[0], Q_VOTE, (mv.GO_ON, mv.END_IT), 0, (state.week,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        votes, rest = self.votes + isinstance(move, mv.EndIt), self.queue[1:]
        if rest:
            return replace(state, phase=Voting(rest, votes))
        owners = len(state.active())
        if votes:
            events.append(ev.VotesCounted(votes, owners))
        if 2 * votes > owners:
            return after.finish(state, "vote")
        return auction.begin(state, events, chance)
