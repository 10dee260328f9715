"""The season: its charts and arithmetic, its secrets, and bots that run a stable to the end."""

from __future__ import annotations

import itertools
import random
import re

import pytest

from paddock.core.chance import UnrecordedChance
from paddock.core.errors import RulesBug
from paddock.core.languages import languages
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.modes.season import SEASON, bots
from paddock.games.circus_maximus.modes.season.phases import Betting, Plotting, Racing
from paddock.games.circus_maximus.modes.season.state import Options, State
from paddock.games.circus_maximus.modes.season.words import WORDS
from paddock.games.circus_maximus.ownership.phases.betting import CHARIOTS
from paddock.games.circus_maximus.ownership.rules import betting, intrigue, stable
from paddock.games.circus_maximus.ownership.rules.ledger import Cause, book_entry, cash, open_books
from paddock.games.circus_maximus.ownership.rules.stable import Log
from tests.games.circus_maximus.counts import census

GAME = SEASON.game


@pytest.mark.parametrize(
    ("due", "pool", "paid"),
    [
        ((18_000, 20_400), 31_500, (11_100, 20_400)),
        ((2_000, 6_000, 30_000), 25_000, (0, 0, 25_000)),
        ((2_000, 2_000, 6_000), 9_000, (1_500, 1_500, 6_000)),
        ((9_000, 20_400), 30_000, (9_000, 20_400)),
        ((0, 500), 500, (0, 500)),
    ],
)
def test_a_broken_bank_pays_the_large_sums_first(
    due: tuple[int, ...], pool: int, paid: tuple[int, ...]
) -> None:
    assert betting.payoffs(due, pool) == paid


def test_first_bets_alone_never_break_the_bank() -> None:
    generator = random.Random(3)
    for _ in range(300):
        bets = [[100 * generator.randrange(40) for _ in range(4)] for _ in range(5)]
        odds = betting.odds(bets, 4)
        for winner in range(4):
            assert sum(betting.full_payoffs(bets, odds, winner)) <= sum(map(sum, bets))


def test_bets_after_a_lap_are_asked_for_in_whole_sentences() -> None:
    for language in languages():
        for about in (CHARIOTS, 0):
            asked = WORDS.tell("ask.bet-again", language, about=about, money=100)
            assert not re.search(r"[.?!] [a-z]", asked), asked


def test_all_bets_on_one_chariot_give_the_stake_back() -> None:
    assert betting.odds([(700, 0), (300, 0)], 2) == (1, 0)


@pytest.mark.parametrize(
    ("net", "die", "points"), [(1000, 6, 2), (300, 3, 2), (3100, 6, 5), (8100, 1, 10)]
)
def test_sabotage_by_its_net(net: int, die: int, points: int) -> None:
    assert intrigue.sabotage_works(net, die)
    assert intrigue.wheel_points(net) == points


def test_sabotage_that_security_eats_up_never_works() -> None:
    assert not any(intrigue.sabotage_works(net, 1) for net in (-100, 0))
    assert not intrigue.sabotage_works(100, 2)


def test_the_chart_of_new_horses_adds_up() -> None:
    """The sums of its columns over the 36 rolls of two dice."""
    throws = [a + b for a, b in itertools.product(range(1, 7), repeat=2)]
    sums = [sum(stable.horse_speed(roll, price) for roll in throws) for price in data.HORSE_PRICES]
    assert sums == [77, 90, 102, 122, 145, 178, 208, 239]


def test_a_wounded_driver_has_a_lower_modifier_until_he_has_recovered() -> None:
    log = Log("Scorpus", dm=1, hits=2, most_hits=6)
    assert stable.modifier(log) == -1
    assert stable.modifier(stable.recover(stable.recover(log))) == 1


def test_the_dead_do_not_recover() -> None:
    log = Log("Scorpus", hits=0, boxes=(0, 3, 4, 4))
    rested = stable.recover(log)
    assert rested.hits == 0
    assert rested.boxes == (0, 4, 4, 4)
    assert not rested.whole


def test_nobody_spends_what_he_has_not() -> None:
    books = book_entry(open_books(500), Cause.CARS, -500)
    assert cash(books) == 0
    with pytest.raises(RulesBug):
        book_entry(books, Cause.BETS, -100)


def play_season(options: Options, seats: int, seed: int) -> list[State]:
    """A season of bots, state by state; the books balance in each."""
    chance = UnrecordedChance(random.Random(seed))
    state = GAME.setup(options, seats, chance).state
    player, states = bots.owner(""), [state]
    counted = census(state)
    while asks := GAME.asks(state):
        ask = asks[-1]
        move = player.choose(GAME.view(state, ask.seat), ask, chance)
        assert move in ask.options
        state = GAME.play(state, ask.seat, move, chance).state
        states.append(state)
    assert census(state) == counted
    return states


@pytest.mark.parametrize("seed", range(3))
def test_bots_run_their_stables_to_the_end(seed: int) -> None:
    states = play_season(Options(races=2, turns=2, betters=1), 5, seed)
    assert all(census(state) for state in states[:: max(1, len(states) // 40)])
    outcome = GAME.outcome(states[-1])
    assert outcome is not None
    assert 1 in outcome.places
    assert len(states[-1].results) == len(states[-1].fortunes) == 2


def test_sheets_and_their_cost_are_in_no_other_view() -> None:
    """Unopened plots and security look like none at all."""
    seen = 0
    for seed in range(6):
        for state in play_season(Options(races=1, turns=1), 6, seed):
            if not isinstance(state.phase, Betting | Racing):
                continue
            for seat, sheet in enumerate(state.sheets):
                if sheet.opened or any(sheet.shown) or not sheet.spent:
                    continue
                for viewer in (*(s for s in range(6) if s != seat), None):
                    view = GAME.view(state, viewer)
                    assert not view.sheets[seat].spent
                    assert view.sheets[seat].target < 0
                    assert view.players[seat].cash == state.players[seat].cash + sheet.spent
                    seen += 1
    assert seen


def test_what_is_being_written_is_in_no_other_view() -> None:
    for state in play_season(Options(races=1, turns=1), 4, 9):
        phase = state.phase
        if isinstance(phase, Plotting | Betting):
            for seat in range(4):
                view = GAME.view(state, seat)
                assert isinstance(view.phase, Plotting | Betting)
                for other in set(range(4)) - {seat}:
                    assert len(view.phase.said[other]) <= 1
