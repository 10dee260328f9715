"""Remarks on options are worded in the game package: the same in the browser and the terminal."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from paddock.core.game import Amount
from paddock.core.referee import AnyReferee, Referee
from paddock.games import find_spec

WEB = Path(__file__).parents[2] / "web" / "src"
SAID = {
    "template": ["1 to 2 spaces"],
    "street-illegal": ["mph", "costs", "you must brake", "against", "win"],
    "great-race": ["up to 5 spaces", "unknown ground", "fuel", "+20 F", "cancels a danger"],
    "heat": ["speed", "to space", "Heat for the gear", "Heat for corners", "spin-out", "cooldown"],
    "heat-championship": ["speed", "Heat for the gear"],
    "circus-maximus": [
        "to lane 1",
        "movement point",
        "no corner risk",
        "over the safe speed",
        "flip",
    ],
    "winds-of-war": [
        "spaces",
        "best line",
        "too fast",
        "dice: ",
        "stays on line",
        "off the road",
        "tyres −",
    ],
    "winds-of-war-championship": ["spaces", "Lire", "left"],
    "winds-of-war-career": ["spaces", "Lire", "left"],
}
"""Of every kind of remark one."""
OPTIONS = {"winds-of-war-championship": {"garage": "auction"}}


@pytest.mark.parametrize("game", SAID)
def test_a_house_says_what_its_numbers_mean(game: str) -> None:
    spec = find_spec(game)
    names = ("ada", "bruno", "carla")
    said: set[str] = set()
    for seed in range(4):
        luck = random.Random(seed)
        options = spec.options(**OPTIONS.get(game, {}))
        referee: AnyReferee = Referee(spec.game, options, names, luck)
        for _ in range(400):
            if not referee.asks:
                break
            ask = luck.choice(referee.asks)
            options = list(ask.options) if not isinstance(ask.options, Amount) else []
            view = spec.game.view(referee.state, ask.seat)
            for move in luck.sample(options, min(8, len(options))):
                said.add(spec.option_info(view, ask.seat, move, "en").remark)
                assert "{" not in spec.option_info(view, ask.seat, move, "it").remark
            referee.play(ask.seat, luck.choice(options) if options else ask.default_move)
    text = "\n".join(said)
    assert [part for part in SAID[game] if part not in text] == []


def test_no_board_words_or_reckons_it_again() -> None:
    """Nothing in the browser's games makes a sentence of what was foreseen."""
    boards = [*WEB.glob("games/*/*.ts"), *WEB.glob("games/*/*.svelte")]
    assert boards
    for path in boards:
        text = path.read_text("utf-8")
        for made in ("function remark", "function danger", "remark(", "danger("):
            assert made not in text, f"{path.name}: {made}"
