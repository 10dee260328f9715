"""The last driver on the road is told the place that ending the race brings."""

from __future__ import annotations

import random

from msgspec.structs import replace

from paddock.core.referee import AnyReferee, Referee
from paddock.games.heat.game import GAME
from paddock.games.heat.moves import GIVE_UP
from paddock.games.heat.rules.course import AWAY
from paddock.games.heat.spec import RACE
from paddock.games.heat.state import Options


def test_ending_the_race_says_the_place() -> None:
    referee: AnyReferee = Referee(GAME, Options(), ("ada", "bruno", "carla"), random.Random(1))
    state = referee.state
    cars = [replace(car, pos=AWAY, place=place) for place, car in enumerate(state.cars, 1)]
    cars[1] = state.cars[1]
    cars[2] = replace(cars[2], place=2)
    view = GAME.view(replace(state, cars=tuple(cars), order=(1,)), 1)
    assert RACE.option_info(view, 1, GIVE_UP, "en").remark == "you finish 3rd"
    assert RACE.option_info(view, 1, GIVE_UP, "it").remark == "arrivi 3º"
