"""What is kept of a question while others seal is what would be said anew."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from paddock import games
from paddock.core.chance import Refusing, WouldDraw
from paddock.core.game import Ask
from paddock.core.referee import in_window, only, others_seal
from paddock.server import asks, wire
from paddock.server.table import Table
from tests.seeds import seeded, shown
from tests.server.test_secrets import race

ASK = msgspec.json.Decoder(wire.Ask)


def final(table: Table, seat: int, move: Any) -> bool:
    """By playing it, whatever others have still to do."""
    game, referee = table.house.game, table.referee
    assert referee is not None
    try:
        step = game.play(referee.state, seat, move, Refusing())
    except WouldDraw:
        return True
    after = game.asks(step.state)
    return step.opened or not (in_window(referee.asks, seat, after) or only(seat, after))


def said(table: Table, ask: Ask[Any], kept: asks.Kept) -> wire.Ask:
    assert table.referee is not None
    seen = table.house.game.view(table.referee.state, ask.seat)
    return ASK.decode(msgspec.json.encode(asks.ask_now(table, ask, "en", seen, kept)))


@seeded(0)
@pytest.mark.parametrize("game", [name for name in games.houses() if "/" not in name])
def test_a_question_that_is_kept_is_what_would_be_said_anew(game: str, seed: int) -> None:
    house = games.find(game)
    seats = min(4, house.card.seats[1])
    kept: asks.Kept = {}
    sealed = 0
    for table in race(game, seats, random.Random(seed)):
        if table.version > 70 or table.state == "over":
            break
        assert table.referee is not None
        for ask in table.referee.asks:
            before = kept.get((ask.seat, "en"))
            assert said(table, ask, kept) == said(table, ask, {})
            sealed += before is not None and kept.get((ask.seat, "en")) == before
            if others_seal(table.referee.asks, ask.seat) and isinstance(ask.options, tuple):
                assert not any(final(table, ask.seat, move) for move in ask.options)
    asked = {"template", "street-illegal", "heat", "circus-maximus"}
    assert shown(seed, sealed > 0 or game not in asked), "nothing was kept"
