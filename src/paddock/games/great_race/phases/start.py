"""Before the race: every crew chooses its vehicle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.great_race import events as ev
from paddock.games.great_race.card import R
from paddock.games.great_race.data import Vehicle
from paddock.games.great_race.events import Events
from paddock.games.great_race.moves import CHOOSE, Choose, Move
from paddock.games.great_race.phases.round import Bivouac
from paddock.games.great_race.rules.crew import put_crew

if TYPE_CHECKING:
    from paddock.games.great_race.state import State

Q_VEHICLE = Question("vehicle", R("R1"))


@cites(R("R1"), R("Q49"))
class ChoosingVehicles(Struct, frozen=True, tag=True, gc=False):
    """In turn order each crew takes one of the vehicles that are left."""

    turn: int  # place in the turn order

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return (
            Ask(
                state.order[self.turn], Q_VEHICLE, tuple([CHOOSE[v] for v in free_vehicles(state)])
            ),
        )

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        if not isinstance(move, Choose):
            raise RulesBug(move)
        return self.take(state, seat, move.half_track, events)

    def take(self, state: State, seat: Seat, vehicle: Vehicle, events: Events) -> State:
        """A vehicle has its crew."""
        events.append(ev.Chose(seat, vehicle))
        state = put_crew(state, seat, replace(state.crews[seat], vehicle=vehicle))
        return replace(state, phase=ChoosingVehicles(self.turn + 1))

    def resume(self, state: State, events: Events, chance: Chance) -> State | None:
        if self.turn == len(state.order):
            return replace(state, phase=Bivouac(len(state.order) - 1))
        left = free_vehicles(state)
        if len(left) > 1 and state.options.vehicles == "chosen":
            return None
        return self.take(state, state.order[self.turn], left[0], events)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("vehicle-taken", R("R1")) if isinstance(move, Choose) else None


def free_vehicles(state: State) -> list[Vehicle]:
    """The vehicles that are still free."""
    taken = [crew.vehicle for crew in state.crews]
    return [vehicle for vehicle in Vehicle if vehicle not in taken]
