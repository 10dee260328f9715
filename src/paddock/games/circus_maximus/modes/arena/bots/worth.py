"""Position value of a gladiator."""

from __future__ import annotations

import math

from paddock.core.seats import Seat
from paddock.games.circus_maximus.data.gladiators import Kind
from paddock.games.circus_maximus.modes.arena import rules
from paddock.games.circus_maximus.modes.arena.phases import Planning, rival
from paddock.games.circus_maximus.modes.arena.rules import SHOWED_MERCY, VITAL, Fighter, Plight
from paddock.games.circus_maximus.modes.arena.state import State
from paddock.games.circus_maximus.modes.arena.view import View

USUAL_POINTS, SPREAD = 23.0, 4.0
"""Mean points of a victor and their spread: 196 victors of 100 galas had 22, give or take 6."""
MERCY, LOST, DRAWN = 0.15, 0.08, 0.25
"""Value of being spared, of being about to lose, and of a draw."""


def evaluate(view: View, seat: Seat) -> float:
    """Position value from 0 to 1: half the expected place, half the chance to be first."""
    return worth(view, seat)


def worth(state: State | View, seat: Seat) -> float:
    """The same for a state; it uses only what is open."""
    if not state.fighters or any(seat in pair for pair in state.bouts[state.bout + 1 :]):
        return 0.5
    man = state.fighters[seat]
    if not man.alive:
        return 0.0
    if man.wins:
        return victor_value(state, seat, man.points)
    if man.fate is Plight.SPARED:
        return MERCY
    if not isinstance(state.phase, Planning) or seat not in state.pair:
        return DRAWN
    win = win_chance(man, state.fighters[rival(state, seat)], state.turn)
    return win * victor_value(state, seat, daring(man)) + (1 - win) * LOST


def daring(man: Fighter) -> float:
    """The points he would get for a victory, at his rate of attacks so far."""
    return max(0.0, (man.attack - man.defence) / 3) + SHOWED_MERCY


def win_chance(man: Fighter, other: Fighter, turn: int) -> float:
    """The chance that he wins."""
    mine, theirs = health(man, turn) ** 2, health(other, turn) ** 2
    return mine / (mine + theirs)


def victor_value(state: State | View, seat: Seat, points: float) -> float:
    """The value of a victory with these points among the known and the expected victors."""
    ahead = []
    for n, (one, other) in enumerate(state.bouts):
        if seat in (one, other):
            continue
        if n < state.bout or not isinstance(state.phase, Planning):
            won = [s for s in (one, other) if state.fighters[s].wins]
            ahead += [float(state.fighters[s].points > points) for s in won]
        else:
            ahead.append(1 / (1 + math.exp((points - USUAL_POINTS) / SPREAD)))
    share = 1 - sum(ahead) / max(1, len(state.fighters) - 1)
    return 0.5 * share + 0.5 * math.prod([1 - chance for chance in ahead])


def health(man: Fighter, turn: int) -> float:
    """His remaining strength, by his factors; a net and a lost weapon count."""
    left = max(0.05, 1.5 - sum(man.wounds) / man.most_wounds)
    left *= 1 - 0.5 * max(man.wounds[a] for a in VITAL) / man.most_wounds
    if not man.armed:
        left *= 0.6
    left *= rules.combat_factors(man, max(1, turn)) / 12
    if man.kind is not Kind.RETARIUS and not man.shield_left:
        left *= 0.9
    return max(0.01, left)
