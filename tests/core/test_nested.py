"""Nested races: the phases that pass a race through, and the spec of a mode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Ended, Pending, settle
from paddock.core.game import Ask, Question
from paddock.core.nested import (
    InnerRace,
    SteppedRace,
    mode_spec,
    mode_turns,
    no_numbers,
    no_remarks,
    without,
)
from paddock.core.turns import CarTurn, Summary, TurnSummaries
from paddock.games import find_spec


class NoLuck:
    def pick(self, faces: Any, label: str, to: int | None = None) -> int:
        return 0


LUCK = NoLuck()
QUESTION = Question("go", "T1")


# ------------------------------------------------------------------ a race of three laps


class Waiting(Asking, frozen=True, gc=False):
    """A lap: the driver is asked, then two phases pass by themselves."""

    def asks(self, state: Any) -> tuple[Ask[str], ...]:
        return (Ask(0, QUESTION, ("go", "stop")),)

    def play(self, state: Any, seat: int, move: str, events: Any, chance: Chance) -> Any:
        events.append(move)
        return replace(state, phase=Moving() if move == "go" else RaceOver())

    def why_not(self, state: Any, seat: int, move: str) -> Refusal | None:
        return Refusal("too-fast", "T2")


class Moving(Pending, frozen=True, gc=False):
    def resume(self, state: Any, events: Any, chance: Chance) -> Any:
        events.append("moved")
        return replace(state, lap=state.lap + 1, phase=Checking())


class Checking(Pending, frozen=True, gc=False):
    def resume(self, state: Any, events: Any, chance: Chance) -> Any:
        events.append("checked")
        return replace(state, phase=Waiting() if state.lap < 3 else RaceOver())


class RaceOver(Ended, frozen=True, gc=False):
    pass


class Race(Struct, frozen=True):
    lap: int
    phase: Any


# ------------------------------------------------------------------ modes around it


class Over(Ended, frozen=True, gc=False):
    pass


class Window(Asking, frozen=True, gc=False):
    """A phase of the mode that interrupts the race."""

    def asks(self, state: Any) -> tuple[Ask[str], ...]:
        return (Ask(1, QUESTION, ("fine",)),)

    def play(self, state: Any, seat: int, move: str, events: Any, chance: Chance) -> Any:
        return replace(state, phase=Stepped(looked=True))


class Mode(Struct, frozen=True):
    now: Race
    phase: Any
    races: int = 0


def score(state: Mode, phase: InnerRace, events: Any, chance: Chance) -> Any:
    """Two races, then the end."""
    events.append("scored")
    state = replace(state, races=state.races + 1)
    if state.races == 2:
        return replace(state, phase=Over())
    return phase.start(replace(state, now=Race(0, Moving())), events, chance)


class InOneGo(InnerRace, frozen=True, gc=False):
    over_at: ClassVar[type] = RaceOver

    def on_over(self, state: Mode, events: Any, chance: Chance) -> Any:
        return score(state, self, events, chance)


class Stepped(SteppedRace, frozen=True, gc=False):
    """Looks at the race before its first check, and notes each step."""

    looked: bool = False
    over_at: ClassVar[type] = RaceOver

    def with_inner(self, state: Mode, race: Race) -> Mode:
        return replace(state, now=race, phase=Stepped(self.looked))

    def before_step(self, state: Mode, events: Any, chance: Chance) -> Mode:
        if self.looked or not isinstance(state.now.phase, Checking):
            return state
        return replace(state, phase=Window())

    def after_step(self, before: Race, after: Race, events: Any) -> None:
        events.append((type(before.phase).__name__, type(after.phase).__name__))

    def on_over(self, state: Mode, events: Any, chance: Chance) -> Any:
        return score(state, self, events, chance)


def play(state: Mode, seat: int, move: str) -> tuple[Mode, list[Any]]:
    events: list[Any] = []
    step = settle(state.phase.play(state, seat, move, events, LUCK), events, LUCK)
    return step.state, list(step.events)


def test_a_race_passes_questions_and_refusals_through() -> None:
    state = Mode(Race(0, Waiting()), InOneGo())
    assert state.phase.asks(state) == (Ask(0, QUESTION, ("go", "stop")),)
    assert state.phase.why_not(state, 0, "fly") == Refusal("too-fast", "T2")


def test_a_race_runs_to_its_next_question_in_one_go() -> None:
    state, events = play(Mode(Race(0, Waiting()), InOneGo()), 0, "go")
    assert (state.now, events) == (Race(1, Waiting()), ["go", "moved", "checked"])
    assert state.phase == InOneGo()
    assert state.phase.resume is None


def test_the_next_race_starts_at_once_and_the_last_one_ends_the_mode() -> None:
    state, events = play(Mode(Race(0, Waiting()), InOneGo()), 0, "stop")
    assert events == ["stop", "scored", "moved", "checked"]
    assert (state.races, state.now) == (1, Race(1, Waiting()))
    state, events = play(state, 0, "stop")
    assert (events, state.phase) == (["stop", "scored"], Over())


def test_a_race_that_ends_by_itself_is_scored() -> None:
    state, events = play(Mode(Race(2, Waiting()), InOneGo()), 0, "go")
    assert events == ["go", "moved", "checked", "scored", "moved", "checked"]
    assert state.races == 1


def test_a_stepped_race_is_interrupted_and_goes_on() -> None:
    state, events = play(Mode(Race(0, Waiting()), Stepped()), 0, "go")
    assert events == ["go", ("Waiting", "Moving"), "moved", ("Moving", "Checking")]
    assert state.phase == Window()
    state, events = play(state, 1, "fine")
    assert events == ["checked", ("Checking", "Waiting")]
    assert (state.now, state.phase) == (Race(1, Waiting()), Stepped(looked=True))


def test_a_stepped_race_is_scored_without_a_look() -> None:
    state, events = play(Mode(Race(0, Waiting()), Stepped(looked=True)), 0, "stop")
    assert events[:3] == ["stop", ("Waiting", "RaceOver"), "scored"]
    assert (state.races, state.now) == (1, Race(1, Waiting()))


def test_a_mode_must_say_what_follows_the_race() -> None:
    class Unfinished(InnerRace, frozen=True, gc=False):
        over_at: ClassVar[type] = RaceOver

    with pytest.raises(RulesBug, match="Unfinished"):
        play(Mode(Race(0, Waiting()), Unfinished()), 0, "stop")


def test_a_race_without_end_is_our_mistake() -> None:
    class Circling(Pending, frozen=True, gc=False):
        def resume(self, state: Any, events: Any, chance: Chance) -> Any:
            return replace(state, phase=Circling())

    with pytest.raises(RulesBug, match="no end in sight"):
        InOneGo().start(Mode(Race(0, Circling()), Over()), [], LUCK)


# ------------------------------------------------------------------ specs, turns, positions


class Own(Struct, frozen=True):
    """A move of the mode alone."""


class ModeView(Struct, frozen=True):
    now: str
    phase: Any


def spec_of_mode(of_race: Mapping[str, Any] | None = None, **given: Any) -> Any:
    race = find_spec("template")
    fakes: dict[str, Any] = {
        "foresee": lambda view, seat, move: {view: 1.0},
        "remarks": lambda view, move, numbers: ((view, {}),),
        "danger": lambda move, numbers: ("danger", {}),
        "detail": lambda move: "fine",
        "standings": lambda view: (view,),
        "spoken": lambda view, seat: ((view, {}),),
        "countdown": lambda options, ask: options,
        "clauses": lambda options: {"T1": options},
        "own_standings": lambda options: options == "secret",
    }
    own: dict[str, Any] = {
        "game": race.game,
        "options": race.options,
        "state": race.state,
        "event": race.event,
        "view": ModeView,
        "notation": race.notation,
        "evaluate": race.evaluate,
        "draw": race.draw,
        "bot_hints": race.bot_hints,
        "standings_between": lambda view: (),
        "own_moves": (Own,),
        "foresee_between": lambda view, seat, move: {"price": 2.0},
        "remarks_between": lambda view, move, numbers: (("between", {}),),
    }
    return mode_spec(replace(race, **{**fakes, **(of_race or {})}), **{**own, **given})


RUNNING, BETWEEN = ModeView("race", InOneGo()), ModeView("race", Window())


def test_a_mode_has_the_modules_of_its_race_while_it_runs() -> None:
    spec = spec_of_mode()
    assert spec.standings(RUNNING) == ("race",)
    assert spec.spoken(RUNNING, 0) == (("race", {}),)
    assert spec.foresee(RUNNING, 0, "go") == {"race": 1.0}
    assert spec.remarks(RUNNING, "go", {}) == (("race", {}),)
    assert spec.rulebook is find_spec("template").rulebook
    assert spec.quick is None


def test_between_races_a_mode_has_its_own() -> None:
    spec = spec_of_mode()
    assert spec.standings(BETWEEN) == ()
    assert spec.spoken(BETWEEN, 0) == ((),)
    assert spec.foresee(BETWEEN, 0, "go") == {"price": 2.0}
    assert spec.remarks(BETWEEN, "go", {}) == (("between", {}),)


def test_the_race_never_sees_a_move_of_the_mode() -> None:
    spec = spec_of_mode()
    assert spec.foresee(RUNNING, 0, Own()) == {"price": 2.0}
    assert spec.remarks(RUNNING, Own(), {}) == (("between", {}),)
    assert spec.danger(Own(), {}) is None
    assert spec.detail(Own()) == ""
    assert (spec.danger("go", {}), spec.detail("go")) == (("danger", {}), "fine")


def test_a_mode_foresees_nothing_if_neither_it_nor_its_race_does() -> None:
    given = {"foresee_between": no_numbers, "remarks_between": no_remarks}
    spec = spec_of_mode({"foresee": None, "remarks": None, "danger": None}, **given)
    assert (spec.foresee, spec.remarks, spec.danger) == (None, None, None)
    spec = spec_of_mode({"foresee": None, "remarks": None})
    assert spec.foresee(RUNNING, 0, "go") == {"price": 2.0}
    assert spec.remarks(RUNNING, "go", {}) == (("between", {}),)


def test_options_of_the_race_decide_its_clauses_and_countdown() -> None:
    plain, passed = spec_of_mode(), spec_of_mode(race_options=lambda options: "secret")
    assert (plain.clauses({}), plain.countdown({}, None)) == ({}, None)
    assert not plain.own_standings({})
    assert passed.clauses({}) == {"T1": "secret"}
    assert passed.countdown({}, None) == "secret"
    assert passed.own_standings({})


def test_a_mode_needs_standings() -> None:
    with pytest.raises(TypeError, match="standings"):
        spec_of_mode(standings_between=None)


def test_turns_of_a_mode_add_to_those_of_the_race() -> None:
    race: TurnSummaries[Any] = TurnSummaries(
        frozenset({str}), {int: "car"}, lambda turn: Summary((("n", {"n": len(turn.events)}),), "x")
    )
    turns = mode_turns(
        race,
        lambda event: [("won", {"n": event})] if isinstance(event, float) else None,
        turn_starts=(bytes,),
        car_field={float: "seat"},
    )
    summary = turns.summarize(CarTurn(0, ("a", 2.5, "b"), {}, {}, ()))
    assert summary == Summary((("n", {"n": 2}), ("won", {"n": 2.5})), "x")
    assert turns.turn_starts == {str, bytes}
    assert turns.car_field == {int: "car", float: "seat"}


def test_a_position_without_the_facts_of_the_mode() -> None:
    given = {"season": {"race": "2"}, "red": {"at": "3", "points": "9"}}
    assert without(given, "season", {"points"}) == {"red": {"at": "3"}}
