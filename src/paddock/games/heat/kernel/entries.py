"""The functions of the kernel that Python calls: over one race, or over many in an array."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from paddock.games.heat.kernel import actions, observe, turns
from paddock.games.heat.kernel.chance import Draws, pick_choice, seed_race
from paddock.games.heat.kernel.compiler import (
    IS_COMPILED,
    entry,
    prefetch,
    row_at,
    rule,
    stamp_sources,
)
from paddock.games.heat.kernel.policy import UNKNOWN, Outlook, choose_by_policy, worth_of_race
from paddock.games.heat.kernel.records import (
    NO_PLAN,
    NOTHING_WRONG,
    OVER,
    PLANNING,
    Car,
    Course,
    Race,
    array_type,
    copy_record,
)
from paddock.games.heat.kernel.setup import start_race
from paddock.games.heat.kernel.turns import play, play_code

AT_RANDOM, BY_POLICY = 0, 1
"""The kind of driver of a seat."""
BY_NUMBER, BY_ID, BY_CHANCE = range(3)
"""How an option is chosen."""
SEEN_BYTES = 2 * observe.SIZE
LINE = 64
"""Bytes that a processor reads at once."""
CARS_AT = array_type(Race).fields["cars"][1] if IS_COMPILED else 0
CAR_BYTES = array_type(Car).itemsize if IS_COMPILED else 0
HIDDEN_AT, DISCARD_AT = (
    array_type(Car).fields[name][1] if IS_COMPILED else 0 for name in ("hidden", "discard")
)


class Entries(Struct, frozen=True):
    """The functions that Python calls; those that have nothing to tell return the stamp. Those with
    many arguments take them by name."""

    start: Callable[[Any, Any, Draws], int]
    count_options: Callable[[Any, Any, int], int]
    write_codes: Callable[[Any, Any, int, Any], int]
    write_ids: Callable[[Any, Any, int, Any], int]
    play: Callable[[Any, Any, int, int, Draws], int]
    reset: Callable[[Any, Any, Any, Any, Draws], int]
    count_all: Callable[[Any, Any, Any], int]
    step: Callable[[Any, Any, Any, Any, bool, Any, Draws, int], int]
    step_and_observe: Callable[[Any, Any, Any, Any, bool, Any, Draws, int, Any, Any], int]
    step_at_random: Callable[..., int]
    choose: Callable[[Any, Any, Any], int]
    observe: Callable[[Any, Any, Any, Any], int]
    observe_seat: Callable[[Any, Any, int, Any, Any], int]
    write_codes_of: Callable[[Any, Any, int, Any, int], int]
    finish: Callable[[Any, Any, Draws], int]
    drive: Callable[..., int]
    play_out: Callable[..., int]


if IS_COMPILED:

    @rule
    def copy_race(races: Any, i: int, starts: Any) -> None:
        races[i] = starts[i]

    @rule
    def copy_to(races: Any, starts: Any, i: int) -> None:
        """Make the first race of an array a copy of another one."""
        races[0] = starts[i]

else:

    def copy_to(races: Any, starts: Any, i: int) -> None:
        races[0] = copy_record(starts[i])

    def copy_race(races: Any, i: int, starts: Any) -> None:
        races[i] = copy_record(starts[i])


@rule
def begin(races: Any, i: int, starts: Any, courses: Any, number: int, chance: Draws) -> None:
    """Set a race up by its number, or put it at its position."""
    placed = starts[i].placed
    if placed != 0:
        copy_race(races, i, starts)
    race = races[i]
    seed_race(race, number)
    race.wrong, race.drawn = NOTHING_WRONG, 0
    if placed == 0:
        start_race(race, courses[race.course], int(race.seats), chance)


@rule
def step_race(
    races: Any,
    i: int,
    starts: Any,
    courses: Any,
    choice: int,
    chosen_by: int,
    chance: Draws,
    stride: int,
) -> int:
    """One decision in a race, by the number of an option, by an action id that the mask allows, or
    by the race's own generator: 0 if it was over, 1 if it goes on, 2 if it ended. A race that is
    over stays so, or starts again with the number that is `stride` higher."""
    race = races[i]
    course, seat = courses[race.course], int(race.seat)
    found = 0
    if race.phase != OVER:
        if chosen_by == BY_CHANCE:
            code = turns.random_code(race, course, seat)
        elif chosen_by == BY_ID:
            code = actions.code_of_action(race, course, seat, choice)
        else:
            code = turns.option_code(race, course, seat, choice)
        play_code(race, course, seat, code, chance)
        found = 2 if race.phase == OVER else 1
    if stride > 0 and race.phase == OVER:
        begin(races, i, starts, courses, int(race.number) + stride, chance)
    return found


@rule
def forget(outlook: Outlook) -> None:
    """Nothing is known of another course."""
    for i in range(len(outlook.wanted)):
        outlook.wanted[i] = UNKNOWN
    for i in range(len(outlook.planned)):
        outlook.planned[i] = UNKNOWN


@rule
def with_turns(outlook: Outlook, rows: Any) -> Outlook:
    """The outlook on a course whose turns are these."""
    return Outlook(
        rows, outlook.wanted, outlook.planned, outlook.slots, outlook.tops, outlook.values
    )


@rule
def is_between_rounds(race: Race) -> bool:
    """Whether a round begins: no seat has planned yet."""
    if race.phase != PLANNING or race.stepwise != 0:
        return False
    for i in range(race.seats):
        if race.cars[i].place == 0 and race.cars[i].plan != NO_PLAN:
            return False
    return True


@rule
def fetch_ahead(races: Any, i: int) -> None:
    """Ask for the memory of the races that come next: a batch is larger than a core's own cache.
    First the race itself, then its cars, whose number it says."""
    if i + 2 < len(races):
        for line in range(0, CARS_AT, LINE):
            prefetch(races, i + 2, line)
    if i + 1 < len(races):
        race = races[i + 1]
        for number in range(race.seats):
            car = CARS_AT + CAR_BYTES * number
            prefetch(races, i + 1, car)
            prefetch(races, i + 1, car + LINE)
            prefetch(races, i + 1, car + 2 * LINE)
        for number in range(race.seats, race.field):
            prefetch(races, i + 1, CARS_AT + CAR_BYTES * number)
        car = CARS_AT + CAR_BYTES * int(race.seat)
        prefetch(races, i + 1, car + 3 * LINE)
        prefetch(races, i + 1, car + 4 * LINE)
        prefetch(races, i + 1, car + HIDDEN_AT)
        prefetch(races, i + 1, car + DISCARD_AT)


@rule
def fetch_rows(seen: Any, masks: Any, i: int) -> None:
    """Ask for the memory into which the numbers of the next race will be written."""
    if i + 1 < len(seen):
        for at in range(0, SEEN_BYTES, LINE):
            prefetch(seen, (i + 1) * observe.SIZE, at)
        for at in range(0, actions.ACTIONS, LINE):
            prefetch(masks, (i + 1) * actions.ACTIONS, at)


@rule
def choose_option(race: Race, course: Course) -> int:
    """A random option, by the race's own generator; 0 if the race is over."""
    n = turns.count_options(race, course, int(race.seat))
    return pick_choice(race, n) if n > 0 else 0


@rule
def observe_race(race: Race, course: Course, seat: int, seen: Any, mask: Any) -> None:
    """What a driver who is asked sees, and which actions are allowed."""
    observe.observe(race, course, seat, seen)
    actions.write_mask(race, course, seat, seen, mask)


def make_entries(stamp: int) -> Entries:
    """The entries for these sources. Each names the stamp, so that its cached machine code is used
    only for the sources that it was made from."""

    @entry
    def start(race: Race, course: Course, chance: Draws) -> int:
        """Set a race up whose seats, seed and `follows` are set."""
        start_race(race, course, int(race.seats), chance)
        return stamp

    @entry
    def count_options(race: Race, course: Course, seat: int) -> int:
        return turns.count_options(race, course, seat) if stamp >= 0 else 0

    @entry
    def write_codes(race: Race, course: Course, seat: int, codes: Any) -> int:
        """The options of a driver as codes; how many there are."""
        n = turns.count_options(race, course, seat) if stamp >= 0 else 0
        for choice in range(n):
            codes[choice] = turns.option_code(race, course, seat, choice)
        return n

    @entry
    def write_ids(race: Race, course: Course, seat: int, ids: Any) -> int:
        """The action ids of a driver's options; how many there are."""
        n = turns.count_options(race, course, seat) if stamp >= 0 else 0
        for choice in range(n):
            ids[choice] = actions.action_id(race, course, seat, choice)
        return n

    @entry
    def play_one(race: Race, course: Course, seat: int, choice: int, chance: Draws) -> int:
        play(race, course, seat, choice, chance)
        return stamp

    @entry
    def reset(races: Any, starts: Any, courses: Any, numbers: Any, chance: Draws) -> int:
        """Set all races up, each by its number."""
        for i in range(len(races)):
            begin(races, i, starts, courses, int(numbers[i]), chance)
        return stamp

    @entry
    def count_all(races: Any, courses: Any, numbers: Any) -> int:
        """The number of options of the driver asked in each race; 0 where it is over."""
        for i in range(len(races)):
            race = races[i]
            numbers[i] = turns.count_options(race, courses[race.course], int(race.seat))
        return stamp

    @entry
    def step(
        races: Any,
        starts: Any,
        courses: Any,
        choices: Any,
        by_id: bool,
        done: Any,
        chance: Draws,
        stride: int,
    ) -> int:
        """One decision in each race: see `step_race`; how many were made. `done` says which races
        ended in it."""
        made = 0 if stamp >= 0 else 1
        for i in range(len(races)):
            fetch_ahead(races, i)
            found = step_race(
                races,
                i,
                starts,
                courses,
                choice=int(choices[i]),
                chosen_by=BY_ID if by_id else BY_NUMBER,
                chance=chance,
                stride=stride,
            )
            done[i] = found // 2
            made += min(found, 1)
        return made

    @entry
    def step_and_observe(
        races: Any,
        starts: Any,
        courses: Any,
        choices: Any,
        by_id: bool,
        done: Any,
        chance: Draws,
        stride: int,
        seen: Any,
        masks: Any,
    ) -> int:
        """`step` and `observe` race by race: each race is read from memory only once."""
        made = 0 if stamp >= 0 else 1
        for i in range(len(races)):
            fetch_ahead(races, i)
            found = step_race(
                races,
                i,
                starts,
                courses,
                choice=int(choices[i]),
                chosen_by=BY_ID if by_id else BY_NUMBER,
                chance=chance,
                stride=stride,
            )
            done[i] = found // 2
            made += min(found, 1)
            race = races[i]
            fetch_rows(seen, masks, i)
            observe_race(
                race, courses[race.course], int(race.seat), row_at(seen, i), row_at(masks, i)
            )
        return made

    @entry
    def step_at_random(
        races: Any,
        starts: Any,
        courses: Any,
        done: Any,
        chance: Draws,
        stride: int,
        observed: bool,
        seen: Any,
        masks: Any,
    ) -> int:
        """`choose`, `step` and, if asked for, `observe` race by race."""
        made = 0 if stamp >= 0 else 1
        for i in range(len(races)):
            fetch_ahead(races, i)
            race = races[i]
            found = step_race(
                races,
                i,
                starts,
                courses,
                choice=0,
                chosen_by=BY_CHANCE,
                chance=chance,
                stride=stride,
            )
            done[i] = found // 2
            made += min(found, 1)
            if observed:
                race = races[i]  # one that starts again from a position is another object
                fetch_rows(seen, masks, i)
                observe_race(
                    race, courses[race.course], int(race.seat), row_at(seen, i), row_at(masks, i)
                )
        return made

    @entry
    def choose(races: Any, courses: Any, choices: Any) -> int:
        """A random option for each race, by its own generator."""
        for i in range(len(races)):
            race = races[i]
            choices[i] = choose_option(race, courses[race.course])
        return stamp

    @entry
    def observe_all(races: Any, courses: Any, seen: Any, masks: Any) -> int:
        """What the driver asked in each race sees, and which actions are allowed."""
        for i in range(len(races)):
            race = races[i]
            observe_race(
                race, courses[race.course], int(race.seat), row_at(seen, i), row_at(masks, i)
            )
        return stamp

    @entry
    def observe_seat(race: Race, course: Course, seat: int, seen: Any, mask: Any) -> int:
        """What one driver who is asked sees and may do."""
        observe_race(race, course, seat, seen, mask)
        return stamp

    @entry
    def write_codes_of(race: Race, course: Course, seat: int, ids: Any, n: int) -> int:
        """Action ids of a driver replaced by the codes of their options."""
        for i in range(n):
            if ids[i] >= 0:
                ids[i] = actions.code_of_action(race, course, seat, int(ids[i]))
        return stamp

    @entry
    def finish(races: Any, courses: Any, chance: Draws) -> int:
        """Play every race to its end at random; how many decisions it took."""
        made = 0 if stamp >= 0 else 1
        for i in range(len(races)):
            race = races[i]
            course = courses[race.course]
            while race.phase != OVER:
                seat = int(race.seat)
                play_code(race, course, seat, turns.random_code(race, course, seat), chance)
                made += 1
        return made

    @entry
    def drive(
        races: Any,
        courses: Any,
        players: Any,
        tables: Any,
        turns_left: Any,
        outlook: Outlook,
        made: Any,
        chance: Draws,
    ) -> int:
        """Play every race to its end; `players` says by race and seat who follows the policy, and
        `tables` which rows of turns are those of its course. `made` counts the decisions."""
        total = 0 if stamp >= 0 else 1
        last = -1
        for i in range(len(races)):
            race = races[i]
            course, table = courses[race.course], int(tables[i])
            if table != last:
                forget(outlook)
                last = table
            known = with_turns(outlook, turns_left[table])
            made[i] = 0
            while race.phase != OVER:
                seat = int(race.seat)
                if players[i][seat] == BY_POLICY:
                    code = choose_by_policy(race, course, known, seat)
                else:
                    code = turns.random_code(race, course, seat)
                play_code(race, course, seat, code, chance)
                made[i] += 1
            total += made[i]
        return total

    @entry
    def play_out(
        worlds: Any,
        spare: Any,
        course: Course,
        outlook: Outlook,
        seat: int,
        choices: Any,
        numbers: Any,
        rounds: int,
        values: Any,
        chance: Draws,
    ) -> int:
        """Races by the policy from imagined races in turn, one for each number and each option of
        a driver, to the finish or until that many rounds have begun. `values` gets what each was
        worth to the driver. All options of a number have the same draws."""
        made = 0 if stamp >= 0 else 1
        for i in range(len(numbers)):
            for option in range(len(choices)):
                copy_to(spare, worlds, i % len(worlds))
                race = spare[0]
                seed_race(race, int(numbers[i]))
                last = race.rounds + rounds
                play(race, course, seat, int(choices[option]), chance)
                while race.phase != OVER and not (race.rounds >= last and is_between_rounds(race)):
                    now = int(race.seat)
                    code = choose_by_policy(race, course, outlook, now)
                    play_code(race, course, now, code, chance)
                    made += 1
                values[i][option] = worth_of_race(race, course, outlook, seat)
        return made

    return Entries(
        start=start,
        count_options=count_options,
        write_codes=write_codes,
        write_ids=write_ids,
        play=play_one,
        reset=reset,
        count_all=count_all,
        step=step,
        step_and_observe=step_and_observe,
        step_at_random=step_at_random,
        choose=choose,
        observe=observe_all,
        observe_seat=observe_seat,
        write_codes_of=write_codes_of,
        finish=finish,
        drive=drive,
        play_out=play_out,
    )


ENTRIES = make_entries(stamp_sources() if IS_COMPILED else 0)
