"""Between the kernel and the rules: a record as a State and back, options as Moves."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.games.heat import moves, phases
from paddock.games.heat.data import (
    FIRST_SPONSOR,
    FIRST_UPGRADE,
    STRESS,
    CardNo,
    Sky,
    Token,
)
from paddock.games.heat.kernel import plans
from paddock.games.heat.kernel.corners import DECK_PILE, DISCARD_PILE, HAND_PILE, NO_PILE
from paddock.games.heat.kernel.plans import (
    CARD_BITS,
    CARD_MASK,
    CARDS_AT,
    KIND_MASK,
    VALUE_BITS,
    VALUE_MASK,
)
from paddock.games.heat.kernel.records import (
    BEGUN,
    CHOOSING,
    COOKING,
    DISCARDING,
    DRAFTING,
    FIRST_SPONSOR_KIND,
    LEGENDS_CARDS,
    OVER,
    PLANNING,
    REACT,
    REFRESHING,
    SALVAGING,
    SEALED,
    SLIPPING,
    TUNING,
    Car,
    Course,
    Race,
)
from paddock.games.heat.kernel.symbols import (
    SYMBOL_BITS,
    SYMBOL_MASK,
)
from paddock.games.heat.moves import Move, Pile, Plan
from paddock.games.heat.phases.planning import NO_PLAN as NOT_RACING
from paddock.games.heat.phases.react import NO_SYMBOLS, More
from paddock.games.heat.rules.course import COURSES, spell
from paddock.games.heat.state import Car as RulesCar
from paddock.games.heat.state import State, Supply

PILES: dict[int, Pile] = {
    HAND_PILE: "hand",
    DISCARD_PILE: "discard",
    DECK_PILE: "deck",
    NO_PILE: "none",
}


def spell_course(text: str, race: Race, course: Course) -> str:
    """The text of the course with the weather and road tokens of the race."""
    before = COURSES[text]
    sky = None if race.sky < 0 else Sky(race.sky)
    road = tuple(Token(token) for token in race.road[: course.corners]) if sky is not None else ()
    flags = text.rpartition(":")[2]
    return spell(
        before.track.id,
        before.laps,
        sky,
        road,
        before.event.no,
        tournament=before.tournament,
        garage="g" in flags,
        chevrons="c" in flags,
        pro=before.pro,
    )


def cards_of(car: Car, bag: list[int]) -> tuple[CardNo, ...]:
    """The cards of a bag, sorted."""
    return tuple([car.card[kind] for kind in range(car.kinds) for _ in range(bag[kind])])


def cards_in(car: Car, pile: Sequence[int], n: int) -> tuple[CardNo, ...]:
    """The cards of a pile in its order."""
    return tuple([car.card[kind] for kind in pile[:n]])


# ---------------------------------------------------------------- the state


def decode_state(race: Race, course: Course, text: str) -> State:
    """The State of the rules. `text` is the course before the weather was drawn."""
    is_over = race.phase == OVER
    return State(
        course=spell_course(text, race, course),
        seats=race.seats,
        cars=tuple([decode_car(race, i) for i in range(race.field)]),
        order=() if is_over else tuple(race.order[: race.racing]),
        turn=race.turn,
        round=race.rounds,
        supply=decode_supply(race, course),
        phase=decode_phase(race, course),
    )


def decode_supply(race: Race, course: Course) -> Supply:
    sponsors = [FIRST_SPONSOR + i for i, n in enumerate(race.sponsors) for _ in range(n)]
    tally = tuple(race.tally[: course.laps])
    return Supply(
        legends=tuple([card for card in range(LEGENDS_CARDS) if race.legends >> card & 1]),
        legend=race.legend,
        sponsors=tuple(sponsors),
        used=tuple([FIRST_SPONSOR + n - FIRST_SPONSOR_KIND for n in race.used[: race.useds]]),
        tally=tally if any(tally) else (),
        gone=race.gone,
        spins=race.spins,
    )


def decode_car(race: Race, number: int) -> RulesCar:
    car = race.cars[number]
    if number >= race.seats:
        return RulesCar(car.gear, car.pos, bool(car.line), place=car.place)
    return RulesCar(
        gear=car.gear,
        pos=car.pos,
        line=bool(car.line),
        engine=car.engine,
        hand=cards_of(car, car.hand),
        deck=cards_of(car, car.deck),
        discard=cards_in(car, car.discard, car.discards),
        area=() if race.phase == PLANNING else cards_in(car, car.area, car.played),
        hidden=cards_in(car, car.hidden, car.hiddens),
        top=cards_in(car, car.top, car.tops),
        shown=decode_shown(car),
        secret=cards_in(car, car.secret, car.secrets),
        upgrades=tuple(car.upgrades[: car.owned]),
        place=car.place,
    )


def decode_shown(car: Car) -> tuple[CardNo, ...]:
    """The cards that all have seen: Stress, and among it the others in their places."""
    found = [STRESS] * car.shown
    for i in reversed(range(car.knowns)):
        found.insert(car.before[i], car.card[car.known[i]])
    return tuple(found)


def decode_phase(race: Race, course: Course) -> phases.Phase:
    seat = race.seat
    car = race.cars[min(seat, len(race.cars) - 1)]
    match race.phase:
        case _ if race.phase == PLANNING:
            return decode_planning(race)
        case _ if race.phase == REACT:
            return decode_react(race)
        case _ if race.phase == SALVAGING:
            return phases.Salvaging(seat, race.left, car.card[race.last], decode_react(race))
        case _ if race.phase == SLIPPING:
            return phases.Slipping(seat, race.start, race.speed, race.slid, race.again)
        case _ if race.phase == DISCARDING:
            return phases.Discarding(seat, car.card[race.last], race.tossed)
        case _ if race.phase == CHOOSING:
            played = cards_in(car, car.area, car.played)
            several = tuple([c for c in played if course.values[c] & SYMBOL_MASK > 1])
            return phases.Choosing(seat, race.speed, race.plus, several)
        case _ if race.phase == REFRESHING:
            return phases.Refreshing(seat)
        case _ if race.phase == COOKING:
            return phases.Cooking(seat)
        case _ if race.phase == DRAFTING:
            return decode_drafting(race)
        case _ if race.phase == TUNING:
            grid = [i for i in race.order[: race.racing] if i < race.seats]
            tuned = tuple([driver.tuned for driver in race.cars[: race.seats]])
            return phases.Tuning(tuple(grid[race.picks :]), tuned)
        case _:
            return phases.Over()


def decode_react(race: Race) -> phases.React:
    car = race.cars[race.seat]
    due = zip(race.due_kind[: race.due], race.due_value[: race.due], strict=True)
    more = More(
        race.reduce,
        race.supercool,
        race.draft,
        race.accel,
        tuple([(car.card[kind], value) for kind, value in due]),
        tuple([n for n, symbols in enumerate(race.scrap) for _ in range(symbols)]),
        tuple([n for n, symbols in enumerate(race.salvage) for _ in range(symbols)]),
    )
    return phases.React(
        seat=race.seat,
        start=race.start,
        line=bool(race.start_line),
        speed=race.speed,
        plus=race.plus,
        cool=race.cool,
        boost=bool(race.boost),
        push=bool(race.push),
        chill=bool(race.chill),
        more=None if more == NO_SYMBOLS else more,
    )


def decode_drafting(race: Race) -> phases.Drafting:
    order = [i for i in race.order[: race.racing] if i < race.seats]
    waiting = order if race.market_round == 2 else order[::-1]
    return phases.Drafting(
        race.market_round,
        tuple(waiting[race.picks :]),
        tuple(race.market[: race.markets]),
        tuple([FIRST_UPGRADE + i for i, n in enumerate(race.stock) for _ in range(n)]),
    )


def decode_planning(race: Race) -> phases.Planning:
    drivers = race.cars[: race.seats]
    sealed = tuple([decode_plan(car) if car.plan == SEALED else None for car in drivers])
    begun: tuple[Plan | None, ...] = ()
    if race.stepwise:
        begun = tuple([decode_plan(car) if car.plan == BEGUN else None for car in drivers])
    return phases.Planning(sealed, begun)


def decode_plan(car: Car) -> Plan:
    if car.place:
        return NOT_RACING
    return Plan(car.next_gear, cards_in(car, car.area, car.played))


# ---------------------------------------------------------------- the options


def decode_option(code: int, car: Car) -> Move:
    """The move of an option that the kernel gives to the driver of a car."""
    value, rest = code >> VALUE_BITS & VALUE_MASK, code >> CARDS_AT
    match code & KIND_MASK:
        case plans.WHOLE_PLAN:
            kinds = unpack(rest, CARD_BITS, CARD_MASK)
            return moves.Plan(value, tuple([car.card[kind] for kind in kinds]))
        case plans.CHOOSE:
            return moves.Choose(tuple(unpack(rest, SYMBOL_BITS, SYMBOL_MASK)))
        case plans.PAY_HEAT:
            return moves.PayHeat(car.card[value], rest)
        case plans.REPLACE:
            return moves.Replace(car.card[value], rest)
        case plans.COOK:
            return moves.COOK[PILES[value]]
        case plans.TUNE:
            return moves.TUNE[1 - value]
        case kind if kind in PLAIN_MOVES:
            return PLAIN_MOVES[kind]
        case kind if kind in BY_CARD:
            return BY_CARD[kind][car.card[value]]
        case kind:
            return BY_VALUE[kind][value]


def unpack(packed: int, bits: int, mask: int) -> list[int]:
    """Numbers that were packed plus one."""
    found = []
    while packed:
        found.append((packed & mask) - 1)
        packed >>= bits
    return found


PLAIN_MOVES: dict[int, Move] = {
    plans.PUSH: moves.PUSH,
    plans.BOOST: moves.BOOST,
    plans.ACCELERATE: moves.ACCELERATE,
    plans.GIVE_UP: moves.GIVE_UP,
    plans.DONE: moves.DONE,
}
BY_CARD: dict[int, tuple[Move, ...]] = {
    plans.TOSS: moves.TOSS,
    plans.ADD_CARD: moves.ADD,
    plans.TAKE: moves.TAKE,
    plans.DIRECT: moves.DIRECT,
    plans.REFRESH: moves.REFRESH,
}
"""Moves whose value is the kind of a card."""
BY_VALUE: dict[int, tuple[Move, ...]] = {
    plans.COOL: moves.COOL,
    plans.SLIP: moves.SLIP,
    plans.SHIFT_GEAR: moves.SHIFT,
    plans.REDUCE: moves.REDUCE,
    plans.SUPERCOOL: moves.SUPERCOOL,
    plans.SALVAGE: moves.SALVAGE,
    plans.DRAFT: moves.DRAFT,
    plans.SCRAP: moves.SCRAP,
    plans.PICK: moves.PICK,
}
