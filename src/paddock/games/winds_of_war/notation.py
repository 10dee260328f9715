"""Moves and positions as text and back."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import UnreadableScenario
from paddock.core.flow import settle
from paddock.core.game import Step
from paddock.core.notation import NUMBER, SEAT, Facts, Notation, Word, flag, row
from paddock.core.seats import Names
from paddock.games.winds_of_war import moves as mv
from paddock.games.winds_of_war.data import (
    DECK,
    DRIVER_INDEX,
    DRIVERS,
    FAILURE_CARD_COUNTS,
    KMH_PER_BOX,
    MODEL_INDEX,
    MODELS,
    RED_BOXES,
    SPARE_CARD_COUNTS,
    TUNING_CARD_COUNTS,
    kebab,
)
from paddock.games.winds_of_war.data.enums import (
    CarStatus,
    Colour,
    Failure,
    Gauge,
    Ground,
    Job,
    KindOfTest,
    Lane,
    Line,
    Part,
    TuningCard,
    Way,
)
from paddock.games.winds_of_war.data.track import Track
from paddock.games.winds_of_war.events import Event, Events
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.phases import (
    GridRerolling,
    LastBoxes,
    Over,
    Rerolling,
    TakingUnsold,
)
from paddock.games.winds_of_war.phases.garage import open_auction, set_budget
from paddock.games.winds_of_war.phases.grid import next_challenger, qualify
from paddock.games.winds_of_war.phases.turn import begin_turn, new_turn, next_due
from paddock.games.winds_of_war.rules.dashboard import make_sheet
from paddock.games.winds_of_war.rules.dice import TREADS
from paddock.games.winds_of_war.rules.event_cards import draw_event
from paddock.games.winds_of_war.rules.order import order_of_movement
from paddock.games.winds_of_war.state import Car, Options, Sheet, State, Team
from paddock.games.winds_of_war.state.pieces import TRACK, laps_of
from paddock.games.winds_of_war.state.stage import HOUR_MINUTES


def enum_word(kind: type[enum.Enum]) -> Word:
    """Notation of an enum: its members by name."""
    known = {kebab(member): member for member in kind}
    return Word(lambda member, _: kebab(kind(member)), lambda text, _: known[text])


KMH = Word(lambda speed, _: str(speed * KMH_PER_BOX), lambda text, _: read_kmh(text))
CAR = Word(lambda model, _: MODELS[model].id, lambda text, _: MODEL_INDEX[text])
DRIVER_WORD = Word(lambda driver, _: DRIVERS[driver].id, lambda text, _: DRIVER_INDEX[text])
CARDS, PARTS, BROKEN = row(enum_word(TuningCard)), row(enum_word(Part)), row(enum_word(Failure))
STATUS, LINE, WAY = enum_word(CarStatus), enum_word(Line), enum_word(Way)
FLAG = flag("no", "yes")
CLOCK = Word(lambda minutes, _: clock_time(minutes), lambda text, _: minutes_of(text))
TIME = Word(
    lambda minutes, _: clock_time(minutes) if minutes else "-", lambda text, _: minutes_of(text)
)
SEATS = row(SEAT)


def clock_time(minutes: int) -> str:
    """Minutes since midnight as a clock time; hours continue past 24."""
    return f"{minutes // HOUR_MINUTES}:{minutes % HOUR_MINUTES:02d}"


def minutes_of(text: str) -> int:
    hours, _, minutes = text.partition(":")
    return 0 if text == "-" else HOUR_MINUTES * int(hours) + int(minutes)


def read_kmh(text: str) -> int:
    speed, rest = divmod(int(text), KMH_PER_BOX)
    if rest:
        raise ValueError(f"{text} is no box of the tachometer")
    return speed


VERBS: Mapping[type, str] = {
    mv.Bid: "bid",
    mv.Pass: "pass",
    mv.Take: "take",
    mv.Hire: "hire",
    mv.Tune: "tune",
    mv.Stock: "stock",
    mv.Done: "done",
    mv.Challenge: "challenge",
    mv.Yield: "yield",
    mv.Accept: "accept",
    mv.Reroll: "reroll",
    mv.Keep: "keep",
    mv.Plan: "plan",
    mv.Launch: "launch",
    mv.Pit: "pit",
    mv.Fix: "fix",
    mv.Steer: "steer",
    mv.Brake: "brake",
    mv.Dive: "dive",
    mv.Burst: "burst",
    mv.Halt: "halt",
    mv.Fetch: "fetch",
    mv.Read: "read",
    mv.GiveUp: "give-up",
}
FIELDS: Mapping[str, Word] = {
    "model": CAR,
    "driver": DRIVER_WORD,
    "card": enum_word(TuningCard),
    "part": enum_word(Part),
    "speed": KMH,
    "extra": flag("plain", "extra"),
    "job": enum_word(Job),
    "way": WAY,
    "ways": row(WAY),
    "wet": FLAG,
    "warning": FLAG,
    "gauge": enum_word(Gauge),
    "test": enum_word(KindOfTest),
    "ground": enum_word(Ground),
    "failure": enum_word(Failure),
    "clause": Word(lambda clause, _: clause, lambda text, _: text),
    "grid": SEATS,
    "order": SEATS,
    "seats": SEATS,
    "home": SEATS,
    "broken": BROKEN,
    "tuning": CARDS,
    "dice": row(enum_word(Colour)),
    "spares": row(NUMBER),
    "purses": row(NUMBER),
    "lire": NUMBER,
    "edge": enum_word(Lane),
    "reading": CLOCK,
    "times": row(TIME),
    "noted": row(NUMBER),
}


SEAT_LABELS = {
    "grid die",
    "spending die",
    "order",
    "event tie",
    "starting order",
    "winner",
    "visiting order",
    "career",
}
"""Labels of draws that pick a seat."""


def show_face(label: str, face: object) -> str:
    """A drawn face as text."""
    match label:
        case "car" | "called":
            assert isinstance(face, int)
            return MODELS[face].id
        case _ if label in SEAT_LABELS:
            assert isinstance(face, int)
            return f"p{face + 1}"
        case _:
            return str(face)


# ------------------------------------------------------------------ positions


# Scenarios use these names; they are older than the class names.
SCENARIO_PHASE_NAMES: Mapping[type, str] = {
    TakingUnsold: "choosing",
    GridRerolling: "griddice",
    Rerolling: "dicing",
    LastBoxes: "closing",
}


def phase_name(phase: Struct) -> str:
    """The phase name in a position."""
    return SCENARIO_PHASE_NAMES.get(type(phase)) or type(phase).__name__.lower()


def facts(state: State, names: Names) -> Facts:
    """A position as facts: a line for each player, and one for the table."""
    found: Facts = {}
    for seat, name in enumerate(names):
        found[name] = team_facts(state.teams[seat], names)
        if state.cars:
            found[name] |= car_facts(state, seat, names)
    found["table"] = {
        "turn": str(state.turn),
        "wet": FLAG.show(state.wet, names),
        "grid": SEATS.show(state.grid, names),
        "order": SEATS.show(state.order, names),
        "home": SEATS.show(state.home, names),
        "deck": ",".join(str(card) for card in state.deck) or "-",
        "punctures": str(state.failures[0]),
        "plugs": str(state.failures[1]),
        "lamps": str(state.failures[2]),
        "phase": phase_name(state.phase),
    }
    return found


def team_facts(team: Team, names: Names) -> dict[str, str]:
    return {
        "car": MODELS[team.model].id if team.model >= 0 else "-",
        "driver": DRIVERS[team.driver].id if team.driver >= 0 else "-",
        "tuning": CARDS.show(team.tuning, names),
        "spares": PARTS.show([p for p, n in enumerate(team.spares) for _ in range(n)], names),
        "purse": str(team.purse),
        "spent": str(team.spent),
        "gift": FLAG.show(team.gift, names),
    }


def car_facts(state: State, seat: int, names: Names) -> dict[str, str]:
    car, track = state.cars[seat], TRACK[state.road]
    return {
        "at": track.name_of[car.box],
        "lap": str(car.lap),
        "speed": KMH.show(car.speed, names),
        "engine": str(car.engine),
        "heat": str(car.heat),
        "brakes": str(car.brakes),
        "body": str(car.body),
        "tyres": str(car.tyres),
        "broken": BROKEN.show(car.broken, names),
        "line": LINE.show(car.line, names),
        "stand": STATUS.show(car.status, names),
        "until": str(car.until),
        "treads": FLAG.show(TREADS in car.used, names),
        "splits": ",".join(str(turn) for turn in car.splits) or "-",
    }


def place(given: Facts, options: Options, names: Names) -> State:
    """A position in the middle of a race. Defaults: an Alfa Romeo 1500 Sport with the works driver
    and no spare parts, in its first lap, standing on the grid, everything as new."""
    return read_position(given, options, options.road, laps_of(options), names)


def read_position(given: Facts, options: Options, road: str, laps: int, names: Names) -> State:
    """The same on any road. On an open road a car waits behind the line, its gauges empty."""
    table = given.get("table", {})
    if table.get("phase", "over") != "over":
        raise UnreadableScenario("a position is started by `begin`, not by naming its phase")
    teams = tuple(read_team(given.get(name, {}), names) for name in names)
    racing = all(team.model >= 0 and team.driver >= 0 for team in teams)
    sheets = tuple(make_sheet(team) for team in teams) if racing else ()
    cars = tuple(
        read_car(given.get(name, {}), TRACK[road], sheets[seat], seat, names)
        for seat, name in enumerate(names)
        if racing
    )
    deck = table.get("deck")
    spares = zip(*(team.spares for team in teams), strict=True)
    broken = [car.broken for car in cars]
    return State(
        options=options,
        road=road,
        laps=laps,
        teams=teams,
        sheets=sheets,
        cars=cars,
        grid=SEATS.read(table.get("grid", "-"), names),
        turn=int(table.get("turn", "2")),
        wet=FLAG.read(table.get("wet", "no"), names),
        order=SEATS.read(table.get("order", "-"), names),
        at=0,
        settled=(),
        deck=DECK if deck is None else tuple(row(NUMBER).read(deck, names)),
        failures=tuple(
            int(table.get(name, FAILURE_CARD_COUNTS[kind] - sum(kind in b for b in broken)))
            for kind, name in zip(Failure, ("punctures", "plugs", "lamps"), strict=True)
        ),
        stock=tuple(n - sum(held) for n, held in zip(SPARE_CARD_COUNTS, spares, strict=True)),
        shelf=tuple(
            n - sum(card in team.tuning for team in teams)
            for card, n in enumerate(TUNING_CARD_COUNTS)
        ),
        home=SEATS.read(table.get("home", "-"), names),
        phase=Over("stopped"),
    )


def read_team(known: Mapping[str, str], names: Names) -> Team:
    model, driver = known.get("car", "alfa-romeo-1500-sport"), known.get("driver", "works-driver")
    held = PARTS.read(known.get("spares", "-"), names)
    return Team(
        purse=int(known.get("purse", "0")),
        spent=int(known.get("spent", "0")),
        model=-1 if model == "-" else MODEL_INDEX[model],
        driver=-1 if driver == "-" else DRIVER_INDEX[driver],
        tuning=tuple(sorted(CARDS.read(known.get("tuning", "-"), names))),
        spares=tuple(held.count(part) for part in Part),
        gift=known.get("gift") == "yes",
    )


def read_car(known: Mapping[str, str], track: Track, sheet: Sheet, seat: int, names: Names) -> Car:
    first = track.door if track.door >= 0 else track.grid[seat // 2][2 * (seat % 2)]
    here = known.get("at", track.name_of[first])
    splits = known.get("splits", "-" if track.door >= 0 else "1")
    fitted = (TREADS,) if known.get("treads") == "yes" else ()
    black = 0 if track.open else sheet.engine - RED_BOXES[Gauge.ENGINE]
    return Car(
        box=track.box_of[here],
        lap=int(known.get("lap", "1")),
        speed=read_kmh(known.get("speed", "0")),
        engine=int(known.get("engine", black)),
        heat=int(known.get("heat", "0")),
        brakes=int(known.get("brakes", "0")),
        body=int(known.get("body", "0")),
        tyres=int(known.get("tyres", "0")),
        broken=tuple(sorted(BROKEN.read(known.get("broken", "-"), names))),
        line=LINE.read(known.get("line", "no"), names),
        status=STATUS.read(known.get("stand", "racing"), names),
        until=int(known.get("until", "0")),
        used=tuple(sorted({*CARDS.read(known.get("used", "-"), names), *fitted})),
        splits=tuple(int(turn) for turn in splits.split(",")) if splits != "-" else (),
    )


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    """Start an automatic part of a race by its name."""
    events: list[Event] = []
    return settle(begin_part(state, part, events, chance), events, chance)


def begin_part(state: State, part: str, events: Events, chance: Chance) -> State:
    """Names of the parts. `turn`: a new turn. `car 2`: the second seat begins its turn, then the
    others. `due`: the order is fixed and the first in it is due. `event`: an event is drawn, then
    the same. `grid`: qualifying. `challenges`: the grid as given may be challenged. `garage`: the
    auction. `hiring`: after it."""
    name, *at = part.split()
    match name:
        case "turn":
            return new_turn(state, events, chance)
        case "car":
            seat = int(at[0]) - 1
            rest = [s for s in (state.order or order_of_movement(state, chance)) if s != seat]
            state = replace(state, order=(seat, *rest), settled=tuple(range(len(state.cars))))
            return begin_turn(state, seat, events, chance)
        case "due" | "event":
            if name == "event":
                state = draw_event(state, events, chance)
            order = state.order or order_of_movement(state, chance)
            return next_due(replace(state, order=order), state.at, events, chance)
        case "grid":
            return qualify(replace(state, turn=0), events, chance)
        case "challenges":
            return next_challenger(replace(state, turn=0), state.grid[1:], events, chance)
        case "garage":
            return open_auction(state, events, chance)
        case "hiring":
            return set_budget(state, tuple(range(len(state.teams))), events)
        case _:
            raise UnreadableScenario(f"no part {name!r} of a race begins so")


NOTATION: Notation[State, Move, Options] = Notation(
    VERBS, FIELDS, show_face, facts, place, begin, frozenset({"seat", "by", "whom"})
)
