"""The beginning of a stage: weather, starts, first turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import MODELS, line_up_of
from paddock.games.winds_of_war.events import Events, StageBegan
from paddock.games.winds_of_war.phases.turn import new_turn
from paddock.games.winds_of_war.rules.dashboard import starting_engine
from paddock.games.winds_of_war.rules.grid import roll_weather
from paddock.games.winds_of_war.rules.purchases import is_by_yearbook
from paddock.games.winds_of_war.rules.starts import as_waiting, staggered_starts
from paddock.games.winds_of_war.state.pieces import TRACK, Car

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State


@cites(R("W4.1.7"), R("W4.2.7"), R("W4.4.1"), R("Q98"))
def first_stage(state: State, events: Events, chance: Chance) -> State:
    """The first stage: new cars leave one by one."""
    return set_off(state, starting_order(state, chance), events, chance)


def set_off(state: State, order: tuple[Seat, ...], events: Events, chance: Chance) -> State:
    """All cars wait for their start, in this order. Gauges are on the striped boxes; in 1940 and in
    Calabria engines are one box before the red."""
    stage = state.stage
    assert stage is not None
    starts = staggered_starts(stage.begins, order)
    stage = replace(stage, starts=starts, first=starts)
    track = TRACK[state.road]
    cars = tuple(
        [
            as_waiting(track, Car(track.door, engine=starting_engine(sheet, stage.format)))
            for sheet in state.sheets
        ]
    )
    return begin_stage(replace(state, cars=cars, grid=order, stage=stage), events, chance)


@cites(R("W4.4.3"), R("Q61"))
def starting_order(state: State, chance: Chance) -> tuple[Seat, ...]:
    """In the order of the yearbook; else the slowest first, then the cheapest, then by die."""
    models = [team.model for team in state.teams]
    keys: list[tuple[int, ...]]
    if state.options.style == "simulation" and is_by_yearbook(state):
        listed = line_up_of(state.options.year)
        keys = [(listed.index(model),) for model in models]
    else:
        keys = [(MODELS[model].top, MODELS[model].price) for model in models]
    order: list[Seat] = []
    for key in sorted(set(keys)):
        tied = [seat for seat, own in enumerate(keys) if own == key]
        while len(tied) > 1:
            order.append(tied.pop(chance.pick(tied, "starting order")))
        order += tied
    return tuple(order)


def begin_stage(state: State, events: Events, chance: Chance) -> State:
    """The weather of a stage; then its first turn is played."""
    stage = state.stage
    assert stage is not None
    events.append(StageBegan(stage.number, TRACK[state.road].id, stage.begins))
    wet = roll_weather(state.options, stage.number > 1 and state.wet, events, chance)
    return new_turn(replace(state, wet=wet, turn=0), events, chance)
