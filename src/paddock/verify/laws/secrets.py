"""Law 6: secrets do not leak.

Imagine: `view(imagine(v)) == v`, the same seats are asked the same, the own ask is equal.
Redeal: with everything a viewer may not know dealt again, from the rulebook and not from the view,
what it would be sent stays the same to the byte.
Twins: from a state and its twin, imagined or dealt again, the same moves and the same faces show
the viewer the same; draws to another seat are different on purpose.
Seals: no one else can know a sealed answer before the window opens.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from paddock.core.chance import ChanceNeeded, NoChance
from paddock.core.game import Ask, AskKind, ask_of
from paddock.core.referee import is_final
from paddock.core.seats import Seat
from paddock.verify.laws.walk import Redeal, Viewer, Walk, encode, events_for, own, sealed_asks

TWIN_STEPS = 6
"""How many moves twins are followed."""


def imagine_looks_the_same(walk: Walk) -> None:
    if not walk.often(0.2):
        return
    for viewer in walk.some(range(walk.seats), 2):
        view = walk.game.view(walk.state, viewer)
        with walk.law(6, "imagine as {}", walk.names[viewer]):
            world = walk.game.imagine(view, viewer, walk.luck())
            again = walk.game.view(world, viewer)
            asks = walk.game.asks(world)
        if again != view:
            walk.broken(
                6, f"{walk.names[viewer]} sees {differing(view, again)} in an imagined world"
            )
        if questions(asks) != questions(walk.asks):
            walk.broken(6, f"in a world {walk.names[viewer]} imagines others are asked")
        if own(asks, viewer) != own(walk.asks, viewer):
            walk.broken(6, f"in a world {walk.names[viewer]} imagines its own ask is another")


def questions(asks: Sequence[Ask[Any]]) -> list[tuple[Seat, object]]:
    """Who is asked what, as everybody may know."""
    return [(ask.seat, ask.question) for ask in asks]


def redealt_looks_the_same(walk: Walk) -> None:
    if walk.redeal is None or not walk.often(0.2):
        return
    for viewer in walk.some_viewers(1):
        with walk.law(6, "redeal for {}", who(walk, viewer)):
            world = walk.redeal(walk.state, viewer, walk.checks)
            mine = frame(walk, walk.state, viewer)
            other = frame(walk, world, viewer)
        for part in mine:
            if encode(mine[part]) != encode(other[part]):
                what = f"{who(walk, viewer)} can tell by the {part} what it may not know"
                walk.broken(6, f"{what}: {differing(mine[part], other[part])}")


def frame(walk: Walk, state: Any, viewer: Viewer) -> dict[str, Any]:
    """Everything that a client of this viewer would receive about a position."""
    asks = walk.game.asks(state)
    mine = own(asks, viewer)
    finality = []
    if mine is not None:
        moves = [mine.options[i] for i in range(0, len(mine.options), 1 + len(mine.options) // 6)]
        finality = [is_final(walk.game, state, asks, mine.seat, move) for move in moves]
    waiting = [(ask.seat, ask.question) for ask in asks]
    view = walk.game.view(state, viewer)
    return {
        "view": view,
        "numbers": numbers_of_frame(walk, view, viewer, mine),
        "ask": mine,
        "finality": finality,
        "waiting": waiting,
        "outcome": walk.game.outcome(state),
    }


def numbers_of_frame(walk: Walk, view: Any, viewer: Viewer, mine: Any) -> list[int]:
    """What a learning program would get: the observation, and the ids of the options."""
    layout = walk.spec.layout
    if viewer is None or layout is None:
        return []
    ids = [] if mine is None else layout.action_ids(view, mine)
    return layout.observe(view, viewer, mine) + ids


def differing(one: Any, other: Any) -> str:
    """Where two values differ, by the name of the field."""
    for field in getattr(one, "__struct_fields__", ()):
        a, b = getattr(one, field), getattr(other, field, None)
        if a != b:
            return f"{field}: {a!r:.300} and {b!r:.300}"
    return f"{one!r:.300} and {other!r:.300}"


# ---------------------------------------------------------------- seals


def seals_hide(walk: Walk) -> None:
    """While others still have to answer, two answers of a seat look the same to everybody else."""
    sealed = sealed_asks(walk.asks)
    if len(sealed) < 2 or not walk.often(0.3):
        return
    ask = walk.checks.choice(sealed)
    if len(ask.options) < 2:
        return
    steps = []
    for move in walk.checks.sample(list(walk.some(ask.options, 30)), 2):
        try:
            steps.append(walk.game.play(walk.state, ask.seat, move, NoChance()))
        except ChanceNeeded:
            walk.broken(8, f"{ask.question.prompt}: chance is drawn before all have answered")
    one, two = steps
    if questions(walk.game.asks(one.state)) != questions(walk.game.asks(two.state)):
        return  # one answer is complete, the other is not: that may be seen
    for viewer in walk.some_viewers(walk.seats):
        if viewer == ask.seat:
            continue
        if events_for(one, viewer) != events_for(two, viewer):
            walk.broken(6, f"{ask.question.prompt}: what is told gives the sealed answer away")
        views = [walk.game.view(step.state, viewer) for step in steps]
        if views[0] != views[1]:
            what = differing(*views)
            walk.broken(6, f"{ask.question.prompt}: a view gives the sealed answer away: {what}")


# ---------------------------------------------------------------- twins


class Apart(Exception):
    """The other world cannot turn up the same face: nothing follows from that."""


class NotingChance:
    """Draws, and notes which draws the viewer sees."""

    def __init__(self, generator: random.Random, viewer: Viewer) -> None:
        self.generator, self.viewer = generator, viewer
        self.seen: list[tuple[str, object]] = []

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        index = self.generator.randrange(len(faces))
        if to is None or to == self.viewer:
            self.seen.append((label, faces[index]))
        return index


class CoupledChance:
    """Repeats the draws that the viewer sees, and draws the others at random."""

    def __init__(self, noted: NotingChance) -> None:
        self.seen, self.viewer, self.generator = list(noted.seen), noted.viewer, noted.generator

    def pick(self, faces: Sequence[object], label: str, to: Seat | None = None) -> int:
        if to is not None and to != self.viewer:
            return self.generator.randrange(len(faces))
        if not self.seen or self.seen[0][0] != label:
            raise AssertionError(f"{label!r} is drawn in one world and not in its twin")
        face = self.seen.pop(0)[1]
        if face not in faces:
            raise Apart
        return list(faces).index(face)

    def done(self) -> None:
        if self.seen:
            raise AssertionError(f"{self.seen[0][0]!r} is drawn in one world and not in its twin")


def twins_are_told_the_same(walk: Walk) -> None:
    """Follow a state and its twin. Where sealed answers lie on the table the twins have different
    ones, so the law begins before a window, and goes through it with the same answers."""
    if not walk.asks or walk.pending() or not walk.often(0.2):
        return
    redeal = None if sealed_asks(walk.asks) else walk.redeal
    viewer = walk.checks.choice([*range(walk.seats), *([None] if redeal else [])])
    here = walk.state
    with walk.law(6, "twins seen by {}", who(walk, viewer)):
        there = twin(walk, viewer, redeal)
        for _ in range(TWIN_STEPS):
            after = twin_step(walk, here, there, viewer)
            if after is None:
                return
            here, there = after


def twin(walk: Walk, viewer: Viewer, redeal: Redeal | None) -> Any:
    """Another state that this viewer cannot tell from the real one: imagined, or dealt again by
    `redeal` (but not in a sealed window, whose answers it does not know)."""
    if redeal is not None and (viewer is None or walk.checks.random() < 0.5):
        return redeal(walk.state, viewer, walk.checks)
    assert viewer is not None, "a spectator imagines nothing"
    return walk.game.imagine(walk.game.view(walk.state, viewer), viewer, walk.luck())


def who(walk: Walk, viewer: Viewer) -> str:
    return "a spectator" if viewer is None else walk.names[viewer]


def twin_step(walk: Walk, here: Any, there: Any, viewer: Viewer) -> tuple[Any, Any] | None:
    """One move in both worlds, or None where they part."""
    asks = walk.game.asks(here)
    if not asks:
        return None
    ask = walk.checks.choice(asks)
    other = ask_of(walk.game.asks(there), ask.seat)
    if other is None or other.question != ask.question:
        prompt = ask.question.prompt
        walk.broken(6, f"{prompt} is asked in one world and not in its twin: a secret decides")
    common = [move for move in walk.some(ask.options, 12) if move in other.options]
    if not common:
        return None
    move = walk.checks.choice(common)
    noting = NotingChance(walk.checks, viewer)
    one = walk.game.play(here, ask.seat, move, noting)
    if one.opened and (ask.question.kind is not AskKind.SEALED or older_secret(one)):
        return None  # a secret was shown, and the twins have different ones: luck may follow it
    coupled = CoupledChance(noting)
    try:
        two = walk.game.play(there, ask.seat, move, coupled)
    except Apart:
        return None
    if two.opened and (ask.question.kind is not AskKind.SEALED or older_secret(two)):
        return None
    coupled.done()
    compare_twins(walk, one, two, viewer)
    return one.state, two.state


def older_secret(step: Any) -> bool:
    """Whether something came to light that was written before this window: its event says so."""
    return any(getattr(event, "uncovers", False) for event in step.events)


def compare_twins(walk: Walk, one: Any, two: Any, viewer: Viewer) -> None:
    seen, other = events_for(one, viewer), events_for(two, viewer)
    if seen != other:
        first = next((pair for pair in zip(seen, other, strict=False) if pair[0] != pair[1]), "")
        walk.broken(6, f"{who(walk, viewer)} is told a secret: {first or (seen, other)}")
    if one.opened != two.opened:
        walk.broken(6, "whether a secret was shown depends on a secret")
    views = walk.game.view(one.state, viewer), walk.game.view(two.state, viewer)
    if views[0] != views[1]:
        walk.broken(6, f"{who(walk, viewer)} comes to see a secret: {differing(*views)}")
