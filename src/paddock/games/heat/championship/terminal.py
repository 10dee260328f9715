"""The championship as text: the standing, the market, and the race."""

from __future__ import annotations

from rich.text import Text

from paddock.core.seats import Language, Names, Seat
from paddock.games.heat import terminal as in_race
from paddock.games.heat.championship.phases import Market, Swapping
from paddock.games.heat.championship.view import View
from paddock.games.heat.championship.words import WORDS, event
from paddock.games.heat.data import COLOURS
from paddock.games.heat.words import cards as named
from paddock.games.heat.words import legend_of


def draw(seen: View, seat: Seat | None, names: Names, language: Language = "en") -> Text:
    """The head of the season, then the race; between races the standing and the garage."""
    leg = seen.legs[min(seen.race, len(seen.legs) - 1)]
    race, races = seen.race + 1, len(seen.legs)
    head = WORDS.tell("terminal.race", language, race=race, races=races, track=leg.track)
    out = Text(f"{head}\n", "bold")
    if leg.event:
        out.append(f"{event(leg.event, language)}.\n", "italic")
    for car in sorted(range(len(seen.grid)), key=lambda car: -points(seen, car)):
        name = names[car] if car < seen.seats else legend_of(COLOURS[car], language)
        won = " + ".join(str(row[car]) for row in seen.results) or "0"
        total = WORDS.tell("terminal.points", language, points=points(seen, car))
        out.append(f"  {name:<14} {total:<12}", "bold cyan" if car == seat else "")
        out.append(f" {won}\n", "dim")
    out.append("\n")
    if seen.now is not None:
        return out + in_race.draw(seen.now, seat, names, language)
    if isinstance(seen.phase, Market | Swapping):
        market = named(seen.phase.market, language)
        out.append(f"{WORDS.tell('terminal.market', language)}: {market}\n")
    for s, cards in enumerate(seen.upgrades):
        out.append(f"{names[s]}: {named(cards, language)}\n")
    return out


def points(seen: View, car: int) -> int:
    return sum(row[car] for row in seen.results)
