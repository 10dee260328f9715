"""The leak law in every secret question of a season and a campaign. Random walks rarely reach the
end of a lap, drugs or a default, so the walks begin just before these."""

from __future__ import annotations

import pytest

from paddock.core.game_spec import AnyGameSpec
from paddock.core.position import Start, spec_from_position
from paddock.games.circus_maximus.modes.campaign import CAMPAIGN
from paddock.games.circus_maximus.modes.season import SEASON
from paddock.verify.laws import Walk, counts, go_on, secrets
from tests.games.circus_maximus.counts import census
from tests.games.circus_maximus.secrets import redeal
from tests.seeds import seeded

LAWS = (
    counts.nothing_is_lost,
    secrets.seals_hide,
    secrets.imagine_looks_the_same,
    secrets.redealt_looks_the_same,
    secrets.twins_are_told_the_same,
)
STEPS = 12
"""Rows of each walk: the window, and what comes after it is opened."""
SHEETS = (
    "ann target green sums 0,1000,1000,1000",
    "ben guards 500,300,0 target yellow sums 600,0,0,0",
)
TRACK = "yellow", "green"
OWED = "ann money 0", "ann.1 weight heavy", "ben.2 car no weight heavy"

WINDOWS: dict[str, tuple[AnyGameSpec, str, tuple[str, ...]]] = {
    "Buying": (SEASON, "market", ("ann.1 car no", "ben.2 hits 0 most_hits 6")),
    "Entering": (SEASON, "enter", ()),
    "Plotting": (SEASON, "plot", TRACK),
    "Betting": (SEASON, "bet", (*SHEETS, *TRACK)),
    "Bribing": (SEASON, "race", (*SHEETS, *TRACK)),
    "Drugging": (SEASON, "phase green", (*SHEETS, *TRACK, "table turn 1")),
    "Loosening": (SEASON, "phase green", (*SHEETS, *TRACK, "table turn 1")),
    "BettingAgain": (SEASON, "lap", (*SHEETS, *TRACK, "ann bets 500,0", "ben bets 0,900")),
    "Bidding": (SEASON, "settle", (*OWED, "season loans ben/ann/500/900/1")),
    "InKind": (SEASON, "settle", (*OWED, "ben money 0", "season loans ben/ann/500/900/1")),
    "Epic: Entering": (CAMPAIGN, "part", ()),
    "Epic: Plotting": (CAMPAIGN, "plot", TRACK),
    "Epic: Betting": (CAMPAIGN, "bet", (*SHEETS, *TRACK)),
    "Epic: Drugging": (CAMPAIGN, "phase green", (*SHEETS, *TRACK, "table turn 1")),
    "Epic: BettingAgain": (CAMPAIGN, "lap", (*SHEETS, *TRACK, "ann bets 500,0", "ben bets 0,900")),
    "Epic: Sending": (CAMPAIGN, "gala", ("ann gladiators 2", "ben gladiators 2")),
    "Epic: Bidding": (CAMPAIGN, "settle", ("ann money 0", "campaign loans ben/ann/500/900/1")),
}


@seeded(3)
@pytest.mark.parametrize("window", WINDOWS)
def test_nobody_is_told_a_secret(window: str, seed: int) -> None:
    spec, begin, given = WINDOWS[window]
    start = Start(given, begin, ("ann", "ben"))
    met: set[str] = set()
    for again in range(20):
        walk = Walk(
            spec_from_position(spec, start),
            spec.options(),
            2,
            100 * seed + again,
            redeal,
            census,
            True,
        )
        for _ in range(STEPS):
            met.add(type(walk.state.phase).__name__)
            for law in LAWS:
                law(walk)
            if not walk.asks:
                break
            go_on(walk)
        if again >= 2 and window.removeprefix("Epic: ") in met:
            return
    assert window.removeprefix("Epic: ") in met, met
