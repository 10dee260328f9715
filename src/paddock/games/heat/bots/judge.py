"""How well a seat stands, from what it knows.

The measure is turns: how many more a car needs to the finish.
"""

from __future__ import annotations

from typing import TypeAlias

from paddock.core.seats import Seat
from paddock.games.heat.bots.hands import CLOG, STRESS_COSTS, held
from paddock.games.heat.bots.turns import COOLS, after_turn, driven
from paddock.games.heat.data import HEAT, SPEED, STRESS, SYMBOLS, VALUES, CardNo
from paddock.games.heat.foresee import adrenaline
from paddock.games.heat.foresee.odds import Chances, counted, sums_of
from paddock.games.heat.phases import Choosing, Discarding, React, Slipping
from paddock.games.heat.rules.cards import TOTALS
from paddock.games.heat.rules.course import (
    COOLING,
    COURSES,
    FREE_BOOST,
    GRID,
    NO_COOLING,
    NO_SLIP,
    Course,
)
from paddock.games.heat.view import Mine, Rival, View

Hand: TypeAlias = tuple[CardNo, ...]

SPREAD = 2.0
"""Turns of a lead that are nearly a win."""


def evaluate(view: View, seat: Seat) -> float:
    """The lead over the best of the others, in turns, squeezed between lost and won."""
    course = COURSES[view.course]
    if not view.round:
        return 0.5  # before the start: nothing is dealt yet
    mine = turns_left(view, seat, course)
    others = sorted(others_turns(car, course) for i, car in enumerate(view.cars) if i != seat)
    if not others:
        return max(0.0, 1 - mine / 60)
    lead = others[0] - mine + 0.1 * (others[min(1, len(others) - 1)] - mine)
    squeezed = 0.5 + 0.5 * lead / (SPREAD + abs(lead))
    places = sum(other < mine for other in others) / len(others)
    return 0.85 * squeezed + 0.1 * (1 - places) + 0.05 * max(0.0, 1 - mine / 40)


def others_turns(car: Rival, course: Course) -> float:
    """Another car's turns; a Legend is taken for a driver in third gear with some Heat."""
    if car.place > 0:
        return -1.0
    if car.place < 0:
        return 99.0
    driven = bool(car.pool)
    return after_turn(car.pos, car.gear if driven else 3, car.engine if driven else 3, course)


# ---------------------------------------------------------------- the own car


def turns_left(view: View, seat: Seat, course: Course) -> float:
    """The own turns: what lies planned, what a corner will cost, and the cards."""
    car, mine, phase = view.cars[seat], view.mine, view.phase
    if car.place:
        return -1.0 if car.place > 0 else 99.0
    if mine.planned:
        return Hopes(view, seat, course).turns(mine.planned, car.gear, car.engine, mine.hand)
    if car.pos >= course.goal:
        return after_turn(car.pos, 1, 0, course)
    if isinstance(phase, React) and phase.seat == seat:
        return reacting(view, seat, course, phase)
    if isinstance(phase, Slipping) and phase.seat == seat:
        own = TOTALS[car.area].limit
        left = Turn(view, seat, course, phase.start, own, car.gear)
        return left.ends(car.pos, phase.speed, car.engine) + burden(mine.hand)
    if isinstance(phase, Choosing) and phase.seat == seat:
        left = Turn(view, seat, course, car.pos, TOTALS[car.area].limit, car.gear)
        speed = phase.speed + sum(min(VALUES[card]) for card in phase.cards)
        return left.ends(car.pos + speed, speed, car.engine) + burden(mine.hand)
    if isinstance(phase, Discarding) and phase.seat == seat and not phase.n:
        return after_turn(car.pos, car.gear, car.engine, course) + burden(mine.hand)
    pile = car.discard + mine.hidden + car.area
    return held(mine.hand, mine.deck, pile, car.pos, car.gear, car.engine, course)


def burden(hand: tuple[CardNo, ...]) -> float:
    """What the cards that cannot be discarded cost."""
    return CLOG * hand.count(HEAT) + STRESS_COSTS * hand.count(STRESS)


class Hopes:
    """What plans of the own car lead to, with the others where the view has them."""

    __slots__ = ("car", "course", "last", "mine", "seat", "seen", "turning")

    def __init__(self, view: View, seat: Seat, course: Course) -> None:
        self.seen, self.seat, self.course = view, seat, course
        self.car, self.mine = view.cars[seat], view.mine
        self.last = adrenaline(view, seat, course)
        self.turning: dict[tuple[int, int], Turn] = {}

    def turns(self, cards: tuple[CardNo, ...], gear: int, engine: int, hand: Hand) -> float:
        """Over everything that plus symbols may turn up."""
        car, last = self.car, self.last
        if HEAT in cards:
            return 1.3 + after_turn(car.pos, 1, engine, self.course)
        sums = TOTALS[cards]
        engine -= sum([SYMBOLS[card].heat for card in sums.heat])
        speed = sums.speed + sum([SPEED[card] for card in sums.open])
        cool = COOLS[gear - 1] + sums.cool + last
        turn = self.turning.get((sums.limit, gear))
        if turn is None:
            turn = Turn(self.seen, self.seat, self.course, car.pos, sums.limit, gear)
            self.turning[sums.limit, gear] = turn
        if not sums.plus:
            mean = turn.best(car.pos + speed, speed, engine, cool, hand, last, True)
        else:
            mean = 0.0
            for more, its in flips(car, self.mine, sums.plus).items():
                now = speed + more
                mean += its * turn.best(car.pos + now, now, engine, cool, hand, last, True)
        return mean - 0.03 * sum(sums.slips) - 0.05 * sums.reduce


def reacting(view: View, seat: Seat, course: Course, phase: React) -> float:
    """With everything that can still be done."""
    car, mine = view.cars[seat], view.mine
    turn = Turn(view, seat, course, phase.start, TOTALS[car.area].limit, car.gear)
    owed = sum(SYMBOLS[card].heat for card, _ in phase.more.heat) if phase.more else 0
    engine = car.engine - owed
    hand = mine.hand
    return turn.best(car.pos, phase.speed, engine, phase.cool, hand, phase.push, phase.boost)


def flips(car: Rival, mine: Mine, n: int) -> Chances:
    return sums_of(counted(mine.deck), counted(car.discard + mine.hidden), n)


class Turn:
    """A turn of the own car with the others where they are known to be when it is driven."""

    __slots__ = ("car", "course", "gear", "mine", "once", "own", "pull", "start")

    def __init__(
        self, view: View, seat: Seat, course: Course, start: int, own: int, gear: int
    ) -> None:
        self.course, self.start, self.own, self.gear = course, start, own, gear
        self.car, self.mine = view.cars[seat], view.mine
        self.once: Chances | None = None  # what one card turned up may be
        self.pull = pulling(view, seat, course) if gear in course.effect.slip_gears else frozenset()

    def best(
        self,
        end: int,
        speed: int,
        engine: int,
        cool: int,
        hand: Hand,
        push: bool,
        boost: bool,
    ) -> float:
        """After React: all cooldown used, adrenaline and boost where they help."""
        here = self.course.flags[end + GRID]
        if here & NO_COOLING:
            cool = 0
        elif here & COOLING:
            cool += 1
        cooled = min(cool, hand.count(HEAT))
        engine += cooled
        left = self.ends(end, speed, engine)
        if push:
            left = min(left, self.ends(end + 1, speed + 1, engine))
        if boost and (engine > 0 or here & FREE_BOOST):
            rest = engine if here & FREE_BOOST else engine - 1
            if self.once is None:
                self.once = flips(self.car, self.mine, 1)
            chances = self.once
            left = min(left, self.boosted(end, speed, rest, chances))
            if push:
                left = min(left, self.boosted(end + 1, speed + 1, rest, chances))
        return left + burden(hand) - CLOG * cooled

    def boosted(self, end: int, speed: int, engine: int, chances: Chances) -> float:
        mean = 0.0
        for gain, its in chances.items():
            mean += its * self.ends(end + gain, speed + gain, engine)
        return mean

    def ends(self, end: int, speed: int, engine: int) -> float:
        """After the slipstream, if there is one and it helps, and the corners."""
        text = self.course.text
        left = driven(text, self.start, end, speed, self.own, self.gear, engine)
        if end in self.pull:
            on = end + self.course.slip
            if on < self.course.goal:
                slid = driven(text, self.start, on, speed, self.own, self.gear, engine)
                left = min(left, slid)
        return left


def pulling(view: View, seat: Seat, course: Course) -> frozenset[int]:
    """The spaces from which a car that has moved, or moves later, pulls this one along."""
    order = view.order
    if seat not in order:
        return frozenset()
    mine = order.index(seat)
    places = [
        view.cars[car].pos
        for i, car in enumerate(order)
        if (i > mine or i <= view.turn) and car != seat
    ]
    found = {pos for at in places for pos in (at - 1, at)}
    return frozenset(
        [pos for pos in found if pos >= -GRID and not course.flags[pos + GRID] & NO_SLIP]
    )
