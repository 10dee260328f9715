"""Steps 6 to 9: slipstream, corners, discard, replenish."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import RulesBug
from paddock.core.game import Ask, Question, Step, put
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.data import FIRST_SPONSOR, HEAT, REFRESH_CARDS, STRESS, CardNo
from paddock.games.heat.events import (
    CornerPaid,
    Discarded,
    Eliminated,
    Event,
    Moved,
    Refreshed,
    Slipstreamed,
    SpunOut,
    Told,
)
from paddock.games.heat.moves import (
    DONE,
    REFRESH,
    SLIP,
    TOSS,
    Done,
    Move,
    Refresh,
    Slip,
    Toss,
)
from paddock.games.heat.phases import cooker, turn
from paddock.games.heat.rules.cards import (
    fill_hand,
    gain_sponsor,
    less,
    minus,
    open_top,
    pay,
    spend_sponsors,
    total,
)
from paddock.games.heat.rules.course import AWAY, COURSES, GRID, TUNNEL, Course
from paddock.games.heat.rules.driving import advance, can_slip, free_behind, slip_lengths
from paddock.games.heat.rules.prizes import event_cards, only_counted, press_cards

if TYPE_CHECKING:
    from paddock.games.heat.state import Car, State

SLIPSTREAM = Question("slipstream", R("H6"))
DISCARD = Question("discard", R("H8"))
REFRESHING = Question("refresh", R("H9.1"))
FAR = 1 << 20
"""Nothing was gained by slipstream."""


# ---------------------------------------------------------------- slipstream


@cites(R("H6"), R("Q14"))
class Slipping(Struct, frozen=True, tag=True, gc=False):
    """To be pulled along or not, and how far."""

    seat: Seat
    start: int  # where the turn began
    speed: int
    slid: int = FAR  # where the first slipstream of the turn began
    again: int = 0  # slipstreams still allowed after this one

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        sums = total(state.cars[self.seat].area)
        found = slip_lengths(state, self.seat, COURSES[state.course], sums)
        return (Ask(self.seat, SLIPSTREAM, (DONE, *(SLIP[n] for n in found))),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        told: Told = []
        crs = COURSES[state.course]
        slid = self.slid
        if isinstance(move, Slip):
            told.append(Slipstreamed(seat, move.n))
            slid = min(slid, state.cars[seat].pos)
            state = advance(state, seat, move.n, told)
            if self.again and slip_is_open(state, seat, crs):
                phase = Slipping(seat, self.start, self.speed, slid, self.again - 1)
                return Step(replace(state, phase=phase), tuple(told))
        elif not isinstance(move, Done):
            raise RulesBug(move)
        return corners(state, seat, self.start, self.speed, slid, crs, told, chance)


@cites(R("H6"), R("H6.2"), R("Q32"))
def slipstream(
    state: State,
    seat: Seat,
    start: int,
    speed: int,
    crs: Course,
    told: Told,
    chance: Chance,
) -> Step[State, Event]:
    """Asked only where there is something to be pulled along by."""
    if can_slip(state, seat, crs):
        sums = total(state.cars[seat].area)
        if slip_lengths(state, seat, crs, sums):
            phase = Slipping(seat, start, speed, FAR, sums.again)
            return Step(replace(state, phase=phase), tuple(told))
    return corners(state, seat, start, speed, FAR, crs, told, chance)


def slip_is_open(state: State, seat: Seat, crs: Course) -> bool:
    return can_slip(state, seat, crs) and bool(
        slip_lengths(state, seat, crs, total(state.cars[seat].area))
    )


# ---------------------------------------------------------------- corners


@cites(R("H7"), R("Q1"), R("Q2"), R("Q4"), R("Q15"), R("Q20"), R("Q21"), R("W3"))
def corners(
    state: State,
    seat: Seat,
    start: int,
    speed: int,
    slid: int,
    crs: Course,
    told: Told,
    chance: Chance,
) -> Step[State, Event]:
    """Every corner line crossed this turn, in order: pay what the speed is over, or spin out."""
    before = car = state.cars[seat]
    box, spun = state.box, False
    line, lines = crs.next_line[start + GRID], crs.lines
    end = len(lines)
    if line < end and lines[line] <= car.pos:
        own = total(car.area).limit if crs.garage else 0
        while line < end and lines[line] <= car.pos:
            limit = max(crs.limits[line] + own, 0)
            if speed > limit:
                heat = speed - limit + crs.overheat[line]
                if heat > car.engine:
                    car = spin_out(state, car, seat, line, limit, speed, crs, told)
                    box, spun = replace(box, spins=box.spins + 1), True
                    break
                told.append(CornerPaid(seat, limit, speed, heat))
                car = pay(car, heat)
            line += 1
        if car is not before:
            state = replace(state, cars=put(state.cars, seat, car), box=box)
    if crs.prizes:
        if spun:
            state = only_counted(state, seat, start, crs)
        else:
            state = rewards(state, seat, start, speed, slid, crs, told, chance)
    if crs.effect.cooker and cooker.lap_done(start, state.cars[seat].pos, crs):
        return cooker.cook(state, seat, told, chance)
    return discard(state, seat, crs, told, chance)


@cites(R("H7.1"), R("H7.2"), R("Q3"), R("C6.10"))
def spin_out(
    state: State,
    car: Car,
    seat: Seat,
    line: int,
    limit: int,
    speed: int,
    crs: Course,
    told: Told,
) -> Car:
    """All Heat is paid, the car goes back before the line, Stress by the gear, first gear."""
    n = 1 if car.gear <= 2 else 2
    told.append(SpunOut(seat, limit, speed, n))
    if crs.effect.eliminated:
        told.append(Eliminated(seat))
        return replace(pay(car, car.engine), pos=AWAY, place=-1)
    to, on_line = free_behind(state.cars, crs.lines[line] - 1)
    told.append(Moved(seat, car.pos, to))
    return replace(
        car,
        gear=1,
        pos=to,
        line=on_line,
        engine=0,
        hand=tuple(sorted(car.hand + (STRESS,) * n)),
        discard=car.discard + (HEAT,) * car.engine,
        shown=car.shown + (STRESS,) * n,
    )


@cites(R("C4"), R("C5"), R("C6"))
def rewards(
    state: State,
    seat: Seat,
    start: int,
    speed: int,
    slid: int,
    crs: Course,
    told: Told,
    chance: Chance,
) -> State:
    """Sponsorships for press corners and for what the Event asks."""
    state, won = event_cards(state, seat, crs, start, speed)
    won += press_cards(crs, start, state.cars[seat].pos, speed, slid)
    for _ in range(won):
        car, box = gain_sponsor(state.cars[seat], state.box, seat, told, chance)
        state = replace(state, cars=put(state.cars, seat, car), box=box)
    return state


# ---------------------------------------------------------------- discard


@cites(R("H8"), R("E3"), R("C6.13"), R("C6.15"), R("C6.17"))
class Discarding(Struct, frozen=True, tag=True, gc=False):
    """Card by card, from the lowest number up; Heat and Stress stay."""

    seat: Seat
    last: CardNo = 0
    n: int = 0

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        cards = state.cars[self.seat].hand
        if self.last:
            cards = cards[bisect_left(cards, self.last) :]
        options = tosses(cards, COURSES[state.course].effect.may_discard)
        return (Ask(self.seat, DISCARD, options),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if type(move) is Done:
            return refresh(state, seat, COURSES[state.course], [], chance)
        if type(move) is not Toss:
            raise RulesBug(move)
        card = move.card
        car = state.cars[seat]
        hand, shown = minus(car.hand, (card,)), known(car, card) if car.shown else ()
        is_open = card in (HEAT, STRESS)  # an Event allows it; such cards are shown
        told: Told = [Discarded(seat, card)]
        if is_open:
            car = replace(car, hand=hand, discard=car.discard + (card,), shown=shown)
        else:
            car = replace(car, hand=hand, hidden=car.hidden + (card,), shown=shown)
        state = replace(
            state, cars=put(state.cars, seat, car), phase=Discarding(seat, card, self.n + 1)
        )
        crs = COURSES[state.course]
        if not hand or crs.effect.most_discards <= self.n + 1:
            return refresh(state, seat, crs, told, chance)
        return Step(state, tuple(told), is_open)


def known(car: Car, card: CardNo) -> tuple[CardNo, ...]:
    """What everybody still knows of a hand after a card left it: unseen, or Heat and Stress."""
    if card in (HEAT, STRESS):
        return less(car.shown, (card,))
    return tuple(c for c in car.shown if c in (HEAT, STRESS))


@lru_cache(maxsize=1 << 14)
def tosses(cards: tuple[CardNo, ...], also: str) -> tuple[Move, ...]:
    """To stop, or one of these cards; Heat and Stress only where an Event allows it."""
    kept = {HEAT, STRESS} - {HEAT if also == "heat" else STRESS if also == "stress" else -1}
    return (DONE, *[TOSS[card] for card in dict.fromkeys(cards) if card not in kept])


@cites(R("H8"), R("E3"), R("Q32"), R("H10"))
def discard(
    state: State, seat: Seat, crs: Course, told: Told, chance: Chance
) -> Step[State, Event]:
    """Asked whenever there are cards in the hand: which ones they are is the driver's secret."""
    car = state.cars[seat]
    racing = car.pos < crs.goal and not car.place
    if car.hand and racing and not crs.flags[car.pos + GRID] & TUNNEL:
        return Step(replace(state, phase=Discarding(seat)), tuple(told))
    return refresh(state, seat, crs, told, chance)


# ---------------------------------------------------------------- replenish


@cites(R("H9.1"), R("Q10"))
class Refreshing(Struct, frozen=True, tag=True, gc=False):
    """Played cards that may go back on top of the deck; the last one put there lies on top."""

    seat: Seat

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        area = state.cars[self.seat].area
        cards = dict.fromkeys(card for card in area if card in REFRESH_CARDS)
        return (Ask(self.seat, REFRESHING, (DONE, *(REFRESH[card] for card in cards))),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        crs = COURSES[state.course]
        if isinstance(move, Done):
            return replenish(state, seat, crs, [], chance)
        if not isinstance(move, Refresh):
            raise RulesBug(move)
        car = state.cars[seat]
        car = replace(car, area=minus(car.area, (move.card,)), top=(*car.top, move.card))
        state = replace(state, cars=put(state.cars, seat, car))
        return refresh(state, seat, crs, [Refreshed(seat, move.card)], chance)


def refresh(
    state: State, seat: Seat, crs: Course, told: Told, chance: Chance
) -> Step[State, Event]:
    """Asked only where a played card has the symbol."""
    if crs.garage:
        car = state.cars[seat]
        racing = not car.place and car.pos < crs.goal
        if racing and not REFRESH_CARDS.isdisjoint(car.area):
            return Step(replace(state, phase=Refreshing(seat)), tuple(told))
    return replenish(state, seat, crs, told, chance)


@cites(R("H9"), R("Q22"))
def replenish(
    state: State, seat: Seat, crs: Course, told: Told, chance: Chance
) -> Step[State, Event]:
    """Played cards away, the hand filled up, and the next car."""
    car, box = state.cars[seat], state.box
    if crs.garage and car.area and max(car.area) >= FIRST_SPONSOR:
        car, box = spend_sponsors(car, box, seat, told)
    seen = False
    if car.pos < crs.goal and not car.place:
        if car.hidden and not car.discard and not car.area:
            car, seen = open_top(car, seat, told), True
        car = fill_hand(car, seat, crs.hand, told, chance)
    else:
        car = replace(car, area=(), discard=car.discard + car.area)
    cars = put(state.cars, seat, car)
    state = replace(state, cars=cars, box=box, turn=state.turn + 1)
    order, now = state.order, state.turn
    step = turn.next_car(state, crs, told, chance)
    if seen or (now < len(order) and min(order[now:]) < state.seats):  # the next one's cards, too
        return Step(step.state, step.events, opened=True)
    return step


class Over(Struct, frozen=True, tag=True, gc=False):
    """Every driver is home or out of the race."""

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return ()

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        raise RulesBug(move)
