"""The state of a race: immutable values. The rules are elsewhere."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from paddock.core.studio import TrackText
from paddock.games.heat import phases
from paddock.games.heat.data import CardNo
from paddock.games.heat.data.own import own_track

TrackId: TypeAlias = Literal[
    "usa",
    "italia",
    "gb",
    "france",
    "japan",
    "mexico",
    "nederland",
    "espana",
    "deutschland",
    "southafrica",
]
BoxId: TypeAlias = Literal["heavy-rain", "tunnel-vision", "rocky-roads"]

CarNo: TypeAlias = int
"""A car by its number: the seats come first, then the Legends."""

MOST_CARS = 8


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a single race."""

    track: TrackId = "usa"
    laps: Annotated[int, Meta(ge=0, le=4)] = 0  # 0: as printed on the board
    first_game: bool = False  # USA, one lap, no modules
    garage: Literal["none", "quick", "draft"] = "none"
    upgrades: Literal["basic", "advanced", "both"] = "basic"
    boxes: tuple[BoxId, ...] = ()
    legends: Annotated[int, Meta(ge=0, le=7)] = 0
    pro: Annotated[int, Meta(ge=0, le=6)] = 0
    chevrons: bool = True
    weather: bool = False
    tournament: bool = False
    own: TrackText = ""  # the text of a player's own track

    def __post_init__(self) -> None:
        if self.own:
            own_track(self.own)

    @property
    def board(self) -> str:
        """The track of the race: its id, or its text."""
        return self.own or self.track


class Car(Struct, frozen=True, gc=False):
    """A car with its driver's cards. A Legend uses only the first three fields."""

    gear: int
    pos: int  # spaces travelled since the start line; the grid lies below 0
    line: bool  # on the Race Line spot
    engine: int = 0  # Heat in the engine
    hand: tuple[CardNo, ...] = ()  # sorted
    deck: tuple[CardNo, ...] = ()  # a bag, sorted
    discard: tuple[CardNo, ...] = ()  # cards that all players saw, the top one last
    area: tuple[CardNo, ...] = ()  # cards in play; face down until the car's own reveal
    hidden: tuple[CardNo, ...] = ()  # discarded from the hand: only the owner knows them
    top: tuple[CardNo, ...] = ()  # refreshed cards on top of the deck, the next one last
    shown: tuple[CardNo, ...] = ()  # cards of hand and plan that all players have seen
    secret: tuple[CardNo, ...] = ()  # Sponsorships whose kind only the owner knows
    upgrades: tuple[CardNo, ...] = ()
    place: int = 0  # 0: racing, -1: out of the race


class Supply(Struct, frozen=True, gc=False):
    """Decks and counters of the whole table, which change rarely."""

    legends: tuple[int, ...] = ()  # the Legends cards still in their deck, a bag
    legend: int = -1  # the one turned up in this round
    sponsors: tuple[CardNo, ...] = ()  # a bag
    used: tuple[CardNo, ...] = ()  # Sponsorships played in this race
    tally: tuple[int, ...] = ()  # what an Event counts: cars so far, by lap
    gone: int = 0  # Heat that left the game
    spins: int = 0  # spin-outs so far


class State(Struct, frozen=True, gc=False):
    """A race in progress."""

    course: str  # the course as text: see rules.course
    seats: int
    cars: tuple[Car, ...]
    order: tuple[CarNo, ...]  # the cars still racing, first to last when the round began
    turn: int  # whose turn it is, as an index into the order
    round: int
    supply: Supply
    phase: phases.Phase

    @property
    def legends(self) -> range:
        """The numbers of the cars without a driver."""
        return range(self.seats, len(self.cars))


def is_face_down(state: State, car: CarNo) -> bool:
    """Whether a car's planned cards are still to be revealed."""
    return bool(state.cars[car].area) and car in state.order[state.turn + 1 :]
