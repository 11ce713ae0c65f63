"""Environments for PettingZoo: `make("hearthstone_v1", decks=(...))`; needs `pettingzoo`.

Their interface is PettingZoo's AEC, as in its classic games: an observation is a dictionary of
"observation" and "action_mask", and the agent that acts next is `agent_selection`, which may be the
same one several times in a row.
"""

from collections.abc import Callable
from inspect import signature
from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from gymnasium.logger import warn
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise ImportError(
        "environments for PettingZoo need the package pettingzoo; "
        "install it with: pip install 'hearthlight[environments]'"
    ) from error

from engine.illegal import IllegalAction
from models.environments.hearthstone import HearthstoneGame
from models.environments.tradingstone import TradingStoneGame
from models.environments.two_player_game import TwoPlayerGame, check_seed

AGENTS = ("player_0", "player_1")  # player_0 goes first
RENDER_MODES = ("ansi", "human")
GAMES: dict[str, Callable[..., TwoPlayerGame]] = {
    game.name: game for game in (HearthstoneGame, TradingStoneGame)
}


class GameEnvironment(AECEnv[str, dict[str, np.ndarray], int]):
    """A game of two players as PettingZoo's AEC environment.

    `reset(seed=s)` starts game 0 of seed s; `reset()` starts the next game of the last seed, which
    is 0 at first. So a list of games is repeated by its first seed.

    Args:
        game: The game.
        render_mode: What `render` does: "ansi" returns the position as text, "human" prints it.

    Attributes:
        game: The game.
        number: The number of the game that is played.

    Raises:
        ValueError: The render mode does not exist.
    """

    def __init__(self, game: TwoPlayerGame, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(
                f"render_mode {render_mode!r}: use one of {', '.join(RENDER_MODES)}, or omit it"
            )
        self.metadata = {
            "name": game.name, "render_modes": list(RENDER_MODES), "is_parallelizable": False,
        }  # fmt: skip
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.observation_spaces = {agent: _space_of(game) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(game.n_actions) for agent in AGENTS}
        self.seed, self.number = 0, -1

    def observation_space(self, agent: str) -> spaces.Space:
        """Returns the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """Returns the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game.

        Args:
            seed: Starts game 0 of this seed; without it, the next game of the last seed.
            options: Ignored; PettingZoo's interface has them.

        Raises:
            ValueError: The seed is out of range.
        """
        self.seed, self.number = (
            (self.seed, self.number + 1) if seed is None else (check_seed(seed), 0)
        )
        self.game.start(self.seed, self.number)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.game.to_move()]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Returns what an agent knows: "observation", and "action_mask", 0 if it does not move."""
        side = AGENTS.index(agent)
        mask = np.zeros(self.game.n_actions, np.int8)
        if side == self.game.to_move():
            mask[self.game.legal()] = 1
        return {"observation": self.game.observe(side), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays an action of `agent_selection`; None after its game has ended.

        Raises:
            IllegalAction: The action is not legal; the message names it and the legal ones.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not isinstance(action, int | np.integer):
            raise IllegalAction(f"action {action!r}: give the index of an action, a whole number")
        self.game.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        standing = self.game.standing()
        self.rewards = dict(zip(AGENTS, standing.rewards, strict=True))
        self.terminations = dict.fromkeys(AGENTS, standing.terminated)
        self.truncations = dict.fromkeys(AGENTS, standing.truncated)
        self.agent_selection = AGENTS[self.game.to_move()]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Returns ("ansi") or prints ("human") the position, with everything that is hidden."""
        if self.render_mode is None:
            warn('nothing is rendered: make the environment with render_mode="ansi" or "human"')
            return None
        if self.render_mode == "ansi":
            return self.game.text()
        print(self.game.text(), end="\n\n")
        return None


def _space_of(game: TwoPlayerGame) -> spaces.Dict:
    bounds = np.iinfo(game.dtype) if game.dtype.kind in "iu" else np.finfo(game.dtype)
    low, high = bounds.min, bounds.max
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, (game.n_features,), game.dtype),
            "action_mask": spaces.Box(0, 1, (game.n_actions,), np.int8),
        }
    )


def make(name: str, render_mode: str | None = None, **settings: Any) -> OrderEnforcingWrapper:
    """Returns an environment by its versioned name.

    Args:
        name: One of `GAMES`.
        render_mode: As in `GameEnvironment`.
        **settings: Of the game: `decks` and `rules` for "hearthstone_v1"; `rules` and `hidden`
            for "tradingstone_v0".

    Raises:
        ValueError: The name, the render mode or a setting does not exist, or one is missing.
        DeckError: A deck is unknown or not legal.
        ConfigError: The rules do not exist.
    """
    if name not in GAMES:
        raise ValueError(f"unknown environment {name!r}; use one of {', '.join(GAMES)}")
    accepted = signature(GAMES[name])
    try:
        accepted.bind(**settings)
    except TypeError as error:
        raise ValueError(
            f"{name}: {error}; its settings are {', '.join(accepted.parameters)}"
        ) from None
    return OrderEnforcingWrapper(GameEnvironment(GAMES[name](**settings), render_mode))
