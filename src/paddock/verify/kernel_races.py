"""Random races for the comparison of Heat's kernel with its rules: every module, every Event."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from paddock import games
from paddock.core.chance import UnrecordedChance
from paddock.core.flow import settle
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import AnyRecord, TakeBack
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Seat
from paddock.games.heat.data import (
    CARDS,
    EVENTS,
    FACES,
    FIRST_SPONSOR,
    FIRST_UPGRADE,
    HEAT,
    ROAD_TOKENS,
    STRESS,
    SYMBOLS,
    TRACKS,
    UPGRADES,
    CardNo,
    Sky,
    event,
    sponsor_deck,
    upgrade_deck,
)
from paddock.games.heat.data.own import read_own
from paddock.games.heat.game import grid
from paddock.games.heat.kernel.chance import RaceGenerator
from paddock.games.heat.modes.championship.phases import Racing
from paddock.games.heat.phases import Over
from paddock.games.heat.phases.garage import deal
from paddock.games.heat.phases.planning import all_to_plan
from paddock.games.heat.rules.course import spell
from paddock.games.heat.rules.driving import by_place
from paddock.games.heat.rules.legends import WHOLE_DECK
from paddock.games.heat.state import BoxId, Car, Options, State, Supply
from paddock.verify.fuzz import Trial
from paddock.verify.kernel import (
    Follower,
    KernelDiffers,
    Met,
    decisions_in,
    follow_random_race,
    later_rows,
    referee_of,
)
from paddock.verify.random_options import random_options

OWN_TRACK_SHARE = 0.15
DRAFT_SHARE = 0.35
"""Races with Upgrades of all kinds, besides those that chance gives a garage."""
BOXES: tuple[BoxId, ...] = get_args(BoxId)
EVENT_SHARE = 0.25
"""Races with an Event: those of a championship."""
LATER_RACE_SHARE = 0.2
"""How often it is a later race of the season, with Sponsorships kept from the one before."""

Check: TypeAlias = Callable[[AnyGameSpec, "Options | State", int, int], Met]


class KernelResult(Struct, frozen=True):
    """What the comparison came to."""

    races: int
    decisions: int
    seconds: float
    modules: dict[str, int]  # races by module
    met: dict[str, int]  # decisions by move, cards by face
    why: str = ""
    record: str = ""
    trial: Trial | None = None


def kernel_trials(spec: AnyGameSpec, seed: int) -> Iterator[Trial]:
    """Races without end, each by its number: single ones, and those of championships."""
    least, most = spec.card.seats
    season = games.find_spec("heat-championship")
    for number in count(seed):
        generator = random.Random(f"kernel:{number}")
        if generator.random() < EVENT_SHARE:
            options = random_options(season, generator)
        else:
            options = random_options(spec, generator)
            if generator.random() < DRAFT_SHARE:
                boxes = tuple(box for box in BOXES if generator.random() < 0.7)
                options = replace(options, garage="draft", upgrades="both", boxes=boxes)
            if generator.random() < OWN_TRACK_SHARE:
                options = replace(options, own=random_track(generator))
        yield Trial(options, generator.randint(least, most), number)


def start_of(trial: Trial) -> Options | State:
    """The beginning of a race: its options, or the race of a championship as it begins."""
    if isinstance(trial.options, Options):
        return trial.options
    spec, generator = games.find_spec("heat-championship"), RaceGenerator(trial.seed)
    referee: AnyReferee = Referee(spec.game, trial.options, trial.seats, generator)
    race = 1 if generator.random() < LATER_RACE_SHARE and len(referee.state.legs) > 1 else 0
    while not isinstance(referee.state.phase, Racing) or referee.state.race < race:
        ask = referee.asks[0]
        referee.play(ask.seat, ask.options[int(generator.random() * len(ask.options))])
    now: State = referee.state.phase.now
    return now


def event_start(number: int, seats: int, seed: int) -> State:
    """A race with this Event: cars on the grid, Upgrades of all boxes, all Sponsorships."""
    generator = random.Random(f"event:{seed}")
    its = event(number)
    cards = upgrade_deck("both", BOXES)
    generator.shuffle(cards)
    sky, road = Sky(generator.randrange(len(Sky))), list(ROAD_TOKENS)
    generator.shuffle(road)
    text = spell(
        its.track,
        max(1, 1 + its.effect.laps),
        sky,
        tuple(road[: len(TRACKS[its.track].slots())]),
        number,
        tournament=generator.random() < 0.3,
        garage=True,
    )
    cars = grid(tuple(generator.sample(range(seats + 1), seats + 1)))
    fitted = [
        replace(car, upgrades=tuple(cards[3 * i : 3 * i + 3])) if i < seats else car
        for i, car in enumerate(cars)
    ]
    supply = Supply(legends=WHOLE_DECK, sponsors=sponsor_deck(BOXES))
    state = State(
        course=text,
        seats=seats,
        cars=tuple(fitted),
        order=by_place(cars),
        turn=0,
        round=0,
        supply=supply,
        phase=Over(),
    )
    events: list[Any] = []
    chance = UnrecordedChance(generator)
    return settle(deal(state, events, chance), events, chance).state


def card_position(card: CardNo, seed: int) -> State:
    """A position in which three drivers hold two copies of a card, side by side before a corner,
    with cards of all kinds around it."""
    generator = random.Random(f"card:{card}:{seed}")
    others = [other for other in range(FIRST_UPGRADE, CARDS) if not SYMBOLS[other].is_heat]
    text = spell("france", 2, garage=True, tournament=generator.random() < 0.3)
    cars = []
    for seat in range(3):
        more = generator.sample(others, 2)
        rest = [1, 2, 3, 4, 0, 5, STRESS, STRESS, HEAT, HEAT, *more]
        generator.shuffle(rest)
        n = generator.randint(3, 5)
        upgrades = [c for c in (card, *more) if c < FIRST_SPONSOR]
        cars.append(
            Car(
                gear=generator.randint(1, 4),
                pos=generator.choice((8, 9, 9, 17, 112)) + seat // 2,
                line=seat != 1,
                engine=generator.randint(0, 3),
                hand=tuple(sorted([card, card, *rest[:n]])),
                deck=tuple(sorted([1, 2, 3, 4, *rest[n:-2]])) if generator.random() < 0.7 else (),
                discard=tuple(rest[-2:]),
                upgrades=tuple(upgrades),
            )
        )
    phase = all_to_plan(3, (0, 1, 2))
    return State(
        course=text,
        seats=3,
        cars=tuple(cars),
        order=by_place(cars),
        turn=0,
        round=5,
        supply=Supply(),
        phase=phase,
    )


POSITION_ROWS = 40
"""Rows that are followed from a position with a card."""
ODD_HANDS = ((HEAT,) * 6 + (STRESS,), (1, 2) + (STRESS,) * 9, (0, 1, 5))
"""A cluttered hand, one planned card by card, and one of few cards."""


def hand_position(hand: tuple[CardNo, ...]) -> State:
    """Two cars on the grid in third gear, both with this hand."""
    state: State = referee_of(games.find_spec("heat"), Options(laps=1), 2, RaceGenerator(1)).state
    cars = tuple(replace(car, hand=tuple(sorted(hand)), gear=3) for car in state.cars)
    return replace(state, cars=cars)


def constructed_positions(seed: int) -> Iterator[tuple[str, State, int, int | None]]:
    """Positions for what random races rarely or never meet: each card with symbols, each Event,
    odd hands. Name, State, seats, and how many rows are followed (None: to the end)."""
    for card in range(FIRST_UPGRADE, CARDS):
        if not SYMBOLS[card].is_heat:
            yield f"card {FACES[card]}", card_position(card, seed), 3, POSITION_ROWS
    for its in EVENTS:
        seats = 1 + (its.no + seed) % 6
        yield f"event {its.no}", event_start(its.no, seats, seed), seats, None
    for hand in ODD_HANDS:
        yield f"hand of {len(hand)}", hand_position(hand), 2, None


def compare_positions(spec: AnyGameSpec, seed: int) -> Met:
    """Follow all constructed positions row by row, with rows taken back and all numbers of the
    layout; what was met. Raises KernelDiffers."""
    met: Met = Counter()
    for name, state, seats, rows in constructed_positions(seed):
        met += follow_random_race(spec, state, seats, seed, rows)
        met[f"position {name.split()[0]}"] += 1
    return met


def random_track(generator: random.Random) -> str:
    """The text of a sound track of a player, with water and a tunnel."""
    while True:
        spaces = generator.randint(40, 80)
        lines = sorted(generator.sample(range(5, spaces - 4), generator.randint(2, 6)))
        corners = "".join(
            f"    {{at = {at}, limit = {generator.randint(2, 9)}, "
            f"chicane = {str(i > 0 and generator.random() < 0.2).lower()}, "
            f"chevrons = {sorted(generator.sample(range(4), generator.randint(0, 2)))}}},\n"
            for i, at in enumerate(lines)
        )
        wet, dark = generator.randint(0, spaces // 3), generator.randint(spaces // 2, spaces - 5)
        text = (
            f'name = "Kernel"\nspaces = {spaces}\nlaps = 2\nheat = {generator.randint(3, 9)}\n'
            f"stress = {generator.randint(0, 5)}\nflooded = [[{wet}, {wet + 4}]]\n"
            f"tunnels = [[{dark}, {dark + 4}]]\ncorners = [\n{corners}]\n"
        )
        given, faults = read_own(text)
        if given is not None and not faults:
            return text


def modules_of(trial: Trial) -> list[str]:
    """The modules that a race uses, for the table of what was met."""
    options: Any = trial.options
    seats = f"{trial.seats} seats"
    single = isinstance(options, Options)
    if single and options.first_game:
        return ["first game", seats]
    named = {
        "legends": options.legends > 0 and trial.seats < 8,
        "chevrons": options.chevrons and options.legends > 0,
        "pro": options.pro > 0 and options.legends > 0,
        "tournament": options.tournament,
        "weather": not single or options.weather,
        "championship": not single,
        "own track": single and bool(options.own),
        "garage quick": single and options.garage == "quick",
        "garage draft": single and options.garage == "draft",
    }
    found = [name for name, used in named.items() if used] or ["base"]
    if single and options.garage == "draft":
        found += [f"Upgrades {options.upgrades}", *options.boxes]
    track = [options.track] if single and not options.own else []
    return [*found, *track, seats]


def unmet(met: dict[str, int]) -> list[str]:
    """Cards with symbols and Events that no race has met: random races lack promotional cards."""
    cards = [f"card {face}" for face in FACES[FIRST_UPGRADE:]]
    heat = [f"card {FACES[FIRST_UPGRADE + i]}" for i in range(UPGRADES) if is_heat_upgrade(i)]
    events = [f"event {event.no}" for event in EVENTS]
    return [name for name in (*cards, *events) if not met.get(name) and name not in heat]


def is_heat_upgrade(i: int) -> bool:
    """Whether an Upgrade is a Heat card, which no one plays."""
    return bool(SYMBOLS[FIRST_UPGRADE + i].is_heat)


def follow_season(spec: AnyGameSpec, record: AnyRecord) -> Met:
    """Follow the races of a championship's record: each from its first question to its last but one
    row, after which the championship goes on by itself."""
    race_spec, met = games.find_spec("heat"), Counter[str]()
    referee: AnyReferee = Referee.start(spec.game, record)
    inner: AnyReferee | None = None
    follower: Follower | None = None
    first = 0
    for row in record.rows:
        before = referee.state
        if isinstance(before.phase, Racing) and inner is None:
            first = referee.count
            inner = referee_of(race_spec, before.phase.now, len(referee.names), None)
            follower = Follower(race_spec, inner, from_state=True)
        later: list[tuple[int, Seat, int]] = []
        if isinstance(row, TakeBack) and inner is not None:
            later = later_rows(inner, row.row - first)
        referee.repeat(row)
        if inner is None or follower is None:
            continue
        if not isinstance(referee.state.phase, Racing) or referee.state.race != before.race:
            met += follower.met
            inner = follower = None
        elif isinstance(row, TakeBack):
            inner.repeat(replace(row, row=row.row - first))
            follower.follow_take_back(row.row - first, later)
        else:
            inner.repeat(row)
            follower.follow_play(row.seat, row.move)
    return met


def compare_races(
    spec: AnyGameSpec,
    seed: int,
    seconds: float = float("inf"),
    races: int | None = None,
    check: Check = follow_random_race,
    tick: Callable[[int], None] = lambda races: None,
) -> KernelResult:
    """Compare random races until the time is over, the number is reached, or one differs."""
    start = time.monotonic()
    done = 0
    met: Met = Counter()
    modules: Counter[str] = Counter()
    for trial in kernel_trials(spec, seed):
        why = record = ""
        try:
            met += check(spec, start_of(trial), trial.seats, trial.seed)
        except KernelDiffers as wrong:
            why, record = wrong.why, wrong.record_text
        spent = time.monotonic() - start
        if why:
            made = decisions_in(met)
            return KernelResult(
                races=done,
                decisions=made,
                seconds=spent,
                modules=dict(modules),
                met=dict(met),
                why=why,
                record=record,
                trial=trial,
            )
        done += 1
        modules.update(modules_of(trial))
        tick(done)
        if done == races or spent >= seconds:
            break
    return KernelResult(done, decisions_in(met), spent, dict(modules), dict(met))
