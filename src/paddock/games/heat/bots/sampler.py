"""Monte Carlo for this game: samples over a few rounds, driven sensibly, and judged by the best
plans that the hand may then hold.

Random driving ends in spin-outs whatever came before, so that its results say little of the option
that was tried. Here everybody drives by rules of thumb, and the sample is cut off where a round
begins.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from paddock.core.chance import Chance, Tape
from paddock.core.game import Ask
from paddock.core.seats import Seat
from paddock.games.heat.bots.exact import ranked, sealed_by_others
from paddock.games.heat.bots.hands import best_plan, held
from paddock.games.heat.bots.judge import SPREAD
from paddock.games.heat.bots.rule_of_thumb import rule_of_thumb
from paddock.games.heat.bots.turns import after_turn
from paddock.games.heat.game import GAME
from paddock.games.heat.moves import DONE, Move
from paddock.games.heat.phases import Discarding, Over, Planning
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.state import Car, State
from paddock.games.heat.view import View

SAMPLES = 200
KEPT = 6
"""How many options are sampled at all: those a glance prefers."""
LONGEST = 60
"""Decisions after which a sample is cut off in any case."""
AHEAD = (0, 3, 3, 2, 2, 1, 1, 1, 1)
"""By drivers, how many rounds a sample looks ahead, the one that is driven included."""
FEW = 3
"""In so many ways a hand is filled up at the end of a sample."""


def sampler(argument: str) -> Sampler:
    """`mc:200` on the command line: so many samples a decision."""
    return Sampler(int(argument or SAMPLES))


class Sampler:
    """Halving: all options that are left get as many samples, and the worse half drops out."""

    def __init__(self, samples: int = SAMPLES) -> None:
        if samples < 1:
            raise ValueError("at least one sample")
        self.samples = samples
        self.worlds: Callable[[int, int], Iterator[int]] = self.by_number

    def choose(self, seen: View, ask: Ask[Move], chance: Chance) -> Move:
        options = tuple(ask.options)
        if len(options) == 1:
            return options[0]
        options = ranked(seen, ask, chance, KEPT)
        totals = [0.0] * len(options)
        tries = [0] * len(options)
        alive = list(range(len(options)))
        rounds = max(1, (len(options) - 1).bit_length())
        while len(alive) > 1:
            for _ in self.worlds(len(alive), rounds):
                state = GAME.imagine(seen, ask.seat, chance)
                state = sealed_by_others(state, ask.seat, chance)
                tape = Tape(chance)
                for i in alive:
                    tape.rewind()
                    totals[i] += sample(state, ask.seat, options[i], tape)
                    tries[i] += 1
            alive.sort(key=lambda i: (-totals[i] / tries[i], i))
            del alive[(len(alive) + 1) // 2 :]
        return options[alive[0]]

    def by_number(self, alive: int, rounds: int) -> Iterator[int]:
        """The worlds of one round of the halving."""
        yield from range(max(1, self.samples // (rounds * alive)))


def sample(state: State, seat: Seat, move: Move, luck: Tape) -> float:
    """From a move to the end of a round, the own hand judged where the own last turn ends."""
    until = state.round + AHEAD[state.seats]
    state = GAME.play(state, seat, move, luck).state
    mine = None
    for _ in range(LONGEST):
        phase = state.phase
        if isinstance(phase, Over) or state.cars[seat].place:
            break
        if isinstance(phase, Planning) and state.round >= until:
            break
        ask = phase.asks(state)[0]
        move = rule_of_thumb(state, ask, luck)
        last = state.round == until - 1 and ask.seat == seat and isinstance(phase, Discarding)
        if last and move == DONE:
            mine = refilled(state.cars[seat], COURSES[state.course])
        state = GAME.play(state, ask.seat, move, luck).state
    return worth(state, seat, mine)


# ---------------------------------------------------------------- what a position is worth


def refilled(car: Car, course: Course) -> float:
    """The own turns at the end of a turn, whatever is drawn."""
    pile = car.discard + car.hidden + car.area
    return held(car.hand, car.deck, pile, car.pos, car.gear, car.engine, course, FEW)


def worth(state: State, seat: Seat, mine: float | None) -> float:
    """The place, once there is one; before, the lead in turns over the best of the others, which
    says more the fewer are left. Who is home already cannot be beaten any more."""
    course, cars = COURSES[state.course], state.cars
    place, rivals = cars[seat].place, len(cars) - 1
    if not rivals:
        return -float(state.round) - (turns(cars[seat], course) if mine is None or place else mine)
    if place:
        return 1 - (place - 1) / rivals if place > 0 else 0.0
    if mine is None:
        mine = turns(cars[seat], course)
    others = [roughly(car, course) for i, car in enumerate(cars) if i != seat and not car.place]
    if not others:
        return -0.001 * mine
    lead = min(others) - mine
    spread = SPREAD * (0.2 + 0.2 * math.sqrt(max(0.0, mine)))
    still = len(others) / rivals
    return still * (0.5 + 0.5 * lead / (spread + abs(lead))) - 0.001 * mine


def turns(car: Car, course: Course) -> float:
    if car.place or car.pos >= course.goal:
        return 0.0
    return best_plan(car.hand, car.pos, car.gear, car.engine, course)[0]


def roughly(car: Car, course: Course) -> float:
    """Another car's turns, whatever its hand; a Legend is taken for one in third gear."""
    if not car.hand and car.pos < course.goal:
        return after_turn(car.pos, 3, 3, course)
    return after_turn(car.pos, car.gear, car.engine, course)
