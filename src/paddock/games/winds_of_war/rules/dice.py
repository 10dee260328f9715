"""The dice of tests and challenges, and their warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import DIE
from paddock.games.winds_of_war.data.enums import PUNCTURE, Colour, KindOfTest, TuningCard
from paddock.games.winds_of_war.events import ChallengeRolled, Events, Tested
from paddock.games.winds_of_war.rules.dashboard import wear_modifier
from paddock.games.winds_of_war.state.pieces import Car

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State

OVERHEATING, EXTRA_POINT, GREAT_START, CURVE, BROKEN_PART = KindOfTest
LABELS = tuple(test.name.lower().replace("_", " ") for test in KindOfTest)  # labels of their draws
CHALLENGE = "challenge"  # label of its draws
LAST_ROW = 3  # of a skill card: beyond it a test fails
FAILED_WARNINGS = 2  # warnings of a test that fails without a roll
DRY, WET = Colour.BLACK, Colour.BLUE
PUNCTURE_DICE = (Colour.RED, Colour.RED, Colour.BLUE)  # instead of any row
TREADS = TuningCard.RAIN_TREADS


def roll(dice: tuple[Colour, ...], label: str, chance: Chance) -> int:
    """Roll some dice; the number of warnings."""
    warnings = 0
    for colour in dice:
        faces = DIE[colour]
        if faces[chance.pick(faces, label)] == "warning":
            warnings += 1
    return warnings


@cites(R("W1.4"))
def road_die(state: State, car: Car) -> Colour:
    """Black in the dry, blue in the rain; rain treads take blue for black."""
    return WET if state.wet and TREADS not in car.used else DRY


def reliability_dice(state: State, seat: Seat) -> tuple[Colour, ...]:
    """The dice of the car's label, and the road die."""
    return (*state.sheets[seat].reliability, road_die(state, state.cars[seat]))


@cites(R("W3.2.1"), R("Q1"))
def roll_reliability_test(
    state: State, seat: Seat, test: KindOfTest, clause: str, events: Events, chance: Chance
) -> int:
    """Roll a reliability test; the number of warnings."""
    dice = reliability_dice(state, seat)
    warnings = roll(dice, LABELS[test], chance)
    events.append(Tested(seat, test, 0, warnings, dice, clause))
    return warnings


@cites(R("W1.6.2"), R("W3.12.7"), R("Q30"))
def driving_dice(state: State, seat: Seat, over: int) -> tuple[int, tuple[Colour, ...]]:
    """The row of a driving test and its dice; no dice beyond the last row."""
    car, sheet = state.cars[seat], state.sheets[seat]
    row = over + wear_modifier(sheet, car)
    if row > LAST_ROW:
        return row, ()
    if PUNCTURE in car.broken:
        return row, PUNCTURE_DICE
    return row, (*sheet.rows[row], road_die(state, car))


@cites(R("W3.2.2"))
def roll_driving_test(
    state: State,
    seat: Seat,
    test: KindOfTest,
    over: int,
    clause: str,
    events: Events,
    chance: Chance,
) -> int:
    """Roll a driving test at a number of points too fast; the number of warnings."""
    row, dice = driving_dice(state, seat, over)
    warnings = roll(dice, LABELS[test], chance) if dice else FAILED_WARNINGS
    events.append(Tested(seat, test, row, warnings, dice, clause))
    return warnings


@cites(R("W1.6.1"))
def roll_challenge_die(state: State, seat: Seat, events: Events, chance: Chance) -> bool:
    """Roll the die of the driver card alone; whether it shows a warning."""
    warning = roll((state.sheets[seat].challenge,), CHALLENGE, chance) > 0
    events.append(ChallengeRolled(seat, warning))
    return warning
