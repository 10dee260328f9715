"""The colours of cars: chosen before the start, seen by everyone, kept."""

from __future__ import annotations

import pytest

from paddock import games
from paddock.core.liveries import LIVERY_NAMES, livery_number
from paddock.server.tables.liveries import worn_liveries
from paddock.server.tables.table_log import ENTRY, Opened, Place, encode
from tests.server.site import Guest, Site

BLUE, RED, BLACK = (livery_number(name) for name in ("blue", "red", "black"))


def liveries(guest: Guest, table: str) -> list[int]:
    return [seat["livery"] for seat in guest.card(table)["seats"]]


def paint(guest: Guest, table: str, seat: int, livery: int) -> str:
    answer = guest.put(f"/api/tables/{table}/seats/{seat}/livery", {"livery": livery})
    return "" if answer.status_code == 200 else str(answer.json()["code"])


def test_without_a_choice_each_seat_wears_its_number() -> None:
    assert worn_liveries([Place()] * 4) == (1, 2, 3, 4)


def test_who_loses_the_own_number_to_a_choice_gets_a_free_one() -> None:
    places = [Place(), Place(livery=1), Place(), Place(livery=3)]
    assert worn_liveries(places) == (2, 1, 4, 3)
    everyone = [Place(livery=16 - n) for n in range(16)]
    assert sorted(worn_liveries(everyone)) == list(range(1, 17))


@pytest.mark.parametrize("game", ["heat", "heat-championship", "street-illegal"])
def test_games_offer_colours_that_exist(game: str) -> None:
    spec = games.find_spec(game)
    assert set(spec.liveries(spec.options(), 4)) <= set(LIVERY_NAMES)


def test_colours_of_legends_are_not_offered() -> None:
    spec = games.find_spec("heat")
    offered = spec.liveries(spec.options(legends=3), 2)
    assert offered == ("black", "blue", "gray", "orange", "purple")


def test_colours_are_chosen_with_the_table_on_sitting_down_and_later(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    page = ann.get("/api/games/heat").json()
    assert {"number": RED, "title": "Red"} in page["liveries"]
    table = ann.open("me", "open", "open", game="heat", liveries=[RED])
    assert liveries(ann, table) == [RED, 2, 3]
    assert bob.join(table, 1, livery=RED).json()["code"] == "forbidden"
    assert bob.join(table, 1, livery=BLACK).status_code == 200
    assert liveries(ann, table) == [RED, BLACK, 3]
    assert paint(bob, table, 1, BLUE) == ""
    assert liveries(ann, table) == [RED, BLUE, 3]
    assert paint(bob, table, 1, RED) == "forbidden"
    assert paint(bob, table, 0, BLACK) == "not-yours"
    assert paint(ann, table, 2, BLACK) == ""
    assert liveries(bob, table) == [RED, BLUE, BLACK]
    assert ann.post(f"/api/tables/{table}/start", {"level": "random"}).status_code == 200
    assert liveries(bob, table) == [RED, BLUE, BLACK]
    assert paint(ann, table, 0, BLACK) == "closed"


def test_everyone_at_the_table_sees_a_new_colour(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open", game="street-illegal")
    with bob.at(table) as viewer:
        assert paint(ann, table, 0, RED) == ""
        viewer.until(lambda now: now["seats"][0]["livery"] == RED)


@pytest.mark.parametrize(
    ("game", "wanted"),
    [("heat", [livery_number("pink")]), ("template", [1]), ("heat", [1, 1]), ("heat", [0, 0, 1])],
)
def test_colours_that_there_are_not_are_refused(site: Site, game: str, wanted: list[int]) -> None:
    body = {"game": game, "seats": [{"type": "Me"}, {"type": "Open"}], "liveries": wanted}
    assert site.guest("Ann").post("/api/tables", body).status_code in (400, 403, 422)


def test_rows_from_before_colours_are_readable() -> None:
    opened = ENTRY.decode(
        b'{"type":"Opened","game":"heat","edition":"1","options":{},"places":[{"name":"Ann"}],'
        b'"clock":{"type":"NoClock"},"listed":false,"host":"a"}'
    )
    assert isinstance(opened, Opened)
    assert opened.places[0].livery == 0
    assert ENTRY.decode(encode(opened)) == opened
