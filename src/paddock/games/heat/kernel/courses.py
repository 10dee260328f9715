"""The course of a race for the kernel, from its options; what it lacks is refused by name."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.errors import BadOption
from paddock.games.heat.card import R
from paddock.games.heat.data.own import track_of
from paddock.games.heat.game import FIRST_GAME
from paddock.games.heat.kernel.records import MOST_SLOTS, Course, new_record
from paddock.games.heat.rules.course import (
    COURSES,
    FLOODED,
    GRID,
    SPACES_BEYOND_FINISH,
    TUNNEL,
    ground_by_space,
    spell,
)
from paddock.games.heat.state import Options

GROUND = TUNNEL | FLOODED


class NotInKernel(BadOption):
    """A race that asks for a module that the kernel does not have."""


@cites(R("H0"))
def course_text(options: Options) -> str:
    """The course of these options before the weather is drawn, as the rules spell it."""
    return spell(
        options.board,
        options.laps or track_of(options.board).laps,
        tournament=options.tournament,
        chevrons=options.chevrons,
        pro=options.pro,
    )


def missing_modules(options: Options) -> tuple[str, ...]:
    """The modules of these options that the kernel lacks."""
    if options.first_game or options.garage == "none":
        return ()
    return (f"garage ({options.garage})",)


def build_course(options: Options) -> Course:
    """The tables of a course."""
    missing = missing_modules(options)
    if missing:
        raise NotInKernel(f"Heat's kernel does not have: {', '.join(missing)}")
    if options.first_game:
        options = replace(FIRST_GAME, own=options.own)
    found = build_tables(course_text(options))
    found.weather, found.legends = int(options.weather), options.legends
    return found


def build_tables(text: str) -> Course:
    """The tables of a course by its text; weather and road tokens lie in the race, not here."""
    source = COURSES[text]
    if source.event.no:
        raise NotInKernel(f"Heat's kernel does not have: event {source.event.no}")
    if source.garage:
        raise NotInKernel("Heat's kernel does not have: garage")
    track, laps = source.track, source.laps
    found = new_record(Course)
    found.goal, found.lines, found.corners = source.goal, len(source.lines), len(track.slots())
    found.heat, found.stress = track.heat, track.stress
    found.pro, found.tournament = source.pro, int(source.tournament)
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
    return found


def fill(table: list[int], values: tuple[int, ...] | tuple[bool, ...] | list[int]) -> None:
    """Write values at the beginning of a table."""
    if len(values) > len(table):
        raise NotInKernel(f"a table of {len(values)} entries; the kernel has {len(table)}")
    table[: len(values)] = map(int, values)
