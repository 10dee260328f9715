"""Before a race: founding the stables, purchases, harnessing."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking
from paddock.core.game import Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import DEBTOR_MARK
from paddock.games.circus_maximus.modes.season import events as ev
from paddock.games.circus_maximus.modes.season.events import Events
from paddock.games.circus_maximus.modes.season.phases import week
from paddock.games.circus_maximus.moves import ALLOTMENTS, Allot
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.events import Bought, Harnessed
from paddock.games.circus_maximus.ownership.moves import DONE, Move
from paddock.games.circus_maximus.ownership.phases.money import book, with_log, with_player
from paddock.games.circus_maximus.ownership.phases.sealing import Sealing, no_answers
from paddock.games.circus_maximus.ownership.rules import stable
from paddock.games.circus_maximus.ownership.rules.ledger import Cause
from paddock.games.circus_maximus.ownership.rules.stable import STABLE_SIZE, Item, Log, driver_name
from paddock.games.circus_maximus.phases.prepare import build_chariot
from paddock.games.circus_maximus.rules.dice import dice, die
from paddock.games.circus_maximus.state import Chariot

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.season.state import State

Q_FOUND = Question("found", R("B20.1"), AskKind.SEALED, ("slot",))
Q_PURCHASE = Question("purchase", R("B20.21"), AskKind.SEALED, ("money",))
Q_HARNESS = Question("harness", R("B21.42"), args=("slot",))
DEFAULT_ALLOTMENT = 3
"""Index of one point on each among the allotments."""
MIN_HORSE_PRICE = data.HORSE_PRICES[0]
TOO_DEAR = Refusal("no-overdraft", R("B21.3"))
NOT_LOST = Refusal("not-lost", R("B21.7"))


@cites(R("B20.1"))
class Founding(Sealing, frozen=True, tag=True, gc=False):
    """Preparation points for the five chariots of each faction."""

    sheet_clause: ClassVar[str] = R("B20.1")

    def ask_of(self, state: State, seat: Seat) -> Ask[Move] | None:
        slot = len(self.said[seat])
        return (
            Ask(seat, Q_FOUND, ALLOTMENTS, DEFAULT_ALLOTMENT, (slot,))
            if slot < STABLE_SIZE
            else None
        )

    def open_answers(self, state: State, events: Events, chance: Chance) -> State:
        for seat in self.asked:
            player = state.players[seat]
            logs = []
            for slot, points in enumerate(self.said[seat]):
                if not isinstance(points, Allot):
                    raise RulesBug(points)
                log = found_chariot(points, driver_name(state.drivers), chance)
                state = replace(state, drivers=state.drivers + 1)
                events.append(ev.Founded(seat, slot, log))
                logs.append(log)
            state = with_player(state, seat, replace(player, stable=tuple(logs)))
        return week.begin_week(state, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("points", R("B20.1"))


def found_chariot(points: Allot, name: str, chance: Chance) -> Log:
    """A new chariot by the dice of chapter 3."""
    got = (points.driver, points.car, points.speed, points.endurance)
    c = build_chariot(Chariot(0), got, chance)
    return Log(
        name,
        c.dm,
        c.hits,
        c.most_hits,
        horses=c.horses,
        boxes=c.horses,
        endurance=c.endurance,
        weight=c.weight,
    )


# ---------------------------------------------------------------- purchases


class Order(Struct, frozen=True, gc=False):
    """The progress of a seat's purchases."""

    money: int
    last: tuple[int, Item] = (-1, Item.CAR)
    horses: int = 0  # single horses bought for the last chariot
    unpriced: int = 0  # horses of a new team that still need a price


@cites(R("B21.3"))
def order_of(money: int, said: tuple[Move, ...]) -> Order:
    """The money left, and the last purchase."""
    order = Order(money)
    for move in said:
        match move:
            case mv.BuyCar(slot=slot):
                order = Order(order.money - data.CAR_PRICE, (slot, Item.CAR))
            case mv.BuyDriver(slot=slot, dm=dm):
                order = Order(order.money - data.DRIVER_PRICES[dm], (slot, Item.DRIVER))
            case mv.BuyTeam(slot=slot):
                order = Order(order.money, (slot, Item.TEAM), 0, 4)
            case mv.BuyHorse(slot=slot, amount=amount) if order.unpriced:
                left = order.unpriced - 1
                order = Order(order.money - amount, (slot, Item.TEAM), 0, left)
            case mv.BuyHorse(slot=slot, amount=amount):
                more = order.horses + 1 if order.last == (slot, Item.HORSE) else 1
                order = Order(order.money - amount, (slot, Item.HORSE), more)
            case _:
                pass
    return order


def purchases(logs: tuple[Log, ...], order: Order) -> list[Move]:
    """The possible next purchases: in the order of the chariots, each item once."""
    found: list[Move] = []
    for slot, log in enumerate(logs):
        for item in stable.on_sale(log):
            dead = log.boxes.count(0)
            again = item is Item.HORSE and order.last == (slot, item) and order.horses < dead
            if (slot, item) <= order.last and not again:
                continue
            if item is Item.TEAM and order.last == (slot, Item.HORSE):
                continue
            found += affordable_moves(slot, item, order.money)
    return found


@cites(R("B21.41"))
def affordable_moves(slot: int, item: Item, money: int) -> list[Move]:
    """The ways to buy one item that the money allows."""
    match item:
        case Item.CAR:
            return [mv.BuyCar(slot)] if money >= data.CAR_PRICE else []
        case Item.DRIVER:
            return [mv.BuyDriver(slot, dm) for dm in mv.DRIVERS if data.DRIVER_PRICES[dm] <= money]
        case Item.HORSE:
            return [mv.BuyHorse(slot, price) for price in data.HORSE_PRICES if price <= money]
        case Item.TEAM:
            return [mv.BuyTeam(slot)] if money >= 4 * MIN_HORSE_PRICE else []


@cites(R("B20.21"), R("B21.41"), R("B21.7"))
class Buying(Sealing, frozen=True, tag=True, gc=False):
    """Each seat replaces what was lost."""

    sheet_clause: ClassVar[str] = R("B20.21")

    def ask_of(self, state: State, seat: Seat) -> Ask[Move] | None:
        said = self.said[seat]
        if said and said[-1] == DONE:
            return None
        player = state.players[seat]
        order = order_of(player.cash, said)
        if order.unpriced:
            slot, most = order.last[0], order.money - MIN_HORSE_PRICE * (order.unpriced - 1)
            prices = [mv.BuyHorse(slot, price) for price in data.HORSE_PRICES if price <= most]
            return Ask(seat, Q_PURCHASE, tuple(prices), 0, (order.money,))
        options = (DONE, *purchases(player.stable, order))
        return Ask(seat, Q_PURCHASE, options, 0, (order.money,))

    def open_answers(self, state: State, events: Events, chance: Chance) -> State:
        changed: list[tuple[Seat, int]] = []
        for seat in self.asked:
            said = list(self.said[seat])
            while said:
                move = said.pop(0)
                match move:
                    case mv.BuyCar(slot=slot):
                        log = replace(state.players[seat].stable[slot], car=True)
                        state = record_purchase(
                            state, seat, slot, Item.CAR, data.CAR_PRICE, log, events
                        )
                    case mv.BuyDriver(slot=slot, dm=dm):
                        state = hire_driver(state, seat, slot, dm, events, chance)
                    case mv.BuyHorse(slot=slot, amount=amount):
                        state = buy_horse(state, seat, slot, amount, events, chance)
                        changed.append((seat, slot))
                    case mv.BuyTeam(slot=slot):
                        prices = tuple([horse_price(said.pop(0)) for _ in range(4)])
                        state = buy_team(state, seat, slot, prices, events, chance)
                        changed.append((seat, slot))
                    case _:
                        pass
        return begin_harnessing(state, tuple(dict.fromkeys(changed)))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        match move:
            case mv.BuyCar(slot=slot) | mv.BuyDriver(slot=slot) | mv.BuyHorse(slot=slot):
                logs = state.players[seat].stable
                item = {mv.BuyCar: Item.CAR, mv.BuyDriver: Item.DRIVER, mv.BuyHorse: Item.HORSE}
                lost = slot < len(logs) and item[type(move)] in stable.on_sale(logs[slot])
                return TOO_DEAR if lost else NOT_LOST
            case mv.BuyTeam():
                return NOT_LOST
            case _:
                return None


def horse_price(move: Move) -> int:
    if not isinstance(move, mv.BuyHorse):
        raise RulesBug(move)
    return move.amount


def begin_buying(state: State) -> State:
    """Asks the seats that have lost something and can pay for it, which is public."""
    asked = [
        seat
        for seat in state.active()
        if purchases(state.players[seat].stable, Order(state.players[seat].cash))
    ]
    if not asked:
        return week.begin_entering(state)
    return replace(state, phase=Buying(no_answers(state), tuple(asked)))


CAUSE_BY_ITEM = {
    Item.CAR: Cause.CARS,
    Item.DRIVER: Cause.DRIVERS,
    Item.HORSE: Cause.HORSES,
    Item.TEAM: Cause.HORSES,
}


def record_purchase(
    state: State, seat: Seat, slot: int, item: Item, price: int, log: Log, events: Events
) -> State:
    log = stable.with_changes_noted(state.players[seat].stable[slot], log, state.week)
    events.append(Bought(seat, slot, item, price, log))
    return with_log(book(state, seat, CAUSE_BY_ITEM[item], -price), seat, slot, log)


@cites(R("B21.5"), R("B21.2"))
def hire_driver(
    state: State, seat: Seat, slot: int, dm: int, events: Events, chance: Chance
) -> State:
    """Hires a driver: hits by a die, and a die of the team's endurance. A player who went bankrupt
    is for sale first, by his name."""
    hits = data.HITS[die(chance, "hits") + dm - 1]
    if state.enslaved:
        name = f"{DEBTOR_MARK}{state.enslaved[0]}"
        state = replace(state, enslaved=state.enslaved[1:])
    else:
        name = driver_name(state.drivers)
        state = replace(state, drivers=state.drivers + 1)
    loss = die(chance, "breaking in")
    log = stable.with_driver(state.players[seat].stable[slot], name, dm, hits, loss)
    return record_purchase(state, seat, slot, Item.DRIVER, data.DRIVER_PRICES[dm], log, events)


@cites(R("B21.41"), R("B21.43"))
def buy_horse(
    state: State, seat: Seat, slot: int, price: int, events: Events, chance: Chance
) -> State:
    speed = stable.horse_speed(dice(chance, 2, "horse"), price)
    log = stable.with_horse(state.players[seat].stable[slot], speed, die(chance, "breaking in"))
    return record_purchase(state, seat, slot, Item.HORSE, price, log, events)


@cites(R("B21.4"), R("B21.41"))
def buy_team(
    state: State, seat: Seat, slot: int, prices: tuple[int, ...], events: Events, chance: Chance
) -> State:
    speeds = [stable.horse_speed(dice(chance, 2, "horse"), price) for price in prices]
    horses = stable.four(tuple(speeds))
    endurance = stable.team_endurance(horses, die(chance, "endurance"))
    log = stable.with_team(state.players[seat].stable[slot], horses, endurance)
    return record_purchase(state, seat, slot, Item.TEAM, sum(prices), log, events)


# ---------------------------------------------------------------- harnessing


def begin_harnessing(state: State, queue: tuple[tuple[Seat, int], ...]) -> State:
    """Asks for the next team with a new horse; then the entries."""
    while queue and len(team_orders(state, *queue[0])) == 1:
        queue = queue[1:]
    return replace(state, phase=Harnessing(queue)) if queue else week.begin_entering(state)


def team_orders(state: State, seat: Seat, slot: int) -> tuple[mv.Harness, ...]:
    """The different orders of a team, by speeds and wounds."""
    log = state.players[seat].stable[slot]
    one, two, three, last = [16 * h + b for h, b in zip(log.horses, log.boxes, strict=True)]
    return mv.harness_orders((one, two, three, last))


@cites(R("B21.42"))
class Harnessing(Asking, frozen=True, tag=True, gc=False):
    """The owner of a new horse puts the four in order."""

    queue: tuple[tuple[Seat, int], ...]

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat, slot = self.queue[0]
        return (Ask(seat, Q_HARNESS, team_orders(state, seat, slot), 0, (slot,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, mv.Harness):
            raise RulesBug(move)
        _, slot = self.queue[0]
        log = stable.with_harness_order(state.players[seat].stable[slot], move.order)
        events.append(Harnessed(seat, slot, log))
        return begin_harnessing(with_log(state, seat, slot, log), self.queue[1:])
