"""How a team stands in the season: its race now, its points, and at the market its means."""

from __future__ import annotations

from functools import partial

from paddock.core.game_spec import BotHints
from paddock.core.seats import Seat
from paddock.games.winds_of_war.bots import EXACT_PROMPTS, NOISE_BY_LEVEL
from paddock.games.winds_of_war.bots import evaluate as race_evaluate
from paddock.games.winds_of_war.bots.garage import TURNS_PER_LIRA, car_strength
from paddock.games.winds_of_war.data import DRIVER_X, POINTS
from paddock.games.winds_of_war.market.bots import WITHOUT, AtMarket, prospects, spares_worth
from paddock.games.winds_of_war.market.moves import Move
from paddock.games.winds_of_war.modes.championship.game import GAME
from paddock.games.winds_of_war.modes.championship.phases import Racing
from paddock.games.winds_of_war.modes.championship.state import State
from paddock.games.winds_of_war.modes.championship.view import View
from paddock.games.winds_of_war.state import Team
from paddock.games.winds_of_war.state.pieces import TRACK
from paddock.games.winds_of_war.view import imagine


def evaluate(view: View, seat: Seat, before: View | None = None) -> float:
    """From 0 to 1: the standings, and the race or the means for the next; after a decision, at the
    time of the view before it."""
    best = max([p for s, p in enumerate(view.points) if s != seat], default=0)
    lead = (view.points[seat] - best) / (2 * POINTS[0])
    standing = 0.5 + 0.5 * lead / (1 + abs(lead))
    share = len(view.results) / (2 * len(view.options.calendar))
    if isinstance(view.phase, Racing):
        now = race_evaluate(view.now, seat, before.now if before else None)
    else:
        worth = prospects(imagine(view.now), view.phase, seat, partial(means, view))
        now = 0.5 + 0.45 * worth / (60 + abs(worth))
    return (1 - share) * now + share * standing


def means(view: View, team: Team) -> float:
    """Car, driver and tuning on the circuits to come, spare parts, money."""
    if team.model < 0:
        return WITHOUT + TURNS_PER_LIRA * team.purse
    coming = view.options.calendar[len(view.results) :] or view.options.calendar[-1:]
    driver = team.driver if team.driver >= 0 else DRIVER_X
    total = 0.0
    for circuit in coming:
        track = TRACK[circuit]
        laps = track.laps if track.open else view.options.laps or track.laps
        total += car_strength(circuit, laps, team.model, driver, team.tuning)
    return total / len(coming) + spares_worth(team, TURNS_PER_LIRA) + TURNS_PER_LIRA * team.purse


BOT_HINTS: BotHints[State, Move, View] = BotHints(
    option_values=AtMarket(GAME, evaluate).option_values,
    samples=0,
    noise=NOISE_BY_LEVEL,
    error_free_prompts=EXACT_PROMPTS,
)
