"""Secrets are never sent to others."""

from __future__ import annotations

import importlib
import json
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from paddock import games
from paddock.core.seats import Language, Seat
from paddock.server.api import wire
from paddock.server.live.live_table import LiveTable
from paddock.server.tables import actions, table_log
from paddock.server.tables.table import Table
from paddock.server.tables.table_log import Place
from tests.seeds import seeded, shown
from tests.server.site import Site

LANGUAGES: tuple[Language, ...] = ("en", "it")


class Watching:
    """A viewer without a socket."""

    def __init__(self, viewer: Seat | None, language: Language) -> None:
        self.viewer, self.language = viewer, language
        self.person = None if viewer is None else f"person {viewer}"

    def push(self, frame: bytes) -> None:
        raise AssertionError

    def push_end(self) -> None:
        raise AssertionError


def race(game: str, seats: int, generator: random.Random) -> Iterator[Table]:
    """A race of people with random moves, after each row."""
    spec = games.find_spec(game)
    places = tuple(Place(f"P{seat}", f"person {seat}") for seat in range(seats))
    options = Raw(msgspec.json.encode(spec.options()))
    clock = wire.Live(600, 5)
    opened = table_log.Opened(game, spec.card.edition, options, places, clock, True, "person 0")
    table = Table("t", spec, table_log.Row(0, opened, None, 1000))
    plan = actions.start(table, "greedy", lambda level, seat, spec: Place(level, None, level))
    while True:
        table.fold(table_log.Row(table.version + 1, plan.entry, None, 1000 + table.version))
        assert not table.frozen
        yield table
        if table.state == "over":
            return
        assert table.referee is not None
        ask = generator.choice(table.referee.asks)
        move = ask.options[generator.randrange(len(ask.options))]
        plan = actions.move(table, ask.seat, None, move, "person")


NOBODY: Any = SimpleNamespace(
    elsewhere=frozenset(),
    clock=lambda: 0,
    prepared=SimpleNamespace(state_of=lambda live: None),
)
"""A hub without connections, where nothing was prepared."""


def frames(table: Table, viewer: Seat | None, language: Language) -> tuple[bytes, bytes]:
    live = LiveTable(NOBODY, table)
    watching = Watching(viewer, language)
    return live.whole(watching), live.news(watching, table.version - 1, live.render_cache())


@seeded(0)
@pytest.mark.parametrize(("game", "seats"), [("template", 3), ("street-illegal", 4)])
def test_frames_stay_byte_equal_when_the_hidden_part_is_dealt_again(
    game: str, seats: int, seed: int
) -> None:
    package = game.replace("-", "_")
    redeal = importlib.import_module(f"tests.games.{package}.secrets").redeal
    generator = random.Random(seed)
    different = 0
    for table in race(game, seats, generator):
        assert table.referee is not None
        eyes: list[Seat | None] = [None, *range(seats)]
        for viewer in generator.sample(eyes, 2):
            twin = table.copy()
            assert twin.referee is not None
            twin.referee.state = redeal(table.referee.state, viewer, generator)
            twin.referee.asks = twin.spec.game.asks(twin.referee.state)
            different += twin.referee.state != table.referee.state
            language = generator.choice(LANGUAGES)
            assert frames(twin, viewer, language) == frames(table, viewer, language)
    assert shown(seed, different > 10), "something must have been dealt again"


def test_no_frame_names_a_draw_or_who_somebody_is(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "greedy", game="street-illegal")
    with ann.at(table, 0) as viewer, ann.at(table) as spectator:
        viewer.play_out()
        spectator.until(lambda now: now["state"] == "over")
        text = json.dumps(viewer.frames + spectator.frames)
    assert '"draws"' not in text
    assert '"dealt"' not in text
    assert ann.me["id"] not in text
    assert '"person"' not in text.replace('"kind": "person"', "")


def test_spectators_see_only_what_is_public(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "Cleo")
    with ann.at(table, 0) as a, bob.at(table) as b:
        a.answer(a.until_asked())
        b.receive(lambda f: f["type"] == "News")
        assert b.now["view"]["hand"] == []
        assert b.now["asks"] == []
        assert b.now["undo"] is None
        assert not any(seat["mine"] for seat in b.now["seats"])
        drawn = [line["event"] for line in b.log if line["type"] == "Told"]
        assert all(event["card"] is None for event in drawn if event["type"] == "Drew")


def test_a_running_race_is_replayed_only_through_ones_own_eyes(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open")
    bob.join(table, 1)
    with ann.at(table, 0) as a:
        a.answer(a.until_asked())
    mine: dict[str, Any] = ann.get(f"/api/tables/{table}/replay", eye=0).json()
    theirs: dict[str, Any] = bob.get(f"/api/tables/{table}/replay").json()
    assert mine["moments"][1]["move"]
    assert theirs["moments"][1]["move"] == "", "a sealed move is a secret"
    assert theirs["moments"][1]["view"]["phase"]["mine"] == 0
