from collections.abc import Callable

import numpy as np
import pytest

from engine.core.actions import apply
from engine.core.enums import RUNNING
from engine.rules import Rules
from models.players.config import PlayerConfig
from models.players.core.game_loop import open_game, play_game
from models.players.core.state import PLAYED_GAME, new_desk
from models.players.decks import Opponent, named_deck, opponent_suite
from models.players.games import new_setups, new_strategies, schedule_games
from models.players.search.dispatch import find_plan
from tests.models.play.hidden import copied


def scheduled(config: PlayerConfig, n: int, seed: int = 3) -> tuple:
    """Cards, set-ups, strategies and the first n games of Miracle Rogue against the elite suite."""
    rules, opponents = config.rules(), opponent_suite("elite")
    setups = new_setups(rules, [named_deck("Classic Miracle Rogue")], opponents)
    games = schedule_games(seed, np.arange(1), n, len(opponents))
    return rules, setups, new_strategies(config, opponents), games


def plan_of(game, rules: Rules, strategy, seed: int, desk=None) -> tuple[list[int], int]:
    """Actions and score of the plan of the player to move."""
    desk = new_desk() if desk is None else desk
    n = find_plan(game, rules.tables, desk.vm, int(game.active), strategy, seed, desk.search)
    return desk.search.plan[:n].tolist(), int(desk.search.best)


@pytest.fixture
def desk() -> np.record:
    return new_desk()


@pytest.fixture
def played() -> np.record:
    return np.zeros(1, PLAYED_GAME)[0]


@pytest.fixture(scope="session")
def states(rules: Rules) -> Callable[..., list[np.record]]:
    """States before every `step`-th action of games that two players play."""

    def states_of(opponent: int | Opponent, seed: int, step: int = 7) -> list[np.record]:
        if isinstance(opponent, int):
            opponent = opponent_suite("elite")[opponent]
        setups = new_setups(rules, [named_deck("Classic Miracle Rogue")], [opponent])
        strategies = new_strategies(PlayerConfig(), [opponent])
        played = np.zeros(1, PLAYED_GAME)[0]
        played.seed_a, played.seed_b = seed, 2 * seed + 1
        desk = new_desk()
        play_game(desk, rules.tables, setups[0, 0], *strategies, played)
        actions = desk.actions[: desk.n_actions].tolist()
        kept = []
        open_game(desk, rules.tables, setups[0, 0], *strategies, played)
        for action in actions:
            kept.append(copied(desk.game))
            apply(desk.game, rules.tables, desk.vm, action)
        assert desk.game.result != RUNNING
        return kept[::step]

    return states_of
