"""Auctions: chariots and gladiators of the market, and the right to one more chariot in a race."""

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
from paddock.games.circus_maximus.modes.campaign import events as ev
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.events import Events
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import entries, generation, novices
from paddock.games.circus_maximus.modes.campaign.rules.galas import MAX_GLADIATORS, Novice, Then
from paddock.games.circus_maximus.modes.campaign.rules.market import LEAST_MARKET
from paddock.games.circus_maximus.ownership.moves import MAX_STABLE, NOTHING, Sum
from paddock.games.circus_maximus.ownership.phases import deals
from paddock.games.circus_maximus.ownership.phases.money import book, with_player
from paddock.games.circus_maximus.ownership.rules.ledger import MONEY_STEP, Cause
from paddock.games.circus_maximus.ownership.rules.stable import Note, NoteKind, with_note
from paddock.games.circus_maximus.rules.dice import dice, die

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import State

Q_LOT = Question("lot", R("E1.6.2.1"), args=("amount", "money"))
Q_RAISE = Question("raise", R("X67"), args=("amount", "money"))
TOO_MUCH = Refusal("no-overdraft", R("X67"))


@cites(R("X67"), R("E1.6.2.1"))
class Auctioning(Asking, frozen=True, tag=True, gc=False):
    """An auction in seat order: bid, or be out for this lot."""

    least: int  # the next bid
    queue: tuple[Seat, ...]  # bidders still in, the next one first
    privilege: bool = False
    best: int = 0
    leader: Seat = -1
    recruit: bool = False  # a gladiator is auctioned

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
    """The sum of a bid: in steps of 100, and never above the bidder's money."""

    lot: Auctioning

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.lot.queue[0]
        cash = state.players[seat].cash
        sums: Amount[Move] = Amount(NOTHING, self.lot.least, cash, MONEY_STEP)
        return (Ask(seat, Q_RAISE, sums, 0, (self.lot.least, cash)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Sum):
            raise RulesBug(move)
        events.append(ev.BidMade(seat, move.amount))
        lot = replace(
            self.lot,
            least=move.amount + MONEY_STEP,
            queue=(*self.lot.queue[1:], seat),
            best=move.amount,
            leader=seat,
        )
        return go_round(state, lot, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return TOO_MUCH if isinstance(move, Sum) else None


def go_round(state: State, lot: Auctioning, events: Events, chance: Chance) -> State:
    """Asks the next bidder, or ends the auction of the lot."""
    cash = [player.cash for player in state.players]
    queue = [s for s in lot.queue if s == lot.leader or cash[s] >= lot.least]
    if any(s != lot.leader for s in queue):
        return replace(state, phase=replace(lot, queue=tuple(queue)))
    if lot.privilege:
        return sell_privilege(state, lot, events, chance)
    if lot.recruit:
        return sell_recruit(state, lot, events, chance)
    return sell_lot(state, lot, events, chance)


# ---------------------------------------------------------------- chariots


@cites(R("E1.6.2"), R("E1.6.3"))
def begin(state: State, events: Events, chance: Chance) -> State:
    """Starts the auction: chariots before a race, gladiators before a gala."""
    if state.gala:
        return call_recruit(state, events, chance)
    return call_lot(state, events, chance)


@cites(R("E1.6.2.1"))
def call_lot(state: State, events: Events, chance: Chance) -> State:
    """Calls a chariot; the lowest bid is 100 times two dice."""
    if not state.market:
        return close(state, events, chance)
    least = MONEY_STEP * dice(chance, 2, "lot")
    events.append(ev.LotCalled(state.sold + 1, state.market[0], least))
    room = [s for s in state.active() if len(state.players[s].stable) < MAX_STABLE]
    lot = Auctioning(least, bidding_order(state, room, state.sold))
    return go_round(state, lot, events, chance)


def bidding_order(state: State, room: list[Seat], sold: int) -> tuple[Seat, ...]:
    """The bidders in seat order; each lot starts with the next seat."""
    first = (state.race + sold) % state.seats
    return tuple([s for s in room if s >= first] + [s for s in room if s < first])


@cites(R("E1.6.2"), R("X67"))
def sell_lot(state: State, lot: Auctioning, events: Events, chance: Chance) -> State:
    """Sells the lot; without a bid the auction ends and the lot stays first."""
    if lot.leader < 0:
        events.append(ev.NoBid())
        return close(state, events, chance)
    log, buyer = state.market[0], state.players[lot.leader]
    events.append(ev.LotSold(lot.leader, lot.best, log))
    log = with_note(log, Note(state.week, NoteKind.OWNER, lot.leader))
    state = with_player(state, lot.leader, replace(buyer, stable=(*buyer.stable, log)))
    state = book(state, lot.leader, Cause.MARKET, -lot.best)
    state = replace(state, market=state.market[1:], sold=state.sold + 1)
    return call_lot(state, events, chance)


@cites(R("E1.6.2.2"), R("X67"))
def close(state: State, events: Events, chance: Chance) -> State:
    """Fills the market up to ten chariots; then the players may deal."""
    state = stock_chariots(state, LEAST_MARKET, events, chance)
    return deals.begin(state, False)


# ---------------------------------------------------------------- gladiators


@cites(R("E1.6.3.1"))
def call_recruit(state: State, events: Events, chance: Chance) -> State:
    """Calls a gladiator; the lowest bid is 100 times a die."""
    if not state.recruits:
        return close_hiring(state, events, chance)
    least = MONEY_STEP * die(chance, "lot")
    events.append(ev.RecruitCalled(state.hired + 1, state.recruits[0], least))
    room = [s for s in state.active() if len(state.players[s].gladiators) < MAX_GLADIATORS]
    lot = Auctioning(least, bidding_order(state, room, state.hired), recruit=True)
    return go_round(state, lot, events, chance)


@cites(R("E1.6.3"), R("X67"))
def sell_recruit(state: State, lot: Auctioning, events: Events, chance: Chance) -> State:
    """Sells the gladiator, and his owner chooses his type; without a bid the auction ends."""
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
    """Fills the market up to ten gladiators; then the players may deal."""
    return deals.begin(stock_recruits(state, LEAST_MARKET, events, chance), False)


@cites(R("E1.4.3"))
def stock_recruits(state: State, least: int, events: Events, chance: Chance) -> State:
    """Adds gladiators until at least this many are for sale."""
    while len(state.recruits) < least:
        state, one = generation.make_recruit(state, chance)
        state = replace(state, recruits=(*state.recruits, one))
        events.append(ev.RecruitOffered(state.hired + len(state.recruits), one))
    return state


@cites(R("E1.4.3"))
def stock_chariots(state: State, least: int, events: Events, chance: Chance) -> State:
    """Adds chariots until at least this many are for sale."""
    while len(state.market) < least:
        state, log = generation.make_chariot(state, chance)
        state = replace(state, market=(*state.market, log))
        events.append(ev.Offered(state.sold + len(state.market), log))
    return state


# ---------------------------------------------------------------- one more chariot


@cites(R("E2.3.3.3"))
def next_privilege(state: State, events: Events, chance: Chance) -> State:
    """Auctions one more entry, from 100, while there is a place and a seat that may have it."""
    bidders = entries.seats_with_more(state)
    if not bidders or sum(state.allowed) >= state.options.places:
        return entries.begin_entering(state)
    events.append(ev.PrivilegeCalled(MONEY_STEP))
    return go_round(state, Auctioning(MONEY_STEP, bidders, True), events, chance)


@cites(R("E2.3.3.3"))
def sell_privilege(state: State, lot: Auctioning, events: Events, chance: Chance) -> State:
    """Sells the entry; without a bid these auctions end."""
    if lot.leader < 0:
        events.append(ev.NoBid())
        return entries.begin_entering(state)
    allowed = replace_at(state.allowed, lot.leader, state.allowed[lot.leader] + 1)
    events.append(ev.PrivilegeSold(lot.leader, lot.best, allowed[lot.leader]))
    state = book(state, lot.leader, Cause.PRIVILEGES, -lot.best)
    return next_privilege(replace(state, allowed=allowed), events, chance)
