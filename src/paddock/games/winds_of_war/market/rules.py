"""Rules of the market: sales, purchases at the printed price, deals."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.citations import cites
from paddock.core.game import replace_at
from paddock.core.seats import Seat
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.data import DRIVER_X, MODELS, WORKS_DRIVER
from paddock.games.winds_of_war.market.events import Events, Given, Sold
from paddock.games.winds_of_war.market.moves import (
    CARD_OF,
    ITEM_OF_CARD,
    ITEM_OF_PART,
    PART_OF,
    Item,
)
from paddock.games.winds_of_war.rules.purchases import buy_car, cars_on_offer, with_team
from paddock.games.winds_of_war.state import State as RaceState
from paddock.games.winds_of_war.state import Team

# ------------------------------------------------------------------ cars and drivers


def free_cars(now: RaceState) -> list[int]:
    """The cars of the class or year that no team owns."""
    taken = {team.model for team in now.teams}
    return [model for model in cars_on_offer(now) if model not in taken]


@cites(R("W4.3.4"))
def half_price(team: Team) -> int:
    """What a car fetches: half its printed price; one that was given nothing."""
    return 0 if team.gift else MODELS[team.model].price // 2


@cites(R("Q64"))
def affordable_cars(now: RaceState, seat: Seat) -> list[int]:
    """The free cars a team can pay; if it can pay none, the cheapest."""
    free = free_cars(now)
    purse = now.teams[seat].purse
    found = [model for model in free if MODELS[model].price <= purse]
    return found or [min(free, key=lambda model: (MODELS[model].price, model))]


@cites(R("W4.3.4"))
def sell(now: RaceState, seat: Seat, clause: str, events: Events) -> RaceState:
    """A car goes for half its printed price."""
    team = now.teams[seat]
    price, model = half_price(team), team.model
    team = replace(team, model=-1, gift=False, purse=team.purse + price)
    events.append(Sold(seat, model, price, team.purse, clause))
    return with_team(now, seat, team)


def take(now: RaceState, seat: Seat, model: int, clause: str, events: Events) -> RaceState:
    """Another car at its printed price, or as a gift when no price can be paid."""
    team, price = now.teams[seat], MODELS[model].price
    if price <= team.purse:
        return buy_car(now, seat, model, price, events)
    events.append(Given(seat, model, clause))
    return with_team(now, seat, replace(team, model=model, gift=True))


# ------------------------------------------------------------------ deals


def items_of(team: Team, *, with_car: bool) -> list[Item]:
    """What a team could give, item by item; spare parts as often as it has them."""
    found = [Item.CAR] if with_car and team.model >= 0 else []
    if team.driver not in (DRIVER_X, WORKS_DRIVER, -1):
        found.append(Item.DRIVER)
    found += [ITEM_OF_CARD[card] for card in team.tuning]
    for part, count in enumerate(team.spares):
        found += [ITEM_OF_PART[part]] * count
    return found


@cites(R("W4.3.4"))
def exchange(
    now: RaceState, by: Seat, whom: Seat, give: tuple[Item, ...], want: tuple[Item, ...], lire: int
) -> RaceState:
    """Both sides exchange their goods; money goes from the offering seat to the other, or back."""
    mine, theirs = now.teams[by], now.teams[whom]
    bare_mine, bare_theirs = without_items(mine, give), without_items(theirs, want)
    mine_after = replace(with_items(bare_mine, theirs, want), purse=mine.purse - lire)
    theirs_after = replace(with_items(bare_theirs, mine, give), purse=theirs.purse + lire)
    return replace(now, teams=replace_at(replace_at(now.teams, by, mine_after), whom, theirs_after))


def without_items(team: Team, items: tuple[Item, ...]) -> Team:
    for item in items:
        if item is Item.CAR:
            team = replace(team, model=-1, gift=False)
        elif item is Item.DRIVER:
            team = replace(team, driver=DRIVER_X)
        elif item in CARD_OF:
            card = CARD_OF[item]
            team = replace(team, tuning=tuple([c for c in team.tuning if c is not card]))
        else:
            part = PART_OF[item]
            team = replace(team, spares=replace_at(team.spares, part, team.spares[part] - 1))
    return team


def with_items(team: Team, source: Team, items: tuple[Item, ...]) -> Team:
    for item in items:
        if item is Item.CAR:
            team = replace(team, model=source.model, gift=source.gift)
        elif item is Item.DRIVER:
            team = replace(team, driver=source.driver)
        elif item in CARD_OF:
            team = replace(team, tuning=tuple(sorted((*team.tuning, CARD_OF[item]))))
        else:
            part = PART_OF[item]
            team = replace(team, spares=replace_at(team.spares, part, team.spares[part] + 1))
    return team


@cites(R("Q10"))
def fair(mine: Team, theirs: Team, give: tuple[Item, ...], want: tuple[Item, ...]) -> bool:
    """Whether a deal can be carried out: no team has two cars or the same tuning twice after it."""
    if not give and not want:
        return False
    cars = (mine.model >= 0) - (Item.CAR in give) + (Item.CAR in want)
    others = (theirs.model >= 0) - (Item.CAR in want) + (Item.CAR in give)
    if cars > 1 or others > 1:
        return False
    coming = {CARD_OF[item] for item in want if item in CARD_OF}
    going = {CARD_OF[item] for item in give if item in CARD_OF}
    return not coming & (set(mine.tuning) - going) and not going & (set(theirs.tuning) - coming)
