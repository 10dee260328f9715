"""Auctions: chariots of the market, and the right to one more chariot in a race."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking
from paddock.core.game import Amount, Ask, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.arena import rules as arena
from paddock.games.circus_maximus.modes.campaign import events as ev
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.events import Events
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import entries, novices
from paddock.games.circus_maximus.modes.campaign.rules.galas import MOST_GLADIATORS, Novice, Then
from paddock.games.circus_maximus.modes.campaign.rules.market import LEAST_MARKET, random_chariot
from paddock.games.circus_maximus.ownership.moves import MOST_STABLE, NOTHING, Sum
from paddock.games.circus_maximus.ownership.phases import deals
from paddock.games.circus_maximus.ownership.phases.money import book, with_player
from paddock.games.circus_maximus.ownership.rules.ledger import STEP, Cause
from paddock.games.circus_maximus.rules.dice import dice, die

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import State

Q_LOT = Question("lot", R("E1.6.2.1"), args=("amount", "money"))
Q_RAISE = Question("raise", R("X67"), args=("amount", "money"))
TOO_MUCH = Refusal("no-overdraft", R("X67"))


@cites(R("X67"), R("E1.6.2.1"))
class Auctioning(Asking, frozen=True, tag=True, gc=False):
    """Round the table: bid, or be out of it for this lot."""

    least: int  # the next bid
    queue: tuple[Seat, ...]  # who is still in it, whose turn it is first
    privilege: bool = False
    best: int = 0
    leader: Seat = -1
    recruit: bool = False  # a gladiator is sold

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        args = (self.least, state.players[seat].cash)
        return (Ask(seat, Q_LOT, (mv.PASS, mv.BID), 0, args),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if isinstance(move, mv.Bid):
            return replace(state, phase=Raising(self))
        events.append(ev.Passed(seat))
        return go_round(state, replace(self, queue=self.queue[1:]), events, chance)


@cites(R("X67"))
class Raising(Asking, frozen=True, tag=True, gc=False):
    """How much is bid: in steps of 100, and never above what one has."""

    lot: Auctioning

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.lot.queue[0]
        cash = state.players[seat].cash
        sums: Amount[Move] = Amount(NOTHING, self.lot.least, cash, STEP)
        return (Ask(seat, Q_RAISE, sums, 0, (self.lot.least, cash)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Sum):
            raise RulesBug(move)
        events.append(ev.BidMade(seat, move.amount))
        lot = replace(
            self.lot,
            least=move.amount + STEP,
            queue=(*self.lot.queue[1:], seat),
            best=move.amount,
            leader=seat,
        )
        return go_round(state, lot, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return TOO_MUCH if isinstance(move, Sum) else None


def go_round(state: State, lot: Auctioning, events: Events, chance: Chance) -> State:
    """The next who can bid, or the hammer falls."""
    cash = [player.cash for player in state.players]
    queue = [s for s in lot.queue if s == lot.leader or cash[s] >= lot.least]
    if any(s != lot.leader for s in queue):
        return replace(state, phase=replace(lot, queue=tuple(queue)))
    if lot.privilege:
        return privileged(state, lot, events, chance)
    if lot.recruit:
        return hired(state, lot, events, chance)
    return knocked_down(state, lot, events, chance)


# ---------------------------------------------------------------- chariots


@cites(R("E1.6.2"), R("E1.6.3"))
def begin(state: State, events: Events, chance: Chance) -> State:
    """Before a race the chariots of the market are sold, before a gala its gladiators."""
    if state.gala:
        return call_recruit(state, events, chance)
    return call_lot(state, events, chance)


@cites(R("E1.6.2.1"))
def call_lot(state: State, events: Events, chance: Chance) -> State:
    """The least bid is 100 times two dice."""
    if not state.market:
        return close(state, events, chance)
    least = STEP * dice(chance, 2, "lot")
    events.append(ev.LotCalled(state.sold + 1, state.market[0], least))
    room = [s for s in state.active() if len(state.players[s].stable) < MOST_STABLE]
    lot = Auctioning(least, in_turn(state, room, state.sold))
    return go_round(state, lot, events, chance)


def in_turn(state: State, room: list[Seat], sold: int) -> tuple[Seat, ...]:
    """Round the table, each lot from the next seat on."""
    first = (state.race + sold) % state.seats
    return tuple([s for s in room if s >= first] + [s for s in room if s < first])


@cites(R("E1.6.2"), R("X67"))
def knocked_down(state: State, lot: Auctioning, events: Events, chance: Chance) -> State:
    """Sold; without a bid the auction ends and the lot stays the first."""
    if lot.leader < 0:
        events.append(ev.NoBid())
        return close(state, events, chance)
    log, buyer = state.market[0], state.players[lot.leader]
    events.append(ev.LotSold(lot.leader, lot.best, log))
    state = with_player(state, lot.leader, replace(buyer, stable=(*buyer.stable, log)))
    state = book(state, lot.leader, Cause.MARKET, -lot.best)
    state = replace(state, market=state.market[1:], sold=state.sold + 1)
    return call_lot(state, events, chance)


@cites(R("E1.6.2.2"), R("X67"))
def close(state: State, events: Events, chance: Chance) -> State:
    """The market is filled up to ten; then the players may deal."""
    state = stocked(state, LEAST_MARKET, events, chance)
    return deals.begin(state, False)


# ---------------------------------------------------------------- gladiators


@cites(R("E1.6.3.1"))
def call_recruit(state: State, events: Events, chance: Chance) -> State:
    """The least bid is 100 times a die."""
    if not state.recruits:
        return close_hiring(state, events, chance)
    least = STEP * die(chance, "lot")
    events.append(ev.RecruitCalled(state.hired + 1, state.recruits[0], least))
    room = [s for s in state.active() if len(state.players[s].gladiators) < MOST_GLADIATORS]
    lot = Auctioning(least, in_turn(state, room, state.hired), recruit=True)
    return go_round(state, lot, events, chance)


@cites(R("E1.6.3"), R("X67"))
def hired(state: State, lot: Auctioning, events: Events, chance: Chance) -> State:
    """Sold, and his owner says what he is to be; without a bid the auction ends."""
    if lot.leader < 0:
        events.append(ev.NoBid())
        return close_hiring(state, events, chance)
    one = state.recruits[0]
    events.append(ev.RecruitSold(lot.leader, lot.best, one))
    state = book(state, lot.leader, Cause.MARKET, -lot.best)
    state = replace(state, recruits=state.recruits[1:], hired=state.hired + 1)
    coming = (Novice(lot.leader, one),)
    return novices.equip(state, coming, Then.LOT, events, chance)


@cites(R("E1.6.3.2"), R("X67"))
def close_hiring(state: State, events: Events, chance: Chance) -> State:
    """The market of gladiators is filled up to ten; then the players may deal."""
    return deals.begin(recruiting(state, LEAST_MARKET, events, chance), False)


@cites(R("E1.4.3"))
def recruiting(state: State, least: int, events: Events, chance: Chance) -> State:
    """At least so many gladiators for sale."""
    while len(state.recruits) < least:
        one = arena.recruited(chance, state.known)
        state = replace(state, recruits=(*state.recruits, one))
        events.append(ev.RecruitOffered(state.hired + len(state.recruits), one))
    return state


@cites(R("E1.4.3"))
def stocked(state: State, least: int, events: Events, chance: Chance) -> State:
    """At least so many chariots for sale."""
    while len(state.market) < least:
        log = random_chariot(chance, state.known)
        state = replace(state, market=(*state.market, log))
        events.append(ev.Offered(state.sold + len(state.market), log))
    return state


# ---------------------------------------------------------------- one more chariot


@cites(R("E2.3.3.3"))
def next_privilege(state: State, events: Events, chance: Chance) -> State:
    """From 100, as long as there is a place and somebody who may be one ahead wants it."""
    bidders = entries.may_have_more(state)
    if not bidders or sum(state.allowed) >= state.options.places:
        return entries.begin_entering(state)
    events.append(ev.PrivilegeCalled(STEP))
    return go_round(state, Auctioning(STEP, bidders, True), events, chance)


@cites(R("E2.3.3.3"))
def privileged(state: State, lot: Auctioning, events: Events, chance: Chance) -> State:
    """No bid ends these auctions."""
    if lot.leader < 0:
        events.append(ev.NoBid())
        return entries.begin_entering(state)
    allowed = replace_at(state.allowed, lot.leader, state.allowed[lot.leader] + 1)
    events.append(ev.PrivilegeSold(lot.leader, lot.best, allowed[lot.leader]))
    state = book(state, lot.leader, Cause.PRIVILEGES, -lot.best)
    return next_privilege(replace(state, allowed=allowed), events, chance)
