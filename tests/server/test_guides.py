"""Guided races at a table: only the guide's moves are allowed, until the free part."""

from __future__ import annotations

import pytest

from paddock import games
from paddock.core import guide
from paddock.core.record import read_record
from tests.server.conftest import settings_for
from tests.server.site import Eye, Guest, Json, Site, running

GAMES = ["street-illegal", "heat", "circus-maximus", "winds-of-war", "great-race"]


def learn(ann: Guest, game: str) -> tuple[str, int]:
    """A guided table, and the learner's seat."""
    answer = ann.post("/api/guides", {"game": game})
    assert answer.status_code == 201, answer.text
    card = answer.json()
    (mine,) = [seat["seat"] for seat in card["seats"] if seat["mine"]]
    return str(card["id"]), mine


def waits(now: Json) -> bool:
    """Whether the learner is asked."""
    said = now["guide"]
    if said is None or said["free"]:
        return now["state"] != "racing" or bool(now["asks"])
    return bool(said["say"]) and (said["mistake"] or any(open_options(ask) for ask in now["asks"]))


def open_options(ask: Json) -> list[Json]:
    return [option for option in ask["options"] or () if not option["closed"]]


def follow(viewer: Eye, ann: Guest, table: str, wrong: tuple[str, ...]) -> list[str]:
    """Follow the guide with every allowed mistake once; returns its texts."""
    said: list[str] = []
    while True:
        now = viewer.until(waits)
        if now["guide"] is None or now["guide"]["free"]:
            return said
        if now["guide"]["mistake"]:
            said.append(now["guide"]["say"])
            assert ann.post(f"/api/tables/{table}/guide", {"do": "back"}).status_code == 200
            viewer.until(lambda now: not now["guide"]["mistake"])
            continue
        if now["guide"]["say"] not in said[-1:]:
            said.append(now["guide"]["say"])
        (ask,) = now["asks"]
        chosen = open_options(ask)
        mistakes = [option for option in chosen if option["text"].startswith(wrong)]
        answer = viewer.answer(ask, (mistakes or chosen)[0]["move"])
        assert answer["type"] == "Ack", answer
        viewer.until_version(answer["version"])


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_is_followed_to_a_race_of_ones_own(site: Site, game: str) -> None:
    ann = site.guest("Ann")
    table, seat = learn(ann, game)
    course = guide.get_course(games.find_spec(game), "first")
    with ann.at(table, seat) as viewer:
        mistakes = tuple(branch.wrong.move for row in course.rows for branch in row.allowed)
        said = follow(viewer, ann, table, mistakes)
        for step in course.guide.step:
            assert step.say["en"] in said
            for wrong in step.wrong:
                assert wrong.say["en"] in said
        assert viewer.now["guide"]["say"] == course.guide.free.say["en"]
        ask = viewer.until_asked()
        assert not any(option["closed"] for option in ask["options"] or ())
        viewer.play_out()
    assert ann.get(f"/api/tables/{table}/replay").status_code == 200
    _, record, _ = read_record(ann.get(f"/api/tables/{table}/record").text, games.find_spec)
    assert record.start == course.guide.start
    assert list(record.rows[: len(course.rows)]) == [row.play for row in course.rows]


def test_what_is_not_taught_yet_is_refused(site: Site) -> None:
    ann = site.guest("Ann")
    table, seat = learn(ann, "street-illegal")
    with ann.at(table, seat) as viewer:
        (ask,) = viewer.until(waits)["asks"]
        closed = [option for option in ask["options"] if option["closed"]]
        assert closed
        refused = viewer.answer(ask, closed[0]["move"])
        assert (refused["type"], refused["code"]) == ("Refusal", "forbidden")
        assert "Follow the lesson first" in refused["text"]
        assert ann.post(f"/api/tables/{table}/guide", {"do": "back"}).status_code == 409
        assert viewer.now["undo"] is None


def test_who_wants_to_race_races(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table, seat = learn(ann, "heat")
    assert bob.post(f"/api/tables/{table}/guide", {"do": "race"}).status_code == 403
    with ann.at(table, seat) as viewer:
        viewer.until(waits)
        assert ann.post(f"/api/tables/{table}/guide", {"do": "race"}).status_code == 200
        viewer.until(lambda now: now["guide"] and now["guide"]["free"] and now["asks"])
        viewer.play_out()
        assert viewer.now["state"] == "over"
        assert viewer.now["guide"]["over"]


def test_it_is_taken_up_again_where_it_was_left(own_database: str) -> None:
    """After a restart: same step, same known mistakes."""
    with running(settings_for(own_database)) as site:
        ann = site.guest("Ann")
        table, seat = learn(ann, "street-illegal")
        cookies = dict(ann.http.cookies)
        with ann.at(table, seat) as viewer:
            while len(open_options((viewer.until(waits)["asks"])[0])) == 1:
                (ask,) = viewer.now["asks"]
                answer = viewer.answer(ask, open_options(ask)[0]["move"])
                viewer.until_version(answer["version"])
            (ask,) = viewer.now["asks"]
            viewer.answer(ask, open_options(ask)[0]["move"])
            viewer.until(lambda now: now["guide"]["mistake"])
            ann.post(f"/api/tables/{table}/guide", {"do": "back"})
            left = viewer.until(lambda now: waits(now) and not now["guide"]["mistake"])
    with running(settings_for(own_database)) as site:
        ann = site.guest()
        ann.http.cookies.clear()
        for name, value in cookies.items():
            ann.http.cookies.set(name, value)
        with ann.at(table, seat) as viewer:
            now = viewer.until(waits)
            assert now["guide"] == left["guide"]
            assert now["asks"] == left["asks"]
            assert now["view"] == left["view"]


def test_a_game_says_what_teaches_it(site: Site) -> None:
    ann = site.guest("Ann")
    cards = {card["id"]: card for card in ann.get("/api/games").json()}
    for game in GAMES:
        assert [found["id"] for found in cards[game]["guides"]] == ["first"]
    assert ann.post("/api/guides", {"game": "heat", "guide": "none"}).status_code == 404
