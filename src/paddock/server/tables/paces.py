"""The clocks that are proposed for a slow race: by how many days it may take, and how often its
people wait for each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paddock.core.game_spec import AnyGameSpec
from paddock.server.api import wire

COUNTED_HOURS_A_DAY = 16  # without quiet hours
DAYS: Mapping[wire.PaceName, int] = {"brisk": 7, "usual": 10}
"""How long a race may take."""

BANK_PART, INCREMENT_PART = 1.05, 0.42
"""Bank and increment, as parts of the hours that there are for each wait. With less, people are
called again in every sitting because their time runs out; with more, races take longer."""

LEAST_DAYS_SAVED = 2

LEAST_HOURS, LEAST_INCREMENT = 8, 3
MOST_HOURS, MOST_INCREMENT = 24, 8

CALM = wire.Bank(hours=48, increment=16, cap=64)
"""Each sitting adds a day: who looks once a day always has time."""


def propose_paces(spec: AnyGameSpec, options: Any) -> tuple[wire.Pace, ...]:
    """The paces that a host chooses among. A brisk one that saves no days is left out."""
    waits = count_waits(spec, options)
    brisk, usual = (timed_pace(name, days, waits) for name, days in DAYS.items())
    calm = wire.Pace("calm", CALM, 0, waits)
    is_brisk = brisk.days <= usual.days - LEAST_DAYS_SAVED and brisk.clock != usual.clock
    return (brisk, usual, calm) if is_brisk else (usual, calm)


def pace_called(spec: AnyGameSpec, options: Any, name: wire.PaceName) -> wire.Pace:
    """A proposed pace; where a race has no brisk one, the usual one."""
    found = {pace.name: pace for pace in propose_paces(spec, options)}
    return found.get(name) or found["usual"]


def count_waits(spec: AnyGameSpec, options: Any) -> int:
    """How often the people of a race wait for each other, as measured for usual races."""
    programs = spec.programs
    return max(1, round(programs.waits * programs.race_length(options)))


def timed_pace(name: wire.PaceName, days: int, waits: int) -> wire.Pace:
    """The clock with which a race takes about so many days; a long race takes more, and a short one
    less: nobody has less than the least hours, or more than the most."""
    days = clamp(days, count_days(waits, LEAST_HOURS), count_days(waits, MOST_HOURS))
    hours = days * COUNTED_HOURS_A_DAY / waits
    bank = clamp(hours * BANK_PART, LEAST_HOURS, MOST_HOURS)
    increment = clamp(hours * INCREMENT_PART, LEAST_INCREMENT, MOST_INCREMENT)
    return wire.Pace(name, wire.Bank(hours=bank, increment=increment, cap=bank), days, waits)


def count_days(waits: int, bank: int) -> int:
    """How long a race takes with a bank."""
    return max(1, round(waits * bank / BANK_PART / COUNTED_HOURS_A_DAY))


def clamp(number: float, least: int, most: int) -> int:
    return max(least, min(most, round(number)))
