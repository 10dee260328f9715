"""The race as text: the road from left to right, the cars from first to last."""

from __future__ import annotations

from msgspec.structs import replace
from rich.text import Text

from paddock.core.seats import Language, Names, Seat
from paddock.games.street_illegal.data import (
    HIDDEN,
    ICON,
    ICONS,
    ITALIAN,
    LEGS,
    LIMIT,
    MPH,
    PRO,
    ROAD,
    told,
)
from paddock.games.street_illegal.phases import LineUp, ProDuel
from paddock.games.street_illegal.view import Rival, View

GLYPH = "◀■▶▲▼"
WORDS = {
    "en": ("leg", "limit", "no limit", "stack", "discards", "chips left", "hand", "Old Pro"),
    "it": ("tratto", "limite", "senza limite", "mazzo", "scarti", "gettoni", "mano", "Veterano"),
}


def draw(seen: View, seat: Seat | None, names: Names, language: Language = "en") -> Text:
    """The whole table as one seat sees it."""
    leg, limit, none, stack, discards, pool, hand, pro = WORDS[language]
    out = Text()
    out.append(f"{leg} {seen.leg + 1}/{LEGS}   ", "bold")
    for i, track in enumerate(seen.track):
        style = "bold black on yellow" if i == seen.leg else "dim" if i < seen.leg else ""
        out.append(f" {LIMIT[track] or '∞'}{GLYPH[ROAD[track]]} ", style)
        out.append(" ")
    here = seen.track[seen.leg]
    top = f"{limit} {LIMIT[here]}" if LIMIT[here] else none
    road = (ICONS if language == "en" else ITALIAN)[ROAD[here]]
    out.append(f"\n{road}, {top}\n\n", "bold")
    order = seen.order or tuple(range(len(names)))
    for place, car in enumerate(order, 1):
        out.append(f"{place}  ", "bold")
        if car == PRO:
            out.append(f"{pro}\n", "dim")
        else:
            out.append_text(row(shown(seen, car), names[car], mine=car == seat))
    if isinstance(seen.phase, ProDuel):
        cards = f"{told(seen.phase.first, language)} + {told(seen.phase.second, language)}"
        out.append(f"\n{pro}: {cards}", "bold")
    out.append(f"\n{stack} {seen.deck}  {discards} {len(seen.discards)}  {pool} {seen.pool}\n")
    if seat is not None:
        cards = "  ".join(f"{MPH[card]}{GLYPH[ICON[card]]}" for card in seen.hand)
        out.append(f"{hand}: {cards}\n", "bold")
    return out


def shown(seen: View, seat: Seat) -> Rival:
    """A car as it lies before this eye: before the start, what it has laid so far."""
    rival = seen.rivals[seat]
    if isinstance(seen.phase, LineUp):
        return replace(rival, up=tuple([c for c in seen.phase.laid[seat] if c != HIDDEN]))
    return rival


def row(rival: Rival, name: str, *, mine: bool) -> Text:
    """One car: its name, its speed, its three cards, its hand and chips."""
    out = Text()
    up = "  ".join(f"{MPH[card]}{GLYPH[ICON[card]]}" for card in rival.up) or "·   ·   ·"
    speed = sum(MPH[card] for card in rival.up)
    out.append(f"{name:<14}", "bold cyan" if mine else "")
    out.append(f"{speed or '':>4}  {up:<15}", "bold" if mine else "")
    chips = "?" if rival.chips is None else str(rival.chips)
    out.append(f"  ▯{rival.hand}  ●{chips}\n")
    return out
