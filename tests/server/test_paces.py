"""Clocks that are proposed for slow races: they follow from how often people wait."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from paddock import games
from paddock.bots.greedy import Greedy
from paddock.core.chance import UnrecordedChance
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import convert_options
from paddock.core.program_turns import turn_of
from paddock.core.referee import Referee
from paddock.server.api import wire
from paddock.server.tables.paces import (
    BANK_PART,
    CALM,
    COUNTED_HOURS_A_DAY,
    LEAST_HOURS,
    count_waits,
    pace_called,
    propose_paces,
)
from paddock.server.tables.sittings import turns_per_sitting
from tests.server.site import Site

SPECS = list(games.all_specs().values())


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.card.id)
def test_every_game_and_mode_proposes_paces(spec: AnyGameSpec) -> None:
    paces = propose_paces(spec, spec.options())
    assert {pace.name for pace in paces} >= {"usual", "calm"}
    assert paces[-1].clock == CALM
    hours = [(pace.clock.hours, pace.clock.increment, pace.clock.cap) for pace in paces]
    assert hours == sorted(hours), "the brisk one first"
    for pace in paces[:-1]:
        clock = pace.clock
        assert LEAST_HOURS <= clock.hours == clock.cap <= 24
        assert 0 < clock.increment < clock.hours
        used = pace.waits * clock.hours / BANK_PART / COUNTED_HOURS_A_DAY
        assert used <= pace.days * 1.1, "the days hold if each wait takes as long as it may"


def options_of(spec: AnyGameSpec, **chosen: Any) -> Any:
    return convert_options(spec.options, chosen)


def test_a_longer_race_has_a_smaller_bank() -> None:
    heat = games.find_spec("heat")
    short, usual, long = (
        pace_called(heat, options_of(heat, laps=laps), "usual") for laps in (1, 2, 4)
    )
    assert short.waits < usual.waits < long.waits
    assert short.clock.hours > usual.clock.hours > long.clock.hours
    assert (short.days, usual.days) == (10, 10)
    assert long.days > 10, "nobody has less than the least hours"


def test_a_pace_that_is_left_out_is_the_usual_one() -> None:
    heat = games.find_spec("heat")
    options = options_of(heat, laps=4)
    assert "brisk" not in {pace.name for pace in propose_paces(heat, options)}
    assert pace_called(heat, options, "brisk") == pace_called(heat, options, "usual")


def lengths() -> Iterator[tuple[str, dict[str, Any]]]:
    for track in ("italia", "gb", "espana", "southafrica"):
        yield "heat", {"track": track}
    yield "heat", {"first_game": True}
    for circuit in ("modena", "livorno", "napoli", "tripoli"):
        yield "winds-of-war", {"circuit": circuit}
    yield "circus-maximus", {"two_laps": True}


@pytest.mark.parametrize(("game", "chosen"), list(lengths()))
def test_races_are_as_long_as_the_games_say(game: str, chosen: dict[str, Any]) -> None:
    spec = games.find_spec(game)
    options = options_of(spec, **chosen)
    expected = count_turns(spec, spec.options()) * spec.programs.race_length(options)
    assert count_turns(spec, options) == pytest.approx(expected, rel=0.3)


def count_turns(spec: AnyGameSpec, options: Any) -> int:
    """Turns of a race of greedy bots."""
    race: Any = Referee(spec.game, options, 4, random.Random(1))
    bot: Any = Greedy(spec)
    chance, turns = UnrecordedChance(random.Random(1)), 0
    while race.asks:
        ask = race.asks[0]
        race.play(ask.seat, bot.choose(spec.game.view(race.state, ask.seat), ask, chance))
        turns = max(turns, turn_of(spec, race.state).number)
    return turns


def test_a_turn_limit_shortens_a_race_of_circus_maximus() -> None:
    circus = games.find_spec("circus-maximus")
    assert count_waits(circus, options_of(circus, turns=8)) < count_waits(circus, circus.options())


# ---------------------------------------------------------------- at a table


def test_the_server_proposes_paces_for_options(site: Site) -> None:
    ann = site.guest("Ann")
    asked = ann.post("/api/games/heat/paces", {"options": {"laps": 1}})
    assert asked.status_code == 200
    paces = {pace["name"]: pace for pace in asked.json()}
    heat = games.find_spec("heat")
    usual = pace_called(heat, options_of(heat, laps=1), "usual")
    assert paces["usual"]["days"] == 10
    assert paces["usual"]["clock"]["hours"] == usual.clock.hours
    assert ann.post("/api/games/heat/paces", {"options": {"laps": 99}}).status_code == 400
    assert ann.post("/api/games/no-game/paces", {}).status_code == 404


def test_a_table_is_opened_with_a_pace_and_keeps_its_clock(site: Site) -> None:
    ann = site.guest("Ann")
    wanted = {"game": "street-illegal", "seats": [{"type": "Me"}, {"type": "Open"}]}
    opened = ann.post("/api/tables", wanted | {"pace": "usual"})
    assert opened.is_success
    street = games.find_spec("street-illegal")
    usual = pace_called(street, street.options(), "usual").clock
    clock = opened.json()["clock"]
    assert (clock["hours"], clock["increment"], clock["cap"]) == (
        usual.hours,
        usual.increment,
        usual.cap,
    )
    both = ann.post("/api/tables", wanted | {"pace": "usual", "clock": {"type": "Live"}})
    assert both.status_code == 400
    assert "not both" in both.text
    explicit = ann.post("/api/tables", wanted | {"clock": {"type": "Bank"}})
    assert explicit.json()["clock"]["hours"] == 24, "numbers that are not sent mean the same"


def test_new_tables_keep_the_turns_of_a_sitting_and_old_ones_go_on(site: Site) -> None:
    ann = site.guest("Ann")
    for game, turns, before in (("winds-of-war", 4, 2), ("street-illegal", 1, 1)):
        for chosen, kept in (({}, turns), ({"slow": {"turns": 2}}, 2)):
            table = ann.open("me", "open", game=game, pace="usual", **chosen)
            assert site.hub.open_tables[table].table.slow.options.turns == kept
        spec = games.find_spec(game)
        assert turns_per_sitting(spec, wire.SlowOptions()) == before
        assert turns_per_sitting(spec, wire.SlowOptions(turns=turns)) == turns


def test_a_running_race_says_what_other_paces_there_are(site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    table = ann.open("me", "open", game="street-illegal", clock={"type": "Bank"})
    assert bob.join(table, 1).is_success
    with ann.at(table, 0) as viewer:
        viewer.until(lambda now: now["slow"] is not None)
        assert viewer.now["slow"]["clock"]["hours"] == 24
        assert [pace["name"] for pace in viewer.now["slow"]["paces"]] == ["brisk", "usual", "calm"]
