"""Purchases: what is on offer, and its effect: cars, drivers, tuning, spare parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import (
    CLASSES,
    DRIVERS,
    SPARES,
    TUNINGS,
    cars_of_year,
    crews_of,
    hireable_drivers,
    line_up_of,
)
from paddock.games.winds_of_war.data.enums import Format, Part, TuningCard
from paddock.games.winds_of_war.events import Bought, Events, Hired, Stocked, Tuned
from paddock.games.winds_of_war.state.pieces import Team

if TYPE_CHECKING:
    from paddock.games.winds_of_war.state import State
    from paddock.games.winds_of_war.view import View


@cites(R("W4.1.2"), R("Q61"))
def cars_on_offer(state: State) -> tuple[int, ...]:
    """The cars of the year (for the Mille Miglia those of its yearbook), or of the class."""
    options = state.options
    if options.style != "simulation":
        return CLASSES[options.group]
    return line_up_of(options.year) if is_by_yearbook(state) else cars_of_year(options.year)


def is_by_yearbook(state: State | View) -> bool:
    """Whether the historical line-up of a Mille Miglia is raced."""
    return state.stage is not None and state.stage.format is not Format.CALABRIA


def drivers_on_offer(state: State | View) -> tuple[int, ...]:
    """The drivers of the year (for the Mille Miglia those of its yearbook), or all."""
    options = state.options
    if options.style == "simulation" and is_by_yearbook(state):
        return crews_of(options.year)
    return hireable_drivers(options.year if options.style == "simulation" else None)


def drivers_for(state: State, seat: Seat) -> list[int]:
    """The free drivers that a seat can pay."""
    hired = {team.driver for team in state.teams}
    purse = state.teams[seat].purse
    return [
        driver
        for driver in drivers_on_offer(state)
        if driver not in hired and DRIVERS[driver].price <= purse
    ]


@cites(R("W4.1.5"))
def tuning_for(state: State, seat: Seat, first: int) -> list[TuningCard]:
    """The tuning cards a seat may buy, from this one on."""
    team, stage = state.teams[seat], state.stage
    by_road = stage is not None and not stage.format.like_grand_prix
    return [
        card
        for card in TuningCard
        if card >= first
        and (by_road or not TUNINGS[card].road)
        and card not in team.tuning
        and state.shelf[card]
        and TUNINGS[card].price <= team.purse
    ]


@cites(R("W4.1.6"))
def spares_for(state: State, seat: Seat, first: int) -> list[Part]:
    """The spare parts a seat may buy, from this one on."""
    purse = state.teams[seat].purse
    return [
        part for part in Part if part >= first and state.stock[part] and SPARES[part].price <= purse
    ]


def after_payment(team: Team, price: int) -> Team:
    """The team after paying a price."""
    return replace(team, spent=team.spent + price, purse=team.purse - price)


def with_team(state: State, seat: Seat, team: Team) -> State:
    """The state with another team for a seat."""
    return replace(state, teams=replace_at(state.teams, seat, team))


def buy_car(state: State, seat: Seat, model: int, price: int, events: Events) -> State:
    team = after_payment(replace(state.teams[seat], model=model), price)
    events.append(Bought(seat, model, price, team.purse, team.spent))
    return with_team(state, seat, team)


@cites(R("W4.1.4"))
def hire(state: State, seat: Seat, driver: int, events: Events) -> State:
    price = DRIVERS[driver].price
    team = after_payment(replace(state.teams[seat], driver=driver), price)
    events.append(Hired(seat, driver, price, team.purse, team.spent))
    return with_team(state, seat, team)


def buy_tuning(state: State, seat: Seat, card: TuningCard, events: Events) -> State:
    price, team = TUNINGS[card].price, state.teams[seat]
    team = after_payment(replace(team, tuning=tuple(sorted((*team.tuning, card)))), price)
    events.append(Tuned(seat, card, price, team.tuning, team.purse, team.spent))
    shelf = replace_at(state.shelf, card, state.shelf[card] - 1)
    return replace(with_team(state, seat, team), shelf=shelf)


def buy_spare(state: State, seat: Seat, part: Part, events: Events) -> State:
    price, team = SPARES[part].price, state.teams[seat]
    team = after_payment(
        replace(team, spares=replace_at(team.spares, part, team.spares[part] + 1)), price
    )
    events.append(Stocked(seat, part, price, team.spares, team.purse, team.spent))
    stock = replace_at(state.stock, part, state.stock[part] - 1)
    return replace(with_team(state, seat, team), stock=stock)
