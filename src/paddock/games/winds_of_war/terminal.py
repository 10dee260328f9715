"""The race as text: clock, the road ahead in three lanes, dashboards."""

from __future__ import annotations

from paddock.core.seats import Language, Names, Seat
from paddock.core.styled_text import StyledText
from paddock.games.winds_of_war.data import (
    DRIVERS,
    KMH_PER_BOX,
    MODELS,
    RED_BOXES,
    TYRE_BOXES,
    kebab,
)
from paddock.games.winds_of_war.data.enums import RACING, Gauge, Lane, Letter, Part
from paddock.games.winds_of_war.data.track import BOX_UNITS, Track
from paddock.games.winds_of_war.foresee.remarks import car_remarks
from paddock.games.winds_of_war.phases import Auction, Driving, Slipstream
from paddock.games.winds_of_war.rules.dashboard import top_speed
from paddock.games.winds_of_war.standings import standings
from paddock.games.winds_of_war.state.pieces import TRACK, Car, Sheet, Team
from paddock.games.winds_of_war.state.stage import reading
from paddock.games.winds_of_war.view import View
from paddock.games.winds_of_war.words import WORDS, show_card, show_driver, show_part

SLOPE = ("", "▲", "▼")
UNITS_PER_CHARACTER = BOX_UNITS // 6  # units of the centre line per character
BOXES_BEHIND, BOXES_AHEAD = 2, 12  # boxes shown behind and ahead
NAME_COLUMNS = 12  # at least, for the names of players


def draw(view: View, seat: Seat | None, names: Names, language: Language = "en") -> StyledText:
    """The whole table."""
    track = TRACK[view.road]
    minutes, seconds = view.clock
    out = StyledText()
    out.append(f"{track.name}   ", "bold")
    told = WORDS.tell("terminal.turn", language, turn=view.turn, minutes=minutes, seconds=seconds)
    if view.stage is not None:
        reads = reading(view.stage, view.turn)
        told = WORDS.tell("terminal.reading", language, turn=view.turn, reading=reads)
    out.append(f"{told}   ")
    out.append(WORDS.tell("terminal.road", language, wet=view.wet), "bold blue" if view.wet else "")
    out.append("\n\n")
    if not view.cars:
        out.append(draw_garage(view, seat, names, language))
        return out
    whose = shown_car(view, seat)
    start = len(out)
    out.append(draw_road(view, track, view.cars[whose], names))
    out.focus = start, len(out)
    out.append("\n" + WORDS.tell("terminal.legend", language) + "\n\n", "dim")
    for s in sorted(listed_cars(view), key=lambda s: s != seat):  # the viewer's own car first
        out.append(draw_dashboard(view, s, names, language, mine=s == seat))
    return out


def listed_cars(view: View) -> list[Seat]:
    """The cars in the order of the list: by position, on an open road by start."""
    if view.stage is not None:
        return sorted(range(len(view.cars)), key=view.stage.first.__getitem__)
    return [found.seat for found in standings(view)]


def shown_car(view: View, seat: Seat | None) -> Seat:
    """The car whose part of the road is shown."""
    if seat is not None:
        return seat
    if isinstance(view.phase, Driving | Slipstream):
        return view.phase.run.seat
    return view.order[min(view.at, len(view.order) - 1)] if view.order else 0


def draw_road(view: View, track: Track, car: Car, names: Names) -> StyledText:
    """Three lanes around a car: boxes to scale with their names, curves with their letter; a dot
    and a dark background mark the best line."""
    here = track.end[car.box]
    first, last = here - BOXES_BEHIND * BOX_UNITS, here + BOXES_AHEAD * BOX_UNITS
    there = {c.box: s for s, c in enumerate(view.cars) if c.status == RACING}
    out = StyledText(" " * 6)
    wide = BOX_UNITS // UNITS_PER_CHARACTER
    for x in range(first // UNITS_PER_CHARACTER, last // UNITS_PER_CHARACTER, wide):
        mark = road_mark(track, view.letters, x * UNITS_PER_CHARACTER)
        out.append(f"{mark:<{wide}}", "bold yellow")
    out.append("\n")
    for lane in Lane:
        out.append(f"  {lane.name[0]}  |", "dim")
        boxes = [b for b in range(len(track.lane)) if track.lane[b] == lane]
        shifts = (0,) if track.open else (-track.length, 0, track.length)
        if track.open:
            boxes = boxes[: -1 - (lane is Lane.MIDDLE)] + [track.door] * (lane is Lane.MIDDLE)
        shown = [
            (track.start[b] + shift, track.end[b] + shift, b)
            for b in boxes
            for shift in shifts
            if first <= track.start[b] + shift and track.end[b] + shift <= last
        ]
        at = first
        for start, end, b in sorted(shown):
            if start > at:
                out.append(" " * ((start - at) // UNITS_PER_CHARACTER))
            width = round(end / UNITS_PER_CHARACTER) - round(start / UNITS_PER_CHARACTER) - 1
            out.append(draw_box(track, b, width, there.get(b, -1), names))
            out.append("|", "dim")
            at = end
        out.append("\n")
    return out


def draw_box(track: Track, box: int, width: int, who: Seat, names: Names) -> StyledText:
    style = "on grey35" if track.on_line[box] >= 0 else "on grey19" if track.curve[box] >= 0 else ""
    if who >= 0:
        name = f"{who + 1}{names[who]}"
        shown = name if len(name) <= width else str(who + 1)
        return StyledText(f"{shown:<{width}}", f"bold black on {COLOURS[who % 6]}")
    name = track.name_of[box] + ("·" if track.on_line[box] >= 0 else "")
    return StyledText(f"{name[-width:]:<{width}}", style or "dim")


COLOURS = ("red", "cyan", "green", "yellow", "magenta", "white")


def road_mark(track: Track, letters: tuple[Letter | None, ...], point: int) -> str:
    """The mark above the road: the line, a curve's letter if readable, a slope."""
    if not track.open:
        point %= track.length
    elif not 0 <= point < track.spaces * BOX_UNITS:
        return "▚" if 0 <= point - track.spaces * BOX_UNITS < BOX_UNITS else ""
    if point < BOX_UNITS:
        return "▚"
    for index, curve in enumerate(track.curves):
        if curve.start <= point < curve.end:
            letter = letters[index]
            told = "?" if letter is None else letter.name
            return told if point < curve.start + BOX_UNITS else "·"
    box = next(b for b in range(len(track.lane)) if track.start[b] <= point < track.end[b])
    return SLOPE[track.slope[box]]


def draw_dashboard(
    view: View, s: Seat, names: Names, language: Language, *, mine: bool
) -> StyledText:
    """Speed, turning speeds and gauges of a car on two lines."""
    car, sheet, team = view.cars[s], view.sheets[s], view.teams[s]
    limit, red = top_speed(sheet, car)
    out = StyledText()
    style = f"bold {COLOURS[s % 6]}" + (" underline" if mine else "")
    out.append(f"{s + 1} {names[s]:<{NAME_COLUMNS}} ", style)
    out.append(f"{car.speed * KMH_PER_BOX:>3}", "bold red" if car.speed >= red else "bold")
    lap = WORDS.tell("terminal.lap", language, lap=car.lap, laps=view.laps)
    if view.stage is not None and view.laps == 1:
        lap = WORDS.tell("terminal.since", language, reading=view.stage.starts[s])
    out.append(f"/{limit * KMH_PER_BOX:<3} km/h  {lap}  ")
    out.append(f"{TRACK[view.road].name_of[car.box]:<5} ", "dim")
    turns = turning_speeds(sheet.turns)
    out.append(f"+{sheet.acceleration} -{sheet.braking}  {turns}  ", "dim")
    out.append(f"{MODELS[team.model].name}, {show_driver(team.driver, language)}")
    if car.status != RACING:
        out.append(f"  [{WORDS.tell(f'standing.{kebab(car.status)}', language)}]", "bold red")
    out.append("\n" + " " * 15)
    for dial, (level, most) in zip(Gauge, gauge_levels(sheet, car), strict=True):
        out.append(WORDS.tell(f"terminal.{kebab(dial)}", language) + " ")
        out.append(draw_gauge(level, most, RED_BOXES[dial]))
        out.append("  ")
    out.append("\n" + " " * 15 if car.broken or team.tuning or any(team.spares) else "")
    out.append("".join(f"✗ {broken}  " for broken in failure_names(car, language)), "bold red")
    out.append(", ".join(belongings(team, language)), "dim")
    return out.append("\n")


def belongings(team: Team, language: Language) -> list[str]:
    """Spare parts and tuning cards of a team, by name."""
    spares = [
        f"{n} × {show_part(p, language)}" if n > 1 else show_part(p, language)
        for p, n in zip(Part, team.spares, strict=True)
        if n
    ]
    return spares + [show_card(each, language) for each in team.tuning]


def turning_speeds(turns: tuple[int, ...]) -> str:
    """The turning speeds of a car, by the letters of curves."""
    return " ".join(f"{letter.name}{turns[letter] * KMH_PER_BOX}" for letter in Letter)


def gauge_levels(sheet: Sheet, car: Car) -> tuple[tuple[int, int], ...]:
    """By gauge: its level and its last box."""
    return (
        (car.engine, sheet.engine),
        (car.heat, sheet.heat),
        (car.brakes, sheet.brakes),
        (car.body, sheet.body),
        (car.tyres, TYRE_BOXES),
    )


def draw_gauge(level: int, most: int, red: int) -> StyledText:
    """Boxes used and free; those behind the bar are red."""
    out = StyledText()
    for box in range(1, most + 1):
        if box == most - red + 1:
            out.append("|", "red")
        out.append("■" if box <= level else "□", "red" if box > most - red else "green")
    return out.append(f" {level}/{most}")


def failure_names(car: Car, language: Language) -> list[str]:
    return [WORDS.tell(f"failure.{kebab(failure)}", language) for failure in car.broken]


def draw_garage(view: View, seat: Seat | None, names: Names, language: Language) -> StyledText:
    """Before the race: what each team has, and the car on auction."""
    out = StyledText()
    if isinstance(view.phase, Auction):
        car = MODELS[view.phase.model]
        turns = turning_speeds(car.turns)
        out.append(f"{car.name}  {view.phase.high or car.price} L\n", "bold yellow")
        out.append(f"{car.top * KMH_PER_BOX} km/h  +{car.acceleration} -{car.braking}  {turns}\n")
        told = [
            WORDS.tell(f"foresee.{key}", language, names, **args)
            for key, args in car_remarks(view.phase.model)
        ]
        out.append("  ".join(told) + "\n\n", "dim")
    for s, team in enumerate(view.teams):
        out.append(f"{names[s]:<{NAME_COLUMNS}} ", "bold cyan" if s == seat else "bold")
        if team.purse or team.spent:  # zero for all until the budget is set
            out.append(WORDS.tell("terminal.purse", language, lire=f"{team.purse:>5}") + "  ")
        none = WORDS.tell("standing.no-car", language)
        out.append(MODELS[team.model].name if team.model >= 0 else none)
        if team.driver >= 0:
            out.append(f", {show_driver(team.driver, language)}")
            out.append(f" ({DRIVERS[team.driver].grade})", "dim")
        out.append("\n")
    return out
