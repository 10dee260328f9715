"""Laws of programs: races in which seats prepare answers, by presets, by plans and at random.

1 offered: what a program answers is an option. 2 by the view alone: in another world that looks the
same to the seat it answers the same. 4 rows are the race: the record replays to the same state
without programs. 5 never main: rules, limits and co-drivers leave main questions alone; but a
co-driver may go on where a plan no longer fits or is over, where the game says so. 6 it ends: after
a number of prepared answers in a row everybody is asked. Law 3, no trace, needs a server.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask, ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.program_checks import add_program, check_program, read_program
from paddock.core.program_turns import Turn, sitting_of, turn_of
from paddock.core.program_types import (
    MAX_PREPARED_IN_A_ROW,
    About,
    AnyProgram,
    BadProgram,
    CoDriver,
    Condition,
    Is,
    Limit,
    Near,
    OnAttack,
    OnDanger,
    OnFollower,
    OnGauge,
    OnLastLap,
    OnLostPlace,
    OnPlanDropped,
    OnRivalOut,
    Pick,
    Plan,
    Program,
    Programs,
    Rule,
    Rules,
    Wake,
)
from paddock.core.programs import Answered, CoDriven, Woken, answer, confirm, expire, follow, stamp
from paddock.core.record import fingerprint
from paddock.core.referee import Referee
from paddock.core.seats import Seat
from paddock.core.sheet import Planner, plan_of

PLAN_SHARE = 0.3
"""How often a person who is asked makes a plan."""
NEW_PROGRAM_SHARE = 0.05
"""How often it sets a random program first."""
MAX_PLANNED = 12
"""Steps of a random plan."""


class BrokenProgramLaw(AssertionError):
    """A law of programs that does not hold, and the race that shows it."""


class Count(Struct):
    """How much was looked at."""

    decisions: int = 0
    prepared: int = 0
    planned: int = 0  # of these by a plan
    twins: int = 0
    woken: int = 0
    longest_row: int = 0  # prepared answers in a row
    races: int = 0


def check_programs(spec: AnyGameSpec, options: Any, seats: int, seed: int, decisions: int) -> Count:
    """Play races with programs until this many decisions were made, and check the laws."""
    count = Count()
    while count.decisions < decisions:
        number = seed + count.races
        try:
            Prepared(spec, options, seats, number, count).play(decisions)
        except BrokenProgramLaw as broken:
            broken.add_note(f"{spec.card.id}, {seats} seats, {options}, seed {number}")
            raise
        count.races += 1
    return count


class Prepared:
    """A race in which every seat has programs."""

    def __init__(
        self, spec: AnyGameSpec, options: Any, seats: int, seed: int, count: Count
    ) -> None:
        self.spec, self.count = spec, count
        self.random = random.Random(f"programs:{spec.card.id}:{seed}")
        self.chance = UnrecordedChance(self.random)
        self.referee: Any = Referee(spec.game, options, seats, random.Random(seed))
        self.programs: dict[Seat, Programs] = dict.fromkeys(range(seats), ())
        self.in_a_row = 0
        for seat in range(seats):
            self.set_preset(seat)

    # ------------------------------------------------------------ the race

    def play(self, decisions: int) -> None:
        while self.referee.asks and self.count.decisions < decisions:
            self.decide(self.random.choice(self.referee.asks))
            self.count.decisions += 1
        self.check_rows()

    def decide(self, ask: Ask[Any]) -> None:
        spec, seat = self.spec, ask.seat
        view = spec.game.view(self.referee.state, seat)
        turn = turn_of(spec, self.referee.state)
        if self.random.random() < NEW_PROGRAM_SHARE:
            self.set_random(ask, view, turn)
        self.programs[seat] = expire(spec, self.programs[seat], view, turn)
        found = None
        if self.in_a_row < MAX_PREPARED_IN_A_ROW:
            found = self.prepared_answer(ask, view, turn)
            if found is None and self.random.random() < PLAN_SHARE:
                self.set_plan(seat, view, turn)
                found = self.prepared_answer(ask, view, turn)
        if found is None:
            self.decide_by_hand(ask, view, turn)
            return
        self.check_offered(ask, found)
        self.programs[seat] = found.programs
        self.referee.play(seat, found.move)
        self.in_a_row += 1
        self.count.prepared += 1
        self.count.longest_row = max(self.count.longest_row, self.in_a_row)

    def prepared_answer(self, ask: Ask[Any], view: Any, turn: Turn) -> Answered | None:
        """The prepared answer; the twin must give the same."""
        programs = self.programs[ask.seat]
        found = answer(self.spec, programs, ask, view, turn)
        self.check_twin(ask, view, turn, found)
        self.check_main(ask, programs, found)
        if isinstance(found, CoDriven):
            move = self.random.choice(ask.candidates)
            found = confirm(self.spec, found, ask, view, turn, move)
        if isinstance(found, Woken):
            self.count.woken += 1
            self.programs[ask.seat] = found.programs or programs
            return None
        return found

    def decide_by_hand(self, ask: Ask[Any], view: Any, turn: Turn) -> None:
        """The person answers: as planned, or not."""
        seat, question = ask.seat, ask.question.prompt
        self.in_a_row = 0
        move = self.random.choice(ask.candidates)
        subject = self.spec.programs.subject(view, ask)
        self.programs[seat] = follow(self.programs[seat], question, subject, move, turn)
        self.referee.play(seat, move)

    # ------------------------------------------------------------ the laws

    def check_offered(self, ask: Ask[Any], found: Answered) -> None:
        if found.move not in ask.options:
            self.broken(1, f"{found.move} is not offered by {ask.question.prompt}")

    def check_twin(self, ask: Ask[Any], view: Any, turn: Turn, found: object) -> None:
        if not self.programs[ask.seat] or self.random.random() > 0.2:
            return
        game = self.spec.game
        twin = game.imagine(view, ask.seat, self.chance)
        asked = ask_of(game.asks(twin), ask.seat)
        if asked is None:
            self.broken(2, f"the twin does not ask {ask.question.prompt}")
            return
        again = answer(self.spec, self.programs[ask.seat], asked, game.view(twin, ask.seat), turn)
        self.count.twins += 1
        if again != found:
            self.broken(2, f"{found} here, {again} in a world that looks the same")

    def check_main(self, ask: Ask[Any], programs: Programs, found: object) -> None:
        if not isinstance(found, Answered | CoDriven):
            return
        body, question = programs[found.program].body, ask.question.prompt
        self.count.planned += isinstance(body, Plan)
        if isinstance(body, Plan) or question not in self.spec.programs.main:
            return
        is_rest = isinstance(body, CoDriver) and question in self.spec.programs.rest
        plans = [one.body for one in found.programs if isinstance(one.body, Plan)]
        if not is_rest or not any(plan.dropped for plan in plans):
            self.broken(5, f"{body} answers {question}")

    def check_rows(self) -> None:
        """The record without programs comes to the same state."""
        spec = self.spec
        replayed = Referee.replay(spec.game, self.referee.record())
        seats = len(self.programs)
        if fingerprint(spec, replayed.state, seats) != fingerprint(spec, self.referee.state, seats):
            self.broken(4, "the record replays to another state")
        if replayed.state != self.referee.state:
            self.broken(4, "the record replays to a state with other values")

    def broken(self, law: int, why: str) -> None:
        raise BrokenProgramLaw(f"law {law} of programs: {why}")

    # ------------------------------------------------------------ setting programs

    def set(self, seat: Seat, program: AnyProgram, view: Any, turn: Turn) -> None:
        """As a server does: read from JSON, check, stamp, add. What is refused is left."""
        try:
            check_program(self.spec, program)
            read = read_program(self.spec, msgspec.json.encode(program))
            if read != program:
                self.broken(1, f"{program} is another after JSON")
            stamped = stamp(self.spec, read, view, turn)
            self.programs[seat] = add_program(self.programs[seat], stamped)
        except BadProgram:
            return

    def set_preset(self, seat: Seat) -> None:
        presets = self.spec.programs.presets
        if not presets:
            return
        state = self.referee.state
        view, turn = self.spec.game.view(state, seat), turn_of(self.spec, state)
        for line in self.random.choice(presets).lines:
            check_program(self.spec, Program(seat, line.body, line.wake))
            self.set(seat, Program(seat, line.body, line.wake), view, turn)

    def set_plan(self, seat: Seat, view: Any, turn: Turn) -> None:
        sitting = sitting_of(turn.number, self.spec.programs.turns_per_sitting)
        planner = Planner(self.spec, view, seat, sitting.last_turn)
        while (ask := planner.sheet.ask) is not None and len(planner.sheet.steps) < MAX_PLANNED:
            planner.play(self.random.choice(ask.candidates))
        if planner.sheet.steps:
            plan = plan_of(planner.sheet, turn.number, sitting.last_turn)
            self.set(seat, Program(seat, plan), view, turn)

    def set_random(self, ask: Ask[Any], view: Any, turn: Turn) -> None:
        """A program about the current question, whether that makes sense or not."""
        r, question = self.random, ask.question.prompt
        numbers = sorted(self.spec.programs.senses) or ["none"]
        body: Rules[Any] | Limit | CoDriver
        match r.randrange(4):
            case 0:
                body = CoDriver((question,))
            case 1:
                number = r.choice(["", r.choice(numbers)])
                subject = r.choice(["", self.spec.programs.subject(view, ask)])
                body = Limit(question, r.choice([0, 2, 100, 1000]), subject, number, r.random())
            case _:
                rules = [self.random_rule(ask, numbers) for _ in range(r.randint(1, 4))]
                body = Rules(question, tuple(rules), r.choice(["turn", "lap", "race"]))
        wake = tuple(self.random_wakes(numbers))
        self.set(ask.seat, Program(ask.seat, body, wake), view, turn)

    def random_rule(self, ask: Ask[Any], numbers: Sequence[str]) -> Rule[Any]:
        r = self.random
        moves = tuple(r.choices(ask.candidates, k=r.randint(1, 3)))
        pick: Pick[Any] = r.choice(
            [
                Pick("named", moves),
                Pick("most", number=r.choice(numbers)),
                Pick("least", number=r.choice(numbers)),
                Pick("proposed"),
            ]
        )
        conditions = [self.random_condition(ask, numbers) for _ in range(r.randint(0, 3))]
        return Rule(pick, tuple(conditions))

    def random_condition(self, ask: Ask[Any], numbers: Sequence[str]) -> Condition:
        r = self.random
        match r.randrange(4):
            case 0:
                topic = self.spec.topic(ask, r.choice(ask.candidates))
                return About(topic) if topic else Is("danger", yes=False)
            case 1:
                return Is(
                    r.choice(["danger", "final", "ends", "nothing", "rash"]), r.random() < 0.5
                )
            case _:
                value = r.choice([0, 0.5, 1, 3, 20])
                than: Literal["", "staying"] = r.choice(["", "staying"])
                return Near(r.choice(numbers), r.choice(["<=", ">=", "=="]), value, than)

    def random_wakes(self, numbers: Sequence[str]) -> Iterator[Wake]:
        r = self.random
        every: list[Wake] = [
            OnDanger(),
            OnLostPlace(),
            OnGauge(r.choice(numbers), r.choice([0, 1, 5])),
            OnLastLap(),
            OnFollower(r.choice([1, 5])),
            OnAttack(),
            OnRivalOut(),
            OnPlanDropped(),
        ]
        yield from r.sample(every, k=r.randint(0, 2))
