"""What a seat has prepared, in sentences for its own person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from paddock.bots import make_bot
from paddock.core.game import Amount, Ask, next_move
from paddock.core.game_spec import AnyGameSpec, default_option
from paddock.core.program_rules import fixed_chance
from paddock.core.program_types import (
    TURNS_PER_STAGE,
    AnyProgram,
    CoDriver,
    Limit,
    Near,
    Plan,
    Program,
    Rule,
    Rules,
)
from paddock.core.programs import Answered, CoDriven
from paddock.core.seats import Language, Names, Seat
from paddock.core.sheet import Planner, Sheet, plan_of
from paddock.server.api import bodies, wire
from paddock.server.rendering.asks import WORDS, move_texts
from paddock.server.rendering.raw_json import raw
from paddock.server.tables import prepared
from paddock.server.tables.programs import AnyPrepared, Line
from paddock.server.tables.table import Table

MAX_STEPS_TOLD = 6  # of a plan, in its sentence
KINDS: dict[type, Literal["plan", "rules", "limit", "co-driver"]] = {
    Plan: "plan",
    Rules: "rules",
    Limit: "limit",
    CoDriver: "co-driver",
}


def lines(
    table: Table, seat: Seat, found: AnyPrepared, language: Language
) -> tuple[wire.PreparedLine, ...]:
    """The list of what a seat has prepared."""
    if not found.lines:
        return ()
    return tuple([line(table, one, language) for one in prepared.shown_lines(table, seat, found)])


def line(table: Table, one: Line[Any], language: Language) -> wire.PreparedLine:
    spec, body = table.spec, one.program.body
    stopped = body.dropped if isinstance(body, Plan) else ""
    return wire.PreparedLine(
        id=one.id,
        kind=KINDS[type(body)],
        text=describe(spec, one.program, table.names, language),
        program=raw(one.program),
        answers=one.answers,
        last_at=one.last_at or None,
        stopped=wake_text(spec, stopped, language) if stopped else "",
    )


def note(found: AnyPrepared, language: Language) -> str:
    """Why something prepared has ended."""
    return WORDS.tell(f"prepared.ended.{found.note}", language) if found.note else ""


def answer(
    table: Table,
    ask: Ask[Any],
    given: prepared.Given,
    language: Language,
    at: wire.Millis | None = None,
) -> wire.PreparedAnswer:
    """What a seat's programs do with its ask."""
    match given:
        case Answered(move):
            label = table.spec.words.label(move, table.names, language)
            text = WORDS.tell("prepared.answers", language, text=label)
            return wire.PreparedAnswer(text, raw(move), True, at)
        case CoDriven():
            return wire.PreparedAnswer(WORDS.tell("prepared.chooses", language), None, True, at)
        case _:
            return wire.PreparedAnswer(wake_text(table.spec, given.why, language))


def wake_text(spec: AnyGameSpec, why: str, language: Language) -> str:
    """Why a person is asked, as a sentence."""
    id = f"wake.{why}"
    words = WORDS if WORDS.has_message(id) else spec.words
    return words.tell(id, language)


# ---------------------------------------------------------------- programs in words


def describe(spec: AnyGameSpec, program: AnyProgram, names: Names, language: Language) -> str:
    """A program as a sentence; in the words of the game's preset if it is of one."""
    body = program.body
    for preset in spec.programs.presets:
        for one in preset.lines:
            if one.body == body:
                return spec.words.tell(f"prepared.{one.name}", language)
    words = spec.words
    match body:
        case Plan(first, last, steps):
            told = join([words.label(step.move, names, language) for step in steps])
            id = "prepared.plan" if first == last else "prepared.plans"
            first, last = first % TURNS_PER_STAGE, last % TURNS_PER_STAGE
            return WORDS.tell(id, language, first=first, last=last, text=told)
        case CoDriver(questions):
            kinds = join([words.kind(question, language) for question in questions])
            return WORDS.tell("prepared.co-driver", language, text=kinds)
        case Limit(question, most, lot):
            kind = words.kind(question, language)
            id = "prepared.limit.lot" if lot else "prepared.limit"
            return WORDS.tell(id, language, kind=kind, n=most, lot=lot)
        case Rules(question, rules):
            told = WORDS.tell("prepared.else", language).join(
                [describe_rule(spec, rule, names, language) for rule in rules]
            )
            kind = words.kind(question, language)
            return WORDS.tell("prepared.rules", language, kind=kind, text=told)


def describe_rule(spec: AnyGameSpec, rule: Rule[Any], names: Names, language: Language) -> str:
    pick = rule.pick
    match pick.how:
        case "named":
            labels = [spec.words.label(move, names, language) for move in pick.moves]
            told = WORDS.tell("prepared.or", language).join(labels)
        case how:
            told = WORDS.tell(f"prepared.pick.{how}", language, number=pick.number)
    limits = [
        f"{one.number} {one.op} {one.value:g}" if isinstance(one, Near) else condition(one)
        for one in rule.when
    ]
    return f"{told} ({', '.join(limits)})" if limits else told


def condition(one: Any) -> str:
    """A condition that is no number."""
    named = getattr(one, "topic", "") or getattr(one, "what", "")
    return named if getattr(one, "yes", True) else f"not {named}"


def join(parts: Sequence[str]) -> str:
    told = ", ".join(parts[:MAX_STEPS_TOLD])
    return told if len(parts) <= MAX_STEPS_TOLD else f"{told}, …"


# ---------------------------------------------------------------- the sheet


def presets(
    spec: AnyGameSpec, seat: Seat, found: AnyPrepared, language: Language
) -> tuple[bodies.Preset, ...]:
    """The game's proposals, for the sheet."""
    known = [line.program.body for line in found.lines]
    return tuple(
        [
            bodies.Preset(
                preset.name,
                spec.words.tell(f"preset.{preset.name}", language),
                spec.words.tell(f"preset.{preset.name}.help", language),
                tuple(
                    [
                        bodies.PresetLine(
                            spec.words.tell(f"prepared.{one.name}", language),
                            raw(Program(seat, one.body, one.wake)),
                            one.body in known,
                        )
                        for one in preset.lines
                    ]
                ),
            )
            for preset in spec.programs.presets
        ]
    )


def ahead(
    table: Table, seat: Seat, found: AnyPrepared, moves: Sequence[Any], language: Language
) -> bodies.Ahead:
    """The sheet after some moves, from the seat's view alone."""
    assert table.referee is not None
    spec, names = table.spec, table.names
    view = spec.game.view(table.referee.state, seat)
    last_turn = prepared.sitting_of(table).last_turn
    bot, chance = make_bot("greedy", spec), fixed_chance()
    planner = Planner(
        spec, view, seat, last_turn, co_driver=lambda view, ask: bot.choose(view, ask, chance)
    )
    first_turn = planner.sheet.turn.number
    left = list(moves)
    while left:
        move = left[0] if planner.sheet.ask is None else next_move(planner.sheet.ask, left)
        left.remove(move)
        planner.play(move)
    sheet = planner.sheet
    plan = Program(seat, plan_of(sheet, first_turn, last_turn)) if sheet.steps else None
    return bodies.Ahead(
        presets(spec, seat, found, language),
        tuple(
            [
                bodies.PlannedStep(step.question, spec.words.label(step.move, names, language))
                for step in sheet.steps
            ]
        ),
        None if sheet.ask is None else imagined_ask(table, sheet, sheet.ask, language),
        None if sheet.view is None else raw(sheet.view),
        spec.words.tell(f"sheet.{sheet.ended}", language) if sheet.ended else "",
        None if plan is None else raw(plan),
    )


def imagined_ask(table: Table, sheet: Sheet, ask: Ask[Any], language: Language) -> wire.Ask:
    """An ask that is not asked yet."""
    spec, names, options = table.spec, table.names, ask.options
    is_amount = isinstance(options, Amount)
    offers = None if is_amount else imagined_options(table, sheet, ask, language)
    usual = ask.default_move
    bounds = None
    if isinstance(options, Amount):
        label, topic = spec.words.label(usual, names, language), spec.topic(ask, usual)
        bounds = wire.Range(
            move=raw(usual),
            label=label,
            least=options.least,
            most=options.most,
            step=options.step,
            final=False,
            topic=topic,
        )
    beside = [] if offers is None else [(offer.foreseen, offer.danger) for offer in offers]
    return wire.Ask(
        seat=ask.seat,
        number=len(sheet.steps),
        prompt=spec.words.prompt(ask, names, language),
        question=ask.question.prompt,
        kind=ask.question.kind.value,
        clause=spec.clause(ask.question.clause, table.options),
        default=ask.default if offers is None else default_option(ask.default, beside),
        options=offers,
        range=bounds,
    )


def imagined_options(
    table: Table, sheet: Sheet, ask: Ask[Any], language: Language
) -> tuple[wire.Option, ...]:
    """Options of an imagined ask. None is final: a plan can be changed."""
    spec, found = table.spec, []
    for move in ask.options:
        numbers, remark, danger = spec.option_info_parts(sheet.view, ask.seat, move, language)
        text = move_texts(spec, move, table.names, language)
        topic = spec.topic(ask, move)
        found.append(
            wire.Option(
                *text,
                final=False,
                foreseen=dict(numbers),
                remark=remark,
                danger=danger,
                topic=topic,
            )
        )
    return tuple(found)
