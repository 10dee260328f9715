"""The forecast of options, and the standings, before anything is decided."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations

from paddock.core.chance import ScriptedChance, UnrecordedChance
from paddock.core.game_spec import default_option
from paddock.core.notation import read_facts
from paddock.core.standings import Status
from paddock.games.street_illegal import RACE
from paddock.games.street_illegal import moves as mv
from paddock.games.street_illegal.data import LIMIT, MPH, PRO, Slot
from paddock.games.street_illegal.foresee import foresee
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.notation import read_card
from paddock.games.street_illegal.standings import standings
from paddock.games.street_illegal.state import Options, State

NAMES = ("alex", "bob")


def begin_part(part: str, *given: str, options: Options | None = None, pro: str = "") -> State:
    """A position in which this part of a leg has begun, and what an Old Pro turns up."""
    state = RACE.notation.place(read_facts(given), options or Options(), NAMES)
    chance = ScriptedChance({"Old Pro": pro.split()}, RACE.notation.face)
    return RACE.notation.begin(state, part, chance).state


def numbers_of(state: State, move: Move) -> Mapping[str, float]:
    """The numbers that alex sees for a move."""
    return foresee(RACE.game.view(state, 0), 0, move)


def test_a_card_driven_shows_the_speed_and_what_the_limit_makes_of_it() -> None:
    state = begin_part("driving", "alex place 1 up 30L,30M,30R hand 40L,60L chips 2", "bob place 2")
    slow = mv.Drive(Slot.MIDDLE, read_card("40L"))
    assert numbers_of(state, slow) == {"speed": 100, "over": 10, "owed": 1, "rash": 1}
    fast = mv.Drive(Slot.LEFT, read_card("60L"))
    brake = {"speed": 120, "over": 30, "owed": 3, "brake": 1, "rash": 1}
    assert numbers_of(state, fast) == brake | {"needless": 1}
    assert numbers_of(state, mv.NOTHING) == {"speed": 90}
    state = begin_part("driving", "alex place 1 up 50L,50M,50R hand 20L", "bob place 2")
    assert "needless" not in numbers_of(state, mv.Drive(Slot.LEFT, read_card("20L")))


def test_chips_are_paid_with_the_cards_that_are_drawn_after_optimizing() -> None:
    state = begin_part(
        "driving", "alex place 1 up 40L,40M,40R hand 10L,10M,10R chips 3", "bob place 2"
    )
    for card in ("10L", "10M"):
        change = mv.CHANGE[read_card(card)]
        state = RACE.game.play(state, 0, change, ScriptedChance({}, RACE.notation.face)).state
    assert numbers_of(state, mv.ENOUGH)["owed"] == 3
    assert "brake" not in numbers_of(state, mv.ENOUGH)


def test_cards_laid_before_the_start_show_their_sum() -> None:
    state = RACE.game.setup(Options(), 2, ScriptedChance({}, RACE.notation.face)).state
    first, second = state.cars[0].hand[:2]
    state = RACE.game.play(state, 0, mv.LAY[first], ScriptedChance({}, RACE.notation.face)).state
    assert numbers_of(state, mv.LAY[second]) == {"speed": MPH[first] + MPH[second]}


def test_proposed_cards_lay_the_fastest_row_within_the_first_limit() -> None:
    """What was found: the lowest card was proposed, so Enter alone meant a slow start."""
    for seed in range(20):
        chance = UnrecordedChance(random.Random(seed))
        state = RACE.game.setup(Options(), 2, chance).state
        hand, top = state.cars[0].hand, LIMIT[state.track[0]]
        rows = [sum(MPH[card] for card in row) for row in combinations(hand, 3)]
        speed = 0.0
        for _ in range(3):
            ask = next(ask for ask in RACE.game.asks(state) if ask.seat == 0)
            beside = [(numbers_of(state, move), "") for move in ask.options]
            move = ask.options[default_option(ask.default, beside)]
            speed = numbers_of(state, move)["speed"]
            state = RACE.game.play(state, 0, move, chance).state
        assert speed == max([one for one in rows if not top or one <= top], default=min(rows))


def test_without_a_limit_no_speed_is_too_high() -> None:
    state = begin_part(
        "driving", "alex place 1 up 60L,60M,60R", "bob place 2", "table road none-left"
    )
    assert numbers_of(state, mv.NOTHING) == {"speed": 180}


def test_an_attack_shows_both_speeds_where_the_rival_has_one() -> None:
    state = begin_part("passing", "alex place 7 up 30L,30M,40R", "bob place 6")
    assert numbers_of(state, mv.ATTACK) == {"speed": 100, "rival": 90}
    state = begin_part("passing", "alex place 7 up 30L,30M,40R", "bob place 1")
    assert numbers_of(state, mv.ATTACK) == {"speed": 100}


def test_chips_in_a_duel_of_players_show_the_speed_they_give() -> None:
    state = begin_part("passing", "alex place 6 hand 10L,10M", "bob place 7")
    state = RACE.game.play(state, 1, mv.ATTACK, ScriptedChance({}, RACE.notation.face)).state
    assert numbers_of(state, mv.SPEND[2][2]) == {"speed": 110}


def test_chips_that_lose_whatever_the_other_spends_say_so() -> None:
    state = begin_part("passing", "alex place 6 hand 10L,10M", "bob place 7 up 40L,40M,30R")
    state = RACE.game.play(state, 1, mv.ATTACK, ScriptedChance({}, RACE.notation.face)).state
    assert ["lost" in numbers_of(state, move) for move in mv.SPEND[2]] == [True, True, False]


def test_against_an_old_pro_without_a_third_card_the_duel_is_certain() -> None:
    state = begin_part(
        "passing", "alex place 6", "bob place 1", pro="50L 50M"
    )  # alex defends with 90
    assert [numbers_of(state, move)["win"] for move in mv.SPEND[2]] == [0, 1, 1]


def test_against_an_old_pro_with_a_third_card_the_unseen_cards_count() -> None:
    """40 on two cards: with 90 a third card of at most 50 is beaten, a tie is the defender's."""
    place = ["alex place 6", "bob place 1 up 30L,30R,30U", "table discards 60L,60M"]
    state = begin_part("passing", *place, pro="20L 20M")
    unseen = 90 - 3 - 3 - 2 - 2  # face up, discards, the Old Pro's
    assert numbers_of(state, mv.SPEND[0][0]) == {"win": 1 - (15 - 2) / unseen}


def test_a_stack_that_is_used_up_is_made_of_the_discards() -> None:
    state = begin_part(
        "passing", "alex place 6", "bob place 1", "table stack 20L,20M discards 60L,10L"
    )
    assert numbers_of(state, mv.SPEND[0][0]) == {"win": 0.5}


# ---------------------------------------------------------------- standings


def test_all_seven_stand_in_their_order_with_speed_and_chips() -> None:
    state = begin_part("driving", "alex place 3 up 30L,30M,40R chips 5", "bob place 5")
    listed = standings(RACE.game.view(state, None))
    assert [one.seat for one in listed] == [PRO, PRO, 0, PRO, 1, PRO, PRO]
    assert [one.place for one in listed] == [1, 2, 3, 4, 5, 6, 7]
    assert [one.gap for one in listed] == [0, 1, 2, 3, 4, 5, 6]
    assert len({one.car for one in listed}) == 7
    assert {one.status for one in listed} == {Status.RACING}
    note, args = f"standing.{listed[2].note}", dict(listed[2].args)
    assert RACE.words.tell(note, "en", NAMES, **args) == "100 mph, 5 chips"


def test_chips_that_are_secret_do_not_stand_there() -> None:
    state = begin_part("driving", options=Options(open_chips=False))
    listed = standings(RACE.game.view(state, 0))
    assert {one.seat: one.note for one in listed if one.seat != PRO} == {0: "means", 1: "speed"}


def test_before_the_grid_is_known_everybody_is_level() -> None:
    state = RACE.game.setup(
        Options(grid="tactical"), 2, ScriptedChance({}, RACE.notation.face)
    ).state
    listed = standings(RACE.game.view(state, 0))
    assert [(one.seat, one.place, one.note) for one in listed] == [(0, 1, "grid"), (1, 1, "grid")]


def test_at_the_finish_everybody_is_home() -> None:
    state = begin_part("passing 1", "alex place 2", "bob place 4", "table leg 8")
    listed = standings(RACE.game.view(state, 0))
    assert {one.status for one in listed} == {Status.HOME}
    outcome = RACE.game.outcome(state)
    assert outcome is not None
    assert {one.seat: one.place for one in listed if one.seat != PRO} == {0: 2, 1: 4}
    assert outcome.places == (2, 4)
