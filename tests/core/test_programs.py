"""Programs: what they answer, when they ask the person, and which are refused."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from paddock.core.chance import UnrecordedChance
from paddock.core.game import Ask, ask_of
from paddock.core.game_spec import AnyGameSpec
from paddock.core.program_checks import add_program, check_program, read_program
from paddock.core.program_turns import Sitting, Turn, sitting_of, turn_of
from paddock.core.program_types import (
    MAX_PROGRAMS_PER_SEAT,
    AnyProgram,
    BadProgram,
    CoDriver,
    Is,
    Limit,
    Moment,
    Near,
    OnAttack,
    OnFollower,
    OnGauge,
    OnLastLap,
    OnLostPlace,
    OnPlanDropped,
    OnRivalOut,
    Pick,
    Plan,
    Program,
    Rule,
    Rules,
    Step,
)
from paddock.core.programs import (
    REASONS,
    UNPREPARED,
    Answered,
    CoDriven,
    Woken,
    answer,
    confirm,
    expire,
    follow,
    is_as_foreseen,
    stamp,
)
from paddock.core.referee import Referee
from paddock.core.sheet import open_sheet
from paddock.core.standings import Standing, Status
from paddock.games import PACKAGES, load_package
from paddock.games.great_race import moves as great_race
from paddock.games.great_race.spec import RACE as GREAT_RACE
from paddock.games.heat import moves as heat
from paddock.games.heat.spec import RACE as HEAT
from paddock.games.street_illegal import moves as street
from paddock.games.street_illegal.spec import RACE as STREET
from paddock.games.template.moves import Block, Boost, Choose, LetBy
from paddock.games.template.spec import RACE
from paddock.games.winds_of_war.spec import RACE as WINDS

TURN = Turn(1)


def asked(spec: AnyGameSpec, question: str, seed: int = 1) -> tuple[Any, Ask[Any], Any]:
    """A state, ask and view in which somebody has a choice in this question."""
    for number in range(seed, seed + 50):
        generator = random.Random(number)
        race: Any = Referee(spec.game, spec.options(), 4, generator)
        while race.asks:
            ask = generator.choice(race.asks)
            if ask.question.prompt == question and len(ask.options) > 1:
                return race.state, ask, spec.game.view(race.state, ask.seat)
            race.play(ask.seat, generator.choice(ask.candidates))
    raise AssertionError(f"{question} was never asked")


def programs(*bodies: Any, wake: tuple[Any, ...] = ()) -> tuple[AnyProgram, ...]:
    return tuple([Program(0, body, wake) for body in bodies])


def seen(spec: AnyGameSpec, view: Any, ask: Ask[Any], move: Any) -> dict[str, float]:
    assert spec.foresee is not None
    return dict(spec.foresee(view, ask.seat, move))


# ---------------------------------------------------------------- the order of the lines


def test_a_seat_without_programs_costs_nothing() -> None:
    _, ask, _ = asked(RACE, "boost")
    assert answer(RACE, (), ask, None, TURN) is UNPREPARED  # not even the view is looked at


def test_a_plan_comes_before_rules_and_rules_before_the_co_driver() -> None:
    _, ask, view = asked(RACE, "boost")
    plan = Plan(1, 1, (Step("boost", Boost(1)),))
    rules = Rules("boost", (Rule(Pick("named", (Boost(0),))),))
    lines = programs(CoDriver(("boost",)), rules, plan)
    first = answer(RACE, lines, ask, view, TURN)
    assert isinstance(first, Answered)
    assert (first.move, first.program) == (Boost(1), 2)
    second = answer(RACE, first.programs, ask, view, TURN)  # the plan has no step left
    assert isinstance(second, Answered)
    assert (second.move, second.program) == (Boost(0), 1)
    third = answer(RACE, lines[:1], ask, view, TURN)
    assert third == CoDriven(0, lines[:1])


def test_a_main_question_is_answered_by_a_plan_only() -> None:
    _, ask, view = asked(RACE, "gear")
    rules: Rules[Any] = Rules("gear", (Rule(Pick("proposed")),))
    found = answer(RACE, programs(rules, CoDriver(("gear",))), ask, view, TURN)
    assert isinstance(found, Woken)
    plan = Plan(1, 1, (Step("gear", ask.options[0]),))
    assert isinstance(answer(RACE, programs(plan), ask, view, TURN), Answered)


def test_a_co_driver_answers_the_rest_of_a_plan_where_the_game_allows_it() -> None:
    spec = replace(RACE, programs=replace(RACE.programs, rest=frozenset({"gear"})))
    _, ask, view = asked(spec, "gear")
    co_driver = CoDriver(("gear",))
    assert isinstance(answer(spec, programs(co_driver), ask, view, TURN), Woken)
    fits = Plan(1, 1, (Step("gear", ask.options[0]),))
    first = answer(spec, programs(fits, co_driver), ask, view, TURN)
    assert isinstance(first, Answered)
    assert isinstance(answer(spec, first.programs, ask, view, TURN), CoDriven)  # behind its end
    mine = follow(first.programs, "gear", "", ask.options[0], TURN)
    assert isinstance(answer(spec, mine, ask, view, TURN), Woken)
    broken = Plan(1, 1, (Step("gear", Boost(99)),))
    found = answer(spec, programs(broken, co_driver), ask, view, TURN)
    assert isinstance(found, CoDriven)
    own = follow(found.programs, "gear", "", ask.options[0], TURN)
    assert isinstance(answer(spec, own, ask, view, TURN), Woken)  # the person is here
    rules: Rules[Any] = Rules("gear", (Rule(Pick("proposed")),))
    assert isinstance(answer(spec, programs(broken, rules), ask, view, TURN), Woken)
    assert isinstance(answer(RACE, programs(broken, co_driver), ask, view, TURN), Woken)


# ---------------------------------------------------------------- plans


def test_a_plan_that_does_not_fit_is_dropped_and_the_next_line_answers() -> None:
    _, ask, view = asked(RACE, "boost")
    plan = Plan(1, 1, (Step("boost", Boost(99)), Step("boost", Boost(0))))
    lines = programs(plan, CoDriver(("boost",)))
    found = answer(RACE, lines, ask, view, TURN)
    assert isinstance(found, CoDriven)
    (dropped, _) = found.programs
    assert dropped.body == replace(plan, dropped="not-offered")
    watchful = (lines[0], replace(lines[1], wake=(OnPlanDropped(),)))
    woken = answer(RACE, watchful, ask, view, TURN)
    assert isinstance(woken, Woken)
    assert woken.why == "plan-dropped"


def test_a_plan_counts_in_its_turns_only() -> None:
    _, ask, view = asked(RACE, "boost")
    lines = programs(Plan(2, 3, (Step("boost", Boost(0)),)))
    assert isinstance(answer(RACE, lines, ask, view, Turn(1)), Woken)
    assert isinstance(answer(RACE, lines, ask, view, Turn(3)), Answered)
    assert isinstance(answer(RACE, lines, ask, view, Turn(4)), Woken)
    assert expire(RACE, lines, view, Turn(3)) == lines
    assert expire(RACE, lines, view, Turn(4)) == ()


@pytest.mark.parametrize(
    ("then", "now", "fits"),
    [
        ({"spin": 0.10}, {"spin": 0.15}, True),
        ({"spin": 0.10}, {"spin": 0.16}, False),
        ({"owed": 1}, {"owed": 1}, True),
        ({"owed": 1}, {"owed": 2}, False),
        ({"owed": 2}, {"owed": 0}, True),
        ({"to": 7}, {"to": 8}, False),
        ({"to": 7}, {}, False),
        ({"engine": 3}, {"engine": 1}, True),
        ({}, {"owed": 1}, False),
    ],
)
def test_as_foreseen(then: dict[str, float], now: dict[str, float], fits: bool) -> None:
    step: Step[Any] = Step("react", heat.Push(), seen=then)
    assert is_as_foreseen(HEAT, step, now) is fits


def test_a_new_danger_is_not_foreseen() -> None:
    step: Step[Any] = Step("gear", Choose(4), seen={"skid": 0.47})
    assert not is_as_foreseen(RACE, step, {"skid": 0.5})
    assert is_as_foreseen(RACE, replace(step, danger=True), {"skid": 0.5})


def test_the_seats_own_answer_moves_the_plan_on_or_drops_it() -> None:
    steps = (Step("gear", Choose(2)), Step("gear", Choose(3)))
    lines = programs(Plan(1, 2, steps))
    (after,) = follow(lines, "gear", "", Choose(2), TURN)
    assert after.body == Plan(1, 2, steps[1:])
    (after,) = follow(lines, "gear", "", Choose(1), TURN)
    assert after.body == Plan(1, 2, steps, "other-answer")
    assert follow(lines, "boost", "", Boost(1), TURN) == lines


def test_steps_about_two_chariots_do_not_mix() -> None:
    plan = Plan(1, 1, (Step("gear", Choose(1), "4"), Step("gear", Choose(2), "5")))
    (after,) = follow(programs(plan), "gear", "5", Choose(2), TURN)
    assert after.body == replace(plan, steps=plan.steps[:1])


# ---------------------------------------------------------------- rules, limits, wakes


def test_the_first_rule_that_leaves_an_option_answers() -> None:
    _, ask, view = asked(RACE, "boost")
    never = Rule(Pick("named", (Boost(1),)), (Near("skid", ">=", 1),))
    body = Rules("boost", (never, Rule(Pick("named", (Boost(99), Boost(0))))))
    found = answer(RACE, programs(body), ask, view, TURN)
    assert isinstance(found, Answered)
    assert found.move == Boost(0)


def test_a_rule_picks_the_most_of_a_number_among_options_without_danger() -> None:
    _, ask, view = asked(HEAT, "slipstream")
    safe_rule: Rule[Any] = Rule(Pick("most", number="to"), (Is("danger", yes=False),))
    body = Rules("slipstream", (safe_rule,))
    found = answer(HEAT, programs(body), ask, view, TURN)
    assert isinstance(found, Answered)
    far = {move: seen(HEAT, view, ask, move)["to"] for move in ask.options}
    assert HEAT.danger is not None
    safe = [m for m in far if HEAT.danger(m, seen(HEAT, view, ask, m)) is None]
    assert far[found.move] == max(far[move] for move in safe)


def test_a_number_is_compared_with_that_of_staying() -> None:
    for seed in range(1, 200, 10):
        _, ask, view = asked(HEAT, "slipstream", seed)
        rule: Rule[Any] = Rule(Pick("most", number="to"), (Near("owed", "<=", 0, "staying"),))
        body = Rules("slipstream", (rule,))
        found = answer(HEAT, programs(body), ask, view, TURN)
        assert isinstance(found, Answered)
        staying = seen(HEAT, view, ask, heat.DONE)
        assert seen(HEAT, view, ask, found.move)["owed"] <= staying["owed"]


def test_a_limit_spends_the_least_that_wins() -> None:
    _, ask, view = asked(STREET, "pro")
    chance = {move: seen(STREET, view, ask, move)["win"] for move in ask.options}
    best = max(chance.values())
    found = answer(STREET, programs(Limit("pro", 9, "", "win", best)), ask, view, TURN)
    assert isinstance(found, Answered)
    assert found.move == min((m for m in chance if chance[m] == best), key=lambda m: m.chips)
    nobody = answer(STREET, programs(Limit("pro", 9, "", "win", 1.1)), ask, view, TURN)
    assert isinstance(nobody, Woken)
    least = answer(STREET, programs(Limit("pro", 0)), ask, view, TURN)
    assert isinstance(least, Answered)
    assert least.move == street.Spend(0)


def test_a_co_drivers_choice_is_checked() -> None:
    _, ask, view = asked(HEAT, "react")
    (line,) = programs(CoDriver(("react",)), wake=(OnGauge("engine", 99),))
    given = answer(HEAT, (line,), ask, view, TURN)
    assert isinstance(given, CoDriven)
    woken = confirm(HEAT, given, ask, view, TURN, ask.options[0])
    assert isinstance(woken, Woken)
    assert woken.why == "gauge"
    calm = CoDriven(0, (replace(line, wake=()),))
    assert isinstance(confirm(HEAT, calm, ask, view, TURN, ask.options[0]), Answered)
    assert isinstance(confirm(HEAT, calm, ask, view, TURN, "no move"), Woken)


def test_a_reaction_can_ask_the_person() -> None:
    _, ask, view = asked(RACE, "block")
    rules = Rules("block", (Rule(Pick("named", (LetBy(),))),))
    assert isinstance(answer(RACE, programs(rules), ask, view, TURN), Answered)
    found = answer(RACE, programs(rules, wake=(OnAttack(),)), ask, view, TURN)
    assert isinstance(found, Woken)
    assert found.why == "attack"


def test_rules_of_a_turn_end_with_it() -> None:
    state, ask, view = asked(RACE, "boost")
    turn = turn_of(RACE, state)
    body = Rules("boost", (Rule(Pick("named", (Boost(0),))),), "turn")
    line = stamp(RACE, Program(ask.seat, body), view, turn)
    assert expire(RACE, (line,), view, turn) == (line,)
    later = replace(turn, number=turn.number + 1)
    assert expire(RACE, (line,), view, later) == ()
    assert isinstance(answer(RACE, (line,), ask, view, later), Woken)


# ---------------------------------------------------------------- what a client sends


def encode(program: AnyProgram) -> bytes:
    return msgspec.json.encode(program)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (CoDriver(("gear",)), "'gear' is a main question"),
        (Rules("gear", (Rule(Pick("proposed")),)), "'gear' is a main question"),
        (Limit("gear", 3), "'gear' is a main question"),
        (CoDriver(("fly",)), "no question 'fly'"),
        (Plan(1, 1, (Step("fly", Choose(1)),)), "no question 'fly'"),
        (Plan(3, 2, ()), "ends before it begins"),
        (Rules("boost", (Rule(Pick("named")),)), "must name one"),
        (Rules("boost", (Rule(Pick("most")),)), "of which number"),
        (Rules("boost", (Rule(Pick("most", number="fun")),)), "no number 'fun'"),
        (Rules("boost", (Rule(Pick("proposed")),) * 5), "length <= 4"),
        (Plan(1, 1, (Step("gear", Choose(1), seen={"x" * 30: 1.5} | {
            f"{'y' * 30}{n}": 1.5 for n in range(30)}),) * 4), "at most 4096 bytes"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_with_a_reason(body: Any, reason: str) -> None:
    with pytest.raises(BadProgram, match=reason):
        read_program(RACE, encode(Program(0, body)))


def test_a_program_is_read_as_it_was_written() -> None:
    program: AnyProgram = Program(2, Plan(1, 2, (Step("block", Block(0), seen={"skid": 0.5}),)))
    assert read_program(RACE, encode(program)) == program
    for text in (b"", b"[]", b'{"seat": 0}', b"\xff", encode(program).replace(b"Block", b"Bl")):
        with pytest.raises(BadProgram, match="no program of"):
            read_program(RACE, text)


def test_a_question_put_because_of_a_secret_is_answered_always_or_never() -> None:
    def rules(*moves: Any, when: tuple[Any, ...] = ()) -> AnyProgram:
        return Program(0, Rules("cancel", (Rule(Pick("named", moves), when),)))

    check_program(GREAT_RACE, rules(great_race.ESCORT, great_race.ALLOW))
    for wrong in (
        rules(great_race.ESCORT),
        rules(great_race.ALLOW, when=(Is("danger", yes=False),)),
    ):
        with pytest.raises(BadProgram, match="must answer always"):
            check_program(GREAT_RACE, wrong)


def test_new_programs_replace_old_ones_up_to_a_limit() -> None:
    held: tuple[AnyProgram, ...] = ()
    for n in range(MAX_PROGRAMS_PER_SEAT):
        held = add_program(held, Program(0, Plan(n, n, ())))
    with pytest.raises(BadProgram, match="at most 16"):
        add_program(held, Program(0, Plan(99, 99, ())))
    assert len(add_program(held, Program(0, Plan(3, 5, ())))) == MAX_PROGRAMS_PER_SEAT - 2
    rules: AnyProgram = Program(0, Rules("boost", (Rule(Pick("proposed")),)))
    assert add_program((rules,), rules) == (rules,)


# ---------------------------------------------------------------- turns and the sheet


def test_sittings_do_not_reach_into_the_next_race() -> None:
    assert sitting_of(10_000, 2) == Sitting(10_000, 10_000, 10_000)
    assert sitting_of(10_001, 2) == sitting_of(10_002, 2) == Sitting(10_001, 10_001, 10_002)
    assert sitting_of(10_003, 2).number == 10_002
    assert sitting_of(19_999, 2).last_turn == 19_999
    assert sitting_of(7, 1) == Sitting(7, 7, 7)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_heats_sheet_has_the_plan_and_the_discards_of_what_is_left(seed: int) -> None:
    state, ask, view = asked(HEAT, "plan", seed)
    plan = next(move for move in ask.options if isinstance(move, heat.Plan) and move.cards)
    sheet = open_sheet(HEAT, view, ask.seat, 99, (plan,))
    assert sheet.ask is not None
    assert sheet.ask.question.prompt == "discard"
    left = list(state.cars[ask.seat].hand)
    for card in plan.cards:
        left.remove(card)
    tosses = {move.card for move in sheet.ask.options if isinstance(move, heat.Toss)}
    assert tosses <= set(left)
    sealed = HEAT.game.play(state, ask.seat, plan, UnrecordedChance(random.Random(1))).state
    if ask_of(HEAT.game.asks(sealed), ask.seat) is None:  # the same after it was played
        again = open_sheet(HEAT, HEAT.game.view(sealed, ask.seat), ask.seat, 99)
        assert again.ask == sheet.ask
    assert open_sheet(HEAT, view, ask.seat, 99, (plan, heat.DONE)).ended == "draws"
    with pytest.raises(BadProgram, match="not offered"):
        open_sheet(HEAT, view, ask.seat, 99, (heat.DONE,))


def test_who_is_behind_plans_while_others_drive() -> None:
    state, ask, _ = asked(STREET, "drive")
    behind = [seat for seat in state.order[state.order.index(ask.seat) + 1 :] if seat >= 0]
    for seat in behind:
        sheet = open_sheet(STREET, STREET.game.view(state, seat), seat, 99)
        assert sheet.ask is not None
        assert sheet.ask.options == street.drives(state.cars[seat].hand)


def test_the_sheet_ends_with_the_sitting() -> None:
    state, ask, view = asked(WINDS, "plan", 4)
    turn = turn_of(WINDS, state).number
    assert open_sheet(WINDS, view, ask.seat, turn - 1).ended == "turn"
    assert open_sheet(WINDS, view, ask.seat, turn).ask == ask


# ---------------------------------------------------------------- every game


@pytest.mark.parametrize("package", PACKAGES)
def test_presets_are_accepted_and_have_words(package: str) -> None:
    for spec in load_package(package):
        for preset in spec.programs.presets:
            needed = [f"preset.{preset.name}", f"preset.{preset.name}.help"]
            for line in preset.lines:
                check_program(spec, Program(0, line.body, line.wake))
                assert len(encode(Program(0, line.body, line.wake))) < 4096
                needed.append(f"prepared.{line.name}")
            for question in preset.seals:
                assert spec.words.has_message(f"ask.{question}")
            assert [id for id in needed if not spec.words.has_message(id)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_number_has_a_sense_and_turns_grow(package: str) -> None:
    for spec in load_package(package):
        generator = random.Random(f"senses:{spec.card.id}")
        race: Any = Referee(spec.game, spec.options(), 4, generator)
        last, unknown = 0, set()
        for _ in range(400):
            if not race.asks:
                break
            ask = generator.choice(race.asks)
            turn = turn_of(spec, race.state).number
            assert turn >= last, spec.card.id
            last = turn
            view = spec.game.view(race.state, ask.seat)
            assert turn == turn_of(spec, spec.game.imagine(
                view, ask.seat, UnrecordedChance(generator))).number  # fmt: skip
            for move in generator.sample(ask.candidates, min(2, len(ask.candidates))):
                unknown |= seen(spec, view, ask, move).keys() - spec.programs.senses.keys()
            race.play(ask.seat, generator.choice(ask.candidates))
        assert unknown == set(), spec.card.id


def test_heat_shows_the_speed_of_a_discard() -> None:
    _, ask, view = asked(HEAT, "discard")
    tosses = [move for move in ask.options if isinstance(move, heat.Toss)]
    assert [seen(HEAT, view, ask, move)["value"] for move in tosses] == [m.card for m in tosses]


# ---------------------------------------------------------------- reasons from the standings


def woken_by(wake: Any, rows: tuple[Standing, ...], since: Moment, turn: Turn = TURN) -> str:
    """Why a rule with this condition asks the person, in a race that stands like this."""
    _, ask, view = asked(RACE, "boost")
    spec = replace(RACE, standings=lambda view: rows)
    rows = tuple([replace(row, seat=(row.seat + ask.seat) % 4) for row in rows])
    body = Rules("boost", (Rule(Pick("named", (Boost(0),))),))
    found = answer(spec, (Program(ask.seat, body, (wake,), since),), ask, view, turn)
    return found.why if isinstance(found, Woken) else ""


LEADER = Standing(1, 1, 1, lap=2)
MINE = Standing(0, 2, 0, lap=2, gap=3)
FOLLOWER = Standing(2, 3, 2, lap=2, gap=5)
LOST = Standing(3, 0, 3, Status.OUT)
ROWS = (LEADER, MINE, FOLLOWER, LOST)


@pytest.mark.parametrize(
    ("wake", "since", "turn", "why"),
    [
        (OnLostPlace(), Moment(place=1), TURN, "lost-place"),
        (OnLostPlace(), Moment(place=2), TURN, ""),
        (OnLostPlace(), Moment(place=3), TURN, ""),
        (OnFollower(2), Moment(), TURN, "follower"),
        (OnFollower(1), Moment(), TURN, ""),
        (OnLastLap(), Moment(), Turn(1, 2, 2), "last-lap"),
        (OnLastLap(), Moment(), Turn(1, 2, 3), ""),
        (OnLastLap(), Moment(), Turn(1), ""),
        (OnRivalOut(), Moment(out=0), TURN, "rival-out"),
        (OnRivalOut(), Moment(out=1), TURN, ""),
    ],
)
def test_the_standings_can_ask_the_person(wake: Any, since: Moment, turn: Turn, why: str) -> None:
    assert woken_by(wake, ROWS, since, turn) == why


def test_every_reason_has_words() -> None:
    assert [why for why in REASONS if not RACE.words.has_message(f"wake.{why}")] == []
    ends = ("not-now", "draws", "others", "turn", "over", "full")
    assert [end for end in ends if not RACE.words.has_message(f"sheet.{end}")] == []
