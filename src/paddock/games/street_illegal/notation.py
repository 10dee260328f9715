"""Notation: moves and positions as text, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from paddock.core.chance import Chance
from paddock.core.errors import UnreadableScenario
from paddock.core.flow import settle
from paddock.core.game import Step
from paddock.core.notation import NUMBER, Facts, Notation, Word, row, word
from paddock.core.seats import Names
from paddock.games.street_illegal import moves as mv
from paddock.games.street_illegal.data import (
    CHIPS,
    CHIPS_EACH,
    DECK,
    ICON,
    LEGS,
    LIMIT,
    MPH,
    NONE,
    PLACES,
    PRO,
    ROAD,
    TEMPOS,
    TRACKS,
    Road,
    Slot,
    Tempo,
    Track,
)
from paddock.games.street_illegal.events import Event, Events
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.phases import Over, driving, passing, road
from paddock.games.street_illegal.rules import speed
from paddock.games.street_illegal.state import Car, Options, State

LETTER = {road: road.name[0] for road in Road}


def face(card: Tempo) -> str:
    """A tempo card: 30L is a 30 with an obstacle to the left."""
    return "-" if card == NONE else f"{MPH[card]}{LETTER[ICON[card]]}"


CARD_OF: dict[str, Tempo] = {face(card): card for card in (NONE, *TEMPOS)}


def read_card(text: str) -> Tempo:
    if text not in CARD_OF:
        raise UnreadableScenario(f"{text!r} is no tempo card; they are written like 30L")
    return CARD_OF[text]


CARD = Word(lambda card, _: face(card), lambda text, _: read_card(text))
CARDS = row(CARD)
SLOT = Word(lambda slot, _: Slot(slot).name.lower(), lambda text, _: Slot[text.upper()])


def car_name(car: int, names: Names) -> str:
    return names[car] if car >= 0 else "pro"


CAR = Word(car_name, lambda text, names: PRO if text == "pro" else list(names).index(text))
CARS = row(CAR)

VERBS: Mapping[type, str] = {
    mv.Bid: "bid",
    mv.Keep: "keep",
    mv.Swap: "swap",
    mv.Lay: "lay",
    mv.Drop: "drop",
    mv.Drive: "drive",
    mv.Change: "change",
    mv.Enough: "enough",
    mv.Nothing: "nothing",
    mv.Pay: "pay",
    mv.Brake: "brake",
    mv.Attack: "attack",
    mv.Stay: "stay",
    mv.Spend: "spend",
    mv.Raise: "raise",
}
TRACK = Word(lambda track, _: track_face(track), lambda text, _: track_card(text))
FIELDS: Mapping[str, Word] = {
    "card": CARD,
    "cards": CARDS,
    "up": CARDS,
    "hand": CARDS,
    "leg": Word(lambda leg, _: str(leg + 1), lambda text, _: int(text) - 1),
    "slot": SLOT,
    "seat": CAR,
    "by": CAR,
    "whom": CAR,
    "seats": CARS,
    "order": CARS,
    "road": word([road.name.lower() for road in Road]),
    "track": row(TRACK),
    "limit": NUMBER,
}


def track_face(track: Track) -> str:
    """A track card: 90-downhill, or none-left."""
    return f"{LIMIT[track] or 'none'}-{ROAD[track].name.lower()}"


def track_card(text: str) -> Track:
    for track in TRACKS:
        if track_face(track) == text:
            return track
    raise UnreadableScenario(f"{text!r} is no track card; they are written like 90-downhill")


def draw_text(label: str, drawn: object) -> str:
    """The text of a random draw."""
    assert isinstance(drawn, int)
    match label:
        case "track card":
            return track_face(drawn)
        case "grid":
            return f"p{drawn + 1}"
        case _:
            return face(drawn)


# ---------------------------------------------------------------- positions


PHASE: Mapping[type, str] = {Over: "finished"}
"""Names of phases in positions that differ from the class name."""


def facts(state: State, names: Names) -> Facts:
    """A line for each player, and one for the table."""
    found: Facts = {}
    for seat, name in enumerate(names):
        car = state.cars[seat]
        found[name] = {
            "place": str(state.order.index(seat) + 1) if seat in state.order else "-",
            "up": CARDS.show(car.up, names),
            "speed": str(speed(car)) if car.up else "-",
            "hand": CARDS.show(car.hand, names),
            "cards": str(len(car.hand)),
            "chips": str(car.chips),
        }
    found["table"] = {
        "leg": str(state.leg + 1),
        "road": track_face(state.track[state.leg]),
        "order": CARS.show(state.order, names),
        "pool": str(state.pool),
        "left": str(len(state.deck)),
        "discards": CARDS.show(state.discards, names),
        "phase": PHASE.get(type(state.phase)) or type(state.phase).__name__.lower(),
    }
    return found


def place(given: Facts, options: Options, names: Names) -> State:
    """A position in the middle of a race.

    Defaults: three chips, no cards in hand, 30M up, the last places in seat order, the first leg,
    an unused stack.
    """
    table = given.get("table", {})
    if table.get("phase", "finished") != "finished":
        raise UnreadableScenario("a position is started by `begin`, not by naming its phase")
    cars = tuple(read_car(given.get(name, {}), names) for name in names)
    pool = int(table.get("pool", CHIPS - sum(car.chips for car in cars)))
    discards = CARDS.read(table.get("discards", "-"), names)
    deck = Counter(DECK) - Counter(discards)
    for car in cars:
        deck -= Counter(car.hand) + Counter(car.up)
    rest = sorted(deck.elements())
    if "stack" in table:  # only these are left; the others count as out of play
        rest = sorted(CARDS.read(table["stack"], names))
    leg = int(table.get("leg", "1")) - 1
    here = track_card(table.get("road", "90-downhill"))
    track = (*(t for t in TRACKS if t != here),)[: LEGS - 1]
    track = (*track[:leg], here, *track[leg:])
    order = read_order(given, names)
    return State(
        options=options,
        track=track,
        leg=leg,
        order=order,
        cars=cars,
        deck=tuple(rest),
        discards=discards,
        pool=pool,
        held=(),
        phase=Over(),
    )


def read_car(known: Mapping[str, str], names: Names) -> Car:
    hand: tuple[Tempo, ...] = CARDS.read(known.get("hand", "-"), names)
    up: tuple[Tempo, ...] = CARDS.read(known.get("up", "30M,30M,30M"), names)
    return Car(tuple(sorted(hand)), up, int(known.get("chips", CHIPS_EACH)))


def read_order(given: Facts, names: Names) -> tuple[int, ...]:
    table = given.get("table", {})
    if "order" in table:
        order: tuple[int, ...] = CARS.read(table["order"], names)
        return order
    places = {}
    for seat, name in enumerate(names):
        place = int(given.get(name, {}).get("place", PLACES - len(names) + 1 + seat))
        if place in places or not 1 <= place <= PLACES:
            raise UnreadableScenario(f"{name} cannot be in place {place}")
        places[place] = seat
    return tuple(places.get(place, PRO) for place in range(1, PLACES + 1))


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    """`road`, `driving`, `passing` from the first car on; `passing 5` from the car in place 5."""
    name, *at = part.split()
    events: Events = []
    match name:
        case "road":
            state = road.begin_leg(state, events, chance)
        case "driving":
            state = driving.next_driver(state, int(at[0]) - 1 if at else 0, events, chance)
        case "passing":
            place = int(at[0]) - 1 if at else PLACES - 1
            state = passing.next_attacker(state, place, events, chance)
        case _:
            raise UnreadableScenario(f"no part {name!r}: road, driving or passing")
    return settle(state, events, chance)


NOTATION: Notation[State, Move, Options] = Notation(VERBS, FIELDS, draw_text, facts, place, begin)
