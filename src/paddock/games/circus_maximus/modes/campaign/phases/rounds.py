"""A round: late entries, the vote to end, and the market before a race."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.campaign import events as ev
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.events import Events
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import after, auction, generation, novices
from paddock.games.circus_maximus.modes.campaign.rules.galas import Novice, Then
from paddock.games.circus_maximus.modes.campaign.rules.owners import Life
from paddock.games.circus_maximus.ownership.phases.money import book, with_player
from paddock.games.circus_maximus.ownership.rules.intrigue import EMPTY_SHEET
from paddock.games.circus_maximus.ownership.rules.ledger import Cause

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import State

Q_VOTE = Question("vote", R("E1.4.1"), args=("race", "gala"))


@cites(R("E1.5.1"))
def begin_round(state: State, events: Events, chance: Chance) -> State:
    """Clears the sheets of the last race; late players enter; then the vote, but for the first."""
    events.append(ev.RoundBegan(state.week))
    state = clear_track(state, events)
    coming: list[Novice] = []
    if state.week == state.options.late_round:
        for seat, player in enumerate(state.players):
            if player.life == Life.ABROAD:
                state, more = enter_late(state, seat, events, chance)
                coming += more
    return novices.equip(state, tuple(coming), Then.VOTE, events, chance)


@cites(R("E1.4.1"), R("Q32"))
def begin_vote(state: State, events: Events, chance: Chance) -> State:
    """The owners vote between two rounds; the first begins with its race."""
    if state.race == 0:
        return auction.begin(state, events, chance)
    return replace(state, phase=Voting(state.active()))


def clear_track(state: State, events: Events) -> State:
    """Removes the last race."""
    if state.now is not None:
        events.append(ev.TrackCleared())
    return replace(
        state,
        now=None,
        ring=None,
        show=None,
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
        terms=None,
    )


@cites(R("E1.4.5.3"), R("X69"))
def enter_late(
    state: State, seat: Seat, events: Events, chance: Chance
) -> tuple[State, tuple[Novice, ...]]:
    """A late player: the cash of the poorest other owner, a random chariot and a random gladiator
    without a type."""
    others = [state.players[s].cash for s in state.active() if s != seat]
    player = replace(state.players[seat], life=Life.OWNER, bankrupt=False)
    state, log = generation.make_chariot(state, chance)
    state = with_player(state, seat, replace(player, stable=(log,)))
    money = min(others, default=0)
    events.append(ev.CameToRome(seat, money, log))
    state = book(state, seat, Cause.RELIEF, money)
    if not state.options.galas:
        return state, ()
    state, recruit = generation.make_recruit(state, chance)
    return state, (Novice(seat, recruit),)


@cites(R("E1.5.1.2"), R("Q32"))
def is_gala_due(state: State) -> bool:
    """Whether the next round has a gala: they alternate with races."""
    return state.options.galas and not state.gala


@cites(R("E1.4.1"), R("X68"), R("Q32"))
class Voting(Asking, frozen=True, tag=True, gc=False):
    """Owner by owner: continue, continue with a gala and a race swapped, or end; ending needs more
    than half."""

    queue: tuple[Seat, ...]
    votes: int = 0
    turned: int = 0

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        options: tuple[Move, ...] = (mv.GO_ON, mv.END_IT)
        if state.options.galas:
            options = (*options, mv.TURN_ABOUT)
        return (Ask(self.queue[0], Q_VOTE, options, 0, (state.week, is_gala_due(state))),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        votes, rest = self.votes + isinstance(move, mv.EndIt), self.queue[1:]
        turned = self.turned + isinstance(move, mv.TurnAbout)
        if rest:
            return replace(state, phase=Voting(rest, votes, turned))
        owners = len(state.active())
        if votes:
            events.append(ev.VotesCounted(votes, owners))
        if 2 * votes > owners:
            return after.finish(state, "vote", events)
        gala = is_gala_due(state) != (2 * turned > owners)
        if gala or state.gala:
            events.append(ev.GalaCalled(gala))
        return auction.begin(replace(state, gala=gala), events, chance)
