"""Checks of programs that a client sends: what cannot be used is refused with a reason."""

from __future__ import annotations

from typing import Any

import msgspec

from paddock.core.game_spec import AnyGameSpec
from paddock.core.program_types import (
    MAX_PROGRAM_BYTES,
    MAX_PROGRAMS_PER_SEAT,
    AnyProgram,
    BadProgram,
    CoDriver,
    Limit,
    Near,
    OnGauge,
    Plan,
    Program,
    Programs,
    Rules,
)

DECODERS: dict[str, msgspec.json.Decoder[Any]] = {}  # by game


def read_program(spec: AnyGameSpec, text: bytes) -> AnyProgram:
    """A program from JSON. Anything that cannot be used is refused with a reason."""
    if len(text) > MAX_PROGRAM_BYTES:
        raise BadProgram(f"a program has at most {MAX_PROGRAM_BYTES} bytes, not {len(text)}")
    decoder = DECODERS.get(spec.card.id)
    if decoder is None:
        decoder = DECODERS[spec.card.id] = msgspec.json.Decoder(Program[spec.move])  # type: ignore[name-defined]
    try:
        program: AnyProgram = decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise BadProgram(f"this is no program of {spec.card.title}: {wrong}") from None
    check_program(spec, program)
    return program


def check_program(spec: AnyGameSpec, program: AnyProgram) -> None:
    """Refuse what the game does not allow. Sizes are in the types."""
    match program.body:
        case Plan() as plan:
            if plan.last_turn < plan.first_turn:
                raise BadProgram("the plan ends before it begins")
            for step in plan.steps:
                check_question(spec, step.question)
        case Rules() as rules:
            check_small_question(spec, rules.question)
            check_rules(spec, rules)
        case Limit() as limit:
            check_small_question(spec, limit.question)
            check_number(spec, limit.number)
        case CoDriver(questions):
            for question in questions:
                if question not in spec.programs.rest:
                    check_small_question(spec, question)
    for wake in program.wake:
        if isinstance(wake, OnGauge):
            check_number(spec, wake.number)


def check_question(spec: AnyGameSpec, question: str) -> None:
    if not spec.words.has_message(f"ask.{question}"):
        raise BadProgram(f"{spec.card.title} has no question {question!r}")


def check_small_question(spec: AnyGameSpec, question: str) -> None:
    check_question(spec, question)
    if question in spec.programs.main:
        raise BadProgram(f"{question!r} is a main question: answer it yourself, or plan it")


def check_number(spec: AnyGameSpec, number: str) -> None:
    if number and number not in spec.programs.senses:
        raise BadProgram(f"{spec.card.title} shows no number {number!r}")


def check_rules(spec: AnyGameSpec, body: Rules[Any]) -> None:
    for rule in body.rules:
        pick = rule.pick
        if pick.how == "named" and not pick.moves:
            raise BadProgram("a rule that picks named moves must name one")
        if pick.how in ("most", "least") and not pick.number:
            raise BadProgram(f"a rule that picks the {pick.how} must say of which number")
        check_number(spec, pick.number)
        for condition in rule.when:
            if isinstance(condition, Near):
                check_number(spec, condition.number)
    if body.question in spec.programs.secret:
        check_secret_question(spec, body)


def check_secret_question(spec: AnyGameSpec, body: Rules[Any]) -> None:
    """When it is answered, everybody sees. So a program must answer whatever the seat holds."""
    last = body.rules[-1].pick
    names = [type(move).__name__ for move in last.moves]
    always = last.how == "proposed" or spec.programs.staying.intersection(names)
    if not always or any(rule.when for rule in body.rules):
        raise BadProgram(
            f"rules for {body.question!r} must answer always: no conditions, and a last move"
            " that is always offered"
        )


def add_program(programs: Programs, program: AnyProgram) -> Programs:
    """The programs with one more. A new plan replaces the plans that it overlaps, new rules those
    for the same question, a new limit that for the same lot, a new co-driver the old one."""
    kept = tuple([one for one in programs if not is_replaced(one.body, program.body)])
    if len(kept) >= MAX_PROGRAMS_PER_SEAT:
        raise BadProgram(f"a seat has at most {MAX_PROGRAMS_PER_SEAT} programs")
    return (*kept, program)


def is_replaced(old: Any, new: Any) -> bool:
    """Whether a new program takes the place of an old one."""
    match old, new:
        case Plan(), Plan():
            return bool(old.first_turn <= new.last_turn and new.first_turn <= old.last_turn)
        case Rules(), Rules():
            return bool(old.question == new.question)
        case Limit(), Limit():
            return bool((old.question, old.lot) == (new.question, new.lot))
        case CoDriver(), CoDriver():
            return True
        case _:
            return False
