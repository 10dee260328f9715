"""The championship as text: the standings, and the race or the market."""

from __future__ import annotations

from paddock.core.seats import Language, Names, Seat
from paddock.core.styled_text import StyledText
from paddock.games.winds_of_war.market.terminal import line
from paddock.games.winds_of_war.modes.championship.phases import Racing
from paddock.games.winds_of_war.modes.championship.standings import season_standings
from paddock.games.winds_of_war.modes.championship.view import View
from paddock.games.winds_of_war.terminal import draw as draw_race
from paddock.games.winds_of_war.words import WORDS


def draw(view: View, seat: Seat | None, names: Names, language: Language = "en") -> StyledText:
    races = len(view.options.calendar)
    number = min(len(view.results) + 1, races)
    out = StyledText(
        WORDS.tell("terminal.season", language, race=number, races=races) + "   ", "bold"
    )
    order = [found.seat for found in season_standings(view)]
    out.append("   ".join(f"{names[s]} {view.points[s]}" for s in order))
    out.append("\n\n")
    if isinstance(view.phase, Racing):
        return out + draw_race(view.now, seat, names, language)
    for s in order:
        score = WORDS.tell("terminal.points", language, points=view.points[s])
        line(out, view.now.teams[s], names[s], score, s == seat, language)
    return out.append("\n")
