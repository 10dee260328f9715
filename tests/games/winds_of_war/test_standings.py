"""Standings: by position along every golden race, and equal to the outcome at its end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paddock import games
from paddock.core.languages import languages
from paddock.core.record import read_record
from paddock.core.referee import Referee
from paddock.core.seats import numbered_names
from paddock.core.standings import Standing, Status
from paddock.games.winds_of_war import CAREER, CHAMPIONSHIP, MILLE_MIGLIA
from paddock.games.winds_of_war.modes.championship.standings import season_standings
from paddock.games.winds_of_war.modes.mille_miglia.state import Options
from paddock.games.winds_of_war.state.pieces import TRACK, progress

RACES = sorted((Path(__file__).parent / "replays").glob("*.race"))


@pytest.mark.parametrize("path", RACES, ids=lambda path: path.stem)
def test_at_the_end_the_standings_are_the_outcome(path: Path) -> None:
    spec, record, closing = read_record(path.read_text("utf-8"), games.find_spec)
    referee = Referee.replay(spec.game, record)
    found = spec.standings(spec.game.view(referee.state, None))
    assert closing.outcome is not None
    assert {one.seat: one.place for one in found} == dict(enumerate(closing.outcome.places))
    places = [one.place or len(found) + 1 for one in found]
    assert places == sorted(places)
    for one in found:
        assert (one.status is Status.OUT) is (one.place == 0)


@pytest.mark.parametrize("path", RACES, ids=lambda path: path.stem)
def test_all_the_way_the_cars_stand_as_they_run(path: Path) -> None:
    spec, record, _ = read_record(path.read_text("utf-8"), games.find_spec)
    names = numbered_names(len(record.names))
    referee = Referee.start(spec.game, record)
    for row in record.rows:
        referee.repeat(row)
        view = spec.game.view(referee.state, None)
        found = spec.standings(view)
        assert sorted(one.seat for one in found) == list(range(len(names)))
        for one in found:
            for language in languages():
                spec.words.tell(f"standing.{one.note}", language, names, **dict(one.args))
        if spec is MILLE_MIGLIA or spec is CAREER:  # by the clock, not by distance
            continue
        if spec is CHAMPIONSHIP:
            assert season_standings(view)[0].gap == 0
            view = view.now
        if view.cars and len(found) == len(view.cars) and found[0].note != "season":
            run_in_order(view, found)


def run_in_order(view: Any, found: tuple[Standing, ...]) -> None:
    """Cars on the road are ordered by distance, with the boxes they are behind."""
    track = TRACK[view.options.circuit]
    come = [progress(track, view.cars[one.seat]) for one in found if one.status is Status.RACING]
    assert come == sorted(come, reverse=True)
    gaps = [one.gap for one in found if one.status is Status.RACING]
    assert gaps == sorted(gaps)


def test_cars_retired_on_the_road_are_listed_last_by_their_distance() -> None:
    """The longest way first, whatever time it took (Q104)."""
    names = ("Ada", "Bruno", "Carla")
    state = MILLE_MIGLIA.notation.place(
        {
            "Ada": {"stand": "retired", "at": "3M1"},
            "Bruno": {"at": "1M1"},
            "Carla": {"stand": "retired", "at": "9M1"},
        },
        Options(format="stages", year=1936),
        names,
    )
    found = MILLE_MIGLIA.standings(MILLE_MIGLIA.game.view(state, None))
    assert [names[one.seat] for one in found] == ["Bruno", "Carla", "Ada"]
    assert [one.status for one in found[1:]] == [Status.OUT] * 2
