"""Terminal board of the season: money and debts, then the race with its bets, or the stables."""

from __future__ import annotations

from paddock.core.seats import Language, Names, Seat
from paddock.core.styled_text import StyledText
from paddock.games.circus_maximus.modes.season.standings import by_money
from paddock.games.circus_maximus.modes.season.view import View
from paddock.games.circus_maximus.modes.season.words import WORDS, money, notes, offer, sheet
from paddock.games.circus_maximus.ownership.state import Stables
from paddock.games.circus_maximus.terminal import draw as draw_race
from paddock.games.circus_maximus.words import colour

SHOWN_NOTES = 5
"""Lines of a chariot's log that are shown, the newest ones."""


def draw(view: View, seat: Seat | None, names: Names, language: Language = "en") -> StyledText:
    """A heading with the money of all players, then the current event."""
    races = view.options.races
    week = min(view.week, races)
    out = StyledText(WORDS.tell("terminal.season.head", language, race=week, races=races), "bold")
    for one in by_money(view):
        _, note, _ = WORDS.standing(one, names, language)
        style = "bold cyan" if one.seat == seat else ""
        out.append(f"   {names[one.seat]} ", style).append(note)
    out.append("\n")
    if view.loans:
        out.append(WORDS.tell("terminal.season.loans", language) + "\n", "bold")
        for loan in view.loans:
            out.append(f"  {offer(loan, language, names)}\n")
    out.append("\n")
    if view.now is not None and view.odds:
        out.append(betting_sheet(view, names, language))
    if view.now is not None:
        return out.append(draw_race(view.now, seat, names, language))
    return out.append(stables(view, seat, names, language))


def betting_sheet(seen: Stables, names: Names, language: Language) -> StyledText:
    """The odds of every chariot, and all bets."""
    out = StyledText(WORDS.tell("terminal.season.odds", language) + "\n", "bold")
    for i, each in enumerate(seen.odds):
        out.append(f"  {colour(i, language):<12} {each or '-':>3}–1  ")
        bets = [
            f"{names[s]} {money(seen.bets[s][i] + seen.later[s][i], language)}"
            for s in range(seen.seats)
            if seen.bets[s][i] + seen.later[s][i]
        ]
        out.append(", ".join(bets) + "\n", "dim")
    return out.append("\n")


def stables(view: View, seat: Seat | None, names: Names, language: Language) -> StyledText:
    """Every chariot with its experience; the viewer's own stable first."""
    out = StyledText(WORDS.tell("terminal.season.stable", language) + "\n", "bold")
    order = sorted(range(view.seats), key=lambda s: (s != seat, s))
    for s in order:
        player = view.players[s]
        out.append(f"{names[s]}  {money(player.cash, language)}", "bold")
        if not player.faction:
            out.append("  " + WORDS.tell("terminal.season.better", language), "dim")
        out.append("\n")
        for slot, log in enumerate(player.stable):
            out.append(f"  {slot + 1}  {sheet(log, language, names)}", "" if log.healthy else "red")
            points = WORDS.tell(
                "terminal.season.points",
                language,
                driver=log.driver_points,
                team=log.team_points,
            )
            out.append(f"  {points}\n", "dim")
            if s == seat and log.notes:
                last = "; ".join(notes(log, language, names)[-SHOWN_NOTES:])
                out.append(f"     {last}\n", "dim")
    return out
