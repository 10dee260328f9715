"""Monte Carlo for this game: samples to the end of the round, driven sensibly, and judged by the
best plans that the hand may then hold.

Random driving ends in spin-outs whatever came before, so that its results say little of the option
that was tried. Here everybody drives by rules of thumb, and the sample is cut off where the next
round begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.core.seats import Seat
from paddock.games.heat.bots.hands import best_plan, held
from paddock.games.heat.bots.judge import SPREAD, evaluate
from paddock.games.heat.bots.thumb import thumb
from paddock.games.heat.bots.turns import after_turn
from paddock.games.heat.data import HEAT, STRESS, CardNo
from paddock.games.heat.game import GAME
from paddock.games.heat.moves import DONE, TOSS, Move, Toss
from paddock.games.heat.phases import Discarding, Over, Planning
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.state import Car, State
from paddock.games.heat.view import View

SAMPLES = 200
KEPT = 6
"""How many options are sampled at all: those a glance prefers."""
LONGEST = 60
"""Decisions after which a sample is cut off in any case."""
FEW = 3
"""In so many ways a hand is filled up at the end of a sample."""
GRAIN = range(1 << 30)


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
        self.worlds: Callable[[int, int], Iterator[int]] = self.by_number

    def choose(self, seen: View, ask: Ask[Move], chance: Chance) -> Move:
        options = tuple(ask.options)
        if len(options) == 1:
            return options[0]
        if isinstance(seen.phase, Discarding):
            return best_discard(seen, ask.seat, options)
        if len(options) > KEPT:
            options = glance(seen, ask, chance)
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
            state = GAME.play(state, ask.seat, thumb(state, ask, chance), chance).state
    return state


def sample(state: State, seat: Seat, move: Move, luck: Tape) -> float:
    """From a move to the next round, the own hand judged where the own turn ends."""
    state = GAME.play(state, seat, move, luck).state
    begun = state.round
    mine = None
    for _ in range(LONGEST):
        phase = state.phase
        if isinstance(phase, Over) or state.cars[seat].place:
            break
        if isinstance(phase, Planning) and state.round > begun:
            break
        ask = phase.asks(state)[0]
        move = thumb(state, ask, luck)
        if mine is None and ask.seat == seat and move == DONE and isinstance(phase, Discarding):
            mine = refilled(state.cars[seat], COURSES[state.course])
        state = GAME.play(state, ask.seat, move, luck).state
    return worth(state, seat, mine)


# ---------------------------------------------------------------- what to discard


def best_discard(seen: View, seat: Seat, options: tuple[Move, ...]) -> Move:
    """The first card of those without which the hand, filled up, has the best plans."""
    crs, car, mine = COURSES[seen.course], seen.cars[seat], seen.mine
    loose = [card for card in mine.hand if TOSS[card] in options]
    pile = car.discard + mine.hidden + car.area
    most = min(len(loose), crs.effect.most_discards)
    best, first = 1000.0, DONE
    for n in range(most + 1):
        for gone in dict.fromkeys(combinations(loose, n)):
            hand = list(mine.hand)
            for card in gone:
                hand.remove(card)
            after = tuple(hand)
            its = held(after, mine.deck, pile + gone, car.pos, car.gear, car.engine, crs)
            if its < best:
                best, first = its, TOSS[gone[0]] if gone else DONE
    return first


# ---------------------------------------------------------------- what a position is worth


def refilled(car: Car, crs: Course) -> float:
    """The own turns at the end of a turn, whatever is drawn."""
    pile = car.discard + car.hidden + car.area
    return held(car.hand, car.deck, pile, car.pos, car.gear, car.engine, crs, FEW)


def worth(state: State, seat: Seat, mine: float | None) -> float:
    """The lead in turns over the best of the others, with the best plan of the own hand."""
    crs = COURSES[state.course]
    if mine is None or state.cars[seat].place:
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
