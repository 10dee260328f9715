"""Replays, records and forks."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from paddock import games
from paddock.bots import STYLED_NAMES
from paddock.core.record import read_record
from paddock.core.referee import Referee
from paddock.server.rendering import replay
from tests.server.site import Guest, Site


def finished(site: Site) -> tuple[object, str]:
    ann = site.guest("Ann")
    return ann, race_alone(ann)


def race_alone(ann: Guest) -> str:
    """A short race of one person in two seats, to its end."""
    table = ann.open("me", "Bob", options={"length": 10})
    with ann.at(table, 0) as viewer:
        while viewer.now["state"] == "racing":
            if not viewer.now["asks"]:
                viewer.eye = viewer.now["waiting"][0]["seat"]
                viewer.hello()
            ask = viewer.now["asks"][0]
            viewer.answer(ask)
            viewer.until_answered(ask)
    return table


def test_a_finished_race_is_open_to_every_eye(site: Site) -> None:
    _, table = finished(site)
    bob = site.guest("Bob")
    whole = bob.get(f"/api/tables/{table}/replay", eye=1, lang="it").json()
    assert whole["eyes"] == [0, 1]
    assert len(whole["moments"]) == whole["of"]
    assert whole["moments"][0]["row"] == 0
    assert all(moment["move"] for moment in whole["moments"][1:])
    assert whole["moments"][-1]["asked"] == []
    some = bob.get(f"/api/tables/{table}/replay", **{"eye": 1, "from": 2, "count": 2}).json()
    assert [moment["row"] for moment in some["moments"]] == [2, 3]
    italian = bob.get(f"/api/tables/{table}/replay", eye=1, lang="it", count=3).json()
    assert italian["moments"] == whole["moments"][:3]
    assert bob.get(f"/api/tables/{table}/replay", count=1000).status_code == 400


def test_who_looks_back_without_end_waits_for_themselves(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: all requested replays were computed at once, without a queue."""
    ada = site.guest("Ada")
    table = ada.open("me", "Bob")
    at_once, most = [0], [0]

    def slowly(*arguments: object) -> tuple[object, ...]:
        at_once[0] += 1
        most[0] = max(most[0], at_once[0])
        time.sleep(0.05)
        at_once[0] -= 1
        return ()

    monkeypatch.setattr(replay, "moments", slowly)
    guests = [ada, ada, ada, site.guest("Bea"), site.guest("Cy")]
    with ThreadPoolExecutor(len(guests)) as pool:
        asked = [pool.submit(one.get, f"/api/tables/{table}/replay") for one in guests]
        assert [one.result().status_code for one in asked] == [200] * len(guests)
    assert most == [1]


def test_the_record_leads_to_the_same_state(site: Site) -> None:
    ann, table = finished(site)
    answer = ann.get(f"/api/tables/{table}/record")  # type: ignore[attr-defined]
    assert "attachment" in answer.headers["content-disposition"]
    spec, record, closing = read_record(answer.text, games.find_spec)
    again = Referee.replay(spec.game, record)
    assert again.outcome() == closing.outcome
    assert len(record.rows) == len(answer.text.splitlines()) - 2


def test_a_fork_goes_on_against_bots(site: Site) -> None:
    _, table = finished(site)
    bob = site.guest("Bob")
    forked = bob.post(f"/api/tables/{table}/fork", {"row": 3, "seat": 1, "level": "random"}).json()
    assert forked["forked"] == {"table": table, "row": 3}
    assert [seat["kind"] for seat in forked["seats"]] == ["bot", "person"]
    first = bob.get(f"/api/tables/{table}/replay", eye=1).json()["moments"][3]["view"]
    again = bob.get(f"/api/tables/{forked['id']}/replay", eye=1).json()["moments"][3]["view"]
    assert first == again
    with bob.at(forked["id"], 1) as viewer:
        viewer.play_out()
        assert viewer.now["state"] == "over"
    assert bob.post(f"/api/tables/{table}/fork", {"row": 999, "seat": 1}).status_code == 404


def test_a_race_among_people_is_not_forked_while_it_runs(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open")
    bob.join(table, 1)
    assert ann.post(f"/api/tables/{table}/fork", {"row": 0, "seat": 0}).status_code == 403
    own = ann.open("me", "random")
    assert ann.post(f"/api/tables/{own}/fork", {"row": 0, "seat": 0}).status_code == 201
    assert bob.post(f"/api/tables/{own}/fork", {"row": 0, "seat": 0}).status_code == 403


def test_rules_and_options_come_in_both_languages(site: Site) -> None:
    ann = site.guest("Ann")
    for language in ("en", "it"):
        page = ann.get("/api/games/street-illegal", lang=language).json()
        assert page["options"]
        assert all(option["help"] for option in page["options"])
        assert [bot["id"] for bot in page["bots"]] == ["easy", "medium", "hard", *STYLED_NAMES]
        assert all(bot["title"] and bot["help"] for bot in page["bots"])
        rules = ann.get("/api/games/template/rules", lang=language).json()
        assert len(rules["clauses"]) > 10
        assert rules["intro"]
    schema = ann.get("/api/schema/openapi.json").json()
    assert "/api/tables/{table}/fork" in schema["paths"]
