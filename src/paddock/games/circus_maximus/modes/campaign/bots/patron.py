"""Somebody who builds up a stable: bids for what is missing, keeps it whole, bets by chances."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.game import Amount, Ask
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.modes.arena.bots import Gladiator
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.bots import men
from paddock.games.circus_maximus.modes.campaign.bots.worth import price, wagers
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import Auctioning, Facing, Raising
from paddock.games.circus_maximus.modes.campaign.rules.owners import Owner
from paddock.games.circus_maximus.modes.campaign.view import View
from paddock.games.circus_maximus.modes.season.bots import trade
from paddock.games.circus_maximus.modes.season.bots.owner import Owner as SeasonOwner
from paddock.games.circus_maximus.modes.season.bots.owner import surplus
from paddock.games.circus_maximus.modes.season.bots.trade import hundreds, sum_of
from paddock.games.circus_maximus.modes.season.bots.worth import strength
from paddock.games.circus_maximus.ownership import moves as shared
from paddock.games.circus_maximus.ownership.moves import AGREE, DECLINE, DONE
from paddock.games.circus_maximus.ownership.phases.deals import Dealing, Terms
from paddock.games.circus_maximus.ownership.rules.ledger import Loan
from paddock.games.circus_maximus.ownership.rules.stable import Log, PieceSale, Sale

ENOUGH = 3
"""So many chariots that can start are enough."""
RESERVE = 3000
"""What one keeps in hand when bidding."""
JUMP = 0.7
"""Of what a lot is worth is bid at once."""
POOR = 1200
OUTFIT = 3000
"""What a chariot costs that can start."""
NERVES = tuple(range(6))
GLADIATOR = Gladiator()


def patron(argument: str) -> Patron:
    """It takes no argument."""
    if argument:
        raise ValueError("it takes no number")
    return Patron()


class Patron(SeasonOwner):
    """Drives like a charioteer, and decides about money by simple rules."""

    def choose(self, view: View, ask: Ask[Move], chance: Chance) -> Move:  # type: ignore[override]
        match ask.question.prompt:
            case "vote" | "part" | "harness":
                return ask.default_move
            case "lot":
                return mv.BID if affords(view, ask) else mv.PASS
            case "raise":
                return offered(view, ask)
            case "shop":
                return shop(view, ask)
            case "team":
                return ask.options[min(len(ask.options) - 1, 4)]
            case "entries":
                return enter(view, ask)
            case "bet" if view.show is not None:
                return men.bet(view, ask, chance)
            case "bet" | "bet-again":
                return bet(view, ask)
            case "deal":
                return deal(view, ask)
            case "terms" if ask.args[0] in ("price", "ware"):
                return asked_for(view, ask)
            case "answer":
                return self.answer(view, ask, chance)
            case "challenge":
                return challenge(view, ask, chance)
            case "match":
                return terms(view, ask)
            case "face":
                return face(view, ask)
            case "fate":
                return ask.default_move
            case "type":
                return men.kind(chance)
            case "send":
                return men.send(view, ask)
            case "drill":
                return men.drill(view, ask)
            case "plan":
                assert view.ring is not None
                return GLADIATOR.choose(view.ring, ask, chance)  # type: ignore[arg-type]
            case _:
                return super().choose(view, ask, chance)  # type: ignore[arg-type]

    def answer(self, view: View, ask: Ask[Move], chance: Chance) -> Move:
        """A loan by one who is poor; everything else as in the season."""
        offer = view.phase.offer if hasattr(view.phase, "offer") else None
        if isinstance(offer, Loan) and offer.debtor == ask.seat:
            poor = view.players[ask.seat].cash < POOR
            return AGREE if poor and offer.repayment <= 2 * offer.amount else DECLINE
        if isinstance(offer, Sale):
            player = view.players[ask.seat]
            needs = len(whole(player)) < ENOUGH and offer.log.whole
            pays = offer.amount <= min(price(offer.log), player.cash - POOR)
            return AGREE if needs and pays else DECLINE
        if isinstance(offer, PieceSale) and offer.goods.fighter and offer.whom == ask.seat:
            player = view.players[ask.seat]
            wants = not player.gladiators and offer.amount <= (player.cash - men.RESERVE) / 4
            return AGREE if wants and offer.amount <= men.SOMEBODY else DECLINE
        return super().choose(view, ask, chance)  # type: ignore[arg-type]


# ---------------------------------------------------------------- the market


def whole(player: Owner) -> list[Log]:
    return [log for log in player.stable if log.whole]


def limit(view: View, seat: Seat) -> int:
    """The most one would pay for what is under the hammer."""
    phase = view.phase
    lot = phase.lot if isinstance(phase, Raising) else phase
    assert isinstance(lot, Auctioning)
    player = view.players[seat]
    have = whole(player)
    if lot.recruit:
        return men.limit(view, seat)
    if lot.privilege:
        spare = sorted([strength(log) for log in have if log.healthy], reverse=True)
        more = spare[view.allowed[seat]] if len(spare) > view.allowed[seat] else 0.0
        return hundreds(min(900.0, 90 * max(0.0, more - 22), player.cash / 8))
    offered = view.market[0]
    value = price(offered)
    if len(have) >= ENOUGH:
        weakest = min(have, key=strength)
        value = max(0, price(offered) - price(weakest)) // 2
    most = max(0, player.cash - (RESERVE if have else 600))
    return hundreds(min(value, most))


def affords(view: View, ask: Ask[Move]) -> bool:
    """Whether the next bid is not beyond what the lot is worth."""
    least = ask.args[0]
    assert isinstance(least, int)
    return limit(view, ask.seat) >= least


def offered(view: View, ask: Ask[Move]) -> Move:
    """Well above the last bid, but neither what it is worth oneself nor more than it is to anybody
    else who is still in it."""
    assert isinstance(view.phase, Raising)
    rivals = [limit(view, s) for s in view.phase.lot.queue if s != ask.seat]
    return sum_of(ask, min(JUMP * limit(view, ask.seat), max(rivals, default=0)))  # type: ignore[arg-type]


def shop(view: View, ask: Ask[Move]) -> Move:
    """What makes a chariot whole again: first from the store, then by money."""
    player = view.players[ask.seat]
    logs = player.stable
    for option in ask.options:
        match option:
            case mv.PutHorse() | mv.PutCar() if worth_mending(logs[option.slot]):
                if isinstance(option, mv.PutHorse) or not logs[option.slot].car:
                    return option
            case mv.PutDriver(slot=slot, stored=at):
                if not logs[slot].hits and player.men[at].hits:
                    return option
            case _:
                pass
    if len(whole(player)) >= ENOUGH:
        return DONE
    money = player.cash - 1500
    best = sorted([log for log in logs if not log.whole], key=potential, reverse=True)
    for log in best:
        part = missing(log, money, player)
        if part is not None and part in ask.options and worth_mending(log):
            return part
    return DONE


def potential(log: Log) -> float:
    return sum(log.horses) + 0.09 * log.endurance


def worth_mending(log: Log) -> bool:
    """A team that would still win something."""
    return potential(log) >= POTENTIAL and log.boxes.count(0) <= 1


POTENTIAL = 18


def missing(log: Log, money: int, player: Owner) -> Move | None:
    """The first part that keeps a chariot from starting, at a price one can pay."""
    if not log.car:
        return mv.CAR[log.weight] if money >= data.EPIC_CARS[log.weight] else None
    if not log.hits:
        dm = 1 if money >= 2 * data.DRIVER_PRICES[1] else 0
        return mv.TakeDriver(dm) if money >= data.DRIVER_PRICES[dm] else None
    if log.boxes.count(0) == 1 and not player.horses:
        wanted = 2500 if money >= 5000 else 1500
        return mv.TakeHorse(wanted) if money >= wanted else None
    return None


def enter(view: View, ask: Ask[Move]) -> Move:
    """The strongest first; an injured one only if it must be."""
    stable = view.players[ask.seat].stable
    free = [move for move in ask.options if isinstance(move, shared.Enter)]
    best = max(free, key=lambda move: strength(stable[move.slot]))
    if ask.options[0] != DONE:
        return best
    log = stable[best.slot]
    return best if log.healthy and strength(log) > 20 else DONE


# ---------------------------------------------------------------- bets


def bet(view: View, ask: Ask[Move]) -> Move:
    """Whatever pays most by who may win: the least that one must, unless it pays."""
    worths = wagers(view, ask)
    return ask.candidates[worths.index(max(worths))]


# ---------------------------------------------------------------- deals


def deal(view: View, ask: Ask[Move]) -> Move:
    """Who has more chariots than he can enter, or gladiators than he needs, sells the weakest to
    somebody who has fewer; who lacks a part asks whoever has one idle; who has next to nothing and
    still a chariot, or money for none, asks the richest for a loan: a prize pays it back. Once a
    round."""
    phase, player = view.phase, view.players[ask.seat]
    asked = isinstance(phase, Dealing) and phase.offers
    owing = any(loan.debtor == ask.seat for loan in view.loans)
    last = view.week + 2 >= view.options.rounds
    if asked or last:
        return DONE
    sale = surplus(view, ask, ENOUGH) or men.spare(view, ask)  # type: ignore[arg-type]
    if sale is not None:
        return sale
    part = trade.seek(view, ask) if len(whole(player)) < ENOUGH else None  # type: ignore[arg-type]
    if part is not None:
        return part
    ready = bool(whole(player))
    if owing or player.cash >= (POOR if ready else OUTFIT):
        return DONE
    lenders = [move for move in ask.options if isinstance(move, shared.Borrow)]
    if not lenders:
        return DONE
    return max(lenders, key=lambda move: view.players[move.whom].cash)


def asked_for(view: View, ask: Ask[Move]) -> Move:
    """Somewhat less than a chariot is worth to somebody who needs one; gladiators and parts by what
    they would cost elsewhere."""
    phase = view.phase
    assert isinstance(phase, Terms)
    weakest = men.weakest(view, ask.seat)
    surplus_man = isinstance(phase.subject, shared.SellTo) and weakest is not None
    if ask.args[0] == "ware":
        return weakest if surplus_man and weakest in ask.options else trade.pick(view, ask)  # type: ignore[arg-type, return-value]
    if surplus_man and phase.picks[0] == weakest:
        return sum_of(ask, men.SOMEBODY)  # type: ignore[arg-type]
    if phase.picks:
        return trade.price(view, ask, phase.picks[0])  # type: ignore[arg-type]
    assert isinstance(phase.subject, shared.Sell)
    log = view.players[ask.seat].stable[phase.subject.slot]
    return sum_of(ask, 0.8 * price(log))  # type: ignore[arg-type]


def challenge(view: View, ask: Ask[Move], chance: Chance) -> Move:
    """Now and then against somebody whose best chariot is clearly weaker."""
    if chance.pick(NERVES, "challenge"):
        return DONE
    weak = men.weaker(view, ask)
    if weak is not None:
        return weak
    mine = best_of(view, ask.seat)
    weaker = [
        move
        for move in ask.options
        if isinstance(move, mv.Challenge) and best_of(view, move.whom) < mine - 2
    ]
    return min(weaker, key=lambda move: best_of(view, move.whom)) if weaker else DONE


def best_of(view: View, seat: Seat) -> float:
    """The strongest chariot of a stable that is healthy."""
    return max([strength(log) for log in view.players[seat].stable if log.healthy], default=0.0)


def terms(view: View, ask: Ask[Move]) -> Move:
    """One a side; better odds than even make the other come."""
    if isinstance(ask.options, Amount):
        return sum_of(ask, view.players[ask.seat].cash / 10)  # type: ignore[arg-type]
    return ask.options[min(1, len(ask.options) - 1)] if ask.args[0] == "odds" else ask.options[0]


def face(view: View, ask: Ask[Move]) -> Move:
    """Yes, if the odds are better than one's chances."""
    facing = view.phase
    assert isinstance(facing, Facing)
    by, whom = facing.terms.queue[0], facing.terms.whom
    other = by if ask.seat == whom else whom
    strong = men.best_of if facing.terms.duel else best_of
    edge = strong(view, ask.seat) - strong(view, other)
    chance = min(0.9, max(0.1, 0.5 + 0.05 * edge))
    mine, theirs = facing.against, facing.stake
    if ask.seat == by:
        mine, theirs = theirs, mine
    good = chance * theirs > 1.1 * (1 - chance) * mine and strong(view, ask.seat) > 0
    return AGREE if good and 5 * mine <= view.players[ask.seat].cash else DECLINE
