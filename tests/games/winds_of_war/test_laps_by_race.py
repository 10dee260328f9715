"""Laps agreed for the whole season, or race by race (W4.3.1)."""

import pytest

from paddock.core.errors import BadOption
from paddock.core.options import convert_options
from paddock.games.winds_of_war.modes.championship.rules import race_options
from paddock.games.winds_of_war.modes.championship.state import Options


def test_a_race_without_laps_of_its_own_has_those_of_the_season() -> None:
    season = Options(circuits=("salerno", "modena", "livorno"), laps=3, laps_by_race="0,2")
    assert [race_options(season, race).laps for race in range(3)] == [3, 2, 3]


@pytest.mark.parametrize(
    ("laps", "why"),
    [("two", "numbers with commas"), ("1,2,3", "3 numbers of laps for 2"), ("9", "0 to 6 laps")],
)
def test_what_cannot_be_raced_is_refused(laps: str, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        convert_options(Options, {"circuits": ["salerno", "modena"], "laps_by_race": laps})
