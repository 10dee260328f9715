"""What is kept of what was said is what would be said anew."""

from __future__ import annotations

import gc
import random
import weakref
from typing import Any

import msgspec
import pytest

from paddock import games
from paddock.core.chance import Refusing, WouldDraw
from paddock.core.referee import in_window, only, others_seal
from paddock.core.seats import Seat
from paddock.server import asks, render, telling
from paddock.server.kept import Kept
from paddock.server.table import Table
from tests.seeds import seeded, shown
from tests.server.test_secrets import race


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


def said(table: Table, eye: Seat | None, kept: Kept) -> bytes:
    """All that an eye is told after a row."""
    once = render.Once(table, kept)
    now = render.now(once, eye, "en", None)
    return msgspec.json.encode(
        (now, telling.wire_turns(once, list(table.history[-1].chapters), eye, "en"))
    )


@seeded(0)
@pytest.mark.parametrize("game", [name for name in games.houses() if "/" not in name])
def test_what_is_kept_is_what_would_be_said_anew(game: str, seed: int) -> None:
    house = games.find(game)
    seats = min(4, house.card.seats[1])
    kept = Kept()
    sealed = 0
    for table in race(game, seats, random.Random(seed)):
        if table.version > 70 or table.state == "over":
            break
        assert table.referee is not None
        before = dict(kept.said)
        for eye in (*range(seats), None):
            assert said(table, eye, kept) == said(table, eye, Kept()), (eye, table.version)
            seen = house.game.view(table.referee.state, eye)
            assert render.Once(table).look(eye).ranked == house.standings(seen)
        for ask in table.referee.asks:
            what = ("ask", ask.seat, "en")
            sealed += what in before and kept.said.get(what) is before[what]
            if others_seal(table.referee.asks, ask.seat) and isinstance(ask.options, tuple):
                assert not any(final(table, ask.seat, move) for move in ask.options)
            for names in (table.names, tuple(f"Another {seat}" for seat in range(seats))):
                move = ask.options[table.version % len(ask.options)]
                text, label = house.notation.text(move, names), house.words.label(move, names)
                assert asks.called(house, move, names, "en")[1:] == (text, label)
    asked = {"template", "street-illegal", "heat", "circus-maximus"}
    assert shown(seed, sealed > 0 or game not in asked), "nothing was kept"


@seeded()
@pytest.mark.parametrize("game", [name for name in games.houses() if "/" not in name])
def test_a_moment_that_was_told_is_gone(game: str, seed: int) -> None:
    """In a ring it would stay until somebody searches for rings, and all wait for that."""
    seats = min(4, games.find(game).card.seats[1])
    gc.disable()
    try:
        for table in race(game, seats, random.Random(seed)):
            if table.version > 12 or table.state == "over":
                break
            once = render.Once(table, Kept())
            for eye in (*range(seats), None):
                render.now(once, eye, "en", None)
                telling.wire_turns(once, list(table.history[-1].chapters), eye, "en")
            moment = weakref.ref(once)
            del once
            assert moment() is None, f"row {table.version}"
    finally:
        gc.enable()
