"""Tree searches of the full game: what they see, spend and find."""

import pytest

from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.scorers import WON
from models.players.core.state import new_desk
from models.players.search.dispatch import find_plan
from models.players.search_player import SearchPlayer
from models.tree_search.core.state import METHODS
from tests.models.players.core.test_blind import with_hidden_cards_permuted

FAIR = ("pi-mcts", "is-mcts")


def decide(game, rules, desk, config: PlayerConfig, seed: int = 11):
    """The decision, its score, and the visits of every action at the root."""
    strategy = config.strategy("control", is_first=True)
    n = find_plan(game, rules.tables, desk.vm, game.active, strategy, seed, desk.search)
    tree = desk.search.trees.tree
    visits = tuple(tree.root_visits[: tree.n_root].tolist())
    return (*desk.search.plan[:n].tolist(), int(desk.search.best), visits)


@pytest.mark.parametrize("rollout", ["turn", "end"])
@pytest.mark.parametrize("search", FAIR)
def test_hidden_cards_do_not_change_the_decision(states, rules, search, rollout):
    tree = {"simulations": 120, "determinisations": 4, "rollout": rollout}
    config, desk = PlayerConfig(fidelity="fair", search=search, tree=tree), new_desk()
    for game in states(3, seed=4, step=13):
        others = [with_hidden_cards_permuted(game, rules, seed) for seed in range(4)]
        assert len({decide(other, rules, desk, config) for other in others}) == 1


def test_mcts_sees_hidden_cards(states, rules):
    config, desk = PlayerConfig(search="mcts", tree={"simulations": 120}), new_desk()
    for game in states(3, seed=4, step=13):
        others = [with_hidden_cards_permuted(game, rules, seed) for seed in range(4)]
        if len({decide(other, rules, desk, config) for other in others}) > 1:
            return
    pytest.fail("no decision depends on hidden cards")


@pytest.mark.parametrize("search", METHODS)
def test_the_budget_is_spent(states, rules, search):
    tree = {"simulations": 130, "determinisations": 4}
    config, desk = PlayerConfig(search=search, tree=tree), new_desk()
    choices = 0
    for game in states(0, seed=2, step=17):
        *_, visits = decide(game, rules, desk, config)
        if len(visits) > 1:
            choices += 1
            assert sum(visits) == desk.search.trees.tree.n_simulations == 130
            assert desk.search.n_nodes > 130
    assert choices > 1


@pytest.mark.parametrize("search", METHODS)
def test_a_win_of_two_actions_is_found(search):
    # The taunt must die by the spell, so that both minions hit the hero.
    game = Game.stage(
        hand=["Fireball", "Wisp"],
        board=["Chillwind Yeti", "Bloodfen Raptor"],
        enemy_board=["Sen'jin Shieldmasta"],
        mana=4,
    )
    game.opponent.hero.take_damage(30 - 7)
    tree = {"simulations": 2000, "determinisations": 4}
    player = SearchPlayer(PlayerConfig(search=search, scorer="control", tree=tree))
    for number in range(4):
        if game.result != "running":
            break
        plan = player.plan(game, seed=number)
        game.apply(plan.codes[0])
    assert plan.points == WON


def test_a_larger_squash_makes_states_more_alike(states, rules):
    spread = []
    for squash in (1.0, 1e6):
        tree = {"simulations": 400, "squash": squash, "rollout": "turn"}
        config, desk = PlayerConfig(search="mcts", tree=tree), new_desk()
        *_, visits = decide(states(0, seed=2, step=9)[3], rules, desk, config)
        spread.append(max(visits) - min(visits))
    assert spread[0] > spread[1]
