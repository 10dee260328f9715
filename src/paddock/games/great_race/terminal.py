"""The race drawn in the terminal: the continent by rows, the crews' dashboards, the cards."""

from __future__ import annotations

import functools

from paddock.core.seats import Language, Names, Seat
from paddock.core.styled_text import StyledText
from paddock.games.great_race.data import (
    BLACK,
    CITY,
    CITY_CARDS,
    DANGER,
    EMPTY,
    FUEL,
    KIND,
    LANDS,
    MOST_CHASSIS,
    MOST_ENGINE,
    MOST_FUEL,
    NEXT,
    PLACE,
    POINTS,
    ROUTES,
    ROW,
    ROWS,
    SPACES,
    STOP,
    Kind,
    Space,
    Tile,
)
from paddock.games.great_race.rules.ground import progress
from paddock.games.great_race.view import CrewSeen, View
from paddock.games.great_race.words import WORDS, card_names, space_name, tile_name, vehicle_name

COLOURS = ("bright_blue", "bright_red", "bright_yellow", "bright_green")
MARKS = "①②③④"
MAP_WIDTH = 96  # of the map, in characters
ROWS_AHEAD = 5  # rows of the map that stay in view ahead of a crew
LISTED_STEPS = 3  # steps whose ways are listed
LOW_GAUGE = 2  # a gauge below this is red


def draw(view: View, seat: Seat | None, names: Names, language: Language = "en") -> StyledText:
    """The whole table as one seat sees it."""
    out = StyledText()
    options = view.options
    tell = functools.partial(WORDS.tell, language=language)
    out.append(tell("terminal.title", land=options.continent, goal=view.goal), "bold")
    out.append("   " + tell("terminal.round", round=view.round, rounds=options.rounds) + "   ")
    crews = " ".join(f"{MARKS[s]} {names[s]}" for s in view.order)
    out.append(tell("terminal.turns", crews=crews) + "\n\n")
    out.append(continent(view, seat, language))
    out.append("\n" + tell("terminal.legend") + "\n\n", "dim")
    for s, crew in enumerate(view.crews):
        out.append(dashboard(view, s, crew, names[s], language, mine=s == seat))
    out.append("\n" + tell("terminal.face-up", cards=view.market) + "\n")
    gone, bag = len(view.discards), len(view.bag)
    out.append(tell("terminal.stacks", deck=view.deck, discards=gone, bag=bag) + "\n", "dim")
    if seat is not None:
        out.append(tell("terminal.hand", cards=view.hand) + "\n\n", "bold")
        out.append(surroundings(view, seat, language))
    return out


# ------------------------------------------------------------------ the map
def continent(view: View, seat: Seat | None, language: Language) -> StyledText:
    """One line a progress row; each space by its name, about where its longitude puts it."""
    land = LANDS[view.options.continent]
    west = min(PLACE[s][1] for s in land.spaces)
    east = max(PLACE[s][1] for s in land.spaces)
    out = StyledText()
    starts = list[int]()
    for row in range(1, ROWS + 1):
        starts.append(len(out))
        out.append(f"{row if view.options.direction == 'south' else ROWS + 1 - row:>2} ", "dim")
        here = sorted((s for s in land.spaces if ROW[s] == row), key=lambda s: PLACE[s][1])
        cells = [label(view, space, language) for space in here]
        east_by = [(PLACE[space][1] - west) / (east - west) for space in here]
        out.append(spread(cells, east_by))
        out.append("\n")
    if seat is not None:
        own = ROW[view.crews[seat].space] - 1
        first, last = max(0, own - 1), min(ROWS - 1, own + ROWS_AHEAD)
        out.focus = starts[first], starts[last]
    return out


def spread(cells: list[StyledText], share: list[float]) -> StyledText:
    """Place cells at their share of the width, or as near as there is room."""
    at: list[int] = []
    for part, cell in zip(share, cells, strict=True):
        first = at[-1] + len(cells[len(at) - 1]) + 1 if at else 0
        at.append(max(first, int(part * (MAP_WIDTH - len(cell)))))
    limit = MAP_WIDTH
    for i in reversed(range(len(cells))):
        at[i] = max(0, min(at[i], limit - len(cells[i])))
        limit = at[i] - 1
    out = StyledText()
    for cell, column in zip(cells, at, strict=True):
        out.append(" " * max(1 if out else 0, column - len(out)))
        out.append(cell)
    return out


def label(view: View, space: Space, language: Language) -> StyledText:
    """A space: its sign, its name, what lies there, who stands there."""
    out = StyledText()
    tile = view.board[space % SPACES]
    name = space_name(space, language).partition(" (")[0]
    if CITY[space]:
        purple = KIND[space] is Kind.PURPLE
        cards = "" if purple else f"+{CITY_CARDS[space]}"
        out.append(f"{'◆' if purple else '■'}{name}{cards}", "magenta" if purple else "bold")
    elif tile == EMPTY:
        out.append(f"{'•' if BLACK[space] else '·'}{name}", "dim")
    else:
        out.append(f"▪{name}={costs(space, tile)}", "yellow")
    for s, crew in enumerate(view.crews):
        if crew.space == space:
            out.append(MARKS[s], f"bold {COLOURS[s]}")
    return out


def costs(space: Space, tile: Tile) -> str:
    """A tile in a few characters: fuel/points, danger, stop, black."""
    signs = (
        ("!" if DANGER[tile] else "") + ("⊘" if STOP[tile] else "") + ("*" if BLACK[space] else "")
    )
    return f"{FUEL[tile] + BLACK[space]}/{POINTS[tile]}{signs}"


# ------------------------------------------------------------------ the crews
def dashboard(
    view: View, seat: Seat, crew: CrewSeen, name: str, language: Language, *, mine: bool
) -> StyledText:
    """One crew: where it is, its gauges, its money, its cards, its assistants."""
    out = StyledText()
    tell = functools.partial(WORDS.tell, language=language)
    vehicle = "–" if crew.vehicle is None else vehicle_name(crew.vehicle, language)
    out.append(f"{MARKS[seat]} {name:<12}", f"{'bold ' if mine else ''}{COLOURS[seat]}")
    out.append(f"{vehicle:<11}{space_name(crew.space, language):<24}")
    row = tell("terminal.row", row=f"{progress(view.options, crew.space):>2}")
    out.append(f"{row}  {crew.money:>3} F  ▯{crew.cards}")
    if crew.known:
        out.append(f" ({card_names(crew.known, language)})", "dim")
    out.append("\n   ")
    for gauge, level, most in (
        ("fuel", crew.fuel, MOST_FUEL),
        ("engine", crew.engine, MOST_ENGINE),
        ("chassis", crew.chassis, MOST_CHASSIS),
    ):
        out.append(tell(f"terminal.{gauge}") + " ")
        out.append("█" * level, "red" if level < LOW_GAUGE else "green")
        out.append("░" * (most - level) + f" {level}  ", "dim")
    if seat in view.arrivals:
        place = view.arrivals.index(seat) + 1
        out.append(tell("terminal.arrived", place=place), "bold magenta")
    elif crew.scouts or crew.mechanics or crew.escorts or crew.financing:
        out.append(
            tell(
                "terminal.assistants",
                scouts=crew.scouts,
                mechanics=crew.mechanics,
                escorts=crew.escorts,
                financing=crew.financing,
            )
        )
    if crew.passed and seat not in view.arrivals:
        out.append("  " + tell("terminal.passed"), "dim")
    if not crew.engine:
        out.append("  " + tell("terminal.broken-down"), "bold red")
    out.append("\n")
    return out


def surroundings(view: View, seat: Seat, language: Language) -> StyledText:
    """The spaces within a few steps of a vehicle, with costs and neighbours."""
    here = view.crews[seat].space
    steps = {here: 0}
    for at in (queue := [here]):
        for space in NEXT[at]:
            if space not in steps and steps[at] < LISTED_STEPS:
                steps[space] = steps[at] + 1
                queue.append(space)
    out = StyledText(WORDS.tell("terminal.from-here", language, n=LISTED_STEPS) + "\n", "bold")
    for space in queue:
        ways = [space_name(there, language) for there in NEXT[space]]
        ways += [
            f"{space_name(r.to, language)} {'✈' if r.air else '⚓'} {r.price} F"
            for r in ROUTES[space]
        ]
        number = f"{steps[space]}" if steps[space] else " "
        name = space_name(space, language)
        out.append(f"{number} {name}{ground(view, space, language)}: {', '.join(ways)}\n")
    return out


def ground(view: View, space: Space, language: Language) -> str:
    """What a step onto a space means."""
    tile = view.board[space % SPACES]
    if CITY[space]:
        return f" ■+{CITY_CARDS[space]}" if CITY_CARDS[space] else " ◆"
    if tile != EMPTY:
        return f", {tile_name(tile, language)} {costs(space, tile)}"
    return f", {WORDS.tell('terminal.unknown', language)}{' *' if BLACK[space] else ''}"
