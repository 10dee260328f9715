"""Own tracks: checked, stored, driven by their author, then listed for others."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from paddock.analysis.track_trials import Report
from paddock.games.heat.studio import STUDIO
from paddock.measure.tracks import report_on_track
from paddock.server.common.offload import Turn
from paddock.server.workers import reports
from paddock.server.workers.quotas import Requester
from tests.games.test_studio import CIRCUIT, TRACK
from tests.server.site import Guest, Site, in_a_loop, until


def judged(guest: Guest, game: str, text: str, **query: str) -> dict[str, object]:
    asked = "&".join(f"{key}={value}" for key, value in query.items())
    answer = guest.post(f"/api/studio/{game}/judge?{asked}", {"text": text})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_track_is_judged_while_it_is_built(site: Site) -> None:
    ada = site.guest("Ada")
    found = judged(ada, "winds-of-war", CIRCUIT)
    assert found["faults"] == []
    assert found["circuit"]["name"] == "Valle d'Oro: the ring"  # type: ignore[index]
    broken = judged(ada, "winds-of-war", CIRCUIT.replace(" pits", ""), lang="it")
    assert broken["circuit"] is None
    assert broken["faults"] == [
        {"rule": "V16", "at": 0, "text": "i box mancano o sono nel posto sbagliato (V16)"}
    ]
    assert broken["sketch"]["nodes"]  # type: ignore[index]
    assert judged(ada, "heat", TRACK)["faults"] == []
    assert ada.post("/api/studio/street-illegal/judge", {"text": ""}).status_code == 404
    long = ada.post("/api/studio/heat/judge", {"text": "#" * 4001})
    assert long.status_code == 400


def test_a_track_is_offered_to_others_once_its_author_has_driven_it(site: Site) -> None:
    ada, ben = site.guest("Ada"), site.guest("Ben")
    broken = ada.post("/api/studio/heat", {"text": TRACK.replace("spaces = 48", "spaces = 12")})
    assert broken.status_code == 400
    assert "(T1)" in broken.json()["text"]
    kept = ada.post("/api/studio/heat", {"text": TRACK}).json()
    assert (kept["name"], kept["driven"], kept["mine"]) == ("Valle d'Oro: the ring", False, True)
    assert ada.post("/api/studio/heat", {"text": TRACK}).json() == kept
    link = f"/api/tracks/{kept['id']}"
    assert ben.get(link).status_code == 403
    assert ben.delete(link).status_code == 404

    options = {"own": TRACK, "laps": 1}
    wanted = {"game": "heat", "seats": [{"type": "Me"}, {"type": "Open"}], "options": options}
    refused = ada.post("/api/tables", wanted)
    assert refused.status_code == 403
    assert "drive it to the end" in refused.json()["text"]
    alone = ada.open("me", game="heat", options=options)
    with ada.at(alone, 0) as viewer:
        viewer.play_out()
    assert ada.get("/api/studio/heat").json()["mine"][0]["driven"]
    assert ben.get(link).json()["text"] == TRACK

    assert ada.post("/api/tables", wanted).status_code == 201
    season = {"own_tracks": [TRACK.replace("Valle", "Colle")], "season": "custom"}
    other = {**wanted, "game": "heat-championship", "options": season}
    assert ada.post("/api/tables", other).status_code == 403
    season["own_tracks"] = [TRACK]
    assert ada.post("/api/tables", other).status_code == 201

    assert ben.get("/api/tracks").json() == []
    assert ben.put(f"{link}/offer", {"offered": True}).status_code == 403
    assert ada.put(f"{link}/offer", {"offered": True}).json()["offered"]
    (shelf,) = ben.get("/api/tracks").json()
    assert (shelf["id"], shelf["author"], shelf["spaces"]) == (kept["id"], "Ada", 48)
    assert len(shelf["circuit"]["nodes"]) == 48
    assert ada.get("/api/me/export").json()["tracks"] == {kept["id"]: TRACK}
    assert ada.delete(link).status_code == 200
    assert ben.get(link).status_code == 404


def test_nobody_waits_while_a_track_is_judged(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text is checked outside of the event loop."""
    judges: list[str] = []

    async def offloaded(turn: Turn, work: Callable[..., object], *args: object) -> object:
        if work is STUDIO.judge:
            judges.append(str(args[0]))
        return await run(turn, work, *args)

    run = Turn.run
    monkeypatch.setattr(Turn, "run", offloaded)
    ada = site.guest("Ada")
    race = {"game": "heat", "seats": [{"type": "Me"}], "options": {"own": "race"}}
    season = {**race, "game": "heat-championship", "options": {"own_tracks": ["one", "two"]}}
    for where, sent in (
        ("/api/studio/heat", {"text": "kept"}),
        ("/api/studio/heat/report", {"text": "report"}),
        ("/api/tables", race),
        ("/api/tables", season),
    ):
        assert ada.post(where, sent).status_code == 400
    assert judges == ["kept", "report", "race", "one"]  # stops at the first invalid one


def test_nobody_keeps_too_many(site: Site) -> None:
    ada = site.guest("Ada")
    most = site.hub.settings.tracks
    for number in range(most):
        text = CIRCUIT.replace("Valle", f"Valle {number}")
        assert ada.post("/api/studio/winds-of-war", {"text": text}).status_code == 201
    full = ada.post("/api/studio/winds-of-war", {"text": CIRCUIT})
    assert full.status_code == 429
    assert str(most) in full.json()["text"]


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch, site: Site) -> None:
    """Few races, by a worker with normal priority."""
    for name, few in {
        "FIRST_RACES": 1,
        "STEP_RACES": 1,
        "TOTAL_RACES": 2,
        "RACES_PER_SLICE": 1,
    }.items():
        monkeypatch.setattr(reports, name, few)
    for worker in site.hub.background.pool.all:
        monkeypatch.setattr(worker, "niceness", 0)


@pytest.mark.usefixtures("quickly")
def test_bots_try_a_track_out_and_the_report_is_kept(site: Site) -> None:
    ada, ben = site.guest("Ada"), site.guest("Ben")
    where, track = "/api/studio/heat/report", {"text": TRACK}
    assert ada.post(f"{where}/look", track).json()["state"] == "none"
    broken = ada.post(where, {"text": TRACK.replace("spaces = 48", "spaces = 12")})
    assert broken.status_code == 400
    assert ada.post(where, track).json()["state"] == "working"
    until(lambda: ben.post(f"{where}/look", track).json()["state"] == "done")
    found = ben.post(where, track).json()
    kept = msgspec.convert(found["report"], Report)
    assert (found["races"], kept.races) == (2, 2)
    assert kept == report_on_track("heat", TRACK, 2, reports.SEED)
    assert site.hub.reports.working == {}


@pytest.mark.usefixtures("quickly")
def test_nobody_has_bots_try_out_tracks_for_ever(site: Site) -> None:
    ada = site.guest("Ada")
    where, track = "/api/studio/heat/report", {"text": TRACK.replace("Valle", "Monte")}
    waiting = site.hub.reports.working
    waiting["a"] = waiting["b"] = Requester(ada.me["id"], "elsewhere")
    refused = ada.post(where, track)
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
    waiting.clear()
    asker = Requester(ada.me["id"], "elsewhere")
    for _ in range(site.hub.settings.reports):
        in_a_loop(site.hub.reports.count_report(asker))
    spent = ada.post(where, track)
    assert spent.status_code == 429
    assert str(site.hub.settings.reports) in spent.json()["text"]
    assert waiting == {}
