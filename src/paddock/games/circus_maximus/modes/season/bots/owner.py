"""Owner bot: sound purchases, bets by win chances, a plot now and then."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.game import Amount, Ask
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.bots.charioteer import Charioteer
from paddock.games.circus_maximus.modes.season.bots import trade
from paddock.games.circus_maximus.modes.season.bots.trade import nearest_sum
from paddock.games.circus_maximus.modes.season.bots.worth import strength, value, win_chances
from paddock.games.circus_maximus.modes.season.phases import Answering, Dealing, Terms
from paddock.games.circus_maximus.modes.season.view import View
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.moves import DONE, Move
from paddock.games.circus_maximus.ownership.rules.betting import Claim, SideBet
from paddock.games.circus_maximus.ownership.rules.intrigue import Device, Guard
from paddock.games.circus_maximus.ownership.rules.ledger import MONEY_STEP, Loan
from paddock.games.circus_maximus.ownership.rules.stable import (
    Barter,
    Item,
    Log,
    NoteKind,
    PieceSale,
    Sale,
    on_sale,
)
from paddock.games.circus_maximus.ownership.state import Stables
from paddock.games.circus_maximus.phases import UnderAttack

MAX_CHARIOTS = 3
"""With this many chariots that can start the bot buys no more for a while."""
POOR_SESTERCES = 600
"""Below this the bot asks for a loan."""
LOAN_SESTERCES = 1500
INTEREST_RATIO = 3, 2
MIN_KEPT_CHARIOTS = 2
"""The bot never sells below this number of chariots that can start."""
PLOT_SESTERCES = 5000
"""From this sum on the bot can afford a plot."""
LAST_WEEKS = 4
RANDOM_SIDES = tuple(range(6))


def owner(argument: str) -> Owner:
    """Creates the bot; it takes no argument."""
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
                return choose_purchase(view, ask)
            case "harness":
                return ask.default_move
            case "enter":
                return choose_entry(view, ask, chance)
            case "plot":
                return choose_plot(view, ask, chance)
            case "bet":
                return choose_bet(view, ask, chance)
            case "bet-again":
                return choose_later_bet(view, ask)
            case "bribe":
                return choose_bribe(view, ask)
            case "deal":
                return choose_deal(view, ask)
            case "terms":
                return choose_terms(view, ask)
            case "answer":
                return answer_offer(view, ask)
            case "train":
                return choose_training(view, ask)
            case "auction":
                return trade.choose_auctioned(view, ask)
            case "bid":
                return trade.choose_bid(view, ask, LAST_WEEKS)
            case "fit":
                return trade.choose_slot(view, ask)
            case "in-kind":
                return trade.choose_in_kind(view, ask)
            case "worth":
                return trade.choose_debt_value(view, ask)
            case "concede":
                return trade.answer_debt_value(view, ask)
            case "dose" | "loosen" | "side-bet":
                return ask.default_move
            case _:
                assert view.now is not None
                return super().choose(view.now, ask, chance)  # type: ignore[arg-type]


# ---------------------------------------------------------------- the stable


def choose_purchase(view: View, ask: Ask[Move]) -> Move:
    """Completes a chariot while the money and the races left are worth it."""
    player = view.players[ask.seat]
    money = ask.args[0]
    assert isinstance(money, int)
    options = ask.options
    assert isinstance(options, tuple)
    if DONE not in options:  # prices for the horses of a new team
        return options[min(len(options) - 1, 3)]
    ready = sum(log.whole for log in player.stable)
    left = view.options.races - view.race
    if left <= 1 and ready:
        return DONE
    spare = money - (1500 if ready else 300)
    for option in options:
        match option:
            case mv.BuyCar(slot=slot) if spare >= data.CAR_PRICE:
                if missing_items(player.stable[slot]) == {Item.CAR}:
                    return option
            case mv.BuyDriver(slot=slot, dm=dm) if ready < MAX_CHARIOTS:
                log = player.stable[slot]
                if not log.hits and all(log.boxes) and data.DRIVER_PRICES[dm] <= spare // 2:
                    return option
            case mv.BuyHorse(slot=slot, amount=amount) if ready < MAX_CHARIOTS:
                log = player.stable[slot]
                if log.boxes.count(0) == 1 and log.hits and 2000 <= amount <= spare // 2:
                    return option
            case _:
                pass
    return DONE


def missing_items(log: Log) -> set[Item]:
    """The parts a chariot needs to start."""
    found = set(on_sale(log))
    if log.hits:
        found.discard(Item.DRIVER)
    return found


def choose_entry(view: View, ask: Ask[Move], chance: Chance) -> Move:
    """The strongest; sometimes a second one while the stable is full."""
    stable = view.players[ask.seat].stable
    free = [move for move in ask.options if isinstance(move, mv.Enter)]
    best = max(free, key=lambda move: strength(stable[move.slot]))
    if ask.options[0] != DONE:
        return best
    healthy = sum(log.healthy for log in stable)
    return best if healthy > MAX_CHARIOTS and chance.pick(RANDOM_SIDES, "second") == 0 else DONE


def choose_training(view: View, ask: Ask[Move]) -> Move:
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


def choose_plot(view: View, ask: Ask[Move], chance: Chance) -> Move:
    """Guards a favourite; if rich enough, plots against the strongest rival."""
    options, money = ask.options, ask.args[1]
    assert isinstance(money, int)
    if isinstance(options, Amount):
        about = trade.last_answer(view, ask.seat)
        if isinstance(about, mv.Devise):
            return nearest_sum(ask, {Device.SLOW: 1500, Device.DRUGS: 1000}.get(about.device, 1000))
        return nearest_sum(ask, 500)
    likely = win_chances(view)
    own = view.own(ask.seat)
    rivals = [i for i in range(len(likely)) if i not in own]
    devices = [move for move in options if isinstance(move, mv.Devise)]
    if devices and DONE not in options:
        kinds = (Device.SLOW, Device.DRUGS, Device.SABOTAGE)
        wanted = [move for move in devices if move.device in kinds] or devices
        return wanted[chance.pick(range(len(wanted)), "device")]
    begun = len(options) > 1 and isinstance(options[1], mv.Against)
    if begun and rivals and money >= PLOT_SESTERCES and chance.pick(RANDOM_SIDES, "plot") < 2:
        return mv.Against(max(rivals, key=lambda i: likely[i]))
    if own and money >= PLOT_SESTERCES // 2:
        best = max(own, key=lambda i: likely[i])
        guard = mv.Secure(best, Guard.BRIBERY)
        favourite = likely[best] >= 1.3 / len(likely) and not devices
        if favourite and guard in options and chance.pick(RANDOM_SIDES, "security") < 2:
            return guard
    return DONE


def choose_bribe(view: View, ask: Ask[Move]) -> Move:
    """A bribe to slow down is opened at once; one against attacks when he attacks."""
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


def choose_bet(view: View, ask: Ask[Move], chance: Chance) -> Move:
    """Bets on the own chariot by its chance, and as much on a rival's favourite."""
    likely, money = win_chances(view), ask.args[1]
    assert isinstance(money, int)
    own = view.own(ask.seat)
    if isinstance(ask.options, Amount):
        on = ask.args[0]
        assert isinstance(on, int)
        nerve = 0.5 + chance.pick(RANDOM_SIDES, "nerve") / 6
        return nearest_sum(ask, money * min(0.5, likely[on] * nerve))
    wagers = [move for move in ask.options if isinstance(move, mv.Wager)]
    if DONE not in ask.options:
        return max(wagers, key=lambda move: likely[move.chariot])
    best = max(range(len(likely)), key=lambda i: likely[i])
    favourite = mv.Wager(best)
    return favourite if favourite in wagers and best not in own else DONE


def choose_later_bet(view: View, ask: Ask[Move]) -> Move:
    """Bets more on a chariot whose chance has risen above its odds."""
    if isinstance(ask.options, Amount):
        money = ask.args[1]
        assert isinstance(money, int)
        return nearest_sum(ask, money / 2)
    likely = win_chances(view)
    wagers = [move for move in ask.options if isinstance(move, mv.Wager)]
    good = [move for move in wagers if likely[move.chariot] * view.odds[move.chariot] > 1.3]
    return max(good, key=lambda move: likely[move.chariot]) if good else DONE


# ---------------------------------------------------------------- deals


def choose_deal(view: View, ask: Ask[Move]) -> Move:
    """An offer, at most once a week: asks for a missing part, sells a spare when short of money, or
    asks the richest for a loan while there are races to earn it back."""
    phase, player = view.phase, view.players[ask.seat]
    asked = isinstance(phase, Dealing) and phase.offers
    owing = any(loan.debtor == ask.seat for loan in view.loans)
    if asked or view.race + 1 >= view.options.races:
        return DONE
    if sum(log.whole for log in player.stable) < MAX_CHARIOTS:
        part = trade.ask_for_part(view, ask)
        if part is not None:
            return part
    if player.cash >= POOR_SESTERCES or owing:
        return DONE
    sale = trade.offer_part(view, ask) or offer_surplus(view, ask, MIN_KEPT_CHARIOTS)
    if sale is not None:
        return sale
    lenders = [move for move in ask.options if isinstance(move, mv.Borrow)]
    if not lenders:
        return DONE
    return max(lenders, key=lambda move: view.players[move.whom].cash)


def offer_surplus(seen: Stables, ask: Ask[Move], kept: int) -> Move | None:
    """Offers the weakest chariot above this number to the richest owner with fewer, but none that
    was bought this week."""
    stable = seen.players[ask.seat].stable
    mine = [slot for slot, log in enumerate(stable) if log.whole]
    old = [slot for slot in mine if not is_just_bought(stable[slot], seen.week)]
    if len(mine) <= kept or not old:
        return None
    weakest = min(old, key=lambda slot: strength(stable[slot]))
    ready = [sum(log.whole for log in player.stable) for player in seen.players]
    buyers = [
        move
        for move in ask.options
        if isinstance(move, mv.Sell) and move.slot == weakest and ready[move.whom] < len(mine)
    ]
    return max(buyers, key=lambda move: seen.players[move.whom].cash) if buyers else None


def is_just_bought(log: Log, week: int) -> bool:
    return any(note.kind is NoteKind.OWNER and note.race == week for note in log.notes)


def choose_terms(view: View, ask: Ask[Move]) -> Move:
    phase = view.phase
    assert isinstance(phase, Terms)
    match ask.args[0]:
        case "loan":
            return nearest_sum(
                ask, min(LOAN_SESTERCES, view.players[phase.subject.whom].cash // LAST_WEEKS)
            )
        case "repayment":
            return nearest_sum(
                ask, phase.sums[0] * INTEREST_RATIO[0] / INTEREST_RATIO[1] + MONEY_STEP - 1
            )
        case "ware" | "his-ware":
            return trade.choose_part(view, ask)
        case "price" if phase.picks:
            return trade.choose_part_price(view, ask, phase.picks[0])
        case "price":
            sale = phase.subject
            assert isinstance(sale, mv.Sell)
            return nearest_sum(ask, value(view.players[ask.seat].stable[sale.slot]))
        case "due":
            return ask.options[min(2, len(ask.options) - 1)]
        case _:
            return ask.default_move


def answer_offer(view: View, ask: Ask[Move]) -> Move:
    """Accepts a loan that pays and is safe, a cheap chariot, or a bet with good odds."""
    phase, player = view.phase, view.players[ask.seat]
    assert isinstance(phase, Answering)
    offer = phase.offer
    match offer:
        case Loan() if offer.lender == ask.seat:
            debtor = view.players[offer.debtor]
            safe = sum([value(log) for log in debtor.stable]) >= offer.repayment
            pays = INTEREST_RATIO[1] * offer.repayment >= INTEREST_RATIO[0] * offer.amount
            good = safe and pays and LAST_WEEKS * offer.amount <= player.cash
        case Loan():
            good = player.cash < POOR_SESTERCES and offer.repayment <= 2 * offer.amount
        case SideBet(claim=Claim.WINS):
            chance = win_chances(view)[offer.chariot]
            good = chance * offer.against < 0.8 * (1 - chance) * offer.stake
            good = good and LAST_WEEKS * offer.against <= player.cash
        case Sale(amount=price, log=log):
            ready = sum(other.whole for other in player.stable)
            soon = view.race + MAX_CHARIOTS >= view.options.races
            good = price <= value(log) and LAST_WEEKS * price <= player.cash
            good = good and log.whole and ready < MAX_CHARIOTS and not soon
        case PieceSale() | Barter():
            good = trade.should_accept(view, ask.seat, offer)
        case _:
            good = False
    return mv.AGREE if good else mv.DECLINE
