"""Hints: against bots whoever asks is told what seems best, and it is counted; among people not."""

from __future__ import annotations

from tests.server.site import Site


def test_a_hint_names_what_seems_best_and_counts(site: Site) -> None:
    ann = site.guest("Ann")
    table = ann.open("me", "easy")
    with ann.at(table, 0) as eye:
        ask = eye.until_asked()
        assert eye.now["hints"] == 0
        hints = ann.post(f"/api/tables/{table}/seats/0/hint").json()
        assert 1 <= len(hints) <= 3
        labels = [option["label"] for option in ask["options"]]
        for hint in hints:
            assert hint["label"] in labels
            assert 1 <= hint["place"] <= 2
            assert hint["why"]
        eye.receive(lambda frame: frame["type"] == "News")
        assert ann.post(f"/api/tables/{table}/seats/0/hint").status_code == 200
        eye.answer(ask)
        eye.until_answered(ask)
    with ann.at(table, 0) as eye:
        assert eye.now["hints"] == 2


def test_among_people_nobody_is_told(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open", "easy")
    bob.join(table, 1)
    with ann.at(table, 0) as eye:
        eye.until_asked()
        assert eye.now.get("hints") is None
    answer = ann.post(f"/api/tables/{table}/seats/0/hint")
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    here = ann.open("me", "Bea")
    assert ann.post(f"/api/tables/{here}/seats/0/hint").json()["code"] == "forbidden"
    own = ann.open("me", "easy")
    assert bob.post(f"/api/tables/{own}/seats/0/hint").json()["code"] == "not-yours"
    assert ann.post(f"/api/tables/{own}/seats/1/hint").json()["code"] == "not-yours"
