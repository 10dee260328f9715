"""The race as numbers, for programs that learn: see paddock.core.layout.

Chariots keep their numbers, since a question names one: `mine` says which are the viewer's. The
first number that most questions tell is the chariot that is asked about.
"""

from __future__ import annotations

from collections.abc import Iterable

from paddock.core.layout import FLAG, TOLD, Layout, block, counts, numbered_block, part, table
from paddock.core.seats import Seat
from paddock.games.circus_maximus import moves as m
from paddock.games.circus_maximus.card import CARD
from paddock.games.circus_maximus.data.kinds import Condition, Driver, Part, Sky, Weapon, Weight
from paddock.games.circus_maximus.phases import Speeds
from paddock.games.circus_maximus.rules.track import NOWHERE, SEGMENTS
from paddock.games.circus_maximus.state import Chariot, Race
from paddock.games.circus_maximus.view import View

MOST_CHARIOTS = 16
HORSES = 4
POINTS = (-999, 999)
SPEED = (-99, 99)
BOOKS = ("basic", "advanced", "epic")
ITEMS, LEVELS = 16, 12
MOST_SPEED = 40
MOST_OFFERED = 20


def read_race(view: View, seat: Seat) -> Iterable[int]:
    return (
        view.seats,
        len(view.chariots),
        min(view.turn, 9_999),
        view.mover + 1,
        view.last_segment,
        view.sky,
        view.mud,
        view.crossed,
        view.last_turn,
        BOOKS.index(view.options.book),
    )


def read_chariots(view: Race, seat: Seat) -> Iterable[int]:
    return [n for chariot in view.chariots for n in chariot_numbers(view, chariot, seat)]


def chariot_numbers(view: Race, c: Chariot, seat: Seat) -> Iterable[int]:
    track = view.track
    on_track = c.team != NOWHERE
    return (
        1,
        c.owner == seat,
        c.condition,
        track.lane[c.team] if on_track else 0,
        track.segment[c.team] if on_track else 0,
        track.number[c.team] if on_track else 0,
        c.segments,
        *c.horses,
        c.endurance,
        c.weight,
        *c.wheels,
        *c.boxes,
        c.wrecked,
        c.driver,
        c.dm,
        c.cdm,
        c.hits,
        c.written,
        c.total,
        c.mf,
        c.loss,
        c.last_total,
        c.moved,
        c.crossed_as,
    )


def read_written(view: View, seat: Seat) -> Iterable[int]:
    """The sealed speed of each own chariot, doubled, plus the whip, from 1; 0: none yet."""
    if not isinstance(view.phase, Speeds):
        return ()
    mine = [chariot.owner == seat for chariot in view.chariots]
    return [
        max(0, speed + 1) if own else 0 for own, speed in zip(mine, view.phase.sealed, strict=True)
    ]


def allot_number(view: View, seat: Seat, move: m.Allot) -> int:
    return m.ALLOTMENTS.index(move)


LAYOUT = Layout(
    version="circus-maximus-v2",
    questions=(
        "allot",
        "buy",
        "write",
        "announce",
        "drive",
        "defend",
        "avoid",
        "runaway-defend",
        "dodge",
        "bolt",
        "pay",
        "bear",
        "run",
        "abandon",
    ),
    told=TOLD,
    largest=9_999,
    parts=(
        part(
            "race",
            read_race,
            seats=(2, CARD.seats[1]),
            chariots=(0, MOST_CHARIOTS),
            turn=(0, 9_999),
            mover=(0, MOST_CHARIOTS),
            last_segment=(0, 99),
            sky=(0, len(Sky) - 1),
            mud=FLAG,
            crossed=(0, MOST_CHARIOTS),
            last_turn=FLAG,
            book=(0, len(BOOKS) - 1),
        ),
        table(
            "chariots",
            MOST_CHARIOTS,
            read_chariots,
            there=FLAG,
            mine=FLAG,
            condition=(0, len(Condition) - 1),
            lane=(0, 8),
            segment=(0, SEGMENTS - 1),
            square=(-9, 99),
            segments=(-9, 99),
            **{f"horse_{n}": (-9, 99) for n in range(1, HORSES + 1)},
            endurance=POINTS,
            weight=(0, len(Weight) - 1),
            wheel_left=(0, 99),
            wheel_right=(0, 99),
            box_left=(-99, 99),
            box_right=(-99, 99),
            wrecked=FLAG,
            driver=(0, len(Driver) - 1),
            dm=(-9, 9),
            cdm=(-9, 9),
            hits=(-99, 99),
            written=SPEED,
            total=SPEED,
            mf=SPEED,
            loss=SPEED,
            last_total=SPEED,
            moved=FLAG,
            crossed_as=(0, MOST_CHARIOTS),
        ),
        counts("sealed", MOST_CHARIOTS, 2 * MOST_SPEED + 2, read_written),
    ),
    blocks=(
        numbered_block(m.Allot, len(m.ALLOTMENTS), allot_number),
        block(m.Buy, item=(0, ITEMS - 1), level=(0, LEVELS - 1)),
        block(m.Write, speed=(0, MOST_SPEED), whip=FLAG),
        block(m.Begin, whip=FLAG, cut=FLAG, take=(0, MOST_OFFERED)),
        block(m.Forward),
        block(m.Change, side=FLAG),
        block(m.Slip, side=FLAG),
        block(m.Brake),
        block(
            m.Attack,
            weapon=(0, len(Weapon) - 1),
            target=(0, MOST_CHARIOTS - 1),
            part=(0, len(Part) - 1),
        ),
        block(m.Crash),
        block(m.Hold),
        block(m.Contest),
        block(m.Back),
        block(m.Evade),
        block(m.Pay, endurance=(0, 6)),
        block(m.Bear, horse=(0, HORSES - 1)),
        block(m.Stay),
        block(m.GiveUp),
    ),
    choices=16,
    choice_kinds=("Run",),
)
