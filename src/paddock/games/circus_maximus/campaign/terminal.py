"""The campaign as text: money and debts, then the race with its bets, or market and stables."""

from __future__ import annotations

from rich.text import Text

from paddock.core.seats import Language, Names, Seat
from paddock.games.circus_maximus.campaign.phases import Auctioning, Raising
from paddock.games.circus_maximus.campaign.standings import by_money
from paddock.games.circus_maximus.campaign.view import View
from paddock.games.circus_maximus.campaign.words import WORDS, horse, man, weight
from paddock.games.circus_maximus.data.kinds import Weight
from paddock.games.circus_maximus.season.terminal import betting_sheet
from paddock.games.circus_maximus.season.words import money, offer, sheet
from paddock.games.circus_maximus.terminal import draw as draw_race


def draw(seen: View, seat: Seat | None, names: Names, language: Language = "en") -> Text:
    """The head with everybody's money, then what is going on."""
    goal = money(seen.options.goal, language)
    out = Text(WORDS.tell("terminal.campaign.head", language, race=seen.week, goal=goal), "bold")
    for one in by_money(seen):
        _, note, _ = WORDS.standing(one, names, language)
        style = "bold cyan" if one.seat == seat else ""
        out.append(f"   {names[one.seat]} ", style).append(note)
    out.append("\n")
    if seen.loans:
        out.append(WORDS.tell("terminal.season.loans", language) + "\n", "bold")
        for loan in seen.loans:
            out.append(f"  {offer(loan, language, names)}\n")
    out.append("\n")
    if seen.now is not None and any(seen.odds):
        out.append_text(betting_sheet(seen, names, language))
    if seen.now is not None:
        return out.append_text(draw_race(seen.now, seat, names, language))
    out.append_text(market(seen, names, language))
    return out.append_text(stables(seen, seat, names, language))


def market(seen: View, names: Names, language: Language) -> Text:
    """Chariots for sale by number; the first is under the hammer while there is an auction."""
    out = Text(WORDS.tell("terminal.campaign.market", language) + "\n", "bold")
    phase = seen.phase
    lot = phase.lot if isinstance(phase, Raising) else phase
    for n, log in enumerate(seen.market):
        called = n == 0 and isinstance(lot, Auctioning) and not lot.privilege
        style = "bold yellow" if called else ""
        out.append(f"  {seen.sold + n + 1:>3}  {sheet(log, language)}", style)
        if called and isinstance(lot, Auctioning) and lot.leader >= 0:
            out.append(f"  {names[lot.leader]} {money(lot.best, language)}", "bold yellow")
        out.append("\n")
    return out.append("\n")


def stables(seen: View, seat: Seat | None, names: Names, language: Language) -> Text:
    """Every chariot with its experience and victories, and the store; one's own stable first."""
    out = Text(WORDS.tell("terminal.season.stable", language) + "\n", "bold")
    order = sorted(range(seen.seats), key=lambda s: (s != seat, s))
    for s in order:
        player = seen.players[s]
        out.append(f"{names[s]}  {money(player.cash, language)}\n", "bold")
        for slot, log in enumerate(player.stable):
            out.append(f"  {slot + 1}  {sheet(log, language)}", "" if log.healthy else "red")
            points = WORDS.tell(
                "terminal.campaign.points",
                language,
                driver=log.driver_points,
                team=log.team_points,
                wins=seen.wins_of(log.driver),
            )
            out.append(f"  {points}\n", "dim")
        stored = [horse(one, language) for one in player.horses]
        stored += [man(one, language) for one in player.men]
        stored += [f"{player.cars[w]} × {weight(w, language)}" for w in Weight if player.cars[w]]
        if stored:
            store = WORDS.tell("terminal.campaign.store", language)
            out.append(f"  {store}: {'; '.join(stored)}\n", "dim")
    return out
