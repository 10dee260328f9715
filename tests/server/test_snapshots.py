"""Snapshots: long tables are loaded from them and stay small; the log is authoritative."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from msgspec import Raw
from msgspec.structs import replace

from paddock import games
from paddock.core import referee
from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import Referee
from paddock.server import admin
from paddock.server.api import wire
from paddock.server.live.account_deletion import DELETED_NAME, scrub
from paddock.server.live.loading import load
from paddock.server.people.person import Person
from paddock.server.store import Store, schema, snapshots
from paddock.server.tables import actions, snapshot, table, table_log
from paddock.server.tables.table import PlannedRow, Table, replay_rows, table_from_snapshot
from paddock.server.tables.table_log import Place
from tests.planted import MoreFuel, template
from tests.server.conftest import settings_for
from tests.server.site import TIMEOUT_SECONDS, Guest, Site, running, until
from tests.server.test_frozen import HOUR, play_one, state_of, with_rules

SOON = 6


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "CHECKPOINT_EVERY_ROWS", SOON)
    monkeypatch.setattr(referee, "MAX_UNDO_ROWS", 2)
    monkeypatch.setattr(table, "DICE", lambda: random.Random(7))


def fields(value: Any) -> dict[str, Any]:
    if isinstance(value, Referee):
        return {name: getattr(value, name) for name in Referee.__slots__}
    return dict(vars(value))


def differences(one: Any, other: Any, path: str = "table") -> Iterator[str]:
    """Fields in which two tables differ."""
    for name, mine in fields(one).items():
        theirs = fields(other)[name]
        if name in ("referee", "membership", "slow", "clocks", "turn_log"):
            yield from differences(mine, theirs, f"{path}.{name}")
        elif name not in ("_names", "_ranked", "_dealer", "outages") and mine != theirs:
            yield f"{path}.{name}: {mine} and {theirs}"


def play_table(spec: AnyGameSpec, least: int, generator: random.Random) -> list[table_log.Row]:
    """Log of a table with every kind of row."""
    count = min(6, spec.card.seats[1])
    places = tuple(Place(f"p{n}", f"person{n}") for n in range(count))
    options = Raw(msgspec.json.encode(spec.options()))
    opened = table_log.Opened(
        spec.card.id, spec.card.edition, options, places, wire.Live(60, 5), True, "person0"
    )
    found = Table("t", spec, table_log.Row(0, opened, None, 0))
    log = [table_log.Row(0, opened, None, 0)]

    def add(plan: PlannedRow | None) -> None:
        if plan is not None:
            n = found.version + 1
            log.append(table_log.Row(n, plan.entry, f"id{n}", n * 700))
            found.fold(log[-1], plan)

    add(actions.start(found, "greedy", lambda level, seat, spec: Place(level, None, level)))
    while found.asks() and len(log) < least:
        ask = generator.choice(found.asks())
        offered = ask.options if isinstance(ask.options, tuple) else (ask.default_move,)
        move = generator.choice(offered)
        by: table_log.By = generator.choice(("person", "program", "co-driver"))
        add(actions.move(found, ask.seat, None, move, by))
        taken = found.undo(ask.seat)
        if taken is not None and generator.random() < 0.1:
            add(actions.undo(found, ask.seat, taken))
        if generator.random() < 0.1:
            add(PlannedRow(table_log.Said("p0", 0, "well", "person0")))
        if generator.random() < 0.02:
            add(actions.hint(found, ask.seat))
            given = Raw(msgspec.json.encode(move))
            of_before = table_log.StandingAnswer(ask.seat, ask.question.prompt, given)
            add(PlannedRow(of_before))
    return log


@pytest.mark.parametrize("game", list(games.all_specs()))
def test_a_table_from_its_snapshot_is_the_one_played_through(game: str) -> None:
    spec = games.find_spec(game)
    log = play_table(spec, 130, random.Random(game))
    seen = 0
    for end in (len(log) // 3, len(log) // 2, len(log) - 1, len(log)):
        whole = replay_rows("t", spec, log[:end], None, whole=True)
        through = replay_rows("t", spec, log[:end])
        assert through.referee is not None
        assert whole.referee is not None
        assert (through.referee.state, through.outcome()) == (whole.referee.state, whole.outcome())
        if len(through.checkpoints) < 2:
            assert through.complete
            continue
        kept = snapshot.decode(spec, snapshot.encode(spec, through.checkpoints[0]))
        assert kept == through.checkpoints[0]
        again = table_from_snapshot("t", spec, log[0], kept, log[kept.n + 1 : end])
        assert list(differences(through, again)) == []
        assert not again.complete
        assert again.rows_since(end - 5) == whole.rows_since(end - 5)
        seen += 1
    assert seen, "nothing is taken back past a draw, so there is a rest now and then"


# ---------------------------------------------------------------- stored


def long_race(site: Site, moves: int = 30) -> tuple[Guest, str]:
    """A race of one person in two seats, long enough for a snapshot."""
    ann = site.guest("Ann")
    id = ann.open("me", "Bob", clock=HOUR, options={"length": 60})
    with ann.at(id, 0) as viewer:
        for _ in range(moves):
            play_one(viewer)
    until(lambda: not site.hub.open_tables[id].sockets)
    return ann, id


def kept_at(site: Site, id: str) -> int | None:
    query = sa.select(schema.snapshots.c.n).where(schema.snapshots.c.table_id == id)
    found: int | None = site.hub.store.read_sync(lambda c: c.execute(query).scalar())
    return found


def test_a_long_table_put_away_and_loaded_is_told_as_before(tmp_path: Path) -> None:
    with running(settings_for(str(tmp_path / "long.db"))) as site:
        ann, id = long_race(site)
        site.hub.close_table(id)
        with ann.at(id, 0) as viewer:
            here = site.hub.open_tables[id].table
            assert kept_at(site, id) == here.checkpoints[0].n > 10
            assert not here.complete
            assert here.history[0].number == here.checkpoints[0].n + 1, (
                "only what came after is read"
            )
            through = site.hub.store.read_sync(lambda c: load(c, id, site.hub.store.outages))
            assert through is not None
            fresh = site.hub.store.read_sync(
                lambda c: load(c, id, site.hub.store.outages, from_rows=True)
            )
            assert list(differences(through, fresh)) == []
            sent = viewer.do("Talk", text="an old word", id="old")
            for _ in range(4 * SOON):
                play_one(viewer)
            here = site.hub.open_tables[id].table
            assert here.checkpoints[0].n > sent["version"], "the row is not kept here any more"
            again = viewer.do("Talk", text="an old word", id="old")
            assert again["version"] == sent["version"], "what was sent once is saved once"
            replay = ann.get(f"/api/tables/{id}/replay?from=0").json()
            assert (len(replay["moments"]), replay["moments"][0]["row"]) == (replay["of"], 0)
            assert ann.post(f"/api/tables/{id}/fork", {"row": 3, "seat": 0}).status_code == 201
        text = admin.export(site.hub.store, id)
        assert len(text.splitlines()) == replay["of"] + 1, "head, every move, and a closing line"
        assert all(not verdict.wrong for verdict in admin.verify(site.hub.store))


@pytest.fixture
def store(own_database: str) -> Iterator[Store]:
    """A store with a table `long` that has a snapshot."""
    found, spec = Store(own_database), template()
    entries = [
        (PlannedRow(row.entry), row.id) for row in play_table(spec, 40, random.Random("long"))
    ]
    opening = found.open_job("long", lambda first: Table("long", spec, first), entries)
    found.writer.submit("long", opening).result(TIMEOUT_SECONDS)
    yield found
    found.close()


def loaded(store: Store, *, from_rows: bool = False) -> Table:
    table = store.read_sync(lambda connection: load(connection, "long", from_rows=from_rows))
    assert table is not None
    return table


def verdict(store: Store) -> admin.VerdictKind:
    [found] = admin.verify(store)
    return found.kind


def test_by_other_rules_a_snapshot_counts_for_nothing(store: Store) -> None:
    """Also with the same edition: running races are replayed, and diverge."""
    assert loaded(store).fault is None
    assert list(differences(loaded(store), loaded(store, from_rows=True))) == []
    for edition in ("1", "2"):
        with with_rules(template(MoreFuel, edition)):
            assert loaded(store).fault is not None
            assert verdict(store) == "freezes"
    assert verdict(store) == "good"


def test_a_snapshot_that_is_damaged_is_not_used_and_one_that_lies_is_found(store: Store) -> None:
    honest = loaded(store)
    spec, kept = honest.spec, honest.checkpoints[0]
    for body in (b"x", snapshot.encode(spec, replace(kept, talk=7))):
        made = snapshot.maker(spec)
        job = partial(
            snapshots.save, insert=store.insert, table="long", maker=made, n=kept.n, body=body
        )
        store.writer.submit("long", job).result(TIMEOUT_SECONDS)
        assert verdict(store) == "wrong"
        if body == b"x":
            assert list(differences(loaded(store), honest)) == []


def test_clocks_that_stood_still_in_an_outage_are_no_lie(store: Store) -> None:
    """A process that knew of an outage counted less time; a replay does not know of it."""
    honest = loaded(store)
    spec, kept = honest.spec, honest.checkpoints[0]
    banks = [bank + 4000 for bank in kept.clocks["banks"]]
    body = snapshot.encode(spec, replace(kept, clocks={**kept.clocks, "banks": banks}))
    made = snapshot.maker(spec)
    job = partial(
        snapshots.save, insert=store.insert, table="long", maker=made, n=kept.n, body=body
    )
    store.writer.submit("long", job).result(TIMEOUT_SECONDS)
    assert loaded(store).checkpoints[0].clocks["banks"] == banks
    assert verdict(store) == "good"


def test_by_a_new_edition_that_leads_to_the_same_there_is_soon_a_new_one(store: Store) -> None:
    db = store.engine.url.render_as_string(hide_password=False)
    spec = template(edition="2")
    with with_rules(spec), running(settings_for(db)):
        made = snapshot.maker(spec)
        until(lambda: store.read_sync(lambda c: snapshots.find(c, "long", made)) is not None)
        assert state_of(db, "long") == "racing"


def test_who_is_forgotten_is_in_no_snapshot(store: Store) -> None:
    person = Person("person0", "p0")
    assert store.read_sync(lambda connection: snapshots.has(connection, "long"))
    store.writer.submit("long", partial(scrub, table="long", person=person)).result(TIMEOUT_SECONDS)
    assert not store.read_sync(lambda connection: snapshots.has(connection, "long"))
    assert loaded(store).places[0].name == DELETED_NAME


def test_bytes_that_name_what_is_not_ours_make_nothing() -> None:
    spec = template()
    for kind in (
        ("os", "system"),
        ("paddock.server.tables.snapshot", "importlib"),
        ("builtins", "int"),
    ):
        value = snapshot.EncodedSnapshot([snapshot.OPTIONS, kind], [snapshot.FIRST_KIND + 1, "x"])
        body = zlib.compress(msgspec.msgpack.encode(value))
        with pytest.raises(snapshot.BadSnapshot):
            snapshot.decode(spec, body)


def test_what_a_long_table_keeps_does_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what is stored nor what is copied for a move."""
    spec = games.find_spec("circus-maximus")
    monkeypatch.setattr(referee, "MAX_UNDO_ROWS", 16)
    log = play_table(spec, 900, random.Random("long"))
    kept = []
    for end in (300, 600, 900):
        table = replay_rows("t", spec, log[:end])
        assert table.referee is not None
        lists = (
            table.history,
            table.numbers,
            table.ids,
            table.referee.rows,
            table.turn_log.entries,
        )
        kept.append([len(each) for each in lists])
    assert all(most <= 150 for each in kept for most in each), kept
