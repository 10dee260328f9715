"""Moves and positions of a championship as text and back."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import UnreadableScenario
from paddock.core.flow import settle
from paddock.core.game import Ask, Step
from paddock.core.notation import Facts, Notation
from paddock.core.seats import Names
from paddock.games.heat import notation as race
from paddock.games.heat.data import COLOURS
from paddock.games.heat.modes.championship import rules
from paddock.games.heat.modes.championship.events import Event, Events
from paddock.games.heat.modes.championship.game import GAME
from paddock.games.heat.modes.championship.moves import Keep, Move, Swap
from paddock.games.heat.modes.championship.phases import Keeping, Market, Over, Racing, Swapping
from paddock.games.heat.modes.championship.state import Options, State

VERBS = {**race.VERBS, Swap: "swap", Keep: "keep"}
FIELDS = {**race.FIELDS, "other": race.CARD, "track": race.TEXT}

PHASES: Mapping[type, str] = {
    Market: "market",
    Swapping: "swapping",
    Racing: "racing",
    Keeping: "keeping",
    Over: "crown",
}


def show_face(label: str, face: object) -> str:
    return str(face) if label in ("track", "event") else race.show_face(label, face)


def facts(state: State, names: Names) -> Facts:
    """The race's facts, and for each car its points, Upgrades and kept Sponsorships."""
    phase = state.phase
    found = race.facts(phase.now, names) if isinstance(phase, Racing) else {}
    total = rules.points_won(state.results, state.cars)
    for car in range(state.cars):
        name = names[car] if car < state.seats else COLOURS[car]
        mine = found.setdefault(name, {})
        mine["points"] = str(total[car])
        mine["last"] = str(state.places[car]) if state.places else "-"
        if car < state.seats:
            mine["garage"] = race.CARDS.show(state.upgrades[car], names)
            mine["kept"] = race.CARDS.show(state.kept[car], names)
    leg = state.legs[min(state.race, len(state.legs) - 1)]
    found["season"] = {
        "race": str(state.race + 1),
        "races": str(len(state.legs)),
        "track": leg.track,
        "event": str(leg.event),
        "grid": ",".join(names[c] if c < state.seats else COLOURS[c] for c in state.grid),
        "phase": PHASES[type(phase)],
        "market": race.CARDS.show(getattr(phase, "market", ()), names),
        "upgrades": str(len(state.deck)),
        "sponsors": str(len(state.sponsors)),
    }
    return found


def place(given: Facts, options: Options, names: Names) -> State:
    """A championship between two races: `season race 2`, `alex points 9 last 1 garage u1 kept sp1`.
    The points are put down as if won in the race before."""
    season = given.get("season", {})
    if season.get("phase", "garage") != "garage":
        raise UnreadableScenario("a championship is placed between two races")
    state = GAME.setup(options, len(names), FirstFace()).state
    number = int(season.get("race", "1")) - 1
    everybody = [*names, *COLOURS[len(names) : state.cars]]
    points = tuple([int(given.get(name, {}).get("points", "0")) for name in everybody])
    last = tuple([int(given.get(name, {}).get("last", "0")) for name in everybody])
    garage = [race.CARDS.read(given.get(n, {}).get("garage", "-"), names) for n in names]
    kept = [race.CARDS.read(given.get(n, {}).get("kept", "-"), names) for n in names]
    deck, sponsors = [*state.deck, *getattr(state.phase, "market", ())], [*state.sponsors]
    for cards in garage:
        for card in cards:
            deck.remove(card)
    for cards in kept:
        for card in cards:
            sponsors.remove(card)
    none = (0,) * state.cars
    return replace(
        state,
        race=number,
        results=(none,) * (number - 1) + (points,) if number else (),
        places=last if number else (),
        upgrades=tuple(garage),
        kept=tuple(kept),
        secret=tuple(kept),
        deck=tuple(sorted(deck)),
        sponsors=tuple(sponsors),
    )


class FirstFace:
    """Chance that takes the first face: a position in a scenario names what matters."""

    def pick(self, faces: object, label: str, to: int | None = None) -> int:
        return 0


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    """`garage`: the next race is announced; `race`: it starts with the garage as it is;
    `finish 2,1,3`: it has ended, with these places by car."""
    events: Events = []
    match part.split():
        case ["garage"]:
            state = rules.next_race(state, events, chance)
        case ["race"]:
            state = rules.start_race(state, events, chance)
        case ["finish", places]:
            given = tuple([int(place) for place in places.split(",")])
            state = finish(state, given, events, chance)
        case _:
            raise UnreadableScenario(f"no part {part!r}: garage, race or finish")
    return settle(state, events, chance)


def finish(state: State, places: tuple[int, ...], events: Events, chance: Chance) -> State:
    """End a race with these places."""
    state = rules.start_race(rules.with_event(state, chance), [], chance)
    phase = state.phase
    assert isinstance(phase, Racing)
    cars = tuple(
        [replace(car, place=p or -1) for car, p in zip(phase.now.cars, places, strict=True)]
    )
    return rules.finish_race(state, replace(phase.now, cars=cars), events, chance)


def apart(ask: Ask[Move], move: Move) -> tuple[Move, ...]:
    return race.in_steps(ask.options[0], move) or (move,)


NOTATION: Notation[State, Move, Options] = Notation(
    VERBS, FIELDS, show_face, facts, place, begin, sets=race.SETS, apart=apart
)
