"""What scenarios cannot show: default moves, standings, seasons of bots, the cache of asks."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from msgspec.structs import replace

from paddock.bots import make_bot
from paddock.core.chance import ScriptedChance, UnrecordedChance
from paddock.core.errors import WrongDraw
from paddock.core.game_spec import AnyGameSpec
from paddock.core.notation import read_facts
from paddock.core.referee import AnyReferee, Referee
from paddock.games.heat import RACE
from paddock.games.heat.data import TRACKS
from paddock.games.heat.events import Finished
from paddock.games.heat.modes.championship import CHAMPIONSHIP
from paddock.games.heat.modes.championship.events import Events, PointsWon, YearWon
from paddock.games.heat.modes.championship.rules import crown_year, with_event
from paddock.games.heat.modes.championship.state import Options as Season
from paddock.games.heat.moves import Done, Plan
from paddock.games.heat.state import Options
from tests.seeds import seeded, shown

BASE = [track.id for track in TRACKS.values() if track.box == "base"]


def by_default(spec: AnyGameSpec, options: object, seats: int, seed: int) -> AnyReferee:
    """A race of default moves."""
    referee: AnyReferee = Referee(spec.game, options, seats, random.Random(seed))
    while referee.asks:
        ask = referee.asks[0]
        referee.play(ask.seat, ask.default_move)
    return referee


@seeded(1)
@pytest.mark.parametrize("track", BASE)
def test_a_race_of_absent_drivers_ends(track: str, seed: int) -> None:
    options = Options(track=track, weather=True, legends=1)  # type: ignore[arg-type]
    assert by_default(RACE, options, 2, seed).outcome() is not None


@pytest.mark.parametrize(
    ("line", "gear", "cards"),
    [
        ("alex at 15 gear 2 hand 1,2,3,4,4,5,5", 2, (1, 2)),
        ("alex at 15 gear 4 hand 4,3,2,H,H,H,H", 3, (2, 3, 4)),
        ("alex at 15 gear 1 hand 5,4,4,3,S,H,H", 1, (3,)),
        ("alex at 15 gear 2 hand 5,5,5,5,S,H,H", 2, (7, 5)),
    ],
)
def test_an_absent_driver_keeps_the_gear_and_plays_the_slowest_cards(
    line: str, gear: int, cards: tuple[int, ...]
) -> None:
    state = RACE.notation.place(read_facts([line]), Options(), ("alex",))
    usual = RACE.game.asks(state)[0].default_move
    assert isinstance(usual, Plan)
    assert (usual.gear, usual.cards) == (gear, cards)


class Interrupted(str):
    """A course text whose comparison runs another table's ask, as a thread switch could."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        RACE.game.asks(OTHER_TABLE)
        return str.__eq__(self, other)


OTHER_TABLE = RACE.notation.place(
    read_facts(["bob gear 4 hand 5,5,5,5,4,4,4"]), Options(), ("bob",)
)


def test_the_cache_of_asks_never_mixes_two_tables() -> None:
    line = "alex at 15 gear 2 hand 1,2,3,4,4,5,5"
    state = RACE.notation.place(read_facts([line]), Options(), ("alex",))
    asks = RACE.game.asks(state)
    assert RACE.game.asks(replace(state, course=Interrupted(state.course))) == asks
    assert RACE.game.asks(state) == asks


@pytest.mark.parametrize(("engine", "gear"), [(0, 3), (6, 4)])
def test_an_absent_driver_takes_a_gear_less_where_he_might_spin_out(engine: int, gear: int) -> None:
    line = f"alex at 7 gear 4 hand 2,2,3,3,4,4,5 engine {engine}"
    state = RACE.notation.place(read_facts([line]), Options(track="usa"), ("alex",))
    usual = RACE.game.asks(state)[0].default_move
    assert isinstance(usual, Plan)
    assert usual.gear == gear


FIRST_ROUNDS = 12  # decisions somebody makes in each race before he goes
MANY = 4_000  # decisions; a season of three races has about a thousand


@seeded(139)
def test_a_season_of_an_absent_driver_ends(seed: int) -> None:
    """Stress turns up more Stress: a driver who played it before a slow card never got past a
    corner in the storm."""
    luck, will = UnrecordedChance(random.Random(seed)), random.Random(seed)
    game = CHAMPIONSHIP.game
    step = game.setup(CHAMPIONSHIP.options(season="1961"), 2, luck)
    played, here, race = 0, 0, -1
    while asks := game.asks(step.state):
        ask = asks[0]
        if step.state.race != race:
            here, race = 0, step.state.race
        here += not ask.seat
        absent = ask.seat == 0 and here > FIRST_ROUNDS
        move = ask.default_move if absent else will.choice(ask.options)
        step = game.play(step.state, ask.seat, move, luck)
        played += 1
        assert played < MANY


def test_an_absent_driver_neither_boosts_nor_slipstreams_nor_discards() -> None:
    referee: AnyReferee = Referee(RACE.game, Options(), 3, random.Random(4))
    for _ in range(200):
        if not referee.asks:
            break
        ask = referee.asks[0]
        if ask.question.prompt != "plan":
            assert isinstance(ask.default_move, Done)
        referee.play(ask.seat, ask.default_move)


def test_a_three_race_championship_of_bots_runs_through_and_sums_up_its_races() -> None:
    """The standing is worked out again from the order in which the cars came home."""
    referee: AnyReferee = Referee(CHAMPIONSHIP.game, Season(), 3, random.Random(1))
    luck = UnrecordedChance(random.Random(2))
    bot = make_bot("greedy", CHAMPIONSHIP)
    home: list[list[tuple[int, int]]] = [[]]
    totals: list[PointsWon] = []
    while referee.asks:
        ask = referee.asks[0]
        view = CHAMPIONSHIP.game.view(referee.state, ask.seat)
        for event in referee.play(ask.seat, bot.choose(view, ask, luck)).events:
            if isinstance(event, Finished):
                home[-1].append((event.seat, event.place))
            if isinstance(event, PointsWon):
                totals.append(event)
                home += [[]] if len(totals) % 3 == 0 else []
    state = referee.state
    assert [leg.track for leg in state.legs] == ["gb", "usa", "italia"]
    assert home.pop() == []
    assert len(home) == 3
    points = {1: 9, 2: 6, 3: 4}
    standing = [0, 0, 0]
    for race, places in enumerate(home):
        assert sorted(place for _, place in places) == [1, 2, 3]
        for seat, place in places:
            # the third race of 1961 is the drivers' strike: two points more for its winner
            won = points[place] + (2 if race == 2 and place == 1 else 0)
            assert state.results[race][seat] == won
            standing[seat] += won
    assert [event.total for event in sorted(totals[-3:], key=lambda won: won.seat)] == standing
    assert [sum(row[seat] for row in state.results) for seat in range(3)] == standing
    outcome = referee.outcome()
    assert outcome is not None
    assert standing[outcome.places.index(1)] == max(standing)


@seeded(3)
@pytest.mark.parametrize("season", ["1961", "custom"])
def test_the_standing_is_the_sum_of_the_races(season: str, seed: int) -> None:
    options = Season(season=season, legends=2)  # type: ignore[arg-type]
    referee: AnyReferee = Referee(CHAMPIONSHIP.game, options, 2, random.Random(seed))
    luck = UnrecordedChance(random.Random(seed + 2))
    bot = make_bot("random", CHAMPIONSHIP)
    won: list[PointsWon] = []
    while referee.asks:
        ask = referee.asks[0]
        view = CHAMPIONSHIP.game.view(referee.state, ask.seat)
        step = referee.play(ask.seat, bot.choose(view, ask, luck))
        won += [event for event in step.events if isinstance(event, PointsWon)]
    state = referee.state
    assert len(state.results) == len(state.legs)
    for car in range(state.cars):
        name = car if car < 2 else 2 - car - 1
        mine = [event for event in won if event.seat == name]
        assert len(mine) == len(state.legs)
        assert mine[-1].total == sum(event.points for event in mine)
        assert mine[-1].total == sum(row[car] for row in state.results)
    for row in state.results:  # where all come home; an Event may give more
        usual = ([9, 6, 4, 3], [11, 6, 4, 3], [10, 7, 5, 3])
        assert shown(seed, sorted(row, reverse=True)[:4] in usual)
    best = max(sum(row[car] for row in state.results) for car in range(state.cars))
    outcome = referee.outcome()
    assert outcome is not None
    champion = [*outcome.places, *outcome.others].index(1)
    assert sum(row[champion] for row in state.results) == best


def test_a_championship_can_be_stopped_and_gone_on_with_from_its_record() -> None:
    referee = by_default(CHAMPIONSHIP, Season(), 1, 2)
    record = referee.record()
    again: AnyReferee = Referee.replay(CHAMPIONSHIP.game, record)
    assert again.state == referee.state


def test_a_cluttered_hand_is_offered_in_words() -> None:
    label = RACE.words.label
    assert label(Plan(0, (1, 6)), ("Ada",)) == "Cluttered hand: stay where you are"
    assert label(Plan(2, (1, 3)), ("Ada",)) == "Gear 2: 1, 3"


def test_rounds_are_told_in_order() -> None:
    referee = by_default(RACE, Options(track="italia"), 2, 6)
    rounds = [state.round for state in (past.state for past in referee.past)]
    assert all(before <= after for before, after in pairwise(rounds))


def test_a_year_is_won_by_its_own_points() -> None:
    """Alex was far ahead before 1963; the year is Bob's."""
    state = CHAMPIONSHIP.game.setup(
        Season(season="goat"), 2, UnrecordedChance(random.Random(1))
    ).state
    before, year = ((9, 0),) * 6, ((6, 9),) * 4
    told: Events = []
    crown_year(replace(state, race=9, results=before + year, places=(2, 1)), told)
    assert told == [YearWon(1, 1963, 36)]
    crown_year(replace(state, race=7, results=before + year[:2], places=(2, 1)), told)
    assert len(told) == 1, "in the middle of a year nobody is its champion"


def test_the_strike_is_no_event_for_a_board_of_one_lap() -> None:
    """Drivers' strike takes a lap away, and España has only one."""
    season = Season(season="custom", boxes=("tunnel-vision",))
    state = CHAMPIONSHIP.game.setup(season, 1, UnrecordedChance(random.Random(1))).state

    def strike(track: str) -> int:
        legs = tuple([replace(leg, track=track, event=0) for leg in state.legs])
        chance = ScriptedChance({"event": ["3"]}, CHAMPIONSHIP.notation.face)
        return with_event(replace(state, race=0, legs=legs), chance).legs[0].event

    assert strike("nederland") == 3
    with pytest.raises(WrongDraw):
        strike("espana")
