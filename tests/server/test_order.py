"""Order of answers: what counts, counts once, or is too late."""

from __future__ import annotations

import threading

from tests.server.site import Site


def test_the_same_id_twice_counts_once(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as viewer:
        ask = viewer.until_asked()
        first = viewer.answer(ask, id="x")
        again = viewer.answer(ask, id="x")
        assert first == again
        viewer.hello()
        assert viewer.version == first["version"]


def test_a_double_click_with_two_ids_plays_once(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as viewer:
        ask = viewer.until_asked()
        assert viewer.answer(ask)["type"] == "Ack"
        second = viewer.answer(ask)
        assert (second["type"], second["code"]) == ("Refusal", "stale")


def test_a_neighbours_seal_does_not_void_mine(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open")
    bob.join(table, 1)
    with ann.at(table, 0) as a, bob.at(table, 1) as b:
        ask = a.until_asked()
        b.answer(b.until_asked())
        assert a.answer(ask)["type"] == "Ack"


def test_an_illegal_move_is_refused_with_its_clause(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0, "it") as viewer:
        ask = viewer.until_asked()
        answer = viewer.answer(ask, {"type": "Choose", "gear": 4})
        assert (answer["code"], answer["clause"][0]) == ("illegal", "T")
        assert answer["text"]
        assert viewer.answer(ask)["type"] == "Ack", "a refusal changes nothing"


def test_who_is_not_asked_cannot_answer(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open")
    bob.join(table, 1)
    with ann.at(table, 0) as a:
        ask = a.until_asked()
        a.answer(ask)
        answer = a.answer(ask | {"number": 99})
        assert answer["code"] == "not-asked"


def test_two_sockets_that_answer_at_once_play_once(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as a, ann.at(table, 0) as b:
        ask = a.until_asked()
        answers = []
        threads = [
            threading.Thread(target=lambda viewer=viewer: answers.append(viewer.answer(ask)))
            for viewer in (a, b)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer["type"] for answer in answers) == ["Ack", "Refusal"]


def test_who_comes_back_is_told_what_was_missed(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "Bob")
    with ann.at(table, 0) as viewer:
        viewer.answer(viewer.until_asked())
        seen, told = viewer.version, len(viewer.log)
    with ann.at(table, 1) as other:
        other.answer(other.until_asked())
    with ann.socket(table) as connection:
        from tests.server.site import Eye

        back = Eye(connection, 0, "en")
        everything = back.log
        back.hello(seen)
        frame = back.frames[-1]
        assert (frame["type"], frame["since"]) == ("News", seen)
        assert everything[told:] == frame["log"]
        back.hello(10_000)
        assert back.frames[-1]["type"] == "Whole", "a version nobody has is answered with all"


def test_a_sealed_answer_is_taken_back_until_the_window_opens(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open")
    bob.join(table, 1)
    with ann.at(table, 0) as a, bob.at(table, 1) as b:
        ask = a.until_asked()
        assert not ask["options"][ask["default"]]["final"]
        a.answer(ask)
        a.until(lambda now: now["undo"] is not None)
        row = a.now["undo"]
        assert b.do("Undo", seat=1, row=row)["code"] == "not-undoable"
        assert b.do("Undo", seat=0, row=row)["code"] == "not-yours"
        assert a.do("Undo", seat=0, row=row)["type"] == "Ack"
        a.until(lambda now: now["asks"])
        assert a.now["asks"][0]["number"] != ask["number"]
        assert any(line["type"] == "TakenBack" and line["row"] == row for line in a.log)
        assert a.answer(ask)["code"] == "stale", "the answer to the ask before is not this one's"
        b.until(lambda now: now["waiting"])
        sealed = b.answer(b.until_asked())["version"]
        a.until_version(sealed)
        last = a.until_asked()
        assert last["options"][last["default"]]["final"], "the last seal opens them all"
        a.answer(last)
        a.until(lambda now: last not in now["asks"])
        assert a.now["undo"] is None


def test_talk_is_heard_by_all_and_saved(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "Cleo")
    with ann.at(table, 0) as a, bob.at(table) as b:
        assert a.do("Talk", text="good luck")["type"] == "Ack"
        b.receive(lambda frame: frame["type"] == "News")
        assert b.log[-1]["text"] == "good luck"
        assert (b.log[-1]["name"], b.log[-1]["seat"]) == ("Ann", 0)
        b.do("Talk", text="thank you")
        assert a.receive(lambda f: f["type"] == "News")["log"][0]["seat"] is None
