"""What a player knows of the season: everything but what others have written in secret."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.game import put
from paddock.core.seats import Seat
from paddock.games.circus_maximus import view as race
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.season import phases
from paddock.games.circus_maximus.season.phases import Sealing
from paddock.games.circus_maximus.season.state import Season, State
from paddock.games.circus_maximus.stable.moves import DONE
from paddock.games.circus_maximus.stable.rules.intrigue import NOBODY, Sheet
from paddock.games.circus_maximus.stable.rules.ledger import Cause
from paddock.games.circus_maximus.stable.rules.stable import Player
from paddock.games.circus_maximus.view import View as RaceView

HIDDEN = (DONE,)
"""Somebody else's answer, complete."""


class View(Season, frozen=True, gc=False, kw_only=True):
    """The open season, with sheets and money as this eye may know them."""

    now: RaceView | None
    phase: phases.Phase


OPEN = tuple(name for name in Season.__struct_fields__ if name != "now")


def view(state: State, seat: Seat | None) -> View:
    """Seals stay closed, in the race as well."""
    now = None if state.now is None else race.view(state.now, seat)
    seen = View(
        **{name: getattr(state, name) for name in OPEN}, now=now, phase=phase_seen(state, seat)
    )
    sheets = [s if i == seat else shown(s) for i, s in enumerate(state.sheets)]
    players = [
        player if i == seat else purse_shown(player, state.sheets[i])
        for i, player in enumerate(state.players)
    ]
    return replace(seen, sheets=tuple(sheets), players=tuple(players))


@cites(R("B24.31"), R("B25.4"))
def shown(sheet: Sheet) -> Sheet:
    """A sheet as others see it: what was opened on it, and the security that had to be shown."""
    sums = tuple([sum if sheet.opened >> d & 1 else 0 for d, sum in enumerate(sheet.sums)])
    guards = tuple(
        tuple([sum if bits >> kind & 1 else 0 for kind, sum in enumerate(guard)])
        for guard, bits in zip(sheet.guards, sheet.shown, strict=True)
    )
    return replace(sheet, target=sheet.target if sheet.opened else NOBODY, sums=sums, guards=guards)


@cites(R("Q14"))
def purse_shown(player: Player, sheet: Sheet) -> Player:
    """What others see of one's money: as if nothing stood on this week's sheet."""
    intrigue = player.books[Cause.INTRIGUE] + sheet.spent
    return replace(player, books=put(player.books, Cause.INTRIGUE, intrigue))


def phase_seen(state: State, seat: Seat | None) -> phases.Phase:
    """A window with a mark where another's complete answer lies, and nothing where it is not."""
    phase = state.phase
    if not isinstance(phase, Sealing):
        return phase
    said = [
        mine if s == seat or not mine else () if phase.ask_of(state, s) is not None else HIDDEN
        for s, mine in enumerate(phase.said)
    ]
    return replace(phase, said=tuple(said))


def imagine(seen: View, seat: Seat, chance: Chance) -> State:
    """A world in which the others have written nothing that is not known, and have answered
    something legal."""
    players = [
        player if s == seat else spent_on(player, seen.sheets[s])
        for s, player in enumerate(seen.players)
    ]
    now = None if seen.now is None else race.imagine(seen.now, seat, chance)
    state = State(**{name: getattr(seen, name) for name in OPEN}, now=now, phase=seen.phase)
    state = replace(state, players=tuple(players))
    if not isinstance(seen.phase, Sealing):
        return state
    window: Sealing = seen.phase
    for s in window.asked:
        if s != seat and window.said[s] == HIDDEN:
            window = answered(state, window.with_answer(s, ()), s, chance)
    return replace(state, phase=window)


def spent_on(player: Player, sheet: Sheet) -> Player:
    """The money after what is known of a sheet was paid."""
    intrigue = player.books[Cause.INTRIGUE] - sheet.spent
    return replace(player, books=put(player.books, Cause.INTRIGUE, intrigue))


def answered(state: State, phase: Sealing, seat: Seat, chance: Chance) -> Sealing:
    """The window after some legal answer of a seat."""
    while (ask := phase.ask_of(state, seat)) is not None:
        move = ask.options[chance.pick(range(len(ask.options)), "imagined answer")]
        phase = phase.with_answer(seat, (*phase.said[seat], move))
    return phase
