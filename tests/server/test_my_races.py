"""My races: all of them, page by page, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import sqlalchemy as sa
from sqlalchemy.engine import Connection, RowMapping

from paddock.server.store import schema
from tests.server.site import Guest, Site, in_a_loop


def ids(guest: Guest, **query: str) -> list[str]:
    return [race["id"] for race in guest.get("/api/me/races", **query).json()["races"]]


def finish(guest: Guest, table: str) -> None:
    with guest.at(table, 0) as viewer:
        viewer.play_out()


def test_finished_running_and_lessons(site: Site) -> None:
    ada, bea = site.guest("Ada"), site.guest("Bea")
    done = ada.open("me", "random", listed=False)
    finish(ada, done)
    running = ada.open("me", "random", game="heat")
    lesson = ada.post("/api/guides", {"game": "heat", "guide": "first"}).json()["id"]
    assert ids(ada, which="finished") == [done]
    assert set(ids(ada, which="running")) == {running, lesson}
    assert ids(ada, which="lessons") == [lesson]
    assert ids(ada, game="template") == [done]
    assert set(ids(ada)) == {done, running, lesson}
    page = ada.get("/api/me/races").json()
    assert {game["id"] for game in page["games"]} == {"template", "heat"}
    kinds = {race["id"]: race["kind"] for race in page["races"]}
    assert kinds == {done: "race", running: "race", lesson: "lesson"}
    assert ids(bea) == []


def test_pages_follow_each_other_without_gaps(site: Site) -> None:
    ada = site.guest("Ada")
    opened = [ada.open("me", "open") for _ in range(23)]
    oldest_first = sorted(opened, key=lambda id: (ada.card(id)["changed"], id))
    first = ada.get("/api/me/races").json()
    assert len(first["races"]) == 20
    rest = ada.get("/api/me/races", before=first["next"]).json()
    assert rest["next"] == ""
    found = [race["id"] for race in (*first["races"], *rest["races"])]
    assert found == oldest_first[::-1]
    assert ada.get("/api/me/races", before="soon").status_code == 400
    assert ada.get("/api/me/races", which="hers").status_code == 400


def test_races_survive_an_account_and_closed_ones_are_gone(site: Site) -> None:
    ada = site.guest("Ada")
    kept, closed = ada.open("me", "open"), ada.open("me", "open")
    ada.delete(f"/api/tables/{closed}")
    login = {"login": f"ada-{kept[:6].strip('-_')}x", "password": "a tyre of old cheese"}
    assert ada.post("/api/account", login).status_code == 201
    assert ids(ada) == [kept]


def test_strangers_have_no_races(fresh: Callable[..., Site]) -> None:
    guest = fresh().guest()
    guest.http.cookies.clear()
    assert guest.get("/api/me/races").status_code == 403


def test_old_unfinished_race_stays_in_the_lobby(site: Site) -> None:
    """What was found: a hundred later races, even ended ones, pushed a running one out."""
    ada = site.guest("Ada")
    table = ada.open("me", "random", game="heat")
    ended = ada.open("me", "random")
    finish(ada, ended)
    in_a_loop(site.hub.store.write(ended, partial(copy_row, table=ended, times=250)))
    assert len(ids(ada)) == 20
    (card,) = ada.get("/api/lobby").json()["yours"]
    assert card["id"] == table
    assert card["progress"].startswith("lap 1 of")
    assert ids(ada, which="running") == [table]


def copy_row(connection: Connection, table: str, times: int) -> None:
    """More races of the same people, each changed later than the one before."""
    for kept, key in ((schema.tables, "id"), (schema.sitters, "table_id")):
        rows = connection.execute(sa.select(kept).where(kept.c[key] == table)).mappings().all()
        copies = [
            dict(row) | {key: f"copy-{n}-{table}"[:22]} | later(row, n)
            for row in rows
            for n in range(times)
        ]
        connection.execute(sa.insert(kept), copies)


def later(row: RowMapping, n: int) -> dict[str, int]:
    return {"changed": row["changed"] + n} if "changed" in row else {}


def test_unreadable_row_does_not_end_the_list(site: Site) -> None:
    ada = site.guest("Ada")
    first = ada.open("me", "open")
    broken = ada.open("me", "open")

    def spoil(connection: Connection) -> None:
        c = schema.tables.c
        connection.execute(sa.update(schema.tables).where(c.id == broken).values(summary=b"{"))

    in_a_loop(site.hub.store.write(broken, spoil))
    assert ids(ada) == [first]


def test_learnt_games_are_those_raced_to_the_end(site: Site) -> None:
    ada = site.guest("Ada")
    assert ada.get("/api/lobby").json()["learnt"] == []
    ada.open("me", "random", game="heat")
    finish(ada, ada.open("me", "random"))
    assert ada.get("/api/lobby").json()["learnt"] == ["template"]


def test_return_to_a_season_tells_how_its_races_ended(fresh: Callable[..., Site]) -> None:
    ada = fresh().guest("Ada")
    season = ada.open("me", "random", game="heat-championship")
    with ada.at(season, 0) as viewer:
        assert viewer.frames[0]["so_far"] == []
        while not viewer.now["view"]["results"]:
            ask = viewer.until_asked()
            viewer.answer(ask)
            viewer.until_answered(ask)
    with ada.at(season, 0) as viewer:
        (line,) = viewer.frames[0]["so_far"]
        assert line.startswith("Race 1: ")
        assert "you " in line
    with ada.at(season, 0, "it") as viewer:
        assert viewer.frames[0]["so_far"][0].startswith("Gara 1: ")
