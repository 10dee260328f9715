"""What a team's means are worth at the market, and which deals are worth an offer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.game import M, S, V
from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots import ExpectedValues
from paddock.games.winds_of_war.bots.garage import SPARE_PART_TURNS, TURNS_PER_LIRA
from paddock.games.winds_of_war.data import SPARES
from paddock.games.winds_of_war.market.moves import MONEY_STEP
from paddock.games.winds_of_war.market.phases import Offering, Replying, Visiting
from paddock.games.winds_of_war.market.rules import exchange, fair, items_of
from paddock.games.winds_of_war.moves import Done
from paddock.games.winds_of_war.state import State as RaceState
from paddock.games.winds_of_war.state import Team

NOWHERE = -1000.0  # an offer that leads nowhere: worse than selling the car
FIRST = 5.0  # a good offer comes before purchases
WORTH_IT = TURNS_PER_LIRA * MONEY_STEP  # turns that both together must gain: less cannot be shared
DEAR = 1.5  # of the price in the shop
WITHOUT = -80.0  # a team without a car

Means: TypeAlias = Callable[[Team], float]
"""What a team is worth for the races to come, in turns."""


def prospects(now: RaceState, phase: Struct, seat: Seat, means: Means) -> float:
    """What a team's means are worth for the races to come; an offer as if it were taken, and
    before anything is bought, for what is bought first can no longer be part of a deal."""
    base = means(now.teams[seat])
    if isinstance(phase, Replying) and phase.offer.queue[0] == seat:
        offer = phase.offer
        after = exchange(now, seat, offer.whom, offer.give, offer.want, phase.lire)
        theirs = means(after.teams[offer.whom]) - means(now.teams[offer.whom])
        mine = means(after.teams[seat])
        return FIRST + mine if theirs > 0 and mine > base else NOWHERE
    if isinstance(phase, Offering) and phase.queue[0] == seat:
        best = surplus(now, phase, means)
        if not phase.want and not phase.give:
            items = items_of(now.teams[phase.whom], with_car=False)
            tries = [surplus(now, replace(phase, want=(item,)), means) for item in items]
            best = max(tries, default=0.0)
        return FIRST + base + best if best > WORTH_IT else NOWHERE
    return base


def surplus(now: RaceState, offer: Offering, means: Means) -> float:
    """What both together would gain by what has been named so far."""
    both = (offer.queue[0], offer.whom)
    mine, theirs = (now.teams[s] for s in both)
    if not fair(mine, theirs, offer.give, offer.want):
        return 0.0
    after = exchange(now, *both, offer.give, offer.want, 0)
    return sum(means(after.teams[s]) - means(now.teams[s]) for s in both)


def spares_worth(team: Team, lira: float) -> float:
    """The turns that spare parts save, at most what the shop price is worth."""
    return sum(
        min(gain, DEAR * SPARES[part].price * lira)
        for part, n in enumerate(team.spares)
        for gain in SPARE_PART_TURNS[part][:n]
    )


class AtMarket(ExpectedValues[S, M, V]):
    """Exact, but a team that leaves the market is judged by what it owns then. What comes next,
    another visit or the race, does not depend on its purchases and has another scale."""

    def value_after(self, before: V | None, state: S, seat: Seat, move: M, luck: Chance) -> float:
        if isinstance(move, Done) and isinstance(getattr(state, "phase", None), Visiting):
            return self.evaluate(self.game.view(state, seat), seat, None)
        return super().value_after(before, state, seat, move, luck)
