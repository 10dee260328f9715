"""Step 6: the slipstream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question, replace_at
from paddock.core.seats import Seat
from paddock.games.heat.card import R
from paddock.games.heat.events import Events, Slipstreamed
from paddock.games.heat.moves import DONE, SLIP, Done, Move, Slip
from paddock.games.heat.phases import corners
from paddock.games.heat.rules.cards import TOTALS
from paddock.games.heat.rules.course import COURSES, Course
from paddock.games.heat.rules.driving import can_slip, drive_on, slip_lengths

if TYPE_CHECKING:
    from paddock.games.heat.state import State

Q_SLIPSTREAM = Question("slipstream", R("H6"))
NO_SLIPSTREAM = 1 << 20
"""Beyond every space: no slipstream was used."""


@cites(R("H6"), R("Q14"))
class Slipping(Asking, frozen=True, tag=True, gc=False):
    """Use the slipstream or not, and how far."""

    seat: Seat
    start: int  # where the turn began
    speed: int
    slid: int = NO_SLIPSTREAM  # where the first slipstream of the turn began
    again: int = 0  # slipstreams still allowed after this one

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        spaces = lengths(state, self.seat, COURSES[state.course])
        return (Ask(self.seat, Q_SLIPSTREAM, (DONE, *[SLIP[n] for n in spaces])),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        course = COURSES[state.course]
        slid = self.slid
        if isinstance(move, Slip):
            events.append(Slipstreamed(seat, move.n))
            before = state.cars[seat]
            slid = min(slid, before.pos)
            car = drive_on(state.cars, before, move.n, seat, events)
            state = replace(state, cars=replace_at(state.cars, seat, car))
            if self.again and can_slip(state, seat, course) and lengths(state, seat, course):
                phase = Slipping(seat, self.start, self.speed, slid, self.again - 1)
                return replace(state, phase=phase)
        elif not isinstance(move, Done):
            raise RulesBug(move)
        return corners.corners(
            state,
            seat,
            start=self.start,
            speed=self.speed,
            slid=slid,
            course=course,
            events=events,
            chance=chance,
        )

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("slip-length", R("H6.1")) if isinstance(move, Slip) else None


@cites(R("H6.2"), R("Q32"))
def slipstream(
    state: State,
    seat: Seat,
    start: int,
    speed: int,
    course: Course,
    events: Events,
    chance: Chance,
) -> State:
    """Ask about the slipstream if there is one; else go on to the corners."""
    if can_slip(state, seat, course) and lengths(state, seat, course):
        again = TOTALS[state.cars[seat].area].again
        return replace(state, phase=Slipping(seat, start, speed, NO_SLIPSTREAM, again))
    return corners.corners(
        state,
        seat,
        start=start,
        speed=speed,
        slid=NO_SLIPSTREAM,
        course=course,
        events=events,
        chance=chance,
    )


def lengths(state: State, seat: Seat, course: Course) -> tuple[int, ...]:
    """The possible lengths of a slipstream with the cards in play."""
    return slip_lengths(state, seat, course, TOTALS[state.cars[seat].area])
