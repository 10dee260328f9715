"""Qualifying, the grid, and the weather of the day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import SIX_FACES
from paddock.games.winds_of_war.data.enums import Format, Letter
from paddock.games.winds_of_war.events import Events, OnGrid, Qualified, WeatherSet
from paddock.games.winds_of_war.rules.dashboard import starting_engine
from paddock.games.winds_of_war.state.pieces import TRACK, Car, Options, Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence


@cites(R("W4.2.2"), R("W4.4.2"), R("Q51"))
def roll_weather(options: Options, after_rain: bool, events: Events, chance: Chance) -> bool:
    """Roll the weather unless players agreed on it: 1 to 4 dry, 5 and 6 wet, plus one after a wet
    stage."""
    if options.weather == "roll":
        wet = SIX_FACES[chance.pick(SIX_FACES, "weather")] + after_rain > 4
    else:
        wet = options.weather == "wet"
    events.append(WeatherSet(wet))
    return wet


def icon_value(sheet: Sheet, icon: str) -> int:
    return {"top-speed": sheet.top, "c-turn": sheet.turns[Letter.C], "skill": sheet.skill}[icon]


@cites(R("W4.2.3"))
def provisional_grid(
    options: Options, sheets: Sequence[Sheet], events: Events, chance: Chance
) -> tuple[Seat, ...]:
    """The provisional grid by the three icons of the circuit, or by a die each, the lowest
    first."""
    keys: list[tuple[int, ...]]
    if options.qualifying == "die":
        keys = [(SIX_FACES[chance.pick(SIX_FACES, "qualifying")],) for _ in sheets]
    else:
        icons = TRACK[options.road].icons
        keys = [tuple(-icon_value(sheet, icon) for icon in icons) for sheet in sheets]
    grid: list[Seat] = []
    for key in sorted(set(keys)):
        tied = [seat for seat, own in enumerate(keys) if own == key]
        while len(tied) > 1:
            grid.append(tied.pop(chance.pick(tied, "grid die")))
        grid += tied
    for place, seat in enumerate(grid, 1):
        events.append(Qualified(seat, place, tuple(grid[:place])))
    return tuple(grid)


@cites(R("W4.2.5"), R("W4.2.7"), R("W4.1.7"), R("W4.2.1"), R("Q63"))
def line_up(
    options: Options, sheets: Sequence[Sheet], grid: tuple[Seat, ...], events: Events
) -> tuple[Car, ...]:
    """Put new cars on the boxes before the line, their engines one box before the red."""
    track = TRACK[options.road]
    first = track.coming[track.grid[0][1]]
    inner = track.curves[first].parts[0].inner
    lanes = (inner, 2 - inner) if options.layout == "two" else (inner, 1, 2 - inner)
    cars: dict[Seat, Car] = {}
    for place, seat in enumerate(grid):
        box = track.grid[place // len(lanes)][lanes[place % len(lanes)]]
        cars[seat] = Car(box, engine=starting_engine(sheets[seat], Format.GRAND_PRIX))
        events.append(OnGrid(seat, place + 1, box))
    return tuple(cars[seat] for seat in range(len(grid)))


@cites(R("W4.2.4"), R("Q62"))
def grid_after_challenge(
    grid: tuple[Seat, ...], by: Seat, mine: bool, theirs: bool
) -> tuple[tuple[Seat, ...], Seat]:
    """The grid after a challenge to the place in front, and the seat that gained a place, by both
    warnings (-1: none)."""
    at = grid.index(by)
    front = grid[at - 1]
    if theirs and not mine:
        return (*grid[: at - 1], by, front, *grid[at + 1 :]), -1
    if theirs and mine and at + 1 < len(grid):
        third = grid[at + 1]
        return (*grid[: at - 1], third, front, by, *grid[at + 2 :]), third
    return grid, -1
