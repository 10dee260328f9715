"""The championship as text: the standings, and the race or the market."""

from __future__ import annotations

from rich.text import Text

from paddock.core.seats import Language, Names, Seat
from paddock.games.winds_of_war.championship.phases import Racing
from paddock.games.winds_of_war.championship.standings import season_standings
from paddock.games.winds_of_war.championship.view import View
from paddock.games.winds_of_war.championship.words import WORDS
from paddock.games.winds_of_war.market.terminal import line
from paddock.games.winds_of_war.terminal import draw as draw_race


def draw(seen: View, seat: Seat | None, names: Names, language: Language = "en") -> Text:
    races = len(seen.options.calendar)
    number = min(len(seen.results) + 1, races)
    out = Text(WORDS.tell("terminal.season", language, race=number, races=races) + "   ", "bold")
    order = [found.seat for found in season_standings(seen)]
    out.append("   ".join(f"{names[s]} {seen.points[s]}" for s in order))
    out.append("\n\n")
    if isinstance(seen.phase, Racing):
        return out + draw_race(seen.now, seat, names, language)
    for s in order:
        score = WORDS.tell("terminal.points", language, points=seen.points[s])
        line(out, seen.now.teams[s], names[s], score, s == seat, language)
    return out.append("\n")
