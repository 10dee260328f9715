"""After a race: bets between two are settled, chariots come home."""

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
from paddock.games.circus_maximus.standings import behind
from paddock.games.circus_maximus.state import State as RaceState


@cites(R("Q18"))
def settle_side_bets(state: S, places: tuple[int, ...], events: Events) -> S:
    """The stakes of bets between two go to whoever was right."""
    for bet in state.side_bets:
        both = bet.stake + bet.against
        match betting.settled(bet, places):
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


def come_home(state: S, events: Events) -> S:
    """The sheets of the race go back into the stables."""
    now = running(state)
    for i, entry in enumerate(state.entries):
        log = after_race(state.players[entry.seat].stable[entry.slot], now, i, state.drugged[i])
        state = with_log(state, entry.seat, entry.slot, log)
        events.append(ev.Returned(entry.seat, entry.slot, log))
    return state


@cites(R("B22.21"), R("B22.3"), R("B24.43"), R("Q19"))
def after_race(log: Log, now: RaceState, i: int, drugged: stable.Four) -> Log:
    """Wounds stay, drugs are gone; a wrecked car is lost, any other repaired."""
    c = now.chariots[i]
    boxes = [left + drug for left, drug in zip(c.horses, drugged, strict=True)]
    hits = 0 if c.driver == DEAD else c.hits
    return replace(log, boxes=stable.four(tuple(boxes)), hits=hits, car=log.car and not c.wrecked)


def gap_behind(state: Stables, order: list[tuple[int, int]], n: int) -> float | None:
    """Squares from one of the placed chariots to the next behind it; None: nobody is left there."""
    if n + 1 >= len(order):
        return None
    now = running(state)
    return behind(now, now.chariots[order[n + 1][1]], now.chariots[order[n][1]])


def best_places(state: Stables, places: tuple[int, ...]) -> tuple[int, ...]:
    """By seat: the place of the best of his chariots; 0: none has one."""
    best = [0] * state.seats
    for place, entry in sorted(zip(places, state.entries, strict=True), key=lambda pair: -pair[0]):
        if place:
            best[entry.seat] = place
    return tuple(best)


def all_bets(state: Stables) -> list[tuple[int, ...]]:
    """Before the race and during it, by seat and chariot."""
    return [
        tuple([a + b for a, b in zip(first, later, strict=True)])
        for first, later in zip(state.bets, state.later, strict=True)
    ]


@cites(R("B22.2"))
def rest(state: S, events: Events) -> S:
    """Everybody rests, raced or not."""
    for seat, player in enumerate(state.players):
        rested = tuple([stable.recovered(log) for log in player.stable])
        if rested != player.stable:
            state = with_player(state, seat, replace(player, stable=rested))
            events.append(ev.Recovered(seat, rested))
    return state


def experienced(state: S, points: tuple[tuple[int, int, int, int], ...], events: Events) -> S:
    """Points for driver, if he lives, and team: owner, chariot of his stable, place, points."""
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
