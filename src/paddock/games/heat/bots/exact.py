"""Option values by expectation, one move deep: the greedy bot of Heat.

The card that a boost or a Stress card turns up decides its value. A few samples underestimate
spin-outs, so every option is averaged over all cards that may be turned up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from msgspec.structs import replace

from paddock.core.chance import Chance, RepeatableChance
from paddock.core.game import Ask, replace_at
from paddock.core.seats import Seat
from paddock.games.heat.bots.garage import slower_by
from paddock.games.heat.bots.hands import FILL_SAMPLES, hand_turns
from paddock.games.heat.bots.judge import PlanJudge, TurnJudge, evaluate, flip_chances, hand_burden
from paddock.games.heat.bots.rule_of_thumb import rule_of_thumb
from paddock.games.heat.bots.turns import turns_after_move
from paddock.games.heat.data import HEAT, STRESS, CardNo
from paddock.games.heat.foresee.odds import own_car
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

PLAN_SAMPLES = 2
"""Imagined states in which the cars ahead drive before a plan is judged."""
OPTION_SAMPLES = 4
"""Imagined states in which an option without an exact value is tried."""
SLIPSTREAM_REACH_SPACES = 24
"""Cars further ahead than this cannot give a slipstream, so they are not simulated."""
CLEARLY_WORSE_TURNS = 0.4
"""A plan worse than the best by more than this is not judged in further samples."""
MAX_DISCARDS_IN_FULL = 3
ROUGH_FILL_SAMPLES = 1
"""Samples for a first look at all discards; only the best few are judged in full."""
UNPAYABLE_TURNS = 999.0


def appraise(view: View, ask: Ask[Move], chance: Chance) -> list[float]:
    """The value of each option for the seat, from the turns still needed to the finish."""
    phase, seat, options = view.phase, ask.seat, tuple(ask.options)
    if isinstance(phase, Discarding):
        best = best_discard(view, seat, options)
        return [0.5 if move == best else 0.5 - A_TURN * CLEARLY_WORSE_TURNS for move in options]
    sane = [move for move in options if move != GIVE_UP]  # bots always drive to the finish
    if isinstance(phase, Planning) and isinstance(sane[0], Plan) and sane[0].gear:
        turns = plan_turns(view, seat, sane, chance)
    elif isinstance(phase, React) and all(isinstance(move, PLAIN_REACTIONS) for move in sane):
        turns = [reaction_turns(view, seat, phase, move) for move in sane]
    elif isinstance(phase, Drafting):
        turns = [slower_by(move.card) / 100 if isinstance(move, Pick) else 1.0 for move in sane]
    elif isinstance(phase, Slipping):
        turns = [slip_turns(view, seat, phase, move) for move in sane]
    else:
        return evaluate_options(view, ask, chance)
    least = min(turns)
    worths = [0.5 - min(A_TURN * (needed - least), 0.5) for needed in turns]
    return worths + [0.0] * (len(options) - len(sane))


A_TURN = 0.15
"""The value of one turn, on the scale of outcomes from 0 to 1."""


PLAIN_REACTIONS = (Done, Push, Boost, Cool)


# ---------------------------------------------------------------- plans


def plan_turns(seen: View, seat: Seat, options: Sequence[Move], chance: Chance) -> list[float]:
    """The turns still needed after each plan, when the cars ahead have driven."""
    course, car = COURSES[seen.course], own_car(seen, seat)
    hand, engine = seen.mine.hand, car.engine
    prices = [shift_price(car, gear, course) for gear in range(1, TOP_GEAR + 1)]
    hopes = [PlanJudge(view, seat, course) for view in views_at_own_turn(seen, seat, chance)]
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
        # only a tournament allows a shift that the engine cannot pay
        found[key] = (
            UNPAYABLE_TURNS if heat > engine else hopes[0].turns(cards, gear, engine - heat, left)
        )
    enough = min(found.values()) + CLEARLY_WORSE_TURNS
    for key, plan in dict(zip(keys, options, strict=True)).items():
        if len(hopes) > 1 and found[key] <= enough:
            assert isinstance(plan, Plan)
            left = without(hand, plan.cards)
            rest = engine - prices[plan.gear - 1]
            more = [hope.turns(plan.cards, plan.gear, rest, left) for hope in hopes[1:]]
            found[key] = (found[key] + sum(more)) / len(hopes)
    return [found[key] for key in keys]


def views_at_own_turn(view: View, seat: Seat, chance: Chance) -> list[View]:
    """Views at the start of the own turn: the cars ahead have driven by the rule of thumb."""
    at, pos = view.order.index(seat), view.cars[seat].pos
    before = view.order[:at]
    if not any(view.cars[car].pos <= pos + SLIPSTREAM_REACH_SPACES for car in before):
        return [replace(view, turn=at - 1)]
    found = []
    for _ in range(PLAN_SAMPLES):
        state = drive_cars_ahead(view, seat, chance)
        cars = view.cars
        for car in before:
            cars = replace_at(cars, car, replace(cars[car], pos=state.cars[car].pos))
        found.append(replace(view, cars=cars, turn=at - 1))
    return found


def drive_cars_ahead(view: View, seat: Seat, chance: Chance) -> State:
    """An imagined state after the cars ahead have planned and driven.

    The other cars get default plans: they drive later, so their plans do not matter.
    """
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


def reaction_turns(view: View, seat: Seat, phase: React, move: Move) -> float:
    """The turns after a reaction, followed by the best further reactions."""
    course, car, mine = COURSES[view.course], view.cars[seat], view.mine
    turn = TurnJudge(view, seat, course, phase.start, TOTALS[car.area].limit, car.gear)
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
            for gain, chance in flip_chances(car, mine, 1).items():
                end, fast = at + gain, speed + gain
                mean += chance * turn.best(end, fast, engine - heat, cool, hand, False, False)
            return mean
    return turn.ends(at, speed, engine) + hand_burden(mine.hand)


def slip_turns(view: View, seat: Seat, phase: Slipping, move: Move) -> float:
    """The turns after taking a slipstream, or refusing it."""
    car = view.cars[seat]
    end = car.pos + (move.n if isinstance(move, Slip) else 0)
    limit = TOTALS[car.area].limit
    return turns_after_move(view.course, phase.start, end, phase.speed, limit, car.gear, car.engine)


# ---------------------------------------------------------------- discards


def best_discard(view: View, seat: Seat, options: tuple[Move, ...]) -> Move:
    """The first discard of the set that leaves the best plans after the hand is filled up."""
    course, car, mine = COURSES[view.course], view.cars[seat], view.mine
    loose = [card for card in mine.hand if TOSS[card] in options]
    pile = car.discard + mine.hidden + car.area

    def turns_left(gone: tuple[CardNo, ...], fills: int) -> float:
        hand = without(mine.hand, gone)
        return hand_turns(
            hand,
            mine.deck,
            pile + gone,
            car.pos,
            car.gear,
            engine=car.engine,
            course=course,
            fills=fills,
        )

    most = min(len(loose), course.effect.most_discards)
    tries = [gone for n in range(most + 1) for gone in dict.fromkeys(combinations(loose, n))]
    if len(tries) > MAX_DISCARDS_IN_FULL:
        roughly = {gone: turns_left(gone, ROUGH_FILL_SAMPLES) for gone in tries}
        best = sorted(tries, key=roughly.__getitem__)[:MAX_DISCARDS_IN_FULL]
        tries = [gone for gone in tries if gone in best]
    gone = min(tries, key=lambda gone: turns_left(gone, FILL_SAMPLES))
    return TOSS[gone[0]] if gone else options[0]


# ---------------------------------------------------------------- everything else


def evaluate_options(view: View, ask: Ask[Move], chance: Chance) -> list[float]:
    """The mean evaluation after each option, in a few imagined states."""
    totals = [0.0] * len(ask.options)
    for _ in range(OPTION_SAMPLES):
        state = seal_other_plans(GAME.imagine(view, ask.seat, chance), ask.seat, chance)
        tape = RepeatableChance(chance)
        for i, move in enumerate(ask.options):
            tape.rewind()
            after = GAME.play(state, ask.seat, move, tape).state
            totals[i] += evaluate(GAME.view(after, ask.seat), ask.seat)
    return [total / OPTION_SAMPLES for total in totals]


def seal_other_plans(state: State, seat: Seat, chance: Chance) -> State:
    """Seal the plans of the other drivers, chosen by the rule of thumb."""
    phase = state.phase
    if not isinstance(phase, Planning):
        return state
    for ask in phase.asks(state):
        if ask.seat != seat:
            state = GAME.play(state, ask.seat, rule_of_thumb(state, ask, chance), chance).state
    return state
