"""Gymnasium: one seat against bots."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from paddock import bots
from paddock.core.chance import UnrecordedChance
from paddock.core.errors import BadOption, RulesBug
from paddock.core.game import Ask, ask_of
from paddock.core.runner import Runner
from paddock.env.aec_race import SEED_BITS
from paddock.env.arrays import make_mask, number_type, observation_space
from paddock.env.rules import Setup, check_illegal, find_move, moves_by_id, reward_of


class SingleSeat(gymnasium.Env):
    """One seat against bots. A step plays a move and lets the bots play until the seat is asked
    again. The reward comes at the end, by place."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(
        self,
        game: str,
        rivals: Sequence[str] = ("medium", "medium", "medium"),
        seat: int | None = None,
        *,
        illegal: str = "default",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if isinstance(rivals, str):
            raise BadOption(f"rivals is a list of bots, such as [{rivals!r}]")
        seats = len(rivals) + 1
        if seat is not None and not 0 <= seat < seats:
            raise BadOption(f"there is no seat {seat}: the seats are 0 to {seats - 1}")
        self.setup = Setup(game, seats, options)
        self.game_spec, self.layout = self.setup.spec, self.setup.layout
        self.given_seat, self.illegal = seat, check_illegal(illegal)
        self.render_mode = render_mode
        self.rivals = [bots.make_bot(name, self.game_spec, own=True) for name in rivals]
        self.number_type = number_type(self.layout)
        self.observation_space = observation_space(self.layout)
        self.action_space = spaces.Discrete(self.layout.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a race. Without a seed the next one of the generator is used."""
        super().reset(seed=seed)
        number = seed if seed is not None else int(self.np_random.integers(1 << SEED_BITS))
        seats = self.setup.seats
        self.seat = random.Random(f"{number}:seat").randrange(seats)
        if self.given_seat is not None:
            self.seat = self.given_seat
        self.race: Runner[Any, Any] = self.setup.start(number)
        self.luck = [UnrecordedChance(random.Random(f"{number}:{s}")) for s in range(seats)]
        others = iter(self.rivals)
        self.players = {s: next(others) for s in range(seats) if s != self.seat}
        self.decisions = 0
        self.let_bots_play()
        return self.observe(), self.info()

    def let_bots_play(self) -> None:
        """Play for the others until the seat is asked, or the race is over."""
        race, view, mine = self.race, self.game_spec.game.view, self.seat
        while race.asks and ask_of(race.asks, mine) is None:
            ask = race.asks[0]
            player = self.players[ask.seat]
            seen = view(race.state, ask.seat) if bots.looks(player) else None
            race.play(ask.seat, player.choose(seen, ask, self.luck[ask.seat]))
            self.decisions += 1

    @property
    def ask(self) -> Ask[Any] | None:
        """What the seat is asked now."""
        return ask_of(self.race.asks, self.seat)

    @property
    def view(self) -> Any:
        """What the seat knows, as the typed view of the game."""
        return self.game_spec.game.view(self.race.state, self.seat)

    def observe(self) -> dict[str, Any]:
        view, ask = self.view, self.ask
        self.offered = {} if ask is None else moves_by_id(self.layout, view, ask)
        numbers = self.layout.observe(view, self.seat, ask)
        return {
            "observation": np.array(numbers, self.number_type),
            "action_mask": make_mask(self.layout.actions, self.offered),
        }

    def info(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        ask = self.ask
        if ask is None:
            raise RulesBug("the race is over: call reset")
        illegal = int(action) not in self.offered
        self.race.play(self.seat, find_move(self.offered, int(action), ask, self.illegal))
        self.decisions += 1
        self.let_bots_play()
        info = self.info()
        if illegal:
            info["illegal"] = True
        outcome = None if self.race.asks else self.race.outcome
        reward = 0.0
        if outcome is not None:
            reward = reward_of(outcome, self.seat)
            info |= {"place": outcome.among_seats()[self.seat], "reason": outcome.reason}
        late = outcome is None and self.decisions >= self.game_spec.card.most_decisions
        return self.observe(), reward, outcome is not None, late, info
