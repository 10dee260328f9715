"""Redeals everything that is secret for a viewer. Written from the rulebook: preparation points
until all are done (B3.6) and speeds until all are written (B5.1, X2). In a season also: points of a
stable (B20.1), purchases (B20.21), entries (B20.22), bets (B26.2) and bids (Q17) until all have
answered; in the campaign entries (E2.3.4) and gladiators sent into the arena (Q28); plots and
security until they are opened (B24.31, B24.32, B25.1), and so the money they took (Q14). In the
arena types and plans until both are made (E1.7.1, H1). Everything else is public."""

from __future__ import annotations

import random
from typing import Any, TypeVar

from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.circus_maximus.data import COSTS, DETAILED_POINTS
from paddock.games.circus_maximus.modes.arena.phases import Sealed
from paddock.games.circus_maximus.modes.arena.state import State as Arena
from paddock.games.circus_maximus.modes.campaign.state import State as Campaign
from paddock.games.circus_maximus.modes.season.phases import (
    Betting,
    BettingAgain,
    Bribing,
    Drugging,
    Loosening,
    Racing,
    Sealing,
)
from paddock.games.circus_maximus.modes.season.state import State as Season
from paddock.games.circus_maximus.moves import ALLOTMENTS
from paddock.games.circus_maximus.ownership.rules.intrigue import Device, Guard, Sheet
from paddock.games.circus_maximus.ownership.rules.ledger import Cause
from paddock.games.circus_maximus.phases import Prepare, Speeds
from paddock.games.circus_maximus.phases.prepare import affordable_levels
from paddock.games.circus_maximus.rules.speed import can_whip, maximum
from paddock.games.circus_maximus.state import State

WRITTEN = (Betting, BettingAgain, Bribing, Drugging, Loosening, Racing)
"""While these last, sheets of plots and security lie on the table."""


Position = State | Season | Campaign | Arena


def redeal(state: Position, viewer: Seat | None, generator: random.Random) -> Position:
    """The same race or season for this viewer, with other secret answers of the others."""
    if isinstance(state, Season):
        return other_season(state, viewer, generator)
    if isinstance(state, Campaign):
        if state.ring is not None:
            state = replace(state, ring=other_bout(state.ring, viewer, generator))
        return other_season(state, viewer, generator)
    if isinstance(state, Arena):
        return other_bout(state, viewer, generator)
    return other_race(state, viewer, generator)


def other_bout(state: Arena, viewer: Seat | None, generator: random.Random) -> Arena:
    """Other types, or other plans."""
    window = state.phase
    if not isinstance(window, Sealed):
        return state
    return replace(state, phase=other_answers(state, window, viewer, generator))


W = TypeVar("W", Season, Campaign)


def other_season(state: W, viewer: Seat | None, generator: random.Random) -> W:
    """Other sheets, for other money; other secret answers; other speeds in the race."""
    for seat in range(state.seats):
        if seat != viewer:
            state = other_sheet(state, seat, generator)
    if state.now is not None and isinstance(state.phase, Racing):
        state = replace(state, now=other_race(state.now, viewer, generator))
    if not isinstance(state.phase, Sealing):
        return state
    return replace(state, phase=other_answers(state, state.phase, viewer, generator))


def other_answers(state: Any, window: Any, viewer: Seat | None, generator: random.Random) -> Any:
    """A seat that has answered gets another answer; one that has not may have begun."""
    for seat in window.asked:
        if seat == viewer:
            continue
        done = window.ask_of(state, seat) is None
        many = 99 if done else generator.randrange(2)
        window = window.with_answer(seat, ())
        while many and (ask := window.ask_of(state, seat)) is not None:
            move = generator.choice(ask.options)
            after = window.with_answer(seat, (*window.said[seat], move))
            if not done and after.ask_of(state, seat) is None:
                break
            window, many = after, many - 1
    return window


def other_sheet(state: W, seat: Seat, generator: random.Random) -> W:
    """Opened devices and shown security stay; the rest may differ, as far as the money before it
    allows. An unopened bribe may be another, or none."""
    sheet, player = state.sheets[seat], state.players[seat]
    if not isinstance(state.phase, WRITTEN) or state.now is None:
        return state  # nothing is written yet, all is settled, or it is a gala
    money = player.cash + sheet.spent
    fixed = sum(paid for device, paid in enumerate(sheet.sums) if sheet.opened >> device & 1)
    guards = []
    for guard, shown in zip(sheet.guards, sheet.shown, strict=True):
        kept = [paid if shown >> kind & 1 else 0 for kind, paid in enumerate(guard)]
        fixed += sum(kept)
        guards.append(kept)
    left = money - fixed
    for kept, shown in zip(guards, sheet.shown, strict=True):
        for kind in Guard:
            if not shown >> kind & 1 and left >= 100 and generator.random() < 0.5:
                kept[kind] = 100 * generator.randint(1, left // 100)
                left -= kept[kind]
    sums = [paid if sheet.opened >> device & 1 else 0 for device, paid in enumerate(sheet.sums)]
    target = sheet.target if sheet.opened else -1
    late = state.now.turn > 0  # drugs and sabotage may be opened already
    bribed = any(sheet.opened >> device & 1 for device in (Device.SPARE, Device.SLOW))
    if not bribed and left >= 500 and generator.random() < 0.5:
        rivals = [i for i, entry in enumerate(state.entries) if entry.seat != seat]
        if target < 0 and rivals:
            target = generator.choice(rivals)
        if target >= 0:
            sums[Device.SLOW] = 100 * generator.randint(5, left // 100)
    elif not sheet.opened and not late:
        target = -1
    opened = sheet.opened
    other = Sheet(target, tuple(sums), opened, tuple(map(tuple, guards)), sheet.shown)
    books = list(player.books)
    books[Cause.INTRIGUE] += sheet.spent - other.spent
    players = list(state.players)
    players[seat] = replace(player, books=tuple(books))
    sheets = list(state.sheets)
    sheets[seat] = other
    return replace(state, players=tuple(players), sheets=tuple(sheets))


def other_race(state: State, viewer: Seat | None, generator: random.Random) -> State:
    match state.phase:
        case Speeds(sealed=sealed):
            return replace(state, phase=Speeds(other_speeds(state, sealed, viewer, generator)))
        case Prepare(sealed=points):
            return replace(state, phase=Prepare(other_points(state, points, viewer, generator)))
        case _:
            return state


def other_speeds(
    state: State, sealed: tuple[int, ...], viewer: Seat | None, generator: random.Random
) -> tuple[int, ...]:
    """A seat that has written all its speeds gets others; one that has not may have written more or
    fewer."""
    out = list(sealed)
    for seat in range(state.seats):
        if seat == viewer:
            continue
        own = [i for i, c in enumerate(state.chariots) if c.owner == seat and sealed[i] != -3]
        if not own:
            continue
        done = all(sealed[i] >= 0 for i in own)
        many = len(own) if done else generator.randrange(len(own))
        for n, i in enumerate(own):
            out[i] = any_speed(state, i, generator) if n < many else -1
    return tuple(out)


def any_speed(state: State, i: int, generator: random.Random) -> int:
    c = state.chariots[i]
    whip = state.options.written_whip and can_whip(state, c) and generator.random() < 0.5
    return 2 * generator.randint(0, maximum(state, c)) + whip


def other_points(
    state: State,
    points: tuple[tuple[int, ...], ...],
    viewer: Seat | None,
    generator: random.Random,
) -> tuple[tuple[int, ...], ...]:
    out = list(points)
    size = len(COSTS) if state.options.detailed else 4
    for seat in range(state.seats):
        if seat == viewer:
            continue
        own = [i for i, c in enumerate(state.chariots) if c.owner == seat]
        done = all(len(points[i]) == size for i in own)
        many = len(own) if done else generator.randrange(len(own))
        for n, i in enumerate(own):
            out[i] = any_points(state, generator) if n < many else ()
    return tuple(out)


def any_points(state: State, generator: random.Random) -> tuple[int, ...]:
    if not state.options.detailed:
        way = generator.choice(ALLOTMENTS)
        return way.driver, way.car, way.speed, way.endurance
    got: tuple[int, ...] = ()
    while len(got) < len(COSTS):
        got = (*got, generator.randrange(affordable_levels(state.options, got)))
    spent = sum(COSTS[item][level] for item, level in enumerate(got))
    assert spent <= DETAILED_POINTS
    return got
