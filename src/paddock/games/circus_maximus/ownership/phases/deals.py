"""Deals between two players: loans and goods before the entries, side bets after them."""

from __future__ import annotations

from typing import TypeAlias

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
from paddock.games.circus_maximus.ownership.phases import racing, wares
from paddock.games.circus_maximus.ownership.phases.money import book, hand_over
from paddock.games.circus_maximus.ownership.rules.betting import Claim, SideBet
from paddock.games.circus_maximus.ownership.rules.ledger import MONEY_STEP, Cause, Loan
from paddock.games.circus_maximus.ownership.rules.stable import Barter, Piece, PieceSale, Sale
from paddock.games.circus_maximus.ownership.state import S, Stables

Q_DEAL = Question("deal", R("B21.2"), args=("money",))
Q_SIDE_BET = Question("side-bet", R("B26.1"), args=("money",))
Q_TERMS = Question("terms", R("B21.2"), args=("term",))
Q_ANSWER = Question("answer", R("B21.2"), AskKind.REACTION, ("offer",))
MAX_OFFERS_PER_VISIT = 2
"""So that every visit ends."""
MAX_REPAYMENT_FACTOR = 5
"""The highest repayment of a loan, as a multiple of the sum."""
NO_MONEY = Refusal("no-overdraft", R("B21.3"))

Subject: TypeAlias = (
    mv.Lend | mv.Borrow | mv.Sell | mv.SellTo | mv.BuyFrom | mv.Exchange | mv.Propose
)
SUBJECTS = (mv.Lend, mv.Borrow, mv.Sell, mv.SellTo, mv.BuyFrom, mv.Exchange, mv.Propose)
Offer: TypeAlias = Loan | SideBet | Sale | PieceSale | Barter


def begin(state: S, lined: bool) -> S:
    """Asks each seat in turn for offers."""
    return replace(state, phase=Dealing(state.active(), lined))


def next_dealer(state: S, visit: Dealing) -> S:
    rest = visit.queue[1:]
    state = replace(state, phase=Dealing(rest, visit.lined, visit.racing))
    if rest:
        return state
    if visit.racing:
        return replace(state, phase=racing.Racing(True))
    after: S = state.hooks.after_deals(state, visit.lined)
    return after


@cites(R("B21.2"), R("B21.3"), R("B26.1"), R("E1.6.4"), R("E1.6.5"))
class Dealing(Asking, frozen=True, tag=True, gc=False):
    """The seat offers a loan, goods, money for another's goods, or an exchange; once the field is
    known, a side bet; or nothing."""

    queue: tuple[Seat, ...]
    lined: bool
    racing: bool = False  # between two laps
    offers: int = 0

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        player = state.players[seat]
        others = [s for s in state.active() if s != seat]
        rich = [s for s in others if known_cash(state, s) >= MONEY_STEP]
        options: list[Move] = [DONE]
        if self.lined:
            if player.cash >= MONEY_STEP:
                options += [mv.Propose(s) for s in rich]
            return (Ask(seat, Q_SIDE_BET, tuple(options), 0, (player.cash,)),)
        if player.cash >= MONEY_STEP:
            options += [mv.Lend(s) for s in others]
        options += [mv.Borrow(s) for s in rich]
        buyers = [s for s in rich if len(state.players[s].stable) < mv.MAX_STABLE]
        options += [mv.Sell(slot, s) for slot in range(len(player.stable)) for s in buyers]
        mine = wares.pieces(state, seat)
        options += [
            mv.SellTo(s) for s in rich if mine and wares.has_acceptable(state, seat, mine, s)
        ]
        his = {s: wares.wares(state, s) for s in others}
        if player.cash >= MONEY_STEP:
            buys = [s for s in others if wares.has_acceptable(state, s, his[s], seat)]
            options += [mv.BuyFrom(s) for s in buys]
        if mine or player.stable:
            options += [mv.Exchange(s) for s in others if his[s]]
        return (Ask(seat, Q_DEAL, tuple(options), 0, (player.cash,)),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        if isinstance(move, SUBJECTS):
            return replace(state, phase=Terms(self, move))
        return next_dealer(state, self)

    def why_not(self, state: Stables, seat: Seat, move: Move) -> Refusal | None:
        return NO_MONEY


@cites(R("Q14"))
def known_cash(state: Stables, seat: Seat) -> int:
    """A seat's money as the others know it: in a race without what its secret sheet has cost."""
    return state.players[seat].cash + state.sheets[seat].spent


class NextOffer(Pending, frozen=True, tag=True, gc=False):
    """An offer was answered: the visit continues, unless it had all its offers."""

    visit: Dealing

    def resume(self, state: S, events: Events, chance: Chance) -> S:
        more = self.visit.offers + 1
        if more < MAX_OFFERS_PER_VISIT:
            return replace(state, phase=replace(self.visit, offers=more))
        return next_dealer(state, self.visit)


class Terms(Asking, frozen=True, tag=True, gc=False):
    """The offer is built term by term."""

    visit: Dealing
    subject: Subject
    claim: mv.Say | mv.SayMan | None = None
    sums: tuple[int, ...] = ()
    picks: tuple[mv.Pick, ...] = ()

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        seat = self.visit.queue[0]
        term, options = self.next_term(state)
        return (Ask(seat, Q_TERMS, options, 0, (term,)),)

    def next_term(self, state: Stables) -> tuple[str, tuple[Move, ...] | Amount[Move]]:
        """The next term, and its options."""
        seat, subject = self.visit.queue[0], self.subject
        cash = [player.cash for player in state.players]
        match subject:
            case mv.Lend() | mv.Borrow() if len(self.sums) == 2:
                races = range(state.week, state.hooks.last_race(state) + 1)
                return "due", tuple([mv.Due(race) for race in races])
            case mv.Lend() | mv.Borrow() if self.sums:
                return "repayment", money_sums(self.sums[0], MAX_REPAYMENT_FACTOR * self.sums[0])
            case mv.Lend():
                return "loan", money_sums(MONEY_STEP, cash[seat])
            case mv.Borrow(whom=whom):
                return "loan", money_sums(MONEY_STEP, cash[whom])
            case mv.SellTo(whom=whom) if not self.picks:
                return "ware", wares.acceptable(state, seat, wares.pieces(state, seat), whom)
            case mv.BuyFrom(whom=whom) if not self.picks:
                return "his-ware", wares.acceptable(state, whom, wares.wares(state, whom), seat)
            case mv.Exchange(whom=whom) if not self.picks:
                return "ware", wares.goods_to_give(state, seat, whom)
            case mv.Exchange(whom=whom) if len(self.picks) == 1:
                return "his-ware", wares.goods_to_get(state, seat, self.picks[0], whom)
            case mv.Exchange():
                return "on-top", money_sums(0, cash[seat])
            case mv.BuyFrom():
                return "price", money_sums(MONEY_STEP, cash[seat])
            case mv.Sell(whom=whom) | mv.SellTo(whom=whom):
                return "price", money_sums(MONEY_STEP, cash[whom])
            case mv.Propose() if self.claim is None:
                return "claim", state.hooks.claims(state)
            case mv.Propose(whom=whom) if self.sums:
                return "against", money_sums(MONEY_STEP, known_cash(state, whom))
            case mv.Propose():
                return "stake", money_sums(MONEY_STEP, cash[seat])

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        match move:
            case mv.Say() | mv.SayMan():
                return replace(state, phase=replace(self, claim=move))
            case mv.Pick():
                return replace(state, phase=replace(self, picks=(*self.picks, move)))
            case mv.Sum(amount=amount):
                terms = replace(self, sums=(*self.sums, amount))
                match self.subject:
                    case mv.Lend() | mv.Borrow():
                        return replace(state, phase=terms)
                    case mv.Propose() if len(terms.sums) < 2:
                        return replace(state, phase=terms)
                    case _:
                        return make_offer(state, terms, 0, events)
            case mv.Due(race=race):
                return make_offer(state, self, race, events)
            case _:
                raise RulesBug(move)

    def why_not(self, state: Stables, seat: Seat, move: Move) -> Refusal | None:
        return NO_MONEY if isinstance(move, mv.Sum) else None


def money_sums(least: int, most: int) -> Amount[Move]:
    return Amount(mv.NOTHING, least, most, MONEY_STEP)


def claims(chariots: int) -> tuple[Move, ...]:
    """The possible claims about a chariot."""
    field = range(chariots)
    plain = [mv.Say(claim, i, i) for claim in (Claim.WINS, Claim.PLACED) for i in field]
    ahead = [mv.Say(Claim.AHEAD, i, j) for i in field for j in field if i != j]
    return (*plain, *ahead)


@cites(R("Q15"))
def make_offer(state: S, terms: Terms, due: int, events: Events) -> S:
    """Makes the offer and asks the other player."""
    seat = terms.visit.queue[0]
    offer = offer_of(state, terms, due)
    match offer:
        case Loan():
            events.append(
                ev.LoanOffered(
                    seat, offer.lender, offer.debtor, offer.amount, offer.repayment, offer.due
                )
            )
        case SideBet():
            events.append(ev.SideBetOffered(offer))
        case PieceSale(sought=True):
            events.append(ev.PieceSought(offer.by, seat, offer.goods, offer.amount))
        case PieceSale():
            events.append(ev.PieceOffered(seat, offer.whom, offer.goods, offer.amount))
        case Barter():
            told = (offer.goods, offer.for_goods, offer.amount)
            events.append(ev.BarterOffered(seat, offer.whom, *told))
        case _:
            events.append(ev.ChariotOffered(seat, offer.whom, offer.log, offer.amount))
    return replace(state, phase=Answering(terms, offer))


def offer_of(state: Stables, terms: Terms, due: int) -> Offer:
    """The offer as one value."""
    seat, subject = terms.visit.queue[0], terms.subject
    match subject:
        case mv.Lend(whom=whom):
            return Loan(seat, whom, terms.sums[0], terms.sums[1], due)
        case mv.Borrow(whom=whom):
            return Loan(whom, seat, terms.sums[0], terms.sums[1], due)
        case mv.Propose(whom=whom):
            said = terms.claim
            assert said is not None
            if isinstance(said, mv.SayMan):
                return SideBet(seat, whom, Claim.GLADIATOR, said.whom, said.whom, *terms.sums)
            return SideBet(seat, whom, said.claim, said.chariot, said.other, *terms.sums)
        case mv.SellTo(whom=whom):
            piece, at = terms.picks[0].piece, terms.picks[0].stored
            goods = wares.goods_of(state, seat, terms.picks[0])
            return PieceSale(seat, whom, piece, at, terms.sums[0], goods)
        case mv.BuyFrom(whom=whom):
            piece, at = terms.picks[0].piece, terms.picks[0].stored
            goods = wares.goods_of(state, whom, terms.picks[0])
            return PieceSale(whom, seat, piece, at, terms.sums[0], goods, True)
        case mv.Exchange(whom=whom):
            mine, his = terms.picks
            both = wares.goods_of(state, seat, mine), wares.goods_of(state, whom, his)
            pieces = (mine.piece, mine.stored, his.piece, his.stored)
            return Barter(seat, whom, *pieces, terms.sums[0], *both)
        case mv.Sell(slot=slot, whom=whom):
            return Sale(seat, whom, slot, terms.sums[0], state.players[seat].stable[slot])


class Answering(Asking, frozen=True, tag=True, gc=False):
    """The other player accepts or declines."""

    terms: Terms
    offer: Offer

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        whom, offer = self.terms.subject.whom, self.offer
        short = isinstance(offer, SideBet) and state.players[whom].cash < offer.against
        options = (mv.DECLINE,) if short else (mv.DECLINE, mv.AGREE)
        return (Ask(whom, Q_ANSWER, options, 0, (offer,)),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        state = replace(state, phase=NextOffer(self.terms.visit))
        if isinstance(move, mv.Agree):
            return carry_out(state, self.offer, events, chance)
        events.append(ev.Declined(seat, clause_of(self.offer)))
        return state

    def why_not(self, state: Stables, seat: Seat, move: Move) -> Refusal | None:
        return NO_MONEY if isinstance(move, mv.Agree) else None


def clause_of(offer: Offer) -> str:
    """The clause that allows an offer."""
    match offer:
        case Loan():
            return R("B21.2")
        case SideBet():
            return R("B26.1")
        case _:
            return R("E1.6.4")


@cites(R("B21.2"), R("B21.3"), R("Q18"), R("Q33"), R("E1.6.4"))
def carry_out(state: S, offer: Offer, events: Events, chance: Chance) -> S:
    """Transfers money and goods; stakes of a side bet are held."""
    match offer:
        case Loan():
            state = hand_over(state, offer.lender, offer.debtor, Cause.LOANS, offer.amount)
            state = replace(state, loans=(*state.loans, offer))
            loan = ev.LoanMade(offer.lender, offer.debtor, offer.amount, offer.repayment, offer.due)
            events.append(loan)
        case SideBet():
            state = book(state, offer.by, Cause.SIDE_BETS, -offer.stake)
            state = book(state, offer.whom, Cause.SIDE_BETS, -offer.against)
            state = replace(state, side_bets=(*state.side_bets, offer))
            events.append(ev.SideBetMade(offer))
        case Barter():
            state = hand_over(state, offer.by, offer.whom, Cause.SALES, offer.amount)
            told = (offer.goods, offer.for_goods, offer.amount)
            events.append(ev.Bartered(offer.by, offer.whom, *told))
            mine, his = mv.Pick(offer.piece, offer.stored), mv.Pick(offer.other, offer.his)
            state = wares.exchange(state, offer.by, mine, offer.whom, his, events, chance)
        case PieceSale():
            picked = mv.Pick(offer.piece, offer.stored)
            state = sell(state, offer.by, picked, offer.whom, offer.amount, events, chance)
        case Sale():
            picked = mv.Pick(Piece.CHARIOT, offer.slot)
            state = sell(state, offer.by, picked, offer.whom, offer.amount, events, chance)
    return state


def sell(
    state: S,
    by: Seat,
    picked: mv.Pick,
    whom: Seat,
    price: int,
    events: Events,
    chance: Chance,
) -> S:
    """Transfers goods against money."""
    goods = wares.goods_of(state, by, picked)
    state = hand_over(state, whom, by, Cause.SALES, price)
    if goods.chariot is not None:
        events.append(ev.ChariotSold(by, whom, goods.chariot, price))
    else:
        events.append(ev.PieceSold(by, whom, goods, price))
    return wares.hand_over(state, by, picked, whom, events, chance)
