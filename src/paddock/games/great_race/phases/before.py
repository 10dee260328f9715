"""Cards before the assistant: which of them do something now, and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import RulesBug
from paddock.core.seats import Seat
from paddock.games.great_race import events as ev
from paddock.games.great_race import phases
from paddock.games.great_race.card import R
from paddock.games.great_race.data import (
    BEFORE,
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
    from paddock.games.great_race.state import State


@cites(R("R7"), R("Q44"), R("Q22"))
def playable(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards of a hand that may be played before an assistant, and do something."""
    crew = state.crews[seat]
    found = []
    for card in dict.fromkeys(crew.hand):
        if card in (JERRYCAN, REFUELLING):
            useful = crew.fuel < MOST_FUEL
        elif not BEFORE[card]:
            useful = False
        elif card == PILOT:
            useful = crew.engine > 0
        elif card == MECHANIC:
            useful = can_mend(state, seat)
        elif card == SABOTEUR:
            useful = bool(victims(state, seat))
        elif card == CARTOGRAPHER:
            useful = can_lay(state, seat)
        elif card == HUNTER:
            useful = can_remove(state, seat)
        elif card == SWINDLER:
            useful = len(state.board) - state.board.count(EMPTY) > 1
        else:  # the supplier and the financier; what was played can always be drawn again
            useful = True
        if useful:
            found.append(card)
    return tuple(found)


@cites(R("R7"), R("R7.6"), R("Q34"))
def play_before(
    state: State, seat: Seat, card: Card, then: phases.Phase, events: Events, chance: Chance
) -> State:
    """A card before the assistant: its effect, then on with the sequence."""
    if card == JERRYCAN:
        return replace(pour_jerrycan(state, seat, events), phase=then)
    state = play_card(state, seat, card, events)
    if card == REFUELLING:
        state = refuel(state, seat, events)
    elif card == FINANCIER:
        state = grant(state, seat, events)
    elif card == SUPPLIER:
        return supply(state, seat, then, events, chance)
    elif card == MECHANIC:
        return replace(state, phase=Repairing(seat, then))
    elif card == PILOT:
        return set_off(state, seat, then, events)
    elif card == CARTOGRAPHER:
        return draw_map(state, seat, then, events, chance)
    elif card == HUNTER:
        return replace(state, phase=Hunting(seat, card, None, then))
    elif card == SWINDLER:
        return replace(state, phase=Swindling(seat, card, None, then))
    elif card == SABOTEUR:
        return replace(state, phase=Sabotaging(seat, card, then))
    else:
        raise RulesBug(card)
    return replace(state, phase=then)


@cites(R("R7.10"))
def grant(state: State, seat: Seat, events: Events) -> State:
    """The financier pays."""
    crew = state.crews[seat]
    money = crew.money + FINANCIER_PAYS
    events.append(ev.Granted(seat, FINANCIER_PAYS, money))
    return put_crew(state, seat, replace(crew, money=money))
