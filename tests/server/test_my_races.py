"""My races: all of them, page by page, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.site import Guest, Site


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
    first = ada.get("/api/me/races").json()
    assert len(first["races"]) == 20
    rest = ada.get("/api/me/races", before=first["next"]).json()
    assert rest["next"] == ""
    found = [race["id"] for race in (*first["races"], *rest["races"])]
    assert found == opened[::-1] or set(found) == set(opened)
    assert len(found) == len(set(found))
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
    """Many finished races must not push a running one out."""
    ada = site.guest("Ada")
    table = ada.open("me", "random", game="heat")
    card = next(c for c in ada.get("/api/lobby").json()["yours"] if c["id"] == table)
    assert card["progress"].startswith("lap 1 of")
