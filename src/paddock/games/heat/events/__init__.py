"""Events of Heat: arguments and a clause; `words.toml` has the sentences."""

from __future__ import annotations

from typing import TypeAlias

from paddock.core import flow
from paddock.games.heat.events.cards import (
    Discarded,
    Drew,
    HeatGone,
    Refreshed,
    Reshuffled,
    SponsorGained,
    SponsorUsed,
    TopSeen,
)
from paddock.games.heat.events.race import (
    Finished,
    GaveUp,
    GridSet,
    LegendApproached,
    LegendCleared,
    LegendShown,
    MarketOpened,
    Picked,
    RoadSet,
    RoundBegan,
    Tuned,
    UpgradesDealt,
    WeatherSet,
)
from paddock.games.heat.events.turn import (
    Accelerated,
    Blocked,
    Boosted,
    CardLost,
    Cluttered,
    Cooled,
    CornerPaid,
    DirectPlayed,
    Drafted,
    Eliminated,
    Flipped,
    HeatPaid,
    Misjudged,
    Moved,
    Pushed,
    PutBack,
    Relaxed,
    Replaced,
    Revealed,
    Salvaged,
    Scrapped,
    Sealed,
    Shifted,
    Slipstreamed,
    SpunOut,
    Supercooled,
    ValueChosen,
)

__all__ = [
    "Accelerated",
    "Blocked",
    "Boosted",
    "CardLost",
    "Cluttered",
    "Cooled",
    "CornerPaid",
    "DirectPlayed",
    "Discarded",
    "Drafted",
    "Drew",
    "Eliminated",
    "Event",
    "Events",
    "Finished",
    "Flipped",
    "GaveUp",
    "GridSet",
    "HeatGone",
    "HeatPaid",
    "LegendApproached",
    "LegendCleared",
    "LegendShown",
    "MarketOpened",
    "Misjudged",
    "Moved",
    "Picked",
    "Pushed",
    "PutBack",
    "Refreshed",
    "Relaxed",
    "Replaced",
    "Reshuffled",
    "Revealed",
    "RoadSet",
    "RoundBegan",
    "Salvaged",
    "Scrapped",
    "Sealed",
    "Shifted",
    "Slipstreamed",
    "SponsorGained",
    "SponsorUsed",
    "SpunOut",
    "Supercooled",
    "TopSeen",
    "Tuned",
    "UpgradesDealt",
    "ValueChosen",
    "WeatherSet",
]

Event: TypeAlias = (
    GridSet
    | WeatherSet
    | RoadSet
    | MarketOpened
    | Picked
    | UpgradesDealt
    | Tuned
    | RoundBegan
    | Sealed
    | Shifted
    | Cluttered
    | Revealed
    | Misjudged
    | CardLost
    | Flipped
    | ValueChosen
    | Moved
    | Blocked
    | Pushed
    | Cooled
    | Boosted
    | Relaxed
    | Salvaged
    | DirectPlayed
    | Accelerated
    | Supercooled
    | Drafted
    | HeatPaid
    | Replaced
    | PutBack
    | Scrapped
    | Slipstreamed
    | CornerPaid
    | SpunOut
    | Eliminated
    | SponsorGained
    | HeatGone
    | Discarded
    | TopSeen
    | Refreshed
    | SponsorUsed
    | Reshuffled
    | Drew
    | LegendShown
    | LegendCleared
    | LegendApproached
    | Finished
    | GaveUp
)
Events: TypeAlias = flow.Events[Event]
"""The events of one move. Rules only append: it may be the list of a whole season."""
