"""What a person types when something must be decided; the screen and the plain lines share it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from paddock.core.errors import AmbiguousMove, Refusal, UnreadableMove
from paddock.core.game import Amount, Ask, ask_of
from paddock.terminal.choices import Choice, amount, found
from paddock.terminal.race import Race
from paddock.terminal.ways import arranged, way_to

MOST_TIMES = 200  # of a repeated move, and of following what is proposed


class Answer(Struct, frozen=True):
    """What came of a typed line."""

    played: int = 0  # how many moves
    said: str = ""
    narrowed: tuple[Choice, ...] = ()  # it could be any of these


def answer(race: Race, ask: Ask[Any], choices: Sequence[Choice], text: str) -> Answer:
    """Play what a line means: a choice, a run of moves, or nothing with the reason why."""
    text = " ".join(text.split())
    first, _, rest = text.partition(" ")
    if not text and not choices:
        race.play(ask.seat, ask.default_move)
        return Answer(1)
    if text == "hint":
        return Answer(said="\n".join(race.hint(ask)))
    if first == "always":
        return always(race, ask, choices, rest)
    if isinstance(ask.options, Amount):
        return number(race, ask, text)
    if first == "follow":
        played = follow_saying(race, ask, rest) if rest else follow(race, ask)
        return Answer(played, "" if played else race.say("no-such", text=rest))
    if goal := re.fullmatch(r"(?:\S+ )?to (\S+)", text):
        return go_to(race, ask, goal[1])
    meant = found(text, choices) if text else [c for c in choices if c.default]
    if len(meant) == 1:
        return choose(race, ask, meant[0])
    if meant:
        return Answer(said=race.say("ambiguous", text=text), narrowed=tuple(meant))
    if moves := together(race, ask, choices, text):
        return run_together(race, ask, moves)
    if times := re.fullmatch(r"(.+?) x?(\d{1,3})", text):
        meant = found(times[1], choices)
        if len(meant) == 1:
            return Answer(race.repeat(ask, meant[0].move, min(int(times[2]), MOST_TIMES)))
    return Answer(said=why_not(race, ask, text))


def choose(race: Race, ask: Ask[Any], choice: Choice) -> Answer:
    """Play a choice; one that is final and dangerous only when it is chosen a second time."""
    if choice.final and choice.danger and race.doubted != choice.move:
        race.doubted = choice.move
        return Answer(said=race.say("doubt", text=choice.danger))
    race.doubted = None
    race.play(ask.seat, choice.move)
    return Answer(1)


def always(race: Race, ask: Ask[Any], choices: Sequence[Choice], text: str) -> Answer:
    """The same answer whenever this is asked again, as long as it is offered."""
    key = ask.seat, ask.question.prompt
    if text == "off":
        race.standing.clear()
        return Answer(said=race.say("always-off"))
    meant = found(text, choices) if text else [c for c in choices if c.default]
    if len(meant) != 1:
        id = "ambiguous" if meant else "no-such"
        return Answer(said=race.say(id, text=text or "always"), narrowed=tuple(meant))
    race.standing[key] = meant[0].move
    race.play(ask.seat, meant[0].move)
    return Answer(1, race.say("always", text=meant[0].label))


def number(race: Race, ask: Ask[Any], text: str) -> Answer:
    """An amount within its bounds."""
    options = ask.options
    assert isinstance(options, Amount)
    try:
        move = amount(text, ask)
    except UnreadableMove:
        return Answer(said=race.say("no-number", text=text))
    if move not in options:
        step = options.step
        return Answer(said=race.say("range", least=options.least, most=options.most, step=step))
    race.play(ask.seat, move)
    return Answer(1)


def follow(race: Race, ask: Ask[Any]) -> int:
    """What is proposed, again and again, until something else is asked."""
    played = 0
    while played < MOST_TIMES:
        now = race.asked()
        if now is None or now.seat != ask.seat or now.question != ask.question:
            break
        race.play(now.seat, now.default_move)
        played += 1
    return played


def follow_saying(race: Race, ask: Ask[Any], text: str) -> int:
    """The choice that says so (`best line`), as long as there is one and it throws no dice."""
    played = 0
    while played < MOST_TIMES:
        now = race.asked()
        if now is None or now.seat != ask.seat or now.question != ask.question:
            break
        told = [c for c in race.choices(now) if text.casefold() in c.remark.casefold()]
        if not told or (played and told[0].final):
            break
        race.play(now.seat, told[0].move)
        played += 1
    return played


def together(race: Race, ask: Ask[Any], choices: Sequence[Choice], text: str) -> list[Any]:
    """The moves of a line that names several at once, in whatever order: `4,1`, `discard 4,1`, the
    plan of a large hand; empty where it does not."""
    notation, names = race.spec.notation, race.names
    with suppress(UnreadableMove, AmbiguousMove):
        moves = list(notation.moves(text, ask, names))
        if len(moves) > 1:
            return moves
    kind = ask.question.several
    verb = next((verb for its, verb in notation.verbs.items() if its.__name__ == kind), "")
    parts = re.split(r" *, *" if "," in text or not kind else " ", text)
    if len(parts) < 2 or (parts[0] != verb and parts[0] in notation.verbs.values()):
        return []  # another move, which is not offered so
    moves = []
    for part in parts:
        meant = found(part, choices)
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
    """Several moves in the order of the rules: all of them, or none and the reason why."""
    spec, seat = race.spec, ask.seat
    view = spec.game.view(race.referee.state, seat)
    in_order, refusal = arranged(spec, view, ask, moves, race.thoughts)
    if refusal is not None:
        return Answer(said=refusal_text(race, refusal))
    *before, last = in_order
    played = race.run(seat, before)
    now = ask_of(race.referee.asks, seat)
    for choice in [] if now is None else race.choices(now):
        if now is not None and choice.move == last:  # it is doubted like any other
            came = choose(race, now, choice)
            return Answer(played + came.played, came.said)
    return Answer(played)


def go_to(race: Race, ask: Ask[Any], goal: str) -> Answer:
    """A run of moves to a place that the board names."""
    view = race.spec.game.view(race.referee.state, ask.seat)
    moves = way_to(race.spec, view, ask, race.names, goal, race.thoughts)
    if not moves:
        return Answer(said=race.say("no-way", text=goal))
    return Answer(race.run(ask.seat, moves))


def why_not(race: Race, ask: Ask[Any], text: str) -> str:
    """The rule against what was typed, or that it says nothing."""
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
