"""PettingZoo, by windows: all who are asked answer at once."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from paddock.core.errors import BadOption, RulesBug
from paddock.core.game import ask_of
from paddock.core.runner import Runner
from paddock.env.aec_race import SEED_BITS, agent_names
from paddock.env.arrays import make_mask, number_type, observation_space
from paddock.env.rules import (
    IllegalAction,
    Setup,
    check_illegal,
    find_move,
    is_parallel,
    moves_by_id,
    reward_of,
)


class ParallelRace(ParallelEnv):
    """A race in which every step is one window. Agents that are not asked have one action: to
    wait, which is the last id."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.setup = Setup(game, seats, options)
        self.spec, self.layout = self.setup.spec, self.setup.layout
        if not is_parallel(self.spec):
            raise BadOption(f"in {game} one seat after the other decides: use paddock.env.aec")
        self.render_mode, self.illegal = render_mode, check_illegal(illegal)
        self.metadata = {"name": self.layout.version, "render_modes": []}
        self.possible_agents = agent_names(self.setup.seats)
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.number_type = number_type(self.layout)
        self.wait = self.layout.actions
        self.observation_spaces = {
            agent: observation_space(self.layout, 1) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents
        }
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Start a race. The same seed gives the same draws."""
        self.seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self.race: Runner[Any, Any] = self.setup.start(self.seed)
        self.decisions = 0
        self.agents = list(self.possible_agents)
        return self.observe_all(), {agent: {} for agent in self.agents}

    def observe_all(self) -> dict[str, Any]:
        """What every agent knows, and its actions in this window."""
        self.offered: dict[str, dict[int, Any]] = {}
        return {agent: self.observe(agent) for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.seat_of[agent]
        view, ask = self.spec.game.view(self.race.state, seat), ask_of(self.race.asks, seat)
        numbers = self.layout.observe(view, seat, ask)
        ids: Any = (self.wait,)
        if ask is not None:
            ids = self.offered[agent] = moves_by_id(self.layout, view, ask)
        return {
            "observation": np.array(numbers, self.number_type),
            "action_mask": make_mask(self.wait + 1, ids),
        }

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Any],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        moves = []
        for ask in self.race.asks:  # all are checked before the first is played
            agent = self.possible_agents[ask.seat]
            if agent not in actions:
                raise IllegalAction(f"{agent} is asked and has no action")
            action = int(actions[agent])
            moves.append((ask.seat, find_move(self.offered[agent], action, ask, self.illegal)))
        for seat, move in moves:
            self.race.play(seat, move)
        self.decisions += len(moves)
        rewards = dict.fromkeys(self.agents, 0.0)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        over = not self.race.asks
        late = not over and self.decisions >= self.spec.card.most_decisions
        if over:
            outcome = self.race.outcome
            if outcome is None:
                raise RulesBug("nobody is asked and there is no outcome")
            for agent in self.agents:
                seat = self.seat_of[agent]
                rewards[agent] = reward_of(outcome, seat)
                infos[agent] = {"place": outcome.places[seat], "reason": outcome.reason}
        seen = self.observe_all()
        ended = dict.fromkeys(self.agents, over)
        stopped = dict.fromkeys(self.agents, late)
        if over or late:
            self.agents = []
        return seen, rewards, ended, stopped, infos

    def render(self) -> None:
        """Nothing is drawn: `aec` has a text."""

    def close(self) -> None:
        """Nothing is open."""
