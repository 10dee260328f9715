"""Notation: moves and positions as text, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import UnreadableScenario
from paddock.core.flow import settle
from paddock.core.game import Step
from paddock.core.notation import SEAT, Facts, Notation, Word, row
from paddock.core.seats import Names
from paddock.games.great_race import moves as mv
from paddock.games.great_race.data import (
    CARD,
    CARD_ID,
    DECK,
    EMPTY,
    LANDS,
    MOST_CHASSIS,
    MOST_ENGINE,
    MOST_FUEL,
    SPACE,
    SPACE_ID,
    SPACES,
    TILE,
    TILE_ID,
    Space,
    Tile,
    Vehicle,
)
from paddock.games.great_race.events import Event, Events
from paddock.games.great_race.moves import Move
from paddock.games.great_race.phases import (
    Bivouac,
    Cancelling,
    ChoosingSupplies,
    DrawingMap,
    FacingDanger,
    Handover,
    LosingPoints,
    Over,
    Phase,
    Planning,
    Removing,
    Repairing,
    RoundEnded,
    Scouting,
    convoy,
    drive,
    work,
)
from paddock.games.great_race.rules.crew import count_assistants
from paddock.games.great_race.rules.ground import START, progress, tiled_spaces
from paddock.games.great_race.state import Crew, Options, State

RESOURCE = Word(lambda card, _: CARD_ID[card], lambda text, _: CARD[text])
RESOURCES = row(RESOURCE)
VEHICLE = Word(
    lambda vehicle, _: "-" if vehicle is None else vehicle.name.lower(),
    lambda text, _: None if text == "-" else Vehicle[text.upper()],
)
TERRAIN = Word(lambda tile, _: TILE_ID[tile], lambda text, _: TILE[text])
TERRAINS = row(TERRAIN)
PLACE = Word(
    lambda space, _: SPACE_ID[space] if space >= 0 else "none",
    lambda text, _: -1 if text == "none" else SPACE[text],
)
YES = Word(lambda value, _: "yes" if value else "no", lambda text, _: text == "yes")
SEATS = row(SEAT)

VERBS: Mapping[type, str] = {
    mv.Choose: "vehicle",
    mv.Take: "take",
    mv.Plan: "plan",
    mv.Buy: "buy",
    mv.Play: "play",
    mv.Explore: "explore",
    mv.Recruit: "recruit",
    mv.Repair: "repair",
    mv.Drive: "drive",
    mv.Clear: "clear",
    mv.Finance: "finance",
    mv.Pass: "pass",
    mv.Go: "go",
    mv.Sail: "sail",
    mv.Halt: "halt",
    mv.TurnBack: "back",
    mv.Lose: "bear",
    mv.Escort: "escort",
    mv.Allow: "allow",
    mv.Mend: "mend",
    mv.Fit: "fit",
    mv.Lay: "lay",
    mv.Pick: "pick",
    mv.Sabotage: "sabotage",
    mv.Discard: "discard",
}
FIELDS: Mapping[str, Word] = {
    "half_track": VEHICLE,
    "card": RESOURCE,
    "cards": RESOURCES,
    "tile": TERRAIN,
    "space": PLACE,
    "start": PLACE,
    "goal": PLACE,
    "first": PLACE,
    "second": PLACE,
    "order": SEATS,
    "ranger": YES,
    "known": RESOURCES,
    "market": RESOURCES,
    "pile": SEATS,
    "arrivals": SEATS,
    "first_now": TERRAIN,
    "second_now": TERRAIN,
}


PHASES: Mapping[type, str] = {
    Scouting: "laying",
    DrawingMap: "laying",
    Removing: "lifting",
    LosingPoints: "bearing",
    FacingDanger: "facing",
    Cancelling: "alarm",
    ChoosingSupplies: "supplied",
    Over: "finished",
}
"""Names of phases in positions that differ from the class: stored scenarios keep old names."""


def draw_text(label: str, drawn: object) -> str:
    """The text of a random draw."""
    assert isinstance(drawn, int)
    match label:
        case "tile":
            return TILE_ID[drawn]
        case "first crew":
            return f"p{drawn + 1}"
        case _:
            return CARD_ID[drawn]


# ------------------------------------------------------------------ positions
def facts(state: State, names: Names) -> Facts:
    """A line for each crew, and one for the table."""
    found: Facts = {}
    for seat, name in enumerate(names):
        crew = state.crews[seat]
        found[name] = {
            "vehicle": VEHICLE.show(crew.vehicle, names),
            "space": SPACE_ID[crew.space],
            "row": str(progress(state.options, crew.space)),
            "fuel": str(crew.fuel),
            "engine": str(crew.engine),
            "chassis": str(crew.chassis),
            "money": str(crew.money),
            "hand": RESOURCES.show(crew.hand, names),
            "known": RESOURCES.show(crew.known, names),
            "scouts": str(crew.scouts),
            "mechanics": str(crew.mechanics),
            "escorts": str(crew.escorts),
            "financing": str(crew.financing),
            "passed": YES.show(crew.passed, names),
        }
    found["table"] = {
        "round": str(state.round),
        "order": SEATS.show(state.order, names),
        "pile": SEATS.show(state.pile, names),
        "tiles": ",".join(show_tile(state, space) for space in tiled_spaces(state)) or "-",
        "bag": str(len(state.bag)),
        "removed": TERRAINS.show(removed_tiles(state), names),
        "deck": str(len(state.deck)),
        "discards": RESOURCES.show(state.discards, names),
        "market": RESOURCES.show(state.market, names),
        "arrivals": SEATS.show(state.arrivals, names),
        "phase": phase_name(state.phase),
    }
    return found


def phase_name(phase: Phase) -> str:
    return PHASES.get(type(phase)) or type(phase).__name__.lower()


def removed_tiles(state: State) -> tuple[Tile, ...]:
    """The tiles that have left the game, without those just drawn."""
    there = Counter(state.bag) + Counter(tile for tile in state.board if tile != EMPTY)
    if isinstance(state.phase, Scouting | DrawingMap):
        there += Counter(state.phase.tiles)
    return tuple(sorted((Counter(LANDS[state.options.continent].bag) - there).elements()))


def show_tile(state: State, space: Space) -> str:
    return f"{SPACE_ID[space]}:{TILE_ID[state.board[space % SPACES]]}"


def place(given: Facts, options: Options, names: Names) -> State:
    """A position in the middle of a race.

    Defaults: all crews in the starting city, vehicles by seat, full gauges, 80 F, no cards and no
    assistants; seats in turn order, the first on top of the pile; an empty board; bag and deck with
    everything that is not elsewhere.
    """
    table = dict(given.get("table", {}))
    if table.get("phase", "finished") != "finished":
        raise UnreadableScenario("a position is started by `begin`, not by naming its phase")
    start = START[options.continent, options.direction]
    crews = tuple(
        read_crew(given.get(name, {}), Vehicle(seat), start, names)
        for seat, name in enumerate(names)
    )
    order = SEATS.read(table["order"], names) if "order" in table else tuple(range(len(names)))
    pile = SEATS.read(table["pile"], names) if "pile" in table else order[::-1]
    board = read_tiles(table.get("tiles", "-"), options)
    bag = Counter(LANDS[options.continent].bag) - Counter(t for t in board if t != EMPTY)
    bag -= Counter(TERRAINS.read(table.get("removed", "-"), names))
    tiles = sorted(bag.elements())
    if not table.get("bag", "60").isdecimal():  # a number says nothing new
        tiles = sorted(TERRAINS.read(table["bag"], names))
    discards = RESOURCES.read(table.get("discards", "-"), names)
    market = tuple(sorted(RESOURCES.read(table.get("market", "-"), names)))
    rest = Counter(DECK) - Counter(discards) - Counter(market)
    for crew in crews:
        rest -= Counter(crew.hand)
    deck = sorted(rest.elements())
    if not table.get("deck", "48").isdecimal():
        deck = sorted(RESOURCES.read(table["deck"], names))
    return State(
        options=options,
        round=int(table.get("round", "1")),
        order=order,
        pile=pile,
        crews=crews,
        board=board,
        bag=tuple(tiles),
        deck=tuple(deck),
        discards=discards,
        market=market,
        arrivals=SEATS.read(table.get("arrivals", "-"), names),
        held=(),
        phase=Over(),
    )


def read_crew(known: Mapping[str, str], vehicle: Vehicle, start: Space, names: Names) -> Crew:
    def number(key: str, otherwise: int) -> int:
        return int(known.get(key, otherwise))

    return Crew(
        vehicle=VEHICLE.read(known["vehicle"], names) if "vehicle" in known else vehicle,
        space=SPACE[known["space"]] if "space" in known else start,
        fuel=number("fuel", MOST_FUEL),
        engine=number("engine", MOST_ENGINE),
        chassis=number("chassis", MOST_CHASSIS),
        money=number("money", 80),
        hand=tuple(sorted(RESOURCES.read(known.get("hand", "-"), names))),
        known=tuple(sorted(RESOURCES.read(known.get("known", "-"), names))),
        scouts=number("scouts", 0),
        mechanics=number("mechanics", 0),
        escorts=number("escorts", 0),
        financing=number("financing", 0),
        passed=known.get("passed", "no") == "yes",
    )


def read_tiles(text: str, options: Options) -> tuple[Tile, ...]:
    board = [EMPTY] * SPACES
    land = LANDS[options.continent]
    for part in () if text == "-" else text.split(","):
        space, _, tile = part.partition(":")
        if SPACE.get(space) not in land.spaces or tile not in TILE:
            raise UnreadableScenario(
                f"{part!r} is not a space of {land.id} and a tile, like a1:track"
            )
        board[SPACE[space] % SPACES] = TILE[tile]
    return tuple(board)


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    """Start a part of a round in a position.

    `bivouac`, `planning`, `convoy` (the first in order who has an assistant), `maintenance`; or
    `explore`, `repair`, `drive` for the first in order, with the assistant already taken off.
    """
    events: Events = []
    return settle(begin_part(state, part, events, chance), events, chance)


def begin_part(state: State, part: str, events: Events, chance: Chance) -> State:
    seat = state.order[0]
    then = Handover(seat)
    match part:
        case "explore":
            return work.scout(state, seat, then, events, chance)
        case "repair":
            return replace(state, phase=Repairing(seat, then))
        case "drive":
            return drive.set_off(state, seat, then, events)
        case "bivouac":
            return replace(state, phase=Bivouac(len(state.order) - 1))
        case "planning":
            return replace(state, phase=Planning((None,) * len(state.crews)))
        case "convoy":
            if not any(count_assistants(crew) and not crew.passed for crew in state.crews):
                raise UnreadableScenario("nobody has an assistant")
            return convoy.hand_over(state, state.order[-1])
        case "maintenance":
            return replace(state, phase=RoundEnded())
        case _:
            known = "bivouac, planning, convoy, maintenance, explore, repair, drive"
            raise UnreadableScenario(f"no part {part!r}: {known}")


NOTATION: Notation[State, Move, Options] = Notation(VERBS, FIELDS, draw_text, facts, place, begin)
