"""Evaluation on the grid: the value of a place and of a challenge."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.games.winds_of_war.data import DIE
from paddock.games.winds_of_war.phases import GridChallenge, GridRerolling, Planning
from paddock.games.winds_of_war.rules.grid import grid_after_challenge
from paddock.games.winds_of_war.view import View

# Wins from each place, of a hundred measured races of six greedy bots.
WINS_BY_PLACE = (32, 23, 16, 11, 10, 8)
WARNING_CHANCE = tuple(faces.count("warning") / len(faces) for faces in DIE)

DiceOdds = dict[tuple[bool, bool], float]  # warnings of challenger and challenged: probability


def is_on_grid(view: View) -> bool:
    """Whether no car has moved yet, so that only the grid counts."""
    phase = view.phase
    if isinstance(phase, GridChallenge | GridRerolling):
        return True
    return view.turn == 1 and not view.at and bool(view.grid) and isinstance(phase, Planning)


def evaluate_grid(view: View, seat: Seat) -> float:
    """The value of a seat's place on the grid; in a challenge, averaged over the dice to come. The
    challenger asks only when weighing the challenge, so both first rolls are still to come."""
    phase = view.phase
    if not isinstance(phase, GridRerolling):
        return place_value(view.grid, seat)
    by, front = phase.queue[0], phase.front
    if seat != by:
        lies = final_dice_odds(view, phase, phase.again, (phase.mine, phase.theirs))
        return mean_place_value(view, phase, lies, seat)
    again = tuple([s for s in (front, by) if view.sheets[s].reroll])
    own, other = (
        WARNING_CHANCE[view.sheets[by].challenge],
        WARNING_CHANCE[view.sheets[front].challenge],
    )
    total = 0.0
    for mine, theirs in ((False, False), (False, True), (True, False), (True, True)):
        chance = (own if mine else 1 - own) * (other if theirs else 1 - other)
        lies = final_dice_odds(view, phase, again, (mine, theirs))
        total += chance * mean_place_value(view, phase, lies, seat)
    return total


def place_value(grid: tuple[Seat, ...], seat: Seat) -> float:
    """The value of a place on the grid, from 0 to 1."""
    places = WINS_BY_PLACE[: len(grid)]
    return 0.25 + 0.5 * places[grid.index(seat)] / sum(places)


def mean_place_value(view: View, dice: GridRerolling, lies: DiceOdds, seat: Seat) -> float:
    """The mean value of a seat's place over the results of the dice."""
    by = dice.queue[0]
    return sum(
        p * place_value(grid_after_challenge(view.grid, by, *lie)[0], seat)
        for lie, p in lies.items()
    )


def final_dice_odds(
    view: View, dice: GridRerolling, again: tuple[Seat, ...], lie: tuple[bool, bool]
) -> DiceOdds:
    """Probabilities of the final dice, if each driver who may re-roll does so where it helps."""
    if not again:
        return {lie: 1.0}
    seat, rest = again[0], again[1:]
    kept = final_dice_odds(view, dice, rest, lie)
    chance = WARNING_CHANCE[view.sheets[seat].challenge]
    rolled: DiceOdds = {}
    for warned, share in ((True, chance), (False, 1 - chance)):
        now = (lie[0], warned) if seat == dice.front else (warned, lie[1])
        for end, part in final_dice_odds(view, dice, rest, now).items():
            rolled[end] = rolled.get(end, 0.0) + share * part
    better = mean_place_value(view, dice, rolled, seat) > mean_place_value(view, dice, kept, seat)
    return rolled if better else kept
