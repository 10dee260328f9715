"""Law 3: every option can be played; every other move is refused with a clause, changing nothing.
Law 9: options come in a stable order, without duplicates, never more than the card says.
Law 16: no ask without an option.
"""

from __future__ import annotations

from typing import Any

import msgspec

from paddock.core.errors import IllegalMove, NotAsked, Refused
from paddock.core.game import Amount, Ask
from paddock.core.languages import languages
from paddock.core.seats import Seat
from paddock.verify.laws.walk import Walk

MOVES_KEPT = 400


def asks_have_options(walk: Walk) -> None:
    """Law 16, at every position of the race."""
    refuse_empty_asks(walk, walk.asks, "")


def refuse_empty_asks(walk: Walk, asks: tuple[Ask[Any], ...], where: str) -> None:
    """Law 16. An empty offer stops the table: its default is an index into nothing."""
    for ask in asks:
        if not len(ask.options):
            name = walk.names[ask.seat]
            walk.broken(16, f"{where}{name} is asked {ask.question.prompt} and has no option")


def options_are_sound(walk: Walk) -> None:
    """Law 9."""
    for ask in walk.asks:
        prompt = ask.question.prompt
        if isinstance(ask.options, Amount):
            continue
        if len(ask.options) > walk.game.card.most_options:
            walk.broken(9, f"{prompt}: {len(ask.options)} options are more than the card says")
        if len(set(ask.options)) != len(ask.options):
            walk.broken(9, f"{prompt}: an option stands there twice: {ask.options}")


def options_are_stable(walk: Walk) -> None:
    """Law 9: asked again, and asked of the same state read back, the options are the same."""
    with walk.law(9, "asks"):
        if walk.game.asks(walk.state) != walk.asks:
            walk.broken(9, "asked twice, the options differ")
        if walk.often(0.1):
            copy = walk.states_read.json(msgspec.json.encode(walk.state))
            if walk.game.asks(copy) != walk.asks:
                walk.broken(9, "the same state read back has other options")


def options_can_be_played(walk: Walk) -> None:
    """Law 3, first half."""
    for ask in walk.asks:
        new = walk.first("option of", ask.question)
        if not new and not walk.often(0.08):
            continue
        for move in walk.some(ask.options, 12):
            text = Shown(walk, ask.seat, move)
            with walk.law(3, "{} is offered and cannot be played", text):
                before = hash(walk.state)
                step = walk.game.play(walk.state, ask.seat, move, walk.luck())
                if hash(walk.state) != before:
                    walk.broken(3, f"{text} changed the state it was played in")
                asks = walk.game.asks(step.state)
                if bool(asks) is (walk.game.outcome(step.state) is not None):
                    walk.broken(2, f"after {text} nobody is asked and there is no outcome")
                refuse_empty_asks(walk, asks, f"after {text} ")


def remember_moves(walk: Walk) -> None:
    """The moves met on the way are tried where they are not offered."""
    if len(walk.known_moves) < MOVES_KEPT:
        for ask in walk.asks:
            walk.known_moves.update(dict.fromkeys(walk.some(ask.options, 4)))


def others_are_refused(walk: Walk) -> None:
    """Law 3, second half."""
    if not walk.asks or not walk.often(0.15):
        return
    ask = walk.checks.choice(walk.asks)
    for move in strange_moves(walk, ask):
        refused_with_clause(walk, ask.seat, move)
    absent = [s for s in range(walk.seats) if all(ask.seat != s for ask in walk.asks)]
    if absent:
        refused_as_not_asked(walk, walk.checks.choice(absent), ask.default_move)


def strange_moves(walk: Walk, ask: Ask[Any]) -> list[Any]:
    """Moves of this game that are not offered now: met elsewhere, or with a field changed."""
    known = list(walk.known_moves)
    if not known:
        return []
    tries = [walk.checks.choice(known) for _ in range(6)]
    tries += [change_move(walk, move) for move in tries]
    tries += [change_move(walk, walk.checks.choice(ask.options)) for _ in range(3)]
    strange = [move for move in dict.fromkeys(tries) if move not in ask.options]
    return [move for move in strange if is_a_move(walk, move)][:8]


def change_move(walk: Walk, move: Any) -> Any:
    """The move with one field taken from another move of the race, or a number off by a few."""
    if not move.__struct_fields__:
        return move
    field = walk.checks.choice(move.__struct_fields__)
    value = getattr(move, field)
    there = [m for m in walk.known_moves if hasattr(m, field)]
    if isinstance(value, int) and not isinstance(value, bool) and walk.checks.random() < 0.5:
        value += walk.checks.choice((-2, -1, 1, 2, 50))
    elif there:
        value = getattr(walk.checks.choice(there), field)
    return msgspec.structs.replace(move, **{field: value})


def is_a_move(walk: Walk, move: Any) -> bool:
    """Whether the move would pass the door: what cannot be decoded never reaches the rules."""
    try:
        back = walk.moves_read.json(msgspec.json.encode(move))
    except msgspec.ValidationError:
        return False
    return bool(back == move)


def refused_with_clause(walk: Walk, seat: Seat, move: Any) -> None:
    """A move that a rule forbids: the rule is named, there are words for it, nothing changes."""
    text = Shown(walk, seat, move)
    before = (walk.state, hash(walk.state), len(walk.referee.rows))
    with walk.law(3, "{} is not offered", text):
        try:
            walk.referee.play(seat, move)
        except IllegalMove as wrong:
            refusal = wrong.refusal
        else:
            walk.broken(3, f"{text} is not offered and yet was played")
    if (walk.state, hash(walk.state), len(walk.referee.rows)) != before:
        walk.broken(3, f"{text} was refused and changed something")
    if refusal.clause not in walk.spec.rulebook.clauses:
        walk.broken(3, f"{text} was refused by {refusal.clause!r}, which is no clause")
    for language in languages():
        with walk.law(12, "the refusal of {} in {}", text, language):
            walk.spec.words.refusal(refusal, walk.names, language)


def refused_as_not_asked(walk: Walk, seat: Seat, move: Any) -> None:
    try:
        walk.referee.play(seat, move)
    except NotAsked:
        return
    except Refused as wrong:
        walk.broken(3, f"{Shown(walk, seat, move)}: not asked, but refused as {wrong!r}")
    walk.broken(3, f"{Shown(walk, seat, move)} was played by a seat that is not asked")


class Shown:
    """A move as text, however strange it is; found where it is read."""

    __slots__ = ("move", "seat", "walk")

    def __init__(self, walk: Walk, seat: Seat, move: Any) -> None:
        self.walk, self.seat, self.move = walk, seat, move

    def __str__(self) -> str:
        name = self.walk.names[self.seat]
        try:
            return f"{name}: {self.walk.spec.notation.text(self.move, self.walk.names)}"
        except Exception:
            return f"{name}: {self.move!r}"
