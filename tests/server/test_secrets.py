"""Nobody is sent what is not theirs to know."""

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
from paddock.server import plans, table_log, wire
from paddock.server.live import LiveTable
from paddock.server.table import Table
from paddock.server.table_log import Place
from tests.seeds import seeded, shown
from tests.server.site import Site

LANGUAGES: tuple[Language, ...] = ("en", "it")


class Watching:
    """An eye without a socket."""

    def __init__(self, eye: Seat | None, language: Language) -> None:
        self.eye, self.language = eye, language
        self.person = None if eye is None else f"person {eye}"

    def push(self, frame: bytes) -> None:
        raise AssertionError

    def push_end(self) -> None:
        raise AssertionError


def race(game: str, seats: int, generator: random.Random) -> Iterator[Table]:
    """A race of people at random, after each row."""
    house = games.find(game)
    places = tuple(Place(f"P{seat}", f"person {seat}") for seat in range(seats))
    options = Raw(msgspec.json.encode(house.options()))
    clock = wire.Live(600, 5)
    opened = table_log.Opened(game, house.card.edition, options, places, clock, True, "person 0")
    table = Table("t", house, table_log.Row(0, opened, None, 1000))
    plan = plans.start(table, "greedy", lambda level, seat, house: Place(level, None, level))
    while True:
        table.fold(table_log.Row(table.version + 1, plan.entry, None, 1000 + table.version))
        assert not table.frozen
        yield table
        if table.state == "over":
            return
        assert table.referee is not None
        ask = generator.choice(table.referee.asks)
        move = ask.options[generator.randrange(len(ask.options))]
        plan = plans.move(table, ask.seat, None, move, "person")


NOBODY: Any = SimpleNamespace(elsewhere=frozenset())  # a hub that nobody is connected to


def frames(table: Table, eye: Seat | None, language: Language) -> tuple[bytes, bytes]:
    live = LiveTable(NOBODY, table)
    watching = Watching(eye, language)
    return live.whole(watching), live.news(watching, table.version - 1, live.once())


@seeded(0)
@pytest.mark.parametrize(("game", "seats"), [("template", 3), ("street-illegal", 4)])
def test_frames_stay_byte_equal_when_the_hidden_part_is_dealt_anew(
    game: str, seats: int, seed: int
) -> None:
    package = game.replace("-", "_")
    redeal = importlib.import_module(f"tests.games.{package}.secrets").redeal
    generator = random.Random(seed)
    different = 0
    for table in race(game, seats, generator):
        assert table.referee is not None
        eyes: list[Seat | None] = [None, *range(seats)]
        for eye in generator.sample(eyes, 2):
            twin = table.copy()
            assert twin.referee is not None
            twin.referee.state = redeal(table.referee.state, eye, generator)
            twin.referee.asks = twin.house.game.asks(twin.referee.state)
            different += twin.referee.state != table.referee.state
            language = generator.choice(LANGUAGES)
            assert frames(twin, eye, language) == frames(table, eye, language)
    assert shown(seed, different > 10), "something must have been dealt anew"


def test_no_frame_names_a_draw_or_who_somebody_is(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "greedy", game="street-illegal")
    with ann.at(table, 0) as eye, ann.at(table) as spectator:
        eye.play_out()
        spectator.until(lambda now: now["state"] == "over")
        text = json.dumps(eye.frames + spectator.frames)
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
