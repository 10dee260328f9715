"""The Mille Miglia as text: the stage, the time chart, and the race."""

from __future__ import annotations

from rich.text import Text

from paddock.core.seats import Language, Names, Seat
from paddock.games.winds_of_war.mille_miglia.standings import standings
from paddock.games.winds_of_war.mille_miglia.view import View
from paddock.games.winds_of_war.mille_miglia.words import WORDS
from paddock.games.winds_of_war.state.stage import at_night, reading
from paddock.games.winds_of_war.terminal import draw as draw_race


def draw(seen: View, seat: Seat | None, names: Names, language: Language = "en") -> Text:
    now, stage = seen.now, seen.now.stage
    assert stage is not None
    told = WORDS.tell("terminal.stage", language, stage=stage.number, stages=stage.stages)
    out = Text(told + "   ", "bold")
    if at_night(reading(stage, now.turn)):
        out.append(WORDS.tell("terminal.night", language) + "   ", "bold magenta")
    out.append("\n")
    for found in standings(seen):
        name, note, _ = WORDS.standing(found, names, language)
        out.append(f"  {found.place or '-'} {name[:12]:<12} ", "bold" if found.seat == seat else "")
        splits = [times[found.seat] - stage.first[found.seat] for times in seen.chart]
        shown = [f"{m // 60}:{m % 60:02d}" if m > 0 else "-" for m in splits]
        out.append(f"{note}  ").append(" ".join(shown) + "\n", "dim")
    out.append("\n")
    return out + draw_race(now, seat, names, language)
