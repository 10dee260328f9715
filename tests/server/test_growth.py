"""Limits on growth: standing answers, chat, rows."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from msgspec import Raw

from paddock import games
from paddock.server.api import wire
from paddock.server.api.errors import Denied
from paddock.server.live import live_table
from paddock.server.people.person import Person
from paddock.server.store.store import rows
from paddock.server.tables import actions, row_budget, table_log
from paddock.server.tables.table import PlannedRow, Table
from paddock.server.tables.table_log import Place
from tests.server.site import Site


def stored_entries(site: Site, id: str) -> list[str]:
    found = site.hub.store.read_sync(lambda connection: rows(connection, id))
    return [type(row.entry).__name__ for row in found]


def test_talk_does_not_drive_out_the_race(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: a flood of it replaced the race's log for new clients."""
    monkeypatch.setattr(live_table, "TALK_RATE", (1e6, 1e6))
    site = fresh()
    ann = site.guest("Ann")
    id = ann.open("me", "Bob")
    with ann.at(id, 0) as viewer:
        ask = viewer.until_asked()
        viewer.answer(ask)
        for n in range(320):
            assert viewer.do("Talk", text=f"word {n}")["type"] == "Ack"
        viewer.hello()
        kinds = [line["type"] for line in viewer.log]
        assert kinds.count("Said") == 100
        assert viewer.log[-1]["text"] == "word 319"
        notes = [line["what"] for line in viewer.log if line["type"] == "Noted"]
        assert notes == ["started"], "the race is still told from its beginning"


@pytest.mark.usefixtures("no_refill")
def test_who_talks_too_much_is_told_so_and_who_only_looks_sooner(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    id = ann.open("me", "Cleo")
    with ann.at(id, 0) as a, bob.at(id) as b:
        mine = [a.do("Talk", text="well")["type"] for _ in range(12)]
        theirs = [b.do("Talk", text="well")["type"] for _ in range(12)]
        assert mine == ["Ack"] * 8 + ["Refusal"] * 4
        assert theirs == ["Ack"] * 4 + ["Refusal"] * 8
        assert a.answer(a.until_asked())["type"] == "Ack", "moves are not words"


def two_people() -> tuple[Table, Callable[[PlannedRow | None], None]]:
    """A race of two people, and a way to add rows to it."""
    spec = games.find_spec("template")
    places = (Place("Ann", "a"), Place("Bob", "b"))
    options = Raw(msgspec.json.encode(spec.options()))
    clock = wire.NoClock()
    head = table_log.Opened("template", spec.card.edition, options, places, clock, True, "a")
    table = Table("t", spec, table_log.Row(0, head, None, 0))

    def add(plan: PlannedRow | None) -> None:
        assert plan is not None
        table.fold(table_log.Row(table.version + 1, plan.entry, None, 0), plan)

    add(actions.start(table, "", lambda *_: Place()))
    return table, add


def fill(add: Callable[[int], None]) -> None:
    """Add rows until one is refused."""

    def rows() -> None:
        for n in range(5_000):
            add(n)

    with pytest.raises(Denied, match="table-full"):
        rows()


def test_one_person_cannot_use_up_the_rows_of_a_table() -> None:
    """What was found: 5,000 rows of one player, and nobody could leave, abandon or speak."""
    table, add = two_people()
    ann, bob, bot = Person("a", "Ann"), Person("b", "Bob"), Place("Bot", None, "greedy")
    fill(lambda n: add(actions.hint(table, 0)))
    assert table.version < 1_000
    add(actions.talk(table, table_log.Said("Bob", 1, "well", "b")))
    add(actions.propose(table, bob, "abandon", None, 0))
    add(actions.agree(table, ann, False))
    add(actions.leave(table, 0, "a", bot))
    with pytest.raises(Denied, match="table-full"):
        actions.sit(table, 0, ann, "Ann", "")
    add(actions.leave(table, 1, "b", bot))
    add(actions.sit(table, 1, bob, "Bob", ""))
    add(actions.propose(table, ann, "abandon", None, 0))
    add(actions.agree(table, bob, True))
    assert table.state == "closed", "what ends a race is never refused"


def test_each_lasting_decision_gives_one_more_row() -> None:
    table, add = two_people()
    seat = table.asks()[0].seat
    before = actions.max_rows(table, table.places[seat].person)
    add(actions.move(table, seat, None, table.asks()[0].default_move, "person"))
    assert actions.max_rows(table, table.places[seat].person) == before + 1
    row = table.undo(seat)
    if row is not None:
        add(actions.undo(table, seat, row))
        assert actions.max_rows(table, table.places[seat].person) == before


def test_watchers_cannot_use_up_the_chat_of_a_race() -> None:
    table, add = two_people()
    fill(lambda n: add(actions.talk(table, table_log.Said("X", None, "x", f"{n // 60}"))))
    assert table.talk == row_budget.MAX_VISITOR_TALK_ROWS
    add(actions.talk(table, table_log.Said("Ann", 0, "please", "a")))


def test_one_watcher_says_only_so_much() -> None:
    table, add = two_people()
    fill(lambda _: add(actions.talk(table, table_log.Said("X", None, "x", "watcher"))))
    assert table.talk == row_budget.MAX_VISITOR_ROWS
    add(actions.talk(table, table_log.Said("Y", None, "y", "another")))


def test_agreeing_twice_is_one_row() -> None:
    table, add = two_people()
    add(actions.propose(table, Person("a", "Ann"), "abandon", None, 0))
    assert actions.agree(table, Person("a", "Ann"), True) is None
