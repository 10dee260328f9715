"""Debts: loans that are due are paid back, if necessary by auction, and finally in kind."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Pending
from paddock.core.game import Amount, Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.ownership import events as ev
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.events import Events
from paddock.games.circus_maximus.ownership.moves import DONE, Move
from paddock.games.circus_maximus.ownership.phases import wares
from paddock.games.circus_maximus.ownership.phases.deals import sell
from paddock.games.circus_maximus.ownership.phases.money import book, hand_over, with_player
from paddock.games.circus_maximus.ownership.phases.sealing import Sealing, no_answers
from paddock.games.circus_maximus.ownership.rules.ledger import MONEY_STEP, Cause
from paddock.games.circus_maximus.ownership.rules.stable import Goods, Piece
from paddock.games.circus_maximus.ownership.state import S, Stables

Q_AUCTION = Question("auction", R("X66"), args=("owed",))
Q_BID = Question("bid", R("Q17"), AskKind.SEALED, ("goods", "money"))
Q_IN_KIND = Question("in-kind", R("X66"), args=("debtor", "owed"))
Q_WORTH = Question("worth", R("X66"), args=("goods", "owed"))
Q_CONCEDE = Question("concede", R("X66"), AskKind.REACTION, ("whom", "goods", "amount"))


@cites(R("B21.2"), R("Q15"))
class Settling(Pending, frozen=True, tag=True, gc=False):
    """Pays loans that are due, the oldest first; `unsold` lists goods without a bid."""

    unsold: tuple[Goods, ...] = ()

    def resume(self, state: S, events: Events, chance: Chance) -> S:
        due = [loan for loan in state.loans if loan.due <= state.week]
        if not due:
            after: S = state.hooks.after_debts(state, events, chance)
            return after
        loan = due[0]
        debtor = state.players[loan.debtor]
        if debtor.cash >= loan.repayment:
            return repay(state, events)
        if saleable_goods(state, loan.debtor, self.unsold):
            events.append(ev.Defaulted(loan.debtor, loan.repayment, debtor.cash))
            return replace(state, phase=Selling(loan.debtor, loan.repayment, self.unsold))
        return go_bankrupt(state, loan.debtor, events)


def repay(state: S, events: Events) -> S:
    """Pays the oldest loan that is due."""
    loan = next(loan for loan in state.loans if loan.due <= state.week)
    state = hand_over(state, loan.debtor, loan.lender, Cause.REPAYMENTS, loan.repayment)
    events.append(ev.Repaid(loan.debtor, loan.lender, loan.repayment))
    loans = list(state.loans)
    loans.remove(loan)
    return replace(state, loans=tuple(loans), phase=Settling())


# ---------------------------------------------------------------- auction


def bidders(state: Stables, seat: Seat, goods: Goods) -> tuple[Seat, ...]:
    """Other seats that could pay for the goods and have room for them."""
    return tuple(
        [
            s
            for s in state.active()
            if s != seat and state.players[s].cash >= MONEY_STEP and wares.has_room(state, s, goods)
        ]
    )


@cites(R("Q17"))
def saleable_goods(state: Stables, seat: Seat, unsold: tuple[Goods, ...]) -> list[mv.Pick]:
    """A debtor's goods that were not offered before and could be bought."""
    found = []
    for picked in wares.wares(state, seat):
        goods = wares.goods_of(state, seat, picked)
        if goods not in unsold and bidders(state, seat, goods):
            found.append(picked)
    return found


@cites(R("X66"), R("E1.6.5"))
class Selling(Asking, frozen=True, tag=True, gc=False):
    """The debtor chooses what is sold next."""

    debtor: Seat
    owed: int
    unsold: tuple[Goods, ...]

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        player = state.players[self.debtor]
        options = tuple(
            [auction_move(one) for one in saleable_goods(state, self.debtor, self.unsold)]
        )
        return (Ask(self.debtor, Q_AUCTION, options, 0, (self.owed - player.cash,)),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        match move:
            case mv.Auction(slot=slot):
                picked = mv.Pick(Piece.CHARIOT, slot)
            case mv.AuctionPiece(piece=piece, stored=at):
                picked = mv.Pick(piece, at)
            case _:
                raise RulesBug(move)
        goods = wares.goods_of(state, seat, picked)
        asked = bidders(state, seat, goods)
        return replace(state, phase=Bidding(no_answers(state), asked, self, picked, goods))


def auction_move(picked: mv.Pick) -> Move:
    """The move that puts these goods up for auction."""
    if picked.piece is Piece.CHARIOT:
        return mv.Auction(picked.stored)
    return mv.AuctionPiece(picked.piece, picked.stored)


@cites(R("X66"), R("Q17"))
class Bidding(Sealing, frozen=True, tag=True, gc=False):
    """One secret bid each for a debtor's goods."""

    sheet_clause: ClassVar[str] = R("Q17")

    sale: Selling
    picked: mv.Pick
    goods: Goods

    def ask_of(self, state: Stables, seat: Seat) -> Ask[Move] | None:
        if self.said[seat]:
            return None
        cash = state.players[seat].cash
        bids: Amount[Move] = Amount(mv.NOTHING, 0, cash, MONEY_STEP)
        return Ask(seat, Q_BID, bids, 0, (self.goods, cash))

    def open_answers(self, state: S, events: Events, chance: Chance) -> S:
        debtor, goods = self.sale.debtor, self.goods
        after = [(debtor + n) % state.seats for n in range(1, state.seats)]
        bids = [(bid.amount, s) for s in after for bid in self.said[s] if isinstance(bid, mv.Sum)]
        best, buyer = max(bids, key=lambda bid: bid[0], default=(0, debtor))
        if not best:
            if goods.chariot is not None:
                events.append(ev.Unsold(debtor, goods.chariot))
            else:
                events.append(ev.PieceUnsold(debtor, goods))
            return replace(state, phase=Settling((*self.sale.unsold, goods)))
        state = replace(state, phase=Settling(self.sale.unsold))
        return sell(state, debtor, self.picked, buyer, best, events, chance)


# ---------------------------------------------------------------- bankruptcy


class Arrear(Struct, frozen=True, gc=False):
    """A bankrupt's remaining debt to a creditor."""

    lender: Seat
    owed: int


@cites(R("B21.2"), R("X66"))
def go_bankrupt(state: S, seat: Seat, events: Events) -> S:
    """Pays the money to the creditors, the oldest loan first; for the rest they may take goods."""
    events.append(ev.WentBankrupt(seat, state.hooks.ends_by_bankruptcy))
    arrears = []
    for loan in [loan for loan in state.loans if loan.debtor == seat]:
        part = min(loan.repayment, state.players[seat].cash)
        if part:
            state = hand_over(state, seat, loan.lender, Cause.REPAYMENTS, part)
            events.append(ev.Repaid(seat, loan.lender, part))
        if part < loan.repayment:
            arrears.append(Arrear(loan.lender, loan.repayment - part))
    loans = tuple([loan for loan in state.loans if loan.debtor != seat])
    return replace(state, loans=loans, phase=InKind(seat, tuple(arrears)))


def takeable_goods(state: Stables, phase: InKind) -> tuple[Move, ...]:
    """The goods that the first creditor could still take."""
    if not phase.arrears or phase.arrears[0].owed < MONEY_STEP:
        return ()
    lender = phase.arrears[0].lender
    found = wares.acceptable(state, phase.debtor, wares.wares(state, phase.debtor), lender)
    return tuple(
        [
            one
            for one in found
            if isinstance(one, mv.Pick)
            and wares.goods_of(state, phase.debtor, one) not in phase.refused
        ]
    )


@cites(R("X66"), R("Q34"))
class InKind(Struct, frozen=True, tag=True, gc=False):
    """Creditors in the order of their loans may take a bankrupt's goods, at a value both agree on;
    the rest goes to the bank."""

    debtor: Seat
    arrears: tuple[Arrear, ...]
    refused: tuple[Goods, ...] = ()

    def resume(self, state: S, events: Events, chance: Chance) -> S | None:
        if not self.arrears:
            return wind_up(state, self.debtor)
        if takeable_goods(state, self):
            return None
        return replace(state, phase=InKind(self.debtor, self.arrears[1:]))

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        first = self.arrears[0]
        options = (DONE, *takeable_goods(state, self))
        return (Ask(first.lender, Q_IN_KIND, options, 0, (self.debtor, first.owed)),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        if isinstance(move, mv.Pick):
            goods = wares.goods_of(state, self.debtor, move)
            return replace(state, phase=Valuing(self, move, goods))
        return replace(state, phase=InKind(self.debtor, self.arrears[1:]))

    def why_not(self, state: Stables, seat: Seat, move: Move) -> Refusal | None:
        return None


class Valuing(Asking, frozen=True, tag=True, gc=False):
    """The creditor names the part of the debt that the goods are worth."""

    claim: InKind
    picked: mv.Pick
    goods: Goods

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        first = self.claim.arrears[0]
        worth: Amount[Move] = Amount(mv.NOTHING, MONEY_STEP, first.owed, MONEY_STEP)
        return (Ask(first.lender, Q_WORTH, worth, 0, (self.goods, first.owed)),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        if not isinstance(move, mv.Sum):
            raise RulesBug(move)
        events.append(ev.InKindSought(self.claim.debtor, seat, self.goods, move.amount))
        return replace(state, phase=Conceding(self, move.amount))


class Conceding(Asking, frozen=True, tag=True, gc=False):
    """The bankrupt agrees to the value, or keeps the goods for the next creditor."""

    terms: Valuing
    amount: int

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        claim = self.terms.claim
        args = (claim.arrears[0].lender, self.terms.goods, self.amount)
        return (Ask(claim.debtor, Q_CONCEDE, (mv.DECLINE, mv.AGREE), 0, args),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        claim, goods = self.terms.claim, self.terms.goods
        if not isinstance(move, mv.Agree):
            events.append(ev.Declined(seat, R("Q34")))
            return replace(state, phase=replace(claim, refused=(*claim.refused, goods)))
        first, *others = claim.arrears
        events.append(ev.PaidInKind(claim.debtor, first.lender, goods, self.amount))
        left = replace(first, owed=first.owed - self.amount)
        state = replace(state, phase=replace(claim, arrears=(left, *others)))
        return wares.hand_over(state, claim.debtor, self.terms.picked, first.lender, events, chance)


@cites(R("X66"))
def wind_up(state: S, seat: Seat) -> S:
    """The remaining goods go to the bank, and the player is out."""
    state = book(state, seat, Cause.TAXES, -state.players[seat].cash)
    state = with_player(state, seat, replace(state.players[seat], stable=(), bankrupt=True))
    loans = tuple([loan for loan in state.loans if seat not in (loan.debtor, loan.lender)])
    after: S = state.hooks.declare_bankrupt(replace(state, loans=loans, phase=Settling()), seat)
    return after
