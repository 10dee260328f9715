"""The Mille Miglia as text: the stage, the time chart, and the race."""

from __future__ import annotations

from paddock.core.seats import Language, Names, Seat
from paddock.core.styled_text import StyledText
from paddock.games.winds_of_war.data import DRIVERS, MODELS, YEARS, crews_of, line_up_of
from paddock.games.winds_of_war.data.atlas import ATLAS, Point, point_on_route
from paddock.games.winds_of_war.data.enums import RETIRED, Format
from paddock.games.winds_of_war.data.track import BOX_UNITS
from paddock.games.winds_of_war.modes.mille_miglia.rules import roads as stages_of_race
from paddock.games.winds_of_war.modes.mille_miglia.standings import standings
from paddock.games.winds_of_war.modes.mille_miglia.view import View
from paddock.games.winds_of_war.state.pieces import TRACK, Car
from paddock.games.winds_of_war.state.stage import NIGHT_FORMATS, is_night, reading
from paddock.games.winds_of_war.terminal import COLOURS, NAME_COLUMNS
from paddock.games.winds_of_war.terminal import draw as draw_race
from paddock.games.winds_of_war.words import WORDS

WIDE, HIGH = 56, 20  # characters of the map


def draw(view: View, seat: Seat | None, names: Names, language: Language = "en") -> StyledText:
    now, stage = view.now, view.now.stage
    assert stage is not None
    heading = WORDS.tell("terminal.stage", language, stage=stage.number, stages=stage.stages)
    out = StyledText(heading + "   ", "bold")
    if stage.format in NIGHT_FORMATS and is_night(reading(stage, now.turn)):
        out.append(WORDS.tell("terminal.night", language) + "   ", "bold magenta")
    out.append("\n")
    for found in standings(view):
        name, note, _ = WORDS.standing(found, names, language)
        out.append(
            f"  {found.place or '-'} {name:<{NAME_COLUMNS}} ", "bold" if found.seat == seat else ""
        )
        first = stage.first[found.seat]
        splits = [times[found.seat] - first for times in view.chart]
        if now.laps > 1 and now.cars:  # on a ring, what the clock showed after each lap
            splits = [reading(stage, turn) - first for turn in now.cars[found.seat].splits]
        shown = [f"{m // 60}:{m % 60:02d}" if m > 0 else "-" for m in splits]
        out.append(f"{note}  ").append(" ".join(shown) + "\n", "dim")
    if view.weather:
        roads = [WORDS.tell("terminal.road", language, wet=wet) for wet in view.weather]
        out.append("  " + " · ".join(f"{k} {road}" for k, road in enumerate(roads, 1)), "dim")
        out.append("\n")
    out.append("\n")
    out.append(italy(view) if now.cars else page(view, language))
    out.append("\n")
    return out + draw_race(now, seat, names, language)


def page(view: View, language: Language) -> StyledText:
    """The page of the year, while cars are bought: hour, budget, line-up, drivers."""
    row, stage = YEARS[view.options.year], view.now.stage
    assert stage is not None
    out = StyledText(
        WORDS.tell("terminal.year", language, year=row.year, reading=stage.begins, lire=row.budget),
        "bold",
    )
    if view.options.style == "simulation" and stage.format is not Format.CALABRIA:
        cars = ", ".join(MODELS[model].name for model in line_up_of(row.year))
        crews = ", ".join(DRIVERS[driver].name for driver in crews_of(row.year))
        out.append(f"\n  {cars}\n  {crews}", "dim")
    return out.append("\n")


def italy(view: View) -> StyledText:
    """The map: the way of the race in dots, its towns by their first letters, cars by number. A
    player's road has no map."""
    roads = stages_of_race(view.options)
    if view.options.own:
        return StyledText()
    towns = {town.name: town.at for road in roads for town in ATLAS.routes[road]}
    left, top = (min(at[k] for at in towns.values()) for k in (0, 1))
    right, bottom = (max(at[k] for at in towns.values()) for k in (0, 1))

    def cell(at: Point) -> tuple[int, int]:
        x, y = (at[0] - left) / (right - left), (at[1] - top) / (bottom - top)
        return round(x * (WIDE - 5)), round(y * (HIGH - 1))

    rows = [[(" ", "")] * WIDE for _ in range(HIGH)]
    here = roads.index(view.now.road) if view.now.road in roads else 0
    for number, road in enumerate(roads):
        style = "dim" if number > here else "bold yellow" if number == here else "yellow"
        for k in range(41):
            x, y = cell(point_on_route(road, k / 40))
            rows[y][x] = ("·", style)
    for name, at in towns.items():
        x, y = cell(at)
        for k, letter in enumerate(name[:3]):
            rows[y][x + k] = (letter, "dim")
    for seat, car in enumerate(view.now.cars):
        if car.status is not RETIRED:
            x, y = cell(point_on_route(view.now.road, share(view.now.road, car)))
            while rows[y][x][0].isdigit() and x + 1 < WIDE:
                x += 1
            rows[y][x] = (str(seat + 1), f"bold black on {COLOURS[seat % 6]}")
    out = StyledText()
    for row in rows:
        out.append("  ")
        for letter, style in row:
            out.append(letter, style)
        out.append("\n")
    return out


def share(road: str, car: Car) -> float:
    """How much of a road a car has behind it, from 0 to 1; on a ring of its lap."""
    track = TRACK[road]
    return min(1.0, max(0.0, track.end[car.box] / (track.spaces * BOX_UNITS)))
