"""The secret sheet before a race: skullduggery against one rival, security for own chariots."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.game import Amount, Ask, AskKind, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.events import Events
from paddock.games.circus_maximus.ownership.moves import DONE, Move
from paddock.games.circus_maximus.ownership.phases.money import book
from paddock.games.circus_maximus.ownership.phases.sealing import Sealing, no_answers
from paddock.games.circus_maximus.ownership.rules.intrigue import (
    MIN_SUMS,
    NONE,
    UNGUARDED,
    Device,
    Guard,
    Sheet,
)
from paddock.games.circus_maximus.ownership.rules.ledger import MONEY_STEP, Cause
from paddock.games.circus_maximus.ownership.state import S, Stables

Q_PLOT = Question("plot", R("B24.31"), AskKind.SEALED, ("about", "money"))
BRIBES = (Device.SPARE, Device.SLOW)
ONE_BRIBE = Refusal("one-bribe", R("B24.3"))
ONCE = Refusal("device-once", R("B24.2"))
ONE_RIVAL = Refusal("one-rival", R("B24.1"))
NEEDS_CHARIOT = Refusal("needs-chariot", R("Q20"))
NOT_THERE = Refusal("not-entered", R("B25.1"))
IN_HUNDREDS = Refusal("hundreds", R("B24.31"))
NO_MONEY = Refusal("no-overdraft", R("B21.3"))
TOO_SMALL = (
    Refusal("least-bribe", R("B24.321")),
    Refusal("least-bribe", R("B24.322")),
    Refusal("least-drugs", R("B24.4")),
    Refusal("least-sabotage", R("B24.5")),
)
"""By device: a sum below its least."""


class Draft(Struct, frozen=True, gc=False):
    """A sheet in progress: its entries, and the last one that still needs a sum."""

    money: int
    target: int = -1
    sums: tuple[int, ...] = NONE
    guards: tuple[tuple[int, ...], ...] = ()
    naming: mv.Devise | mv.Secure | None = None
    last: tuple[int, int] = (-1, -1)  # the last security: own chariot and kind
    done: bool = False


@cites(R("B24.31"), R("B25.3"))
def draft_of(season: Stables, seat: Seat, said: tuple[Move, ...]) -> Draft:
    """The sheet so far."""
    own = season.own(seat)
    draft = Draft(season.players[seat].cash, guards=(UNGUARDED,) * len(own))
    for move in said:
        match move:
            case mv.Against(chariot=chariot):
                draft = replace(draft, target=chariot)
            case mv.Devise() | mv.Secure():
                draft = replace(draft, naming=move)
            case mv.Sum(amount=amount):
                draft = with_price(draft, own, amount)
            case _:
                draft = replace(draft, done=True)
    return draft


def with_price(draft: Draft, own: tuple[int, ...], amount: int) -> Draft:
    """The draft with the sum of the last entry."""
    money, naming = draft.money - amount, draft.naming
    if isinstance(naming, mv.Devise):
        sums = replace_at(draft.sums, naming.device, amount)
        return replace(draft, money=money, sums=sums, naming=None)
    assert naming is not None
    at = own.index(naming.chariot)
    guards = replace_at(draft.guards, at, replace_at(draft.guards[at], naming.guard, amount))
    return replace(draft, money=money, guards=guards, naming=None, last=(at, naming.guard))


@cites(R("B24.2"), R("B24.3"), R("Q20"))
def devices(draft: Draft, owns: bool) -> list[Move]:
    """Devices still allowed against the target: one kind of bribe, every device once."""
    first = max([d + 1 for d in Device if draft.sums[d]], default=0)
    return [
        mv.Devise(device)
        for device in Device
        if device >= first
        and MIN_SUMS[device] <= draft.money
        and not (device is Device.SLOW and draft.sums[Device.SPARE])
        and (owns or device is not Device.SPARE)
    ]


@cites(R("B24.1"), R("B24.31"), R("B25.1"), R("E2.4.1"), R("E2.4.5"))
class Plotting(Sealing, frozen=True, tag=True, gc=False):
    """All seats write a sheet; it stays secret until something on it is opened in the race."""

    sheet_clause: ClassVar[str] = R("B24.31")

    def ask_of(self, state: Stables, seat: Seat) -> Ask[Move] | None:
        draft = draft_of(state, seat, self.said[seat])
        if draft.done:
            return None
        naming = draft.naming
        if naming is not None:
            least = MIN_SUMS[naming.device] if isinstance(naming, mv.Devise) else MONEY_STEP
            sums: Amount[Move] = Amount(mv.NOTHING, least, draft.money, MONEY_STEP)
            return Ask(seat, Q_PLOT, sums, 0, (naming, draft.money))
        own = state.own(seat)
        used = any(draft.sums)
        if draft.target >= 0 and not used:
            options = devices(draft, bool(own))
            return Ask(seat, Q_PLOT, tuple(options), 0, ("", draft.money))
        guarding = draft.last >= (0, 0)
        options = [DONE]
        if draft.target < 0 and not guarding and MIN_SUMS[Device.SLOW] <= draft.money:
            rivals = [i for i in range(len(state.entries)) if i not in own]
            options += [mv.Against(i) for i in rivals]
        if used and not guarding:
            options += devices(draft, bool(own))
        options += guards(draft, own)
        return Ask(seat, Q_PLOT, tuple(options), 0, ("", draft.money))

    @cites(R("B25.4"))
    def open_answers(self, state: S, events: Events, chance: Chance) -> S:
        """All sheets are complete and paid; they stay secret."""
        sheets = list(state.sheets)
        for seat in self.asked:
            draft = draft_of(state, seat, self.said[seat])
            shown = (0,) * len(draft.guards)
            sheets[seat] = Sheet(draft.target, draft.sums, 0, draft.guards, shown)
        for seat in self.asked:
            state = book(state, seat, Cause.INTRIGUE, -sheets[seat].spent)
        after: S = state.hooks.after_sheets(replace(state, sheets=tuple(sheets)))
        return after

    def why_not(self, state: Stables, seat: Seat, move: Move) -> Refusal | None:
        draft = draft_of(state, seat, self.said[seat])
        match move:
            case mv.Devise(device=Device.SPARE) if not state.own(seat):
                return NEEDS_CHARIOT
            case mv.Devise(device=device) if device in BRIBES and any(draft.sums[:2]):
                return ONE_BRIBE
            case mv.Devise(device=device) if not draft.sums[device] and lacks_money(draft, device):
                return NO_MONEY
            case mv.Devise():
                return ONCE
            case mv.Against() if draft.target < 0 and lacks_money(draft, Device.SLOW):
                return NO_MONEY
            case mv.Against():
                return ONE_RIVAL
            case mv.Secure(chariot=i) if i in state.own(seat) and draft.money < MONEY_STEP:
                return NO_MONEY
            case mv.Secure():
                return NOT_THERE
            case mv.Sum(amount=amount):
                return why_not_sum(draft, amount)
            case _:
                return None


def lacks_money(draft: Draft, device: Device) -> bool:
    """Whether what is left does not pay for the least sum of a device."""
    return draft.money < MIN_SUMS[device]


def why_not_sum(draft: Draft, amount: int) -> Refusal:
    """A device has a least sum, sums are in hundreds, and no money is spent twice."""
    naming = draft.naming
    if isinstance(naming, mv.Devise) and amount < MIN_SUMS[naming.device]:
        return TOO_SMALL[naming.device]
    return IN_HUNDREDS if amount % MONEY_STEP else NO_MONEY


@cites(R("B25.2"), R("B25.3"))
def guards(draft: Draft, own: tuple[int, ...]) -> list[Move]:
    """Security that can still be bought, by chariot and kind."""
    if draft.money < MONEY_STEP:
        return []
    return [
        mv.Secure(chariot, kind)
        for at, chariot in enumerate(own)
        for kind in Guard
        if (at, kind) > draft.last
    ]


def begin(state: S) -> S:
    """Asks all seats that are not bankrupt."""
    return replace(state, phase=Plotting(no_answers(state), state.active()))
