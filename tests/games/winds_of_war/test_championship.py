"""A season of four circuits with auctions and deals: standings and purses to the last coin."""

from __future__ import annotations

import random

import pytest

from paddock.bots import make_bot
from paddock.core.chance import UnrecordedChance
from paddock.core.referee import Referee
from paddock.games.winds_of_war import CHAMPIONSHIP
from paddock.games.winds_of_war.data import POINTS, PRIZES
from paddock.games.winds_of_war.events import BudgetSet
from paddock.games.winds_of_war.modes.championship.events import Event
from paddock.games.winds_of_war.modes.championship.state import Options, State
from tests.games.winds_of_war.ledger import Ledger

SEATS = 5
# In the second at least one deal is made; greedy teams make no deal that costs them.
SEASONS = [("greedy", 1), ("random", 3)]


def play_season(bot: str, seed: int) -> tuple[State, list[Event]]:
    """Play a season between bots; the final state and all events."""
    game = CHAMPIONSHIP.game
    generator = random.Random(seed)
    referee = Referee(game, Options(laps=1), SEATS, generator)
    told = list(referee.opening)
    driver = make_bot(bot, CHAMPIONSHIP)
    while referee.asks:
        ask = referee.asks[0]
        view = game.view(referee.state, ask.seat)
        move = driver.choose(view, ask, UnrecordedChance(generator))
        told += referee.play(ask.seat, move).events
    return referee.state, told


@pytest.mark.parametrize(("bot", "seed"), SEASONS)
def test_standings_and_purses_add_up(bot: str, seed: int) -> None:
    state, told = play_season(bot, seed)
    assert len(state.results) == len(state.options.circuits) == 4
    for seat in range(SEATS):
        places = [result[seat] for result in state.results]
        assert state.points[seat] == sum(POINTS[p - 1] for p in places if 1 <= p <= len(POINTS))
        assert state.won[seat] == sum(PRIZES[p - 1] for p in places if 1 <= p <= len(PRIZES))
    ledger = Ledger(SEATS)
    for event in told:
        ledger.note(event)
    budget = next(event.lire for event in told if isinstance(event, BudgetSet))
    purses = [team.purse for team in state.now.teams]
    assert purses == ledger.purse
    assert min(purses) >= 0
    causes = ledger.causes
    assert sum(purses) == SEATS * budget + causes["won"] + causes["sold"] + causes["bought"]
    assert causes["dealt"] == 0
    assert causes["won"] == sum(state.won)
    assert causes["deals"] or bot == "greedy", "a season without a deal shows nothing of them"


def test_the_champion_has_most_points() -> None:
    state, _ = play_season("random", 3)
    outcome = CHAMPIONSHIP.game.outcome(state)
    assert outcome is not None
    assert state.points[outcome.places.index(1)] == max(state.points)
