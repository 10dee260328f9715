"""The Python interface: a race that is made, played, copied, imagined, saved and pickled."""

from __future__ import annotations

import pickle  # noqa: TID251  what others do with our values
import random
import subprocess
import sys
from pathlib import Path

import pytest

import paddock
from paddock.core.record import Play
from paddock.games import all_specs

GAMES = tuple(all_specs())


def play_some(race: paddock.Race, decisions: int, seed: int = 2) -> None:
    luck = random.Random(seed)
    for _ in range(decisions):
        if race.over:
            return
        ask = race.asks[0]
        race.play(ask.seat, luck.choice(ask.options))


def test_a_race_is_played_to_its_outcome() -> None:
    race = paddock.make("template", seats=3, seed=5)
    before = race.outcome
    play_some(race, 10_000)
    after = race.outcome
    assert race.over
    assert before is None
    assert after is not None
    assert len(after.places) == 3


def test_the_same_seed_gives_the_same_race() -> None:
    one, two = (paddock.make("heat", seed=4) for _ in range(2))
    play_some(one, 60)
    play_some(two, 60)
    assert one.record == two.record
    assert one.record.dealt != paddock.make("heat", seed=5).record.dealt


def test_options_and_names_are_taken_or_refused_with_those_there_are() -> None:
    race = paddock.make("street-illegal", ["Ann", "Ben"], seed=3, grid="random")
    assert race.names == ("Ann", "Ben")
    assert race.options.grid == "random"
    inner = paddock.make("street-illegal-series", seed=1, races=2, race={"grid": "random"})
    assert (inner.options.races, inner.options.race.grid) == (2, "random")
    with pytest.raises(paddock.BadOption, match=r"no option 'gird'; its options are: .*grid"):
        paddock.make("street-illegal", gird="random")
    with pytest.raises(paddock.BadOption, match="options: "):
        paddock.make("street-illegal", grid="upside down")
    with pytest.raises(paddock.BadSeats, match="seats 2 to 6, not 9"):
        paddock.make("template", seats=9)
    with pytest.raises(paddock.UnknownGame, match="the games are: "):
        paddock.make("ludo")


def test_what_is_not_offered_is_refused_and_changes_nothing() -> None:
    race = paddock.make("great-race", seats=2, seed=1)
    ask, before = race.asks[0], race.record
    with pytest.raises(paddock.NotAsked, match="p2 is not asked now"):
        race.play(1 - ask.seat, ask.options[0])
    with pytest.raises(paddock.Refused):
        race.play(ask.seat, "no such move")
    with pytest.raises(paddock.BadSeats, match="no seat 7: the seats are 0 to 1"):
        race.play(7, ask.options[0])
    with pytest.raises(paddock.BadSeats):
        race.view(-1)
    assert race.record == before


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_played_by_its_text(game: str) -> None:
    race = paddock.make(game, seed=3)
    play_some(race, 15)
    twin = race.copy()
    ask = race.asks[0]
    race.play(ask.seat, ask.options[0])
    twin.play(ask.seat, twin.text(ask.options[0]))
    assert twin.state == race.state


def test_a_copy_is_independent_and_has_the_same_luck_or_another() -> None:
    race = paddock.make("heat", seed=1)
    play_some(race, 20)
    before = race.record
    twins = [race.copy(), race.copy(), race.copy(seed=9)]
    for twin in twins:
        play_some(twin, 80)
    assert race.record == before
    assert twins[0].record == twins[1].record != twins[2].record
    play_some(race, 80)
    assert race.record == twins[0].record


@pytest.mark.parametrize("game", GAMES)
def test_an_imagined_race_looks_the_same_and_can_be_played(game: str) -> None:
    race = paddock.make(game, seed=8)
    play_some(race, 25)
    seat = race.asks[0].seat
    world = race.imagine(seat, seed=3)
    assert world.view(seat) == race.view(seat)
    assert world.ask(seat) == race.ask(seat)
    play_some(world, 20)
    with pytest.raises(paddock.NoRecord):
        _ = world.record
    with pytest.raises(paddock.NoRecord):
        world.save("nowhere.race")


class Last:
    """Draws the last face."""

    def pick(self, faces: object, label: str, to: int | None = None) -> int:
        return len(faces) - 1  # type: ignore[arg-type]


class Beyond:
    def pick(self, faces: object, label: str, to: int | None = None) -> int:
        return 1_000_000


def test_draws_can_be_fixed_and_are_recorded() -> None:
    race = paddock.make("heat", seats=2, seed=1)
    drawn = 0
    while not drawn:
        twin, ask = race.copy(), race.asks[0]
        race.play(ask.seat, ask.options[0], draws=Last())
        row = race.record.rows[-1]
        assert isinstance(row, Play)
        draws = row.draws
        drawn = len(draws)
        if drawn:
            before = twin.record
            for wrong in ((), (*draws, draws[0]), [("no such label", 6, 0)], Beyond(), [(1, 2)]):
                with pytest.raises(paddock.BadDraw):
                    twin.play(ask.seat, ask.options[0], draws=wrong)  # type: ignore[arg-type]
            assert twin.record == before
        twin.play(ask.seat, ask.options[0], draws=draws)
        assert twin.state == race.state
    assert all(index == among - 1 for _, among, index in draws)
    again = paddock.make("heat", seats=2, dealt=race.record.dealt)
    assert again.record.dealt == race.record.dealt
    with pytest.raises(paddock.BadDraw, match="set-up: "):
        paddock.make("heat", seats=2, dealt=race.record.dealt[:-1])


def test_a_saved_race_goes_on_and_is_told_decision_by_decision(tmp_path: Path) -> None:
    race = paddock.make("street-illegal", seats=3, seed=2)
    play_some(race, 40)
    race.save(tmp_path / "half.race")
    same = paddock.load(tmp_path / "half.race", seed=1)
    assert same.record == race.record
    assert same.asks == race.asks
    play_some(same, 5)
    told = list(paddock.replay(tmp_path / "half.race"))
    assert [decision.row for decision in told] == list(range(40))
    assert all(decision.move in decision.ask.options for decision in told)
    first = paddock.make("street-illegal", seats=3, seed=2)
    assert told[0].view == first.view(told[0].seat)
    text = (tmp_path / "half.race").read_text("utf-8")
    (tmp_path / "bad.race").write_text(text.replace('"n": 3', '"n": 4'), "utf-8")
    with pytest.raises(paddock.UnreadableRecord):
        paddock.load(tmp_path / "bad.race")
    with pytest.raises(paddock.PaddockError, match="cannot read"):
        list(paddock.replay(tmp_path / "none.race"))


def test_moves_that_were_taken_back_are_not_told() -> None:
    file = Path("tests/games/street_illegal/replays/taken-back.race")
    told = list(paddock.replay(file))
    assert 0 < len(told) < paddock.load(file).rows


@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_pickled(game: str) -> None:
    race = paddock.make(game, seed=6)
    play_some(race, 12)
    world = race.imagine(race.asks[0].seat, 1)
    for value in (race.state, race.view(0), race.view(None), race.asks, race.record, race.options):
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301
    assert pickle.loads(pickle.dumps(race.spec)) is race.spec  # noqa: S301
    for one in (race, world):
        twin = pickle.loads(pickle.dumps(one))  # noqa: S301
        play_some(twin, 20)
        play_some(one, 20)
        assert twin.state == one.state


def test_a_pickled_view_is_read_by_a_process_that_knows_no_game_yet() -> None:
    race = paddock.make("street-illegal-series", seed=1)
    program = "import pickle, sys; v = pickle.load(sys.stdin.buffer); print(type(v).__name__)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps(race.view(0)),
        capture_output=True,
        check=True,
    )
    assert done.stdout == b"View\n"


def test_simulations_are_the_same_with_any_number_of_workers() -> None:
    one = paddock.simulate("template", ["greedy", "random"], races=6, seed=5)
    two = paddock.simulate("template", ["greedy", "random"], races=6, seed=5, workers=2)
    assert list(one) == list(two)
    assert [row.seat for row in one[:4]] == [0, 1, 0, 1]
    frame = one.frame()
    assert frame.shape == (12, 9)
    assert frame["bot"].to_list() == [row.bot for row in one]
    with pytest.raises(paddock.BadOption, match="at least one race"):
        paddock.simulate("template", ["greedy", "random"], races=0)
    with pytest.raises(paddock.UnknownBot, match="thinks by the clock"):
        paddock.simulate("template", ["search:1s", "random"], seed=1)


def test_games_are_listed_with_their_options() -> None:
    listed = {game.id: game for game in paddock.games()}
    assert tuple(listed) == GAMES
    assert "laps" in [option.name for option in listed["heat"].options]
