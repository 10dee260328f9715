"""Drivers and gladiators made by dice: the names that the players have invented come first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.arena.rules import Recruit, random_recruit
from paddock.games.circus_maximus.modes.campaign.rules.market import driver_hits, random_chariot
from paddock.games.circus_maximus.ownership.rules.names import random_name
from paddock.games.circus_maximus.ownership.rules.stable import Log, Man

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.campaign.state import State


@cites(R("E1.4.6"), R("E1.4.8"))
def make_chariot(state: State, chance: Chance) -> tuple[State, Log]:
    log = random_chariot(chance, state.used_names, state.invented_name)
    return count_man(state), log


@cites(R("E1.4.7"), R("E1.4.8"))
def make_recruit(state: State, chance: Chance) -> tuple[State, Recruit]:
    recruit = random_recruit(chance, state.used_names, state.invented_name)
    return count_man(state), recruit


@cites(R("E1.8.6.2"), R("E1.4.8"))
def make_driver(state: State, dm: int, chance: Chance) -> tuple[State, Man]:
    hits = driver_hits(chance, dm)
    name = state.invented_name or random_name(chance, state.used_names)
    return count_man(state), Man(name, dm, hits, hits)


def count_man(state: State) -> State:
    return replace(state, men_made=state.men_made + 1)
