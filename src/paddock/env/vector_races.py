"""Many races side by side: arrays in and out."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from paddock import bots as all_bots
from paddock.bots import AnyBot
from paddock.core.chance import UnrecordedChance
from paddock.core.errors import BadOption, RulesBug
from paddock.core.runner import Runner
from paddock.env.aec_race import SEED_BITS
from paddock.env.arrays import MASK_TYPE, number_type
from paddock.env.rules import Setup, find_move, moves_by_id, reward_of


class VectorRaces:
    """N races. Each waits for one decision; a race that ends starts again by itself.

    `observations`, `masks` and `seats` say what each race waits for. They are the same arrays
    after every step: copy what you keep. Race `i` starts with seeds made of the seed, `i`, and how
    many races it has run, so it does not depend on the others.
    """

    def __init__(
        self,
        game: str,
        races: int,
        seats: int | None = None,
        *,
        seed: int | None = None,
        bots: Mapping[int, str] | None = None,
        **options: Any,
    ) -> None:
        if races < 1:
            raise BadOption(f"at least one race, not {races}")
        self.setup = Setup(game, seats, options)
        self.spec, self.layout = self.setup.spec, self.setup.layout
        chosen = dict(bots or {})
        free = [seat for seat in range(self.setup.seats) if seat not in chosen]
        if not free or not set(chosen) <= set(range(self.setup.seats)):
            raise BadOption(f"bots {sorted(chosen)} of {self.setup.seats} seats: leave one free")
        self.bots: dict[int, AnyBot] = {
            seat: all_bots.make_bot(name, self.spec, own=True) for seat, name in chosen.items()
        }
        self.races = races
        self.observations: Any = np.zeros((races, self.layout.size), number_type(self.layout))
        self.masks: Any = np.zeros((races, self.layout.actions), MASK_TYPE)
        self.seats: Any = np.zeros(races, np.int64)
        self.rewards: Any = np.zeros((races, self.setup.seats), np.float32)
        self.places: Any = np.zeros((races, self.setup.seats), np.int64)
        self.done: Any = np.zeros(races, bool)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> tuple[Any, Any, Any]:
        """Start all races. Returns observations, masks and the seats that are asked."""
        self.seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self.started = [0] * self.races
        self.running: list[Runner[Any, Any]] = []
        self.offered: list[dict[int, Any]] = [{} for _ in range(self.races)]
        self.luck: list[list[UnrecordedChance]] = [[] for _ in range(self.races)]
        for i in range(self.races):
            self.running.append(self.start(i))
            self.observe(i)
        self.rewards[:], self.done[:] = 0, False
        return self.observations, self.masks, self.seats

    def start(self, i: int) -> Runner[Any, Any]:
        """The next race at this index, up to the first decision that is not a bot's."""
        while True:
            seed = f"{self.seed}:{i}:{self.started[i]}"
            self.started[i] += 1
            race = self.setup.start(seed)
            self.luck[i] = [
                UnrecordedChance(random.Random(f"{seed}:{seat}"))
                for seat in range(self.setup.seats)
            ]
            self.let_bots_play(i, race)
            if race.asks:
                return race

    def let_bots_play(self, i: int, race: Runner[Any, Any]) -> None:
        players, view = self.bots, self.spec.game.view
        while race.asks and race.asks[0].seat in players:
            ask = race.asks[0]
            player = players[ask.seat]
            seen = view(race.state, ask.seat) if all_bots.looks(player) else None
            race.play(ask.seat, player.choose(seen, ask, self.luck[i][ask.seat]))

    def observe(self, i: int) -> None:
        """Write what race i waits for into the arrays."""
        race, layout = self.running[i], self.layout
        ask = race.asks[0]
        view = self.spec.game.view(race.state, ask.seat)
        offered = self.offered[i] = moves_by_id(layout, view, ask)
        self.observations[i] = layout.observe(view, ask.seat, ask)
        mask = self.masks[i]
        mask[:] = 0
        mask[list(offered)] = 1
        self.seats[i] = ask.seat

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Any]:
        """Play one action in every race.

        Returns observations, masks and seats of the next decisions, then the rewards by race and
        seat and which races ended: those have begun again, and `places` has their result.
        """
        if len(actions) != self.races:
            raise BadOption(f"{len(actions)} actions for {self.races} races")
        moves = [
            find_move(self.offered[i], int(action), self.running[i].asks[0])
            for i, action in enumerate(actions)
        ]
        self.rewards[:], self.done[:] = 0, False
        for i, move in enumerate(moves):
            race = self.running[i]
            race.play(race.asks[0].seat, move)
            self.let_bots_play(i, race)
            if not race.asks:
                self.finish(i, race)
                self.running[i] = self.start(i)
            self.observe(i)
        return self.observations, self.masks, self.seats, self.rewards, self.done

    def finish(self, i: int, race: Runner[Any, Any]) -> None:
        """Write the result of a race into the arrays."""
        outcome = race.outcome
        if outcome is None:
            raise RulesBug("nobody is asked and there is no outcome")
        self.done[i] = True
        self.places[i] = outcome.among_seats()
        self.rewards[i] = [reward_of(outcome, seat) for seat in range(self.setup.seats)]
