"""The career as text: what was won, and the edition or the market."""

from __future__ import annotations

from rich.text import Text

from paddock.core.seats import Language, Names, Seat
from paddock.games.winds_of_war.career.phases import Racing
from paddock.games.winds_of_war.career.standings import career_standings
from paddock.games.winds_of_war.career.view import View
from paddock.games.winds_of_war.career.words import WORDS
from paddock.games.winds_of_war.market.terminal import line
from paddock.games.winds_of_war.mille_miglia.terminal import draw as draw_edition


def draw(seen: View, seat: Seat | None, names: Names, language: Language = "en") -> Text:
    editions = len(seen.years)
    number = min(len(seen.results) + 1, editions)
    year = seen.edition.options.year
    told = WORDS.tell("terminal.career", language, year=year, edition=number, editions=editions)
    out = Text(told + "   ", "bold")
    order = [found.seat for found in career_standings(seen)]
    out.append("   ".join(f"{names[s]} {seen.won[s]}" for s in order))
    out.append("\n\n")
    if isinstance(seen.phase, Racing):
        return out + draw_edition(seen.edition, seat, names, language)
    for s in order:
        score = WORDS.tell("terminal.won", language, lire=seen.won[s])
        line(out, seen.edition.now.teams[s], names[s], score, s == seat, language)
    return out.append("\n")
