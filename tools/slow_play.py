"""Slow races in simulated time, and what prepared answers cost: see docs/slow-play.md.

`python -m tools.slow_play heat` runs races of four people who sleep, go on holiday or desert, with
the proposed preset and the clock of the usual pace, and prints days, notices and missed sittings.
`--price` lets two seats prepare and two answer everything themselves: the difference of their mean
places with its 95 % interval. People and co-drivers of level `hard` are the greedy bot; `medium` is
the real level.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from paddock import games
from paddock.bots.greedy import Greedy
from paddock.bots.levels import make_medium
from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask, ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import parse_options
from paddock.core.program_checks import add_program
from paddock.core.program_turns import Sitting, sitting_of, turn_of
from paddock.core.program_types import Plan, Preset, Program, Programs
from paddock.core.programs import Answered, CoDriven, answer, confirm, expire, follow, stamp
from paddock.core.referee import Referee
from paddock.core.seats import Seat
from paddock.core.sheet import Planner, plan_of
from paddock.server.api import wire
from paddock.server.tables.paces import pace_called
from tools.slow_people import Person, choose_four, make_people

MISSES_BEFORE_BOT = 2
WAKE_PART = 1 / 4
"""What a further answer in a sitting adds, as a part of the increment."""
COLLECT_HOURS = 1 / 6
"""Notices of slow races are collected for so long."""
NOTICE_GAP_HOURS = 2
"""Between two messages to one person, but for *closing*."""
CLOSING_HOURS = 4
"""Counted hours that are left in a bank when *closing* is sent."""
RACES = ("heat", "street-illegal", "great-race", "winds-of-war", "circus-maximus")
SEATS = 4


class PreparedRace:
    """A race in which some seats have programs; their people plan and are asked."""

    def __init__(
        self,
        spec: AnyGameSpec,
        options: Any,
        seed: int,
        preset: Preset | None,
        seats: Iterable[int],
    ) -> None:
        self.spec = spec
        self.random = random.Random(f"slow:{spec.card.id}:{seed}")
        self.chance = UnrecordedChance(self.random)
        self.referee: Any = Referee(spec.game, options, SEATS, random.Random(seed))
        self.person: Any = Greedy(spec)
        self.co_driver: Any = make_medium(spec) if spec.programs.level == "medium" else self.person
        self.programs: dict[Seat, Programs] = dict.fromkeys(range(SEATS), ())
        self.prepared = self.plans = self.dropped = self.rounds = 0
        self.last_turn = -1
        self.why: dict[Seat, str] = {}  # the question for which a person was asked last, and why
        self.preset = preset
        for seat in seats:
            self.set_preset(seat)

    @property
    def sitting(self) -> Sitting:
        turn = turn_of(self.spec, self.referee.state).number
        return sitting_of(turn, self.spec.programs.turns_per_sitting)

    def view(self, seat: Seat) -> Any:
        return self.spec.game.view(self.referee.state, seat)

    def set_preset(self, seat: Seat) -> None:
        for line in self.preset.lines if self.preset else ():
            self.set(seat, Program(seat, line.body, line.wake))

    def set(self, seat: Seat, program: Program[Any]) -> None:
        turn = turn_of(self.spec, self.referee.state)
        stamped = stamp(self.spec, program, self.view(seat), turn)
        self.programs[seat] = add_program(self.programs[seat], stamped)

    # ------------------------------------------------------------ answers

    def play(self, seat: Seat, move: Any) -> None:
        self.referee.play(seat, move)
        turn = turn_of(self.spec, self.referee.state).number
        if turn != self.last_turn:
            self.last_turn = turn
            self.rounds += 1

    def choose(self, ask: Ask[Any]) -> Any:
        return self.person.choose(self.view(ask.seat), ask, self.chance)

    def answer_prepared(self, ask: Ask[Any]) -> bool:
        """Play what is prepared for an ask; False: the person is asked."""
        seat, spec = ask.seat, self.spec
        if not self.programs[seat]:
            return False
        view, turn = self.view(seat), turn_of(spec, self.referee.state)
        programs = expire(spec, self.programs[seat], view, turn)
        found = answer(spec, programs, ask, view, turn)
        if isinstance(found, CoDriven):
            move = self.co_driver.choose(view, ask, self.chance)
            found = confirm(spec, found, ask, view, turn, move)
        self.programs[seat] = found.programs or programs
        if not isinstance(found, Answered):
            self.why[seat] = f"{ask.question.prompt}: {found.why}"
            return False
        self.play(seat, found.move)
        self.prepared += 1
        return True

    def answer_by_hand(self, ask: Ask[Any]) -> None:
        """The person's own answer."""
        seat, view = ask.seat, self.view(ask.seat)
        turn, move = turn_of(self.spec, self.referee.state), self.choose(ask)
        subject = self.spec.programs.subject(view, ask)
        self.programs[seat] = follow(self.programs[seat], ask.question.prompt, subject, move, turn)
        self.play(seat, move)

    def fill_in_sheet(self, seat: Seat, *, only_look: bool = False) -> bool:
        """Plan up to the end of the sitting. False: nothing can be planned now."""
        turn, sitting = turn_of(self.spec, self.referee.state).number, self.sitting
        questions = self.spec.programs.main.union(self.preset.seals if self.preset else ())
        planner = Planner(
            self.spec,
            self.view(seat),
            seat,
            sitting.last_turn,
            questions,
            lambda view, ask: self.person.choose(view, ask, self.chance),
        )
        is_possible = planner.sheet.ask is not None
        if only_look or not is_possible:
            return is_possible
        while (ask := planner.sheet.ask) is not None:
            planner.play(self.person.choose(planner.sheet.view, ask, self.chance))
        self.set(seat, Program(seat, plan_of(planner.sheet, turn, sitting.last_turn)))
        self.plans += 1
        return True

    def has_plan(self, seat: Seat) -> bool:
        """Whether steps are left of a plan."""
        bodies = [program.body for program in self.programs[seat]]
        return any(isinstance(b, Plan) and b.steps and not b.dropped for b in bodies)


# ------------------------------------------------------------------ prices


def price_race(spec: AnyGameSpec, options: Any, preset: Preset, seed: int) -> float:
    """How many places worse the two seats that prepare come in, on average."""
    with_preset = ((0, 2), (1, 3), (0, 1), (2, 3), (0, 3), (1, 2))[seed % 6]
    race = PreparedRace(spec, options, seed, preset, with_preset)
    planned: dict[Seat, int] = {}
    while race.referee.asks:
        sitting = race.sitting
        for seat in with_preset:
            if planned.get(seat) != sitting.number and race.fill_in_sheet(seat):
                planned[seat] = sitting.number
        ask = race.referee.asks[0]
        if not race.answer_prepared(ask):
            race.answer_by_hand(ask)
            if ask.seat in with_preset and not race.has_plan(ask.seat) and race.referee.asks:
                race.fill_in_sheet(ask.seat)
    places = race.referee.outcome().among_seats()
    others = [seat for seat in range(SEATS) if seat not in with_preset]
    return mean(places[s] for s in with_preset) - mean(places[s] for s in others)


def print_prices(spec: AnyGameSpec, options: Any, races: int, seed: int, only: str) -> bool:
    """Whether every preset costs at most half a place."""
    is_cheap = True
    for preset in spec.programs.presets:
        if only and preset.name != only:
            continue
        found = [price_race(spec, options, preset, seed + n) for n in range(races)]
        mean = statistics.mean(found)
        half = 1.96 * statistics.stdev(found) / math.sqrt(len(found))
        say(f"{spec.card.id} {preset.name}: {mean:+.2f} ± {half:.2f} places, {races} races")
        is_cheap = is_cheap and mean <= MAX_PRICE_PLACES
    return is_cheap


MAX_PRICE_PLACES = 0.5


# ------------------------------------------------------------------ races in simulated time


class Bank(Struct, frozen=True):
    """The clock of a table, in hours: at first, more with each sitting, and at most."""

    first: float
    increment: float
    cap: float


def proposed_bank(spec: AnyGameSpec, options: Any, pace: wire.PaceName) -> Bank:
    clock = pace_called(spec, options, pace).clock
    return Bank(clock.hours, clock.increment, clock.cap)


class Wait(Struct):
    """A seat that may plan or is asked."""

    since: float
    visit: float  # when its person looks
    asked: float = math.inf  # since when its bank runs
    out: float = math.inf  # when its bank is empty


class Tally(Struct):
    """How a slow race went."""

    days: float
    rounds: int
    waits: int  # how often the race stood until somebody answered, those for several counted once
    visits: int
    notices: tuple[int, ...]  # by seat
    missed: tuple[int, ...]
    is_deserter: tuple[bool, ...]
    reasons: Counter[str]  # of notices
    looks: tuple[float, ...]  # hours from a wait to the look of its person, without holidays
    replaced: float | None = None  # hours from desertion to the bot, if it came to that


class SlowTable(PreparedRace):
    """A race of four people on a bank clock."""

    def __init__(
        self,
        spec: AnyGameSpec,
        options: Any,
        seed: int,
        preset: Preset,
        people: Sequence[Person],
        clock: Bank,
    ) -> None:
        super().__init__(spec, options, seed, preset, range(SEATS))
        self.clock = clock
        self.start = self.now = 8 + 12 * self.random.random()
        self.people = [shift(one, self.start) for one in people]
        self.bank = [clock.first] * SEATS
        self.paid = [-1] * SEATS  # the last sitting that an increment was given for
        self.waits: dict[Seat, Wait] = {}
        self.reasons: Counter[str] = Counter()
        self.notices, self.missed = [0] * SEATS, [0] * SEATS
        self.last_message = [-math.inf] * SEATS
        self.misses_in_a_row = [0] * SEATS
        self.done: dict[Seat, int] = {}  # the last sitting that a seat has planned or answered
        self.bot_until = [-1] * SEATS  # a bot answers up to this turn
        self.driven: dict[Seat, float] = {}  # a bot drives since
        self.visits = self.stops = 0
        self.stood_for: frozenset[Seat] = frozenset()
        self.looks: list[float] = []

    def run(self) -> Tally:
        self.go_on()
        while self.referee.asks:
            seat = min(self.waits, key=lambda s: min(self.waits[s].visit, self.waits[s].out))
            wait = self.waits[seat]
            self.now = max(self.now, min(wait.visit, wait.out))
            if wait.visit <= wait.out:
                self.visit(seat)
            else:
                self.miss(seat)
            self.go_on()
        gone = [person.gone < math.inf for person in self.people]
        replaced = [at - self.people[seat].gone for seat, at in self.driven.items() if gone[seat]]
        return Tally(
            days=(self.now - self.start) / 24,
            rounds=self.rounds,
            waits=self.stops,
            visits=self.visits,
            notices=tuple(self.notices),
            missed=tuple(self.missed),
            is_deserter=tuple(gone),
            reasons=self.reasons,
            looks=tuple(self.looks),
            replaced=replaced[0] if replaced else None,
        )

    def go_on(self) -> None:
        """Play all that is prepared or left to bots; then send notices to who is waited for."""
        self.play_prepared()
        if not self.referee.asks:
            return
        stands_for = frozenset(ask.seat for ask in self.referee.asks)
        self.stops += not stands_for <= self.stood_for
        self.stood_for = stands_for
        for seat in range(SEATS):
            if not self.is_needed(seat):
                self.waits.pop(seat, None)
                continue
            if seat not in self.waits:
                self.notify(seat)
            if self.waits[seat].asked == math.inf and ask_of(self.referee.asks, seat) is not None:
                self.start_bank(seat)

    def play(self, seat: Seat, move: Any) -> None:
        """As on the server: a turn that ends adds to the bank, the first of a sitting most. What is
        prepared earns the same as an answer by hand."""
        super().play(seat, move)
        asked = {ask.seat for ask in self.referee.asks}
        if self.has_bot(seat) or asked == {seat}:
            return
        sitting = self.sitting.number
        part = 1 if self.paid[seat] < sitting else WAKE_PART
        self.paid[seat] = sitting
        self.bank[seat] = min(self.clock.cap, self.bank[seat] + self.clock.increment * part)

    def play_prepared(self) -> None:
        while any(self.play_on(ask) for ask in self.referee.asks):
            pass

    def play_on(self, ask: Ask[Any]) -> bool:
        """Answer an ask without its person, if that is possible."""
        if ask_of(self.referee.asks, ask.seat) != ask:
            return False
        if self.has_bot(ask.seat):
            self.play(ask.seat, self.choose(ask))
            return True
        return self.answer_prepared(ask)

    def has_bot(self, seat: Seat) -> bool:
        person = self.people[seat]
        is_away = person.is_away(self.now) and not person.waits
        turn = turn_of(self.spec, self.referee.state).number
        return seat in self.driven or is_away or turn <= self.bot_until[seat]

    def is_needed(self, seat: Seat) -> bool:
        """Whether a person is asked, or may plan and has not in this sitting."""
        if self.has_bot(seat):
            return False
        if ask_of(self.referee.asks, seat) is not None:
            return True
        return self.done.get(seat) != self.sitting.number and self.fill_in_sheet(
            seat, only_look=True
        )

    def notify(self, seat: Seat) -> None:
        """A message, when the server would send it, and when its person looks."""
        person = self.people[seat]
        self.notices[seat] += 1
        asked = ask_of(self.referee.asks, seat) is not None
        self.reasons[self.why[seat] if asked else "may plan"] += 1
        sent = max(self.now + COLLECT_HOURS, self.last_message[seat] + NOTICE_GAP_HOURS)
        self.last_message[seat] = sent
        self.waits[seat] = Wait(self.now, person.next_look(sent, self.random))

    def start_bank(self, seat: Seat) -> None:
        """A seat is asked: its bank runs. Shortly before its end the server says so, once, and who
        is not gone looks soon."""
        wait, person = self.waits[seat], self.people[seat]
        wait.asked = self.now
        wait.out = person.bank_ends(self.now, self.bank[seat])
        warned = person.bank_ends(self.now, self.bank[seat] - CLOSING_HOURS)
        if wait.visit > warned:
            self.notices[seat] += 1
            self.reasons["closing"] += 1
            wait.visit = min(wait.visit, person.hurried_look(warned, self.random))

    def visit(self, seat: Seat) -> None:
        """A person answers, plans, and stays as long as nobody else is waited for."""
        wait, person = self.waits.pop(seat), self.people[seat]
        self.visits += 1
        self.looks.append(person.present_hours(wait.since, self.now))
        used = person.counted_hours(wait.asked, self.now)
        self.bank[seat] = max(0.0, self.bank[seat] - used)
        self.misses_in_a_row[seat] = 0
        while self.referee.asks:
            ask = ask_of(self.referee.asks, seat)
            if ask is not None and not self.play_on(ask):
                self.answer_by_hand(ask)
                self.done[seat] = self.sitting.number
                if self.referee.asks and not self.has_plan(seat):
                    self.fill_in_sheet(seat)
            elif ask is None:
                if self.done.get(seat) == self.sitting.number or not self.fill_in_sheet(seat):
                    return
                self.done[seat] = self.sitting.number
            self.play_prepared()

    def miss(self, seat: Seat) -> None:
        """The bank is empty: a bot answers this sitting; after two in a row it drives."""
        self.waits.pop(seat)
        self.missed[seat] += 1
        self.misses_in_a_row[seat] += 1
        self.bank[seat] = self.clock.increment
        self.bot_until[seat] = self.sitting.last_turn
        if self.misses_in_a_row[seat] >= MISSES_BEFORE_BOT:
            self.driven[seat] = self.now


def shift(person: Person, hours: float) -> Person:
    """A person whose holiday and desertion count from the start of the race."""
    away = (person.away[0] + hours, person.away[1] + hours)
    return replace(person, away=away, gone=person.gone + hours)


# ------------------------------------------------------------------ reports


def print_races(
    spec: AnyGameSpec,
    options: Any,
    races: int,
    seed: int,
    hours: float,
    only: str,
    clock: Bank,
    *,
    tell: bool,
) -> bool:
    """Whether the races of a game keep what slow play promises."""
    presets = spec.programs.presets or (Preset("none"),)
    preset = next((one for one in presets if one.name == only), presets[0])
    found: list[Tally] = []
    for n in range(races):
        generator = random.Random(f"people:{seed + n}")
        people = choose_four(make_people(hours, generator), n)
        found.append(SlowTable(spec, options, seed + n, preset, people, clock).run())
    days = sorted(one.days for one in found)
    notices = [n / one.rounds for one in found for n in one.notices]
    missed = [
        n for one in found for n, gone in zip(one.missed, one.is_deserter, strict=True) if not gone
    ]
    replaced = [one.replaced for one in found if one.replaced is not None]
    gone = [one for one in found if any(one.is_deserter)]
    say(
        f"{spec.card.id} {preset.name}, {races} races, bank {clock.first:g} h +{clock.increment:g}"
        f" at most {clock.cap:g}, answers {hours:g} h"
        f" (with nights {mean(n for one in found for n in one.looks):.1f}): days "
        f"{' '.join(f'{d:.1f}' for d in days)}; rounds {mean(one.rounds for one in found):.0f},"
        f" waits {mean(one.waits for one in found):.0f},"
        f" visits {mean(one.visits for one in found):.0f}; notices a seat a round"
        f" {mean(notices):.2f}; missed sittings a seat {mean(missed):.2f}, at most"
        f" {max(missed)}; deserters replaced {len(replaced)} of {len(gone)}, after"
        f" {' '.join(f'{h:.0f}' for h in replaced) or '-'} h"
    )
    if tell:
        reasons = sum((one.reasons for one in found), Counter())
        say("   " + ", ".join(f"{why} {n / races:.1f}" for why, n in reasons.most_common(12)))
    return days[-1] <= MAX_DAYS and mean(notices) <= MAX_NOTICES and max(missed) <= 1


MAX_DAYS, MAX_NOTICES = 10, 1.2


def mean(numbers: Iterable[float]) -> float:
    return statistics.mean(numbers)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="games and modes; none: the five races")
    parser.add_argument("--races", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hours", type=float, default=8, help="from a notice to an answer")
    parser.add_argument("--preset", default="", help="not the proposed one; of --price, only this")
    parser.add_argument("--price", action="store_true", help="what presets cost, in places")
    parser.add_argument("--turns", type=int, default=0, help="of a sitting; 0: as the game says")
    parser.add_argument("--tell", action="store_true", help="why people were asked, a race")
    parser.add_argument(
        "--bank",
        type=float,
        nargs=3,
        metavar="HOURS",
        help="of each seat: at first, more with each sitting, at most; default: as proposed",
    )
    parser.add_argument("--pace", choices=get_args(wire.PaceName), default="usual")
    parser.add_argument("-o", dest="options", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args(arguments)
    is_good = True
    for id in given.games or RACES:
        spec = games.find_spec(id)
        if given.turns:
            spec = replace(spec, programs=replace(spec.programs, turns_per_sitting=given.turns))
        options = parse_options(
            spec.options, dict(text.split("=", 1) for text in given.options), spec.words
        )
        if given.price:
            good = print_prices(spec, options, given.races, given.seed, given.preset)
        else:
            good = print_races(
                spec,
                options,
                given.races,
                given.seed,
                given.hours,
                given.preset,
                Bank(*given.bank) if given.bank else proposed_bank(spec, options, given.pace),
                tell=given.tell,
            )
        is_good = is_good and good
    return 0 if is_good else 1


if __name__ == "__main__":
    raise SystemExit(main())
