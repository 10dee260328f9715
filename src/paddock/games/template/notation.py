"""Moves and positions as text and back: the language of records and scenarios."""

from collections import Counter

from paddock.core.chance import Chance
from paddock.core.errors import UnreadableScenario
from paddock.core.flow import settle
from paddock.core.game import Step
from paddock.core.notation import Facts, Notation, Word, row, word
from paddock.core.seats import Names
from paddock.games.template.data import DECK, FUEL, NAME, SPARE
from paddock.games.template.events import Event
from paddock.games.template.moves import Block, Boost, Choose, LetBy, Move
from paddock.games.template.phases import ChooseGear, end_round, next_car
from paddock.games.template.rules import running_order
from paddock.games.template.state import Car, Options, State

CARD = word(NAME)
CARDS: Word = row(CARD)


def face(label: str, face: object) -> str:
    """What chance turned up, as a scenario names it: a card by its name, a die by its pips."""
    return NAME[face] if label == "hand" and isinstance(face, int) else str(face)


def facts(state: State, names: Names) -> Facts:
    """A position: `alex at 3 gear 2 fuel 1 hand oil,sheep`, `table pool 5 bag … discards …`."""
    found: Facts = {}
    for name, car in zip(names, state.cars, strict=True):
        hand = CARDS.show(car.hand, names)
        found[name] = {"at": str(car.at), "gear": str(car.gear), "fuel": str(car.fuel)}
        found[name]["hand"] = hand
    bag, discards = (CARDS.show(cards, names) for cards in (state.bag, state.discards))
    found["table"] = {"pool": str(state.pool), "bag": bag, "discards": discards}
    return found


def place(given: Facts, options: Options, names: Names) -> State:
    """A position from facts; gears are about to be chosen. The bag is what is nowhere else."""
    unknown = given.keys() - {*names, "table"}
    if unknown:
        raise UnreadableScenario(f"nobody is called {', '.join(sorted(unknown))}")
    cars = tuple(place_car(given.get(name, {}), names) for name in names)
    table = given.get("table", {})
    discards = cards(table.get("discards", "-"), names)
    rest = Counter(DECK if options.blocking else ())
    rest.subtract([card for car in cars for card in car.hand])
    rest.subtract(discards)
    bag = cards(table["bag"], names) if "bag" in table else tuple(sorted(rest.elements()))
    spare = (FUEL + SPARE) * len(cars) - sum(car.fuel for car in cars)
    pool = int(table.get("pool", spare))
    return State(options, cars, bag, discards, pool, ChooseGear((0,) * len(cars)))


def place_car(known: dict[str, str], names: Names) -> Car:
    """A car from its facts."""
    unknown = known.keys() - {"at", "gear", "fuel", "hand"}
    if unknown:
        raise UnreadableScenario(f"a car has no {', '.join(sorted(unknown))}")
    at, gear, fuel = (
        int(known.get(key, default)) for key, default in (("at", 0), ("gear", 1), ("fuel", FUEL))
    )
    return Car(at, gear, fuel, cards(known.get("hand", "-"), names))


def cards(text: str, names: Names) -> tuple[int, ...]:
    """Cards by their names, sorted."""
    return tuple(sorted(CARDS.read(text, names)))


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    """Start an automatic part: `driving` with the gears as they are, or `end` of the round."""
    events: list[Event] = []
    match part:
        case "driving":
            state = next_car(state, running_order(state), events, chance)
        case "end":
            state = end_round(state, events, chance)
        case _:
            raise UnreadableScenario(f"{part!r} is no part of a round: driving, end")
    return settle(state, events, chance)


NOTATION: Notation[State, Move, Options] = Notation(
    verbs={Choose: "gear", Boost: "boost", Block: "block", LetBy: "let-by"},
    fields={"card": CARD},
    face=face,
    facts=facts,
    place=place,
    begin=begin,
)
