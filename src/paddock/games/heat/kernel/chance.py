"""Chance in the kernel: the draws of a record, or a generator of the race's own.

The generator uses only products below 2^62, so compiled and plain Python agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from paddock.games.heat.kernel.compiler import as_python, rule
from paddock.games.heat.kernel.records import WRONG_DRAW, Race

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
def first_seed(number: int) -> int:
    return 1 + mix(number & LOW_BITS) % (FIRST_MODULUS - 1)


@rule
def second_seed(number: int) -> int:
    return 1 + mix(mix(number >> 32) ^ (number & LOW_BITS) ^ MIXER) % (SECOND_MODULUS - 1)


@rule
def seed_race(race: Race, number: int) -> None:
    """Start the race's own generators: one for the rules, one for random choices. So the cards do
    not depend on how choices are made."""
    race.number = number
    race.seed_1, race.seed_2 = first_seed(number), second_seed(number)
    race.choice_1, race.choice_2 = first_seed(number ^ MIXER), second_seed(number ^ MIXER)


@rule
def next_first(seed: int) -> int:
    return seed * FIRST_FACTOR % FIRST_MODULUS


@rule
def next_second(seed: int) -> int:
    return seed * SECOND_FACTOR % SECOND_MODULUS


@rule
def combine(first: int, second: int) -> int:
    """A number from 0 to 2^31 - 1."""
    number = first - second
    return number + FIRST_MODULUS if number < 0 else number


@rule
def pick(race: Race, chance: Draws, faces: int, label: int) -> int:
    """Draw an index into the faces: as the record says, or by the race's own generator."""
    if race.follows == 0:
        first, second = next_first(int(race.seed_1)), next_second(int(race.seed_2))
        race.seed_1, race.seed_2 = first, second
        return combine(first, second) * faces >> BITS
    at = race.drawn
    race.drawn = at + 1
    if at >= len(chance) or chance[at][0] != label or chance[at][1] != faces:
        race.wrong = WRONG_DRAW
        return 0
    index = int(chance[at][2])
    if not 0 <= index < faces:
        race.wrong = WRONG_DRAW
        return 0
    return index


@rule
def pick_choice(race: Race, options: int) -> int:
    """A random option, by the race's own generator for choices."""
    first, second = next_first(int(race.choice_1)), next_second(int(race.choice_2))
    race.choice_1, race.choice_2 = first, second
    return combine(first, second) * options >> BITS


class RaceGenerator:
    """The generator of a race of the kernel, for the rules: the same draws for the same number.

    A number of 31 bits as a fraction is exact, and so is its product with the faces.
    """

    def __init__(self, number: int) -> None:
        self.first = as_python(first_seed)(number)
        self.second = as_python(second_seed)(number)

    def random(self) -> float:
        first = self.first = self.first * FIRST_FACTOR % FIRST_MODULUS
        second = self.second = self.second * SECOND_FACTOR % SECOND_MODULUS
        number = first - second  # written out, as `combine` has it: a call costs more than the sum
        return (number + FIRST_MODULUS if number < 0 else number) / (1 << BITS)


class ChoiceGenerator(RaceGenerator):
    """The generator of the random choices of a race."""

    def __init__(self, number: int) -> None:
        super().__init__(number ^ MIXER)
