"""Deals between two players: loans and chariots before the entries, bets between two after them."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking
from paddock.core.game import Amount, Ask, Kind, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.stable import events as ev
from paddock.games.circus_maximus.stable import moves as mv
from paddock.games.circus_maximus.stable.events import Events
from paddock.games.circus_maximus.stable.moves import DONE, Move
from paddock.games.circus_maximus.stable.phases.money import book, hand_over, move_chariot
from paddock.games.circus_maximus.stable.rules.betting import Claim, SideBet
from paddock.games.circus_maximus.stable.rules.ledger import STEP, Cause, Loan
from paddock.games.circus_maximus.stable.rules.stable import PieceSale, Sale
from paddock.games.circus_maximus.stable.state import S, Stables

Q_DEAL = Question("deal", R("B21.2"), args=("money",))
Q_SIDE_BET = Question("side-bet", R("B26.1"), args=("money",))
Q_TERMS = Question("terms", R("B21.2"), args=("term",))
Q_ANSWER = Question("answer", R("B21.2"), Kind.REACTION, ("offer",))
MOST_OFFERS = 2
"""In one visit."""
DEAREST = 5
"""The most that is asked for a loan, in times the sum."""
NO_MONEY = Refusal("no-overdraft", R("B21.3"))

Subject: TypeAlias = mv.Lend | mv.Borrow | mv.Sell | mv.SellPiece | mv.Propose
Offer: TypeAlias = Loan | SideBet | Sale | PieceSale


def begin(state: S, lined: bool) -> S:
    """Everybody in turn may offer something."""
    return replace(state, phase=Dealing(state.active(), lined))


def next_dealer(state: S, visit: Dealing) -> S:
    rest = visit.queue[1:]
    state = replace(state, phase=Dealing(rest, visit.lined))
    if rest:
        return state
    after: S = state.steward.after_deals(state, visit.lined)
    return after


@cites(R("B21.2"), R("B21.3"), R("B26.1"), R("E1.6.4"), R("E1.6.5"))
class Dealing(Asking, frozen=True, tag=True, gc=False):
    """Who is asked offers a loan, a chariot, something of his store or, once the field is known, a
    bet; or nothing."""

    queue: tuple[Seat, ...]
    lined: bool
    offers: int = 0

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        player = state.players[seat]
        others = [s for s in state.active() if s != seat]
        rich = [s for s in others if state.players[s].cash >= STEP]
        options: list[Move] = [DONE]
        if self.lined:
            if player.cash >= STEP:
                options += [mv.Propose(s) for s in rich]
            return (Ask(seat, Q_SIDE_BET, tuple(options), 0, (player.cash,)),)
        if player.cash >= STEP:
            options += [mv.Lend(s) for s in others]
        options += [mv.Borrow(s) for s in rich]
        buyers = [s for s in rich if len(state.players[s].stable) < mv.MOST_STABLE]
        options += [mv.Sell(slot, s) for slot in range(len(player.stable)) for s in buyers]
        options += state.steward.pieces(state, seat, rich)
        return (Ask(seat, Q_DEAL, tuple(options), 0, (player.cash,)),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        match move:
            case mv.Lend() | mv.Borrow() | mv.Sell() | mv.SellPiece() | mv.Propose():
                return replace(state, phase=Terms(self, move))
            case _:
                return next_dealer(state, self)

    def why_not(self, state: Stables, seat: Seat, move: Move) -> Refusal | None:
        return NO_MONEY


def back(visit: Dealing) -> Dealing | None:
    """The visit goes on, unless it had its offers."""
    more = visit.offers + 1
    return replace(visit, offers=more) if more < MOST_OFFERS else None


class Terms(Asking, frozen=True, tag=True, gc=False):
    """The offer is put together, one term after the other."""

    visit: Dealing
    subject: Subject
    claim: mv.Say | mv.SayMan | None = None
    sums: tuple[int, ...] = ()

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        seat = self.visit.queue[0]
        term, options = self.next_term(state)
        return (Ask(seat, Q_TERMS, options, 0, (term,)),)

    def next_term(self, state: Stables) -> tuple[str, tuple[Move, ...] | Amount[Move]]:
        """What is to be said next, and the ways to say it."""
        seat, subject = self.visit.queue[0], self.subject
        cash = [player.cash for player in state.players]
        match subject:
            case mv.Lend() | mv.Borrow() if len(self.sums) == 2:
                races = range(state.week, state.steward.last_race(state) + 1)
                return "due", tuple([mv.Due(race) for race in races])
            case mv.Lend() | mv.Borrow() if self.sums:
                return "repayment", sums(self.sums[0], DEAREST * self.sums[0])
            case mv.Lend():
                return "loan", sums(STEP, cash[seat])
            case mv.Borrow(whom=whom):
                return "loan", sums(STEP, cash[whom])
            case mv.Sell(whom=whom) | mv.SellPiece(whom=whom):
                return "price", sums(STEP, cash[whom])
            case mv.Propose() if self.claim is None:
                return "claim", state.steward.claims(state)
            case mv.Propose(whom=whom) if self.sums:
                return "against", sums(STEP, cash[whom])
            case mv.Propose():
                return "stake", sums(STEP, cash[seat])

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        match move:
            case mv.Say() | mv.SayMan():
                return replace(state, phase=replace(self, claim=move))
            case mv.Sum(amount=amount):
                terms = replace(self, sums=(*self.sums, amount))
                sale = isinstance(self.subject, mv.Sell | mv.SellPiece)
                if len(terms.sums) < (1 if sale else 2):
                    return replace(state, phase=terms)
                if isinstance(self.subject, mv.Lend | mv.Borrow):
                    return replace(state, phase=terms)
                return made(state, terms, 0, events)
            case mv.Due(race=race):
                return made(state, self, race, events)
            case _:
                raise RulesBug(move)

    def why_not(self, state: Stables, seat: Seat, move: Move) -> Refusal | None:
        return NO_MONEY if isinstance(move, mv.Sum) else None


def sums(least: int, most: int) -> Amount[Move]:
    return Amount(mv.NOTHING, least, most, STEP)


def claims(chariots: int) -> tuple[Move, ...]:
    """What can be said of a chariot."""
    field = range(chariots)
    plain = [mv.Say(claim, i, i) for claim in (Claim.WINS, Claim.PLACED) for i in field]
    ahead = [mv.Say(Claim.AHEAD, i, j) for i in field for j in field if i != j]
    return (*plain, *ahead)


@cites(R("Q15"))
def made(state: S, terms: Terms, due: int, events: Events) -> S:
    """The offer is made, and the other is asked."""
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
        case PieceSale():
            events.append(ev.PieceOffered(seat, offer.whom, offer.goods, offer.amount))
        case _:
            events.append(ev.ChariotOffered(seat, offer.whom, offer.log, offer.amount))
    return replace(state, phase=Answering(terms, offer))


def offer_of(state: Stables, terms: Terms, due: int) -> Offer:
    """What is offered, as one value."""
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
        case mv.SellPiece(piece=piece, stored=at, whom=whom):
            goods = state.steward.goods(state, seat, piece, at)
            return PieceSale(seat, whom, piece, at, terms.sums[0], goods)
        case mv.Sell(slot=slot, whom=whom):
            return Sale(seat, whom, slot, terms.sums[0], state.players[seat].stable[slot])


class Answering(Asking, frozen=True, tag=True, gc=False):
    """The other takes the offer or leaves it."""

    terms: Terms
    offer: Offer

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        whom = self.terms.subject.whom
        return (Ask(whom, Q_ANSWER, (mv.DECLINE, mv.AGREE), 0, (self.offer,)),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        if isinstance(move, mv.Agree):
            state = carried_out(state, self, events)
        else:
            events.append(ev.Declined(seat))
        visit = back(self.terms.visit)
        return replace(state, phase=visit) if visit else next_dealer(state, self.terms.visit)


@cites(R("B21.2"), R("B21.3"), R("Q18"))
def carried_out(state: S, agreed: Answering, events: Events) -> S:
    """Money and property change hands; stakes of a bet are held."""
    offer = agreed.offer
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
        case PieceSale():
            state = hand_over(state, offer.whom, offer.by, Cause.SALES, offer.amount)
            state = state.steward.hand_piece(state, offer)
            events.append(ev.PieceSold(offer.by, offer.whom, offer.goods, offer.amount))
        case _:
            state = hand_over(state, offer.whom, offer.by, Cause.SALES, offer.amount)
            state = move_chariot(state, offer.by, offer.slot, offer.whom)
            events.append(ev.ChariotSold(offer.by, offer.whom, offer.log, offer.amount))
    return state
