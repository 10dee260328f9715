"""Owners of the campaign: their books, stables and stores."""

from __future__ import annotations

import enum

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import Weight
from paddock.games.circus_maximus.modes.arena.rules import Fighter
from paddock.games.circus_maximus.ownership.rules import stable
from paddock.games.circus_maximus.ownership.rules.stable import Horse, Log, Man, Player, four

START_SESTERCES = 20_000
MAX_ENTRIES = 16
CHAMPION_VICTORIES = 10
"""Victories that make a champion."""


class Life(enum.IntEnum):
    """A player's status in Rome."""

    OWNER = 0
    ABROAD = 1  # enters later
    SLAVE = 2  # a driver of the state
    GONE = 3
    FIGHTER = 4  # a gladiator of the state


class Owner(Player, frozen=True, gc=False):
    """A player with money and a stable, or who once had them."""

    life: Life = Life.OWNER
    horses: tuple[Horse, ...] = ()
    men: tuple[Man, ...] = ()
    cars: tuple[int, int, int] = (0, 0, 0)  # by weight
    victories: int = 0
    crowned: int = 0  # champions that came from this stable
    gladiators: tuple[Fighter, ...] = ()


@cites(R("E1.11.1"), R("E1.8.1"))
def recover(player: Owner) -> Owner:
    """A stable after a race: every chariot, raced or not, and what is in store."""
    return replace(
        player,
        stable=tuple([stable.recover(log) for log in player.stable]),
        horses=tuple([stable.recover_horse(horse) for horse in player.horses]),
        men=tuple([stable.recover_man(man) for man in player.men]),
    )


class RaceTerms(Struct, frozen=True, gc=False):
    """The options that are agreed on for one race."""

    two_laps: bool = False
    turns: int = 0  # the time limit; 0: none
    no_horse_rams: bool = False


class Match(Struct, frozen=True, gc=False):
    """A private race or duel: the two seats, the number a side, and the stakes."""

    by: Seat
    whom: Seat
    sides: int
    odds: int
    stake: int  # the challenger's
    against: int
    queue: tuple[Seat, ...] = ()  # seats that may still challenge afterwards
    duel: bool = False  # between gladiators


@cites(R("E1.8.2.2"), R("E1.8.6"))
def wants_driver(log: Log) -> bool:
    """Whether the driver may be replaced: dead, free, sold or injured."""
    return log.car if is_green(log) else log.hits < log.most_hits or not log.hits


def is_green(log: Log) -> bool:
    """Whether a new team had no driver yet: its first car and driver cost no endurance."""
    return not log.most_hits


@cites(R("E1.8.4.2"))
def with_stored_horse(log: Log, horse: Horse, loss: int) -> Log:
    """A horse from the store in place of the first dead one."""
    dead = log.boxes.index(0)
    horses, boxes = list(log.horses), list(log.boxes)
    horses[dead], boxes[dead] = horse.speed, horse.boxes
    return replace(
        log,
        horses=four(tuple(horses)),
        boxes=four(tuple(boxes)),
        endurance=max(0, log.endurance - loss),
    )


@cites(R("E1.8.5.5"), R("X71"))
def loses_by_car(log: Log, weight: Weight) -> bool:
    """Whether this car costs a die of endurance: another type, except the first one of a new
    team."""
    return weight != log.weight and not is_green(log)


def with_car(log: Log, weight: Weight, loss: int) -> Log:
    return replace(
        log,
        car=True,
        weight=weight,
        wheels=stable.NO_DAMAGE,
        endurance=max(0, log.endurance - loss),
    )


def new_team(horses: tuple[int, int, int, int], endurance: int) -> Log:
    """Four horses without driver and car."""
    return Log(
        "",
        hits=0,
        most_hits=0,
        horses=horses,
        boxes=horses,
        endurance=endurance,
        car=False,
    )


@cites(R("E1.10.1.1"), R("X72"))
def experience(place: int, gap: float | None, starters: int) -> int:
    """Points for a place and the gap behind; 3 for all starters."""
    if not 1 <= place <= len(data.EPIC_PLACES):
        return data.STARTER_POINTS
    points = data.EPIC_PLACES[place - 1]
    if gap is None and starters < MAX_SMALL_FIELD:
        return points
    if gap is None or gap >= NEAR:
        points += data.GAP_POINTS[place - 1]
    if gap is None or gap >= WIDE:
        points += data.WIDE_GAP_POINTS[place - 1]
    return points


MAX_SMALL_FIELD = 5
NEAR, WIDE = 6, 11


@cites(R("E1.9.1"), R("X72"))
def prize(place: int) -> int:
    """The prize of a place, for the first nine."""
    return data.PRIZES[place - 1] if 1 <= place <= len(data.PRIZES) else 0


@cites(R("E2.5.4.1"))
def least_stake(odds: int) -> int:
    """The lowest stake of the challenged; the challenger's is odds times it."""
    return 100 << (odds - 1)
