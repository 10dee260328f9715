"""Several choices on one line, in any order, played in the order of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from paddock import games
from paddock.core.chance import ScriptedChance
from paddock.core.notation import read_facts
from paddock.core.options import convert_options
from paddock.terminal.race import Race
from paddock.terminal.typed import Answer, answer


def race_at(game: str, *given: str, begin: str = "", seats: int = 1) -> Race:
    """A person alone or against a bot, in a position as in scenarios."""
    spec = games.find_spec(game)
    names = ("ada", "bob")[: max(seats, spec.card.seats[0])]
    players = ("human", "random")[: len(names)]
    options = convert_options(spec.options, {})
    race = Race(spec, options, players, names, "en")
    state = spec.notation.place(read_facts(given), options, names)
    if begin:
        state = spec.notation.begin(state, begin, ScriptedChance({}, spec.notation.face)).state
    race.referee.state, race.referee.asks = state, spec.game.asks(state)
    return race


def type_line(race: Race, *lines: str) -> Answer:
    came = Answer()
    for line in lines:
        ask = race.person_ask()
        assert ask is not None
        came = answer(race, ask, race.choices(ask), line)
    return came


def fact(race: Race, key: str, who: str = "ada") -> Any:
    return race.spec.notation.facts(race.referee.state, race.names)[who][key]


HAND = "ada at 15 gear 1 engine 0 hand 1,2,2,5,H,S,S deck 3,3,3,3,3 discard H,H,H,H"


@pytest.mark.parametrize("line", ["5,2", "5 2", "discard 5,2", "discard 5, 2", "5,2,done"])
def test_discards_in_whatever_order(line: str) -> None:
    race = race_at("heat", HAND)
    type_line(race, "1 1", "done", line)
    if not line.endswith("done"):
        type_line(race, "")
    assert fact(race, "hidden") == "2,5"


def test_all_or_nothing_and_the_reason_is_true() -> None:
    race = race_at("heat", HAND)
    came = type_line(race, "1 1", "done", "5,2,2,2")
    assert not came.played
    assert came.said == "You do not have these cards. [H8]"
    assert fact(race, "hidden") == "-"
    came = type_line(race, "5", "discard 2")
    assert came.said.startswith("This card is there")


@pytest.mark.parametrize("line", ["plan 3 5,1,2", "plan 3 1,5,2"])
def test_a_plan_of_a_large_hand_in_one_line(line: str) -> None:
    race = race_at("heat", "ada at 15 gear 2 engine 0 hand 0,1,2,3,4,5,S,S")
    assert type_line(race, line).played == 4
    assert fact(race, "area") == "1,2,5"


def test_a_dangerous_plan_is_doubted_at_its_last_card() -> None:
    race = race_at("heat", "ada at 10 gear 3 engine 0 hand 0,3,3,4,4,4,5,5")
    came = type_line(race, "plan 4 5,5,4,4")
    assert came.played == 4, "the gear and three cards"
    assert came.said
    assert fact(race, "area") == "-"
    assert type_line(race, "add 5").played == 1


def test_or_gear_first_and_then_the_cards() -> None:
    race = race_at("heat", "ada at 15 gear 2 engine 0 hand 0,1,2,3,4,5,S,S")
    assert type_line(race, "shift 3", "5,1,2").played == 3
    assert fact(race, "area") == "1,2,5"


def test_the_last_car_on_the_road_may_end_the_race() -> None:
    race = race_at("heat", "ada at 20 gear 1", "bob at - place 1", seats=2)
    assert type_line(race, "give-up").played
    assert race.over
    assert any("Ada ends the race 2nd" in said for said, _ in race.log(0))


def test_surplus_cards_of_a_crew() -> None:
    """Chassis 1 and a third card: two are discarded, in any order."""
    race = race_at("great-race", "ada scouts 1 chassis 1 hand hunter,parts", begin="convoy")
    type_line(race, "recruit")
    held = fact(race, "hand").split(",")
    held.remove("hunter")
    held.remove("parts")
    assert type_line(race, "discard parts,hunter").played == 2
    assert fact(race, "hand") == held[0]


def test_the_two_tiles_of_a_swindler() -> None:
    race = race_at(
        "great-race",
        "ada hand swindler financing 1",
        "table tiles a2:track,a9:sand,a41:mountain",
        begin="convoy",
    )
    type_line(race, "play swindler")
    assert type_line(race, "a9,a2").played == 2
    assert fact(race, "hand") == "-"
