"""Moves and positions of the Mille Miglia as text: those of a race, and the time chart."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.flow import settle
from paddock.core.game import Step
from paddock.core.nested import without
from paddock.core.notation import Facts, Notation
from paddock.core.seats import Names
from paddock.games.winds_of_war import notation as race
from paddock.games.winds_of_war.data import DECKS
from paddock.games.winds_of_war.data.enums import HOME, RETIRED, WAITING
from paddock.games.winds_of_war.modes.mille_miglia.events import Event, Events
from paddock.games.winds_of_war.modes.mille_miglia.phases import Over, Racing
from paddock.games.winds_of_war.modes.mille_miglia.rules import (
    before_first,
    format_of,
    hour_of,
    roads,
)
from paddock.games.winds_of_war.modes.mille_miglia.state import Options, State
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.phases.road import begin_stage, first_stage
from paddock.games.winds_of_war.phases.turn import Over as RaceOver
from paddock.games.winds_of_war.rules.night import visible_letters
from paddock.games.winds_of_war.state.pieces import TRACK, Team
from paddock.games.winds_of_war.state.stage import HOUR_MINUTES, UNREAD, reading

CLOCK, TIME = race.CLOCK, race.TIME
OWN = ("start", "first", "points", "noted", "time", "left", "penalty", "read")
"""Facts of a car that a circuit race does not have."""


def facts(state: State, names: Names) -> Facts:
    found = race.facts(state.now, names)
    stage = state.now.stage
    assert stage is not None
    for seat, name in enumerate(names):
        found[name] |= {
            "start": CLOCK.show(stage.starts[seat], names),
            "first": CLOCK.show(stage.first[seat], names),
            "points": str(stage.points[seat]),
            "noted": str(stage.noted[seat]),
            "time": TIME.show(stage.times[seat], names),
            "left": str(stage.left[seat]),
            "penalty": str(stage.penalties[seat]),
            "read": str(stage.notes[seat]),
            "sees": letters(state, seat),
        }
        if isinstance(state.phase, Over):
            found[name]["place"] = str(state.phase.places[seat])
    found["stage"] = {
        "number": str(stage.number),
        "road": state.now.road,
        "begins": CLOCK.show(stage.begins, names),
        "reading": CLOCK.show(reading(stage, state.now.turn), names),
        "hour": str(stage.hour),
        "marker": str(stage.marker),
        "done": str(stage.done),
        "letters": letters(state, None),
        "phase": type(state.phase).__name__.lower(),
    }
    return found


def letters(state: State, seat: int | None) -> str:
    """The letters of the curves as a seat, or anybody, can read them; ? for one in the dark."""
    seen = visible_letters(state.now, seat)
    return "".join("?" if letter is None else letter.name for letter in seen)


def place(given: Facts, options: Options, names: Names) -> State:
    """A stage in the middle. What is not said: the first stage, begun at six; a car that is put on
    a box started then, one that is not waits behind the line."""
    known = given.get("stage", {})
    number = int(known.get("number", "1"))
    road = roads(options)[number - 1]
    plain = without(given, "stage", OWN)
    start = before_first(options, (Team(),) * len(names), (), ())
    assert start.stage is not None
    now = race.read_position(plain, start.options, road, start.laps, names)
    if "deck" not in given.get("table", {}):
        now = replace(now, deck=DECKS[format_of(options)])
    cars = tuple(
        replace(car, status=WAITING)
        if "at" not in given.get(name, {}) and car.status < HOME
        else car
        for name, car in zip(names, now.cars, strict=False)
    )
    agreed = "6:00" if options.hour == "yearbook" else CLOCK.show(hour_of(options), names)
    begins = race.minutes_of(known.get("begins", agreed))
    stage = replace(
        start.stage,
        number=number,
        begins=begins,
        hour=int(known.get("hour", str(begins // HOUR_MINUTES))),
        done=int(
            known.get("done", str(sum(TRACK[r].spaces for r in roads(options)[: number - 1])))
        ),
        marker=int(known.get("marker", next(iter(map(str, TRACK[road].assistance)), "-1"))),
        starts=times(given, names, "start", begins),
        first=times(given, names, "first", begins),
        points=numbers(given, names, "points"),
        noted=numbers(given, names, "noted"),
        times=times(given, names, "time", 0),
        penalties=numbers(given, names, "penalty"),
        left=numbers(given, names, "left"),
        notes=tuple(int(given.get(name, {}).get("read", UNREAD)) for name in names),
    )
    over = Over("stopped", numbers(given, names, "place"))
    return State(options, (), (), replace(now, cars=cars, stage=stage), over)


def times(given: Facts, names: Names, key: str, usual: int) -> tuple[int, ...]:
    return tuple(
        race.minutes_of(row[key]) if key in (row := given.get(name, {})) else usual
        for name in names
    )


def numbers(given: Facts, names: Names, key: str) -> tuple[int, ...]:
    return tuple(int(given.get(name, {}).get(key, "0")) for name in names)


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    """Start an automatic part of a race by its name."""
    events: list[Event] = []
    return settle(begin_part(state, part, events, chance), events, chance)


def begin_part(state: State, part: str, events: Events, chance: Chance) -> State:
    """`start`: cars are bought, the race begins. `stage`: this stage begins, as the cars stand.
    `closing`: all are in, and the next stage begins. Any part of a race begins as it does there."""
    now = state.now
    match part:
        case "start":
            now = first_stage(now, events, chance)
        case "stage":
            now = begin_stage(now, events, chance)
        case "closing":
            home = now.home or tuple(s for s, car in enumerate(now.cars) if car.status < RETIRED)
            cars = tuple(
                replace(car, status=HOME) if car.status < RETIRED else car for car in now.cars
            )
            now = replace(now, phase=RaceOver("line-crossed"), home=home, cars=cars)
        case _:
            now = race.begin_part(now, part, events, chance)
    return replace(state, now=now, phase=Racing())


NOTATION: Notation[State, Move, Options] = Notation(
    race.VERBS, race.FIELDS, race.show_face, facts, place, begin, frozenset({"seat", "by", "whom"})
)
