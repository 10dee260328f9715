"""The teams as they go to the market, as text."""

from __future__ import annotations

from paddock.core.seats import Language
from paddock.core.styled_text import StyledText
from paddock.games.winds_of_war.data import DRIVERS, MODELS
from paddock.games.winds_of_war.state import Team
from paddock.games.winds_of_war.terminal import belongings
from paddock.games.winds_of_war.words import WORDS, show_driver


def line(
    out: StyledText, team: Team, name: str, score: str, mine: bool, language: Language
) -> None:
    """A team: what it has won, its purse, its car, who drives it, what else it has."""
    out.append(f"\n{name:<12} ", "bold cyan" if mine else "bold")
    purse = WORDS.tell("terminal.purse", language, lire=f"{team.purse:>5}")
    out.append(f"{score:<10}  {purse}  ")
    out.append(MODELS[team.model].name if team.model >= 0 else "-")
    if team.driver >= 0:
        out.append(f", {show_driver(team.driver, language)} ({DRIVERS[team.driver].grade})")
    out.append("  " + ", ".join(belongings(team, language)), "dim")
