"""Nested decisions without an answer: Circus Maximus under the clock."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from paddock.core.chance import Chance
from paddock.games.circus_maximus import RACE
from paddock.games.circus_maximus.data.kinds import CAR, RAM
from paddock.games.circus_maximus.state import Options
from paddock.server.tables import table as tables
from tests.server.conftest import settings_for
from tests.server.site import Json, running
from tests.server.test_clocks import HOUR, set_back

SEATS = ("ann", "ben")
BESIDE = {
    "yellow": {"team": "4f10", "mf": "5", "endurance": "20", "owner": "ann"},
    "green": {"team": "5f10", "endurance": "20", "written": "8", "owner": "ben"},
}
"""Two chariots side by side, the first of them with MFs left."""
DEFENDER_WINS = (0.0, 0.0, 0.99, 0.99)
"""Two dice of the attacker, two of the defender."""


class Dice:
    """A generator with given values, then 0.5."""

    def __init__(self, *first: float) -> None:
        self.given = itertools.chain(first, itertools.repeat(0.5))

    def random(self) -> float:
        return next(self.given)


def set_up(game: Any, options: Options, seats: int, chance: Chance) -> Any:
    """Start the race in the middle of a movement phase."""
    return RACE.notation.begin(RACE.notation.place(BESIDE, options, SEATS), "drive yellow", chance)


@pytest.fixture(autouse=True)
def wheel_to_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(RACE.game), "setup", set_up)
    monkeypatch.setattr(tables, "DICE", lambda: Dice(*DEFENDER_WINS))


def attack() -> Json:
    return {"type": "Attack", "weapon": RAM, "target": 1, "part": CAR}


@pytest.mark.parametrize("contested", [False, True], ids=["hold-or-get-away", "which-way"])
def test_a_defender_who_does_not_answer_gets_the_default(database: str, contested: bool) -> None:
    """The attack continues with the default, then the attacker drives on."""
    slow = {"type": "Slow", "hours": 1}
    with running(settings_for(database)) as site:
        ann, ben = site.guest("Ann"), site.guest("Ben")
        table = ann.open("me", "open", game="circus-maximus", clock=slow)
        ben.join(table, 1)
        with ann.at(table, 0) as viewer:
            assert viewer.until_asked()["question"] == "drive"
            viewer.answer(viewer.until_asked(), attack())
            viewer.until(lambda now: not now["asks"])
            assert [w["seat"] for w in viewer.now["waiting"]] == [1]
        with ben.at(table, 1) as viewer:
            assert viewer.until_asked()["question"] == "defend"
            if contested:
                viewer.answer(viewer.until_asked(), {"type": "Contest"})
                viewer.until(lambda now: now["asks"] and now["asks"][0]["question"] == "avoid")
    set_back(database, 2 * HOUR)
    with running(settings_for(database)) as site, site.guest("Late").at(table) as viewer:
        viewer.until(lambda now: now["waiting"] and now["waiting"][0]["seat"] == 0)
        viewer.hello()
        notes = [line for line in viewer.log if line["type"] == "Noted"]
        assert (notes[-1]["what"], notes[-1]["seat"]) == ("timeout", 1)
        told = [line["event"]["type"] for line in viewer.log if line["type"] == "Told"]
        assert ("Evaded" in told) == contested
        assert viewer.now["state"] == "racing"
        assert viewer.now["view"]["phase"]["type"] == "Drive", "the attacker drives on"
