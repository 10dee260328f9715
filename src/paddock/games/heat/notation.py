"""Notation: moves and positions as text, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import UnreadableScenario
from paddock.core.flow import settle
from paddock.core.game import Ask, Step
from paddock.core.notation import NUMBER, Facts, Notation, Word, row
from paddock.core.seats import Names
from paddock.games.heat import moves as m
from paddock.games.heat.data import (
    CARD_OF,
    COLOURS,
    FACES,
    HEAT,
    SPEED_CARDS,
    STARTING,
    STRESS,
    SYMBOLS,
    CardNo,
    Sky,
    Token,
    kebab,
    sponsor_deck,
)
from paddock.games.heat.data.own import track_of
from paddock.games.heat.events import Event
from paddock.games.heat.moves import Move
from paddock.games.heat.phases import Over, garage, rounds
from paddock.games.heat.rules.course import AWAY, COURSES, Course, spell
from paddock.games.heat.rules.driving import by_place
from paddock.games.heat.rules.legends import WHOLE_DECK
from paddock.games.heat.state import MOST_CARS, Car, Options, State, Supply

CARD = Word(lambda card, _: FACES[card], lambda text, _: CARD_OF[text])
CARDS = row(CARD)
NUMBERS = row(NUMBER)
DEFAULT_HAND: tuple[CardNo, ...] = (1, 1, 2, 2, 3, 3, 4)
"""The hand of a driver in a position that does not give one."""
TEXT = Word(lambda text, _: text, lambda text, _: text)


def car_name(car: int, names: Names) -> str:
    """A seat by its name, a Legend by the colour of its car."""
    return names[car] if car >= 0 else COLOURS[len(names) - car - 1]


def read_car_name(text: str, names: Names) -> int:
    if text in names:
        return list(names).index(text)
    return len(names) - 1 - COLOURS.index(text)


CAR_NAME = Word(car_name, read_car_name)
CARS = row(CAR_NAME)

SKY_OF = {kebab(sky): sky for sky in Sky}
TOKEN_OF = {kebab(token): token for token in Token}
SKY = Word(lambda sky, _: kebab(sky), lambda text, _: SKY_OF[text])
TOKENS = row(Word(lambda token, _: kebab(token), lambda text, _: TOKEN_OF[text]))

VERBS: Mapping[type, str] = {
    m.Plan: "plan",
    m.Shift: "shift",
    m.Add: "add",
    m.Choose: "choose",
    m.Push: "push",
    m.Cool: "cool",
    m.Boost: "boost",
    m.Reduce: "reduce",
    m.Supercool: "supercool",
    m.Salvage: "salvage",
    m.Take: "take",
    m.Direct: "direct",
    m.Accelerate: "accelerate",
    m.Draft: "draft",
    m.PayHeat: "pay",
    m.Replace: "replace",
    m.Scrap: "scrap",
    m.Slip: "slip",
    m.Toss: "discard",
    m.Refresh: "refresh",
    m.Done: "done",
    m.Pick: "pick",
    m.Tune: "tune",
    m.Cook: "cook",
    m.GiveUp: "give-up",
}
FIELDS: Mapping[str, Word] = {
    "card": CARD,
    "cards": CARDS,
    "values": NUMBERS,
    "seat": CAR_NAME,
    "cars": CARS,
    "pile": TEXT,
    "weather": SKY,
    "tokens": TOKENS,
}


def show_face(label: str, face: object) -> str:
    """The text of a random draw."""
    match label:
        case "grid":
            return f"car{int(str(face)) + 1}"
        case "weather":
            return str(getattr(face, "id", face))
        case "road":
            return kebab(Token(int(str(face))))
        case "legends":
            return str(int(str(face)) + 1)
        case _:
            return FACES[face] if isinstance(face, int) else str(face)


# ---------------------------------------------------------------- positions


def facts(state: State, names: Names) -> Facts:
    """A line for each car, and one for the table."""
    course = COURSES[state.course]
    found: Facts = {}
    for number, car in enumerate(state.cars):
        name = names[number] if number < state.seats else COLOURS[number]
        found[name] = car_facts(car, course, names)
    phase = state.phase
    supply = state.supply
    found["table"] = {
        "course": state.course,
        "round": str(state.round),
        "laps": str(course.laps),
        "weather": course.weather.id if course.weather else "-",
        "road": ",".join(kebab(token) for token in course.tokens),
        "order": ",".join(names[car] if car < state.seats else COLOURS[car] for car in state.order)
        or "-",
        "phase": type(phase).__name__.lower(),
        "speed": str(getattr(phase, "speed", "-")),
        "cooldown": str(getattr(phase, "cool", "-")),
        "market": CARDS.show(getattr(phase, "market", ()), names),
        "legend": str(supply.legend + 1) if supply.legend >= 0 else "-",
        "legends": ",".join(str(card + 1) for card in supply.legends) or "-",
        "sponsors": CARDS.show(supply.sponsors, names),
        "used": CARDS.show(supply.used, names),
        "tally": NUMBERS.show(supply.tally, names),
        "gone": str(supply.gone),
        "spins": str(supply.spins),
    }
    return found


def car_facts(car: Car, course: Course, names: Names) -> dict[str, str]:
    everything = car.hand + car.deck + car.discard + car.area + car.hidden + car.top
    return {
        "at": str(car.pos) if car.pos != AWAY else "-",
        "spot": "line" if car.line else "other",
        "lap": str(car.pos // course.track.spaces) if car.pos != AWAY else "-",
        "gear": str(car.gear),
        "engine": str(car.engine),
        "hand": CARDS.show(car.hand, names),
        "cards": str(len(car.hand)),
        "deck": CARDS.show(car.deck, names),
        "discard": CARDS.show(car.discard, names),
        "hidden": CARDS.show(car.hidden, names),
        "top": CARDS.show(car.top, names),
        "shown": CARDS.show(car.shown, names),
        "area": CARDS.show(car.area, names),
        "secret": CARDS.show(car.secret, names),
        "upgrades": CARDS.show(car.upgrades, names),
        "place": str(car.place) if car.place >= 0 else "out",
        "heat": str(car.engine + everything.count(HEAT)),
        "stress": str(everything.count(STRESS)),
    }


def place(given: Facts, options: Options, names: Names) -> State:
    """A position between two rounds.

    Defaults: cars on the grid in seat order, first gear, Heat as printed on the board, the default
    hand, and a deck of the cards that are not elsewhere. A Legend is named by its colour.
    """
    table = given.get("table", {})
    if table.get("phase", "planning") != "planning":
        raise UnreadableScenario(f"a position is placed where drivers plan, not {table['phase']}")
    text = table.get("course") or course_of(table, given, options)
    course = COURSES[text]
    legends = min(options.legends, MOST_CARS - len(names))
    cars = [
        read_car(given.get(name, {}), course, number, names)
        for number, name in enumerate((*names, *COLOURS[len(names) : len(names) + legends]))
    ]
    spare = Counter(sponsor_deck(options.boxes)) if course.event.no else Counter()
    for car in cars:
        spare -= Counter(car.hand + car.deck + car.discard + car.area + car.hidden)
    used = CARDS.read(table.get("used", "-"), names)
    deck = tuple(sorted((spare - Counter(used)).elements()))
    if "sponsors" in table:
        deck = CARDS.read(table["sponsors"], names)
    left = table.get("legends")
    shown = table.get("legend", "-")
    supply = Supply(
        WHOLE_DECK if left is None else tuple([card - 1 for card in NUMBERS.read(left, names)]),
        int(shown) - 1 if shown != "-" else -1,
        deck,
        used,
        NUMBERS.read(table.get("tally", "-"), names),
        int(table.get("gone", "0")),
        int(table.get("spins", "0")),
    )
    before = int(table.get("round", "1")) - 1
    state = State(
        course=text,
        seats=len(names),
        cars=tuple(cars),
        order=(),
        turn=0,
        round=before,
        supply=supply,
        phase=Over(),
    )
    unsaid: list[Event] = []
    return rounds.start_round(state, by_place(state.cars), unsaid)


def course_of(table: Mapping[str, str], given: Facts, options: Options) -> str:
    """The course that options and facts describe."""
    track = options.board
    sky = table.get("weather", "-")
    road = [t for t in table.get("road", "").split(",") if t]
    return spell(
        track,
        options.laps or track_of(track).laps,
        SKY_OF[sky] if sky != "-" else None,
        tuple(TOKEN_OF[t] for t in road),
        int(table.get("event", "0")),
        tournament=options.tournament,
        garage=options.garage != "none" or any("upgrades" in line for line in given.values()),
        chevrons=options.chevrons,
        pro=options.pro,
    )


def read_car(known: Mapping[str, str], course: Course, number: int, names: Names) -> Car:
    cards = {
        pile: tuple(CARDS.read(known.get(pile, "-"), names))
        for pile in ("hand", "deck", "discard", "hidden", "area", "top", "shown", "secret")
    }
    upgrades: tuple[CardNo, ...] = CARDS.read(known.get("upgrades", "-"), names)
    if "hand" not in known and number < len(names) and not known.get("area"):
        cards["hand"] = DEFAULT_HAND
    if "deck" not in known and number < len(names):
        own = Counter(SPEED_CARDS) + Counter((STRESS,) * course.track.stress)
        own += Counter(HEAT if SYMBOLS[card].is_heat else card for card in (upgrades or STARTING))
        for pile in ("hand", "discard", "hidden", "top", "area"):
            own -= Counter(cards[pile])
        cards["deck"] = tuple(sorted(own.elements()))
    where = known.get("at", str(-1 - number // 2))
    at = AWAY if where == "-" else int(where)
    place = known.get("place", "0")
    return Car(
        gear=int(known.get("gear", "1")),
        pos=at,
        line=known.get("spot", "line" if number % 2 == 0 or "at" in known else "other") == "line",
        engine=int(known.get("engine", course.track.heat)) if number < len(names) else 0,
        hand=tuple(sorted(cards["hand"])),
        deck=tuple(sorted(cards["deck"])),
        discard=cards["discard"],
        area=cards["area"],
        hidden=cards["hidden"],
        top=cards["top"],
        shown=cards["shown"],
        secret=cards["secret"],
        upgrades=upgrades,
        place=-1 if place == "out" else int(place),
    )


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    """Start a part of the race in a position.

    `turn`: the first car of the order reveals its cards; `end`: the round ends; `deal`: cards and
    first hands.
    """
    events: list[Event] = []
    match part.split():
        case ["turn"]:
            state = rounds.next_car(state, COURSES[state.course], events, chance)
        case ["end"]:
            state = replace(state, phase=rounds.ROUND_OVER)
        case ["deal"]:
            state = garage.deal(state, events, chance)
        case _:
            raise UnreadableScenario(f"no part {part!r}: turn, end or deal")
    return settle(state, events, chance)


SETS = frozenset({"cards"})


def in_steps(offered: object, move: object) -> tuple[Move, ...]:
    """Split a plan into gear and cards where the hand is planned card by card; else empty."""
    if not isinstance(move, m.Plan) or not isinstance(offered, m.Shift):
        return ()
    if HEAT in move.cards or len(move.cards) != move.gear:
        return ()
    return (m.SHIFT[move.gear], *[m.ADD[card] for card in move.cards])


def split_plan(ask: Ask[Move], move: Move) -> tuple[Move, ...]:
    return in_steps(ask.options[0], move) or (move,)


NOTATION: Notation[State, Move, Options] = Notation(
    VERBS, FIELDS, show_face, facts, place, begin, sets=SETS, apart=split_plan
)
