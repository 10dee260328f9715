"""The view of a championship: what a seat knows of it."""

from __future__ import annotations

from msgspec import Struct

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.seats import Seat
from paddock.games.heat import view as race
from paddock.games.heat.card import R
from paddock.games.heat.data import CardNo
from paddock.games.heat.modes.championship.phases import Keeping, Market, Over, Racing, Swapping
from paddock.games.heat.modes.championship.rules import places_by_points, points_won, season_start
from paddock.games.heat.modes.championship.state import Leg, Options, State
from paddock.games.heat.state import State as RaceState
from paddock.games.heat.view import View as RaceView


class Line(Struct, frozen=True, gc=False):
    """A line of the season's table."""

    car: int
    place: int
    points: int


class View(Struct, frozen=True, gc=False):
    options: Options
    seats: int
    legs: tuple[Leg, ...]
    race: int
    results: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    upgrades: tuple[tuple[CardNo, ...], ...]
    kept: tuple[tuple[CardNo, ...], ...]  # by seat; -1: a kind this viewer does not know
    secret: tuple[CardNo, ...]  # mine
    deck: tuple[CardNo, ...]  # Upgrades still to come, by subtraction
    sponsors: int
    unseen: tuple[CardNo, ...]  # Sponsorships in their deck and with others
    grid: tuple[int, ...]
    now: RaceView | None  # the race in progress
    phase: Market | Swapping | Keeping | Over | None
    table: tuple[Line, ...]


@cites(R("Q31"))
def view(state: State, seat: Seat | None) -> View:
    """Everything but the others' Sponsorships, and what the race hides."""
    phase = state.phase
    unseen = [*state.sponsors]
    kept = []
    for s, cards in enumerate(state.kept):
        if s == seat:
            kept.append(cards)
            continue
        unseen += state.secret[s]
        open_ones = list(cards)
        for card in state.secret[s]:
            open_ones.remove(card)
        kept.append((race.UNSEEN,) * len(state.secret[s]) + tuple(open_ones))
    # Positional: built for every decision; by keyword a view and its decision take 3.5 % longer.
    return View(
        state.options,
        state.seats,
        state.legs,
        state.race,
        state.results,
        state.places,
        state.upgrades,
        tuple(kept),
        state.secret[seat] if seat is not None else (),
        state.deck,
        len(state.sponsors),
        tuple(sorted(unseen)),
        state.grid,
        race.view(phase.now, seat) if isinstance(phase, Racing) else None,
        None if isinstance(phase, Racing) else phase,
        table(state),
    )


def table(state: State) -> tuple[Line, ...]:
    """The cars by their points: of the season that is being run, of all of them in the end."""
    first = 0 if isinstance(state.phase, Over) else season_start(state)
    points = points_won(state.results[first:], len(state.grid))
    places = places_by_points(points, state.places)
    order = sorted(state.grid, key=lambda car: (places[car], car))
    return tuple([Line(car, places[car], points[car]) for car in order])


def imagine(view: View, seat: Seat, chance: Chance) -> State:
    """A state that fits the view: deal the others' Sponsorships, imagine the race."""
    unseen = list(view.unseen)
    kept, secret = [], []
    for s, cards in enumerate(view.kept):
        if s == seat:
            kept.append(cards)
            secret.append(view.secret)
            continue
        hidden = [
            unseen.pop(chance.pick(unseen, "imagined sponsorship"))
            for card in cards
            if card == race.UNSEEN
        ]
        kept.append(tuple(sorted([*hidden, *(card for card in cards if card != race.UNSEEN)])))
        secret.append(tuple(sorted(hidden)))
    phase = view.phase
    return State(
        options=view.options,
        seats=view.seats,
        legs=view.legs,
        race=view.race,
        results=view.results,
        places=view.places,
        upgrades=view.upgrades,
        kept=tuple(kept),
        secret=tuple(secret),
        deck=view.deck,
        sponsors=tuple(unseen),
        grid=view.grid,
        phase=phase if phase is not None else Racing(imagined_race(view, seat, chance)),
    )


def imagined_race(view: View, seat: Seat, chance: Chance) -> RaceState:
    assert view.now is not None
    return race.imagine(view.now, seat, chance)
