"""The functions of `greedy` that Python calls. They are apart from the other entries, so that those
who only step do not wait until these are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from paddock.games.heat.kernel.chance import Draws
from paddock.games.heat.kernel.compiler import IS_COMPILED, entry, stamp_sources
from paddock.games.heat.kernel.entries import BY_POLICY
from paddock.games.heat.kernel.greedy_options import choose_by_greedy
from paddock.games.heat.kernel.greedy_turns import Notes
from paddock.games.heat.kernel.policy import Outlook, choose_by_policy
from paddock.games.heat.kernel.records import OVER, Course, Race
from paddock.games.heat.kernel.turns import play_code, random_code
from paddock.games.heat.kernel.watch import Watch, end_turn, start_watch, watch_move

BY_GREEDY = 2
"""Who sits in a seat, besides those of `entries`."""


class GreedyEntries(Struct, frozen=True):
    """The functions that Python calls, arguments by name."""

    choose: Callable[..., int]
    race: Callable[..., int]


def make_greedy_entries(stamp: int) -> GreedyEntries:
    """The entries for these sources: see `make_entries`."""

    @entry
    def choose(
        race: Race,
        course: Course,
        outlook: Outlook,
        notes: Notes,
        seat: int,
        chance: Draws,
    ) -> int:
        """The option that greedy takes, as a code; the race draws for it."""
        return choose_by_greedy(race, course, outlook, notes, seat, chance) if stamp >= 0 else 0

    @entry
    def race_watched(
        races: Any,
        chosen: Any,
        courses: Any,
        players: Any,
        outlook: Outlook,
        notes: Notes,
        watch: Watch,
        made: Any,
        chance: Draws,
    ) -> int:
        """Play the chosen races of an array to their end and watch them; `players` says by race and
        seat who drives. All are on courses with this outlook. `made` counts the decisions."""
        total = 0 if stamp >= 0 else 1
        for i in chosen:
            race = races[i]
            course = courses[race.course]
            start_watch(race, course, watch, i)
            made[i] = 0
            while race.phase != OVER:
                seat, rounds, spins = int(race.seat), int(race.rounds), int(race.spins)
                if players[i][seat] == BY_GREEDY:
                    code = choose_by_greedy(race, course, outlook, notes, seat, chance)
                elif players[i][seat] == BY_POLICY:
                    code = choose_by_policy(race, course, outlook, seat)
                else:
                    code = random_code(race, course, seat)
                play_code(race, course, seat, code, chance)
                watch_move(race, course, watch, i, rounds, spins)
                made[i] += 1
            end_turn(race, watch, i)
            total += made[i]
        return total

    return GreedyEntries(choose=choose, race=race_watched)


GREEDY_ENTRIES = make_greedy_entries(stamp_sources() if IS_COMPILED else 0)
