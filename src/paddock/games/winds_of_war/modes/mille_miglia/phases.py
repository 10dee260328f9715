"""Phases of the Mille Miglia. A stage ends when all cars are in; then the next one begins.

Racing ─ (all are in: the stage is closed) ─ Racing … Over
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Ended, mark_secret_shown
from paddock.core.nested import SteppedRace
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data.enums import HOME, Ending
from paddock.games.winds_of_war.modes.mille_miglia.events import (
    Events,
    RacingTime,
    StageClosed,
    Winner,
)
from paddock.games.winds_of_war.modes.mille_miglia.rules import (
    ahead_of,
    final_places,
    next_stage,
    running,
    serve_minutes,
    stage_damage,
    tie_break,
)
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.phases.road import begin_stage
from paddock.games.winds_of_war.phases.turn import Over as RaceOver
from paddock.games.winds_of_war.rules.night import is_dark, visible_letters
from paddock.games.winds_of_war.state import State as RaceState
from paddock.games.winds_of_war.state.pieces import TRACK

if TYPE_CHECKING:
    from paddock.games.winds_of_war.modes.mille_miglia.state import State


class Racing(SteppedRace, frozen=True, tag=True, gc=False):
    """A stage is run. A curve that comes into the light is a secret shown, after which nothing is
    taken back."""

    over_at: ClassVar[type] = RaceOver

    def after_step(self, before: RaceState, after: RaceState, events: Events) -> None:
        show_letters(before, after, events)

    def on_over(self, state: State, events: Events, chance: Chance) -> State:
        closed = close_stage(state, events, chance)
        show_letters(state.now, closed.now, events)
        return closed


class Over(Ended, frozen=True, tag=True, gc=False):
    """The Mille Miglia is over."""

    reason: str
    places: tuple[int, ...]  # by seat; 0: retired

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("race-over", R("W4.4.8"))


Phase: TypeAlias = Racing | Over


@cites(R("Q92"))
def show_letters(before: RaceState, after: RaceState, events: Events) -> None:
    """Mark a secret as shown if a curve can now be read that could not be read before."""
    if before is after or after.stage is None:
        return
    seen = visible_letters(after, None)
    if before.road == after.road:
        had = visible_letters(before, None)
    else:  # by day a new road lies open before it is driven
        had = (None,) * len(seen) if is_dark(after) else seen
    if any(one is None and other is not None for one, other in zip(had, seen, strict=True)):
        mark_secret_shown(events)


@cites(R("W4.4.4"), R("W4.4.6"), R("W4.4.8"), R("Q104"))
def close_stage(state: State, events: Events, chance: Chance) -> State:
    """Minutes of navigation are served, racing times published at a check point, the damage of the
    stage taken; then the next stage, or the winner."""
    now = serve_minutes(state.now, events)
    stage = now.stage
    assert stage is not None
    times = tuple(
        [time if car.status is HOME else 0 for time, car in zip(stage.times, now.cars, strict=True)]
    )
    events.append(StageClosed(stage.number, times))
    weather = (*state.weather, now.wet)
    state = replace(state, now=now, chart=(*state.chart, times), weather=weather)
    is_last = stage.number == stage.stages and any(times)
    places = final_places(now, chance) if is_last else (0,) * len(times)
    if TRACK[now.road].ending is Ending.CONTROLLO:
        for seat in now.home:
            if times[seat]:
                tie = tie_break(now, seat, ahead_of(places, seat))
                events.append(RacingTime(seat, times[seat] - stage.first[seat], tie))
    if not any(times):
        return replace(state, phase=Over("all-retired", places))
    if is_last:
        seat = places.index(1)
        events.append(Winner(seat, times[seat] - stage.first[seat], tie_break(now, seat, now.home)))
        return replace(state, phase=Over("line-crossed", places))
    now = stage_damage(now, events)
    if not running(now):
        return replace(state, now=now, phase=Over("all-retired", (0,) * len(times)))
    now = next_stage(state.options, now, events)
    return replace(state, now=begin_stage(now, events, chance))
