"""Patron bot: bids for what is missing, keeps the stable complete, bets by win chances."""

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
from paddock.games.circus_maximus.modes.campaign.phases import Auctioning, Facing, Matching, Raising
from paddock.games.circus_maximus.modes.campaign.rules.owners import Owner
from paddock.games.circus_maximus.modes.campaign.view import View
from paddock.games.circus_maximus.modes.season.bots import trade
from paddock.games.circus_maximus.modes.season.bots.owner import Owner as SeasonOwner
from paddock.games.circus_maximus.modes.season.bots.owner import offer_surplus
from paddock.games.circus_maximus.modes.season.bots.trade import nearest_sum, round_to_hundreds
from paddock.games.circus_maximus.modes.season.bots.worth import strength
from paddock.games.circus_maximus.ownership import moves as shared
from paddock.games.circus_maximus.ownership.moves import AGREE, DECLINE, DONE
from paddock.games.circus_maximus.ownership.phases.deals import Dealing, Terms
from paddock.games.circus_maximus.ownership.rules.ledger import Loan
from paddock.games.circus_maximus.ownership.rules.stable import Log, PieceSale, Sale

MAX_CHARIOTS = 3
"""With this many chariots that can start the bot buys no more."""
RESERVE_SESTERCES = 3000
"""Money kept in reserve when bidding."""
FIRST_BID_SHARE = 0.7
"""Share of a lot's value that is bid at once."""
POOR_SESTERCES = 1200
CHARIOT_SESTERCES = 3000
"""The cost of a chariot that can start."""
NERVES = tuple(range(6))
GLADIATOR = Gladiator()


def patron(argument: str) -> Patron:
    """Creates the bot; it takes no argument."""
    if argument:
        raise ValueError("it takes no number")
    return Patron()


class Patron(SeasonOwner):
    """Drives like a charioteer, and decides about money by simple rules."""

    def choose(self, view: View, ask: Ask[Move], chance: Chance) -> Move:  # type: ignore[override]
        match ask.question.prompt:
            case "vote" | "part" | "harness" | "options":
                return ask.default_move
            case "agree":
                return AGREE
            case "lot":
                return mv.BID if can_afford(view, ask) else mv.PASS
            case "raise":
                return choose_bid(view, ask)
            case "shop":
                return choose_purchase(view, ask)
            case "team":
                return ask.options[min(len(ask.options) - 1, 4)]
            case "entries":
                return choose_entry(view, ask)
            case "bet" if view.show is not None:
                return men.choose_bet(view, ask, chance)
            case "bet" | "bet-again":
                return choose_bet(view, ask)
            case "deal":
                return choose_deal(view, ask)
            case "terms" if ask.args[0] in ("price", "ware"):
                return choose_price(view, ask)
            case "answer":
                return self.answer(view, ask, chance)
            case "challenge":
                return choose_challenge(view, ask, chance)
            case "match":
                return choose_match_terms(view, ask)
            case "face":
                return answer_challenge(view, ask)
            case "fate":
                return ask.default_move
            case "type":
                return men.choose_type(chance)
            case "send":
                return men.choose_sent(view, ask)
            case "drill":
                return men.choose_drill(view, ask)
            case "plan":
                assert view.ring is not None
                return GLADIATOR.choose(view.ring, ask, chance)  # type: ignore[arg-type]
            case _:
                return super().choose(view, ask, chance)  # type: ignore[arg-type]

    def answer(self, view: View, ask: Ask[Move], chance: Chance) -> Move:
        """Accepts a loan when poor; other offers as in the season."""
        offer = view.phase.offer if hasattr(view.phase, "offer") else None
        if isinstance(offer, Loan) and offer.debtor == ask.seat:
            poor = view.players[ask.seat].cash < POOR_SESTERCES
            return AGREE if poor and offer.repayment <= 2 * offer.amount else DECLINE
        if isinstance(offer, Sale):
            player = view.players[ask.seat]
            needs = len(whole_chariots(player)) < MAX_CHARIOTS and offer.log.whole
            pays = offer.amount <= min(price(offer.log), player.cash - POOR_SESTERCES)
            return AGREE if needs and pays else DECLINE
        if isinstance(offer, PieceSale) and offer.goods.fighter and offer.whom == ask.seat:
            player = view.players[ask.seat]
            wants = (
                not player.gladiators and offer.amount <= (player.cash - men.RESERVE_SESTERCES) / 4
            )
            return AGREE if wants and offer.amount <= men.FIRST_GLADIATOR_SESTERCES else DECLINE
        return super().choose(view, ask, chance)  # type: ignore[arg-type]


# ---------------------------------------------------------------- the market


def whole_chariots(player: Owner) -> list[Log]:
    return [log for log in player.stable if log.whole]


def max_bid(view: View, seat: Seat) -> int:
    """The highest bid for the lot in the auction."""
    phase = view.phase
    lot = phase.lot if isinstance(phase, Raising) else phase
    assert isinstance(lot, Auctioning)
    player = view.players[seat]
    have = whole_chariots(player)
    if lot.recruit:
        return men.max_bid(view, seat)
    if lot.privilege:
        spare = sorted([strength(log) for log in have if log.healthy], reverse=True)
        more = spare[view.allowed[seat]] if len(spare) > view.allowed[seat] else 0.0
        return round_to_hundreds(min(900.0, 90 * max(0.0, more - 22), player.cash / 8))
    offered = view.market[0]
    value = price(offered)
    if len(have) >= MAX_CHARIOTS:
        weakest = min(have, key=strength)
        value = max(0, price(offered) - price(weakest)) // 2
    most = max(0, player.cash - (RESERVE_SESTERCES if have else 600))
    return round_to_hundreds(min(value, most))


def can_afford(view: View, ask: Ask[Move]) -> bool:
    """Whether the next bid is not above the value of the lot."""
    least = ask.args[0]
    assert isinstance(least, int)
    return max_bid(view, ask.seat) >= least


def choose_bid(view: View, ask: Ask[Move]) -> Move:
    """A bid well above the last one, but below its own value and no more than the lot is worth to
    any other bidder."""
    assert isinstance(view.phase, Raising)
    rivals = [max_bid(view, s) for s in view.phase.lot.queue if s != ask.seat]
    return nearest_sum(ask, min(FIRST_BID_SHARE * max_bid(view, ask.seat), max(rivals, default=0)))  # type: ignore[arg-type]


def choose_purchase(view: View, ask: Ask[Move]) -> Move:
    """Completes a chariot: first from the store, then with money."""
    player = view.players[ask.seat]
    logs = player.stable
    for option in ask.options:
        match option:
            case mv.PutHorse() | mv.PutCar() if is_worth_mending(logs[option.slot]):
                if isinstance(option, mv.PutHorse) or not logs[option.slot].car:
                    return option
            case mv.PutDriver(slot=slot, stored=at):
                if not logs[slot].hits and player.men[at].hits:
                    return option
            case _:
                pass
    if len(whole_chariots(player)) >= MAX_CHARIOTS:
        return DONE
    money = player.cash - 1500
    best = sorted([log for log in logs if not log.whole], key=potential, reverse=True)
    for log in best:
        part = missing_part(log, money, player)
        if part is not None and part in ask.options and is_worth_mending(log):
            return part
    return DONE


def potential(log: Log) -> float:
    return sum(log.horses) + 0.09 * log.endurance


def is_worth_mending(log: Log) -> bool:
    """Whether a team could still win something."""
    return potential(log) >= MIN_POTENTIAL and log.boxes.count(0) <= 1


MIN_POTENTIAL = 18


def missing_part(log: Log, money: int, player: Owner) -> Move | None:
    """The first affordable part that a chariot needs to start."""
    if not log.car:
        return mv.CAR[log.weight] if money >= data.EPIC_CARS[log.weight] else None
    if not log.hits:
        dm = 1 if money >= 2 * data.DRIVER_PRICES[1] else 0
        return mv.TakeDriver(dm) if money >= data.DRIVER_PRICES[dm] else None
    if log.boxes.count(0) == 1 and not player.horses:
        wanted = 2500 if money >= 5000 else 1500
        return mv.TakeHorse(wanted) if money >= wanted else None
    return None


def choose_entry(view: View, ask: Ask[Move]) -> Move:
    """The strongest first; an injured one only if required."""
    stable = view.players[ask.seat].stable
    free = [move for move in ask.options if isinstance(move, shared.Enter)]
    best = max(free, key=lambda move: strength(stable[move.slot]))
    if ask.options[0] != DONE:
        return best
    log = stable[best.slot]
    return best if log.healthy and strength(log) > 20 else DONE


# ---------------------------------------------------------------- bets


def choose_bet(view: View, ask: Ask[Move]) -> Move:
    """The bet with the best expected payoff; the minimum if none pays."""
    worths = wagers(view, ask)
    return ask.candidates[worths.index(max(worths))]


# ---------------------------------------------------------------- deals


def choose_deal(view: View, ask: Ask[Move]) -> Move:
    """An offer, at most once a round: sells the weakest chariot or gladiator to an owner with
    fewer, asks for a missing part, or asks the richest for a loan that a prize can pay back."""
    phase, player = view.phase, view.players[ask.seat]
    asked = isinstance(phase, Dealing) and phase.offers
    owing = any(loan.debtor == ask.seat for loan in view.loans)
    last = view.week + 2 >= view.options.rounds
    if asked or last:
        return DONE
    sale = offer_surplus(view, ask, MAX_CHARIOTS) or men.offer_gladiator(view, ask)  # type: ignore[arg-type]
    if sale is not None:
        return sale
    part = trade.ask_for_part(view, ask) if len(whole_chariots(player)) < MAX_CHARIOTS else None  # type: ignore[arg-type]
    if part is not None:
        return part
    ready = bool(whole_chariots(player))
    if owing or player.cash >= (POOR_SESTERCES if ready else CHARIOT_SESTERCES):
        return DONE
    lenders = [move for move in ask.options if isinstance(move, shared.Borrow)]
    if not lenders:
        return DONE
    return max(lenders, key=lambda move: view.players[move.whom].cash)


def choose_price(view: View, ask: Ask[Move]) -> Move:
    """Somewhat less than a chariot is worth to a buyer who needs one; gladiators and parts at their
    usual cost."""
    phase = view.phase
    assert isinstance(phase, Terms)
    weakest = men.weakest_gladiator(view, ask.seat)
    surplus_man = isinstance(phase.subject, shared.SellTo) and weakest is not None
    if ask.args[0] == "ware":
        return weakest if surplus_man and weakest in ask.options else trade.choose_part(view, ask)  # type: ignore[arg-type, return-value]
    if surplus_man and phase.picks[0] == weakest:
        return nearest_sum(ask, men.FIRST_GLADIATOR_SESTERCES)  # type: ignore[arg-type]
    if phase.picks:
        return trade.choose_part_price(view, ask, phase.picks[0])  # type: ignore[arg-type]
    assert isinstance(phase.subject, shared.Sell)
    log = view.players[ask.seat].stable[phase.subject.slot]
    return nearest_sum(ask, 0.8 * price(log))  # type: ignore[arg-type]


def choose_challenge(view: View, ask: Ask[Move], chance: Chance) -> Move:
    """Sometimes challenges an owner whose best chariot is clearly weaker."""
    if chance.pick(NERVES, "challenge"):
        return DONE
    weak = men.challenge_to_duel(view, ask)
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
    """The strongest healthy chariot of a stable."""
    return max([strength(log) for log in view.players[seat].stable if log.healthy], default=0.0)


def choose_match_terms(view: View, ask: Ask[Move]) -> Move:
    """One chariot a side; odds above even make the rival accept."""
    if isinstance(ask.options, Amount):
        assert isinstance(view.phase, Matching)
        purses = view.players[ask.seat].cash / 10, view.players[view.phase.whom].cash
        return nearest_sum(ask, min(purses))  # type: ignore[arg-type]
    return ask.options[min(1, len(ask.options) - 1)] if ask.args[0] == "odds" else ask.options[0]


def answer_challenge(view: View, ask: Ask[Move]) -> Move:
    """Accepts if the odds are better than the chances."""
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
    can = AGREE in ask.options and 5 * mine <= view.players[ask.seat].cash
    return AGREE if good and can else DECLINE
