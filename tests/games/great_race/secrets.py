"""Redeal what a crew may not know. Written from the rulebook: faces of the others' hands,
except cards taken from the face-up row, and the deck (Q12); plans behind their screens (R3); sealed
answers to a danger card (Q7); the supplier's three cards (Q38)."""

from __future__ import annotations

import random
from collections import Counter

from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.great_race.data import RANGER
from paddock.games.great_race.moves import Plan
from paddock.games.great_race.phases import Cancelling, ChoosingSupplies, Phase, Planning
from paddock.games.great_race.phases.danger import Answer
from paddock.games.great_race.state import Crew, State


def redeal(state: State, viewer: Seat | None, generator: random.Random) -> State:
    """The same race for the viewer, with other hidden cards and other sealed answers."""
    others = [seat for seat in range(len(state.crews)) if seat != viewer]
    hidden = {seat: unseen(state.crews[seat]) for seat in others}
    phase = state.phase
    drawn = phase.drawn if isinstance(phase, ChoosingSupplies) and phase.seat != viewer else ()
    pool = [*state.deck, *drawn, *(card for cards in hidden.values() for card in cards)]
    generator.shuffle(pool)
    crews = list(state.crews)
    for seat in others:
        crew = crews[seat]
        new = [pool.pop() for _ in hidden[seat]]
        crews[seat] = replace(crew, hand=tuple(sorted([*crew.known, *new])))
    if drawn and isinstance(phase, ChoosingSupplies):
        phase = replace(phase, drawn=tuple(sorted(pool.pop() for _ in drawn)))
    held = list(state.held)
    if held and others:  # what the others held is known, not who held what
        union = tuple(card for seat in others for card in held[seat])
        for seat in others:
            held[seat] = ()
        held[others[-1]] = union
    state = replace(state, crews=tuple(crews), deck=tuple(sorted(pool)), held=tuple(held))
    return replace(state, phase=reseal(state, phase, others, generator))


def any_plan(generator: random.Random) -> Plan:
    """Five assistants, each anywhere."""
    posts = [generator.randrange(4) for _ in range(5)]
    return Plan(*[posts.count(post) for post in range(4)])


def unseen(crew: Crew) -> list[int]:
    """The cards of a hand that were not taken from the face-up row."""
    return list((Counter(crew.hand) - Counter(crew.known)).elements())


def reseal(state: State, phase: Phase, others: list[Seat], generator: random.Random) -> Phase:
    """Other answers that could lie under the others' seals."""
    if isinstance(phase, Planning):
        plans = [
            any_plan(generator) if seat in others and plan is not None else plan
            for seat, plan in enumerate(phase.sealed)
        ]
        return Planning(tuple(plans))
    if isinstance(phase, Cancelling):
        answers = list(phase.sealed)
        for seat in others:
            if answers[seat] not in (Answer.NOT_ASKED, Answer.OPEN):
                crew = state.crews[seat]
                could = [Answer.LET]
                could += [Answer.BY_ESCORT] if crew.escorts else []
                could += [Answer.BY_RANGER] if RANGER in crew.hand else []
                answers[seat] = generator.choice(could)
        return replace(phase, sealed=tuple(answers))
    return phase
