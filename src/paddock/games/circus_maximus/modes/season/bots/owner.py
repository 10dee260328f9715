"""Somebody who runs a stable: sound purchases, bets by chances, a plot now and then."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.game import Amount, Ask
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.bots.charioteer import Charioteer
from paddock.games.circus_maximus.modes.season.bots import trade
from paddock.games.circus_maximus.modes.season.bots.trade import sum_of
from paddock.games.circus_maximus.modes.season.bots.worth import chances, strength, value
from paddock.games.circus_maximus.modes.season.phases import Answering, Dealing, Terms
from paddock.games.circus_maximus.modes.season.view import View
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.moves import DONE, Move
from paddock.games.circus_maximus.ownership.rules.betting import Claim, SideBet
from paddock.games.circus_maximus.ownership.rules.intrigue import Device, Guard
from paddock.games.circus_maximus.ownership.rules.ledger import STEP, Loan
from paddock.games.circus_maximus.ownership.rules.stable import (
    Barter,
    Item,
    Log,
    PieceSale,
    Sale,
    on_sale,
)
from paddock.games.circus_maximus.ownership.state import Stables
from paddock.games.circus_maximus.phases import UnderAttack

ENOUGH = 3
"""So many chariots that can start are enough for a while."""
POOR = 600
"""With less than this a loan is asked for."""
LOAN = 1500
INTEREST = 3, 2
KEPT = 2
"""So many chariots that can start nobody sells."""
RICH = 5000
"""From here on one can afford to plot."""
TAIL = 4
SIDES = tuple(range(6))


def owner(argument: str) -> Owner:
    """It takes no argument."""
    if argument:
        raise ValueError("it takes no number")
    return Owner()


class Owner(Charioteer):
    """Drives like a charioteer, and decides about money by simple rules."""

    def choose(self, view: View, ask: Ask[Move], chance: Chance) -> Move:  # type: ignore[override]
        prompt = ask.question.prompt
        match prompt:
            case "found":
                return self.prepare(chance)
            case "purchase":
                return purchase(view, ask)
            case "harness":
                return ask.default_move
            case "enter":
                return enter(view, ask, chance)
            case "plot":
                return plot(view, ask, chance)
            case "bet":
                return bet(view, ask, chance)
            case "bet-again":
                return bet_again(view, ask)
            case "bribe":
                return bribe(view, ask)
            case "deal":
                return deal(view, ask)
            case "terms":
                return terms(view, ask)
            case "answer":
                return answer(view, ask)
            case "train":
                return train(view, ask)
            case "auction":
                return trade.auction(view, ask)
            case "bid":
                return trade.bid(view, ask, TAIL)
            case "fit":
                return trade.fit(view, ask)
            case "in-kind":
                return trade.in_kind(view, ask)
            case "worth":
                return trade.worth(view, ask)
            case "concede":
                return trade.concede(view, ask)
            case "dose" | "loosen" | "side-bet":
                return ask.default_move
            case _:
                assert view.now is not None
                return super().choose(view.now, ask, chance)  # type: ignore[arg-type]


# ---------------------------------------------------------------- the stable


def purchase(view: View, ask: Ask[Move]) -> Move:
    """What makes a chariot whole again, as long as the money and the season are worth it."""
    player = view.players[ask.seat]
    money = ask.args[0]
    assert isinstance(money, int)
    options = ask.options
    assert isinstance(options, tuple)
    if DONE not in options:  # the horses of a team that is being bought
        return options[min(len(options) - 1, 3)]
    ready = sum(log.whole for log in player.stable)
    left = view.options.races - view.race
    if left <= 1 and ready:
        return DONE
    spare = money - (1500 if ready else 300)
    for option in options:
        match option:
            case mv.BuyCar(slot=slot) if spare >= data.CAR_PRICE:
                if lacks(player.stable[slot]) == {Item.CAR}:
                    return option
            case mv.BuyDriver(slot=slot, dm=dm) if ready < ENOUGH:
                log = player.stable[slot]
                if not log.hits and all(log.boxes) and data.DRIVER_PRICES[dm] <= spare // 2:
                    return option
            case mv.BuyHorse(slot=slot, amount=amount) if ready < ENOUGH:
                log = player.stable[slot]
                if log.boxes.count(0) == 1 and log.hits and 2000 <= amount <= spare // 2:
                    return option
            case _:
                pass
    return DONE


def lacks(log: Log) -> set[Item]:
    """What keeps a chariot from starting."""
    found = set(on_sale(log))
    if log.hits:
        found.discard(Item.DRIVER)
    return found


def enter(view: View, ask: Ask[Move], chance: Chance) -> Move:
    """The strongest; a second one now and then while the stable is full."""
    stable = view.players[ask.seat].stable
    free = [move for move in ask.options if isinstance(move, mv.Enter)]
    best = max(free, key=lambda move: strength(stable[move.slot]))
    if ask.options[0] != DONE:
        return best
    healthy = sum(log.healthy for log in stable)
    return best if healthy > ENOUGH and chance.pick(SIDES, "second") == 0 else DONE


def train(view: View, ask: Ask[Move]) -> Move:
    """Drivers first, then the slowest horse; endurance where it is short."""
    stable = view.players[ask.seat].stable
    for option in ask.options:
        if isinstance(option, mv.TrainDriver):
            return option
    for option in ask.options:
        if isinstance(option, mv.TrainTeam) and stable[option.slot].endurance < 30:
            return option
    horses = [option for option in ask.options if isinstance(option, mv.TrainHorse)]
    if not horses:
        return DONE
    return min(horses, key=lambda move: stable[move.slot].horses[move.horse])


# ---------------------------------------------------------------- plots


def plot(view: View, ask: Ask[Move], chance: Chance) -> Move:
    """A favourite guards itself; who is rich enough works against the strongest rival."""
    options, money = ask.options, ask.args[1]
    assert isinstance(money, int)
    if isinstance(options, Amount):
        about = trade.said_last(view, ask.seat)
        if isinstance(about, mv.Devise):
            return sum_of(ask, {Device.SLOW: 1500, Device.DRUGS: 1000}.get(about.device, 1000))
        return sum_of(ask, 500)
    likely = chances(view)
    own = view.own(ask.seat)
    rivals = [i for i in range(len(likely)) if i not in own]
    devices = [move for move in options if isinstance(move, mv.Devise)]
    if devices and DONE not in options:
        kinds = (Device.SLOW, Device.DRUGS, Device.SABOTAGE)
        wanted = [move for move in devices if move.device in kinds] or devices
        return wanted[chance.pick(range(len(wanted)), "device")]
    begun = len(options) > 1 and isinstance(options[1], mv.Against)
    if begun and rivals and money >= RICH and chance.pick(SIDES, "plot") < 2:
        return mv.Against(max(rivals, key=lambda i: likely[i]))
    if own and money >= RICH // 2:
        best = max(own, key=lambda i: likely[i])
        guard = mv.Secure(best, Guard.BRIBERY)
        favourite = likely[best] >= 1.3 / len(likely) and not devices
        if favourite and guard in options and chance.pick(SIDES, "security") < 2:
            return guard
    return DONE


def bribe(view: View, ask: Ask[Move]) -> Move:
    """Who is slowed is slowed at once; who is not to attack, when he does."""
    if mv.REVEAL not in ask.options:
        return mv.WAIVE
    sheet = view.sheets[ask.seat]
    if sheet.bribe is Device.SLOW:
        return mv.REVEAL
    now = view.now
    assert now is not None
    phase = now.phase
    if isinstance(phase, UnderAttack) and phase.blow.by == sheet.target:
        return mv.REVEAL if now.chariots[phase.blow.whom].owner == ask.seat else mv.KEEP
    return mv.KEEP


# ---------------------------------------------------------------- bets


def bet(view: View, ask: Ask[Move], chance: Chance) -> Move:
    """On one's own by its chance, and as much on the favourite if that is somebody else's."""
    likely, money = chances(view), ask.args[1]
    assert isinstance(money, int)
    own = view.own(ask.seat)
    if isinstance(ask.options, Amount):
        on = ask.args[0]
        assert isinstance(on, int)
        nerve = 0.5 + chance.pick(SIDES, "nerve") / 6
        return sum_of(ask, money * min(0.5, likely[on] * nerve))
    wagers = [move for move in ask.options if isinstance(move, mv.Wager)]
    if DONE not in ask.options:
        return max(wagers, key=lambda move: likely[move.chariot])
    best = max(range(len(likely)), key=lambda i: likely[i])
    favourite = mv.Wager(best)
    return favourite if favourite in wagers and best not in own else DONE


def bet_again(view: View, ask: Ask[Move]) -> Move:
    """More on a chariot that has become likelier than its odds say."""
    if isinstance(ask.options, Amount):
        money = ask.args[1]
        assert isinstance(money, int)
        return sum_of(ask, money / 2)
    likely = chances(view)
    wagers = [move for move in ask.options if isinstance(move, mv.Wager)]
    good = [move for move in wagers if likely[move.chariot] * view.odds[move.chariot] > 1.3]
    return max(good, key=lambda move: likely[move.chariot]) if good else DONE


# ---------------------------------------------------------------- deals


def deal(view: View, ask: Ask[Move]) -> Move:
    """Who lacks a part asks whoever has one idle. Who is short of money sells what he can spare, or
    else asks the richest for a loan as long as there are races to earn it back; once a week."""
    phase, player = view.phase, view.players[ask.seat]
    asked = isinstance(phase, Dealing) and phase.offers
    owing = any(loan.debtor == ask.seat for loan in view.loans)
    if asked or view.race + 1 >= view.options.races:
        return DONE
    if sum(log.whole for log in player.stable) < ENOUGH:
        part = trade.seek(view, ask)
        if part is not None:
            return part
    if player.cash >= POOR or owing:
        return DONE
    sale = trade.peddle(view, ask) or surplus(view, ask, KEPT)
    if sale is not None:
        return sale
    lenders = [move for move in ask.options if isinstance(move, mv.Borrow)]
    if not lenders:
        return DONE
    return max(lenders, key=lambda move: view.players[move.whom].cash)


def surplus(seen: Stables, ask: Ask[Move], kept: int) -> Move | None:
    """The weakest chariot beyond so many, to the richest who has fewer of them."""
    stable = seen.players[ask.seat].stable
    mine = [slot for slot, log in enumerate(stable) if log.whole]
    if len(mine) <= kept:
        return None
    weakest = min(mine, key=lambda slot: strength(stable[slot]))
    ready = [sum(log.whole for log in player.stable) for player in seen.players]
    buyers = [
        move
        for move in ask.options
        if isinstance(move, mv.Sell) and move.slot == weakest and ready[move.whom] < len(mine)
    ]
    return max(buyers, key=lambda move: seen.players[move.whom].cash) if buyers else None


def terms(view: View, ask: Ask[Move]) -> Move:
    phase = view.phase
    assert isinstance(phase, Terms)
    match ask.args[0]:
        case "loan":
            return sum_of(ask, min(LOAN, view.players[phase.subject.whom].cash // TAIL))
        case "repayment":
            return sum_of(ask, phase.sums[0] * INTEREST[0] / INTEREST[1] + STEP - 1)
        case "ware" | "his-ware":
            return trade.pick(view, ask)
        case "price" if phase.picks:
            return trade.price(view, ask, phase.picks[0])
        case "price":
            sale = phase.subject
            assert isinstance(sale, mv.Sell)
            return sum_of(ask, value(view.players[ask.seat].stable[sale.slot]))
        case "due":
            return ask.options[min(2, len(ask.options) - 1)]
        case _:
            return ask.default_move


def answer(view: View, ask: Ask[Move]) -> Move:
    """A loan that pays and is safe, a chariot that is cheap, a bet with the odds on one's side."""
    phase, player = view.phase, view.players[ask.seat]
    assert isinstance(phase, Answering)
    offer = phase.offer
    match offer:
        case Loan() if offer.lender == ask.seat:
            debtor = view.players[offer.debtor]
            safe = sum([value(log) for log in debtor.stable]) >= offer.repayment
            pays = INTEREST[1] * offer.repayment >= INTEREST[0] * offer.amount
            good = safe and pays and TAIL * offer.amount <= player.cash
        case Loan():
            good = player.cash < POOR and offer.repayment <= 2 * offer.amount
        case SideBet(claim=Claim.WINS):
            chance = chances(view)[offer.chariot]
            good = chance * offer.against < 0.8 * (1 - chance) * offer.stake
            good = good and TAIL * offer.against <= player.cash
        case Sale(amount=price, log=log):
            ready = sum(other.whole for other in player.stable)
            soon = view.race + ENOUGH >= view.options.races
            good = price <= value(log) and TAIL * price <= player.cash
            good = good and log.whole and ready < ENOUGH and not soon
        case PieceSale() | Barter():
            good = trade.accepts(view, ask.seat, offer)
        case _:
            good = False
    return mv.AGREE if good else mv.DECLINE
