"""Bets before the race and at the end of its laps."""

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
from paddock.games.circus_maximus.ownership import events as ev
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.events import Events
from paddock.games.circus_maximus.ownership.moves import DONE, Move
from paddock.games.circus_maximus.ownership.phases import deals, racing
from paddock.games.circus_maximus.ownership.phases.money import book
from paddock.games.circus_maximus.ownership.phases.sealing import Sealing, no_answers
from paddock.games.circus_maximus.ownership.rules.betting import odds
from paddock.games.circus_maximus.ownership.rules.ledger import MONEY_STEP, Cause
from paddock.games.circus_maximus.ownership.state import S, Stables

Q_BET = Question("bet", R("B26.1"), AskKind.SEALED, ("about", "money"))
Q_BET_AGAIN = Question("bet-again", R("B26.3"), AskKind.SEALED, ("about", "money"))
OWN_FIRST = Refusal("own-bet", R("B26.1"))
NO_MORE_THAN_OWN = Refusal("own-limit", R("B26.1"))
FIRST_BET = Refusal("first-bet", R("B26.3"))
NO_ODDS = Refusal("no-odds", R("X61"))
CHARIOTS, GLADIATORS = -1, -2
"""Placeholders for the subject of a betting sheet before a line is chosen."""
IN_HUNDREDS = Refusal("hundreds", R("B26.1"))
NO_MONEY = Refusal("no-overdraft", R("B21.3"))


class Slip(Struct, frozen=True, gc=False):
    """A betting sheet in progress."""

    money: int
    bets: tuple[int, ...]
    on: int = -1  # the chariot that still needs a sum
    last: int = -1  # the last chariot bet on, in sheet order
    done: bool = False


def slip_of(season: Stables, seat: Seat, said: tuple[Move, ...]) -> Slip:
    """The sheet so far."""
    order = sheet_order(season, seat)
    slip = Slip(season.players[seat].cash, (0,) * len(order))
    for move in said:
        match move:
            case mv.Wager() | mv.BetOn():
                on = line_of(season, move)
                slip = replace(slip, on=on, last=order.index(on))
            case mv.Sum(amount=amount):
                bets = replace_at(slip.bets, slip.on, amount)
                slip = replace(slip, money=slip.money - amount, bets=bets, on=-1)
            case _:
                slip = replace(slip, done=True)
    return slip


def line_of(season: Stables, move: mv.Wager | mv.BetOn) -> int:
    """The line of the sheet: a chariot, or a seat's gladiator."""
    return move.chariot if isinstance(move, mv.Wager) else season.own(move.whom)[0]


def sheet_order(season: Stables, seat: Seat) -> tuple[int, ...]:
    """The chariots in the order of a betting sheet: the seat's own first."""
    own = season.own(seat)
    return (*own, *[i for i in range(len(season.entries)) if i not in own])


@cites(R("B26.1"), R("X62"))
def max_bet(season: Stables, seat: Seat, slip: Slip, chariot: int) -> int:
    """The highest bet on a chariot: bets on others may not exceed those on the own."""
    own = season.own(seat)
    if not own or chariot in own:
        return slip.money
    on_own = sum([slip.bets[i] for i in own])
    return min(slip.money, on_own - (sum(slip.bets) - on_own))


@cites(R("B26.1"), R("B26.5"), R("X62"), R("E2.5.1"))
class Betting(Sealing, frozen=True, tag=True, gc=False):
    """All seats bet before the race; a faction in it on its own chariots first."""

    sheet_clause: ClassVar[str] = R("B26.2")

    def ask_of(self, state: Stables, seat: Seat) -> Ask[Move] | None:
        slip = slip_of(state, seat, self.said[seat])
        if slip.done:
            return None
        if slip.on >= 0:
            most = max_bet(state, seat, slip, slip.on)
            sums: Amount[Move] = Amount(mv.NOTHING, MONEY_STEP, most, MONEY_STEP)
            wager = state.hooks.wager(state, slip.on)
            about = slip.on if isinstance(wager, mv.Wager) else wager
            return Ask(seat, Q_BET, sums, 0, (about, slip.money))
        own = state.own(seat)
        order = sheet_order(state, seat)
        must = state.hooks.must_bet(state, seat)
        owed = must and slip.money >= MONEY_STEP and not any(slip.bets)
        coming = [i for i in order[slip.last + 1 :] if max_bet(state, seat, slip, i) >= MONEY_STEP]
        if owed and own:
            coming = [i for i in coming if i in own]
        options: tuple[Move, ...] = tuple([state.hooks.wager(state, i) for i in coming])
        subject = CHARIOTS if isinstance(state.hooks.wager(state, 0), mv.Wager) else GLADIATORS
        return Ask(seat, Q_BET, options if owed else (DONE, *options), 0, (subject, slip.money))

    def open_answers(self, state: S, events: Events, chance: Chance) -> S:
        """The bets are shown and paid; then the odds are fixed."""
        none = (0,) * len(state.entries)
        bets = [none] * state.seats
        for seat in self.asked:
            bets[seat] = slip_of(state, seat, self.said[seat]).bets
        for seat, row in enumerate(bets):
            state = book(state, seat, Cause.BETS, -sum(row))
        state = replace(state, bets=tuple(bets), later=(none,) * state.seats)
        after: S = state.hooks.after_bets(state, events, chance)
        return after

    def why_not(self, state: Stables, seat: Seat, move: Move) -> Refusal | None:
        slip = slip_of(state, seat, self.said[seat])
        match move:
            case mv.Sum(amount=amount) if amount % MONEY_STEP:
                return IN_HUNDREDS
            case mv.Sum(amount=amount) if slip.on >= 0 and amount > slip.money:
                return NO_MONEY
            case mv.Sum():
                return NO_MORE_THAN_OWN
            case mv.Wager() | mv.BetOn() if any(slip.bets):
                return NO_MORE_THAN_OWN
            case mv.Wager() | mv.BetOn() | mv.Done():
                return OWN_FIRST
            case _:
                return None


def begin(state: S) -> S:
    return replace(state, phase=Betting(no_answers(state), state.active()))


@cites(R("B26.2"))
def begin_race(state: S, events: Events) -> S:
    """Fixes the odds and starts the race."""
    fixed = odds(state.bets, len(state.entries))
    events.append(ev.BetsOpened(state.bets, fixed, sum(map(sum, state.bets))))
    return replace(state, odds=fixed, phase=racing.Racing())


# ---------------------------------------------------------------- at the end of a lap


@cites(R("B26.3"), R("X61"), R("X62"), R("E2.5.2.2"), R("Q18"))
class BettingAgain(Sealing, frozen=True, tag=True, gc=False):
    """Bets at the end of a lap: on a chariot at most the sum bet on it before the race. Then side
    bets may be offered."""

    sheet_clause: ClassVar[str] = R("B26.3")

    def ask_of(self, state: Stables, seat: Seat) -> Ask[Move] | None:
        slip = slip_of(state, seat, self.said[seat])
        if slip.done:
            return None
        first = state.bets[seat]
        if slip.on >= 0:
            most = min(slip.money, first[slip.on])
            sums: Amount[Move] = Amount(mv.NOTHING, MONEY_STEP, most, MONEY_STEP)
            return Ask(seat, Q_BET_AGAIN, sums, 0, (slip.on, slip.money))
        order = sheet_order(state, seat) if slip.money >= MONEY_STEP else ()
        options: list[Move] = [mv.Wager(i) for i in order[slip.last + 1 :] if first[i]]
        if slip.money >= MONEY_STEP and len(state.active()) > 1:
            options.append(mv.OFFER_BET)
        return Ask(seat, Q_BET_AGAIN, (DONE, *options), 0, (CHARIOTS, slip.money))

    def open_answers(self, state: S, events: Events, chance: Chance) -> S:
        later = list(state.later)
        for seat in self.asked:
            bets = slip_of(state, seat, self.said[seat]).bets
            state = book(state, seat, Cause.BETS, -sum(bets))
            later[seat] = tuple([a + b for a, b in zip(later[seat], bets, strict=True)])
        total = sum(map(sum, state.bets)) + sum(map(sum, later))
        events.append(ev.LaterBets(state.laps_bet, tuple(later), total))
        offering = tuple([seat for seat in self.asked if mv.OFFER_BET in self.said[seat]])
        state = replace(state, later=tuple(later), phase=racing.Racing(True))
        return replace(state, phase=deals.Dealing(offering, True, True)) if offering else state

    def why_not(self, state: Stables, seat: Seat, move: Move) -> Refusal | None:
        slip = slip_of(state, seat, self.said[seat])
        match move:
            case mv.Wager(chariot=i) if i < len(state.odds) and not state.odds[i]:
                return NO_ODDS
            case mv.Wager(chariot=i) if slip.money < MONEY_STEP and state.bets[seat][i]:
                return NO_MONEY
            case mv.Sum(amount=amount) if amount % MONEY_STEP:
                return IN_HUNDREDS
            case mv.Sum(amount=amount) if slip.on >= 0 and amount > slip.money:
                return NO_MONEY
            case mv.Wager() | mv.Sum():
                return FIRST_BET
            case _:
                return None


def begin_again(state: S, laps: int) -> S:
    """Asks all seats that bet before the race."""
    asked = tuple([seat for seat in state.active() if any(state.bets[seat])])
    state = replace(state, laps_bet=laps)
    if not asked:
        return state
    return replace(state, phase=BettingAgain(no_answers(state), asked))
