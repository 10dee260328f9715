"""Between the kernel and the rules: a record as a State and back, options as Moves."""

from __future__ import annotations

from collections import Counter

from paddock.games.heat import moves, phases
from paddock.games.heat.data import STRESS, Sky, Token
from paddock.games.heat.kernel import plans
from paddock.games.heat.kernel.compiler import as_python
from paddock.games.heat.kernel.courses import NotInKernel
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
    CARD_KINDS,
    DISCARDING,
    LEGENDS_CARDS,
    MOST_OWN_CARDS,
    OVER,
    PLANNING,
    REACT,
    SEALED,
    SLIPPING,
    Car,
    Course,
    Race,
    check_bounds,
    new_record,
)
from paddock.games.heat.kernel.road import clear_road, sector_flag
from paddock.games.heat.moves import Move, Plan
from paddock.games.heat.phases.planning import NO_PLAN as NOT_RACING
from paddock.games.heat.rules.course import COURSES, spell
from paddock.games.heat.state import Car as RulesCar
from paddock.games.heat.state import State, Supply


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
        tournament=before.tournament,
        chevrons="c" in flags,
        pro=before.pro,
    )


def cards_of(bag: list[int]) -> tuple[int, ...]:
    return tuple([card for card in range(CARD_KINDS) for _ in range(bag[card])])


# ---------------------------------------------------------------- the state


def decode_state(race: Race, course: Course, text: str) -> State:
    """The State of the rules. `text` is the course before the weather was drawn."""
    is_over = race.phase == OVER
    deck = [card for card in range(LEGENDS_CARDS) if race.legends >> card & 1]
    return State(
        course=spell_course(text, race, course),
        seats=race.seats,
        cars=tuple([decode_car(race, i) for i in range(race.field)]),
        order=() if is_over else tuple(race.order[: race.racing]),
        turn=race.turn,
        round=race.rounds,
        supply=Supply(legends=tuple(deck), legend=race.legend, spins=race.spins),
        phase=decode_phase(race),
    )


def decode_car(race: Race, number: int) -> RulesCar:
    car = race.cars[number]
    if number >= race.seats:
        return RulesCar(car.gear, car.pos, bool(car.line), place=car.place)
    area = () if race.phase == PLANNING else tuple(car.area[: car.played])
    return RulesCar(
        gear=car.gear,
        pos=car.pos,
        line=bool(car.line),
        engine=car.engine,
        hand=cards_of(car.hand),
        deck=cards_of(car.deck),
        discard=tuple(car.discard[: car.discards]),
        area=area,
        hidden=tuple(car.hidden[: car.hiddens]),
        shown=(STRESS,) * car.shown,
        place=car.place,
    )


def decode_phase(race: Race) -> phases.Phase:
    seat = race.seat
    if race.phase == PLANNING:
        return decode_planning(race)
    if race.phase == REACT:
        return phases.React(
            seat=seat,
            start=race.start,
            line=bool(race.start_line),
            speed=race.speed,
            plus=race.plus,
            cool=race.cool,
            boost=bool(race.boost),
            push=bool(race.push),
            chill=bool(race.chill),
        )
    if race.phase == SLIPPING:
        return phases.Slipping(seat, race.start, race.speed)
    if race.phase == DISCARDING:
        return phases.Discarding(seat, race.last, race.tossed)
    return phases.Over()


def decode_planning(race: Race) -> phases.Planning:
    drivers = race.cars[: race.seats]
    sealed = tuple([decode_plan(car) if car.plan == SEALED else None for car in drivers])
    begun: tuple[Plan | None, ...] = ()
    if race.stepwise:
        begun = tuple([decode_plan(car) if car.plan == BEGUN else None for car in drivers])
    return phases.Planning(sealed, begun)


def decode_plan(car: Car) -> Plan:
    return NOT_RACING if car.place else Plan(car.next_gear, tuple(car.area[: car.played]))


# ---------------------------------------------------------------- the options


def decode_option(code: int) -> Move:
    """The move of an option of the kernel."""
    value = code >> VALUE_BITS & VALUE_MASK
    match code & KIND_MASK:
        case plans.WHOLE_PLAN:
            cards, packed = [], code >> CARDS_AT
            while packed:
                cards.append((packed & CARD_MASK) - 1)
                packed >>= CARD_BITS
            return moves.Plan(value, tuple(cards))
        case plans.PUSH:
            return moves.PUSH
        case plans.BOOST:
            return moves.BOOST
        case plans.GIVE_UP:
            return moves.GIVE_UP
        case plans.DONE:
            return moves.DONE
        case kind:
            return BY_VALUE[kind][value]


BY_VALUE: dict[int, tuple[Move, ...]] = {
    plans.COOL: moves.COOL,
    plans.SLIP: moves.SLIP,
    plans.TOSS: moves.TOSS,
    plans.SHIFT_GEAR: moves.SHIFT,
    plans.ADD_CARD: moves.ADD,
}


# ---------------------------------------------------------------- from the rules


def encode_state(state: State) -> tuple[Race, str]:
    """A plain race from a State at which somebody is asked, and the text of its course before the
    weather."""
    source = COURSES[state.course]
    flags = state.course.rpartition(":")[2]
    text = spell(
        source.track.id,
        source.laps,
        tournament=source.tournament,
        chevrons="c" in flags,
        pro=source.pro,
    )
    if source.event.no or source.garage:
        raise NotInKernel("Heat's kernel does not have: garage, events")
    race = new_record(Race)
    race.seats, race.field, race.rounds = state.seats, len(state.cars), state.round
    race.turn, race.racing, race.spins = state.turn, len(state.order), state.supply.spins
    race.order[: race.racing] = state.order
    race.legend = state.supply.legend
    race.legends = sum(1 << card for card in state.supply.legends)
    as_python(clear_road)(race)
    if source.weather is not None:
        race.sky = Sky[source.weather.id.upper()]
        for slot, token in enumerate(source.tokens):
            race.road[slot] = int(token)
            race.sectors[slot] = as_python(sector_flag)(race, int(token))
    for car, given in zip(race.cars, state.cars, strict=False):
        encode_car(car, given)
    encode_phase(race, state.phase)
    check_bounds(race, Race)
    return race, text


def encode_car(car: Car, given: RulesCar) -> None:
    if given.top or given.secret or given.upgrades or given.place < 0:
        raise NotInKernel("Heat's kernel does not have: garage, events")
    cards = given.hand + given.deck + given.discard + given.hidden + given.area
    if max(cards, default=0) >= CARD_KINDS or len(cards) + given.engine > MOST_OWN_CARDS:
        raise NotInKernel("Heat's kernel does not have these cards")
    if set(given.shown) - {STRESS}:
        raise NotInKernel("Heat's kernel does not have cards known in a hand, other than Stress")
    car.gear, car.pos, car.line, car.engine = given.gear, given.pos, int(given.line), given.engine
    car.place, car.shown = given.place, len(given.shown)
    car.discards, car.hiddens = len(given.discard), len(given.hidden)
    car.discard[: car.discards], car.hidden[: car.hiddens] = given.discard, given.hidden
    car.played = len(given.area)
    car.area[: car.played] = given.area
    for bag, pile in ((car.hand, given.hand), (car.deck, given.deck)):
        for card, n in Counter(pile).items():
            bag[card] = n


def encode_phase(race: Race, phase: phases.Phase) -> None:
    match phase:
        case phases.Planning():
            race.phase, race.stepwise = PLANNING, int(bool(phase.begun))
            begun = phase.begun or (None,) * race.seats
            for car, sealed, started in zip(race.cars, phase.sealed, begun, strict=False):
                given = sealed or started
                if given is not None:
                    car.plan, car.next_gear = SEALED if sealed else BEGUN, given.gear
                    car.played = len(given.cards)
                    car.area[: car.played] = given.cards
            waiting = [i for i in range(race.seats) if race.cars[i].plan != SEALED]
            race.seat = waiting[0]
        case phases.React(more=None):
            race.phase, race.seat, race.start = REACT, phase.seat, phase.start
            race.start_line, race.speed, race.plus = int(phase.line), phase.speed, phase.plus
            race.cool, race.boost, race.push = phase.cool, int(phase.boost), int(phase.push)
            race.chill = int(phase.chill)
        case phases.Slipping(again=0):
            race.phase, race.seat, race.start = SLIPPING, phase.seat, phase.start
            race.speed = phase.speed
        case phases.Discarding():
            race.phase, race.seat, race.last, race.tossed = (
                DISCARDING,
                phase.seat,
                phase.last,
                phase.n,
            )
        case phases.Over():
            race.phase = OVER
        case _:
            raise NotInKernel(f"Heat's kernel does not have: {type(phase).__name__.lower()}")
