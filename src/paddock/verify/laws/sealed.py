"""Law 8: sealed answers commute: in whatever order they come, the state after the last one and
what all seats see at the opening are the same; and chance is drawn only then."""

from __future__ import annotations

import random
from typing import Any, TypeAlias

from paddock.core.chance import Chance, ChanceNeeded, NoChance, UnrecordedChance
from paddock.core.game import AskKind, Step, ask_of
from paddock.core.seats import Seat
from paddock.verify.laws.walk import Walk, events_for, sealed_asks

Answer: TypeAlias = tuple[Seat, Any]
ORDERS = 3


def sealed_answers_commute(walk: Walk) -> None:
    sealed = sealed_asks(walk.asks)
    if len(sealed) < 2 or walk.pending() or not walk.often(0.25):
        return
    seed = walk.checks.random()
    with walk.law(8, "{}", sealed[0].question.prompt):
        answers = any_answers(walk, [ask.seat for ask in sealed], seed)
        steps = play_window(walk, answers, seed)
        for _ in range(ORDERS):
            other = play_window(walk, interleave(answers, walk.checks), seed)
            compare(walk, steps, other)


def any_answers(walk: Walk, seats: list[Seat], seed: float) -> list[Answer]:
    """Each seat's answer, of one or several entries; the last entry opens the window."""
    state, answers = walk.state, []
    for seat in seats:
        others = {s for s in seats if s != seat}
        while True:
            asks = walk.game.asks(state)
            ask = ask_of(asks, seat)
            if ask is None or ask.question.kind is not AskKind.SEALED:
                break
            move = walk.checks.choice(ask.options)
            step = walk.game.play(state, seat, move, UnrecordedChance(random.Random(seed)))
            answers.append((seat, move))
            state = step.state
            last = seat == seats[-1]
            if step.opened or (last and any(a.seat in others for a in walk.game.asks(state))):
                return answers
    return answers


def interleave(answers: list[Answer], generator: random.Random) -> list[Answer]:
    """The same answers in another order; the entries of one seat keep theirs."""
    order = [seat for seat, _ in answers]
    generator.shuffle(order)
    entries = {seat: iter([a for a in answers if a[0] == seat]) for seat in set(order)}
    return [next(entries[seat]) for seat in order]


def play_window(walk: Walk, answers: list[Answer], seed: float) -> list[Step[Any, Any]]:
    """Play a whole window; only its last entry may draw."""
    steps: list[Step[Any, Any]] = []
    state = walk.state
    for n, (seat, move) in enumerate(answers):
        last = n == len(answers) - 1
        ask = ask_of(walk.game.asks(state), seat)
        if ask is None or move not in ask.options:
            walk.broken(8, f"{move!r} is no longer offered after the answers of others")
        chance: Chance = UnrecordedChance(random.Random(seed)) if last else NoChance()
        try:
            steps.append(walk.game.play(state, seat, move, chance))
        except ChanceNeeded:
            walk.broken(8, "chance is drawn before all have answered")
        state = steps[-1].state
        if steps[-1].opened and not last:
            walk.broken(8, "the window opens before all have answered")
    return steps


def compare(walk: Walk, one: list[Step[Any, Any]], two: list[Step[Any, Any]]) -> None:
    if one[-1].state != two[-1].state:
        walk.broken(8, "the order of sealed answers changes the state")
    if not one[-1].opened or not two[-1].opened:
        walk.broken(8, "the last sealed answer does not open the window: `opened` is not set")
    for viewer in walk.some_viewers(walk.seats):
        if opening(one, viewer) != opening(two, viewer):
            walk.broken(8, f"the order of sealed answers changes what {viewer} is told")


def opening(steps: list[Step[Any, Any]], viewer: Seat | None) -> list[Any]:
    """The events of the last answer, without the notices that a seat has answered."""
    news = {type(event) for step in steps[:-1] for event in step.events}
    return [event for event in events_for(steps[-1], viewer) if type(event) not in news]
