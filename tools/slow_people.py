"""People for `tools.slow_play`: when they look at a table, in simulated hours.

Hour 0 is midnight. Everybody sleeps eight hours a day, some are away for days, one deserts.
"""

from __future__ import annotations

import math
import random

from msgspec import Struct

QUIET_HOURS = 8
BEDTIME = 23
STEP_HOURS = 0.25
"""How exactly times are counted."""
MAX_ANSWER_HOURS = 36
"""Nobody who is not away or gone takes longer to look."""
HURRIED_HOURS = 1
"""From *your time is running out* to the look, on average. Without nights: 2 of 100 are too late
for the four hours that are left then."""


class Person(Struct, frozen=True):
    """How somebody plays: `mean_hours` from a notice to the next look, on average."""

    name: str
    mean_hours: float
    zone: int = 0  # hours that the own clock is ahead
    away: tuple[float, float] = (math.inf, math.inf)  # a holiday: from, until
    waits: bool = False  # on holiday the table waits; else a bot drives meanwhile
    gone: float = math.inf  # from then on never seen again

    def sleeps(self, hour: float) -> bool:
        return (hour + self.zone - BEDTIME) % 24 < QUIET_HOURS

    def is_away(self, hour: float) -> bool:
        return self.away[0] <= hour < self.away[1]

    def next_look(self, now: float, generator: random.Random) -> float:
        """When a notice that is sent now is followed: not at night, not on holiday."""
        delay = min(generator.expovariate(1 / self.mean_hours), MAX_ANSWER_HOURS)
        at = now + delay
        if self.is_away(at):
            at = self.away[1] + generator.random()
        while self.sleeps(at):
            at += STEP_HOURS
        return at if at < self.gone else math.inf

    def hurried_look(self, now: float, generator: random.Random) -> float:
        """When *your time is running out* is followed. It is sent in hours that count."""
        at = now + generator.expovariate(1 / HURRIED_HOURS)
        while self.sleeps(at) or self.is_away(at):
            at += STEP_HOURS
        return at if at < self.gone else math.inf

    def present_hours(self, start: float, end: float) -> float:
        """Hours without those of the holiday."""
        return end - start - max(0.0, min(end, self.away[1]) - max(start, self.away[0]))

    def counted_hours(self, start: float, end: float) -> float:
        """Hours that count for the bank: neither at night nor on holiday."""
        hours, at = 0.0, start
        while at < end:
            if not self.sleeps(at) and not self.is_away(at):
                hours += min(STEP_HOURS, end - at)
            at += STEP_HOURS
        return hours

    def bank_ends(self, start: float, bank: float) -> float:
        """When so many hours have been counted."""
        at = start
        while bank > 0:
            if not self.sleeps(at) and not self.is_away(at):
                bank -= STEP_HOURS
            at += STEP_HOURS
        return at


WAITS = 5
"""The person for whose holiday the table waits."""


def make_people(answer_hours: float, generator: random.Random) -> tuple[Person, ...]:
    """Eight people in three time zones: quick and slow ones, two holidays, one deserter. Their
    answers take `answer_hours` on average."""
    speeds = (0.5, 0.75, 1.0, 1.25, 1.5, 1.0, 1.25, 0.75)
    people = []
    for i, speed in enumerate(speeds):
        away = (math.inf, math.inf)
        if i in (1, WAITS):
            begin = 24 * generator.uniform(1, 4)
            away = (begin, begin + 24 * generator.choice((2, 3)))
        gone = 24 * generator.uniform(0.5, 2) if i == len(speeds) - 1 else math.inf
        people.append(Person(f"P{i + 1}", speed * answer_hours, i % 3, away, i == WAITS, gone))
    return tuple(people)


def choose_four(people: tuple[Person, ...], race: int) -> tuple[Person, ...]:
    """Who sits at the table of a race: the deserter at every second one."""
    first = (0, 3)[race % 2] + (race // 2) % 2
    chosen = [people[(first + i) % 7] for i in range(4)]
    if race % 2:
        chosen[-1] = people[7]
    return tuple(chosen)
