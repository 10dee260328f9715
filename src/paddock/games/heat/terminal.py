"""The race drawn in the terminal: sectors with both spots of each space, then the cars."""

from __future__ import annotations

from paddock.core.seats import Language, Names, Seat
from paddock.core.styled_text import StyledText
from paddock.games.heat.data import COLOURS, HEAT, ROADS, VALUES, CardNo
from paddock.games.heat.phases import Drafting
from paddock.games.heat.rules.course import (
    AWAY,
    COURSES,
    FLOODED,
    GRID,
    TUNNEL,
    Course,
)
from paddock.games.heat.view import Rival, View
from paddock.games.heat.words import WORDS, legend_of
from paddock.games.heat.words import card as named

STYLES = ("bright_black", "blue", "green", "yellow", "red", "white", "dark_orange", "magenta")


def draw(view: View, seat: Seat | None, names: Names, language: Language = "en") -> StyledText:
    """Draw the whole table as one seat sees it."""
    course = COURSES[view.course]
    out = head(view, course, language)
    out.append(board(view, course, seat, language))
    for car in ranking(view):
        out.append(row(view, car, course, names, seat, language))
    if isinstance(view.phase, Drafting):
        cards = "\n  ".join(named(card, language) for card in view.phase.market)
        out.append(f"\n  {cards}\n")
    if seat is not None:
        out.append(mine(view, seat, language))
    return out


def head(view: View, course: Course, language: Language) -> StyledText:
    title = WORDS.tell(
        "terminal.head", language, track=course.track.id, round=view.round, laps=course.laps
    )
    out = StyledText(title, "bold")
    if course.weather:
        sky = WORDS.tell(f"weather.{course.weather.id}", language)
        out.append(f"   {WORDS.tell('terminal.weather', language)}: {sky}")
    return out.append("\n\n")


def board(view: View, course: Course, seat: Seat | None, language: Language) -> StyledText:
    """One block a sector: its corner, and both spots of each space.

    The start line is a double bar; water and tunnels are shaded.
    """
    out = StyledText()
    lines = [corner.at for corner in course.track.corners]
    starts = [lines[-1] - course.track.spaces, *lines[:-1]]
    car = None if seat is None else view.cars[seat]
    own = AWAY if car is None or car.pos == AWAY else car.pos % course.track.spaces
    for number, (start, end) in enumerate(zip(starts, lines, strict=True)):
        top = len(out)
        out.append(corner_title(course, number, language))
        out.append(ruler(course, start, end))
        for on_line in (True, False):
            out.append("  ")
            for space in range(start, end):
                if space == 0:
                    out.append("║", "bold")
                out.append(cell(view, course, space % course.track.spaces, on_line))
            out.append("┃\n", "bold red")
        if own != AWAY and any(space % course.track.spaces == own for space in range(start, end)):
            out.focus = top, len(out)
    return out.append("\n" + WORDS.tell("terminal.legend", language) + "\n\n", "dim")


def ruler(course: Course, start: int, end: int) -> StyledText:
    """The numbers of the first space of a sector and of every fifth."""
    line = ""
    for at, space in enumerate(range(start, end)):
        number = space % course.track.spaces
        if space == start or (not number % 5 and space > start + 1):
            line = f"{line:<{2 * at + (start <= 0 <= space)}}{number}"
    return StyledText(f"  {line}\n", "dim")


def corner_title(course: Course, number: int, language: Language) -> StyledText:
    """Number, limit, press and road token of a corner."""
    out = StyledText(WORDS.tell("terminal.sector", language, n=number + 1) + " ", "bold")
    out.append(f"{course.limits[number]}", "bold red")
    slots = course.track.slots()
    for slot, token in zip(slots, course.tokens, strict=True):
        if token >= 0 and number in slot:
            place = ROADS[token].place
            out.append(f"  {'◆' if place == 'corner' else '→'}")
            out.append(WORDS.tell(f"road.{ROADS[token].id}", language), "yellow")
    if course.press[number]:
        out.append(f"  {WORDS.tell('terminal.press', language)}", "bold magenta")
    return out.append("\n")


def cell(view: View, course: Course, space: int, on_line: bool) -> StyledText:
    for number, car in enumerate(view.cars):
        here = car.pos != AWAY and car.pos % course.track.spaces == space
        if here and car.line == on_line:
            letter = str(number + 1) if number < view.seats else COLOURS[number][0].upper()
            return StyledText(f"{letter} ", f"bold {STYLES[number]}")
    flags = course.flags[space + GRID]
    if flags & FLOODED:
        return StyledText("~ ", "blue")
    if flags & TUNNEL:
        return StyledText("▒ ", "dim")
    return StyledText("· " if on_line else "  ", "dim")


def ranking(view: View) -> list[int]:
    """Cars that are home first, then by position; cars out of the race last."""
    return sorted(
        range(len(view.cars)),
        key=lambda i: (
            view.cars[i].place < 0,
            view.cars[i].place or 99,
            -2 * view.cars[i].pos - view.cars[i].line,
        ),
    )


def row(
    view: View, number: int, course: Course, names: Names, seat: Seat | None, language: Language
) -> StyledText:
    """One car: name, position, gear, engine, cards, and played cards."""
    car = view.cars[number]
    has_driver = number < view.seats
    name = names[number] if has_driver else legend_of(COLOURS[number], language)
    mark = str(number + 1) if has_driver else COLOURS[number][0].upper()
    out = StyledText(f"{mark} ", f"bold {STYLES[number]}")
    out.append(f"{name:<16}", "bold" if number == seat else "")
    if car.place > 0:
        return out.append(WORDS.tell("terminal.home", language, place=car.place) + "\n", "bold")
    if car.place < 0:
        return out.append(WORDS.tell("terminal.out", language) + "\n", "dim")
    out.append(f"{place(car, course, language):<18}")
    if has_driver:
        out.append(mat(car, language))
    played = car.area or ()
    if played:
        out.append("  ▸ " + " ".join(short_card(card) for card in played), "bold")
    elif car.planned:
        out.append("  ▸ " + "▯" * car.planned, "dim")
    return out.append("\n")


def place(car: Rival, course: Course, language: Language) -> str:
    """The lap and space of a car, with the space numbers of the map."""
    if car.pos < 0:
        return WORDS.tell("terminal.grid", language)
    lap, space = divmod(car.pos, course.track.spaces)
    return WORDS.tell("terminal.lap", language, lap=lap + 1, space=space)


def mat(car: Rival, language: Language) -> str:
    return WORDS.tell(
        "terminal.car", language, gear=car.gear, engine=car.engine, hand=car.hand, deck=car.deck
    )


def mine(view: View, seat: Seat, language: Language) -> StyledText:
    """The own hand and deck."""
    cards = "  ".join(f"[{named(card, language)}]" for card in view.mine.hand)
    out = StyledText(f"\n{WORDS.tell('terminal.hand', language)}: {cards}\n", "bold")
    if view.mine.planned:
        cards = "  ".join(f"[{named(card, language)}]" for card in view.mine.planned)
        out.append(f"{WORDS.tell('terminal.planned', language)}: {cards}\n")
    deck = " ".join(short_card(card) for card in view.mine.deck)
    out.append(f"{WORDS.tell('terminal.deck', language)}: {deck}\n", "dim")
    return out


def short_card(card: CardNo) -> str:
    """A card as a short text."""
    if card == HEAT:
        return "H"
    if card == HEAT + 1:
        return "S"
    return "/".join(str(value) for value in VALUES[card]) + ("" if card < HEAT else "*")
