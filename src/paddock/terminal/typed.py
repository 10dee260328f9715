"""Typed answers to a question, for the screen and for plain lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from paddock.core.errors import AmbiguousMove, Refusal, UnreadableMove
from paddock.core.game import Amount, Ask, ask_of
from paddock.core.program_checks import add_program, check_program
from paddock.core.program_types import AnyProgram, BadProgram, Line, Pick, Program, Rule, Rules
from paddock.terminal.choices import Choice, find_choices, parse_amount
from paddock.terminal.race import Race
from paddock.terminal.ways import arrange_moves, find_path

MAX_REPEATS = 200  # of a repeated move, and of following the default


class Answer(Struct, frozen=True):
    """The result of a typed line."""

    played: int = 0  # number of moves
    said: str = ""
    narrowed: tuple[Choice, ...] = ()  # the choices it may mean


def answer(race: Race, ask: Ask[Any], choices: Sequence[Choice], text: str) -> Answer:
    """Play what a line means: a choice, a run of moves, or nothing, with the reason."""
    text = " ".join(text.split())
    first, _, rest = text.partition(" ")
    if not text and not choices:
        race.play(ask.seat, ask.default_move)
        return Answer(1)
    if text == "hint":
        return Answer(said="\n".join(race.hint(ask)))
    if first in ("prepare", "prepared", "unprepare"):
        return change_prepared(race, ask, choices, first, rest)
    if isinstance(ask.options, Amount):
        return answer_amount(race, ask, text)
    if first == "follow":
        played = follow_saying(race, ask, rest) if rest else follow(race, ask)
        return Answer(played, "" if played else race.say("no-such", text=rest))
    if goal := re.fullmatch(r"(?:\S+ )?to (\S+)", text):
        return go_to(race, ask, goal[1])
    meant = find_choices(text, choices) if text else [c for c in choices if c.default]
    if len(meant) == 1:
        return choose(race, ask, meant[0])
    if meant:
        return Answer(said=race.say("ambiguous", text=text), narrowed=tuple(meant))
    if moves := parse_together(race, ask, choices, text):
        return run_together(race, ask, moves)
    if times := re.fullmatch(r"(.+?) x?(\d{1,3})", text):
        meant = find_choices(times[1], choices)
        if len(meant) == 1:
            return Answer(race.repeat(ask, meant[0].move, min(int(times[2]), MAX_REPEATS)))
    return Answer(said=why_not(race, ask, text))


def choose(race: Race, ask: Ask[Any], choice: Choice) -> Answer:
    """Play a choice; a final and dangerous one must be chosen twice."""
    if choice.final and choice.danger and race.doubted != choice.move:
        race.doubted = choice.move
        return Answer(said=race.say("doubt", text=choice.danger))
    race.doubted = None
    race.play(ask.seat, choice.move)
    return Answer(1)


def change_prepared(
    race: Race, ask: Ask[Any], choices: Sequence[Choice], verb: str, text: str
) -> Answer:
    """Prepare answers: what the game proposes, or one choice for this question; list them; remove
    one of the list, or all."""
    seat = ask.seat
    found = race.prepared.get(seat, ())
    if verb == "prepare":
        programs = [Program(seat, line.body, line.wake) for line in proposed_lines(race)]
        if text:
            meant = find_choices(text, choices)
            if len(meant) != 1:
                id = "ambiguous" if meant else "no-such"
                return Answer(said=race.say(id, text=text), narrowed=tuple(meant))
            rule: Rule[Any] = Rule(Pick("named", (meant[0].move,)))
            programs = [Program(seat, Rules(ask.question.prompt, (rule,)))]
        try:
            for program in programs:
                check_program(race.spec, program)
                found = add_program(found, program)
        except BadProgram as refused:
            return Answer(said=race.say("prepare-no", text=refused))
    elif verb == "unprepare":
        if text and not (text.isdecimal() and 0 < int(text) <= len(found)):
            return Answer(said=race.say("no-such", text=text))
        found = found[: int(text) - 1] + found[int(text) :] if text else ()
    race.prepared[seat] = found
    lines = [f"{n}  {describe_program(race, one)}" for n, one in enumerate(found, 1)]
    return Answer(said="\n".join([race.say("prepared" if lines else "prepared-none"), *lines]))


def proposed_lines(race: Race) -> Sequence[Line]:
    return [line for preset in race.spec.programs.presets[:1] for line in preset.lines]


def describe_program(race: Race, program: AnyProgram) -> str:
    """A program as a sentence."""
    words, body = race.spec.words, program.body
    for line in proposed_lines(race):
        if line.body == body:
            return words.tell(f"prepared.{line.name}", race.language)
    if not isinstance(body, Rules):
        return type(body).__name__
    moves = [move for rule in body.rules for move in rule.pick.moves]
    labels = ", ".join([words.label(move, race.names, race.language) for move in moves])
    return f"{words.kind(body.question, race.language)}: {labels}"


def answer_amount(race: Race, ask: Ask[Any], text: str) -> Answer:
    """Play an amount within its bounds."""
    options = ask.options
    assert isinstance(options, Amount)
    try:
        move = parse_amount(text, ask)
    except UnreadableMove:
        return Answer(said=race.say("no-number", text=text))
    if move not in options:
        step = options.step
        return Answer(said=race.say("range", least=options.least, most=options.most, step=step))
    race.play(ask.seat, move)
    return Answer(1)


def follow(race: Race, ask: Ask[Any]) -> int:
    """Take what is proposed again and again, until another question is asked."""
    played = 0
    while played < MAX_REPEATS:
        now = race.person_ask()
        if now is None or now.seat != ask.seat or now.question != ask.question:
            break
        race.play(now.seat, race.preselected_move(now))
        played += 1
    return played


def follow_saying(race: Race, ask: Ask[Any], text: str) -> int:
    """Play the choice with this remark (`best line`) while there is one and it throws no dice."""
    played = 0
    while played < MAX_REPEATS:
        now = race.person_ask()
        if now is None or now.seat != ask.seat or now.question != ask.question:
            break
        told = [c for c in race.choices(now) if text.casefold() in c.remark.casefold()]
        if not told or (played and told[0].final):
            break
        race.play(now.seat, told[0].move)
        played += 1
    return played


def parse_together(race: Race, ask: Ask[Any], choices: Sequence[Choice], text: str) -> list[Any]:
    """The moves of a line that names several, in any order: `4,1`, `discard 4,1`, the plan of a
    large hand; empty if it does not."""
    notation, names = race.spec.notation, race.names
    with suppress(UnreadableMove, AmbiguousMove):
        moves = list(notation.moves(text, ask, names))
        if len(moves) > 1:
            return moves
    kind = ask.question.several
    verb = next((verb for its, verb in notation.verbs.items() if its.__name__ == kind), "")
    parts = re.split(r" *, *" if "," in text or not kind else " ", text)
    if len(parts) < 2 or (parts[0] != verb and parts[0] in notation.verbs.values()):
        return []  # another move, which is not offered
    moves = []
    for part in parts:
        meant = find_choices(part, choices)
        if len(meant) == 1:
            moves.append(meant[0].move)
        elif verb and not meant:
            try:
                moves.append(notation.move(f"{verb} {part}", names))
            except UnreadableMove:
                return []
        else:
            return []
    return moves


def run_together(race: Race, ask: Ask[Any], moves: Sequence[Any]) -> Answer:
    """Play several moves in the order of the rules: all of them, or none with the reason."""
    spec, seat = race.spec, ask.seat
    view = spec.game.view(race.referee.state, seat)
    in_order, refusal = arrange_moves(spec, view, ask, moves, race.thoughts)
    if refusal is not None:
        return Answer(said=refusal_text(race, refusal))
    *before, last = in_order
    played = race.run(seat, before)
    now = ask_of(race.referee.asks, seat)
    for choice in [] if now is None else race.choices(now):
        if now is not None and choice.move == last:  # it needs a confirmation like any other
            came = choose(race, now, choice)
            return Answer(played + came.played, came.said)
    return Answer(played)


def go_to(race: Race, ask: Ask[Any], goal: str) -> Answer:
    """Play a run of moves to a place on the board."""
    view = race.spec.game.view(race.referee.state, ask.seat)
    moves = find_path(race.spec, view, ask, race.names, goal, race.thoughts)
    if not moves:
        return Answer(said=race.say("no-way", text=goal))
    return Answer(race.run(ask.seat, moves))


def why_not(race: Race, ask: Ask[Any], text: str) -> str:
    """The rule against a typed move, or that the text is no move."""
    spec = race.spec
    try:
        move = spec.notation.move(text, race.names)
    except UnreadableMove:
        return race.say("no-such", text=text)
    return refusal_text(race, spec.game.why_not(race.referee.state, ask.seat, move))


def refusal_text(race: Race, refusal: Refusal) -> str:
    """A refusal with its clause."""
    text = race.spec.words.refusal(refusal, race.names, race.language)
    return f"{text} [{race.clause(refusal.clause)}]"
