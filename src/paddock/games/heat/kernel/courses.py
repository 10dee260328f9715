"""The course of a race for the kernel, from its options; what it lacks is refused by name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.errors import BadOption
from paddock.games.heat.card import R
from paddock.games.heat.data import CARDS, FIRST_UPGRADE, HEAT, STRESS, CardNo, upgrade_deck
from paddock.games.heat.data.own import track_of
from paddock.games.heat.game import FIRST_GAME
from paddock.games.heat.kernel.records import (
    MOST_SLOTS,
    Course,
    check_bounds,
    copy_record,
    new_record,
)
from paddock.games.heat.kernel.setup import DRAFT_MARKET, QUICK_MARKET
from paddock.games.heat.kernel.symbols import pack_symbols, pack_values
from paddock.games.heat.rules.course import (
    COURSES,
    FLOODED,
    GRID,
    SPACES_BEYOND_FINISH,
    TUNNEL,
    ground_by_space,
    spell,
)
from paddock.games.heat.rules.course import Course as RulesCourse
from paddock.games.heat.state import Options

GROUND = TUNNEL | FLOODED
MAY_DISCARD = {"": 0, "heat": HEAT, "stress": STRESS}


class NotInKernel(BadOption):
    """A race that asks for a module that the kernel does not have."""


@cites(R("H0"))
def course_text(options: Options) -> str:
    """The course of these options before the weather is drawn, as the rules spell it."""
    return spell(
        options.board,
        options.laps or track_of(options.board).laps,
        tournament=options.tournament,
        garage=options.garage != "none",
        chevrons=options.chevrons,
        pro=options.pro,
    )


def first_text(options: Options) -> str:
    """The text of the course of these options, which may be those of a first game."""
    return course_text(replace(FIRST_GAME, own=options.own) if options.first_game else options)


def build_course(options: Options) -> Course:
    """The tables of a course."""
    found = copy_record(build_tables(first_text(options)))
    if options.first_game:
        options = replace(FIRST_GAME, own=options.own)
    found.weather, found.legends = int(options.weather), options.legends
    if options.garage == "quick":
        found.market = QUICK_MARKET
        fill_stock(found.stock, upgrade_deck("basic", ()))
    elif options.garage == "draft":
        found.market = DRAFT_MARKET
        fill_stock(found.stock, upgrade_deck(options.upgrades, options.boxes))
    return found


def fill_stock(stock: list[int], cards: Iterable[CardNo]) -> None:
    """Count Upgrades by their number."""
    for card in cards:
        stock[card - FIRST_UPGRADE] += 1


@lru_cache(maxsize=256)
def build_tables(text: str) -> Course:
    """The tables of a course by its text; weather and road tokens lie in the race, not here. They
    are shared: copy them to change them."""
    source = COURSES[text]
    track, laps = source.track, source.laps
    found = new_record(Course)
    found.goal, found.lines, found.corners = source.goal, len(source.lines), len(track.slots())
    found.spaces, found.laps = track.spaces, laps
    found.pro, found.tournament = source.pro, int(source.tournament)
    found.garage = int(source.garage)
    fill(found.symbols, [pack_symbols(card) for card in range(CARDS)])
    fill(found.values, [pack_values(card) for card in range(CARDS)])
    fill_event(found, source)
    slot_of = {line: slot for slot, both in enumerate(track.slots()) for line in both}
    corners = range(len(track.corners))
    fill(found.line_at, source.lines)
    fill(found.limit, [track.corners[i].limit for _ in range(laps) for i in corners])
    fill(found.slot, [slot_of[i] for _ in range(laps) for i in corners])
    fill(found.next_line, source.next_line)
    fill(found.past_legends, source.past_legends)
    fill(found.extra_lines, source.extra_lines)
    fill(found.ground, [flags & GROUND for flags in source.flags])
    sectors = [slot if slot >= 0 else MOST_SLOTS for _, slot in ground_by_space(track.id)]
    spaces = range(-GRID, source.goal + SPACES_BEYOND_FINISH)
    fill(found.sector, [sectors[at % track.spaces] for at in spaces])
    check_bounds(found, Course)
    return found


@cites(R("C6"))
def fill_event(found: Course, source: RulesCourse) -> None:
    """What the Event of a race changes."""
    event, effect = source.event, source.event.effect
    found.event, found.sponsors = event.no, event.sponsors
    found.heat, found.stress = source.track.heat + effect.heat, source.track.stress + effect.stress
    found.hand, found.slip = source.hand, source.slip
    found.slip_gears = sum(1 << gear for gear in effect.slip_gears)
    found.may_discard, found.most_discards = MAY_DISCARD[effect.may_discard], effect.most_discards
    found.adrenaline, found.cooker = int(effect.adrenaline), int(effect.cooker)
    found.smooth, found.mechanics = int(effect.smooth), int(effect.mechanics)
    found.eliminated, found.prizes = int(effect.eliminated), int(source.prizes)
    found.first_laps, found.record, found.passing = effect.first_laps, effect.record, effect.passing
    found.crowd, found.press, found.smile = effect.crowd, effect.press, int(effect.smile)
    fill(found.press_line, source.press)
    fill(found.crowd_lap, source.crowd)


def fill(table: list[int], values: tuple[int, ...] | tuple[bool, ...] | list[int]) -> None:
    """Write values at the beginning of a table."""
    if len(values) > len(table):
        raise NotInKernel(f"a table of {len(values)} entries; the kernel has {len(table)}")
    table[: len(values)] = map(int, values)
