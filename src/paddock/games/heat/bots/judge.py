"""Evaluation of a view: the turns that a car still needs to the finish, against its rivals."""

from __future__ import annotations

from typing import TypeAlias

from paddock.core.seats import Seat
from paddock.games.heat.bots.hands import HEAT_IN_HAND_TURNS, STRESS_IN_HAND_TURNS, hand_turns
from paddock.games.heat.bots.turns import GEAR_COOLDOWN, after_turn, turns_after_move
from paddock.games.heat.data import HEAT, SPEED, STRESS, SYMBOLS, VALUES, CardNo
from paddock.games.heat.foresee import has_adrenaline
from paddock.games.heat.foresee.odds import Chances, count_speeds, sum_chances
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

WINNING_LEAD_TURNS = 2.0
"""Turns of a lead that is nearly a win."""


def evaluate(view: View, seat: Seat) -> float:
    """The lead over the best rival in turns, mapped to the range from 0 (lost) to 1 (won)."""
    course = COURSES[view.course]
    if not view.round:
        return 0.5  # before the start: nothing is dealt yet
    mine = turns_left(view, seat, course)
    others = sorted(rival_turns(car, course) for i, car in enumerate(view.cars) if i != seat)
    if not others:
        return max(0.0, 1 - mine / 60)
    lead = others[0] - mine + 0.1 * (others[min(1, len(others) - 1)] - mine)
    squeezed = 0.5 + 0.5 * lead / (WINNING_LEAD_TURNS + abs(lead))
    places = sum(other < mine for other in others) / len(others)
    return 0.85 * squeezed + 0.1 * (1 - places) + 0.05 * max(0.0, 1 - mine / 40)


def rival_turns(car: Rival, course: Course) -> float:
    """A rival's turns; a Legend counts as a driver in third gear with some Heat."""
    if car.place > 0:
        return -1.0
    if car.place < 0:
        return 99.0
    has_driver = bool(car.pool)
    gear, heat = (car.gear, car.engine) if has_driver else (3, 3)
    return after_turn(car.pos, gear, heat, course)


# ---------------------------------------------------------------- the own car


def turns_left(view: View, seat: Seat, course: Course) -> float:
    """The turns of the own car, with its plan, the corners ahead and the cards in hand."""
    car, mine, phase = view.cars[seat], view.mine, view.phase
    if car.place:
        return -1.0 if car.place > 0 else 99.0
    if mine.planned:
        return PlanJudge(view, seat, course).turns(mine.planned, car.gear, car.engine, mine.hand)
    if car.pos >= course.goal:
        return after_turn(car.pos, 1, 0, course)
    if isinstance(phase, React) and phase.seat == seat:
        return react_turns(view, seat, course, phase)
    if isinstance(phase, Slipping) and phase.seat == seat:
        own = TOTALS[car.area].limit
        left = TurnJudge(view, seat, course, phase.start, own, car.gear)
        return left.ends(car.pos, phase.speed, car.engine) + hand_burden(mine.hand)
    if isinstance(phase, Choosing) and phase.seat == seat:
        left = TurnJudge(view, seat, course, car.pos, TOTALS[car.area].limit, car.gear)
        speed = phase.speed + sum(min(VALUES[card]) for card in phase.cards)
        return left.ends(car.pos + speed, speed, car.engine) + hand_burden(mine.hand)
    if isinstance(phase, Discarding) and phase.seat == seat and not phase.n:
        return after_turn(car.pos, car.gear, car.engine, course) + hand_burden(mine.hand)
    pile = car.discard + mine.hidden + car.area
    return hand_turns(mine.hand, mine.deck, pile, car.pos, car.gear, car.engine, course)


def hand_burden(hand: tuple[CardNo, ...]) -> float:
    """The cost in turns of cards that cannot be discarded."""
    return HEAT_IN_HAND_TURNS * hand.count(HEAT) + STRESS_IN_HAND_TURNS * hand.count(STRESS)


class PlanJudge:
    """Judges plans of the own car, with the other cars where the view shows them."""

    __slots__ = ("adrenaline", "car", "course", "mine", "seat", "turn_judges", "view")

    def __init__(self, view: View, seat: Seat, course: Course) -> None:
        self.view, self.seat, self.course = view, seat, course
        self.car, self.mine = view.cars[seat], view.mine
        self.adrenaline = has_adrenaline(view, seat, course)
        self.turn_judges: dict[tuple[int, int], TurnJudge] = {}

    def turns(self, cards: tuple[CardNo, ...], gear: int, engine: int, hand: Hand) -> float:
        """The mean turns over all cards that plus symbols may turn up."""
        car, push = self.car, self.adrenaline
        if HEAT in cards:
            return 1.3 + after_turn(car.pos, 1, engine, self.course)
        sums = TOTALS[cards]
        engine -= sum([SYMBOLS[card].heat for card in sums.heat])
        speed = sums.speed + sum([SPEED[card] for card in sums.open])
        cool = GEAR_COOLDOWN[gear - 1] + sums.cool + push
        turn = self.turn_judges.get((sums.limit, gear))
        if turn is None:
            turn = TurnJudge(self.view, self.seat, self.course, car.pos, sums.limit, gear)
            self.turn_judges[sums.limit, gear] = turn
        if not sums.plus:
            mean = turn.best(car.pos + speed, speed, engine, cool, hand, push, True)
        else:
            mean = 0.0
            for more, chance in flip_chances(car, self.mine, sums.plus).items():
                now = speed + more
                mean += chance * turn.best(car.pos + now, now, engine, cool, hand, push, True)
        return mean - 0.03 * sum(sums.slips) - 0.05 * sums.reduce


def react_turns(view: View, seat: Seat, course: Course, phase: React) -> float:
    """The turns of a car in React, with the best reactions that are still open."""
    car, mine = view.cars[seat], view.mine
    turn = TurnJudge(view, seat, course, phase.start, TOTALS[car.area].limit, car.gear)
    owed = sum(SYMBOLS[card].heat for card, _ in phase.more.heat) if phase.more else 0
    engine = car.engine - owed
    hand = mine.hand
    return turn.best(car.pos, phase.speed, engine, phase.cool, hand, phase.push, phase.boost)


def flip_chances(car: Rival, mine: Mine, n: int) -> Chances:
    return sum_chances(count_speeds(mine.deck), count_speeds(car.discard + mine.hidden), n)


class TurnJudge:
    """Judges one turn of the own car, with the other cars where the view shows them."""

    __slots__ = ("car", "course", "gear", "mine", "one_flip", "own", "pull", "start")

    def __init__(
        self, view: View, seat: Seat, course: Course, start: int, own: int, gear: int
    ) -> None:
        self.course, self.start, self.own, self.gear = course, start, own, gear
        self.car, self.mine = view.cars[seat], view.mine
        self.one_flip: Chances | None = None  # speeds of one card turned up, computed on demand
        self.pull = (
            slipstream_spaces(view, seat, course)
            if gear in course.effect.slip_gears
            else frozenset()
        )

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
        """The turns after React: all cooldown used, adrenaline and boost where they help."""
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
            if self.one_flip is None:
                self.one_flip = flip_chances(self.car, self.mine, 1)
            chances = self.one_flip
            left = min(left, self.boost_turns(end, speed, rest, chances))
            if push:
                left = min(left, self.boost_turns(end + 1, speed + 1, rest, chances))
        return left + hand_burden(hand) - HEAT_IN_HAND_TURNS * cooled

    def boost_turns(self, end: int, speed: int, engine: int, chances: Chances) -> float:
        mean = 0.0
        for gain, chance in chances.items():
            mean += chance * self.ends(end + gain, speed + gain, engine)
        return mean

    def ends(self, end: int, speed: int, engine: int) -> float:
        """The turns after the corners, with a slipstream if there is one and it helps."""
        text = self.course.text
        left = turns_after_move(text, self.start, end, speed, self.own, self.gear, engine)
        if end in self.pull:
            on = end + self.course.slip
            if on < self.course.goal:
                slid = turns_after_move(text, self.start, on, speed, self.own, self.gear, engine)
                left = min(left, slid)
        return left


def slipstream_spaces(view: View, seat: Seat, course: Course) -> frozenset[int]:
    """The spaces that give a slipstream, behind cars whose position in this turn is known."""
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
