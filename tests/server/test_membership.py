"""Membership: who may join and watch, who is removed, and proposals."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from paddock.server.people.names import skeleton
from paddock.server.tables.membership import distinct_name
from paddock.server.tables.table_log import Place
from tests.server.conftest import settings_for
from tests.server.site import Eye, Guest, Site, running
from tests.server.test_clocks import HOUR, set_back


def lobby(guest: Guest, shelf: str) -> list[str]:
    return [card["id"] for card in guest.get("/api/lobby").json()[shelf]]


def what(viewer: object) -> list[str]:
    return [line["what"] for line in viewer.log if line["type"] == "Noted"]  # type: ignore[attr-defined]


# ---------------------------------------------------------------- who may come


def test_what_nobody_else_can_join_stands_in_nobodys_list(site: Site) -> None:
    """Regression: solo races were in everyone's list."""
    ann, bob = site.guest("Ann"), site.guest("Bob")
    solo, shared = ann.open("me", "Cleo"), ann.open("me", "Cleo", listed=True)
    gathering, locked = ann.open("me", "open"), ann.open("me", "open", locked=True)
    assert solo in lobby(ann, "yours")
    assert solo not in lobby(bob, "racing")
    assert shared in lobby(bob, "racing"), "unless its host wants it to"
    assert gathering in lobby(bob, "open")
    assert locked not in lobby(bob, "open")


def test_a_locked_table_is_for_those_who_have_the_key(site: Site) -> None:
    ann, bob, mallory = site.guest("Ann"), site.guest("Bob"), site.guest("Mallory")
    table = ann.open("me", "open", "open", locked=True)
    key = ann.card(table)["key"]
    assert key
    assert mallory.card(table)["key"] is None
    assert mallory.join(table, 1).json()["code"] == "forbidden"
    assert mallory.join(table, 1, key="wrong").json()["code"] == "forbidden"
    assert bob.join(table, 1, key=key).status_code == 200
    assert bob.card(table)["key"] == key, "who sits there may invite as well"
    assert ann.patch(f"/api/tables/{table}", {"locked": False}).json()["locked"] is False
    assert mallory.join(table, 2).status_code == 200


def test_a_seat_is_reserved_for_somebody(site: Site) -> None:
    ann, bob, mallory = site.guest("Ann"), site.guest("Bob"), site.guest("Mallory")
    table = ann.open("me", {"type": "Reserved", "name": "Bob"}, "open")
    seat = mallory.card(table)["seats"][1]
    assert (seat["kind"], seat["name"]) == ("reserved", "Bob")
    assert mallory.join(table, 1).json()["code"] == "forbidden"
    assert mallory.join(table, 2).status_code == 200, "the open one is open"
    assert ann.card(table)["state"] == "gathering", "it waits for the one it is reserved for"
    begun = bob.join(table, 1, key=ann.card(table)["key"]).json()
    assert begun["state"] == "racing"
    assert begun["seats"][1]["name"] == "Bob", "not Bob 2: the seat had his own name"


def test_who_is_renamed_talks_with_the_new_name(site: Site) -> None:
    """An open connection uses the new name too."""
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open", "open")
    with bob.at(table) as viewer:
        bob.put("/api/me", {"name": "Robert"})
        viewer.do("Talk", text="hello")
        viewer.until(lambda _: viewer.log and viewer.log[-1]["type"] == "Said")
        assert viewer.log[-1]["name"] == "Robert"


def test_bots_take_the_seats_of_those_who_did_not_come(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", {"type": "Reserved", "name": "Bob"}, "open")
    started = ann.post(f"/api/tables/{table}/start", {"level": "random"}).json()
    assert [seat["kind"] for seat in started["seats"]] == ["person", "bot", "bot"]


def test_the_host_sends_somebody_away_who_does_not_come_back(site: Site) -> None:
    """Regression: a host could not remove others."""
    ann, bob, mallory = site.guest("Ann"), site.guest("Bob"), site.guest("Mallory")
    table = ann.open("me", "open", "open")
    mallory.join(table, 1)
    bob.join(table, 2)
    table2 = ann.open("me", "open", "open")
    mallory.join(table2, 1)
    assert bob.delete(f"/api/tables/{table}/seats/1").json()["code"] == "not-yours"
    with mallory.at(table) as watching:
        gone = ann.delete(f"/api/tables/{table2}/seats/1").json()
        assert gone["seats"][1]["kind"] == "open"
        assert mallory.join(table2, 1).json()["code"] == "forbidden"
        assert mallory.join(table2, 2).json()["code"] == "forbidden"
        with mallory.at(table2) as viewer:
            assert viewer.frames[-1]["code"] == "not-yours", "nor looks on"
        assert watching.now["state"] == "racing"


def test_who_is_sent_away_while_looking_is_told_so(site: Site) -> None:
    ann, mallory = site.guest("Ann"), site.guest("Mallory")
    table = ann.open("me", "open", "open")
    mallory.join(table, 1)
    with mallory.at(table, 1) as viewer:
        ann.delete(f"/api/tables/{table}/seats/1")
        bye = viewer.receive(lambda frame: frame["type"] == "Bye")
        assert (bye["code"], bye["again"]) == ("forbidden", False)


def test_the_host_closes_a_table_that_has_not_begun(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open", "open")
    bob.join(table, 1)
    assert bob.delete(f"/api/tables/{table}").json()["code"] == "forbidden"
    assert ann.delete(f"/api/tables/{table}").json()["state"] == "closed"
    assert table not in lobby(bob, "open")
    assert table not in lobby(ann, "yours")
    assert bob.join(table, 2).json()["code"] == "closed"
    solo = ann.open("me", "random")
    assert ann.delete(f"/api/tables/{solo}").json()["state"] == "closed", "a race of one's own"
    assert ann.get(f"/api/tables/{solo}/record").status_code == 200, "its record is kept"


def play_round(*viewers: Eye) -> None:
    """Each of them decides once, in the order in which they are asked."""
    waiting = list(viewers)
    while waiting:
        asked = next(v for v in waiting if v.hello().now["asks"])
        asked.answer(asked.now["asks"][0])
        waiting.remove(asked)


def test_the_host_closes_a_race_until_the_second_round(site: Site) -> None:
    """Regression: a host could not close a race that ghosts had filled."""
    ann, bob = site.guest("Ann"), site.guest("Bob")
    first, table = ann.open("me", "open"), ann.open("me", "open")
    bob.join(first, 1)
    bob.join(table, 1)
    with ann.at(first, 0) as viewer:
        assert viewer.now["closable"]
        assert bob.delete(f"/api/tables/{first}").json()["code"] == "forbidden"
        assert ann.delete(f"/api/tables/{first}").json()["state"] == "closed"
    with ann.at(table, 0) as a, bob.at(table, 1) as b:
        assert not b.now["closable"], "for the host only"
        play_round(a, b)
        assert a.hello().now["closable"]
        play_round(a, b)
        assert not a.hello().now["closable"]
    assert ann.delete(f"/api/tables/{table}").json()["code"] == "forbidden"


@pytest.mark.parametrize("game", ["heat", "circus-maximus", "street-illegal", "winds-of-war"])
def test_a_race_can_be_closed_in_its_first_round(site: Site, game: str) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    least = 4 if game == "circus-maximus" else 2
    table = ann.open("me", "open", *["random"] * (least - 2), game=game)
    bob.join(table, 1)
    with ann.at(table, 0) as viewer:
        assert viewer.now["closable"]
    assert ann.delete(f"/api/tables/{table}").json()["state"] == "closed"


def test_the_host_removes_who_has_not_moved(site: Site) -> None:
    """Regression: a host could not remove a ghost from a running race."""
    ann, bob, ghost = site.guest("Ann"), site.guest("Bob"), site.guest("Ghost")
    table = ann.open("me", "open", "open")
    bob.join(table, 1)
    ghost.join(table, 2)
    with ann.at(table, 0) as a, bob.at(table, 1) as b:
        assert [seat["removable"] for seat in a.now["seats"]] == [False, True, True]
        assert not any(seat["removable"] for seat in b.now["seats"])
        for viewer in (a, b):
            for _ in range(2):
                if viewer.hello().now["asks"]:
                    viewer.answer(viewer.now["asks"][0])
        moved = [seat for seat in a.hello().now["seats"] if not seat["removable"]]
        if 1 in [seat["seat"] for seat in moved]:
            gone = ann.delete(f"/api/tables/{table}/seats/1").json()
            assert gone["code"] == "closed", "he races"
    gone = ann.delete(f"/api/tables/{table}/seats/2").json()["seats"][2]
    assert (gone["kind"], gone["away"]) == ("bot", False)
    assert gone["name"] != "Ghost"
    assert ghost.join(table, 2).json()["code"] == "forbidden"
    with ann.at(table, 0) as viewer:
        assert "removed" in what(viewer)


def test_who_was_removed_does_not_return_with_the_same_invitation(site: Site) -> None:
    ann, mallory = site.guest("Ann"), site.guest("Mallory")
    table = ann.open("me", "open", "open", locked=True)
    key = ann.card(table)["key"]
    assert mallory.join(table, 1, key=key).status_code == 200
    ann.delete(f"/api/tables/{table}/seats/1")
    again = site.guest("Mallory again")
    assert again.join(table, 1, key=key).json()["code"] == "forbidden"
    new = ann.card(table)["key"]
    assert new != key
    assert site.guest("Bob").join(table, 1, key=new).status_code == 200


def test_who_may_look_is_the_tables_choice(site: Site) -> None:
    ann, bob, mallory = site.guest("Ann"), site.guest("Bob"), site.guest("Mallory")
    table = ann.open("me", "open", watching="closed")
    bob.join(table, 1)
    assert table not in lobby(mallory, "racing")
    assert mallory.get(f"/api/tables/{table}").json()["code"] == "forbidden"
    assert mallory.get(f"/api/tables/{table}/replay").json()["code"] == "forbidden"
    with mallory.at(table) as viewer:
        assert viewer.frames[-1]["code"] == "not-yours"
        viewer.send("Talk", id="x", text="hello")
        assert viewer.receive(lambda f: f["type"] == "Refusal")["code"] == "forbidden"
    with bob.at(table, 1) as viewer:
        assert viewer.now["state"] == "racing"
        assert ann.patch(f"/api/tables/{table}", {"watching": "link"}).status_code == 200
        viewer.receive(lambda f: f["type"] == "News")
        assert what(viewer)[-1] == "changed"
    with mallory.at(table) as viewer:
        assert viewer.now["state"] == "racing"
    assert table not in lobby(mallory, "racing"), "by link is not by list"
    assert mallory.patch(f"/api/tables/{table}", {"watching": "open"}).json()["code"] == "forbidden"


def test_a_name_is_one_persons_at_a_table(site: Site) -> None:
    """Regression: names could be copied."""
    ann, mallory = site.guest("Ann"), site.guest("Ann")
    table = ann.open("me", "open", "open")
    seat = mallory.join(table, 1).json()["seats"][1]
    assert seat["name"] == "Ann 2"
    other = site.guest("ann")
    with other.at(table) as viewer:
        viewer.do("Talk", text="it is me")
        viewer.until(lambda _: viewer.log and viewer.log[-1]["type"] == "Said")
        assert viewer.log[-1]["name"] == "ann 3"


def test_names_that_look_alike_are_alike() -> None:
    places = [Place("Renée", "a"), Place("Bob", "b")]
    assert distinct_name("renee", "x", places) == "renee 2"
    assert distinct_name("R e n é e", "x", places) == "R e n é e 2"
    assert distinct_name("Renée", "a", places) == "Renée", "one's own"
    assert distinct_name("Bob 2", "x", [*places, Place("Bob 2", "c")]) == "Bob 2 2"


@pytest.mark.parametrize(
    "name",
    [
        "\u0412\u043eb",  # Cyrillic
        "\u0392\u03bfb",  # Greek
        "\uff22\uff4f\uff42",  # wide
        "\U0001d401\U0001d428\U0001d41b",  # mathematical
        "Bo\u3164b",  # a Hangul filler
        "Bo\u200bb",  # a zero width space
        "B\u0300\u0301o\ufe0fb",
        "B0b",
        "\u13f4ob",  # Cherokee
    ],
)
def test_look_alikes_in_other_letters_are_alike(name: str) -> None:
    assert distinct_name(name, "x", [Place("Bob", "b")]) == f"{name} 2"


def test_different_names_stay_different() -> None:
    names = ["Bob", "Rob", "Bea", "Оля", "Олег", "李明", "王芳", "Γιώργος", "Zoë", "Anna", "Anno"]
    assert len({skeleton(name) for name in names}) == len(names)
    assert skeleton("Mallory") == skeleton("MaIIory") == skeleton("mall0ry")
    assert skeleton("Arnold") == skeleton("Amold")


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u200b", "\u115f \u1160", "\u0301"])
def test_a_name_that_shows_nothing_is_none(site: Site, name: str) -> None:
    assert site.guest("Ann").put("/api/me", {"name": name}).status_code == 400


def test_a_name_is_stored_plain(site: Site) -> None:
    ann = site.guest("Ann")
    for name, plain in (
        ("\uff21\u3164nn", "Ann"),
        ("  Zoe\u0308 ", "Zo\u00eb"),
        ("a" + "\u0301\u0302\u0303\u0304\u0305", "\u00e1\u0302\u0303"),
        ("\ufdfa", "\u0635\u0644\u0649"),
    ):
        assert ann.put("/api/me", {"name": name}).json()["name"].startswith(plain)
    assert len(ann.put("/api/me", {"name": "\ufdfa" * 24}).json()["name"]) <= 24


def test_a_seat_that_waits_for_somebody_does_not_take_the_name_from_them() -> None:
    by_name, by_person = Place("Bob", held=""), Place("Bob", held="b")
    assert distinct_name("Bob", "b", [by_name], taking=0) == "Bob"
    assert distinct_name("Bob", "b", [by_person]) == "Bob", "a rematch"
    assert distinct_name("Bob", "m", [by_name]) == "Bob 2", "it is still reserved"
    assert distinct_name("Bob", "m", [by_person, Place()], taking=1) == "Bob 2"
    assert distinct_name("Bob", "b", [by_name, Place("Bob", "m")], taking=0) == "Bob 2"


# ---------------------------------------------------------------- who does not come


def test_after_two_missed_turns_a_bot_drives_and_the_seat_is_taken_back(
    own_database: str,
) -> None:
    """Regression: a person who left stopped the race permanently."""
    clock = {"type": "Slow", "hours": 1}
    with running(settings_for(own_database)) as site:
        ann, bob = site.guest("Ann"), site.guest("Bob")
        table = ann.open("me", "open", clock=clock)
        bob.join(table, 1)
        cookies = [ann.http.cookies, bob.http.cookies]
    set_back(own_database, 2 * HOUR)
    with running(settings_for(own_database)) as site, site.guest("Late").at(table) as viewer:
        viewer.until(lambda _: what(viewer).count("timeout") == 2)
        assert not any(seat["away"] for seat in viewer.now["seats"]), "once may happen to anybody"
    set_back(own_database, 2 * HOUR)
    with running(settings_for(own_database)) as site:
        with site.guest("Late").at(table) as viewer:
            viewer.until(lambda now: any(seat["away"] for seat in now["seats"]))
            assert "driven" in what(viewer)
            gone = next(seat["seat"] for seat in viewer.now["seats"] if seat["away"])
        absent = site.guest()
        absent.http.cookies = cookies[gone]
        assert not absent.join(table, gone).json()["seats"][gone]["away"]
        with absent.at(table, gone) as viewer:
            assert what(viewer)[-1] == "back"


def test_who_has_not_answered_for_a_day_is_driven_for_when_the_others_agree(
    own_database: str,
) -> None:
    with running(settings_for(own_database)) as site:
        ann, bob, cleo = (site.guest(name) for name in ("Ann", "Bob", "Cleo"))
        table = ann.open("me", "open", "open")
        bob.join(table, 1)
        cleo.join(table, 2)
        propose = {"what": "substitute", "seat": 2}
        path = f"/api/tables/{table}/proposal"
        assert ann.post(path, propose).json()["code"] == "closed", "she has only just been asked"
        cookies = [guest.http.cookies for guest in (ann, bob, cleo)]
    set_back(own_database, 25 * HOUR)
    with running(settings_for(own_database)) as site:
        guests = [site.guest() for _ in cookies]
        for guest, kept in zip(guests, cookies, strict=True):
            guest.http.cookies = kept
        ann, bob, cleo = guests
        assert site.guest("X").post(path, propose).json()["code"] == "not-yours"
        assert ann.post(path, propose).status_code == 200
        with bob.at(table, 1) as viewer:
            proposal = viewer.now["proposal"]
            assert (proposal["what"], proposal["agreed"], proposal["missing"]) == (
                "substitute",
                [0],
                [1],
            )
            assert "Cleo" in proposal["text"]
            assert bob.put(path, {"yes": True}).json()["seats"][2]["away"]
            viewer.until(lambda now: now["proposal"] is None)
        assert not cleo.join(table, 2).json()["seats"][2]["away"], "she takes the wheel back"


def test_a_race_is_abandoned_when_all_agree_and_goes_on_when_one_does_not(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open", "random")
    bob.join(table, 1)
    path = f"/api/tables/{table}/proposal"
    with bob.at(table, 1) as viewer:
        ann.post(path, {"what": "abandon"})
        viewer.until(lambda now: now["proposal"])
        assert ann.post(path, {"what": "abandon"}).json()["code"] == "closed", "one at a time"
        assert bob.put(path, {"yes": False}).json()["state"] == "racing"
        viewer.until(lambda now: now["proposal"] is None)
        assert what(viewer)[-1] == "declined"
        bob.post(path, {"what": "abandon"})
        assert ann.put(path, {"yes": True}).json()["state"] == "closed"
        viewer.until(lambda now: now["state"] == "closed")
        assert not viewer.now["asks"]
        assert viewer.now["view"] is not None
        late = viewer.do("Answer", seat=1, ask=0, moves=[{"type": "Choose", "gear": 1}])
        assert late["code"] == "closed"
    assert bob.get(f"/api/tables/{table}/replay", eye=0).status_code == 200
    record = bob.get(f"/api/tables/{table}/record").text
    assert json.loads(record.splitlines()[-1])["outcome"] is None


def test_who_races_alone_abandons_alone(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "random")
    assert (
        ann.post(f"/api/tables/{table}/proposal", {"what": "abandon"}).json()["state"] == "closed"
    )


# ---------------------------------------------------------------- again


def test_a_rematch_is_seen_by_all_and_joined_with_one_click(site: Site) -> None:
    """Regression: the others were not notified of a rematch."""
    ann, bob, mallory = site.guest("Ann"), site.guest("Bob"), site.guest("Mallory")
    table = ann.open("me", "open", "random", options={"length": 10})
    bob.join(table, 1)
    path = f"/api/tables/{table}"
    assert ann.post(f"{path}/rematch").json()["code"] == "closed", "the race runs"
    ann.post(f"{path}/proposal", {"what": "abandon"})
    bob.put(f"{path}/proposal", {"yes": True})
    with bob.at(table, 1) as viewer:
        assert mallory.post(f"{path}/rematch").json()["code"] == "not-yours"
        made = ann.post(f"{path}/rematch").json()
        viewer.until(lambda now: now["rematch"] == made["id"])
        assert what(viewer)[-1] == "rematch"
    assert made["state"] == "gathering"
    assert made["options"]["length"] == 10
    assert [seat["kind"] for seat in made["seats"]] == ["person", "reserved", "bot"]
    seen = bob.card(made["id"])
    assert seen["seats"][1]["for_me"]
    assert mallory.join(made["id"], 1).json()["code"] == "forbidden"
    assert bob.post(f"{path}/rematch").json()["id"] == made["id"], "there is one"
    assert bob.join(made["id"], 1).json()["state"] == "racing"


# ---------------------------------------------------------------- forks


def test_a_race_that_runs_is_forked_in_ones_own_seat_only(site: Site) -> None:
    """Regression: a solo race could be forked into an opponent's seat and showed its hand."""
    ann = site.guest("Ann")
    table = ann.open("me", "random")
    with ann.at(table, 0) as viewer:
        viewer.answer(viewer.until_asked())
        viewer.until_asked()
    path = f"/api/tables/{table}/fork"
    assert ann.post(path, {"row": 1, "seat": 1}).status_code == 403
    forked = ann.post(path, {"row": 1, "seat": 0, "level": "random"}).json()["id"]
    ann.post(f"/api/tables/{forked}/proposal", {"what": "abandon"})
    seen = ann.get(f"/api/tables/{forked}/replay", eye=1)
    assert seen.status_code == 403, "what is hidden there is hidden in the race that runs"
    assert ann.get(f"/api/tables/{forked}/replay", eye=0).json()["eyes"] == [0]
    assert ann.get(f"/api/tables/{forked}/record").json()["code"] == "closed"
    assert forked not in ann.get("/api/me/export").json()["records"]
    assert ann.post(f"/api/tables/{forked}/fork", {"row": 1, "seat": 1}).status_code == 403
    ann.post(f"/api/tables/{table}/proposal", {"what": "abandon"})
    assert ann.get(f"/api/tables/{forked}/replay", eye=1).status_code == 200
    assert forked in ann.get("/api/me/export").json()["records"]


@pytest.mark.parametrize("count", [3])
def test_only_the_host_starts_and_changes(fresh: Callable[..., Site], count: int) -> None:
    site = fresh()
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", *["open"] * count)
    bob.join(table, 1)
    for answer in (
        bob.post(f"/api/tables/{table}/start"),
        bob.patch(f"/api/tables/{table}", {"locked": True}),
        bob.delete(f"/api/tables/{table}"),
        bob.delete(f"/api/tables/{table}/seats/0"),
    ):
        assert answer.status_code == 403


def test_a_race_begins_also_where_whoever_sat_down_last_was_not_answered(
    fresh: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: a server killed between the two rows left a full table that never started."""
    site = fresh()
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open")

    async def killed(live: object, language: object) -> None:
        raise OSError("killed")

    monkeypatch.setattr("paddock.server.http.tables.start_if_full", killed)
    monkeypatch.setattr("paddock.server.live.hub.Hub.begin_if_full", lambda hub, live: None)
    assert bob.join(table, 1).status_code == 500
    assert ann.card(table)["state"] == "gathering"
    monkeypatch.undo()
    with ann.at(table, 0) as viewer:
        viewer.until(lambda now: now["state"] == "racing")
