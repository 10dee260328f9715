"""Forecast numbers equal the rules: every result of the dice is played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from paddock.core.chance import UnrecordedChance
from paddock.games.winds_of_war import GAMES, RACE
from paddock.games.winds_of_war import events as ev
from paddock.games.winds_of_war import moves as mv
from paddock.games.winds_of_war.board import board
from paddock.games.winds_of_war.data import CIRCUITS, TRACKS
from paddock.games.winds_of_war.data.enums import DOWN
from paddock.games.winds_of_war.foresee import foresee
from paddock.games.winds_of_war.phases import Planning
from paddock.games.winds_of_war.rules.dice import CURVE, EXTRA_POINT, GREAT_START, OVERHEATING
from paddock.games.winds_of_war.rules.pits import urgent_jobs
from paddock.games.winds_of_war.state import Options, State
from paddock.games.winds_of_war.state.pieces import TRACK
from tests.seeds import seeded, shown

GAME = RACE.game


class ScriptedChance:
    """Scripted chance that records the alternatives of each draw."""

    def __init__(self, script: Sequence[int]) -> None:
        self.script, self.sizes = list(script), []  # type: list[int], list[int]

    def pick(self, faces: Sequence[object], label: str, to: int | None = None) -> int:
        at = len(self.sizes)
        self.sizes.append(len(faces))
        return self.script[at] if at < len(self.script) else 0


class ScriptedLabel(ScriptedChance):
    """The same, limited to the draws of one label."""

    def __init__(self, script: Sequence[int], wanted: str) -> None:
        super().__init__(script)
        self.wanted = wanted

    def pick(self, faces: Sequence[object], label: str, to: int | None = None) -> int:
        return super().pick(faces, label, to) if label == self.wanted else 0


def every_fall(state: State, seat: int, move: Any, label: str) -> Iterator[tuple[Fraction, Any]]:
    """Play a move with every result of the dice with a label; others show their first face."""
    pending: list[list[int]] = [[]]
    while pending:
        script = pending.pop()
        chance = ScriptedLabel(script, label)
        step = GAME.play(state, seat, move, chance)
        weight = Fraction(1)
        for size in chance.sizes:
            weight /= size
        yield weight, step
        for at in range(len(script), len(chance.sizes)):
            pending += [
                [*script, *[0] * (at - len(script)), face] for face in range(1, chance.sizes[at])
            ]


def positions(
    seed: int, count: int, seats: int = 4, **options: Any
) -> Iterator[tuple[State, int, tuple[Any, ...]]]:
    """Positions of a random race, with seat and options."""
    luck = random.Random(seed)

    class Luck:
        def pick(self, faces: Sequence[object], label: str, to: int | None = None) -> int:
            return luck.randrange(len(faces))

    found = 0
    while found < count:
        step = GAME.setup(Options(**options), seats, Luck())
        for _ in range(600):
            state = step.state
            asks = GAME.asks(state)
            if not asks or found >= count:
                break
            ask = asks[0]
            yield state, ask.seat, tuple(ask.options)
            found += 1
            fast = [m for m in ask.options if isinstance(m, (mv.Plan, mv.Steer))]
            move = luck.choice(fast or list(ask.options))
            if isinstance(move, mv.Plan) and luck.random() < 0.7:
                move = fast[-1 - luck.randrange(min(3, len(fast)))]
            step = GAME.play(state, ask.seat, move, Luck())


def is_next_matter(event: Any, test: int) -> bool:
    """Whether an event belongs to the next such test, or to the next turn."""
    again = isinstance(event, ev.Tested) and event.test == test
    return again or isinstance(event, ev.TurnBegan)


def shares(
    state: State, seat: int, move: Any, test: int, label: str
) -> tuple[Counter[int], Counter[str]]:
    """The chances of the numbers of warnings in the first such test, and of its results."""
    warnings: Counter[int] = Counter()
    came: Counter[str] = Counter()
    for weight, step in every_fall(state, seat, move, label):
        told = [e for e in step.events if getattr(e, "seat", seat) == seat]
        at = next(
            (i for i, e in enumerate(told) if isinstance(e, ev.Tested) and e.test == test), None
        )
        if at is None:
            came["no test"] += weight  # type: ignore[assignment]
            continue
        rolled = told[at]
        assert isinstance(rolled, ev.Tested)
        warnings[min(2, rolled.warnings)] += weight  # type: ignore[assignment]
        later = told[at + 1 :]
        stop = next((i for i, e in enumerate(later) if is_next_matter(e, test)), len(later))
        later = later[:stop]
        if not rolled.warnings:
            came["hold"] += weight  # type: ignore[assignment]
        elif any(isinstance(e, ev.LeftRoad) for e in later):
            came["off"] += weight  # type: ignore[assignment]
        elif any(isinstance(e, ev.WentStraight) for e in later):
            wrecked = any(isinstance(e, (ev.Retired, ev.DrawnAside)) for e in later)
            came["wrecked" if wrecked else "straight"] += weight  # type: ignore[assignment]
        else:
            assert any(isinstance(e, ev.Understeered) for e in later)
            came["slide"] += weight  # type: ignore[assignment]
    return warnings, came


def assert_foretold(told: Mapping[str, float], k: str, came: Counter[str]) -> None:
    """Assert that the results match the forecast. For a car that fails in a collision on its way,
    straight on and off the road look the same."""
    for name in ("hold", "slide"):
        assert told[f"{name}{k}"] == pytest.approx(float(came[name])), (name, told, came)
    gone = came["straight"] + came["off"] + came["wrecked"]
    assert told[f"straight{k}"] + told[f"off{k}"] == pytest.approx(float(gone)), (told, came)
    if not came["wrecked"]:
        assert told[f"off{k}"] == pytest.approx(float(came["off"])), (told, came)


@seeded(7)
@pytest.mark.parametrize("circuit", ["modena", "pescara", "monza-1934"])
@pytest.mark.parametrize("weather", ["dry", "wet"])
def test_the_chances_of_a_step_are_those_of_the_rules(
    circuit: str, weather: str, seed: int
) -> None:
    """Hold, slide, straight on and off the road, for every step that asks for a test."""
    seen = 0
    for state, seat, options in positions(seed, 900, circuit=circuit, weather=weather, laps=2):
        for move in options:
            if not isinstance(move, mv.Steer):
                continue
            told = foresee(GAME.view(state, seat), seat, move)
            _, came = shares(state, seat, move, CURVE, "curve")
            if "over" not in told:
                assert set(came) <= {"no test"} or told.get("row", 0) > 3
                continue
            seen += 1
            assert_foretold(told, "", came)
    assert shown(seed, seen > 20)


@seeded(11)
@pytest.mark.parametrize("group", [1, 3, 5])
def test_the_chances_of_a_plan_are_those_of_the_rules(group: int, seed: int) -> None:
    """The current curve, the extra point, the great start, the overheating engine."""
    seen: Counter[str] = Counter()
    for state, seat, options in positions(seed, 1500, circuit="napoli", group=group, laps=2):
        for move in options:
            if not isinstance(move, (mv.Plan, mv.Launch)):
                continue
            told = foresee(GAME.view(state, seat), seat, move)
            if "extraGood" in told and not isinstance(move, mv.Launch):
                rolled, _ = warning_chances(state, seat, move, EXTRA_POINT, "extra point")
                assert told["extraGood"] == pytest.approx(rolled[0])
                assert told["extraHot"] == pytest.approx(rolled[1])
                assert told["extraFail"] == pytest.approx(rolled[2])
                seen["extra"] += 1
            if "startGood" in told:
                rolled, _ = warning_chances(state, seat, move, GREAT_START, "great start")
                assert told["startGood"] == pytest.approx(rolled[0])
                assert told["startSlip"] == pytest.approx(rolled[1])
                assert told["startStall"] == pytest.approx(rolled[2])
                seen["start"] += 1
            if (
                told.get("steps0") == 0
                and "hold0" in told
                and not move.extra
                and told.get("startGood", 1)
            ):
                _, came = shares(state, seat, move, CURVE, "curve")
                assert_foretold(told, "0", came)
                seen["curve"] += 1
    assert shown(seed, min(seen["extra"], seen["start"], seen["curve"]) > 5), seen


def warning_chances(
    state: State, seat: int, move: Any, test: int, label: str
) -> tuple[list[float], int]:
    """The chances of none, one and more warnings in the first such test of a move."""
    out, falls = [0.0, 0.0, 0.0], 0
    for weight, step in every_fall(state, seat, move, label):
        first = next(e for e in step.events if isinstance(e, ev.Tested) and e.test == test)
        out[min(2, first.warnings)] += float(weight)
        falls += 1
    return out, falls


@seeded(5)
def test_a_boiling_engine_is_foretold(seed: int) -> None:
    """`boil` is the chance that the next turn begins with engine damage."""
    seen = 0
    for state, seat, options in positions(seed, 1500, 1, circuit="modena", group=3, laps=4):
        for move in options:
            if move != mv.Plan(0):
                continue
            told = foresee(GAME.view(state, seat), seat, move)
            if "boil" in told:
                rolled, _ = warning_chances(state, seat, move, OVERHEATING, "overheating")
                assert told["boil"] == pytest.approx(1 - rolled[0])
                seen += 1
    assert shown(seed, seen > 3)


@seeded(9)
@pytest.mark.parametrize("circuit", ["salerno", "napoli"])
def test_what_is_preselected_is_never_a_folly(circuit: str, seed: int) -> None:
    """The default plan risks nothing where such a plan exists, also next turn; else it risks least.
    Always taking it never needs a test for speed."""
    seen: Counter[bool] = Counter()
    for state, seat, options in positions(seed, 900, 2, circuit=circuit, laps=2):
        if not isinstance(state.phase, Planning):
            continue
        ask = GAME.asks(state)[0]
        told = [foresee(GAME.view(state, seat), seat, move) for move in options]
        plain = [
            k for k, m in enumerate(options) if isinstance(m, mv.Plan) and m.speed and not m.extra
        ]
        risk = {k: told[k].get("risk", 0.0) for k in plain}
        free = [k for k in plain if not risk[k] and not told[k].get("heat")]
        if isinstance(options[ask.default], mv.Pit):  # for what cannot wait, with the part aboard
            assert urgent_jobs(state.sheets[seat], state.teams[seat], state.cars[seat])
            continue
        assert not isinstance(options[ask.default], mv.Launch)
        if free:
            assert ask.default in free, (options, told)
        else:
            assert risk.get(ask.default, 0.0) == min(risk.values()), (options, told)
        seen[bool(free)] += 1
    assert shown(seed, min(seen[True], seen[False]) > 2), seen


@seeded(4)
@pytest.mark.parametrize("circuit", CIRCUITS)
def test_whoever_takes_what_is_preselected_takes_no_curve_too_fast(circuit: Any, seed: int) -> None:
    """Alone, one lap: no test on the plain, few downhill; and finished in time unless the engine
    failed."""
    luck = UnrecordedChance(random.Random(seed))
    step = GAME.setup(Options(circuit, 1, weather="dry", retire=False), 1, luck)
    tests, stood = 0, False
    while asks := GAME.asks(step.state):
        step = GAME.play(step.state, 0, asks[0].default_move, luck)
        tests += sum([isinstance(e, ev.Tested) and e.test == CURVE for e in step.events])
        stood |= any(isinstance(e, ev.DrawnAside) for e in step.events)
    track = TRACK[circuit]
    assert tests <= 3 * (DOWN in track.slope)
    assert stood or step.state.home == (0,)
    assert shown(seed, step.state.home == (0,))


@seeded(3)
@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.card.id)
def test_every_number_is_a_number_and_chances_are_chances(spec: Any, seed: int) -> None:
    luck = random.Random(seed)

    class Luck:
        def pick(self, faces: Sequence[object], label: str, to: int | None = None) -> int:
            return luck.randrange(len(faces))

    laps = {"laps": 1} if "laps" in spec.options.__struct_fields__ else {}
    options = spec.options(garage="auction", **laps)
    step = spec.game.setup(options, 3, Luck())
    for _ in range(700):
        asks = spec.game.asks(step.state)
        if not asks:
            break
        ask = asks[0]
        view = spec.game.view(step.state, ask.seat)
        for move in ask.options:
            told = spec.foresee(view, ask.seat, move)
            assert all(isinstance(value, (int, float)) for value in told.values())
            for k in ("", "0", "1", "2"):
                if f"hold{k}" in told:
                    parts = [told[f"{name}{k}"] for name in ("hold", "slide", "straight", "off")]
                    assert sum(parts) == pytest.approx(1)
        step = spec.game.play(step.state, ask.seat, luck.choice(ask.options), Luck())


def test_the_drawings_close_and_do_not_touch_themselves() -> None:
    """Every circuit is a ring of its spaces; roads of 1.9 lengths stay apart."""
    circuits = board().circuits
    for track in TRACKS:
        nodes = circuits[track.id].nodes
        n = len(nodes)
        assert n == track.spaces
        for i, (x, y) in enumerate(nodes):
            ahead = nodes[(i + 1) % n]
            assert 0.8 < ((ahead[0] - x) ** 2 + (ahead[1] - y) ** 2) ** 0.5 < 1.2, track.id
            for j in range(i + 6, min(n, i + n - 5)):
                far = ((nodes[j][0] - x) ** 2 + (nodes[j][1] - y) ** 2) ** 0.5
                assert far > 2.2, (track.id, i, j, far)


@seeded(2)
def test_the_best_line_is_promised_only_where_it_can_be_had(seed: int) -> None:
    """`free` with a plan: some path enters the curve by the best line, without a test."""
    seen: Counter[bool] = Counter()
    for state, seat, options in positions(seed, 700, 1, circuit="modena", laps=4, weather="dry"):
        for move in options:
            if not isinstance(move, mv.Plan) or move.extra:
                continue
            told = foresee(GAME.view(state, seat), seat, move)
            if told.get("over0") != 1 or not told["steps0"]:
                continue
            step = GAME.play(state, seat, move, ScriptedChance(()))
            promised = bool(told.get("free0"))
            assert promised == can_enter_free(step.state, seat, int(told["boxes"])), told
            seen[promised] += 1
    assert shown(seed, min(seen[True], seen[False]) > 3), seen


def can_enter_free(state: State, seat: int, left: int) -> bool:
    """Whether some path takes the next curve on its best line."""
    ask = GAME.asks(state)[0]
    if not left or ask.question.prompt != "step":
        return False
    for move in ask.options:
        told = foresee(GAME.view(state, seat), seat, move)
        if told.get("free"):
            return True
        if not isinstance(move, mv.Steer) or "over" in told:
            continue
        if can_enter_free(GAME.play(state, seat, move, ScriptedChance(())).state, seat, left - 1):
            return True
    return False
