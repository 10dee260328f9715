"""Events of The Great Race. Sentences and names are in words.toml.

An event carries the values after it (`fuel_now`, `cards_now`), so clients need not compute them.
`cards_now` is the number of cards in hand, `known` those of them that all players have seen.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.seats import Seat
from paddock.games.great_race.card import R
from paddock.games.great_race.data import Card, Job, Space, Tile, Vehicle

ESCORT_RULE, RANGER_RULE = R("R4.3"), R("R7.2")


class Started(Struct, frozen=True, tag=True, gc=False):
    """The crews stand in the starting city, in this order."""

    start: Space
    goal: Space
    order: tuple[Seat, ...]
    clause: ClassVar[str] = R("R1")


class Chose(Struct, frozen=True, tag=True, gc=False):
    """A crew has its vehicle."""

    seat: Seat
    half_track: Vehicle
    clause: ClassVar[str] = R("R1")


class Shown(Struct, frozen=True, tag=True, gc=False):
    """The face-up row of the next bivouac."""

    cards: tuple[Card, ...]
    clause: ClassVar[str] = R("R2")


class Took(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    card: Card
    market: tuple[Card, ...]  # what still lies there
    cards_now: int
    known: tuple[Card, ...]
    clause: ClassVar[str] = R("R2")


class Left(Struct, frozen=True, tag=True, gc=False):
    """The card that remained goes to the last in turn order."""

    seat: Seat
    card: Card
    market: tuple[Card, ...]  # what still lies there
    cards_now: int
    known: tuple[Card, ...]
    clause: ClassVar[str] = R("R2")


class Discarded(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    card: Card
    cards_now: int
    known: tuple[Card, ...]
    clause: str = R("R2.1")


class Planned(Struct, frozen=True, tag=True, gc=False):
    """A plan lies behind its screen."""

    seat: Seat
    clause: ClassVar[str] = R("R3")


class Opened(Struct, frozen=True, tag=True, gc=False):
    """A screen is lifted."""

    seat: Seat
    scouts: int
    mechanics: int
    escorts: int
    financing: int
    clause: ClassVar[str] = R("Q13")


class Sent(Struct, frozen=True, tag=True, gc=False):
    """An assistant is played and leaves the board."""

    seat: Seat
    job: Job
    left: int  # how many are still there
    clause: ClassVar[str] = R("R4")

    @property
    def variant(self) -> str:
        return self.job.value


class Bought(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    fuel: int
    paid: int
    fuel_now: int
    money_now: int
    clause: ClassVar[str] = R("R4.5")


class Played(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    card: Card
    cards_now: int
    known: tuple[Card, ...]
    clause: ClassVar[str] = R("R7")


class Drew(Struct, frozen=True, tag=True, gc=False):
    """A resource card from the deck; others see only that."""

    seat: Seat
    card: Card | None
    cards_now: int
    clause: ClassVar[str] = R("Q12")

    @property
    def variant(self) -> str:
        return "hidden" if self.card is None else ""

    def seen_by(self, viewer: Seat | None) -> Drew:
        return self if viewer == self.seat else replace(self, card=None)


class Shuffled(Struct, frozen=True, tag=True, gc=False):
    """The discards make a new deck."""

    count: int
    clause: ClassVar[str] = R("Q37")


class Turned(Struct, frozen=True, tag=True, gc=False):
    """A tile comes out of the bag."""

    seat: Seat
    tile: Tile
    clause: ClassVar[str] = R("Q42")


class Laid(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    tile: Tile
    space: Space
    clause: ClassVar[str] = R("R4.1")


class Mapped(Struct, frozen=True, tag=True, gc=False):
    """A cartographer lays a tile."""

    seat: Seat
    tile: Tile
    space: Space
    clause: ClassVar[str] = R("R7.3")


class Found(Struct, frozen=True, tag=True, gc=False):
    """A tile is drawn for the space that a vehicle enters."""

    seat: Seat
    tile: Tile
    space: Space
    clause: ClassVar[str] = R("R5.2")


class Returned(Struct, frozen=True, tag=True, gc=False):
    """A tile that fitted nowhere goes back into the bag."""

    seat: Seat
    tile: Tile
    clause: ClassVar[str] = R("Q27")


class Removed(Struct, frozen=True, tag=True, gc=False):
    """A tile leaves the game."""

    seat: Seat
    tile: Tile
    space: Space
    clause: ClassVar[str] = R("Q5")


class Swapped(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    first: Space
    second: Space
    first_now: Tile
    second_now: Tile
    clause: ClassVar[str] = R("R7.9")


class Fitted(Struct, frozen=True, tag=True, gc=False):
    """A set of parts was bought with a pilot."""

    seat: Seat
    engine: int
    chassis: int
    paid: int
    engine_now: int
    chassis_now: int
    money_now: int
    clause: ClassVar[str] = R("Q50")


class Mended(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    engine: int
    chassis: int
    parts: int
    toolboxes: int
    paid: int
    engine_now: int
    chassis_now: int
    money_now: int
    cards_now: int
    known: tuple[Card, ...]
    clause: ClassVar[str] = R("R4.2")

    @property
    def variant(self) -> str:
        if not self.engine and not self.chassis:
            return "nothing"
        return "" if self.parts or self.toolboxes else "bought"


class Financed(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    money: int
    money_now: int
    clause: ClassVar[str] = R("R4.4")


class Granted(Struct, frozen=True, tag=True, gc=False):
    """A financier pays."""

    seat: Seat
    money: int
    money_now: int
    clause: ClassVar[str] = R("R7.10")


class Poured(Struct, frozen=True, tag=True, gc=False):
    """A jerrycan."""

    seat: Seat
    fuel_now: int
    clause: ClassVar[str] = R("R7.15")


class Fuelled(Struct, frozen=True, tag=True, gc=False):
    """A refuelling."""

    seat: Seat
    fuel: int
    fuel_now: int
    clause: ClassVar[str] = R("R7.13")


class Passed(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    clause: ClassVar[str] = R("R4.6")


class Idled(Struct, frozen=True, tag=True, gc=False):
    """An assistant was played without effect."""

    seat: Seat
    clause: ClassVar[str] = R("Q15")


class SetOff(Struct, frozen=True, tag=True, gc=False):
    """A drive begins."""

    seat: Seat
    steps: int
    clause: ClassVar[str] = R("R5")


class Drove(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    space: Space
    fuel: int
    fuel_now: int
    clause: ClassVar[str] = R("R5.1")


class Reached(Struct, frozen=True, tag=True, gc=False):
    """A vehicle enters a city."""

    seat: Seat
    space: Space
    fuel_now: int
    clause: ClassVar[str] = R("R5.6")


class Sailed(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    space: Space
    paid: int
    money_now: int
    clause: ClassVar[str] = R("R5.8")


class Bore(Struct, frozen=True, tag=True, gc=False):
    """Mechanical points were lost: to a tile, or to its danger."""

    seat: Seat
    engine: int
    chassis: int
    engine_now: int
    chassis_now: int
    clause: str = R("R5.1")


class Damaged(Struct, frozen=True, tag=True, gc=False):
    """A saboteur was there."""

    seat: Seat
    engine: int
    chassis: int
    engine_now: int
    chassis_now: int
    clause: ClassVar[str] = R("R7.8")


class BrokeDown(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    space: Space
    clause: ClassVar[str] = R("R5.3")


class WentBack(Struct, frozen=True, tag=True, gc=False):
    """The tile could not be paid."""

    seat: Seat
    space: Space
    clause: ClassVar[str] = R("R5.2")


class Cancelled(Struct, frozen=True, tag=True, gc=False):
    """A danger was cancelled: by an escort, or by a ranger."""

    seat: Seat
    ranger: bool
    escorts_now: int

    @property
    def clause(self) -> str:
        return RANGER_RULE if self.ranger else ESCORT_RULE

    @property
    def variant(self) -> str:
        return "ranger" if self.ranger else ""


class Stopped(Struct, frozen=True, tag=True, gc=False):
    """A stop symbol ends a drive."""

    seat: Seat
    space: Space
    clause: ClassVar[str] = R("R5.5")


class Progressed(Struct, frozen=True, tag=True, gc=False):
    """A progress marker moves to another row."""

    seat: Seat
    row: int
    pile: tuple[Seat, ...]
    clause: ClassVar[str] = R("R6.1")


class HunterSent(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    first: Space
    second: Space  # -1: there is no second
    clause: ClassVar[str] = R("R7.1")

    @property
    def variant(self) -> str:
        return "" if self.second >= 0 else "one"


class SwindlerSent(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    first: Space
    second: Space
    clause: ClassVar[str] = R("R7.9")


class SaboteurSent(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    whom: Seat
    engine: int
    chassis: int
    clause: ClassVar[str] = R("R7.8")


class Answered(Struct, frozen=True, tag=True, gc=False):
    """A crew has decided whether to cancel."""

    seat: Seat
    clause: ClassVar[str] = R("Q7")


class LaidDown(Struct, frozen=True, tag=True, gc=False):
    """The hand of a crew that arrives."""

    seat: Seat
    cards: tuple[Card, ...]
    clause: ClassVar[str] = R("R8")


class Arrived(Struct, frozen=True, tag=True, gc=False):
    seat: Seat
    place: int
    arrivals: tuple[Seat, ...]
    prestige: int
    clause: ClassVar[str] = R("R8")


class Rewarded(Struct, frozen=True, tag=True, gc=False):
    """The progress bonus."""

    seat: Seat
    money: int
    money_now: int
    clause: ClassVar[str] = R("R6")


class RoundBegan(Struct, frozen=True, tag=True, gc=False):
    round: int
    order: tuple[Seat, ...]
    clause: ClassVar[str] = R("R6")


class Scored(Struct, frozen=True, tag=True, gc=False):
    """The prestige of an arrived crew."""

    seat: Seat
    arrival: int
    vehicle: int
    cash: int
    total: int
    clause: ClassVar[str] = R("R8.1")


class CalledOff(Struct, frozen=True, tag=True, gc=False):
    """The last round is over and no crew has arrived."""

    rounds: int
    clause: ClassVar[str] = R("Q41")


Event: TypeAlias = (
    Started | Chose
    | Shown | Took | Left | Discarded | Planned | Opened | Sent | Bought | Played | Drew
    | Shuffled | Turned | Laid | Mapped | Found | Returned | Removed | Swapped | Mended
    | Fitted
    | Financed | Granted | Poured | Fuelled | Passed | Idled | SetOff | Drove | Reached
    | Sailed | Bore | Damaged | BrokeDown | WentBack | Cancelled | Stopped | Progressed
    | HunterSent | SwindlerSent | SaboteurSent | Answered | LaidDown | Arrived | Rewarded
    | RoundBegan | Scored | CalledOff
)  # fmt: skip
Events: TypeAlias = list[Event]
"""The events of one move; `settle` turns them into a step."""
