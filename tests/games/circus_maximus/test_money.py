"""Bot money decisions in the campaign: no bid above the value of a lot, no bet that does not
pay."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from paddock.bots import make_bot
from paddock.core.chance import UnrecordedChance
from paddock.core.game import Amount, Ask
from paddock.games.circus_maximus.modes.campaign import CAMPAIGN
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.bots.patron import max_bid
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.state import Options
from paddock.games.circus_maximus.modes.campaign.view import View
from paddock.games.circus_maximus.modes.season.bots.worth import win_chances
from paddock.games.circus_maximus.ownership.moves import Sum

GAME = CAMPAIGN.game


def before_the_race(name: str, seed: int) -> Iterator[tuple[View, Ask[Move], Move]]:
    """The questions for four bots of a level up to the first race, and their choices."""
    bot, chance = make_bot(name, CAMPAIGN), UnrecordedChance(random.Random(seed))
    state = GAME.setup(Options(rounds=2), 4, chance).state
    while (ask := GAME.asks(state)[0]).question.prompt != "write":
        view = GAME.view(state, ask.seat)
        move = bot.choose(view, ask, chance)
        yield view, ask, move
        state = GAME.play(state, ask.seat, move, chance).state


@pytest.mark.parametrize("name", ["charioteer", "hard", "medium", "easy"])
def test_nobody_bids_more_than_a_lot_is_worth_to_him(name: str) -> None:
    """Of a sample of sums up to all the money, the nearest to a sound one was often above it."""
    bids = 0
    for seed in range(4):
        for seen, ask, move in before_the_race(name, seed):
            if ask.question.prompt == "raise":
                assert isinstance(move, Sum)
                assert move.amount <= max_bid(seen, ask.seat)
                bids += 1
            elif isinstance(move, mv.Bid):
                least = ask.args[0]
                assert isinstance(least, int)
                assert least <= max_bid(seen, ask.seat)
    assert bids > 20


@pytest.mark.parametrize("name", ["charioteer", "hard"])
def test_who_will_hardly_win_bets_no_more_than_he_must(name: str) -> None:
    """The bot staked by the chance to win, whatever the bet would pay."""
    bets = 0
    for seed in range(4):
        for seen, ask, move in before_the_race(name, seed):
            if ask.question.prompt == "bet" and isinstance(ask.options, Amount):
                likely = win_chances(seen)  # type: ignore[arg-type]
                own = max(likely[i] for i in seen.own(ask.seat))
                if own < 0.15:
                    assert move == ask.options[0]
                    bets += 1
    assert bets > 2
