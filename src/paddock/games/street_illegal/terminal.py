"""The race drawn in the terminal: the road from left to right, the cars from first to last."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.seats import Language, Names, Seat
from paddock.core.styled_text import StyledText
from paddock.games.street_illegal.data import HIDDEN, ICON, LEGS, LIMIT, MPH, PRO, ROAD, Tempo
from paddock.games.street_illegal.phases import LineUp, ProDuel
from paddock.games.street_illegal.view import CarSeen, View
from paddock.games.street_illegal.words import WORDS, face

GLYPH = "◀■▶▲▼"  # by road


def draw(view: View, seat: Seat | None, names: Names, language: Language = "en") -> StyledText:
    """The whole table as one seat sees it."""
    out = StyledText()
    out.append(legs(view, language))
    order = view.order or tuple(range(len(names)))
    for place, car in enumerate(order, 1):
        out.append(f"{place}  ", "bold")
        if car == PRO:
            out.append(WORDS.tell("pro.name", language) + "\n", "dim")
        else:
            out.append(row(visible_car(view, car), names[car], mine=car == seat))
    if isinstance(view.phase, ProDuel):
        cards = f"{face(view.phase.first, language)} + {face(view.phase.second, language)}"
        out.append("\n" + WORDS.tell("terminal.pro-cards", language, turned=cards), "bold")
    gone = len(view.discards)
    beside = WORDS.tell("terminal.beside", language, stack=view.deck, discards=gone, pool=view.pool)
    out.append(f"\n{beside}\n")
    if seat is not None:
        held = "  ".join(map(glyph, view.hand))
        out.append(WORDS.tell("terminal.hand", language, row=held) + "\n", "bold")
    out.append("\n" + WORDS.tell("terminal.legend", language) + "\n", "dim")
    return out


def legs(view: View, language: Language) -> StyledText:
    """The road: what is gone, where it is now, what is to come."""
    out = StyledText()
    out.append(WORDS.tell("terminal.leg", language, leg=view.leg, legs=LEGS) + "   ", "bold")
    for leg, track in enumerate(view.track):
        style = "bold black on yellow" if leg == view.leg else "dim" if leg < view.leg else ""
        out.append(f" {LIMIT[track] or '∞'}{GLYPH[ROAD[track]]} ", style)
        out.append(" ")
    here = view.track[view.leg]
    id = "terminal.limit" if LIMIT[here] else "terminal.no-limit"
    road = WORDS.tell(id, language, road=ROAD[here], limit=LIMIT[here])
    out.append(f"\n{road}\n\n", "bold")
    return out


def visible_car(view: View, seat: Seat) -> CarSeen:
    """A car as the viewer sees it: before the start, the cards laid so far."""
    car = view.cars[seat]
    if isinstance(view.phase, LineUp):
        up = tuple([card for card in view.phase.laid[seat] if card != HIDDEN])
        return replace(car, up=up, speed=sum(MPH[card] for card in up))
    return car


def row(car: CarSeen, name: str, *, mine: bool) -> StyledText:
    """One car: its name, its speed, its three cards, its hand and chips."""
    out = StyledText()
    up = "  ".join(map(glyph, car.up)) or "·   ·   ·"
    out.append(f"{name:<14}", "bold cyan" if mine else "")
    out.append(f"{car.speed or '':>4}  {up:<15}", "bold" if mine else "")
    chips = "?" if car.chips is None else str(car.chips)
    out.append(f"  ▯{car.hand}  ●{chips}\n")
    return out


def glyph(card: Tempo) -> str:
    """A card in a row of the table: its speed and its icon."""
    return f"{MPH[card]}{GLYPH[ICON[card]]}"
