"""PettingZoo, one agent after the other."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from paddock.core.errors import RulesBug
from paddock.core.game import Ask, ask_of
from paddock.core.runner import Runner
from paddock.core.seats import numbered_names
from paddock.env.arrays import make_mask, number_type, observation_space
from paddock.env.rules import Setup, check_illegal, find_move, moves_by_id, reward_of

SEED_BITS = 32


def agent_names(seats: int) -> list[str]:
    return [f"seat_{seat}" for seat in range(seats)]


class AecRace(AECEnv):
    """A race in which one agent after the other decides.

    Where several seats decide at once, they are asked one after the other and do not see the
    answers before theirs. Rewards come at the end, by place.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.setup = Setup(game, seats, options)
        self.spec, self.layout = self.setup.spec, self.setup.layout
        self.render_mode, self.illegal = render_mode, check_illegal(illegal)
        self.metadata = {
            "name": self.layout.version,
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = agent_names(self.setup.seats)
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.number_type = number_type(self.layout)
        self.observation_spaces = {
            agent: observation_space(self.layout) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.layout.actions) for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self.offered: dict[int, Any] = {}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a race. The same seed gives the same draws."""
        self.seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self.race: Runner[Any, Any] = self.setup.start(self.seed)
        self.decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.select_next()

    def select_next(self) -> None:
        """Let the seat of the first open ask decide."""
        ask = self.race.asks[0]
        self.agent_selection = self.possible_agents[ask.seat]
        self.offered = moves_by_id(self.layout, self.view(self.agent_selection), ask)

    def view(self, agent: str) -> Any:
        """What an agent knows, as the typed view of the game."""
        return self.spec.game.view(self.race.state, self.seat_of[agent])

    def ask(self, agent: str) -> Ask[Any] | None:
        """What an agent is asked now, as the game asks it."""
        return ask_of(self.race.asks, self.seat_of[agent])

    def observe(self, agent: str) -> dict[str, Any]:
        view, ask = self.view(agent), self.ask(agent)
        numbers = self.layout.observe(view, self.seat_of[agent], ask)
        selected = ask is not None and agent == self.agent_selection
        mask = make_mask(self.layout.actions, self.offered if selected else ())
        return {"observation": np.array(numbers, self.number_type), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise RulesBug("an agent that still races was given no action")
        ask = self.race.asks[0]
        move = find_move(self.offered, int(action), ask, self.illegal)
        self._cumulative_rewards[agent] = 0.0
        self.race.play(ask.seat, move)
        self.decisions += 1
        self._clear_rewards()
        if not self.race.asks:
            self.finish()
        elif self.decisions >= self.spec.card.most_decisions:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.select_next()
        self._accumulate_rewards()

    def finish(self) -> None:
        """Reward every agent by its place."""
        outcome = self.race.outcome
        if outcome is None:
            raise RulesBug("nobody is asked and there is no outcome")
        for agent in self.agents:
            seat = self.seat_of[agent]
            self.rewards[agent] = reward_of(outcome, seat)
            self.infos[agent] = {"place": outcome.places[seat], "reason": outcome.reason}
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """The board as the agent whose turn it is sees it, as text."""
        if self.render_mode != "ansi":
            return None
        seat = self.seat_of[self.agent_selection]
        view = self.spec.game.view(self.race.state, seat)
        return str(self.spec.draw(view, seat, numbered_names(self.setup.seats), "en"))

    def close(self) -> None:
        """Nothing is open."""
