"""The order of movement, engaged cars, and the dice of challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import HOME, RACING, WAITING
from paddock.games.winds_of_war.data.track import BOX_UNITS, Track
from paddock.games.winds_of_war.state.pieces import TRACK, Car, progress

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State


@cites(R("W4.2.6"), R("Q56"))
def places(road: str, cars: tuple[Car, ...], home: tuple[Seat, ...]) -> tuple[int, ...]:
    """By seat: finishers in the order of crossing, then running cars by position; retired cars have
    no place."""
    track = TRACK[road]
    still_out = [s for s, car in enumerate(cars) if car.status < HOME]
    still_out.sort(key=lambda s: (-progress(track, cars[s]), s))
    found = [0] * len(cars)
    for place, seat in enumerate((*home, *still_out), 1):
        found[seat] = place
    return tuple(found)


@cites(R("W3.10.2"))
def are_engaged(track: Track, a: Car, b: Car) -> bool:
    """Neighbouring lanes, leading edges less than half the shorter box apart, both moving; a lapped
    car counts too."""
    if a.status is not RACING or b.status is not RACING or not a.speed or not b.speed:
        return False
    one, two = a.box, b.box
    if abs(track.lane[one] - track.lane[two]) != 1:
        return False
    end, start = track.end, track.start
    ahead = (end[one] - end[two]) % track.length  # independent of laps
    apart = min(ahead, track.length - ahead)
    return 2 * apart < min(end[one] - start[one], end[two] - start[two])


@cites(R("W3.10.3"), R("Q70"))
def priority(track: Track, car: Car) -> tuple[int, int, int]:
    """Sort key: the best line first, then the faster, then the one nearer to the inside."""
    return (track.on_line[car.box] < 0, -car.speed, track.inside[car.box])


@cites(R("W3.10.1"), R("Q14"))
def order_of_movement(state: State, chance: Chance) -> tuple[Seat, ...]:
    """From the car farthest ahead to the last; engaged cars stand together, by priority."""
    track = TRACK[state.road]
    cars = state.cars
    seats = [s for s, car in enumerate(cars) if car.status < WAITING]
    if len(seats) < 2:
        return tuple(seats)
    come = {s: progress(track, cars[s]) for s in seats}
    front = dict(come)
    near = []
    length, last = track.length, track.length - BOX_UNITS
    for i, a in enumerate(seats, 1):
        here = come[a]
        for b in seats[i:]:
            apart = (here - come[b]) % length
            if (apart < BOX_UNITS or apart > last) and are_engaged(track, cars[a], cars[b]):
                near.append((a, b))
    for _ in range(2 if near else 0):  # twice, so that three side by side share the front
        for a, b in near:
            front[a] = front[b] = max(front[a], front[b])
    if len(set(front.values())) == len(seats):  # no two cars are level
        return tuple(sorted(seats, key=front.__getitem__, reverse=True))
    return order_by_die(sorted([(-front[s], priority(track, cars[s]), s) for s in seats]), chance)


def order_by_die(
    rows: list[tuple[int, tuple[int, int, int], Seat]], chance: Chance
) -> tuple[Seat, ...]:
    """The seats of sorted rows; a die decides between rows that are level in everything."""
    order: list[Seat] = []
    tied: list[Seat] = []
    level: tuple[int, tuple[int, int, int]] | None = None
    for front, right, seat in rows:
        if (front, right) != level:
            order += draw_order(tied, chance) if len(tied) > 1 else tied
            tied, level = [], (front, right)
        tied.append(seat)
    return (*order, *draw_order(tied, chance))


def draw_order(tied: list[Seat], chance: Chance) -> list[Seat]:
    """Seats in a random order, drawn by die."""
    order: list[Seat] = []
    while len(tied) > 1:
        order.append(tied.pop(chance.pick(tied, "order")))
    return order + tied


class Verdict(NamedTuple):
    """What the dice of a challenge decide."""

    first: tuple[Seat, ...]  # who moves now, in this order
    collided: tuple[Seat, ...]  # the inner car first: it strikes outward
    worn: tuple[Seat, ...]  # who takes a tyre damage


@cites(R("W3.10.4"), R("Q34"), R("Q35"))
def challenge_verdict(
    track: Track, cars: tuple[Car, ...], rollers: tuple[Seat, ...], warned: tuple[bool, ...]
) -> Verdict:
    """Blanks first in the old order, then warnings with a tyre damage; neighbours with warnings
    collide."""
    bad = [s for s, warning in zip(rollers, warned, strict=True) if warning]
    good = tuple([s for s in rollers if s not in bad])
    if len(bad) < 2:
        return Verdict((*good, *bad), (), tuple(bad))
    lanes = [track.lane[cars[s].box] for s in bad]
    if len(bad) == 2 and abs(lanes[0] - lanes[1]) != 1:  # the two outer ones of three
        return Verdict((*good, *bad), (), ())
    bad.sort(key=lambda s: track.inside[cars[s].box])
    return Verdict(good, tuple(bad), ())


@cites(R("Q33"))
def engaged_group(state: State, at: int) -> tuple[Seat, ...]:
    """The engaged cars that must settle with the car at this place of the order who moves first."""
    track = TRACK[state.road]
    order, cars = state.order, state.cars
    group = [order[at]]
    rest = [s for s in order[at + 1 :] if state.turn >= cars[s].until]
    group += [seat for seat in rest if are_engaged(track, cars[seat], cars[order[at]])]
    if len(group) == 1:
        return (order[at],)
    for seat in rest:  # with three lanes, one more pass finds all
        if seat not in group and any(are_engaged(track, cars[seat], cars[g]) for g in group):
            group.append(seat)
    return tuple([seat for seat in order[at:] if seat in group])
