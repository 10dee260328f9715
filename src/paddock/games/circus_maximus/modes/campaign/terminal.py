"""Terminal board of the campaign: money and debts, then the race or bout with its bets, or market
and stables."""

from __future__ import annotations

from paddock.core.seats import Language, Names, Seat
from paddock.core.styled_text import StyledText
from paddock.games.circus_maximus.data.kinds import Weight
from paddock.games.circus_maximus.modes.arena.terminal import draw as draw_bout
from paddock.games.circus_maximus.modes.arena.words import fighter
from paddock.games.circus_maximus.modes.campaign.phases import Auctioning, Raising
from paddock.games.circus_maximus.modes.campaign.standings import by_money
from paddock.games.circus_maximus.modes.campaign.view import View
from paddock.games.circus_maximus.modes.campaign.words import WORDS, fight_text, recruit
from paddock.games.circus_maximus.modes.season.terminal import SHOWN_NOTES, betting_sheet
from paddock.games.circus_maximus.modes.season.words import (
    driver_sheet,
    horse,
    money,
    notes,
    offer,
    sheet,
    weight,
)
from paddock.games.circus_maximus.terminal import draw as draw_race


def draw(view: View, seat: Seat | None, names: Names, language: Language = "en") -> StyledText:
    """A heading with the money of all players, then the current event."""
    goal = money(view.options.goal, language)
    out = StyledText(
        WORDS.tell("terminal.campaign.head", language, race=view.week, goal=goal), "bold"
    )
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
    if view.now is not None and any(view.odds):
        out.append(betting_sheet(view, names, language))
    if view.show is not None:
        out.append(gala_sheet(view, names, language))
    if view.ring is not None:
        return out.append(draw_bout(view.ring, seat, names, language))
    if view.now is not None:
        return out.append(draw_race(view.now, seat, names, language))
    out.append(market(view, names, language))
    out.append(recruits(view, names, language))
    return out.append(stables(view, seat, names, language))


def hammer(view: View) -> Auctioning | None:
    """The current auction, except of an entry."""
    lot = view.phase.lot if isinstance(view.phase, Raising) else view.phase
    return lot if isinstance(lot, Auctioning) and not lot.privilege else None


def style_of(called: Auctioning | None) -> str:
    return "bold yellow" if called else ""


def leading(called: Auctioning | None, names: Names, language: Language) -> StyledText:
    """The highest bidder, at the end of the line."""
    if called is None or called.leader < 0:
        return StyledText("\n")
    return StyledText(f"  {names[called.leader]} {money(called.best, language)}\n", "bold yellow")


def market(view: View, names: Names, language: Language) -> StyledText:
    """Chariots for sale by number; during an auction the first is the lot."""
    out = StyledText(WORDS.tell("terminal.campaign.market", language) + "\n", "bold")
    lot = hammer(view)
    for n, log in enumerate(view.market):
        called = lot if n == 0 and lot and not lot.recruit else None
        out.append(f"  {view.sold + n + 1:>3}  {sheet(log, language, names)}", style_of(called))
        out.append(leading(called, names, language))
    return out.append("\n")


def recruits(view: View, names: Names, language: Language) -> StyledText:
    """Gladiators for sale by number; during an auction the first is the lot."""
    if not view.recruits:
        return StyledText()
    out = StyledText(WORDS.tell("terminal.campaign.recruits", language) + "\n", "bold")
    lot = hammer(view)
    for n, one in enumerate(view.recruits):
        called = lot if n == 0 and lot and lot.recruit else None
        out.append(f"  {view.hired + n + 1:>3}  {recruit(one, language)}", style_of(called))
        out.append(leading(called, names, language))
    return out.append("\n")


def gala_sheet(view: View, names: Names, language: Language) -> StyledText:
    """The bouts with their odds, and all bets."""
    out = StyledText(WORDS.tell("terminal.campaign.bouts", language) + "\n", "bold")
    show = view.show
    assert show is not None
    for n, pair in enumerate(show.bouts):
        out.append("> " if n == show.bout else "  ", "bold yellow")
        for i in pair:
            entry = view.entries[i]
            style = "green" if i in show.won else "red" if i in show.killed else ""
            out.append(f"{names[entry.seat]:<12} {view.odds[i] or '-'}–1  ", style)
            bets = [
                f"{names[s]} {money(view.bets[s][i], language)}"
                for s in range(view.seats)
                if view.bets[s][i]
            ]
            out.append(", ".join(bets) + "  ", "dim")
        out.append("\n")
    return out.append("\n")


def stables(view: View, seat: Seat | None, names: Names, language: Language) -> StyledText:
    """Every chariot with its experience and victories, and the store; the viewer's own stable
    first."""
    out = StyledText(WORDS.tell("terminal.season.stable", language) + "\n", "bold")
    order = sorted(range(view.seats), key=lambda s: (s != seat, s))
    for s in order:
        player = view.players[s]
        out.append(f"{names[s]}  {money(player.cash, language)}\n", "bold")
        for slot, log in enumerate(player.stable):
            out.append(f"  {slot + 1}  {sheet(log, language, names)}", "" if log.healthy else "red")
            points = WORDS.tell(
                "terminal.campaign.points",
                language,
                driver=log.driver_points,
                team=log.team_points,
                wins=view.wins_of(log.driver),
            )
            out.append(f"  {points}\n", "dim")
            if s == seat and log.notes:
                last = "; ".join(notes(log, language, names)[-SHOWN_NOTES:])
                out.append(f"     {last}\n", "dim")
        for slot, fighting in enumerate(player.gladiators):
            hurt = any(fighting.wounds)
            line = f"  {slot + 1}  {fighter(fighting, language)}"
            out.append(line, "red" if hurt else "")
            career = WORDS.tell(
                "terminal.campaign.career",
                language,
                wins=fighting.wins,
                points=fighting.points,
                wounds=sum(fighting.wounds),
            )
            out.append(f"  {career}\n", "dim")
            if s == seat and fighting.fights:
                lines = [fight_text(one, language) for one in fighting.fights]
                out.append(f"     {'; '.join(lines[-SHOWN_NOTES:])}\n", "dim")
        stored = [horse(one, language) for one in player.horses]
        stored += [driver_sheet(one, language, names) for one in player.men]
        stored += [f"{player.cars[w]} × {weight(w, language)}" for w in Weight if player.cars[w]]
        if stored:
            store = WORDS.tell("terminal.campaign.store", language)
            out.append(f"  {store}: {'; '.join(stored)}\n", "dim")
    return out
