"""Steps 4 and 5, React: the options for adrenaline and symbols, in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.heat import moves as m
from paddock.games.heat.card import R
from paddock.games.heat.data import DIRECT, DIRECT_CARDS, HEAT, SPEED, STRESS, SYMBOLS, CardNo
from paddock.games.heat.events import Events
from paddock.games.heat.moves import DONE, Boost, Cool, Done, Move, Push, Salvage
from paddock.games.heat.phases import reactions, salvage, slipstream
from paddock.games.heat.rules.cards import Total
from paddock.games.heat.rules.course import (
    COOLING,
    COURSES,
    FREE_BOOST,
    GRID,
    NO_COOLING,
    TUNNEL,
    Course,
)
from paddock.games.heat.rules.driving import draft_length, taken_spots

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, State

Q_REACT = Question("react", R("H5"), args=("speed",))
GEAR_COOLS = (0, 3, 1, 0, 0)


class More(Struct, frozen=True, gc=False):
    """Symbols of Upgrades and Sponsorships that are not used yet."""

    reduce: int = 0
    supercool: int = 0
    draft: int = 0
    accel: int = 0
    heat: tuple[tuple[CardNo, int], ...] = ()  # cards to be paid, and the value they were played at
    scrap: tuple[int, ...] = ()
    salvage: tuple[int, ...] = ()


NO_SYMBOLS = More()


@cites(R("H5"), R("Q4"))
class React(Asking, frozen=True, tag=True, gc=False):
    """The driver reacts, before the slipstream."""

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
        course = COURSES[state.course]
        car = state.cars[seat]
        here = course.flags[car.pos + GRID]
        cool = cooldown(self, here) if here else self.cool
        if cool:
            cool = min(cool, car.hand.count(HEAT))
        push = self.push and taken_spots(state.cars, car.pos + 1) != 3
        boost = self.boost and (car.engine > 0 or bool(here & FREE_BOOST))
        plain = PLAIN_OPTIONS[(push * 2 + boost) * COOLDOWN_LEVELS + cool]
        if course.garage and (self.more is not None or not DIRECT_CARDS.isdisjoint(car.hand)):
            return (symbol_ask(self, state, car, course, plain),)
        return (Ask(seat, Q_REACT, plain, 0, (self.speed,)),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        course = COURSES[state.course]
        kind = type(move)  # for Structs this is faster than isinstance
        if kind is Done:
            start, speed = self.start, self.speed
            return slipstream.slipstream(state, seat, start, speed, course, events, chance)
        if type(move) is Cool:
            car, phase = reactions.cool_down(state, self, move.n, course, events)
        elif kind is Boost:
            car, phase = reactions.boost(state, self, course, events, chance)
        elif kind is Push:
            car, phase = reactions.push(state, self, events)
        elif type(move) is Salvage:
            return salvage.start_salvage(state, self, move.n)
        else:
            car, phase = reactions.REACTIONS[kind](state, self, move, events, chance)
        return continue_react(state, car, phase, course, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        car, course = state.cars[seat], COURSES[state.course]
        here = course.flags[car.pos + GRID]
        match move:
            case Done():
                return Refusal("mandatory-first", R("H5"))
            case Push():
                blocked = self.push and not has_room(state.cars, car)
                return Refusal("no-room", R("Q12")) if blocked else NO_ADRENALINE
            case Cool():
                return why_not_cool(self, here)
            case Boost():
                return ENGINE_EMPTY if self.boost and not car.engine else BOOST_ONCE
            case m.Reduce() if here & TUNNEL:
                return Refusal("in-a-tunnel", R("E3"))
            case m.Direct() if move.card in car.hand and DIRECT[move.card]:
                return Refusal("cannot-pay", R("Q8"), (("heat", SYMBOLS[move.card].heat),))
            case _:
                return NO_SYMBOL.get(type(move))


NO_ADRENALINE = Refusal("no-adrenaline", R("H4"))
BOOST_ONCE = Refusal("boost-once", R("H5.2"))
ENGINE_EMPTY = Refusal("engine-empty", R("H5.2"))
NO_SYMBOL: dict[type, Refusal] = {
    move: Refusal(reason, R(clause))
    for move, reason, clause in (
        (m.Reduce, "no-symbol", "H5.3"),
        (m.Salvage, "no-symbol", "H5.4"),
        (m.Direct, "no-symbol", "H5.5"),
        (m.Accelerate, "no-symbol", "H5.6"),
        (m.Supercool, "no-symbol", "H5.7"),
        (m.Draft, "no-draft", "H5.8"),
        (m.PayHeat, "not-so", "H5.9"),
        (m.Replace, "not-so", "H5.9"),
        (m.Scrap, "no-symbol", "H5.10"),
    )
}
"""Why a symbol cannot be used, by type of move."""


def why_not_cool(phase: React, here: int) -> Refusal:
    """Why a cooldown is refused."""
    if here & NO_COOLING:
        return Refusal("no-cooling-here", R("W4"))
    return Refusal("cooldown", R("H5.1"), (("cool", cooldown(phase, here)),))


def open_reactions(
    car: Car, seat: Seat, speed: int, sums: Total, adrenaline: bool, values: tuple[int, ...]
) -> React:
    """The React phase right after the move: cooldown of the gear, adrenaline, card symbols."""
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
    return React(
        seat=seat,
        start=car.pos,
        line=car.line,
        speed=speed,
        plus=sums.plus,
        cool=cool,
        boost=True,
        push=adrenaline,
        chill=True,
        more=more,
    )


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

COOLDOWN_LEVELS = 16


def plain_options(push: bool, boost: bool, cool: int) -> tuple[Move, ...]:
    options: list[Move] = [DONE]
    if push:
        options.append(m.PUSH)
    options += m.COOL[1 : cool + 1]
    if boost:
        options.append(m.BOOST)
    return tuple(options)


PLAIN_OPTIONS = tuple(
    plain_options(push, boost, cool)
    for push in (False, True)
    for boost in (False, True)
    for cool in range(COOLDOWN_LEVELS)
)


@cites(R("H5.1"), R("W4"))
def cooldown(phase: React, here: int) -> int:
    """The cooldown available on the car's space."""
    if here & (COOLING | NO_COOLING):
        if here & NO_COOLING:
            return 0
        return phase.cool + phase.chill
    return phase.cool


@cites(R("Q12"))
def has_room(cars: tuple[Car, ...], car: Car) -> bool:
    """Whether the next space has a free spot."""
    return taken_spots(cars, car.pos + 1) != 3


@cites(R("Q6"), R("Q32"))
def symbol_ask(
    phase: React, state: State, car: Car, course: Course, plain: tuple[Move, ...]
) -> Ask[Move]:
    """The ask with card symbols; Done is not offered while something mandatory is open."""
    more = phase.more or NO_SYMBOLS
    must = mandatory_moves(more, car)
    options: list[Move] = [*must] if must else [DONE]
    options += plain[1:]
    options += optional_moves(phase, more, state, car, course)
    return Ask(phase.seat, Q_REACT, tuple(options), 0, (phase.speed,))


@cites(R("H5.9"), R("H5.10"), R("Q7"), R("Q42"))
def mandatory_moves(more: More, car: Car) -> list[Move]:
    """Moves to pay Heat and scrap cards.

    A card that cannot be paid must be replaced. As many cards as possible stay; the driver chooses
    which.
    """
    out: list[Move] = []
    if more.heat:
        costs = sorted(SYMBOLS[card].heat for card, _ in more.heat)
        most = count_payable(costs, car.engine)
        for card, value in dict.fromkeys(more.heat):
            cost = SYMBOLS[card].heat
            rest = costs.copy()
            rest.remove(cost)
            if cost <= car.engine and 1 + count_payable(rest, car.engine - cost) == most:
                out.append(m.PayHeat(card, value))
        if not out:
            out += [m.Replace(card, value) for card, value in dict.fromkeys(more.heat)]
    return out + [m.SCRAP[n] for n in dict.fromkeys(more.scrap)]


def count_payable(costs: list[int], engine: int) -> int:
    """The number of these costs, cheapest first, that the engine can pay."""
    kept = 0
    for cost in sorted(costs):
        engine -= cost
        if engine < 0:
            break
        kept += 1
    return kept


@cites(R("H5"), R("E3"))
def optional_moves(phase: React, more: More, state: State, car: Car, course: Course) -> list[Move]:
    out: list[Move] = []
    if more.reduce and not course.flags[car.pos + GRID] & TUNNEL:
        out += m.REDUCE[1 : 1 + min(more.reduce, car.hand.count(STRESS))]
    if more.supercool:
        out += m.SUPERCOOL[1 : 1 + min(more.supercool, car.discard.count(HEAT))]
    if more.salvage and (car.discard or car.hidden):
        out += [m.SALVAGE[n] for n in dict.fromkeys(more.salvage)]
    if more.accel and phase.plus:
        out.append(m.ACCELERATE)
    if more.draft and (n := draft_length(state, phase.seat, more.draft)):
        out.append(m.DRAFT[n])
    out += [
        m.DIRECT[c]
        for c in dict.fromkeys(car.hand)
        if DIRECT[c] and can_pay_direct(c, phase, car, course)
    ]
    return out


@cites(R("H5.5"), R("Q8"))
def can_pay_direct(card: CardNo, phase: React, car: Car, course: Course) -> bool:
    """Whether the Heat of a direct card can be paid, with cooldown."""
    cost = SYMBOLS[card].heat
    if cost <= car.engine:
        return True
    cool = cooldown(phase, course.flags[car.pos + GRID]) + SYMBOLS[card].cool
    if course.flags[car.pos + GRID] & NO_COOLING:
        cool = 0
    return car.engine + min(cool, car.hand.count(HEAT)) >= cost


@cites(R("Q32"))
def has_open_reactions(state: State, car: Car, phase: React, course: Course) -> bool:
    """Whether a reaction may be possible, judged by public information."""
    here = course.flags[car.pos + GRID]
    if cooldown(phase, here) if here else phase.cool:
        return True
    if phase.boost and here & FREE_BOOST:
        return True
    if phase.push and has_room(state.cars, car):
        return True
    return course.garage and has_open_symbols(state, car, phase, course, here)


def has_open_symbols(state: State, car: Car, phase: React, course: Course, here: int) -> bool:
    more = phase.more
    if more is not None and (
        more.heat
        or more.scrap
        or (more.reduce and not here & TUNNEL)
        or (more.supercool and HEAT in car.discard)
        or (more.salvage and (car.discard or car.hidden))
        or (more.accel and phase.plus)
        or (more.draft and draft_length(state, phase.seat, more.draft))
    ):
        return True
    return bool(car.hand) and not DIRECT_CARDS.isdisjoint(car.upgrades)


@cites(R("Q6"))
def continue_react(
    state: State, car: Car, phase: React, course: Course, events: Events, chance: Chance
) -> State:
    """Continue React while a reaction is possible; then the slipstream."""
    seat = phase.seat
    state = replace(state, cars=replace_at(state.cars, seat, car), phase=phase)
    if (phase.boost and car.engine) or has_open_reactions(state, car, phase, course):
        return state
    return slipstream.slipstream(state, seat, phase.start, phase.speed, course, events, chance)
