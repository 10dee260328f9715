"""On the grid: what a place is worth, and what a challenge may bring."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.games.winds_of_war.data import DIE
from paddock.games.winds_of_war.phases import GridChallenge, GridRerolling, Planning
from paddock.games.winds_of_war.rules.grid import after_challenge
from paddock.games.winds_of_war.view import View

# Of a hundred races of six greedy bots, how many are won from each place; measured.
PLACES = (32, 23, 16, 11, 10, 8)
WARNING = tuple(faces.count("warning") / len(faces) for faces in DIE)

Lies = dict[tuple[bool, bool], float]  # the challenger's warning and the other's: how likely


def on_grid(view: View) -> bool:
    """Whether nobody has moved yet, and the grid is all there is to judge."""
    phase = view.phase
    if isinstance(phase, GridChallenge | GridRerolling):
        return True
    return view.turn == 1 and not view.at and bool(view.grid) and isinstance(phase, Planning)


def hopes(view: View, seat: Seat) -> float:
    """What a seat's place on the grid is worth; in a challenge, with the dice still to come. The
    challenger asks it only when he weighs the challenge, so his first roll is still to come too."""
    phase = view.phase
    if not isinstance(phase, GridRerolling):
        return value(view.grid, seat)
    by, front = phase.queue[0], phase.front
    if seat != by:
        lies = expected(view, phase, phase.again, (phase.mine, phase.theirs))
        return settled(view, phase, lies, seat)
    again = tuple([s for s in (front, by) if view.sheets[s].reroll])
    own, other = WARNING[view.sheets[by].challenge], WARNING[view.sheets[front].challenge]
    total = 0.0
    for mine, theirs in ((False, False), (False, True), (True, False), (True, True)):
        chance = (own if mine else 1 - own) * (other if theirs else 1 - other)
        lies = expected(view, phase, again, (mine, theirs))
        total += chance * settled(view, phase, lies, seat)
    return total


def value(grid: tuple[Seat, ...], seat: Seat) -> float:
    """From 0 to 1: the better the place, the more."""
    places = PLACES[: len(grid)]
    return 0.25 + 0.5 * places[grid.index(seat)] / sum(places)


def settled(view: View, dice: GridRerolling, lies: Lies, seat: Seat) -> float:
    """The mean worth of a seat's place over the ways the dice may lie."""
    by = dice.queue[0]
    return sum(p * value(after_challenge(view.grid, by, *lie)[0], seat) for lie, p in lies.items())


def expected(
    view: View, dice: GridRerolling, again: tuple[Seat, ...], lie: tuple[bool, bool]
) -> Lies:
    """How the dice may lie at last, if who may roll once more does so where it helps him."""
    if not again:
        return {lie: 1.0}
    seat, rest = again[0], again[1:]
    kept = expected(view, dice, rest, lie)
    chance = WARNING[view.sheets[seat].challenge]
    rolled: Lies = {}
    for warned, share in ((True, chance), (False, 1 - chance)):
        now = (lie[0], warned) if seat == dice.front else (warned, lie[1])
        for end, part in expected(view, dice, rest, now).items():
            rolled[end] = rolled.get(end, 0.0) + share * part
    better = settled(view, dice, rolled, seat) > settled(view, dice, kept, seat)
    return rolled if better else kept
