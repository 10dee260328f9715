"""Cached parts are equal to newly rendered ones."""

from __future__ import annotations

import gc
import random
import weakref
from typing import Any

import msgspec
import pytest

from paddock import games
from paddock.core.chance import ChanceNeeded, NoChance
from paddock.core.referee import has_others_sealing, is_in_open_window, is_only_asked
from paddock.core.seats import Seat
from paddock.server.rendering import asks, render, turn_lines
from paddock.server.rendering.memo_cache import MemoCache
from paddock.server.tables.table import Table
from tests.seeds import seeded, shown
from tests.server.test_secrets import race


def final(table: Table, seat: int, move: Any) -> bool:
    """Whether a move is final, by playing it."""
    game, referee = table.spec.game, table.referee
    assert referee is not None
    try:
        step = game.play(referee.state, seat, move, NoChance())
    except ChanceNeeded:
        return True
    after = game.asks(step.state)
    return step.opened or not (
        is_in_open_window(referee.asks, seat, after) or is_only_asked(seat, after)
    )


def frames_after(table: Table, viewer: Seat | None, kept: MemoCache) -> bytes:
    """Everything that is sent to a viewer after a row."""
    once = render.RenderCache(table, kept)
    now = render.now(once, viewer, "en", None)
    return msgspec.json.encode(
        (now, turn_lines.wire_turns(once, list(table.history[-1].turn_entries), viewer, "en"))
    )


@seeded(0)
@pytest.mark.parametrize("game", [name for name in games.all_specs() if "/" not in name])
def test_what_is_kept_is_what_would_be_said_again(game: str, seed: int) -> None:
    spec = games.find_spec(game)
    seats = min(4, spec.card.seats[1])
    kept = MemoCache()
    sealed = 0
    for table in race(game, seats, random.Random(seed)):
        if table.version > 70 or table.state == "over":
            break
        assert table.referee is not None
        before = dict(kept.entries)
        for viewer in (*range(seats), None):
            assert frames_after(table, viewer, kept) == frames_after(table, viewer, MemoCache()), (
                viewer,
                table.version,
            )
            view = spec.game.view(table.referee.state, viewer)
            assert render.RenderCache(table).render_for(viewer).ranked == spec.standings(view)
        for ask in table.referee.asks:
            once = render.RenderCache(table)
            since = turn_lines.turns_since(once, ask, ask.seat, "en")
            told = turn_lines.wire_turns(once, [turn.id for turn in since], ask.seat, "en")
            assert since == told, "other sentences than the log"
            what = ("ask", ask.seat, "en")
            sealed += what in before and kept.entries.get(what) is before[what]
            if has_others_sealing(table.referee.asks, ask.seat) and isinstance(ask.options, tuple):
                assert not any(final(table, ask.seat, move) for move in ask.options)
            for names in (table.names, tuple(f"Another {seat}" for seat in range(seats))):
                move = ask.options[table.version % len(ask.options)]
                text, label = spec.notation.text(move, names), spec.words.label(move, names)
                assert asks.move_texts(spec, move, names, "en")[1:] == (text, label)
    asked = {"template", "street-illegal", "heat", "circus-maximus"}
    assert shown(seed, sealed > 0 or game not in asked), "nothing was kept"


@seeded()
@pytest.mark.parametrize("game", [name for name in games.all_specs() if "/" not in name])
def test_a_moment_that_was_told_is_gone(game: str, seed: int) -> None:
    """A reference cycle would keep it until the next full collection."""
    seats = min(4, games.find_spec(game).card.seats[1])
    gc.disable()
    try:
        for table in race(game, seats, random.Random(seed)):
            if table.version > 12 or table.state == "over":
                break
            once = render.RenderCache(table, MemoCache())
            for viewer in (*range(seats), None):
                render.now(once, viewer, "en", None)
                turn_lines.wire_turns(once, list(table.history[-1].turn_entries), viewer, "en")
            moment = weakref.ref(once)
            del once
            assert moment() is None, f"row {table.version}"
    finally:
        gc.enable()
