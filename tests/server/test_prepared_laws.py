"""The law "no trace" in every game: frames of all others are the same with programs and without, if
the same answers are given."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from paddock import games
from paddock.core import sheet
from paddock.core.program_turns import turn_of
from paddock.core.program_types import Plan, Program
from paddock.core.seats import Seat
from paddock.server.api import wire
from paddock.server.rendering import render, turn_lines
from paddock.server.rendering.render import ProgramsNow, RenderCache
from paddock.server.tables import actions, prepared, table_log
from paddock.server.tables.programs import NOTHING, AnyPrepared
from paddock.server.tables.table import PlannedRow, Table
from paddock.server.tables.table_log import Place
from tests.seeds import SEED

ROWS = 60


def frame(table: Table, viewer: Seat | None, since: int, programs: dict[Seat, Any]) -> bytes:
    """A news frame as a live table sends it."""
    once = RenderCache(table, None, (), programs=ProgramsNow(programs))
    lines = render.news(once, since, viewer, "en")
    turns = turn_lines.wire_turns(once, once.touched_entries(since), viewer, "en")
    now = render.now(once, viewer, "en", None, looks_up=True)
    return msgspec.json.encode(wire.News(since, table.version, viewer, now, lines, turns))


def preset_of(table: Table, seat: Seat) -> AnyPrepared:
    """What a person has who sets the game's first preset."""
    sent = [
        Raw(msgspec.json.encode(Program(seat, line.body, line.wake)))
        for preset in table.spec.programs.presets[:1]
        for line in preset.lines
    ]
    return prepared.add(table, seat, NOTHING, sent)


@pytest.mark.parametrize("game", list(games.all_specs()))
def test_frames_of_others_do_not_tell_who_prepared(game: str) -> None:
    spec, generator = games.find_spec(game), random.Random(f"{SEED} {game}")
    count = min(3, spec.card.seats[1])
    places = tuple(Place(f"p{n}", f"person{n}") for n in range(count))
    options = Raw(msgspec.json.encode(spec.options()))
    opened = table_log.Opened(game, spec.card.edition, options, places, wire.Slow(48), True, "")
    first = table_log.Row(0, opened, None, 0)
    hand, program = Table("t", spec, first), Table("t", spec, first)

    def add(plan: PlannedRow) -> None:
        row = table_log.Row(hand.version + 1, plan.entry, None, 1000 * hand.version)
        hand.fold(row, plan)
        entry = row.entry
        if isinstance(entry, table_log.Played) and entry.seat == 0:
            by: table_log.By = generator.choice(("program", "co-driver"))
            entry = replace(entry, by=by)
        program.fold(replace(row, entry=entry), plan)

    add(actions.start(hand, "", lambda *_: Place()))
    kept = {0: preset_of(program, 0)}
    others: list[Seat | None] = [None, *range(1, count)]
    while hand.asks() and hand.version < ROWS:
        ask = generator.choice(hand.asks())
        move = ask.default_move
        if isinstance(ask.options, tuple):
            move = generator.choice(ask.options)
        add(actions.move(hand, ask.seat, None, move, "person"))
        since = hand.version - 1
        for viewer in others:
            assert frame(hand, viewer, since, {}) == frame(program, viewer, since, kept)
    own = msgspec.json.decode(frame(program, 0, program.version - 1, kept))["now"]
    assert bool(own["programs"]) == bool(kept[0].lines), "its own person sees them"


@pytest.mark.parametrize("game", list(games.all_specs()))
def test_the_sheet_gives_a_plan_that_can_be_set(game: str) -> None:
    """What the sheet shows first can be planned, stored and read back."""
    spec = games.find_spec(game)
    count = min(3, spec.card.seats[1])
    places = tuple(Place(f"p{n}", f"person{n}") for n in range(count))
    options = Raw(msgspec.json.encode(spec.options()))
    opened = table_log.Opened(game, spec.card.edition, options, places, wire.Slow(48), True, "")
    table = Table("t", spec, table_log.Row(0, opened, None, 0))
    plan = actions.start(table, "", lambda *_: Place())
    table.fold(table_log.Row(1, plan.entry, None, 1), plan)
    assert table.referee is not None
    turn = turn_of(spec, table.referee.state).number
    view = spec.game.view(table.referee.state, 0)
    made = sheet.open_sheet(spec, view, 0, turn)
    if made.ask is None:
        assert made.ended
        return
    made = sheet.open_sheet(spec, view, 0, turn, [made.ask.default_move])
    program = Program(0, Plan(turn, turn, made.steps))
    found = prepared.add(table, 0, NOTHING, [Raw(msgspec.json.encode(program))])
    assert found.lines[0].program.body == program.body
