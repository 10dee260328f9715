"""The race as numbers, for programs that learn: see paddock.core.layout.

Seats are counted from the own one: 0 is the viewer, 1 the next seat. Letters of curves are those
that the seat sees: at night some are unknown.
"""

from __future__ import annotations

from collections.abc import Iterable

from paddock.core.layout import FLAG, TOLD, Layout, block, numbered_block, part, seats_from, table
from paddock.core.seats import Seat
from paddock.games.winds_of_war import moves as m
from paddock.games.winds_of_war.card import CARD
from paddock.games.winds_of_war.data import DRIVERS, MODELS
from paddock.games.winds_of_war.data.enums import (
    CarStatus,
    Colour,
    Job,
    Lane,
    Letter,
    Line,
    Part,
    Slope,
    TuningCard,
)
from paddock.games.winds_of_war.moves import BID_STEP, MAX_LIRE, TOP_SPEED
from paddock.games.winds_of_war.state.pieces import TRACK, progress
from paddock.games.winds_of_war.view import View

MOST_SEATS = CARD.seats[1]
MOST_UNITS = 1_000_000
MOST_BOXES = 30_000
FAR = 99
"""Longer ways to a line are cut."""
CURVES_AHEAD = 3
WAYS = 3
GAUGE = (-1, 99)
SPEED = (0, TOP_SPEED)
UNKNOWN = len(Letter) + 1


def read_race(view: View, seat: Seat) -> Iterable[int]:
    track = TRACK[view.road]
    return (
        len(view.teams),
        view.laps,
        min(view.turn, MOST_BOXES),
        view.wet,
        view.stage is not None,
        track.length,
        len(view.home),
        view.options.style == "simulation",
    )


def read_teams(view: View, seat: Seat) -> Iterable[int]:
    numbers: list[int] = []
    for s in seats_from(seat, len(view.teams)):
        team = view.teams[s]
        numbers += (
            1,
            min(team.purse, MAX_LIRE),
            team.model + 1,
            team.driver + 1,
            len(team.tuning),
            *team.spares,
        )
    return numbers


def read_cars(view: View, seat: Seat) -> Iterable[int]:
    track = TRACK[view.road]
    numbers: list[int] = []
    for s in seats_from(seat, len(view.cars)):
        car = view.cars[s]
        numbers += (
            1,
            car.box,
            car.lap,
            progress(track, car),
            track.lane[car.box],
            car.speed,
            car.engine,
            car.heat,
            car.brakes,
            car.body,
            car.tyres,
            len(car.broken),
            car.line,
            car.status,
            max(0, car.until - view.turn),
            view.order.index(s) + 1 if s in view.order else 0,
            view.home.index(s) + 1 if s in view.home else 0,
        )
    return numbers


def read_sheets(view: View, seat: Seat) -> Iterable[int]:
    numbers: list[int] = []
    for s in seats_from(seat, len(view.sheets)):
        sheet = view.sheets[s]
        numbers += (
            sheet.top,
            sheet.red,
            sheet.acceleration,
            sheet.braking,
            sheet.engine,
            sheet.heat,
            sheet.brakes,
            sheet.body,
            sheet.challenge,
            sheet.reroll,
            sheet.skill,
            *sheet.turns[: len(Letter)],
        )
    return numbers


def read_road(view: View, seat: Seat) -> Iterable[int]:
    """The box of the own car, and the curves ahead by letter (from 1; 6 is unknown)."""
    if not view.cars:
        return ()
    track, box = TRACK[view.road], view.cars[seat].box
    here, coming = track.curve[box], track.coming[box]
    letters = [0] * CURVES_AHEAD
    if coming >= 0:
        count = len(view.letters)
        for n in range(CURVES_AHEAD):
            if coming + n < count or track.ending == 0:
                letter = view.letters[(coming + n) % count]
                letters[n] = UNKNOWN if letter is None else letter + 1
    return (
        here >= 0,
        min(track.to_line[box], FAR),
        min(track.to_exit[box], FAR),
        track.inside[box],
        track.slope[box],
        track.pits[box],
        *letters,
    )


def bid_number(view: View, seat: Seat, move: m.Bid) -> int:
    return move.lire // BID_STEP if move.lire % BID_STEP == 0 else -1


def ways_number(view: View, seat: Seat, move: m.Dive | m.Burst) -> int:
    """One way, or two."""
    first = move.ways[0] + 1
    return first if len(move.ways) == 1 else WAYS + first * WAYS + move.ways[1] + 1


LAYOUT = Layout(
    version="winds-of-war-v1",
    questions=(
        "bid",
        "take",
        "hire",
        "tune",
        "stock",
        "grid-challenge",
        "grid-reroll",
        "challenge",
        "answer",
        "reroll",
        "plan",
        "fix",
        "step",
        "roll-on",
        "slipstream",
        "closing",
        "free-boxes",
        "halt",
    ),
    told=TOLD,
    parts=(
        part(
            "race",
            read_race,
            seats=(1, MOST_SEATS),
            laps=(0, 100),
            turn=(0, MOST_BOXES),
            wet=FLAG,
            open_road=FLAG,
            length=(0, MOST_UNITS),
            home=(0, MOST_SEATS),
            simulation=FLAG,
        ),
        table(
            "teams",
            MOST_SEATS,
            read_teams,
            there=FLAG,
            purse=(-MAX_LIRE, MAX_LIRE),
            model=(0, len(MODELS)),
            driver=(0, len(DRIVERS)),
            tuning=(0, len(TuningCard)),
            **{f"spare_{part.name.lower()}": (0, 99) for part in Part},
        ),
        table(
            "cars",
            MOST_SEATS,
            read_cars,
            there=FLAG,
            box=(-1, MOST_BOXES),
            lap=(-1, 100),
            progress=(-MOST_UNITS, MOST_UNITS),
            lane=(0, len(Lane) - 1),
            speed=SPEED,
            engine=GAUGE,
            heat=GAUGE,
            brakes=GAUGE,
            body=GAUGE,
            tyres=GAUGE,
            broken=(0, 99),
            line=(min(Line), max(Line)),
            status=(min(CarStatus), max(CarStatus)),
            waits=(0, MOST_BOXES),
            order=(0, MOST_SEATS),
            home=(0, MOST_SEATS),
        ),
        table(
            "sheets",
            MOST_SEATS,
            read_sheets,
            top=SPEED,
            red=(0, 99),
            acceleration=(0, 99),
            braking=(0, 99),
            engine=GAUGE,
            heat=GAUGE,
            brakes=GAUGE,
            body=GAUGE,
            challenge=(0, len(Colour) - 1),
            reroll=FLAG,
            skill=(0, MAX_LIRE),
            **{f"turn_{letter.name.lower()}": (0, 99) for letter in Letter},
        ),
        part(
            "road",
            read_road,
            in_curve=FLAG,
            to_line=(-FAR, FAR),
            to_exit=(-FAR, FAR),
            inside=(-1, len(Lane)),
            slope=(0, len(Slope) - 1),
            pits=FLAG,
            **{f"curve_{n}": (0, UNKNOWN) for n in range(1, CURVES_AHEAD + 1)},
        ),
    ),
    blocks=(
        numbered_block(m.Bid, MAX_LIRE // BID_STEP + 1, bid_number),
        block(m.Pass),
        block(m.Take, model=(0, len(MODELS) - 1)),
        block(m.Hire, driver=(0, len(DRIVERS) - 1)),
        block(m.Tune, card=(0, len(TuningCard) - 1)),
        block(m.Stock, part=(0, len(Part) - 1)),
        block(m.Done),
        block(m.Challenge),
        block(m.Yield),
        block(m.Accept),
        block(m.Reroll),
        block(m.Keep),
        block(m.Plan, speed=SPEED, extra=FLAG),
        block(m.Launch, speed=SPEED, extra=FLAG),
        block(m.Pit),
        block(m.Fix, job=(0, len(Job) - 1)),
        block(m.Steer, way=(-1, 1)),
        block(m.Brake),
        numbered_block(m.Dive, WAYS + WAYS * WAYS, ways_number),
        numbered_block(m.Burst, WAYS + WAYS * WAYS, ways_number),
        block(m.Halt, edge=(0, len(Lane) - 1)),
        block(m.Fetch, part=(0, len(Part) - 1)),
        block(m.Read),
        block(m.GiveUp, place=(1, MOST_SEATS)),
    ),
)
