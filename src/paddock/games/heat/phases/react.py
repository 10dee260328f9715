"""Steps 4 and 5: adrenaline first or not at all, then every symbol in the order the driver likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import RulesBug
from paddock.core.game import Ask, Question, Step, put
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat import moves as m
from paddock.games.heat.data import DIRECT, FIRST_SPONSOR, HEAT, SPEED, STRESS, SYMBOLS, CardNo
from paddock.games.heat.events import (
    Accelerated,
    Boosted,
    Cooled,
    DirectPlayed,
    Drafted,
    Event,
    HeatPaid,
    Pushed,
    PutBack,
    Relaxed,
    Replaced,
    Salvaged,
    Supercooled,
    Told,
)
from paddock.games.heat.moves import DONE, Move
from paddock.games.heat.phases import after
from paddock.games.heat.rules.cards import flip, less, minus, pay, scrap, total, unveil
from paddock.games.heat.rules.course import (
    COOLING,
    FREE_BOOST,
    GRID,
    NO_COOLING,
    TUNNEL,
    Course,
    course,
)
from paddock.games.heat.rules.driving import advance, draft_length, taken

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, State

REACT = Question("react", R("H5"), args=("speed",))
SALVAGE = Question("salvage", R("H5.4"), args=("left",))
GEAR_COOLS = (0, 3, 1, 0, 0)


class More(Struct, frozen=True, gc=False):
    """The symbols of Upgrades and Sponsorships that are still to be used."""

    reduce: int = 0
    supercool: int = 0
    draft: int = 0
    accel: int = 0
    heat: tuple[tuple[CardNo, int], ...] = ()  # cards to be paid, and the value they were played at
    scrap: tuple[int, ...] = ()
    salvage: tuple[int, ...] = ()


NOTHING = More()


class React(Struct, frozen=True, tag=True, gc=False):
    """What a driver may still do before the slipstream."""

    seat: Seat
    start: int  # where the turn began
    line: bool
    speed: int
    plus: int  # plus symbols used so far
    cool: int
    boost: bool  # not yet used
    push: bool  # adrenaline's speed is still there
    chill: bool = True  # a sector's cooling bonus is still there
    more: More | None = None

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = self.seat
        crs = course(state.course)
        car = state.cars[seat]
        here = crs.flags[car.pos + GRID]
        cool = cooldown(self, here)
        if cool:
            cool = min(cool, car.hand.count(HEAT))
        push = self.push and room(state, car)
        boost = self.boost and (car.engine > 0 or bool(here & FREE_BOOST))
        plain = PLAIN[(push * 2 + boost) * MOST + cool]
        if not crs.garage:
            return (Ask(seat, REACT, plain, 0, (self.speed,)),)
        return (symbol_ask(self, state, car, crs, plain),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        crs = course(state.course)
        match move:
            case m.Done():
                return leave(state, self, crs, told, chance)
            case m.Cool():
                state, phase = cool_down(state, self, move.n, crs, told)
            case m.Boost():
                state, phase = boost(state, self, crs, told, chance)
            case m.Push():
                state, phase = push(state, self, told)
            case m.Salvage():
                return start_salvage(state, self, move.n)
            case _:
                act = ACTS.get(type(move))
                if act is None:
                    raise RulesBug(move)
                state, phase = act(state, self, move, crs, told, chance)
        return go_on(state, phase, crs, told, chance)


@cites(R("H4"), R("H5"))
def opening(
    car: Car, seat: Seat, speed: int, plus: int, adrenaline: bool, values: tuple[int, ...]
) -> React:
    """What there is to use right after the move: the gear's cooldown, adrenaline, the cards'."""
    sums = total(car.area)
    cool = GEAR_COOLS[car.gear] + sums.cool + adrenaline
    more = None
    if sums.symbols:
        more = More(
            sums.reduce,
            sums.supercool,
            sums.draft,
            sums.accel,
            played_values(sums.heat, sums.open, values) if sums.heat else (),
            sums.scrap,
            sums.salvage,
        )
    return React(seat, car.pos, car.line, speed, plus, cool, True, adrenaline, True, more)


def played_values(
    cards: tuple[CardNo, ...], several: tuple[CardNo, ...], values: tuple[int, ...]
) -> tuple[tuple[CardNo, int], ...]:
    """The cards that cost Heat, each with the value it was played at."""
    left = list(zip(sorted(several), values, strict=True))
    out: list[tuple[CardNo, int]] = []
    for card in cards:
        pair = next((p for p in left if p[0] == card), (card, SPEED[card]))
        if pair in left:
            left.remove(pair)
        out.append(pair)
    return tuple(sorted(out))


# ---------------------------------------------------------------- what is offered

MOST = 16


def plain_options(push: bool, boost: bool, cool: int) -> tuple[Move, ...]:
    options: list[Move] = [DONE]
    if push:
        options.append(m.PUSH)
    options += m.COOL[1 : cool + 1]
    if boost:
        options.append(m.BOOST)
    return tuple(options)


PLAIN = tuple(
    plain_options(push, boost, cool)
    for push in (False, True)
    for boost in (False, True)
    for cool in range(MOST)
)


@cites(R("H5.1"), R("W4"))
def cooldown(phase: React, here: int) -> int:
    """The cooldown at hand where the car stands."""
    if here & (COOLING | NO_COOLING):
        if here & NO_COOLING:
            return 0
        return phase.cool + phase.chill
    return phase.cool


@cites(R("H4"), R("Q12"))
def room(state: State, car: Car) -> bool:
    """Whether one more space would move the car at all."""
    return taken(state.cars, car.pos + 1) != 3


@cites(R("H5"), R("Q6"), R("Q32"))
def symbol_ask(
    phase: React, state: State, car: Car, crs: Course, plain: tuple[Move, ...]
) -> Ask[Move]:
    """The options with the cards' symbols; while something mandatory is open, not to leave."""
    more = phase.more or NOTHING
    must = mandatory(more, car)
    options: list[Move] = [*must] if must else [DONE]
    options += plain[1:]
    options += optional(phase, more, state, car, crs)
    return Ask(phase.seat, REACT, tuple(options), 0, (phase.speed,))


@cites(R("H5.9"), R("H5.10"), R("Q7"), R("Q42"))
def mandatory(more: More, car: Car) -> list[Move]:
    """Heat to be paid and cards to be scrapped. What cannot be paid must be replaced, so that as
    many cards as possible stay; which ones is the driver's choice."""
    out: list[Move] = []
    if more.heat:
        costs = sorted(SYMBOLS[card].heat for card, _ in more.heat)
        most = keepable(costs, car.engine)
        for card, value in dict.fromkeys(more.heat):
            cost = SYMBOLS[card].heat
            rest = costs.copy()
            rest.remove(cost)
            if cost <= car.engine and 1 + keepable(rest, car.engine - cost) == most:
                out.append(m.PayHeat(card, value))
        if not out:
            out += [m.Replace(card, value) for card, value in dict.fromkeys(more.heat)]
    return out + [m.SCRAP[n] for n in dict.fromkeys(more.scrap)]


def keepable(costs: list[int], engine: int) -> int:
    """How many of these costs, cheapest first, the engine can pay."""
    kept = 0
    for cost in sorted(costs):
        engine -= cost
        if engine < 0:
            break
        kept += 1
    return kept


@cites(R("H5.3"), R("H5.4"), R("H5.5"), R("H5.6"), R("H5.7"), R("H5.8"), R("E3"))
def optional(phase: React, more: More, state: State, car: Car, crs: Course) -> list[Move]:
    out: list[Move] = []
    if more.reduce and not crs.flags[car.pos + GRID] & TUNNEL:
        out += m.REDUCE[1 : 1 + min(more.reduce, car.hand.count(STRESS))]
    if more.supercool:
        out += m.SUPERCOOL[1 : 1 + min(more.supercool, car.discard.count(HEAT))]
    if more.salvage and (car.discard or car.hidden):
        out += [m.SALVAGE[n] for n in dict.fromkeys(more.salvage)]
    if more.accel and phase.plus:
        out.append(m.ACCELERATE)
    if more.draft and (n := draft_length(state, phase.seat, more.draft, crs.goal)):
        out.append(m.DRAFT[n])
    out += [m.DIRECT[c] for c in dict.fromkeys(car.hand) if DIRECT[c] and direct_payable(c, phase, car, crs)]
    return out


@cites(R("H5.5"), R("Q8"))
def direct_payable(card: CardNo, phase: React, car: Car, crs: Course) -> bool:
    """A card that costs Heat may be played directly if it can be paid, cooldown included."""
    cost = SYMBOLS[card].heat
    if cost <= car.engine:
        return True
    cool = cooldown(phase, crs.flags[car.pos + GRID]) + SYMBOLS[card].cool
    if crs.flags[car.pos + GRID] & NO_COOLING:
        cool = 0
    return car.engine + min(cool, car.hand.count(HEAT)) >= cost


@cites(R("Q32"))
def is_open(state: State, phase: React, crs: Course) -> bool:
    """Whether anything could still be done, judged by what everybody knows."""
    car = state.cars[phase.seat]
    here = crs.flags[car.pos + GRID]
    if cooldown(phase, here) or (phase.boost and (car.engine or here & FREE_BOOST)):
        return True
    if phase.push and room(state, car):
        return True
    if not crs.garage:
        return False
    more = phase.more
    if more is not None and (
        more.heat
        or more.scrap
        or (more.reduce and not here & TUNNEL)
        or (more.supercool and HEAT in car.discard)
        or (more.salvage and (car.discard or car.hidden))
        or (more.accel and phase.plus)
        or (more.draft and draft_length(state, phase.seat, more.draft, crs.goal))
    ):
        return True
    return any(DIRECT[card] for card in car.upgrades) and bool(car.hand)


# ---------------------------------------------------------------- what then happens


def go_on(
    state: State, phase: React, crs: Course, told: Told, chance: Chance
) -> Step[State, Event]:
    """React goes on while there is anything to do."""
    if is_open(state, phase, crs):
        return Step(replace(state, phase=phase), tuple(told))
    return leave(state, phase, crs, told, chance)


def leave(
    state: State, phase: React, crs: Course, told: Told, chance: Chance
) -> Step[State, Event]:
    return after.slipstream(state, phase.seat, phase.start, phase.speed, crs, told, chance)


def with_car(state: State, seat: Seat, car: Car) -> State:
    return replace(state, cars=put(state.cars, seat, car))


@cites(R("H4"), R("Q46"))
def push(state: State, phase: React, told: Told) -> tuple[State, React]:
    told.append(Pushed(phase.seat))
    state = advance(state, phase.seat, 1, told)
    return state, replace(phase, speed=phase.speed + 1, push=False)


@cites(R("H5.1"), R("Q47"))
def cool_down(
    state: State, phase: React, n: int, crs: Course, told: Told
) -> tuple[State, React]:
    """Heat from the hand to the engine; all the cooldown at hand is used up by it."""
    seat = phase.seat
    car = state.cars[seat]
    told.append(Cooled(seat, n))
    i = car.hand.index(HEAT)
    car = replace(car, hand=car.hand[:i] + car.hand[i + n :], engine=car.engine + n)
    chill = phase.chill and not crs.flags[car.pos + GRID] & COOLING
    return with_car(state, seat, car), replace(phase, cool=0, push=False, chill=chill)


@cites(R("H5.2"), R("Q5"), R("W4"))
def boost(
    state: State, phase: React, crs: Course, told: Told, chance: Chance
) -> tuple[State, React]:
    """One Heat for one plus symbol, once a turn; free in some sectors."""
    seat = phase.seat
    car = state.cars[seat]
    heat = 0 if crs.flags[car.pos + GRID] & FREE_BOOST else 1
    told.append(Boosted(seat, heat))
    if heat:
        car = pay(car, 1)
    car, gain = flip(car, seat, told, chance)
    state = advance(with_car(state, seat, car), seat, gain, told)
    return state, replace(
        phase, speed=phase.speed + gain, plus=phase.plus + 1, boost=False, push=False
    )


@cites(R("H5.3"))
def reduce(
    state: State, phase: React, move: Move, crs: Course, told: Told, chance: Chance
) -> tuple[State, React]:
    assert isinstance(move, m.Reduce)
    seat, n = phase.seat, move.n
    car = state.cars[seat]
    told.append(Relaxed(seat, n))
    gone = (STRESS,) * n
    car = replace(
        car,
        hand=minus(car.hand, gone),
        discard=car.discard + gone,
        shown=less(car.shown, gone),
    )
    return with_car(state, seat, car), used(phase, reduce=0)


@cites(R("H5.7"))
def supercool(
    state: State, phase: React, move: Move, crs: Course, told: Told, chance: Chance
) -> tuple[State, React]:
    assert isinstance(move, m.Supercool)
    seat, n = phase.seat, move.n
    car = state.cars[seat]
    told.append(Supercooled(seat, n))
    car = replace(car, discard=minus(car.discard, (HEAT,) * n), engine=car.engine + n)
    return with_car(state, seat, car), used(phase, supercool=0)


@cites(R("H5.6"), R("Q9"))
def accelerate(
    state: State, phase: React, move: Move, crs: Course, told: Told, chance: Chance
) -> tuple[State, React]:
    """One speed for each plus symbol used so far, all or nothing."""
    told.append(Accelerated(phase.seat, phase.plus))
    state = advance(state, phase.seat, phase.plus, told)
    assert phase.more is not None
    phase = used(phase, accel=phase.more.accel - 1)
    return state, replace(phase, speed=phase.speed + phase.plus)


@cites(R("H5.8"))
def draft(
    state: State, phase: React, move: Move, crs: Course, told: Told, chance: Chance
) -> tuple[State, React]:
    assert isinstance(move, m.Draft)
    told.append(Drafted(phase.seat, move.n))
    return advance(state, phase.seat, move.n, told), used(phase, draft=0)


@cites(R("H5.10"))
def scrap_cards(
    state: State, phase: React, move: Move, crs: Course, told: Told, chance: Chance
) -> tuple[State, React]:
    assert isinstance(move, m.Scrap)
    assert phase.more is not None
    car = scrap(state.cars[phase.seat], phase.seat, move.n, told, chance)
    left = minus(phase.more.scrap, (move.n,))
    return with_car(state, phase.seat, car), used(phase, scrap=left)


@cites(R("H5.9"))
def pay_heat(
    state: State, phase: React, move: Move, crs: Course, told: Told, chance: Chance
) -> tuple[State, React]:
    assert isinstance(move, m.PayHeat)
    seat, cost = phase.seat, SYMBOLS[move.card].heat
    told.append(HeatPaid(seat, move.card, cost))
    state = with_car(state, seat, pay(state.cars[seat], cost))
    return state, used(phase, heat=without(phase, move.card, move.value))


@cites(R("H5.9"), R("Q7"), R("Q48"))
def replace_card(
    state: State, phase: React, move: Move, crs: Course, told: Told, chance: Chance
) -> tuple[State, React]:
    """The card goes with its unused symbols; a Speed card off the deck takes its place, and the
    car moves again from where its turn began."""
    assert isinstance(move, m.Replace)
    assert phase.more is not None
    seat, card = phase.seat, move.card
    car = state.cars[seat]
    told.append(Replaced(seat, card))
    car = replace(car, area=minus(car.area, (card,)), discard=(*car.discard, card))
    car, gain = flip(car, seat, told, chance)
    speed = phase.speed - move.value + gain
    told.append(PutBack(seat, phase.start))
    car = replace(car, pos=phase.start, line=phase.line)
    state = advance(with_car(state, seat, car), seat, speed, told)
    phase = used(phase, **lost(phase.more, card), heat=without(phase, card, move.value))
    cool = max(0, phase.cool - SYMBOLS[card].cool)
    return state, replace(phase, speed=speed, plus=phase.plus + 1, cool=cool)


def lost(more: More, card: CardNo) -> dict[str, int | tuple[int, ...]]:
    """What is left of the other symbols when a card goes."""
    printed = SYMBOLS[card]
    return {
        "reduce": max(0, more.reduce - printed.reduce),
        "draft": max(0, more.draft - printed.draft),
        "scrap": less(more.scrap, (printed.scrap,)),
    }


@cites(R("H5.5"), R("Q8"))
def direct(
    state: State, phase: React, move: Move, crs: Course, told: Told, chance: Chance
) -> tuple[State, React]:
    """A card out of the hand, as if it had been revealed with the others; its Heat is paid now."""
    assert isinstance(move, m.Direct)
    seat, card = phase.seat, move.card
    car, printed = state.cars[seat], SYMBOLS[card]
    told.append(DirectPlayed(seat, card))
    car = replace(
        car,
        hand=minus(car.hand, (card,)),
        area=(*car.area, card),
        shown=less(car.shown, (card,)),
    )
    if card >= FIRST_SPONSOR:
        car = unveil(car, card)
    cool = phase.cool + printed.cool
    if printed.heat:
        short = max(0, printed.heat - car.engine)
        if short:  # its own cooldown may come first
            told.append(Cooled(seat, short))
            hand = minus(car.hand, (HEAT,) * short)
            car = replace(car, hand=hand, engine=car.engine + short)
            cool = max(0, cool - short)
        told.append(HeatPaid(seat, card, printed.heat))
        car = pay(car, printed.heat)
    state = advance(with_car(state, seat, car), seat, SPEED[card], told)
    more = phase.more or NOTHING
    phase = used(
        phase,
        reduce=more.reduce + printed.reduce,
        draft=more.draft + printed.draft,
        accel=more.accel + printed.accel,
        scrap=tuple(sorted((*more.scrap, printed.scrap))) if printed.scrap else more.scrap,
        salvage=tuple(sorted((*more.salvage, printed.salvage))) if printed.salvage else more.salvage,
    )
    return state, replace(phase, speed=phase.speed + SPEED[card], cool=cool)


def without(phase: React, card: CardNo, value: int) -> tuple[tuple[CardNo, int], ...]:
    """The cards to be paid, less one."""
    assert phase.more is not None
    left = list(phase.more.heat)
    left.remove((card, value))
    return tuple(left)


def used(phase: React, **symbols: int | tuple[int, ...] | tuple[tuple[int, int], ...]) -> React:
    """The phase with some of its symbols changed; adrenaline's moment is over."""
    more = replace(phase.more or NOTHING, **symbols)
    return replace(phase, more=None if more == NOTHING else more, push=False)


ACTS = {
    m.Reduce: reduce,
    m.Supercool: supercool,
    m.Accelerate: accelerate,
    m.Draft: draft,
    m.Scrap: scrap_cards,
    m.PayHeat: pay_heat,
    m.Replace: replace_card,
    m.Direct: direct,
}


# ---------------------------------------------------------------- salvage


@cites(R("H5.4"))
class Salvaging(Struct, frozen=True, tag=True, gc=False):
    """Card by card out of the discard pile, from the lowest number up."""

    seat: Seat
    left: int
    last: CardNo
    then: React

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        car = state.cars[self.seat]
        pile = sorted({card for card in car.discard + car.hidden if card >= self.last})
        options = (DONE, *(m.TAKE[card] for card in pile))
        return (Ask(self.seat, SALVAGE, options, 0, (self.left,)),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        crs = course(state.course)
        if isinstance(move, m.Done):
            return go_on(state, self.then, crs, told, chance)
        if not isinstance(move, m.Take):
            raise RulesBug(move)
        state = with_car(state, seat, taken_back(state.cars[seat], move.card))
        told.append(Salvaged(seat, move.card))
        car = state.cars[seat]
        if self.left > 1 and any(card >= move.card for card in car.discard + car.hidden):
            phase = Salvaging(seat, self.left - 1, move.card, self.then)
            return Step(replace(state, phase=phase), tuple(told))
        return go_on(state, self.then, crs, told, chance)


def start_salvage(state: State, phase: React, n: int) -> Step[State, Event]:
    assert phase.more is not None
    then = used(phase, salvage=minus(phase.more.salvage, (n,)))
    return Step(replace(state, phase=Salvaging(phase.seat, n, 0, then)))


def taken_back(car: Car, card: CardNo) -> Car:
    """A card out of the pile, shown, and shuffled into the deck with what lay on top of it."""
    deck = tuple(sorted((*car.deck, *car.top, card)))
    if card in car.discard:
        i = len(car.discard) - 1 - car.discard[::-1].index(card)
        discard = car.discard[:i] + car.discard[i + 1 :]
        return replace(car, deck=deck, top=(), discard=discard)
    hidden = minus(car.hidden, (card,))
    return unveil(replace(car, deck=deck, top=(), hidden=hidden), card)
