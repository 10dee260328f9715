"""Players' own tracks: races, records that contain the track, and hostile input."""

from __future__ import annotations

import random
import time

import pytest

from paddock import games
from paddock.analysis.track_trials import run_trials
from paddock.core import record
from paddock.core.errors import BadOption, UnreadableRecord
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import convert_options, option_fields
from paddock.core.outline import (
    MAX_RING_SPACES,
    MIN_RING_SPACES,
    has_crossing,
    outline_open_road,
    outline_ring,
)
from paddock.core.outline import MAX_ROAD_SPACES as LONGEST_ROAD
from paddock.core.referee import AnyReferee, Referee
from paddock.core.studio import MAX_TRACK_CHARACTERS as LONGEST
from paddock.core.studio import AnyStudio, fault_text
from paddock.core.words import placeholders
from paddock.games.heat.data import own as heat
from paddock.games.heat.rules.course import COURSES
from paddock.games.winds_of_war.data import own as winds
from paddock.measure.simulate import play_bots

CIRCUIT = """name = "Valle d'Oro: the ring"
laps = 1
hexagons = [
    "S5 pits left=hay right=spectators", "S3 D4r left=grass", "S5 up", "S2 C3r left=trees",
    "S5 down", "S3 B3l right=walls", "S4", "S2 C3r"
]
"""
TRACK = """name = "Valle d'Oro: the ring"
spaces = 48
laps = 2
corners = [
    {at = 8, limit = 4}, {at = 20, limit = 2, turn = "left"}, {at = 23, limit = 2, chicane = true},
    {at = 40, limit = 6, chevrons = [0, 1]}
]
tunnels = [[26, 30]]
"""
ROAD = """name = "Passo del Vento"
open = true
end = "controllo"
hexagons = [
    "S5 left=hay right=spectators", "S2 E4r S1", "S5", "S2 D4l S1 assist", "S5",
    "S2 C3r S1 up left=trees", "S2 A2l S1 up right=walls", "S2 B3r S1 up", "S2 A2r S1 down",
    "S2 C3l S1 down", "S5", "S2 D4r S1", "S4", "S2 B3l S1 assist", "S2 C3r S1", "S5", "S2 E4l S1",
    "S4", "S2 B2l2r S1", "S4"
]
"""
OWN = {"winds-of-war": CIRCUIT, "heat": TRACK}
RACED = {**OWN, "winds-of-war-mille-miglia": ROAD}
READERS = {
    "winds-of-war": winds.own_track,
    "heat": heat.own_track,
    "winds-of-war-mille-miglia": winds.own_track,
}


def studio_of(spec: AnyGameSpec) -> AnyStudio:
    assert spec.studio is not None
    return spec.studio


def raced(spec: AnyGameSpec, seed: int) -> AnyReferee:
    options = convert_options(spec.options, {"own": RACED[spec.card.id]})
    names = ("ada", "ben", "cy")
    referee: AnyReferee = Referee(spec.game, options, names, random.Random(seed))
    play_bots(spec, referee, ["greedy"] * 3, seed, 0)
    return referee


@pytest.mark.parametrize("game", RACED)
def test_a_record_replays_on_a_machine_that_never_saw_the_track(game: str) -> None:
    spec = games.find_spec(game)
    referee = raced(spec, 7)
    text = record.write_record(spec, referee.record(), referee.state, referee.outcome())
    READERS[game].cache_clear()
    COURSES.clear()
    found, kept, closing = record.read_record(text, games.find_spec)
    again: AnyReferee = Referee.replay(found.game, kept)
    assert kept.options.own == RACED[game]
    assert closing.matches_state(record.fingerprint(found, again.state, len(kept.names)))
    assert again.outcome() == referee.outcome() is not None
    broken = text.replace("spaces = 48", "spaces = 12").replace("S5 pits", "S5")
    broken = broken.replace(" assist", "")
    with pytest.raises(UnreadableRecord, match=r"\((T1|V16|V17)\)"):
        record.read_record(broken, games.find_spec)


SEASONS: dict[str, dict[str, object]] = {
    "winds-of-war-championship": {"circuits": ["modena"], "laps": 1},
    "heat-championship": {"season": "custom"},
}


@pytest.mark.parametrize("game", SEASONS)
def test_a_season_goes_to_tracks_of_players_and_its_record_carries_them(game: str) -> None:
    spec = games.find_spec(game)
    race = "heat" if game.startswith("heat") else "winds-of-war"
    own = [OWN[race].replace("Valle", name) for name in ("Valle", "Monte", "Colle")]
    options = convert_options(spec.options, {**SEASONS[game], "own_tracks": own})
    names = ("ada", "ben")
    referee: AnyReferee = Referee(spec.game, options, names, random.Random(3))
    told: set[str] = set()
    while referee.asks:
        ask = referee.asks[0]
        view = spec.game.view(referee.state, ask.seat)
        if len(referee.rows) % 40 == 0:
            told.add(spec.draw(view, ask.seat, names, "it").plain)
        spec.standings(view)
        referee.play(ask.seat, ask.options[ask.default])
    for name in ("Valle", "Monte", "Colle"):
        assert any(name in text for text in told), name
    text = record.write_record(spec, referee.record(), referee.state, referee.outcome())
    READERS[race].cache_clear()
    COURSES.clear()
    found, kept, closing = record.read_record(text, games.find_spec)
    again: AnyReferee = Referee.replay(found.game, kept)
    assert closing.matches_state(record.fingerprint(found, again.state, len(kept.names)))
    kinds = {field.name: field.kind for field in option_fields(spec.options, spec.words)}
    assert kinds["own_tracks"] == "tracks"
    for wrong in ([*own, *own], ["name = 1"], [""]):
        with pytest.raises(BadOption):
            convert_options(spec.options, {"own_tracks": wrong})


@pytest.mark.parametrize("game", [*RACED, "winds-of-war-career"])
def test_every_room_copes_with_a_track_of_ones_own(game: str) -> None:
    spec = games.find_spec(game)
    options = convert_options(spec.options, {"own": RACED.get(game, ROAD)})
    names = ("ada", "ben")
    referee: AnyReferee = Referee(spec.game, options, names, random.Random(2))
    for _ in range(60):
        ask = referee.asks[0]
        view = spec.game.view(referee.state, ask.seat)
        for language in ("en", "it"):
            assert spec.draw(view, ask.seat, names, language).plain
            for move in ask.options if isinstance(ask.options, tuple) else ():
                spec.option_info(view, ask.seat, move, language)
        spec.standings(view)
        spec.spoken(view, ask.seat)
        referee.play(ask.seat, ask.options[ask.default])


@pytest.mark.parametrize("game", [*RACED, "winds-of-war-career"])
def test_a_form_knows_that_it_is_a_track(game: str) -> None:
    spec = games.find_spec(game)
    kinds = {field.name: field.kind for field in option_fields(spec.options, spec.words)}
    assert kinds["own"] == "track"


HOSTILE = [
    "",
    "[" * 3000,
    "a=" + "{b=" * 900,
    "name = 'x'\nhexagons = [" + "'S9 A9r B9l'," * 55 + "]",
    "name = 'x'\nhexagons = ['S" + "9" * 90 + "']",
    "name = 'x'\nhexagons = ['A" + "9" * 30 + "r']",
    "name = 'x'\nspaces = 999\ncorners = [" + "{at=9,limit=9}," * 40 + "]",
    "name = 'x'\nspaces = 99999999999999999999\ncorners = []",
    "name = 'x'\nspaces = 1e400\ncorners = 1979-05-27",
    "name = 'x\\u0000'\nspaces = 9\ncorners = []",
    "\x00\ud7ff" * 400,
    "#" * (LONGEST + 1),
]


@pytest.mark.parametrize("game", OWN)
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_text_is_refused_at_once(game: str, text: str) -> None:
    spec = games.find_spec(game)
    studio = studio_of(spec)
    began = time.process_time()
    faults = studio.judge(text)
    studio.sketch(text)
    assert faults
    if text:
        with pytest.raises(BadOption):
            convert_options(spec.options, {"own": text})
    assert time.process_time() - began < 5  # a few milliseconds as a rule


@pytest.mark.parametrize("game", OWN)
def test_faults_are_told_in_every_language(game: str) -> None:
    spec = games.find_spec(game)
    rules = {id for id in spec.words.messages if id.startswith("fault.") and id != "fault.where"}
    known = {"winds-of-war": ("V0", *winds_rules()), "heat": ("T0", *heat.RULES)}[game]
    assert rules == {f"fault.{rule}" for rule in known}
    assert placeholders(spec.words.messages[f"fault.{known[0]}"]["it"]) == ["why"]
    fault = studio_of(spec).judge("nothing = 1")[0]
    assert {fault_text(fault, spec.words, "en"), fault_text(fault, spec.words, "it")} != {""}


def winds_rules() -> tuple[str, ...]:
    from paddock.games.winds_of_war.data.judging import RULES, WARNINGS

    return (*RULES, *WARNINGS, *winds.KINDS)


def test_only_so_many_tracks_of_strangers_are_held() -> None:
    for number in range(winds.MAX_CACHED_TRACKS + 10):
        winds.own_track(CIRCUIT.replace("Valle", f"Valle {number}"))
    assert winds.own_track.cache_info().currsize == winds.MAX_CACHED_TRACKS


@pytest.mark.parametrize("game", OWN)
def test_a_track_of_ones_own_is_drawn(game: str) -> None:
    studio = studio_of(games.find_spec(game))
    drawn, built = studio.draw(OWN[game]), studio.sketch(OWN[game])
    assert len(drawn.nodes) == len(built.nodes) == studio.measure(OWN[game]).spaces  # type: ignore[attr-defined]


def test_a_road_of_ones_own_is_drawn_with_two_ends() -> None:
    """And tried out by bots where it is raced: cars leave one by one."""
    spec = games.find_spec("winds-of-war")
    studio = studio_of(spec)
    drawn, length = studio.draw(ROAD), studio.measure(ROAD)
    assert len(drawn.nodes) == length.spaces + 1 == 113  # type: ignore[attr-defined]
    assert (length.laps, studio.game_id(ROAD)) == (0, "winds-of-war-mille-miglia")
    assert drawn.nodes[0] != drawn.nodes[-1]  # type: ignore[attr-defined]
    (one,) = run_trials(spec, ROAD, 1, [4])
    assert len(one.laps) == len(one.places) == 6
    assert min(one.laps) < one.turns - 10  # the last leaves ten turns after the first
    assert (one,) == run_trials(spec, ROAD, 1, [4])


@pytest.mark.parametrize("seed", range(8))
def test_any_road_with_two_ends_keeps_clear_of_itself(seed: int) -> None:
    generator = random.Random(seed)
    turns: list[float] = []
    while len(turns) < generator.randint(12, 260):
        bend = 20.0 if seed < 2 else generator.choice((-30.0, 30.0, 45.0))
        turns += [0.0] * generator.randint(2, 9) + [bend] * generator.randint(2, 5)
    points = outline_open_road(tuple(turns))
    assert len(points) == len(turns) + 1
    for i, (a, b) in enumerate(points):
        assert all((a - c) ** 2 + (b - d) ** 2 > 6.7 for c, d in points[i + 5 :])
    assert outline_open_road(()) == outline_open_road((0.0,) * (LONGEST_ROAD + 1)) == ()


@pytest.mark.parametrize("seed", range(12))
def test_any_ring_closes_and_does_not_run_over_itself(seed: int) -> None:
    generator = random.Random(seed)
    turns = [generator.choice((0, 0, 0, 0, 25, -25, 40)) for _ in range(generator.randint(30, 90))]
    points = outline_ring(tuple(turns))
    assert len(points) == len(turns)
    assert not has_crossing(points)
    (x, y), (a, b) = points[0], points[-1]
    assert abs((x - a) ** 2 + (y - b) ** 2 - 1) < 0.05
    assert (
        outline_ring((0.0,) * (MIN_RING_SPACES - 1))
        == outline_ring((0.0,) * (MAX_RING_SPACES + 1))
        == ()
    )
