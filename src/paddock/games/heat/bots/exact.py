"""One move deep, by expectation: greedy for this game.

What a card turned up will be is the heart of a boost or of a Stress card. Judged by a few samples
it tempts a driver into spin-outs, so here every option is weighed over all that may be turned up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from msgspec.structs import replace

from paddock.core.chance import Chance, RepeatableChance
from paddock.core.game import Ask, replace_at
from paddock.core.seats import Seat
from paddock.games.heat.bots.garage import slower_by
from paddock.games.heat.bots.hands import FILLS, held
from paddock.games.heat.bots.judge import Hopes, Turn, burden, evaluate, flips
from paddock.games.heat.bots.rule_of_thumb import rule_of_thumb
from paddock.games.heat.bots.turns import driven
from paddock.games.heat.data import HEAT, STRESS, CardNo
from paddock.games.heat.foresee.odds import own
from paddock.games.heat.game import GAME
from paddock.games.heat.moves import (
    GIVE_UP,
    TOP_GEAR,
    TOSS,
    Boost,
    Cool,
    Done,
    Move,
    Pick,
    Plan,
    Push,
    Slip,
)
from paddock.games.heat.phases import Discarding, Drafting, Planning, React, Slipping
from paddock.games.heat.rules.cards import TOTALS, Total, without
from paddock.games.heat.rules.course import COURSES, FREE_BOOST, GRID
from paddock.games.heat.rules.plans import shift_price
from paddock.games.heat.state import State
from paddock.games.heat.view import View

WORLDS = 2
"""In so many worlds the cars ahead drive before a plan is weighed."""
GLANCES = 4
"""In so many worlds an option is tried that is judged by its look."""
SIGHT = 24
"""Cars further ahead pull nobody along."""
CLEAR = 0.4
"""By so many turns an option is clearly worse than another."""
DISCARDS = 3
FEW_FILLS = 1
"""Of many ways to discard, those are weighed in full that look best after few fillings-up."""
NEVER = 999.0


def appraise(view: View, ask: Ask[Move], chance: Chance) -> list[float]:
    """How well the seat will stand after each option, as far as turns tell it."""
    phase, seat, options = view.phase, ask.seat, tuple(ask.options)
    if isinstance(phase, Discarding):
        best = best_discard(view, seat, options)
        return [0.5 if move == best else 0.5 - A_TURN * CLEAR for move in options]
    sane = [move for move in options if move != GIVE_UP]  # the crowd has paid
    if isinstance(phase, Planning) and isinstance(sane[0], Plan) and sane[0].gear:
        turns = plans(view, seat, sane, chance)
    elif isinstance(phase, React) and all(isinstance(move, PLAIN) for move in sane):
        turns = [reaction(view, seat, phase, move) for move in sane]
    elif isinstance(phase, Drafting):
        turns = [slower_by(move.card) / 100 if isinstance(move, Pick) else 1.0 for move in sane]
    elif isinstance(phase, Slipping):
        turns = [slip(view, seat, phase, move) for move in sane]
    else:
        return looks(view, ask, chance)
    least = min(turns)
    worths = [0.5 - min(A_TURN * (its - least), 0.5) for its in turns]
    return worths + [0.0] * (len(options) - len(sane))


A_TURN = 0.15
"""What a turn is worth, in places of a field."""


PLAIN = (Done, Push, Boost, Cool)


# ---------------------------------------------------------------- plans


def plans(seen: View, seat: Seat, options: Sequence[Move], chance: Chance) -> list[float]:
    """The turns that each plan leads to, after the cars ahead have driven."""
    course, car = COURSES[seen.course], own(seen, seat)
    hand, engine = seen.mine.hand, car.engine
    prices = [shift_price(car, gear, course) for gear in range(1, TOP_GEAR + 1)]
    hopes = [Hopes(view, seat, course) for view in moved_on(seen, seat, chance)]
    found: dict[tuple[int, Total, int, int], float] = {}  # plans that come to the same
    keys = []
    for plan in options:
        assert isinstance(plan, Plan)
        cards, gear = plan.cards, plan.gear
        left = without(hand, cards) if HEAT in cards or STRESS in cards else hand
        key = (gear, TOTALS[cards], left.count(HEAT), left.count(STRESS))
        keys.append(key)
        if key in found:
            continue
        heat = prices[gear - 1]
        # more than the engine has: a mistake that only a tournament allows
        found[key] = NEVER if heat > engine else hopes[0].turns(cards, gear, engine - heat, left)
    enough = min(found.values()) + CLEAR  # what is clearly worse is not looked at again
    for key, plan in dict(zip(keys, options, strict=True)).items():
        if len(hopes) > 1 and found[key] <= enough:
            assert isinstance(plan, Plan)
            left = without(hand, plan.cards)
            rest = engine - prices[plan.gear - 1]
            more = [hope.turns(plan.cards, plan.gear, rest, left) for hope in hopes[1:]]
            found[key] = (found[key] + sum(more)) / len(hopes)
    return [found[key] for key in keys]


def moved_on(view: View, seat: Seat, chance: Chance) -> list[View]:
    """The view when it is the own turn: the cars ahead have driven, each by rules of thumb."""
    at, pos = view.order.index(seat), view.cars[seat].pos
    before = view.order[:at]
    if not any(view.cars[car].pos <= pos + SIGHT for car in before):
        return [replace(view, turn=at - 1)]
    found = []
    for _ in range(WORLDS):
        state = driven_before(view, seat, chance)
        cars = view.cars
        for car in before:
            cars = replace_at(cars, car, replace(cars[car], pos=state.cars[car].pos))
        found.append(replace(view, cars=cars, turn=at - 1))
    return found


def driven_before(view: View, seat: Seat, chance: Chance) -> State:
    """A world in which the cars ahead plan and drive; what the others plan does not matter."""
    state = GAME.imagine(view, seat, chance)
    at = view.order.index(seat)
    before = view.order[:at]
    while isinstance(state.phase, Planning) and state.round == view.round:
        ask = state.phase.asks(state)[0]
        plans = ask.seat in before
        move = rule_of_thumb(state, ask, chance) if plans else ask.options[ask.default]
        state = GAME.play(state, ask.seat, move, chance).state
    while state.round == view.round and state.turn < at and (asks := GAME.asks(state)):
        ask = asks[0]
        state = GAME.play(state, ask.seat, rule_of_thumb(state, ask, chance), chance).state
    return state


# ---------------------------------------------------------------- reactions


def reaction(view: View, seat: Seat, phase: React, move: Move) -> float:
    """The turns after a reaction, with the best of what can be done then."""
    course, car, mine = COURSES[view.course], view.cars[seat], view.mine
    turn = Turn(view, seat, course, phase.start, TOTALS[car.area].limit, car.gear)
    at, speed, engine, cool = car.pos, phase.speed, car.engine, phase.cool
    hand = mine.hand
    match move:
        case Cool(n):
            left = without(hand, (HEAT,) * n)
            return turn.best(at, speed, engine + n, 0, left, False, phase.boost)
        case Push():
            return turn.best(at + 1, speed + 1, engine, cool, hand, False, phase.boost)
        case Boost():
            heat = 0 if course.flags[at + GRID] & FREE_BOOST else 1
            mean = 0.0
            for gain, its in flips(car, mine, 1).items():
                end, fast = at + gain, speed + gain
                mean += its * turn.best(end, fast, engine - heat, cool, hand, False, False)
            return mean
    return turn.ends(at, speed, engine) + burden(mine.hand)


def slip(view: View, seat: Seat, phase: Slipping, move: Move) -> float:
    """The turns after a slipstream, or without."""
    car = view.cars[seat]
    end = car.pos + (move.n if isinstance(move, Slip) else 0)
    limit = TOTALS[car.area].limit
    return driven(view.course, phase.start, end, phase.speed, limit, car.gear, car.engine)


# ---------------------------------------------------------------- discards


def best_discard(view: View, seat: Seat, options: tuple[Move, ...]) -> Move:
    """The first card of those without which the hand, filled up, has the best plans."""
    course, car, mine = COURSES[view.course], view.cars[seat], view.mine
    loose = [card for card in mine.hand if TOSS[card] in options]
    pile = car.discard + mine.hidden + car.area

    def left(gone: tuple[CardNo, ...], fills: int) -> float:
        hand = without(mine.hand, gone)
        return held(hand, mine.deck, pile + gone, car.pos, car.gear, car.engine, course, fills)

    most = min(len(loose), course.effect.most_discards)
    tries = [gone for n in range(most + 1) for gone in dict.fromkeys(combinations(loose, n))]
    if len(tries) > DISCARDS:
        roughly = {gone: left(gone, FEW_FILLS) for gone in tries}
        best = sorted(tries, key=roughly.__getitem__)[:DISCARDS]
        tries = [gone for gone in tries if gone in best]
    gone = min(tries, key=lambda gone: left(gone, FILLS))
    return TOSS[gone[0]] if gone else options[0]


# ---------------------------------------------------------------- everything else


def looks(view: View, ask: Ask[Move], chance: Chance) -> list[float]:
    """How the seat looks after each option, in a few worlds."""
    totals = [0.0] * len(ask.options)
    for _ in range(GLANCES):
        state = sealed_by_others(GAME.imagine(view, ask.seat, chance), ask.seat, chance)
        tape = RepeatableChance(chance)
        for i, move in enumerate(ask.options):
            tape.rewind()
            after = GAME.play(state, ask.seat, move, tape).state
            totals[i] += evaluate(GAME.view(after, ask.seat), ask.seat)
    return [total / GLANCES for total in totals]


def sealed_by_others(state: State, seat: Seat, chance: Chance) -> State:
    """The others' plans, by rules of thumb, before the own one."""
    phase = state.phase
    if not isinstance(phase, Planning):
        return state
    for ask in phase.asks(state):
        if ask.seat != seat:
            state = GAME.play(state, ask.seat, rule_of_thumb(state, ask, chance), chance).state
    return state
