"""What the browser's board needs beside the views: the counts of the track, builds, colours."""

from __future__ import annotations

from collections.abc import Iterable

from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.events import SHOWN
from paddock.games.circus_maximus.events.words import bought
from paddock.games.circus_maximus.rules.track import GREY, LANES, PART, TRACKS


def board() -> object:
    return {
        "lanes": LANES,
        "part": PART,
        "grey": GREY,
        "tracks": {
            name: {
                "straight": track.straight,
                "corner": track.corner,
                "safe": track.safe,
                "rows": track.rows,
                "stretches": track.stretches,
            }
            for name, track in TRACKS.items()
        },
        "builds": data.BUILDS,
        "points": data.POINTS,
        "most": data.MOST_POINTS,
        "worth": {
            "hits": [(data.HITS[n], data.HITS[n + 5]) for n in range(3)],
            "speeds": [span(sum(team) for team in row) for row in data.TEAMS],
            "endurance": [span(row) for row in data.ENDURANCE],
        },
        "shop": [
            {
                "en": SHOWN["item"][0][n],
                "it": SHOWN["item"][1][n],
                "values": {"en": bought(n, "en"), "it": bought(n, "it")},
                "cost": cost,
            }
            for n, cost in enumerate(data.COSTS)
        ],
        "purse": data.DETAILED_POINTS,
        "colours": {"en": SHOWN["chariot"][0], "it": SHOWN["chariot"][1]},
        "weights": {"en": SHOWN["weight"][0], "it": SHOWN["weight"][1]},
        "weapons": {"en": SHOWN["weapon"][0], "it": SHOWN["weapon"][1]},
        "sky": {"en": SHOWN["sky"][0], "it": SHOWN["sky"][1]},
    }


def span(numbers: Iterable[int]) -> tuple[int, int]:
    """The least and the most of them."""
    found = sorted(numbers)
    return found[0], found[-1]
