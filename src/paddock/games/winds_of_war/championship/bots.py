"""How a team stands in the season: its race now, its points, and at the market its means."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.house import Mind
from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots import Exact
from paddock.games.winds_of_war.bots import evaluate as race_evaluate
from paddock.games.winds_of_war.bots.garage import LIRA, PARTS, strength
from paddock.games.winds_of_war.championship.game import GAME
from paddock.games.winds_of_war.championship.moves import Move
from paddock.games.winds_of_war.championship.phases import Offering, Racing, Replying
from paddock.games.winds_of_war.championship.rules import exchange, fair, items_of
from paddock.games.winds_of_war.championship.state import State
from paddock.games.winds_of_war.championship.view import View
from paddock.games.winds_of_war.data import NOBODY, POINTS
from paddock.games.winds_of_war.state import State as RaceState
from paddock.games.winds_of_war.state import Team
from paddock.games.winds_of_war.state.pieces import TRACK
from paddock.games.winds_of_war.view import imagine

HOPE = 0.001  # what keeps a team from an offer that leads nowhere
FIRST = 5.0  # a good offer comes before purchases
WORTH_IT = 0.01  # turns that both together must gain
WITHOUT = -80.0  # a team without a car


def evaluate(seen: View, seat: Seat) -> float:
    """From 0 to 1: the standings, and the race or the means for the next."""
    best = max([p for s, p in enumerate(seen.points) if s != seat], default=0)
    lead = (seen.points[seat] - best) / (2 * POINTS[0])
    standing = 0.5 + 0.5 * lead / (1 + abs(lead))
    share = len(seen.results) / (2 * len(seen.options.circuits))
    if isinstance(seen.phase, Racing):
        now = race_evaluate(seen.now, seat)
    else:
        worth = prospects(seen, seat)
        now = 0.5 + 0.45 * worth / (60 + abs(worth))
    return (1 - share) * now + share * standing


def prospects(seen: View, seat: Seat) -> float:
    """What a team's means are worth for the races to come; an offer as if it were taken, and
    before anything is bought, for what is bought first can no longer be part of a deal."""
    phase = seen.phase
    now = imagine(seen.now)
    base = means(seen, now.teams[seat])
    if isinstance(phase, Replying) and phase.offer.queue[0] == seat:
        offer = phase.offer
        after = exchange(now, seat, offer.whom, offer.give, offer.want, phase.lire)
        gain = means(seen, after.teams[offer.whom]) - means(seen, now.teams[offer.whom])
        return FIRST + means(seen, after.teams[seat]) if gain > 0 else base
    if isinstance(phase, Offering) and phase.queue[0] == seat:
        best = surplus(seen, now, phase)
        if not phase.want and not phase.give:
            theirs = items_of(now.teams[phase.whom], with_car=False)
            tries = [surplus(seen, now, replace(phase, want=(item,))) for item in theirs]
            best = max(tries, default=0.0)
        return FIRST + base + best if best > WORTH_IT else base - HOPE
    return base


def surplus(seen: View, now: RaceState, offer: Offering) -> float:
    """What both together would gain by what has been named so far."""
    both = (offer.queue[0], offer.whom)
    mine, theirs = (now.teams[s] for s in both)
    if not fair(mine, theirs, offer.give, offer.want):
        return 0.0
    after = exchange(now, *both, offer.give, offer.want, 0)
    return sum(means(seen, after.teams[s]) - means(seen, now.teams[s]) for s in both)


def means(seen: View, team: Team) -> float:
    """Car, driver and tuning on the circuits to come, spare parts, money."""
    if team.model < 0:
        return WITHOUT + LIRA * team.purse
    coming = seen.options.circuits[len(seen.results) :] or seen.options.circuits[-1:]
    driver = team.driver if team.driver >= 0 else NOBODY
    total = 0.0
    for circuit in coming:
        laps = seen.options.laps or TRACK[circuit].laps
        total += strength(circuit, laps, team.model, driver, team.tuning)
    spares = sum(sum(PARTS[part][:n]) for part, n in enumerate(team.spares))
    return total / len(coming) + spares + LIRA * team.purse


MIND: Mind[State, Move, View] = Mind(
    appraise=Exact(GAME, evaluate).appraise, samples=0, misjudges=(0.04, 0.004)
)
