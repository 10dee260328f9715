"""The career as text: what was won, and the edition or the market."""

from __future__ import annotations

from paddock.core.seats import Language, Names, Seat
from paddock.core.styled_text import StyledText
from paddock.games.winds_of_war.market.terminal import line
from paddock.games.winds_of_war.modes.career.phases import Racing
from paddock.games.winds_of_war.modes.career.standings import career_standings
from paddock.games.winds_of_war.modes.career.view import View
from paddock.games.winds_of_war.modes.mille_miglia.terminal import draw as draw_edition
from paddock.games.winds_of_war.words import WORDS


def draw(view: View, seat: Seat | None, names: Names, language: Language = "en") -> StyledText:
    editions = len(view.years)
    number = min(len(view.results) + 1, editions)
    year = view.edition.options.year
    heading = WORDS.tell("terminal.career", language, year=year, edition=number, editions=editions)
    out = StyledText(heading + "   ", "bold")
    order = [found.seat for found in career_standings(view)]
    out.append("   ".join(f"{names[s]} {view.won[s]}" for s in order))
    out.append("\n\n")
    if isinstance(view.phase, Racing):
        return out + draw_edition(view.edition, seat, names, language)
    for s in order:
        score = WORDS.tell("terminal.won", language, lire=view.won[s])
        line(out, view.edition.now.teams[s], names[s], score, s == seat, language)
    return out.append("\n")
