"""How the bots drive: corners, cooldown, slipstream and the last Heat; and that mc can be timed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tools.games.heat_figures import BASE, fewest, winner

from paddock.bots import make_bot
from paddock.core.chance import Dealer, ScriptedChance, UnrecordedChance
from paddock.core.errors import UnknownBot
from paddock.core.notation import read_facts
from paddock.games.heat import RACE
from paddock.games.heat.bots.turns import after_turn
from paddock.games.heat.data import SYMBOLS, TRACKS
from paddock.games.heat.events import Boosted, Cooled, CornerPaid, Finished, Slipstreamed, SpunOut
from paddock.games.heat.modes.championship import CHAMPIONSHIP
from paddock.games.heat.modes.championship.state import Options as Season
from paddock.games.heat.moves import Plan
from paddock.games.heat.phases import Planning
from paddock.games.heat.rules.course import COURSES, spell
from paddock.games.heat.state import Options, State

GAME = RACE.game
SEEDS = range(8)
BOTS = ("greedy", "search:60")


def place(*lines: str) -> State:
    """A position on USA; its first corners are at 12 (7), 33 (3), 49 (3) and 57 (2)."""
    names = tuple(line.split()[0] for line in lines)
    return RACE.notation.place(read_facts(list(lines)), Options(), names)


def drive(state: State, bot: str, seed: int) -> tuple[State, list[Any]]:
    """To the end of the round, alex by the bot, others as if they were absent; what alex did."""
    player, chance = make_bot(bot, RACE), Dealer(random.Random(seed))
    luck = UnrecordedChance(random.Random(seed + 1000))
    happened: list[Any] = []
    begun = state.round
    while state.round == begun and (asks := GAME.asks(state)):
        ask = asks[0]
        view = GAME.view(state, ask.seat)
        move = ask.default_move if ask.seat else player.choose(view, ask, luck)
        if isinstance(state.phase, Planning) and ask.seat == 0:
            happened.append(move)
        step = GAME.play(state, ask.seat, move, chance)
        happened += [event for event in step.events if getattr(event, "seat", None) == 0]
        state = step.state
    return state, happened


def count(happened: list[Any], kind: type) -> int:
    return sum(isinstance(what, kind) for what in happened)


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_with_an_empty_engine_cools_down_before_a_sharp_corner(bot: str) -> None:
    for seed in SEEDS:
        state = place("alex at 28 gear 3 engine 0 hand 1,2,3,4,H,H,H")
        after, happened = drive(state, bot, seed)
        assert count(happened, Cooled)
        assert after.cars[0].engine


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_pays_for_a_corner_rather_than_losing_turns(bot: str) -> None:
    for seed in SEEDS:
        # without paying it would take two turns to creep over the line at 57
        state = place("alex at 55 gear 1 engine 4 hand 0,1,3,3,3,H,H")
        after, happened = drive(state, bot, seed)
        assert 1 <= sum(what.heat for what in happened if isinstance(what, CornerPaid)) <= 3
        assert after.cars[0].pos >= 57


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_lets_itself_be_pulled_along_when_it_gains(bot: str) -> None:
    pulled = 0
    for seed in SEEDS:
        # whatever alex plays on the straight, somebody stands right ahead of him or beside
        others = [f"car{n} at {at} gear 1 hand 0,1,1,1,1,1,1 engine 0" for n, at in CROWD]
        state = place("alex at 13 gear 4 engine 0 hand 1,1,2,2,3,3,H", *others)
        _, happened = drive(state, bot, seed)
        pulled += count(happened, Slipstreamed)
    assert pulled >= len(SEEDS) - 2


CROWD = [(2, 18), (3, 20), (4, 22), (5, 24)]


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_is_not_pulled_along_over_a_corner_it_cannot_pay(bot: str) -> None:
    for seed in SEEDS:
        state = place(
            "alex at 26 gear 3 engine 0 hand 1,1,2,2,4,H,S",
            "bob at 32 gear 1 engine 0 hand 0,0,0,0,0,0,0",
        )
        _, happened = drive(state, bot, seed)
        assert not count(happened, SpunOut)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    "line",
    [
        "alex at 30 gear 3 engine 1 hand 1,1,2,4,4,4,5",
        "alex at 31 gear 2 engine 0 hand 1,3,4,4,4,5,H",
        "alex at 53 gear 2 engine 1 hand 1,2,2,3,4,4,5",
        "alex at 8 gear 4 engine 0 hand 1,2,3,4,4,4,5",
    ],
)
def test_a_bot_does_not_spin_out_when_it_can_avoid_it(line: str, bot: str) -> None:
    for seed in SEEDS:
        _, happened = drive(place(line), bot, seed)
        assert not count(happened, SpunOut)


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_boosts_over_the_finish_line(bot: str) -> None:
    for seed in SEEDS:
        # 7 in third gear is two short; fourth gear would cost the Heat and is one short
        state = place("alex at 129 gear 2 engine 1 hand 1,2,2,3,H,H,H")
        _, happened = drive(state, bot, seed)
        assert count(happened, Boosted)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("card", ["u7", "u18", "u42", "u43", "u46"])
def test_a_bot_plans_no_card_whose_heat_it_cannot_pay(card: str, bot: str) -> None:
    """An engine without Heat, and none in the hand to cool down; there are other cards."""
    for seed in SEEDS[:3]:
        for at, gear in ((15, 2), (28, 3), (60, 4)):
            hand = f"hand 1,2,2,3,3,4,{card} upgrades {card}"
            state = place(f"alex at {at} gear {gear} engine 0 {hand}")
            _, happened = drive(state, bot, seed)
            (plan,) = [what for what in happened if isinstance(what, Plan)]
            assert not any(SYMBOLS[its].heat for its in plan.cards)


def test_greedy_takes_an_upgrade_for_what_it_does() -> None:
    """Whatever its number is: a card that raises the limit rather than brakes that cost Heat."""
    chance = ScriptedChance({"market": ["u7", "u9", "u38", "u46"]}, RACE.notation.face)
    state = GAME.setup(Options(garage="draft", upgrades="both"), 1, chance).state
    ask, luck = GAME.asks(state)[0], UnrecordedChance(random.Random(1))
    chosen = make_bot("greedy", RACE).choose(GAME.view(state, 0), ask, luck)
    assert RACE.notation.text(chosen, ("alex",)) == "pick u38"


@pytest.mark.parametrize(
    ("garage", "moves"),
    [("u7,u46", ["pick u38", "swap u46 u2"]), ("u38,u41", ["pick u38", "done"])],
)
def test_and_swaps_it_for_a_better_one(garage: str, moves: list[str]) -> None:
    """Between two races; the market has one card for the only driver, and three more."""
    notation, mode = CHAMPIONSHIP.notation, CHAMPIONSHIP.game
    facts = read_facts([f"alex garage {garage}", "season race 2"])
    script = ScriptedChance({"market": ["u2", "u9", "u38", "u10"]}, notation.face)
    state = notation.begin(notation.place(facts, Season(), ("alex",)), "garage", script).state
    player, luck = make_bot("greedy", CHAMPIONSHIP), UnrecordedChance(random.Random(1))
    for text in moves:
        ask = mode.asks(state)[0]
        chosen = player.choose(mode.view(state, 0), ask, luck)
        assert notation.text(chosen, ("alex",)) == text
        state = mode.play(state, 0, chosen, luck).state


def test_greedy_has_spent_its_heat_by_the_finish_line() -> None:
    """A car with a full engine at the finish was driven too carefully."""
    left = []
    for seed in range(6):
        player, chance = make_bot("greedy", RACE), Dealer(random.Random(seed))
        luck = UnrecordedChance(random.Random(seed))
        state = GAME.setup(Options(), 2, chance).state
        while asks := GAME.asks(state):
            ask = asks[0]
            move = player.choose(GAME.view(state, ask.seat), ask, luck)
            step = GAME.play(state, ask.seat, move, chance)
            home = [event.seat for event in step.events if isinstance(event, Finished)]
            left += [step.state.cars[seat].engine for seat in home]
            state = step.state
    assert len(left) == 12
    assert sum(left) / len(left) < 1


def test_heat_is_worth_turns_until_the_last_one() -> None:
    crs = COURSES[spell("usa", 2)]
    assert after_turn(60, 3, 0, crs) - after_turn(60, 3, 6, crs) > 0.5
    assert abs(after_turn(135, 4, 0, crs) - after_turn(135, 4, 6, crs)) < 0.3


@pytest.mark.parametrize("track", BASE)
def test_greedy_drives_in_a_number_of_rounds_that_a_player_would_recognise(track: str) -> None:
    """Not many more than the fewest there can be without any help from others."""
    found = [winner(track, ["greedy"] * 4, str(seed)) for seed in range(3)]
    assert sorted(found)[1] <= fewest(track, pulled=False) + 3
    assert min(found) >= fewest(track, pulled=True)


def test_search_takes_a_number_or_seconds() -> None:
    state = place("alex at 31 gear 2 engine 6 hand 1,2,2,3,4,4,H")
    ask = GAME.asks(state)[0]
    for name in ("hard", "search:20", "search:0.05s"):
        move = make_bot(name, RACE).choose(
            GAME.view(state, 0), ask, UnrecordedChance(random.Random(1))
        )
        assert isinstance(move, Plan)
        assert move in ask.options
    for name in ("search:0", "search:0s", "search:x", "search:-1s"):
        with pytest.raises(UnknownBot):
            make_bot(name, RACE)


def test_seconds_are_spent() -> None:
    """By the clock more worlds are sampled in more time."""
    tried = [
        len(list(worlds(make_bot(f"search:{seconds}s", RACE)))) for seconds in ("0.002", "0.05")
    ]
    assert tried[0] < tried[1]


def worlds(bot: Any) -> Any:
    return bot.budget(2, 1)


@pytest.mark.parametrize("track", TRACKS)
def test_the_table_falls_towards_the_finish(track: str) -> None:
    crs = COURSES[spell(track, TRACKS[track].laps)]
    lap = crs.track.spaces
    for gear in (1, 4):
        for pos in range(0, crs.goal - lap, 7):
            assert after_turn(pos, gear, 3, crs) > after_turn(pos + lap, gear, 3, crs) + 3
