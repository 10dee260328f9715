"""The championship as text: the standing, the market, and the race."""

from __future__ import annotations

from paddock.core.seats import Language, Names, Seat
from paddock.core.styled_text import StyledText
from paddock.games.heat import terminal as in_race
from paddock.games.heat.data import COLOURS
from paddock.games.heat.modes.championship.phases import Market, Swapping
from paddock.games.heat.modes.championship.view import View
from paddock.games.heat.modes.championship.words import WORDS, event
from paddock.games.heat.words import cards as named
from paddock.games.heat.words import legend_of


def draw(view: View, seat: Seat | None, names: Names, language: Language = "en") -> StyledText:
    """The head of the season, then the race; between races the standing and the garage."""
    leg = view.legs[min(view.race, len(view.legs) - 1)]
    race, races = view.race + 1, len(view.legs)
    head = WORDS.tell("terminal.race", language, race=race, races=races, track=leg.track)
    out = StyledText(f"{head}\n", "bold")
    if leg.event:
        out.append(f"{event(leg.event, language)}.\n", "italic")
    for car in sorted(range(len(view.grid)), key=lambda car: -points(view, car)):
        name = names[car] if car < view.seats else legend_of(COLOURS[car], language)
        won = " + ".join(str(row[car]) for row in view.results) or "0"
        total = WORDS.tell("terminal.points", language, points=points(view, car))
        out.append(f"  {name:<14} {total:<12}", "bold cyan" if car == seat else "")
        out.append(f" {won}\n", "dim")
    out.append("\n")
    if view.now is not None:
        return out + in_race.draw(view.now, seat, names, language)
    if isinstance(view.phase, Market | Swapping):
        market = named(view.phase.market, language)
        out.append(f"{WORDS.tell('terminal.market', language)}: {market}\n")
    for s, cards in enumerate(view.upgrades):
        out.append(f"{names[s]}: {named(cards, language)}\n")
    return out


def points(view: View, car: int) -> int:
    return sum(row[car] for row in view.results)
