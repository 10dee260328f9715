"""Law 7: a bot chooses by what it sees: the same view and seed give the same choice in every
imagined world."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec

from paddock import bots
from paddock.core.chance import UnrecordedChance
from paddock.core.errors import UnknownBot
from paddock.core.game import Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.verify.laws.walk import Walk, own

NAMES = ("random", "greedy", "easy", "medium")
FEW = "search:12"
"""In place of `hard`, where that searches: of few samples its choice hangs by less, and shows the
sooner what it hangs by."""
WORLDS = 2
AT_ONCE = 2
"""Bots tried at a position, chosen at random; on a thorough walk all."""


def game_bots(spec: AnyGameSpec) -> Mapping[str, Any]:
    """The bots of every game, and the game's own bots that need no argument."""
    names = (*NAMES, FEW) if spec.bot_hints.samples else NAMES
    found = {name: bots.make_bot(name, spec) for name in names}
    for name in spec.bots:
        with suppress(UnknownBot):
            found[name] = bots.make_bot(name, spec)
    return found


def bots_choose_by_what_they_see(walk: Walk) -> None:
    if not walk.asks or not walk.bots or not walk.often(0.02):
        return
    ask = walk.checks.choice(walk.asks)
    viewer, game = ask.seat, walk.game
    view = game.view(walk.state, viewer)
    copy = walk.views_read.json(msgspec.json.encode(view))
    seed = walk.checks.random()
    names = list(walk.bots)
    if not walk.thorough and len(names) > AT_ONCE:
        names = walk.checks.sample(names, AT_ONCE)
    for name in names:
        bot = walk.bots[name]
        with walk.law(7, "{} decides {}", name, ask.question.prompt):
            chosen = choice(bot, view, ask, seed)
            if chosen not in ask.options:
                walk.broken(7, f"{name} chooses {chosen!r}, which is not offered")
            others = [choice(bot, copy, ask, seed)]
            for _ in range(WORLDS):
                world = game.imagine(view, viewer, walk.luck())
                its_ask = own(game.asks(world), viewer)
                assert its_ask is not None, "an imagined world asks somebody else"
                others.append(choice(bot, game.view(world, viewer), its_ask, seed))
        if any(other != chosen for other in others):
            walk.broken(7, f"{name} sees the same and chooses {chosen!r} or {others!r}")


def choice(bot: Any, view: Any, ask: Ask[Any], seed: float) -> Any:
    return bot.choose(view, ask, UnrecordedChance(random.Random(seed)))
