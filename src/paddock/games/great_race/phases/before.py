"""Cards played before the assistant: which have an effect now, and their effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import RulesBug
from paddock.core.seats import Seat
from paddock.games.great_race import events as ev
from paddock.games.great_race import phases
from paddock.games.great_race.card import R
from paddock.games.great_race.data import (
    CARTOGRAPHER,
    EMPTY,
    FINANCIER,
    FINANCIER_PAYS,
    HUNTER,
    JERRYCAN,
    MECHANIC,
    MOST_FUEL,
    PILOT,
    REFUELLING,
    SABOTEUR,
    SUPPLIER,
    SWINDLER,
    Card,
)
from paddock.games.great_race.events import Events
from paddock.games.great_race.phases.danger import (
    Hunting,
    Sabotaging,
    Swindling,
    victims,
)
from paddock.games.great_race.phases.drive import set_off
from paddock.games.great_race.phases.hand import supply
from paddock.games.great_race.phases.work import Repairing, draw_map
from paddock.games.great_race.rules.crew import can_mend, play_card, pour_jerrycan, put_crew, refuel
from paddock.games.great_race.rules.ground import can_lay, can_remove

if TYPE_CHECKING:
    from paddock.games.great_race.state import Crew, State


@cites(R("R7"), R("Q44"))
def playable_cards(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards of a hand that may be played before an assistant, and do something."""
    crew = state.crews[seat]
    return tuple([c for c in dict.fromkeys(crew.hand) if USEFUL[c](state, seat, crew)])


@cites(R("Q11"))
def has_tank_room(state: State, seat: Seat, crew: Crew) -> bool:
    return crew.fuel < MOST_FUEL


@cites(R("Q22"))
def has_engine(state: State, seat: Seat, crew: Crew) -> bool:
    return crew.engine > 0


def has_victims(state: State, seat: Seat, crew: Crew) -> bool:
    return bool(victims(state, seat))


def has_two_tiles(state: State, seat: Seat, crew: Crew) -> bool:
    return len(state.board) - state.board.count(EMPTY) > 1


def always(state: State, seat: Seat, crew: Crew) -> bool:
    """Always useful: played cards can be drawn again."""
    return True


def never(state: State, seat: Seat, crew: Crew) -> bool:
    return False


Useful: TypeAlias = Callable[["State", Seat, "Crew"], bool]
WORTH_PLAYING: Mapping[Card, Useful] = {
    JERRYCAN: has_tank_room,
    REFUELLING: has_tank_room,
    PILOT: has_engine,
    MECHANIC: can_mend,
    SABOTEUR: has_victims,
    CARTOGRAPHER: can_lay,
    HUNTER: can_remove,
    SWINDLER: has_two_tiles,
    SUPPLIER: always,
    FINANCIER: always,
}
USEFUL: Final = tuple(WORTH_PLAYING.get(card, never) for card in Card)


@cites(R("R7"), R("R7.6"), R("Q34"))
def play_before(
    state: State, seat: Seat, card: Card, then: phases.Phase, events: Events, chance: Chance
) -> State:
    """A card before the assistant: its effect, then on with the sequence."""
    if card == JERRYCAN:
        return replace(pour_jerrycan(state, seat, events), phase=then)
    state = play_card(state, seat, card, events)
    if card == REFUELLING:
        return replace(refuel(state, seat, events), phase=then)
    if card == FINANCIER:
        return replace(grant(state, seat, events), phase=then)
    if card == SUPPLIER:
        return supply(state, seat, then, events, chance)
    if card == MECHANIC:
        return replace(state, phase=Repairing(seat, then))
    if card == PILOT:
        return set_off(state, seat, then, events, piloted=True)
    if card == CARTOGRAPHER:
        return draw_map(state, seat, then, events, chance)
    if card == HUNTER:
        return replace(state, phase=Hunting(seat, card, None, then))
    if card == SWINDLER:
        return replace(state, phase=Swindling(seat, card, None, then))
    if card == SABOTEUR:
        return replace(state, phase=Sabotaging(seat, card, then))
    raise RulesBug(card)


@cites(R("R7.10"))
def grant(state: State, seat: Seat, events: Events) -> State:
    """The financier pays."""
    crew = state.crews[seat]
    money = crew.money + FINANCIER_PAYS
    events.append(ev.Granted(seat, FINANCIER_PAYS, money))
    return put_crew(state, seat, replace(crew, money=money))
