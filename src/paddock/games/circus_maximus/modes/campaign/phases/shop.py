"""The shop: horses, drivers, cars and whole teams are bought, stored and assembled."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import Weight
from paddock.games.circus_maximus.modes.campaign import events as ev
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.events import Events
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import entries, gala, generation
from paddock.games.circus_maximus.modes.campaign.rules import owners
from paddock.games.circus_maximus.ownership.events import Harnessed
from paddock.games.circus_maximus.ownership.moves import (
    DONE,
    MAX_STABLE,
    Harness,
    Sum,
    harness_orders,
)
from paddock.games.circus_maximus.ownership.phases.money import book, with_log, with_player
from paddock.games.circus_maximus.ownership.rules.ledger import Cause
from paddock.games.circus_maximus.ownership.rules.stable import (
    NO_DAMAGE,
    Horse,
    Log,
    four,
    horse_speed,
    man_of,
    team_endurance,
    with_changes_noted,
    with_harness_order,
    with_man,
    without_driver,
)
from paddock.games.circus_maximus.rules.dice import dice, die

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import State

Q_SHOP = Question("shop", R("E1.8.1"), args=("money",))
Q_TEAM = Question("team", R("E1.8.3.1"), args=("many", "money"))
Q_RIG = Question("harness", R("E1.8.4.2"), args=("slot",))
MIN_HORSE_PRICE = data.HORSE_PRICES[0]
MAX_PURCHASES = 24
"""In one visit, so that every visit ends."""
TOO_DEAR = Refusal("no-overdraft", R("E1.6.1"))
NOT_LOST = Refusal("not-lost", R("E1.8.4.2"))
SOUND = Refusal("sound-driver", R("E1.8.2.2"))


def begin(state: State) -> State:
    return replace(state, phase=Shopping(state.active()))


@cites(R("E1.8.1"), R("E1.8.2"), R("E1.8.4.2"), R("Q25"))
def wares(state: State, seat: Seat) -> list[Move]:
    """Possible purchases for the store, and uses of the store for a chariot."""
    player = state.players[seat]
    money, logs = player.cash, player.stable
    found: list[Move] = []
    if money >= 4 * MIN_HORSE_PRICE and len(logs) < MAX_STABLE:
        found.append(mv.NEW_TEAM)
    if len(player.horses) < MAX_STABLE:
        found += [mv.TakeHorse(price) for price in data.HORSE_PRICES if price <= money]
    if len(player.men) < MAX_STABLE:
        found += [
            mv.TakeDriver(dm) for dm, price in enumerate(data.DRIVER_PRICES) if price <= money
        ]
    found += [mv.CAR[w] for w in Weight if data.EPIC_CARS[w] <= money and player.cars[w] < 9]
    for slot, log in enumerate(logs):
        if not all(log.boxes):
            found += [mv.PutHorse(slot, i) for i in range(len(player.horses))]
        if owners.wants_driver(log):
            found += [mv.PutDriver(slot, i) for i in range(len(player.men))]
            found += [
                mv.Shift(other, slot)
                for other, his in enumerate(logs)
                if other != slot and his.hits
            ]
        swaps = [w for w in Weight if player.cars[w] and (not log.car or w != log.weight)]
        found += [mv.PutCar(slot, w) for w in swaps]
    return found + car_shifts(logs)


@cites(R("E1.8.2.3"))
def car_shifts(logs: tuple[Log, ...]) -> list[Move]:
    """Cars that may be moved to a chariot without one, or exchanged for one of another type."""
    with_car = [slot for slot, log in enumerate(logs) if log.car]
    bare = [slot for slot, log in enumerate(logs) if not log.car]
    found: list[Move] = [mv.ShiftCar(slot, into) for into in bare for slot in with_car]
    found += [
        mv.ShiftCar(slot, into)
        for slot, into in itertools.combinations(with_car, 2)
        if logs[slot].weight != logs[into].weight
    ]
    return found


@cites(R("E1.5.1.1"), R("E1.6.1"), R("E1.8.1"))
class Shopping(Asking, frozen=True, tag=True, gc=False):
    """Owner by owner, in public."""

    queue: tuple[Seat, ...]
    deals: int = 0

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        offered = wares(state, seat) if self.deals < MAX_PURCHASES else []
        return (Ask(seat, Q_SHOP, (DONE, *offered), 0, (state.players[seat].cash,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        visit = replace(self, deals=self.deals + 1)
        match move:
            case mv.NewTeam():
                return replace(state, phase=Pricing(visit))
            case mv.PutHorse(slot=slot, stored=at):
                state = put_horse(state, seat, slot, at, events, chance)
                return replace(state, phase=Rigging(visit, slot))
            case mv.TakeHorse() | mv.TakeDriver() | mv.TakeCar():
                state = buy_for_store(state, seat, move, events, chance)
            case mv.PutDriver() | mv.Shift():
                state = put_driver(state, seat, move, events, chance)
            case mv.PutCar(slot=slot, weight=weight):
                state = put_car(state, seat, slot, weight, events, chance)
            case mv.ShiftCar(slot=slot, into=into):
                state = shift_car(state, seat, slot, into, events, chance)
            case _:
                rest = self.queue[1:]
                if rest:
                    return replace(state, phase=Shopping(rest))
                return gala.begin(state) if state.gala else entries.begin(state, events, chance)
        return replace(state, phase=visit)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        match move:
            case mv.NewTeam() | mv.TakeHorse() | mv.TakeDriver() | mv.TakeCar():
                return TOO_DEAR
            case mv.PutHorse():
                return NOT_LOST
            case mv.PutDriver() | mv.Shift():
                return SOUND
            case _:
                return None


# ---------------------------------------------------------------- into the store


@cites(R("E1.8.4.1"), R("E1.8.5"), R("E1.8.6"))
def buy_for_store(
    state: State,
    seat: Seat,
    move: mv.TakeHorse | mv.TakeDriver | mv.TakeCar,
    events: Events,
    chance: Chance,
) -> State:
    """Buys a horse by the chart, a driver with hits by a die, or a car of any weight."""
    player = state.players[seat]
    match move:
        case mv.TakeHorse(amount=price):
            speed = horse_speed(dice(chance, 2, "horse"), price)
            horse = Horse(speed, speed)
            events.append(ev.HorseStored(seat, price, horse))
            state = with_player(state, seat, replace(player, horses=(*player.horses, horse)))
            return book(state, seat, Cause.HORSES, -price)
        case mv.TakeDriver(dm=dm):
            price = data.DRIVER_PRICES[dm]
            state, man = generation.make_driver(state, dm, chance)
            events.append(ev.DriverStored(seat, price, man))
            state = with_player(state, seat, replace(player, men=(*player.men, man)))
            return book(state, seat, Cause.DRIVERS, -price)
        case mv.TakeCar(weight=weight):
            price = data.EPIC_CARS[weight]
            events.append(ev.CarStored(seat, price, weight))
            cars = with_cars(player.cars, weight, 1)
            state = with_player(state, seat, replace(player, cars=cars))
            return book(state, seat, Cause.CARS, -price)


def with_cars(cars: tuple[int, int, int], weight: Weight, many: int) -> tuple[int, int, int]:
    light, medium, heavy = [n + many * (w == weight) for w, n in enumerate(cars)]
    return light, medium, heavy


@cites(R("E1.8.3"), R("E1.8.3.1"))
class Pricing(Asking, frozen=True, tag=True, gc=False):
    """A whole team: the price of each horse is chosen before its dice are rolled."""

    visit: Shopping
    speeds: tuple[int, ...] = ()
    paid: int = 0

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.visit.queue[0]
        money, left = state.players[seat].cash, 4 - len(self.speeds)
        most = money - MIN_HORSE_PRICE * (left - 1)
        prices = tuple([Sum(price) for price in data.HORSE_PRICES if price <= most])
        return (Ask(seat, Q_TEAM, prices, 0, (left, money)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Sum):
            raise RulesBug(move)
        state = book(state, seat, Cause.HORSES, -move.amount)
        speeds = (*self.speeds, horse_speed(dice(chance, 2, "horse"), move.amount))
        paid = self.paid + move.amount
        if len(speeds) < 4:
            return replace(state, phase=Pricing(self.visit, speeds, paid))
        horses = four(speeds)
        log = owners.new_team(horses, team_endurance(horses, die(chance, "endurance")))
        player = state.players[seat]
        slot = len(player.stable)
        events.append(ev.TeamBought(seat, slot, paid, log))
        state = with_player(state, seat, replace(player, stable=(*player.stable, log)))
        return replace(state, phase=Rigging(self.visit, slot))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return TOO_DEAR if isinstance(move, Sum) else None


@cites(R("E1.8.4.2"))
class Rigging(Asking, frozen=True, tag=True, gc=False):
    """The owner of a new horse puts the four in order."""

    visit: Shopping
    slot: int

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.visit.queue[0]
        log = state.players[seat].stable[self.slot]
        one, two, three, last = [16 * h + b for h, b in zip(log.horses, log.boxes, strict=True)]
        return (Ask(seat, Q_RIG, harness_orders((one, two, three, last)), 0, (self.slot,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Harness):
            raise RulesBug(move)
        log = with_harness_order(state.players[seat].stable[self.slot], move.order)
        events.append(Harnessed(seat, self.slot, log))
        return replace(with_log(state, seat, self.slot, log), phase=self.visit)


# ---------------------------------------------------------------- onto a chariot


@cites(R("E1.8.4.2"))
def put_horse(
    state: State, seat: Seat, slot: int, at: int, events: Events, chance: Chance
) -> State:
    """Replaces a lost horse; the team loses a die of endurance."""
    player = state.players[seat]
    loss = die(chance, "breaking in")
    log = owners.with_stored_horse(player.stable[slot], player.horses[at], loss)
    left = (*player.horses[:at], *player.horses[at + 1 :])
    state = with_player(state, seat, replace(player, horses=left))
    return record_assembly(state, seat, slot, log, loss, events)


@cites(R("E1.8.2.2"), R("E1.8.6.1"), R("X71"))
def put_driver(
    state: State, seat: Seat, move: mv.PutDriver | mv.Shift, events: Events, chance: Chance
) -> State:
    """Puts a driver on a chariot: it costs the team a die of endurance, except the first driver of
    a new team, if he comes from the store; an injured driver goes into the store."""
    player = state.players[seat]
    slot = move.slot if isinstance(move, mv.PutDriver) else move.into
    log = player.stable[slot]
    free = owners.is_green(log) and isinstance(move, mv.PutDriver)
    loss = 0 if free else die(chance, "breaking in")
    men = list(player.men)
    if isinstance(move, mv.PutDriver):
        man = men.pop(move.stored)
    else:
        man = man_of(player.stable[move.slot])
    if log.hits:
        men.append(man_of(log))
    state = with_player(state, seat, replace(player, men=tuple(men)))
    if isinstance(move, mv.Shift):
        left = without_driver(player.stable[move.slot])
        state = record_assembly(state, seat, move.slot, left, 0, events)
    return record_assembly(state, seat, slot, with_man(log, man, loss), loss, events)


@cites(R("E1.8.2.3"), R("E1.8.5.5"), R("X71"))
def put_car(
    state: State, seat: Seat, slot: int, weight: Weight, events: Events, chance: Chance
) -> State:
    """Puts a car behind a team: another type costs a die of endurance; the old car goes into the
    store."""
    player = state.players[seat]
    log = player.stable[slot]
    cars = with_cars(player.cars, weight, -1)
    if log.car:
        cars = with_cars(cars, log.weight, 1)
    loss = die(chance, "breaking in") if owners.loses_by_car(log, weight) else 0
    state = with_player(state, seat, replace(player, cars=cars))
    return record_assembly(state, seat, slot, owners.with_car(log, weight, loss), loss, events)


@cites(R("E1.8.2.3"), R("E1.8.5.5"), R("X71"))
def shift_car(
    state: State, seat: Seat, slot: int, into: int, events: Events, chance: Chance
) -> State:
    """Moves a car with its damage from one chariot to another, and that one's car back; another
    type costs the team a die of endurance."""
    logs = state.players[seat].stable
    there, back = logs[slot], logs[into]
    for at, log, other in ((into, back, there), (slot, there, back)):
        if not other.car:
            state = record_assembly(
                state, seat, at, replace(log, car=False, wheels=NO_DAMAGE), 0, events
            )
            continue
        loss = die(chance, "breaking in") if owners.loses_by_car(log, other.weight) else 0
        moved = replace(owners.with_car(log, other.weight, loss), wheels=other.wheels)
        state = record_assembly(state, seat, at, moved, loss, events)
    return state


def record_assembly(
    state: State, seat: Seat, slot: int, log: Log, loss: int, events: Events
) -> State:
    log = with_changes_noted(state.players[seat].stable[slot], log, state.week)
    events.append(ev.Assembled(seat, slot, loss, log))
    return with_log(state, seat, slot, log)
