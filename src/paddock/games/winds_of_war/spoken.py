"""The road in sentences: place, speed, distance to the next curve, cars nearby."""

from __future__ import annotations

from paddock.core.seats import Seat
from paddock.core.spoken import Sentence, place_remarks
from paddock.core.words import Remark
from paddock.games.winds_of_war.data.enums import RACING
from paddock.games.winds_of_war.data.track import BOX_UNITS, FAR, Track
from paddock.games.winds_of_war.standings import lap_of, standings
from paddock.games.winds_of_war.state.pieces import TRACK, progress
from paddock.games.winds_of_war.view import View

NEAR_BOXES = 6  # boxes within which a car ahead is mentioned


def spoken(view: View, seat: Seat) -> tuple[Sentence, ...]:
    """Position and speed of a car and what is ahead; in the garage, what a team has."""
    if not view.cars:
        team = view.teams[seat]
        if team.model < 0:
            return ((("no-car", {}),),)
        return ((("garage", {"model": team.model, "lire": team.purse}),),)
    car, track = view.cars[seat], TRACK[view.road]
    parts: list[Remark] = place_remarks(standings(view), seat)
    if car.status is not RACING:
        return (tuple(parts),)
    parts.append(("lap", {"lap": lap_of(car, view.laps), "laps": view.laps}))
    parts += [
        position_remark(view, seat, track),
        *curve_remarks(view, seat, track),
        *rival_remarks(view, seat, track),
    ]
    return (tuple(parts),)


def position_remark(view: View, seat: Seat, track: Track) -> Remark:
    """The lane and speed of a car."""
    car = view.cars[seat]
    return "at", {"lane": track.lane[car.box], "speed": car.speed}


def curve_remarks(view: View, seat: Seat, track: Track) -> list[Remark]:
    """Boxes to the braking line of the next curve, and the car's turning speed there."""
    box = view.cars[seat].box
    letter = view.letters[track.coming[box]] if track.coming[box] >= 0 else None
    if letter is None:  # there is none, or it is dark
        return []
    turning = {"letter": letter.name, "speed": view.sheets[seat].turns[letter]}
    if track.to_line[box] >= FAR:
        return [("in-curve", turning)]
    return [("curve", {"n": track.to_line[box], **turning})]


def rival_remarks(view: View, seat: Seat, track: Track) -> list[Remark]:
    """The cars level with it, and the nearest one ahead."""
    mine = view.cars[seat]
    running = [s for s, car in enumerate(view.cars) if s != seat and car.status is RACING]
    level = track.level[mine.box]
    parts: list[Remark] = [("beside", {"whom": s}) for s in running if view.cars[s].box in level]
    far = progress(track, mine)
    gaps = sorted((round((progress(track, view.cars[s]) - far) / BOX_UNITS), s) for s in running)
    ahead = [(gap, s) for gap, s in gaps if 0 < gap <= NEAR_BOXES and view.cars[s].box not in level]
    return [*parts, ("ahead", {"whom": ahead[0][1], "n": ahead[0][0]})] if ahead else parts
