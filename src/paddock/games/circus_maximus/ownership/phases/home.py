"""After a race: side bets are settled, chariots return."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import DEAD
from paddock.games.circus_maximus.ownership import events as ev
from paddock.games.circus_maximus.ownership.events import Events
from paddock.games.circus_maximus.ownership.phases.money import book, with_log, with_player
from paddock.games.circus_maximus.ownership.phases.racing import running
from paddock.games.circus_maximus.ownership.rules import betting, stable
from paddock.games.circus_maximus.ownership.rules.ledger import Cause
from paddock.games.circus_maximus.ownership.rules.stable import Log
from paddock.games.circus_maximus.ownership.state import S, Stables
from paddock.games.circus_maximus.standings import gap_to_best
from paddock.games.circus_maximus.state import Chariot
from paddock.games.circus_maximus.state import State as RaceState


@cites(R("Q18"))
def settle_side_bets(state: S, places: tuple[int, ...], events: Events) -> S:
    """Pays the stakes of side bets to the winner of each."""
    for bet in state.side_bets:
        both = bet.stake + bet.against
        match betting.is_claim_true(bet, places):
            case True:
                gains = {bet.by: both}
            case False:
                gains = {bet.whom: both}
            case None:
                gains = {bet.by: bet.stake, bet.whom: bet.against}
        for seat, amount in gains.items():
            state = book(state, seat, Cause.SIDE_BETS, amount)
        events.append(ev.SideBetSettled(bet, tuple(gains), both))
    return replace(state, side_bets=())


def come_home(state: S, places: tuple[int, ...], events: Events, repaired: bool = True) -> S:
    """Updates the stables from the chariots of the race, and their logs; after a match race nothing
    is repaired."""
    now = running(state)
    for i, entry in enumerate(state.entries):
        log = log_after_race(state.players[entry.seat].stable[entry.slot], now, i, state.drugged[i])
        if not repaired:
            log = with_damage(log, now.chariots[i])
        kind = stable.NoteKind.RACED if repaired else stable.NoteKind.MATCH
        odds = state.odds[i] if state.odds else 0
        log = stable.with_note(log, stable.Note(state.week, kind, odds, places[i]))
        state = with_log(state, entry.seat, entry.slot, log)
        events.append(ev.Returned(entry.seat, entry.slot, log))
    return state


@cites(R("B22.21"), R("B22.3"), R("B24.43"), R("Q19"))
def log_after_race(log: Log, now: RaceState, i: int, drugged: stable.Four) -> Log:
    """Wounds stay, drugs wear off; a wrecked car is lost, any other is repaired."""
    c = now.chariots[i]
    boxes = [left + drug for left, drug in zip(c.horses, drugged, strict=True)]
    hits = 0 if c.driver == DEAD else c.hits
    return replace(log, boxes=stable.four(tuple(boxes)), hits=hits, car=log.car and not c.wrecked)


@cites(R("E1.11.1"), R("X70"))
def with_damage(log: Log, c: Chariot) -> Log:
    """A chariot after a match race: damaged wheels, a hurt arm and hurt eyes stay."""
    return replace(
        log,
        wheels=c.wheels if log.car else stable.NO_DAMAGE,
        arm=c.arm and log.hits > 0,
        eyes=c.eyes if log.hits else 0,
    )


def gap_behind(state: Stables, order: list[tuple[int, int]], n: int) -> float | None:
    """Squares from a placed chariot to the next one behind it; None if there is none."""
    if n + 1 >= len(order):
        return None
    now = running(state)
    return gap_to_best(now, now.chariots[order[n + 1][1]], now.chariots[order[n][1]])


def best_places(state: Stables, places: tuple[int, ...]) -> tuple[int, ...]:
    """By seat: the place of its best chariot; 0 for none."""
    best = [0] * state.seats
    for place, entry in sorted(zip(places, state.entries, strict=True), key=lambda pair: -pair[0]):
        if place:
            best[entry.seat] = place
    return tuple(best)


def all_bets(state: Stables) -> list[tuple[int, ...]]:
    """Bets before and during the race, by seat and chariot."""
    return [
        tuple([a + b for a, b in zip(first, later, strict=True)])
        for first, later in zip(state.bets, state.later, strict=True)
    ]


@cites(R("B22.2"))
def rest(state: S, events: Events) -> S:
    """All stables rest, raced or not."""
    for seat, player in enumerate(state.players):
        rested = tuple([stable.recover(log) for log in player.stable])
        if rested != player.stable:
            state = with_player(state, seat, replace(player, stable=rested))
            events.append(ev.Recovered(seat, rested))
    return state


def add_experience(state: S, points: tuple[tuple[int, int, int, int], ...], events: Events) -> S:
    """Adds points for team and living driver: owner, slot in the stable, place, points."""
    for seat, slot, place, gained in points:
        log = state.players[seat].stable[slot]
        log = replace(
            log,
            driver_points=log.driver_points + (gained if log.hits else 0),
            team_points=log.team_points + gained,
        )
        state = with_log(state, seat, slot, log)
        events.append(ev.Experienced(seat, slot, place, gained))
    return state
