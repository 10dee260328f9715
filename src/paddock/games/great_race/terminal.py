"""The race as text: the continent row by row, the crews' dashboards, the cards."""

from __future__ import annotations

from rich.text import Text

from paddock.core.seats import Language, Names, Seat
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
    SPACE_ID,
    SPACES,
    STOP,
    VEHICLE,
    VEHICLE_IT,
    Kind,
    Space,
    Tile,
)
from paddock.games.great_race.rules.ground import goal, progress
from paddock.games.great_race.sayings import card_name, space_name, tile_name
from paddock.games.great_race.view import CrewSeen, View

COLOURS = ("bright_blue", "bright_red", "bright_yellow", "bright_green")
MARKS = "①②③④"
WIDTH = 78  # of the map, in characters
WORDS = {
    "en": {
        "round": "round", "to": "to", "order": "order", "bag": "bag", "deck": "deck",
        "discards": "discards", "market": "face up", "hand": "hand", "fuel": "fuel",
        "engine": "engine", "chassis": "chassis", "passed": "passed", "arrived": "arrived",
        "broken": "broken down", "row": "row", "from": "From here", "unknown": "unknown",
        "crew": "scouts {0} mechanics {1} escorts {2} financing {3}",
        "legend": "■ city (cards)  ◆ purple  · unknown  • unknown, risk  "
                  "1/2 fuel/points  ! danger  ⊘ stop  * on a black space",
    },
    "it": {
        "round": "round", "to": "verso", "order": "ordine", "bag": "borsa", "deck": "mazzo",
        "discards": "scarti", "market": "scoperte", "hand": "mano", "fuel": "carburante",
        "engine": "motore", "chassis": "telaio", "passed": "passato", "arrived": "arrivato",
        "broken": "in panne", "row": "riga", "from": "Da qui", "unknown": "sconosciuta",
        "crew": "ricognitori {0} meccanici {1} scorte {2} finanziamenti {3}",
        "legend": "■ città (carte)  ◆ viola  · ignota  • ignota, a rischio  "
                  "1/2 carburante/punti  ! pericolo  ⊘ stop  * su casella nera",
    },
}  # fmt: skip


def draw(seen: View, seat: Seat | None, names: Names, language: Language = "en") -> Text:
    """The whole table as one seat sees it."""
    words = WORDS[language]
    out = Text()
    land = LANDS[seen.options.continent]
    title = land.title if language == "en" else land.title_it
    out.append(f"{title}, {words['to']} {space_name(goal(seen.options), language)}   ", "bold")
    out.append(f"{words['round']} {seen.round}/{seen.options.rounds}   ")
    out.append(f"{words['order']} ")
    out.append(" ".join(f"{MARKS[s]} {names[s]}" for s in seen.order) + "\n\n")
    out.append_text(continent(seen))
    out.append(f"\n{words['legend']}\n\n", "dim")
    for s, crew in enumerate(seen.crews):
        out.append_text(dashboard(seen, s, crew, names[s], language, mine=s == seat))
    cards = ", ".join(card_name(card, language) for card in seen.market) or "–"
    out.append(f"\n{words['market']}: {cards}\n")
    counts = f"{words['deck']} {seen.deck}  {words['discards']} {len(seen.discards)}  "
    out.append(f"{counts}{words['bag']} {len(seen.bag)}\n", "dim")
    if seat is not None:
        hand = ", ".join(card_name(card, language) for card in seen.hand) or "–"
        out.append(f"{words['hand']}: {hand}\n", "bold")
        out.append_text(surroundings(seen, seat, language))
    return out


# ------------------------------------------------------------------ the map
def continent(seen: View) -> Text:
    """One line a progress row; each space where its longitude puts it."""
    land = LANDS[seen.options.continent]
    west = min(PLACE[s][1] for s in land.spaces)
    east = max(PLACE[s][1] for s in land.spaces)
    out = Text()
    for row in range(1, ROWS + 1):
        out.append(f"{row if seen.options.direction == 'south' else ROWS + 1 - row:>2} ", "dim")
        end = 0
        for space in sorted((s for s in land.spaces if ROW[s] == row), key=lambda s: PLACE[s][1]):
            column = int((PLACE[space][1] - west) / (east - west) * (WIDTH - 10))
            cell = label(seen, space)
            out.append(" " * max(1, column - end))
            end = max(end + 1, column) + cell.cell_len
            out.append_text(cell)
        out.append("\n")
    return out


def label(seen: View, space: Space) -> Text:
    """A space: its sign, its name, what lies there, who stands there."""
    out = Text()
    tile = seen.board[space % SPACES]
    if CITY[space]:
        purple = KIND[space] is Kind.PURPLE
        cards = "" if purple else str(CITY_CARDS[space])
        out.append(
            f"{'◆' if purple else '■'}{SPACE_ID[space]}{cards}", "magenta" if purple else "bold"
        )
    elif tile == EMPTY:
        out.append(f"{'•' if BLACK[space] else '·'}{SPACE_ID[space]}", "dim")
    else:
        out.append(f"{SPACE_ID[space]}={costs(space, tile)}", "yellow")
    for s, crew in enumerate(seen.crews):
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
    seen: View, seat: Seat, crew: CrewSeen, name: str, language: Language, *, mine: bool
) -> Text:
    """One crew: where it is, its gauges, its money, its cards, its assistants."""
    words = WORDS[language]
    out = Text()
    vehicle = (VEHICLE if language == "en" else VEHICLE_IT)[seat]
    out.append(f"{MARKS[seat]} {name:<12}", f"{'bold ' if mine else ''}{COLOURS[seat]}")
    out.append(f"{vehicle:<11}{space_name(crew.space, language):<24}")
    out.append(f"{words['row']} {progress(seen.options, crew.space):>2}  {crew.money:>3} F  ")
    out.append(f"▯{crew.cards}")
    if crew.known:
        out.append(f" ({', '.join(card_name(card, language) for card in crew.known)})", "dim")
    out.append("\n   ")
    for key, level, most in (
        ("fuel", crew.fuel, MOST_FUEL),
        ("engine", crew.engine, MOST_ENGINE),
        ("chassis", crew.chassis, MOST_CHASSIS),
    ):
        out.append(f"{words[key]} ")
        out.append("█" * level, "red" if level < 2 else "green")
        out.append("░" * (most - level) + f" {level}  ", "dim")
    assistants = (crew.scouts, crew.mechanics, crew.escorts, crew.financing)
    if seat in seen.arrivals:
        out.append(f"{words['arrived']} {seen.arrivals.index(seat) + 1}", "bold magenta")
    elif any(assistants):
        out.append(words["crew"].format(*assistants))
    if crew.passed and seat not in seen.arrivals:
        out.append(f"  {words['passed']}", "dim")
    if not crew.engine:
        out.append(f"  {words['broken']}!", "bold red")
    out.append("\n")
    return out


def surroundings(seen: View, seat: Seat, language: Language) -> Text:
    """The neighbouring spaces by name: what a step there means."""
    words = WORDS[language]
    out = Text()
    here = seen.crews[seat].space
    parts = []
    for space in NEXT[here]:
        tile = seen.board[space % SPACES]
        name = space_name(space, language)
        if CITY[space]:
            parts.append(f"{name} ■{CITY_CARDS[space]}")
        elif tile == EMPTY:
            parts.append(f"{name} ({words['unknown']}{' *' if BLACK[space] else ''})")
        else:
            parts.append(f"{name} ({tile_name(tile, language)} {costs(space, tile)})")
    parts += [
        f"{space_name(r.to, language)} {'✈' if r.air else '⚓'} {r.price} F" for r in ROUTES[here]
    ]
    out.append(f"{words['from']}: {', '.join(parts)}\n")
    return out
