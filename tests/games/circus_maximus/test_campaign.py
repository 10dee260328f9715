"""The Epic campaign: its charts and arithmetic, its secrets, and bots that play it to the end."""

from __future__ import annotations

import random

import msgspec
import pytest

from paddock.core.chance import ScriptedChance, UnrecordedChance
from paddock.core.game_spec import AnyGameSpec
from paddock.core.notation import read_facts
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.modes.campaign import CAMPAIGN, bots
from paddock.games.circus_maximus.modes.campaign.foresee import foresee
from paddock.games.circus_maximus.modes.campaign.moves import PASS
from paddock.games.circus_maximus.modes.campaign.phases import Betting, Plotting, Racing
from paddock.games.circus_maximus.modes.campaign.rules import galas, owners
from paddock.games.circus_maximus.modes.campaign.rules.galas import Gala
from paddock.games.circus_maximus.modes.campaign.rules.market import random_chariot
from paddock.games.circus_maximus.modes.campaign.state import Options, State
from paddock.games.circus_maximus.modes.season import SEASON
from paddock.games.circus_maximus.ownership.rules.names import random_name
from paddock.games.circus_maximus.ownership.rules.stable import Entry
from paddock.server.workers.jobs import bot_and_decoders
from tests.games.circus_maximus.counts import census

GAME = CAMPAIGN.game
NAMES = tuple(f"p{n}" for n in range(1, 9))


@pytest.mark.parametrize(
    ("place", "gap", "starters", "points"),
    [
        (1, 12, 8, 22),
        (3, 7, 8, 7),
        (4, 11, 8, 6),
        (5, 30, 8, 3),
        (0, None, 8, 3),
        (1, None, 8, 22),
        (1, None, 4, 14),
    ],
)
def test_experience_for_a_place(place: int, gap: float | None, starters: int, points: int) -> None:
    assert owners.experience(place, gap, starters) == points


def test_the_least_stakes_by_odds() -> None:
    stakes = [(n * owners.least_stake(n), owners.least_stake(n)) for n in range(1, 6)]
    assert stakes == [(100, 100), (400, 200), (1200, 400), (3200, 800), (8000, 1600)]


def test_every_row_of_random_teams_is_a_run_of_the_scale() -> None:
    scale = (21, 24, 27, 30, 33, 36, 40, 43, 46, 49, 52, 55, 59, 62, 65, 68, 71, 74)
    for _, row in data.RANDOM_TEAM.values():
        at = scale.index(row[0])
        assert row == scale[at : at + 6]


def test_no_two_men_have_one_name() -> None:
    chance = UnrecordedChance(random.Random(5))
    used: set[str] = set()
    for _ in range(600):
        name = random_name(chance, used)
        assert name not in used
        used.add(name)


def test_chariots_by_dice_can_start() -> None:
    chance = UnrecordedChance(random.Random(6))
    assert all(random_chariot(chance, ()).healthy for _ in range(50))


def play_campaign(options: Options, seats: int, seed: int) -> list[State]:
    """A campaign of bots, state by state; the books balance in each."""
    chance = UnrecordedChance(random.Random(seed))
    state = GAME.setup(options, seats, chance).state
    player, states = bots.patron(""), [state]
    counted = census(state)
    while asks := GAME.asks(state):
        ask = asks[-1]
        move = player.choose(GAME.view(state, ask.seat), ask, chance)
        assert move in ask.options
        step = GAME.play(state, ask.seat, move, chance)
        state = step.state
        states.append(state)
        for event in step.events:
            assert CAMPAIGN.words.say(event, NAMES[:seats])
    assert census(state) == counted
    return states


@pytest.mark.parametrize("seed", range(2))
def test_bots_play_it_to_the_end(seed: int) -> None:
    states = play_campaign(Options(rounds=3, turns=3, late=1, late_round=2), 5, seed)
    assert all(census(state) for state in states[:: max(1, len(states) // 40)])
    outcome = GAME.outcome(states[-1])
    assert outcome is not None
    assert 1 in outcome.places
    assert len(states[-1].results) == len(states[-1].fortunes) == 3
    assert all(player.stable for player in states[-1].players)


def test_a_gala_of_eight_with_two_killed_and_one_executed_has_a_pot_of_7000() -> None:
    assert galas.survivor_share(Gala(killed=(0, 1), executed=(2,)), 8) == 1400
    assert galas.survivor_share(Gala(executed=(2,)), 8) == 0, (
        "an execution is no kill within the time"
    )
    assert galas.survivor_share(Gala(killed=(0, 1)), 2) == 0


def test_odds_of_a_gala_are_those_of_the_bout_and_no_certain_gain() -> None:
    bets = ((300, 100, 0, 0), (0, 0, 200, 500), (0, 300, 0, 0))
    assert galas.bout_odds(bets, ((0, 1), (2, 3)), 4) == (2, 1, 3, 1)
    even = ((100,) * 6,)
    odds = galas.bout_odds(even, ((0, 1), (2, 3), (4, 5)), 6)
    assert sum(100 * odds[i] for i in (0, 2, 4)) == 600, "what was staked on all comes back"


def test_nobody_meets_his_own_gladiator() -> None:
    lot = [Entry(0, 0), Entry(0, 1), Entry(1, 0), Entry(0, 2), Entry(2, 0)]
    pairs = galas.pair_entries(lot)
    assert pairs == [(lot[0], lot[2]), (lot[1], lot[4])]


def test_galas_are_fought_by_bots() -> None:
    """Every other round: gladiators are bought, fight, train and die, and the books balance."""
    states = play_campaign(Options(rounds=4, turns=1, each=1), 5, 1)
    rings = [state.ring for state in states if state.ring is not None]
    assert len({ring.pair for ring in rings}) > 1
    men = [man for player in states[-1].players for man in player.gladiators]
    assert any(man.wins for man in men)
    assert all(man.name for man in men)


def test_sheets_and_their_cost_are_in_no_other_view() -> None:
    """Unopened plots and security look like none at all."""
    seen = 0
    for seed in range(3):
        for state in play_campaign(Options(rounds=1, turns=1), 6, seed):
            if not isinstance(state.phase, Betting | Racing):
                continue
            for seat, sheet in enumerate(state.sheets):
                if sheet.opened or any(sheet.shown) or not sheet.spent:
                    continue
                for viewer in (*(s for s in range(6) if s != seat), None):
                    view = GAME.view(state, viewer)
                    assert not view.sheets[seat].spent
                    assert view.players[seat].cash == state.players[seat].cash + sheet.spent
                    seen += 1
    assert seen


def test_what_is_being_written_is_in_no_other_view() -> None:
    for state in play_campaign(Options(rounds=1, turns=1), 4, 9):
        phase = state.phase
        if isinstance(phase, Plotting | Betting):
            for seat in range(4):
                view = GAME.view(state, seat)
                assert isinstance(view.phase, Plotting | Betting)
                for other in set(range(4)) - {seat}:
                    assert len(view.phase.said[other]) <= 1


@pytest.mark.parametrize("spec", [SEASON, CAMPAIGN], ids=["season", "campaign"])
def test_a_bot_chooses_the_same_by_what_is_sent_to_it(spec: AnyGameSpec) -> None:
    """A bot at a table runs in another process: its view and its question arrive as bytes."""
    short = {"races": 2} if spec is SEASON else {"rounds": 4, "each": 1}
    options = msgspec.convert({"turns": 1, **short}, spec.options)
    bot, views, asks = bot_and_decoders(spec.card.id, "charioteer", own=False)
    chance = UnrecordedChance(random.Random(11))
    state = spec.game.setup(options, 3, chance).state
    seen: set[str] = set()
    for n in range(5000):
        asked = spec.game.asks(state)
        if not asked:
            break
        ask, view = asked[-1], spec.game.view(state, asked[-1].seat)
        there = views.decode(msgspec.msgpack.encode(view)), asks.decode(msgspec.msgpack.encode(ask))
        move = bot.choose(*there, UnrecordedChance(random.Random(n)))
        assert move == bot.choose(view, ask, UnrecordedChance(random.Random(n))), (
            ask.question.prompt
        )
        seen.add(ask.question.prompt)
        state = spec.game.play(state, ask.seat, move, chance).state
    assert {"bet", "plot", "deal"} <= seen, seen
    assert spec is SEASON or {"send", "plan", "lot"} <= seen, seen


def test_who_has_no_chariot_is_told_so_where_he_would_pass() -> None:
    """Passing must not be the default then: a new player would race with nothing."""
    given = read_facts(["campaign market 10", "ann chariots 0", "ben chariots 1"])
    chance = ScriptedChance({}, CAMPAIGN.notation.face)
    state = CAMPAIGN.notation.place(given, Options(), ("ann", "ben"))
    assert CAMPAIGN.foresee is not None
    state = CAMPAIGN.notation.begin(state, "auction", chance).state
    told = [foresee(GAME.view(state, seat), seat, PASS) for seat in (0, 1)]
    assert told == [{"unused": 1}, {}]
