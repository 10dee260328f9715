"""Whole races of people."""

from __future__ import annotations

from tests.server.site import Site, usual


def test_a_race_against_bots_is_played_to_its_end(site: Site) -> None:
    guest = site.guest("Ann")
    table = guest.open("me", "greedy", "random")
    with guest.at(table, 0) as viewer:
        assert viewer.play_out() > 3
        assert viewer.now["outcome"]["reason"]
        assert [seat["place"] for seat in viewer.now["seats"]] == viewer.now["outcome"]["places"]


def test_street_illegal_against_bots_in_italian(site: Site) -> None:
    guest = site.guest("Ann")
    table = guest.open("me", "random", "random", game="street-illegal")
    with guest.at(table, 0, "it") as viewer:
        viewer.play_out()
        assert viewer.now["state"] == "over"
        assert any("La gara comincia." in line["text"] for line in viewer.log)


def test_two_people_join_by_link_and_seal_their_choices(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open")
    with ann.at(table, 0) as a:
        assert a.now["state"] == "gathering"
        assert bob.join(table, 1).json()["state"] == "racing"
        a.until(lambda now: now["state"] == "racing")
        with bob.at(table, 1) as b:
            ask = a.until_asked()
            assert ask["kind"] == "sealed"
            assert a.answer(ask)["type"] == "Ack"
            a.until(lambda now: not now["asks"])
            assert a.now["waiting"][0]["seat"] == 1
            b.until(lambda now: not now["waiting"])
            assert b.now["view"]["phase"]["sealed"] == [True, False]
            assert b.now["view"]["phase"]["mine"] == 0, "a sealed choice is nobody else's"
            b.answer(b.until_asked())
            a.until(lambda now: now["asks"])


def test_hot_seat_switches_between_the_eyes_of_one_person(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as viewer:
        for _ in range(400):
            if viewer.now["state"] == "over":
                break
            if not viewer.now["asks"]:
                viewer.eye = viewer.now["waiting"][0]["seat"]
                viewer.hello()
            ask = viewer.now["asks"][0]
            assert ask["seat"] == viewer.eye
            viewer.answer(ask)
            viewer.until_answered(ask)
        assert viewer.now["state"] == "over"
        assert all(seat["mine"] for seat in viewer.now["seats"])


def test_a_run_of_moves_is_played_as_long_as_each_is_offered(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", game="street-illegal")
    with ann.at(table, 0) as viewer:
        ask = viewer.until_asked()
        before = viewer.version
        answer = viewer.do(
            "Answer", seat=0, ask=ask["number"], moves=[usual(ask), {"type": "Nonsense"}]
        )
        assert answer["code"] == "unreadable", "the whole run is read before any of it is played"
        answer = viewer.answer(ask, moves=[usual(ask), usual(ask)])
        assert answer["type"] == "Ack"
        assert answer["version"] > before


def test_several_are_named_in_whatever_order(site: Site) -> None:
    """Two cards, then the end: played in the order of the rules."""
    ann = site.guest("Ann")
    table = ann.open("me", game="heat")
    with ann.at(table, 0) as viewer:
        while (ask := viewer.until_asked())["question"] != "discard" or len(ask["options"]) < 3:
            viewer.answer(ask)
            viewer.until_answered(ask)
        hand = sorted(viewer.now["view"]["mine"]["hand"])
        done, low, *_, high = [option["move"] for option in ask["options"]]
        answer = viewer.answer(ask, moves=[high, low, done, done])
        viewer.until_version(answer["version"])
        left = list(viewer.now["view"]["mine"]["hidden"])
        assert left == [low["card"], high["card"]]
        assert all(card in hand for card in left)
        assert viewer.until_asked()["question"] == "plan"
