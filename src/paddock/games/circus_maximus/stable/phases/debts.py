"""Debts: what is due is paid back, by the hammer if it must be."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.flow import Asking, Pending
from paddock.core.game import Amount, Ask, Kind, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.stable import events as ev
from paddock.games.circus_maximus.stable import moves as mv
from paddock.games.circus_maximus.stable.events import Events
from paddock.games.circus_maximus.stable.moves import Move
from paddock.games.circus_maximus.stable.phases.money import (
    book,
    hand_over,
    move_chariot,
    with_player,
)
from paddock.games.circus_maximus.stable.phases.sealing import Sealing, nothing_said
from paddock.games.circus_maximus.stable.rules.ledger import STEP, Cause
from paddock.games.circus_maximus.stable.rules.stable import Log
from paddock.games.circus_maximus.stable.state import S, Stables

Q_AUCTION = Question("auction", R("X66"), args=("owed",))
Q_BID = Question("bid", R("Q17"), Kind.SEALED, ("money",))


@cites(R("B21.2"), R("Q15"))
class Settling(Pending, frozen=True, tag=True, gc=False):
    """Loans that are due are paid back, the oldest first; `unsold`: what nobody wanted."""

    unsold: tuple[Log, ...] = ()

    def resume(self, state: S, events: Events, chance: Chance) -> S:
        due = [loan for loan in state.loans if loan.due <= state.week]
        if not due:
            after: S = state.steward.after_debts(state, events, chance)
            return after
        loan = due[0]
        debtor = state.players[loan.debtor]
        if debtor.cash >= loan.repayment:
            return repay(state, events)
        wanted = [slot for slot, log in enumerate(debtor.stable) if log not in self.unsold]
        if wanted:
            events.append(ev.Defaulted(loan.debtor, loan.repayment, debtor.cash))
            return replace(state, phase=Selling(loan.debtor, loan.repayment, self.unsold))
        return go_bankrupt(state, loan.debtor, events)


def repay(state: S, events: Events) -> S:
    """The oldest loan that is due."""
    loan = next(loan for loan in state.loans if loan.due <= state.week)
    state = hand_over(state, loan.debtor, loan.lender, Cause.REPAYMENTS, loan.repayment)
    events.append(ev.Repaid(loan.debtor, loan.lender, loan.repayment))
    loans = list(state.loans)
    loans.remove(loan)
    return replace(state, loans=tuple(loans), phase=Settling())


@cites(R("X66"))
class Selling(Asking, frozen=True, tag=True, gc=False):
    """The debtor says which chariot is sold next."""

    debtor: Seat
    owed: int
    unsold: tuple[Log, ...]

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        player = state.players[self.debtor]
        slots = [slot for slot, log in enumerate(player.stable) if log not in self.unsold]
        options = tuple([mv.Auction(slot) for slot in slots])
        return (Ask(self.debtor, Q_AUCTION, options, 0, (self.owed - player.cash,)),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        assert isinstance(move, mv.Auction)
        others = tuple([s for s in state.active() if s != seat])
        return replace(state, phase=Bidding(nothing_said(state), others, self, move.slot))


@cites(R("X66"), R("Q17"))
class Bidding(Sealing, frozen=True, tag=True, gc=False):
    """One secret bid each for a debtor's chariot."""

    sale: Selling
    slot: int

    def ask_of(self, state: Stables, seat: Seat) -> Ask[Move] | None:
        if self.said[seat]:
            return None
        cash = state.players[seat].cash
        full = len(state.players[seat].stable) >= mv.MOST_STABLE
        bids: Amount[Move] = Amount(mv.NOTHING, 0, 0 if full else cash, STEP)
        return Ask(seat, Q_BID, bids, 0, (cash,))

    def opened(self, state: S, events: Events, chance: Chance) -> S:
        debtor = self.sale.debtor
        log = state.players[debtor].stable[self.slot]
        after = [(debtor + n) % state.seats for n in range(1, state.seats)]
        bids = [(bid.amount, s) for s in after for bid in self.said[s] if isinstance(bid, mv.Sum)]
        best, buyer = max(bids, key=lambda bid: bid[0], default=(0, debtor))
        if not best:
            events.append(ev.Unsold(debtor, log))
            return replace(state, phase=Settling((*self.sale.unsold, log)))
        state = hand_over(state, buyer, debtor, Cause.SALES, best)
        state = move_chariot(state, debtor, self.slot, buyer)
        events.append(ev.ChariotSold(debtor, buyer, log, best))
        return replace(state, phase=Settling(self.sale.unsold))


@cites(R("B21.2"), R("X66"))
def go_bankrupt(state: S, seat: Seat, events: Events) -> S:
    """What he has goes to his creditors, the oldest first, the rest to the bank; he is out."""
    events.append(ev.WentBankrupt(seat))
    for loan in [loan for loan in state.loans if loan.debtor == seat]:
        part = min(loan.repayment, state.players[seat].cash)
        if part:
            state = hand_over(state, seat, loan.lender, Cause.REPAYMENTS, part)
            events.append(ev.Repaid(seat, loan.lender, part))
    state = book(state, seat, Cause.TAXES, -state.players[seat].cash)
    state = with_player(state, seat, replace(state.players[seat], stable=(), bankrupt=True))
    loans = tuple([loan for loan in state.loans if seat not in (loan.debtor, loan.lender)])
    after: S = state.steward.ruined(replace(state, loans=loans, phase=Settling()), seat)
    return after
