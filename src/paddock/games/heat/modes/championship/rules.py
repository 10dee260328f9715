"""Rules of a championship between its races: seasons, grids, points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance, shuffle
from paddock.core.citations import cites
from paddock.core.flow import mark_secret_shown
from paddock.core.seats import Seat
from paddock.games.heat import game
from paddock.games.heat import phases as racing
from paddock.games.heat import state as race
from paddock.games.heat.card import R
from paddock.games.heat.data import (
    EVENTS,
    FIRST_SPONSOR,
    POINTS,
    SEASONS,
    TRACKS,
    CardNo,
    event,
)
from paddock.games.heat.data.own import track_of
from paddock.games.heat.events import GridSet, MarketOpened
from paddock.games.heat.modes.championship import phases
from paddock.games.heat.modes.championship.events import (
    Crowned,
    Events,
    PointsWon,
    RaceAnnounced,
    YearWon,
)
from paddock.games.heat.phases.garage import deal, draw_market
from paddock.games.heat.rules.course import spell
from paddock.games.heat.rules.driving import all_places, by_place, seat_of
from paddock.games.heat.rules.legends import WHOLE_DECK

if TYPE_CHECKING:
    from paddock.games.heat.modes.championship.state import Leg, Options, State

RACES = 4
"""Races of a custom season."""
GOAT = (1961, 1962, 1963)


@cites(R("Q63"))
def season(options: Options, leg: type[Leg], chance: Chance) -> tuple[Leg, ...]:
    """The races that are driven: all of a season, or the first ones of it."""
    legs = whole_season(options, leg, chance)
    return legs[: options.races] if options.races else legs


@cites(R("C1"), R("C9"), R("C10"), R("Q38"))
def whole_season(options: Options, leg: type[Leg], chance: Chance) -> tuple[Leg, ...]:
    """The races: of a year, of three years, or on four boards of those in play, with Events yet to
    be drawn. Tracks made by players come last; in a custom season they replace others."""
    if options.season == "custom":
        boards = [id for id, track in TRACKS.items() if track.box in ("base", *options.boxes)]
        count = max(0, RACES - len(options.own_tracks))
        drawn = shuffle(chance, boards, "track")[:count] if count else ()
        return tuple([leg(track, 0, 0) for track in (*drawn, *options.own_tracks)])
    years = GOAT if options.season == "goat" else (int(options.season),)
    printed = [leg(its.track, its.no, year) for year in years for its in SEASONS[year]]
    return (*printed, *[leg(text, 0, years[-1]) for text in options.own_tracks])


@cites(R("C1"), R("C2"))
def next_race(state: State, events: Events, chance: Chance) -> State:
    """Start the next race: show its Event, set up the grid, open the market."""
    state = with_event(state, chance)
    leg = state.legs[state.race]
    events.append(RaceAnnounced(state.race + 1, len(state.legs), leg.track, leg.event))
    state = replace(state, grid=grid(state, chance))
    order = state.grid
    events.append(GridSet(tuple([seat_of(state.seats, car) for car in order])))
    market, deck = draw_market(state.seats + 3, state.deck, chance)
    if market:
        events.append(MarketOpened(market))
    waiting = tuple([car for car in reversed(order) if car < state.seats])
    return go_on_in_garage(replace(state, deck=deck), waiting, market, events, chance)


@cites(R("C3"), R("Q61"))
def go_on_in_garage(
    state: State,
    waiting: tuple[Seat, ...],
    market: tuple[CardNo, ...],
    events: Events,
    chance: Chance,
) -> State:
    """The next driver chooses, then the last on the grid may swap; an empty market ends both."""
    if not market:
        return start_race(state, events, chance)
    if waiting:
        return replace(state, phase=phases.Market(waiting, market))
    return replace(state, phase=phases.Swapping(last_seat(state), market))


@cites(R("C10"), R("Q38"))
def with_event(state: State, chance: Chance) -> State:
    """A race without a printed Event draws one now, each once before any comes again."""
    leg = state.legs[state.race]
    if leg.event:
        return state
    boxes = ("base", *state.options.boxes)
    gone = {other.event for other in state.legs}
    laps = track_of(leg.track).laps
    fitting = [its.no for its in EVENTS if its.box in boxes and laps + its.effect.laps > 0]
    left = [number for number in fitting if number not in gone] or fitting
    drawn = replace(leg, event=left[chance.pick(left, "event")])
    return replace(state, legs=(*state.legs[: state.race], drawn, *state.legs[state.race + 1 :]))


@cites(R("C2"))
def grid(state: State, chance: Chance) -> tuple[int, ...]:
    """By chance in the first race of a season; then the leader on pole."""
    if state.race == season_start(state):
        return shuffle(chance, range(len(state.grid)), "grid")
    points = points_won(state.results[season_start(state) :], len(state.grid))
    behind = len(state.grid) + 1
    return tuple(
        sorted(state.grid, key=lambda car: (-points[car], state.places[car] or behind, car))
    )


def season_start(state: State) -> int:
    """The first race of the season that is being run."""
    start = state.race
    while start and state.legs[start - 1].season == state.legs[start].season:
        start -= 1
    return start


def points_won(results: tuple[tuple[int, ...], ...], cars: int) -> tuple[int, ...]:
    """The points of each car in these races together."""
    return tuple([sum([row[car] for row in results]) for car in range(cars)])


def last_seat(state: State) -> Seat:
    """The driver furthest back on the grid; Legends are ignored."""
    return next(car for car in reversed(state.grid) if car < state.seats)


# ---------------------------------------------------------------- a race


@cites(R("C6.3"), R("C6.5"), R("C6.18"))
def laps_of(leg: Leg) -> int:
    """The laps of the board, and those an Event adds or takes away."""
    return max(1, track_of(leg.track).laps + event(leg.event).effect.laps)


@cites(R("C6"), R("Q39"), R("Q60"))
def start_race(state: State, events: Events, chance: Chance) -> State:
    """Draw weather and road conditions, then start a race with the cars as they are."""
    leg, options = state.legs[state.race], state.options
    sky, road = game.weather(leg.track, chance, events)
    text = spell(
        leg.track,
        laps_of(leg),
        sky,
        road,
        leg.event,
        tournament=options.tournament,
        garage=True,
        chevrons=options.chevrons,
        pro=options.pro,
    )
    cars = game.grid(state.grid)
    fitted = [
        replace(car, upgrades=state.upgrades[i], deck=state.kept[i], secret=state.secret[i])
        if i < state.seats
        else car
        for i, car in enumerate(cars)
    ]
    supply = race.Supply(
        legends=WHOLE_DECK if len(cars) > state.seats else (), sponsors=state.sponsors
    )
    now = race.State(
        course=text,
        seats=state.seats,
        cars=tuple(fitted),
        order=by_place(cars),
        turn=0,
        round=0,
        supply=supply,
        phase=racing.Over(),
    )
    phase = phases.Racing(deal(now, events, chance))
    no_cards = ((),) * state.seats
    return replace(state, kept=no_cards, secret=no_cards, sponsors=(), phase=phase)


@cites(R("C8"))
def finish_race(state: State, now: race.State, events: Events, chance: Chance) -> State:
    """Points by place, Upgrades and unused Sponsorships kept, and the next race."""
    mark_secret_shown(events)
    places = all_places(now.cars)
    state = score(take_home(state, now), places, events)
    crown_year(state, events)
    if state.race + 1 < len(state.legs):
        ends = state.legs[state.race + 1].season != state.legs[state.race].season
        state = replace(state, race=state.race + 1)
        if ends:
            return end_season(state, events, chance)
        return next_race(state, events, chance)
    total = points_won(state.results, len(state.grid))
    best = places_by_points(total, places).index(1)
    events.append(Crowned(seat_of(state.seats, best), total[best]))
    return replace(state, phase=phases.Over())


@cites(R("C9"), R("Q37"))
def crown_year(state: State, events: Events) -> None:
    """In a championship of several seasons: crown the champion of the one that has just ended."""
    year = state.legs[state.race].season
    years = [leg.season for leg in state.legs]
    if year in years[state.race + 1 :] or len(set(years)) == 1:
        return
    points = points_won(state.results[season_start(state) :], state.cars)
    best = places_by_points(points, state.places).index(1)
    events.append(YearWon(seat_of(state.seats, best), year, points[best]))


@cites(R("C8"))
def take_home(state: State, now: race.State) -> State:
    """Carry cards over to the next race; used Sponsorships go back into their deck."""
    kept: list[tuple[CardNo, ...]] = []
    for car in now.cars[: state.seats]:
        piles = car.hand + car.deck + car.discard + car.area + car.hidden + car.top
        kept.append(tuple(sorted(card for card in piles if card >= FIRST_SPONSOR)))
    return replace(
        state,
        kept=tuple(kept),
        secret=tuple([car.secret for car in now.cars[: state.seats]]),
        sponsors=tuple(sorted(now.supply.sponsors + now.supply.used)),
    )


@cites(R("C7"), R("C6.3"), R("C6.6"), R("C6.10"), R("Q60"))
def score(state: State, places: tuple[int, ...], events: Events) -> State:
    """Score a race: 9, 6, 4, 3, 2, 1 points; some Events give more."""
    effect = event(state.legs[state.race].event).effect
    row = tuple([worth(place, effect.winner, effect.podium) for place in places])
    state = replace(state, results=(*state.results, row), places=places)
    total = points_won(state.results, len(state.grid))
    for car, place in enumerate(places):
        events.append(PointsWon(seat_of(state.seats, car), place, row[car], total[car]))
    return state


def worth(place: int, winner: int, podium: int) -> int:
    if not 1 <= place <= len(POINTS):
        return 0
    return POINTS[place - 1] + winner * (place == 1) + podium * (place <= 3)


@cites(R("C9"), R("Q61"))
def end_season(state: State, events: Events, chance: Chance) -> State:
    """One Upgrade of each driver who has any goes on; Sponsorships do not."""
    back = [card for cards in state.kept for card in cards]
    no_cards = ((),) * state.seats
    state = replace(
        state, kept=no_cards, secret=no_cards, sponsors=tuple(sorted((*state.sponsors, *back)))
    )
    waiting = tuple([seat for seat in range(state.seats) if state.upgrades[seat]])
    if not waiting:
        return next_race(state, events, chance)
    return replace(state, phase=phases.Keeping(waiting))


@cites(R("C11"), R("Q37"))
def places_by_points(points: tuple[int, ...], last: tuple[int, ...]) -> tuple[int, ...]:
    """The place of each car: most points, then the better place in the race before."""
    behind = len(points) + 1
    keys = [(-won, last[car] or behind if last else 0) for car, won in enumerate(points)]
    return tuple([1 + sum(other < key for other in keys) for key in keys])
