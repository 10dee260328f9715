"""Bot hints of a championship, and how well a seat stands."""

from __future__ import annotations

from paddock.core.chance import Chance
from paddock.core.game import Ask
from paddock.core.game_spec import BotHints
from paddock.core.seats import Seat
from paddock.games.heat import bots as race
from paddock.games.heat.bots import imagined
from paddock.games.heat.bots.exact import A_TURN
from paddock.games.heat.bots.garage import slower_by
from paddock.games.heat.bots.rule_of_thumb import rule_of_thumb
from paddock.games.heat.data import POINTS
from paddock.games.heat.modes.championship.moves import Keep, Move, Swap
from paddock.games.heat.modes.championship.phases import Racing
from paddock.games.heat.modes.championship.state import State
from paddock.games.heat.modes.championship.view import View
from paddock.games.heat.moves import Pick


def evaluate(view: View, seat: Seat) -> float:
    """The race now, and the points so far: worth more the fewer races are left."""
    now = 0.5 if view.now is None else race.evaluate(view.now, seat)
    return in_season(now, view.results, len(view.grid), len(view.legs), seat)


def in_season(
    now: float, results: tuple[tuple[int, ...], ...], cars: int, legs: int, seat: Seat
) -> float:
    if not results:
        return now
    total = [sum(row[car] for row in results) for car in range(cars)]
    rivals = [points for car, points in enumerate(total) if car != seat]
    lead = total[seat] - max(rivals, default=0)
    standing = 0.5 + max(-0.5, min(0.5, lead / (2 * POINTS[0])))
    share = len(results) / legs
    return (1 - share / 2) * now + share / 2 * standing


def appraise(view: View, ask: Ask[Move], chance: Chance) -> list[float]:
    """As in a race; between races, the value of an Upgrade."""
    if view.now is not None:
        return race.appraise(view.now, ask, chance)  # type: ignore[arg-type]  # its own moves
    return [0.5 - A_TURN * slower(move) / 100 for move in ask.options]


def slower(move: Move) -> float:
    """Hundredths of a round that a choice between races costs."""
    match move:
        case Swap(card, other):
            return slower_by(other) - slower_by(card)
        case Pick(card) | Keep(card):
            return slower_by(card)
    return 0.0


def habit(state: State, ask: Ask[Move], luck: Chance) -> Move:
    phase = state.phase
    if isinstance(phase, Racing):
        return rule_of_thumb(phase.now, ask, luck)  # type: ignore[arg-type]  # its own moves
    return min(ask.options, key=slower)


def pause(begun: State, state: State) -> bool:
    """Stop imagining where a race would, and at its end."""
    before, now = begun.phase, state.phase
    if not isinstance(before, Racing) or not isinstance(now, Racing) or begun.race != state.race:
        return True
    return imagined.pause(before.now, now.now)


def worth(state: State, seat: Seat) -> float:
    phase = state.phase
    now = imagined.worth(phase.now, seat) if isinstance(phase, Racing) else 0.5
    return in_season(now, state.results, state.cars, len(state.legs), seat)


BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=appraise,
    rollout_policy=habit,
    cutoff=pause,
    state_value=worth,
    samples=150,
    noise=(0.035, 0.014),
)
