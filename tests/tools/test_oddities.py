"""The counter of odd behaviours of bots, and that those of Circus Maximus do not come back."""

from __future__ import annotations

import pytest
from tools.bots import oddities
from tools.bots.oddities import Count, PlayedRace

from paddock import games

oddities.load_all()
CIRCUS = ("circus-maximus-season", "circus-maximus-campaign")


def counts(game: str, seed: int) -> dict[str, Count]:
    race = oddities.play(games.find_spec(game), "medium", seed)
    return {one.what: one.measure(race) for one in oddities.ODDITIES if game in one.games}


@pytest.mark.parametrize("game", CIRCUS)
def test_circus_bots_bet_on_their_favourite_and_are_asked_once_about_bribes(game: str) -> None:
    found = counts(game, 1)
    assert len(found) == 4
    for what, count in found.items():
        if "bettor" in what or "bribe" in what:
            assert count.possible, what
        assert not count.found, (what, count)


def test_every_behaviour_belongs_to_a_game_with_a_setting() -> None:
    for one in oddities.ODDITIES:
        assert one.games
        for game in one.games:
            assert game in oddities.SETTINGS, game


def test_a_race_has_every_decision_with_what_the_seat_saw() -> None:
    race = oddities.play(games.find_spec(CIRCUS[0]), "random", 3)
    assert isinstance(race, PlayedRace)
    assert all(one.move in one.ask.options for one in race.decisions)
    assert race.spec.game.outcome(race.end) is not None
