"""Bouts of the arena between bots: every type against every other, how often each wins, how long
they last, how many decisions they take.

    python -m tools.games.circus_bouts --bouts 4000
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys

from msgspec import Struct

from paddock.core.chance import UnrecordedChance
from paddock.games.circus_maximus.data.gladiators import Kind
from paddock.games.circus_maximus.data.kinds import name_of
from paddock.games.circus_maximus.modes.arena import bots
from paddock.games.circus_maximus.modes.arena.game import GAME
from paddock.games.circus_maximus.modes.arena.moves import Choose
from paddock.games.circus_maximus.modes.arena.rules import Plight
from paddock.games.circus_maximus.modes.arena.state import Options


class Tally(Struct):
    """Of one pairing."""

    bouts: int = 0
    won: float = 0.0  # by the first; a draw is half of one
    drawn: int = 0
    deaths: int = 0
    turns: int = 0
    decisions: int = 0


def fight(one: Kind, other: Kind, seed: int, tally: Tally) -> None:
    """A gala of two."""
    chance = UnrecordedChance(random.Random(seed))
    state = GAME.setup(Options(), 2, chance).state
    player = bots.gladiator("")
    for seat, kind in enumerate((one, other)):
        state = GAME.play(state, seat, Choose(kind), chance).state
    while asks := GAME.asks(state):
        ask = asks[0]
        move = player.choose(GAME.view(state, ask.seat), ask, chance)
        state = GAME.play(state, ask.seat, move, chance).state
        tally.decisions += 1
    first, second = state.fighters
    tally.bouts += 1
    tally.turns += state.turn
    tally.won += 0.5 * (1 + first.wins - second.wins)
    tally.drawn += first.wins == second.wins
    tally.deaths += Plight.DEAD in (first.fate, second.fate)


def table(bouts: int, seed: int) -> dict[tuple[Kind, Kind], Tally]:
    found = {}
    for one, other in itertools.combinations_with_replacement(Kind, 2):
        tally = found[one, other] = Tally()
        for n in range(bouts):
            fight(one, other, seed * 1_000_003 + n, tally)
    return found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bouts", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    out = ["pairing               first wins   drawn  deaths  turns  decisions each"]
    wrong = 0
    for (one, other), t in table(given.bouts, given.seed).items():
        share = t.won / t.bouts
        even = one == other or 0.45 <= share <= 0.55
        wrong += not even
        out.append(
            f"{name_of(one):>9} {name_of(other):<9}  {share:8.1%}{'' if even else ' !':<2} "
            f"{t.drawn / t.bouts:8.1%} {t.deaths / t.bouts:7.1%} {t.turns / t.bouts:6.1f} "
            f"{t.decisions / t.bouts / 2:8.1f}"
        )
    sys.stdout.write("\n".join(out) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
