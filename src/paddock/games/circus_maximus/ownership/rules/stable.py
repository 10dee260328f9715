"""Stables: log sheets of chariots between races, health, recovery and experience."""

from __future__ import annotations

import enum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import NORMAL, Weight
from paddock.games.circus_maximus.modes.arena.rules import Fighter
from paddock.games.circus_maximus.ownership.rules.ledger import Books, cash

Four: TypeAlias = tuple[int, int, int, int]

NO_DAMAGE = (0, 0)
STABLE_SIZE = 5
START_SESTERCES = 10_000
DRIVER_TRAINING_POINTS = 25
TEAM_TRAINING_POINTS = 10
FREE_LIMIT, ALL_AT_LEAST, HORSE_LIMIT = 8, 6, 10
NEAR, WIDE = 6, 11
"""Gaps that bring experience, in squares."""


class Item(enum.IntEnum):
    """An item sold by the bank."""

    CAR = 0
    DRIVER = 1
    HORSE = 2
    TEAM = 3


class NoteKind(enum.IntEnum):
    """What a line of a chariot's log is about."""

    RACED = 0  # odds and place
    MATCH = 1  # a private race: the place
    OWNER = 2
    DRIVER = 3
    MODIFIER = 4  # of the driver
    HORSES = 5
    CAR = 6
    ENDURANCE = 7


class Note(Struct, frozen=True, gc=False):
    """A line of a chariot's log: the race before or in which it was written, and what it says."""

    race: int
    kind: NoteKind
    number: int = 0  # odds, seat of the new owner, modifier, weight or endurance
    place: int = 0  # 0: none
    text: str = ""  # the driver's name, or the speeds of the horses


MAX_NOTES = 60
"""Lines of a log that are kept, the newest ones: a log is sent with every change."""


class Log(Struct, frozen=True, gc=False):
    """A chariot of a stable: driver, team, car."""

    driver: str
    dm: int = 0  # the driver's hits when healthy
    hits: int = 6  # 0: dead
    most_hits: int = 6
    driver_points: int = 0
    horses: Four = (4, 4, 4, 4)  # speeds, which equal their boxes
    boxes: Four = (4, 4, 4, 4)  # left; 0: it is dead
    endurance: int = 40
    team_points: int = 0
    weight: Weight = NORMAL
    car: bool = True
    # what a match race leaves until the next recovery
    wheels: tuple[int, int] = (0, 0)  # damage, left and right
    arm: bool = False
    eyes: int = 0  # hurt sides, one bit each: left 1, right 2
    notes: tuple[Note, ...] = ()  # the history of the chariot, the oldest line first

    @property
    def missing(self) -> int:
        """Hits and boxes that are not healed."""
        return self.most_hits - self.hits + sum(self.horses) - sum(self.boxes)

    @property
    def whole(self) -> bool:
        """Whether it can start: it has a driver, four horses and a car."""
        return self.hits > 0 and all(self.boxes) and self.car

    @property
    def healthy(self) -> bool:
        return self.whole and not self.missing


class Player(Struct, frozen=True, gc=False):
    """A faction, or a bettor without one."""

    books: Books
    faction: bool = True
    stable: tuple[Log, ...] = ()
    bankrupt: bool = False

    @property
    def cash(self) -> int:
        return cash(self.books)


class Entry(Struct, frozen=True, gc=False):
    """A chariot of a race: its owner, and its slot in the stable."""

    seat: Seat
    slot: int
    second: bool = False


class Horse(Struct, frozen=True, gc=False):
    """A horse in store: its speed, which equals its boxes, and the boxes left."""

    speed: int
    boxes: int


class Man(Struct, frozen=True, gc=False):
    """A driver in store."""

    name: str
    dm: int
    hits: int
    most_hits: int
    points: int = 0
    arm: bool = False
    eyes: int = 0


class Piece(enum.IntEnum):
    """Goods that can be traded: from a store, a gladiator with his gear, a chariot or its parts."""

    HORSE = 0
    DRIVER = 1
    CAR = 2
    GLADIATOR = 3
    CHARIOT = 4
    TEAM_OF = 5  # of a chariot, likewise the next
    DRIVER_OF = 6
    CAR_OF = 7


PARTS = (Piece.TEAM_OF, Piece.DRIVER_OF, Piece.CAR_OF)


class Goods(Struct, frozen=True, gc=False):
    """One piece of goods."""

    horse: Horse | None = None
    man: Man | None = None
    weight: Weight | None = None
    fighter: Fighter | None = None
    chariot: Log | None = None
    team: Log | None = None


class PieceSale(Struct, frozen=True, tag=True, gc=False):
    """Goods offered to another player, or by `sought` asked of their owner."""

    by: Seat
    whom: Seat
    piece: Piece
    stored: int
    amount: int
    goods: Goods
    sought: bool = False


class Barter(Struct, frozen=True, tag=True, gc=False):
    """An exchange of goods, and the sum the proposer adds."""

    by: Seat
    whom: Seat
    piece: Piece
    stored: int
    other: Piece
    his: int
    amount: int
    goods: Goods
    for_goods: Goods


class Sale(Struct, frozen=True, tag=True, gc=False):
    """A chariot offered to another player."""

    by: Seat
    whom: Seat
    slot: int
    amount: int
    log: Log


def driver_name(number: int) -> str:
    """Driver names of a season, from the Roman charts in order."""
    firsts, seconds = data.FIRST_NAMES, data.SECOND_NAMES
    first = number % len(firsts)
    return f"{firsts[first]} {seconds[(7 * number + number // len(firsts)) % len(seconds)]}"


# ---------------------------------------------------------------- history


@cites(R("E1.2.4"), R("B3.5"))
def with_note(log: Log, note: Note) -> Log:
    """A chariot with one more line in its log."""
    return replace(log, notes=(*log.notes, note)[-MAX_NOTES:])


@cites(R("E1.2.4"))
def with_changes_noted(before: Log, log: Log, race: int) -> Log:
    """A changed chariot with a line for each change: driver, modifier, horses, car, endurance."""
    found = []
    if log.hits and log.driver != before.driver:
        found.append(Note(race, NoteKind.DRIVER, log.dm, text=log.driver))
    elif log.hits and log.dm != before.dm:
        found.append(Note(race, NoteKind.MODIFIER, log.dm))
    if sorted(log.horses) != sorted(before.horses):
        found.append(Note(race, NoteKind.HORSES, text="-".join(map(str, log.horses))))
    if log.car and (not before.car or log.weight != before.weight):
        found.append(Note(race, NoteKind.CAR, log.weight))
    if log.endurance != before.endurance:
        found.append(Note(race, NoteKind.ENDURANCE, log.endurance))
    for note in found:
        log = with_note(log, note)
    return log


# ---------------------------------------------------------------- entries


@cites(R("X58"), R("B22.4"))
def eligible(stable: tuple[Log, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    """Chariots that may be entered in addition to those named: healthy ones; without one, the whole
    ones with the fewest points missing."""
    left = [slot for slot, log in enumerate(stable) if log.whole and slot not in taken]
    healthy = [slot for slot in left if stable[slot].healthy]
    if healthy or not left:
        return tuple(healthy)
    least = min(stable[slot].missing for slot in left)
    return tuple([slot for slot in left if stable[slot].missing == least])


def modifier(log: Log) -> int:
    """A driver's modifier for a race: half of the hits gone and two thirds gone cost one each."""
    return log.dm - (2 * log.hits <= log.most_hits) - (3 * log.hits <= log.most_hits)


# ---------------------------------------------------------------- purchases


@cites(R("B21.7"), R("X59"), R("B21.5"), R("B21.6"))
def on_sale(log: Log) -> tuple[Item, ...]:
    """Items that may be bought for a chariot: only replacements for losses; single horses only
    where there is a team."""
    found = [] if log.car else [Item.CAR]
    if log.hits < log.most_hits:
        found.append(Item.DRIVER)
    if not all(log.boxes):
        found += [Item.HORSE, Item.TEAM] if any(log.horses) else [Item.TEAM]
    return tuple(found)


@cites(R("B21.41"))
def horse_speed(roll: int, price: int) -> int:
    """The speed of a horse bought at this price."""
    return data.NEW_HORSE[roll][data.HORSE_PRICES.index(price)]


@cites(R("B21.4"), R("X59"))
def team_endurance(horses: Four, die: int) -> int:
    """The endurance of a team bought whole."""
    speed = sum(horses)
    row = next(row for most, row in data.NEW_ENDURANCE if speed <= most)
    return int(row[die - 1])


@cites(R("B21.43"))
def with_horse(log: Log, speed: int, die: int) -> Log:
    """A new horse in place of the first dead one; the team loses endurance."""
    dead = log.boxes.index(0)
    return replace(
        log,
        horses=four(replace_at(log.horses, dead, speed)),
        boxes=four(replace_at(log.boxes, dead, speed)),
        endurance=max(0, log.endurance - die),
    )


@cites(R("B21.4"), R("X59"))
def with_team(log: Log, horses: Four, endurance: int) -> Log:
    """Four new horses: their own endurance, no experience."""
    return replace(log, horses=horses, boxes=horses, endurance=endurance, team_points=0)


@cites(R("B21.5"), R("X59"))
def with_driver(log: Log, name: str, dm: int, hits: int, die: int) -> Log:
    """A new driver: no experience, and the team loses endurance."""
    return replace(
        log,
        driver=name,
        dm=dm,
        hits=hits,
        most_hits=hits,
        driver_points=0,
        arm=False,
        eyes=0,
        endurance=max(0, log.endurance - die),
    )


@cites(R("B21.42"))
def with_harness_order(log: Log, order: Four) -> Log:
    """The four horses in another order."""
    one, two, three, last = order
    return replace(
        log,
        horses=(log.horses[one], log.horses[two], log.horses[three], log.horses[last]),
        boxes=(log.boxes[one], log.boxes[two], log.boxes[three], log.boxes[last]),
    )


def four(row: tuple[int, ...]) -> Four:
    one, two, three, last = row
    return one, two, three, last


# ---------------------------------------------------------------- parts


@cites(R("Q33"))
def parts(log: Log) -> tuple[Piece, ...]:
    """Parts that can be taken off a chariot; the last part is the chariot itself."""
    here = (all(log.boxes), log.hits > 0, log.car)
    found = [piece for piece, there in zip(PARTS, here, strict=True) if there]
    return tuple(found) if len(found) > 1 else ()


def part_of(log: Log, piece: Piece) -> Goods:
    """A part of a chariot as goods."""
    match piece:
        case Piece.TEAM_OF:
            return Goods(team=team_of(log))
        case Piece.DRIVER_OF:
            return Goods(man=man_of(log))
        case Piece.CAR_OF:
            return Goods(weight=log.weight)
        case _:
            return Goods(chariot=log)


def man_of(log: Log) -> Man:
    """The driver of a chariot as a driver in store."""
    return Man(log.driver, log.dm, log.hits, log.most_hits, log.driver_points, log.arm, log.eyes)


def team_of(log: Log) -> Log:
    """The four horses with their experience, without driver and car."""
    return replace(without_driver(log), car=False, wheels=NO_DAMAGE)


@cites(R("E1.8.6"), R("X71"))
def with_man(log: Log, man: Man, loss: int) -> Log:
    """A driver from the store, with his experience and victories; the team loses endurance."""
    return replace(
        log,
        driver=man.name,
        dm=man.dm,
        hits=man.hits,
        most_hits=man.most_hits,
        driver_points=man.points,
        arm=man.arm,
        eyes=man.eyes,
        endurance=max(0, log.endurance - loss),
    )


def without_driver(log: Log) -> Log:
    """A chariot without its driver."""
    return replace(log, driver="", dm=0, hits=0, driver_points=0, arm=False, eyes=0)


@cites(R("Q33"))
def without_part(log: Log, piece: Piece) -> Log:
    """The chariot without a part; without its team nothing is left."""
    match piece:
        case Piece.TEAM_OF:
            none = (0, 0, 0, 0)
            return replace(log, horses=none, boxes=none, endurance=0, team_points=0)
        case Piece.DRIVER_OF:
            return without_driver(log)
        case _:
            return replace(log, car=False, wheels=NO_DAMAGE)


@cites(R("B21.7"), R("Q33"))
def can_fit(log: Log, goods: Goods) -> bool:
    """Whether a part fits: only as a replacement that the bank would sell, a car of the same
    class."""
    wanted = on_sale(log)
    if goods.team is not None:
        return Item.TEAM in wanted
    if goods.man is not None:
        return Item.DRIVER in wanted
    return Item.CAR in wanted and goods.weight == log.weight


@cites(R("Q33"), R("X59"))
def with_part(log: Log, goods: Goods, loss: int) -> Log:
    """A chariot with a part from another stable: team and driver keep their experience, and lose a
    die of endurance."""
    if goods.team is not None:
        team = goods.team
        return replace(
            log,
            horses=team.horses,
            boxes=team.boxes,
            endurance=max(0, team.endurance - loss),
            team_points=team.team_points,
        )
    if goods.man is not None:
        return with_man(log, goods.man, loss)
    return replace(log, car=True)


# ---------------------------------------------------------------- after a race


@cites(R("B22.2"), R("B22.22"), R("E1.11.1"))
def recover(log: Log) -> Log:
    """One hit and one box for each living horse, up to the maximum; damage that a match race
    left on wheels, arm and eyes is gone."""
    hits = min(log.most_hits, log.hits + 1) if log.hits else 0
    pairs = zip(log.boxes, log.horses, strict=True)
    boxes = four(tuple([min(most, left + 1) if left else 0 for left, most in pairs]))
    return replace(log, hits=hits, boxes=boxes, wheels=NO_DAMAGE, arm=False, eyes=0)


@cites(R("E1.11.1"))
def recover_man(man: Man) -> Man:
    """A driver in store gets back one hit, and the use of arm and eyes."""
    return replace(man, hits=min(man.most_hits, man.hits + 1), arm=False, eyes=0)


@cites(R("E1.11.1"))
def recover_horse(horse: Horse) -> Horse:
    """A horse in store gets back one box."""
    return replace(horse, boxes=min(horse.speed, horse.boxes + 1))


@cites(R("B23.1"))
def experience(place: int, gap: float | None) -> int:
    """Points for a place and the gap to the next chariot; None if there is none behind."""
    if not 1 <= place <= len(data.PLACE_POINTS):
        return 0
    points = data.PLACE_POINTS[place - 1]
    if gap is None or gap >= NEAR:
        points += data.GAP_POINTS[place - 1]
    if gap is None or gap >= WIDE:
        points += data.WIDE_GAP_POINTS[place - 1]
    return points


@cites(R("B23.5"))
def can_train_horse(log: Log, horse: int) -> bool:
    """Whether a horse may still be raised."""
    speed = log.horses[horse]
    if not log.boxes[horse] or speed >= HORSE_LIMIT:
        return False
    return speed < FREE_LIMIT or all(other >= ALL_AT_LEAST for other in log.horses)


@cites(R("B23.5"))
def with_trained_horse(log: Log, horse: int) -> Log:
    """One horse a point faster, with one more box."""
    return replace(
        log,
        horses=four(replace_at(log.horses, horse, log.horses[horse] + 1)),
        boxes=four(replace_at(log.boxes, horse, log.boxes[horse] + 1)),
        team_points=log.team_points - TEAM_TRAINING_POINTS,
    )


@cites(R("B23.4"))
def with_trained_driver(log: Log) -> Log:
    """The driver's modifier rises, his hits stay."""
    return replace(log, dm=log.dm + 1, driver_points=log.driver_points - DRIVER_TRAINING_POINTS)


@cites(R("B23.6"))
def with_trained_team(log: Log, dice: int) -> Log:
    """Two dice more endurance."""
    return replace(
        log, endurance=log.endurance + dice, team_points=log.team_points - TEAM_TRAINING_POINTS
    )
