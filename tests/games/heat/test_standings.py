"""Who is ahead of whom: along every golden race as the rules rank the cars, at its end as the
outcome says."""

from __future__ import annotations

from pathlib import Path

import pytest

from paddock import games
from paddock.core.record import read_record
from paddock.core.referee import AnyReferee, Referee
from paddock.core.standings import Standing, Status
from paddock.games.heat import RACE
from paddock.games.heat.modes.championship.phases import Racing
from paddock.games.heat.rules.driving import by_place, seat_of
from paddock.games.heat.state import State

RACES = sorted((Path(__file__).parent / "replays").glob("*.race"))


@pytest.mark.parametrize("path", RACES, ids=lambda path: path.stem)
def test_the_standings_are_the_order_of_the_rules_and_the_outcome(path: Path) -> None:
    spec, record, closing = read_record(path.read_text("utf-8"), games.find_spec)
    assert spec.standings is not None
    referee: AnyReferee = Referee.start(spec.game, record)
    for row in record.rows:
        referee.repeat(row)
        phase = referee.state.phase
        now = phase.now if isinstance(phase, Racing) else referee.state
        if isinstance(now, State) and now.round:
            assert racing(spec.standings(spec.game.view(referee.state, None))) == [
                seat_of(now.seats, car) for car in by_place(now.cars)
            ]
    found = spec.standings(spec.game.view(referee.state, None))
    assert closing.outcome is not None
    places = {one.seat: one.place for one in found}
    assert tuple(places[seat] for seat in range(len(record.names))) == closing.outcome.places
    assert tuple(places[-1 - i] for i in range(len(places) - len(record.names))) == (
        closing.outcome.others
    )
    assert all((one.status is Status.OUT) is (one.place == 0) for one in found)


def racing(standings: tuple[Standing, ...]) -> list[int]:
    return [one.seat for one in standings if one.status is Status.RACING]


def test_laps_and_gaps_are_counted_from_the_line() -> None:
    lines = ["alex at 71 gear 3 engine 4", "bob at 68 gear 1", "chris at -1"]
    state = RACE.notation.place(
        {line.split()[0]: dict(zip(*[iter(line.split()[1:])] * 2, strict=True)) for line in lines},
        RACE.options(laps=2),
        ("alex", "bob", "chris"),
    )
    assert RACE.standings is not None
    found = RACE.standings(RACE.game.view(state, None))
    assert [(one.seat, one.lap, one.gap) for one in found] == [(0, 2, 0), (1, 1, 3), (2, 1, 72)]
    told = [RACE.words.standing(one, ("Ada", "Bob", "Cy"), "en") for one in found]
    assert told[0] == ("Ada", "gear 3 · 4 Heat · lap 2 of 2", "lap 2 of 2")
    assert told[1][1] == "gear 1 · 6 Heat · −3"
