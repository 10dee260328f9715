"""Which races the measurements of the table page play, and how a script answers on the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

SIZES = ((1280, 800), (1366, 768), (390, 844))


class Race(Struct, frozen=True):
    """A race against bots; of a long mode only the first decisions are played."""

    game: str
    options: Mapping[str, Any] = {}
    rivals: int = 3
    most: int = 100_000

    @property
    def name(self) -> str:
        return "-".join([self.game, *(v for v in self.options.values() if isinstance(v, str))])


RACES = (
    Race("street-illegal"),
    Race("heat"),
    Race("circus-maximus"),
    Race("winds-of-war", {"laps": 1}),
    Race("great-race"),
    Race("circus-maximus-season", {"races": 1, "turns": 6}, most=120),
    Race("circus-maximus-campaign", {"rounds": 1, "turns": 6}, most=120),
    Race("circus-maximus-arena"),
    Race("heat-championship", {"season": "1961"}, most=120),
    Race("heat", {"garage": "draft"}, most=60),
    Race("winds-of-war", {"garage": "auction"}, most=40),
    Race("winds-of-war-championship", {"garage": "dealt", "laps": 1}, most=120),
    Race("winds-of-war-mille-miglia", {"year": 1938}, most=120),
    Race("winds-of-war-career", {"garage": "dealt", "first_year": 1938}, most=120),
    Race("street-illegal-series", most=150),
)


def chosen_races(names: Iterable[str], most: int) -> list[Race]:
    """The races of these names, or all of them, each of so many decisions at most."""
    given = set(names) or {race.name for race in RACES}
    if unknown := given - {race.name for race in RACES}:
        raise SystemExit(f"no race {', '.join(sorted(unknown))}")
    return [
        Race(race.game, race.options, race.rivals, min(most, race.most))
        for race in RACES
        if race.name in given
    ]


# Puts something complete into a composer; whether it may be sent now.
FILL = """async (phone) => {
    const drawn = () => new Promise((done) => setTimeout(done, 20));
    const composer = document.querySelector(".composer");
    if (!composer) return false;
    const commit = () => composer.querySelector("[data-commit]:enabled, [data-seal]:enabled");
    const speeds = [...composer.querySelectorAll("[data-speed]:not([aria-disabled])")];
    if (speeds.length) {
        speeds.at(-1).click();
        await drawn();
    }
    const parts = phone
        ? ".composer [data-pick][aria-pressed=false]:enabled, .composer [data-add]:enabled"
        : ".mat .hand .held.usable:not([aria-pressed=true]), .composer [data-add]:enabled";
    for (let n = 0; n < 12 && !commit(); n++) {
        document.querySelector(parts)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        await drawn();
    }
    return commit() !== null;
}"""
