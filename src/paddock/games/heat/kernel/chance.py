"""Chance in the kernel: the draws of a record, or a generator of the race's own.

The generator uses only products below 2^62, so compiled and plain Python agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from paddock.games.heat.kernel.compiler import as_python, rule
from paddock.games.heat.kernel.records import WRONG_DRAW, Race, new_record

Draws: TypeAlias = Sequence[Sequence[int]]
"""Draws of a record: label, faces, index. A NumPy array of three columns when compiled."""

BITS = 31
FIRST_MODULUS, FIRST_FACTOR = 2_147_483_563, 40_014
SECOND_MODULUS, SECOND_FACTOR = 2_147_483_399, 40_692
"""The combined generator of L'Ecuyer (1988); its period is about 2.3e18."""
MIXER, LOW_BITS = 0x45D9F3B, 0xFFFFFFFF


@rule
def mix(number: int) -> int:
    """32 bits that look nothing like the number, so that neighbouring seeds differ."""
    number = (number ^ number >> 16) * MIXER & LOW_BITS
    number = (number ^ number >> 16) * MIXER & LOW_BITS
    return number ^ number >> 16


@rule
def seed_race(race: Race, number: int) -> None:
    """Start the race's own generator."""
    race.number = number
    race.seed_1 = 1 + mix(number & LOW_BITS) % (FIRST_MODULUS - 1)
    race.seed_2 = 1 + mix(mix(number >> 32) ^ (number & LOW_BITS) ^ MIXER) % (SECOND_MODULUS - 1)


@rule
def next_number(race: Race) -> int:
    """The next number of the race's own generator: 0 to 2^31 - 1."""
    first = race.seed_1 * FIRST_FACTOR % FIRST_MODULUS
    second = race.seed_2 * SECOND_FACTOR % SECOND_MODULUS
    race.seed_1, race.seed_2 = first, second
    number = first - second
    if number < 0:
        number += FIRST_MODULUS
    return number


@rule
def pick(race: Race, chance: Draws, faces: int, label: int) -> int:
    """Draw an index into the faces: as the record says, or by the race's own generator."""
    if race.follows == 0:
        return next_number(race) * faces >> BITS
    at = race.drawn
    race.drawn = at + 1
    if at >= len(chance) or chance[at][0] != label or chance[at][1] != faces:
        race.wrong = WRONG_DRAW
        return 0
    return int(chance[at][2])


class RaceGenerator:
    """The generator of a race of the kernel, for the rules: the same draws for the same number.

    A number of 31 bits as a fraction is exact, and so is its product with the faces.
    """

    def __init__(self, number: int) -> None:
        self.race = new_record(Race)
        as_python(seed_race)(self.race, number)

    def random(self) -> float:
        return as_python(next_number)(self.race) / (1 << BITS)
