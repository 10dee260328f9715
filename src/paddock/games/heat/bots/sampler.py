"""Monte Carlo for this game: samples to the own next turn, driven sensibly, and judged by the best
plan that the hand then holds.

Random driving ends in spin-outs whatever came before, so that its results say little of the option
that was tried. Here everybody drives by simple rules of thumb, and the sample is cut off where the
seat plans again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.core.seats import Seat
from paddock.games.heat.bots.judge import SPREAD, evaluate
from paddock.games.heat.bots.hands import best_plan
from paddock.games.heat.bots.turns import after_turn, driven
from paddock.games.heat.data import HEAT, RANK, SPEED, STRESS, SYMBOLS, VALUES, CardNo
from paddock.games.heat.game import GAME
from paddock.games.heat.moves import Cool, Move, PayHeat, Plan, Replace, Scrap, Slip, Toss
from paddock.games.heat.phases import Discarding, Over, Planning, React, Slipping
from paddock.games.heat.rules.cards import total
from paddock.games.heat.rules.course import COURSES, GRID, Course
from paddock.games.heat.rules.plans import PLANS, reach
from paddock.games.heat.state import Car, State
from paddock.games.heat.view import View

SAMPLES = 200
KEPT = 10
"""How many options are sampled at all: those a glance prefers."""
LONGEST = 60
"""Decisions after which a sample is cut off in any case."""
GRAIN = range(1 << 30)
FLIP = 2.5
"""What a card turned up brings, on average."""


def sampler(argument: str) -> Sampler:
    """`mc:200` on the command line: so many samples a decision."""
    return Sampler(int(argument or SAMPLES))


class Tape:
    """Luck that can be wound back: the same for every option tried in a world."""

    __slots__ = ("_at", "_source", "_values")

    def __init__(self, source: Chance) -> None:
        self._source, self._at = source, 0
        self._values: list[float] = []

    def rewind(self) -> None:
        self._at = 0

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        at = self._at
        self._at = at + 1
        if at == len(self._values):
            self._values.append(self._source.pick(GRAIN, "bot") / len(GRAIN))
        return int(self._values[at] * len(faces))


class Sampler:
    """Halving: all options that are left get as many samples, and the worse half drops out."""

    def __init__(self, samples: int = SAMPLES) -> None:
        if samples < 1:
            raise ValueError("at least one sample")
        self.samples = samples

    def choose(self, seen: View, ask: Ask[Move], chance: Chance) -> Move:
        options = tuple(ask.options)
        if len(options) == 1:
            return options[0]
        if len(options) > KEPT:
            options = glance(seen, ask, chance)
        totals = [0.0] * len(options)
        tries = [0] * len(options)
        alive = list(range(len(options)))
        rounds = max(1, (len(options) - 1).bit_length())
        while len(alive) > 1:
            for _ in range(max(1, self.samples // (rounds * len(alive)))):
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


def glance(seen: View, ask: Ask[Move], chance: Chance) -> tuple[Move, ...]:
    """The options after which the seat looks best at once, in two worlds."""
    totals = [0.0] * len(ask.options)
    for _ in range(2):
        state = GAME.imagine(seen, ask.seat, chance)
        state = sealed_by_others(state, ask.seat, chance)
        tape = Tape(chance)
        for i, move in enumerate(ask.options):
            tape.rewind()
            after = GAME.play(state, ask.seat, move, tape).state
            totals[i] += evaluate(GAME.view(after, ask.seat), ask.seat)
    best = sorted(range(len(totals)), key=lambda i: (-totals[i], i))[:KEPT]
    return tuple([ask.options[i] for i in best])


def sealed_by_others(state: State, seat: Seat, chance: Chance) -> State:
    """The others' plans, by rules of thumb, before the own one."""
    phase = state.phase
    if not isinstance(phase, Planning):
        return state
    for ask in phase.asks(state):
        if ask.seat != seat:
            state = GAME.play(state, ask.seat, thumb_plan(state, ask, chance), chance).state
    return state


def sample(state: State, seat: Seat, move: Move, luck: Tape) -> float:
    """From a move to the own next plan."""
    state = GAME.play(state, seat, move, luck).state
    begun = state.round
    for _ in range(LONGEST):
        phase = state.phase
        if isinstance(phase, Over) or state.cars[seat].place:
            break
        if isinstance(phase, Planning) and state.round > begun:
            break
        ask = phase.asks(state)[0]
        state = GAME.play(state, ask.seat, thumb(state, ask, luck), luck).state
    return worth(state, seat)


# ---------------------------------------------------------------- rules of thumb


def thumb(state: State, ask: Ask[Move], luck: Chance) -> Move:
    """What a sensible driver would do without thinking."""
    phase = state.phase
    if isinstance(phase, Planning):
        return thumb_plan(state, ask, luck)
    options = tuple(ask.options)
    if isinstance(phase, React):
        for move in options:
            if isinstance(move, PayHeat | Replace | Scrap):
                return move
        cools = [move for move in options if isinstance(move, Cool)]
        return cools[-1] if cools else options[0]
    if isinstance(phase, Slipping):
        return thumb_slip(state, phase, options)
    if isinstance(phase, Discarding):
        return thumb_discard(state, phase, options)
    return options[0]


def thumb_plan(state: State, ask: Ask[Move], luck: Chance) -> Move:
    """The best plan by the table, as if plus symbols turned up an average card."""
    car, crs = state.cars[ask.seat], COURSES[state.course]
    move = ask.options[0]
    if not isinstance(move, Plan) or not move.gear:
        return ask.options[luck.pick(range(len(ask.options)), "bot")]
    found = best_plan(car.hand, car.pos, car.gear, car.engine, crs)[1]
    return found if found in ask.options else ask.options[ask.default]


def thumb_slip(state: State, phase: Slipping, options: Sequence[Move]) -> Move:
    car, crs = state.cars[phase.seat], COURSES[state.course]
    own = total(car.area).limit

    def left(move: Move) -> float:
        end = car.pos + (move.n if isinstance(move, Slip) else 0)
        return driven(crs.text, phase.start, end, phase.speed, own, car.gear, car.engine)

    return min(options, key=left)


def thumb_discard(state: State, phase: Discarding, options: Sequence[Move]) -> Move:
    """Away with what is furthest from what the next turn wants."""
    car, crs = state.cars[phase.seat], COURSES[state.course]
    if car.pos >= crs.goal:
        return options[0]
    wanted = 2.5
    for move in options:
        if isinstance(move, Toss) and abs(SPEED[move.card] - wanted) > 1.6:
            return move
    return options[0]


# ---------------------------------------------------------------- what a position is worth


def worth(state: State, seat: Seat) -> float:
    """The lead in turns over the best of the others, with the best plan of the own hand."""
    crs = COURSES[state.course]
    mine = turns(state.cars[seat], crs)
    others = [roughly(car, crs) for i, car in enumerate(state.cars) if i != seat]
    if not others:
        return -mine
    lead = min(others) - mine
    return 0.5 + 0.5 * lead / (SPREAD + abs(lead)) - 0.002 * mine


def turns(car: Car, crs: Course) -> float:
    if car.place:
        return -1.0 - 0.1 * (9 - car.place) if car.place > 0 else 99.0
    if car.pos >= crs.goal:
        return after_turn(car.pos, 1, 0, crs)
    return best_plan(car.hand, car.pos, car.gear, car.engine, crs)[0]


def roughly(car: Car, crs: Course) -> float:
    """Another car's turns, whatever its hand; a Legend is taken for one in third gear."""
    if car.place:
        return turns(car, crs)
    if not car.hand:
        return after_turn(car.pos, 3, 3, crs)
    return after_turn(car.pos, car.gear, car.engine, crs)


