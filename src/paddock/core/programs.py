"""What the programs of a seat answer.

A person plans a turn, writes rules or a limit, or lets a co-driver answer small questions. `answer`
finds what a seat's programs give to an ask. It is pure: no store, no clock, no chance, and nothing
but the seat's view. Docs: slow-play.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.game import Ask, AskKind
from paddock.core.game_spec import AnyGameSpec
from paddock.core.program_rules import Offer, choose_by_limit, choose_by_rules, has_danger
from paddock.core.program_turns import Turn
from paddock.core.program_types import (
    MAX_RISK_INCREASE,
    TURNS_PER_STAGE,
    AnyProgram,
    CoDriver,
    Limit,
    Moment,
    OnAttack,
    OnDanger,
    OnFollower,
    OnGauge,
    OnLastLap,
    OnLostPlace,
    OnPlanDropped,
    OnRivalOut,
    Plan,
    Programs,
    Rules,
    Step,
    Wake,
)
from paddock.core.seats import Seat
from paddock.core.standings import Standing, Status

# ------------------------------------------------------------------ what the programs give


class Answered(Struct, frozen=True):
    """A program answers with a move that is offered."""

    move: Any
    program: int  # its index
    programs: Programs  # after it: a plan has one step less


class CoDriven(Struct, frozen=True):
    """A bot of the table's level has to choose; `confirm` then checks its choice."""

    program: int
    programs: Programs


class Woken(Struct, frozen=True):
    """The person is asked. `why` is a message id: `wake.WHY`."""

    why: str
    programs: Programs = ()
    program: int = -1  # the index of the program that wanted the person to be asked


Prepared: TypeAlias = Answered | CoDriven | Woken

UNPREPARED = Woken("unprepared")


def answer(spec: AnyGameSpec, programs: Programs, ask: Ask[Any], view: Any, turn: Turn) -> Prepared:
    """What the programs of a seat give to its ask: the plan first, then rules and limits, then the
    co-driver; else the person is asked."""
    if not programs:
        return UNPREPARED
    offer = Offer(spec, ask, view, turn)
    programs, planned = answer_by_plan(offer, programs)
    found = planned or answer_by_rules(offer, programs) or hand_to_co_driver(offer, programs)
    return found or Woken(dropped_plan(programs, turn) or "unprepared", programs)


def confirm(
    spec: AnyGameSpec, given: CoDriven, ask: Ask[Any], view: Any, turn: Turn, move: Any
) -> Answered | Woken:
    """A co-driver's choice, unless its program wants the person to see it."""
    offer = Offer(spec, ask, view, turn)
    why = wake_reason(offer, given.programs, given.program, move)
    if why or move not in ask.options:
        return Woken(why or "not-offered", given.programs, given.program)
    return Answered(move, given.program, given.programs)


# ------------------------------------------------------------------ plans


def answer_by_plan(offer: Offer, programs: Programs) -> tuple[Programs, Answered | Woken | None]:
    """The next step of the plan of this turn. A plan that does not fit is dropped."""
    question = offer.ask.question.prompt
    for i, program in enumerate(programs):
        plan = program.body
        if not isinstance(plan, Plan) or not is_running(plan, offer.turn):
            continue
        at = next_step(plan, question, offer.subject)
        if at < 0:
            continue
        step = plan.steps[at]
        why = find_misfit(offer, step)
        if why:
            programs = replace_body(programs, i, replace(plan, dropped=why))
            continue
        why = wake_reason(offer, programs, i, step.move, planned=True)
        if why:
            return programs, Woken(why, programs, i)
        plan = without_step(plan, at)
        if not plan.steps and question in offer.spec.programs.rest:
            plan = replace(plan, dropped=PLAYED)
        programs = replace_body(programs, i, plan)
        return programs, Answered(step.move, i, programs)
    return programs, None


def next_step(plan: Plan[Any], question: str, subject: str) -> int:
    """The index of the next step about a subject; -1 if none of them answers this question."""
    about = [i for i, step in enumerate(plan.steps) if step.subject == subject]
    return about[0] if any(plan.steps[i].question == question for i in about) else -1


def without_step(plan: Plan[Any], at: int) -> Plan[Any]:
    return replace(plan, steps=plan.steps[:at] + plan.steps[at + 1 :])


def is_running(plan: Plan[Any], turn: Turn) -> bool:
    return not plan.dropped and is_of_turn(plan, turn)


def is_of_turn(plan: Plan[Any], turn: Turn) -> bool:
    return plan.first_turn <= turn.number <= plan.last_turn


def find_misfit(offer: Offer, step: Step[Any]) -> str:
    """Why a step cannot be played now; empty if it can."""
    if step.question != offer.ask.question.prompt:
        return "other-question"
    if step.move not in offer.ask.options:
        return "not-offered"
    now = offer.numbers(step.move)
    if not is_as_foreseen(offer.spec, step, now):
        return "not-as-foreseen"
    return ""


def is_as_foreseen(spec: AnyGameSpec, step: Step[Any], now: Mapping[str, float]) -> bool:
    """Whether no risk and no cost is higher than when the step was planned, every place is the
    same, and there is no new danger."""
    senses, then = spec.programs.senses, step.seen
    for number in {*then, *now}:
        match senses.get(number, "none"):
            case "risk":
                if now.get(number, 0) > then.get(number, 0) + MAX_RISK_INCREASE:
                    return False
            case "cost":
                if now.get(number, 0) > then.get(number, 0):
                    return False
            case "place":
                if now.get(number) != then.get(number):
                    return False
            case _:
                pass
    return step.danger or not has_danger(spec, step.move, now)


def dropped_plan(programs: Programs, turn: Turn) -> str:
    """Why the plan of this turn was dropped; empty if it was not."""
    for program in programs:
        plan = program.body
        if not isinstance(plan, Plan) or not plan.dropped:
            continue
        if is_of_turn(plan, turn):
            return plan.dropped
    return ""


def replace_body(programs: Programs, i: int, body: Plan[Any]) -> Programs:
    return (*programs[:i], replace(programs[i], body=body), *programs[i + 1 :])


def follow(programs: Programs, question: str, subject: str, move: Any, turn: Turn) -> Programs:
    """The programs after the seat itself answered: a plan goes on if that was its next step, and is
    dropped if it had something else for this question. What a co-driver would go on with is the
    person's own again."""
    for i, program in enumerate(programs):
        plan = program.body
        if not isinstance(plan, Plan) or not is_of_turn(plan, turn):
            continue
        at = next_step(plan, question, subject)
        if plan.dropped == PLAYED:
            programs = replace_body(programs, i, replace(plan, dropped="other-answer"))
        if at < 0:
            continue
        step = plan.steps[at]
        if not plan.dropped and step.question == question and step.move == move:
            programs = replace_body(programs, i, without_step(plan, at))
        else:
            programs = replace_body(programs, i, replace(plan, dropped="other-answer"))
    return programs


# ------------------------------------------------------------------ rules and limits


def answer_by_rules(offer: Offer, programs: Programs) -> Answered | Woken | None:
    """The first rule or limit that gives an answer."""
    question = offer.ask.question.prompt
    if question in offer.spec.programs.main:
        return None
    for i, program in enumerate(programs):
        body = program.body
        if not isinstance(body, Rules | Limit) or body.question != question:
            continue
        if has_expired(offer.spec, program, offer.view, offer.turn):
            continue
        move = (
            choose_by_limit(offer, body)
            if isinstance(body, Limit)
            else choose_by_rules(offer, body)
        )
        if move is not None:
            why = wake_reason(offer, programs, i, move)
            return Woken(why, programs, i) if why else Answered(move, i, programs)
    return None


# ------------------------------------------------------------------ the co-driver


def hand_to_co_driver(offer: Offer, programs: Programs) -> CoDriven | Woken | None:
    question = offer.ask.question.prompt
    if question in offer.spec.programs.main and not is_rest_of_plan(offer, programs):
        return None
    for i, program in enumerate(programs):
        if isinstance(program.body, CoDriver) and question in program.body.questions:
            why = wake_reason(offer, programs, i, None)
            return Woken(why, programs, i) if why else CoDriven(i, programs)
    return None


def is_rest_of_plan(offer: Offer, programs: Programs) -> bool:
    """Whether a plan of this turn had answers to this question, is over or no longer fits, and the
    game lets a co-driver go on. Where the person answered something else, the person goes on."""
    question = offer.ask.question.prompt
    if question not in offer.spec.programs.rest:
        return False
    for program in programs:
        plan = program.body
        if not isinstance(plan, Plan) or not is_of_turn(plan, offer.turn):
            continue
        is_misfit = plan.dropped in MISFITS and next_step(plan, question, offer.subject) >= 0
        if is_misfit or plan.dropped == PLAYED:
            return True
    return False


# ------------------------------------------------------------------ asking the person


def wake_reason(
    offer: Offer, programs: Programs, i: int, move: Any | None, *, planned: bool = False
) -> str:
    """Why the person wants to be asked before this program answers; empty if not. The move is None
    while a co-driver has not chosen."""
    if offer.ask.question.prompt in offer.spec.programs.secret:
        return ""  # the hours would tell others what the person holds
    program = programs[i]
    for wake in program.wake:
        match wake:
            case OnDanger():  # a plan was checked for new danger already
                is_met = move is not None and not planned and offer.is_dangerous(move)
            case OnGauge(number, most):
                numbers = {} if move is None else offer.numbers(move)
                is_met = number in numbers and numbers[number] <= most
            case OnAttack():
                is_met = offer.ask.question.kind is AskKind.REACTION
            case OnPlanDropped():
                is_met = not planned and bool(dropped_plan(programs, offer.turn))
            case _:
                is_met = has_happened(offer, program.since, wake)
        if is_met:
            return WAKE_REASONS[type(wake)]
    return ""


WAKE_REASONS: Mapping[type, str] = {
    OnDanger: "danger",
    OnLostPlace: "lost-place",
    OnGauge: "gauge",
    OnLastLap: "last-lap",
    OnFollower: "follower",
    OnAttack: "attack",
    OnRivalOut: "rival-out",
    OnPlanDropped: "plan-dropped",
}
MISFITS = ("other-question", "not-offered", "not-as-foreseen")
PLAYED = "played"
"""A plan that was played to its end, where a co-driver may go on."""
PLAN_REASONS = (*MISFITS, PLAYED, "other-answer")
REASONS = (*WAKE_REASONS.values(), *PLAN_REASONS, "unprepared")
"""Why a person is asked: each has words `wake.REASON`."""


def has_happened(offer: Offer, since: Moment, wake: Wake) -> bool:
    """Whether the standings give a reason to ask the person."""
    rows, seat = offer.standings, offer.ask.seat
    mine = own_standing(rows, seat)
    if mine is None:
        return False
    match wake:
        case OnLostPlace():
            return bool(since.place) and (mine.place > since.place or not mine.place)
        case OnLastLap():
            laps = offer.turn.laps
            return bool(laps) and (mine.lap or offer.turn.lap) >= laps
        case OnFollower(within):
            racing = [row for row in rows if row.seat != seat and row.status is Status.RACING]
            return any(0 <= row.gap - mine.gap <= within for row in racing)
        case OnRivalOut():
            return count_out(rows) > since.out
        case _:
            return False


def own_standing(rows: Iterable[Standing], seat: Seat) -> Standing | None:
    """The best competitor of a seat."""
    return next((row for row in rows if row.seat == seat), None)


def count_out(rows: Iterable[Standing]) -> int:
    return sum(row.status is Status.OUT for row in rows)


# ------------------------------------------------------------------ setting and ending


def moment_of(spec: AnyGameSpec, view: Any, seat: Seat, turn: Turn) -> Moment:
    rows = spec.standings(view)
    mine = own_standing(rows, seat)
    if mine is None:
        return Moment(turn.number, turn.lap, 0, count_out(rows))
    return Moment(turn.number, mine.lap or turn.lap, mine.place, count_out(rows))


def stamp(spec: AnyGameSpec, program: AnyProgram, view: Any, turn: Turn) -> AnyProgram:
    """A program with the moment at which it is set."""
    return replace(program, since=moment_of(spec, view, program.seat, turn))


def has_expired(spec: AnyGameSpec, program: AnyProgram, view: Any, turn: Turn) -> bool:
    """Whether a program has run out."""
    since = program.since
    match program.body:
        case Plan(last_turn=last):
            return turn.number > last
        case Rules(until="turn"):
            return turn.number != since.turn
        case Rules(until="lap"):
            now = moment_of(spec, view, program.seat, turn)
            is_same_race = turn.number // TURNS_PER_STAGE == since.turn // TURNS_PER_STAGE
            return not is_same_race or now.lap != since.lap
        case _:
            return False


def expire(spec: AnyGameSpec, programs: Programs, view: Any, turn: Turn) -> Programs:
    """The programs without those that have run out."""
    if not any(has_expired(spec, program, view, turn) for program in programs):
        return programs
    return tuple([one for one in programs if not has_expired(spec, one, view, turn)])
