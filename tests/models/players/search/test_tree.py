"""What the tree searches see of the full game."""

import pytest

from engine.core.enums import POWER
from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.scorers import WON
from models.players.core.state import new_desk
from models.players.search_player import SearchPlayer
from models.tree_search.core.state import METHODS
from tests.models.players.conftest import plan_of
from tests.models.players.core.test_blind import permuted


@pytest.fixture(scope="module")
def desk():
    return new_desk()


def root_of(game: Game, desk, **config) -> dict[int, int]:
    """The names and actions that a search sees at its root, without hero powers."""
    player = PlayerConfig(search="mcts", tree={"simulations": 5}, **config)
    plan_of(game.record, game.rules, player.strategy("control", is_first=True), 1, desk)
    tree = desk.search.trees.tree
    names, actions = (each[: tree.n_root].tolist() for each in (tree.root_names, tree.root_actions))
    found = zip(names, actions, strict=True)
    return {name: action for name, action in found if action & 255 != POWER}


def test_equal_cards_in_hand_are_one_option(desk):
    hand = ["Wisp", "Chillwind Yeti", "Wisp"]
    game = Game.stage(hand=hand, mana=4)
    found = root_of(game, desk)
    assert len(found) == 1 + 2  # the end of the turn, a Wisp, the Yeti
    assert set(found.values()) <= {action.code for action in game.legal_actions()}


def test_places_are_options_unless_only_the_right_end_is_considered(desk):
    game = Game.stage(hand=["Wisp"], board=["Chillwind Yeti", "Wisp"], mana=1)
    n_end, n_attacks = 1, 2  # both attack the enemy hero
    assert len(root_of(game, desk)) == n_end + n_attacks + 3
    assert len(root_of(game, desk, positions="rightmost")) == n_end + n_attacks + 1


def test_targets_and_attackers_are_different_options(desk):
    game = Game.stage(hand=["Fireball", "Fireball"], enemy_board=["Wisp", "Wisp"], mana=4)
    assert len(root_of(game, desk)) == 1 + 4


def test_equal_cards_of_different_costs_are_different_options(desk):
    game = Game.stage(hand=["Wisp", "Wisp", "Wisp"], mana=5)
    game.record.players[0].hand_cost[1] = 1
    assert len(root_of(game, desk)) == 1 + 2


def test_a_choice_is_named_by_its_cards(desk):
    game = Game.stage(hand=["Tracking"], deck=["Wisp", "Chillwind Yeti", "Wisp"], mana=1)
    game.play("Tracking")
    found = root_of(game, desk)
    assert len(found) == 2
    assert len({name >> 8 for name in found}) == 2


def visits_of(game, rules, desk, config: PlayerConfig) -> list[int]:
    """The visits of every action at the root."""
    plan_of(game, rules, config.strategy("control", is_first=True), 11, desk)
    tree = desk.search.trees.tree
    return tree.root_visits[: tree.n_root].tolist()


def test_mcts_sees_hidden_cards(states, rules):
    config, desk = PlayerConfig(search="mcts", tree={"simulations": 120}), new_desk()
    for game in states(3, seed=4, step=13):
        others = [permuted(game, rules, seed) for seed in range(4)]
        if len({str(visits_of(other, rules, desk, config)) for other in others}) > 1:
            return
    pytest.fail("no decision depends on hidden cards")


@pytest.mark.parametrize("search", METHODS)
def test_the_budget_is_spent(states, rules, search):
    tree = {"simulations": 130, "determinisations": 4}
    config, desk = PlayerConfig(search=search, tree=tree), new_desk()
    choices = 0
    for game in states(0, seed=2, step=17):
        visits = visits_of(game, rules, desk, config)
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
        enemy_health=7,
    )
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
        visits = visits_of(states(0, seed=2, step=9)[3], rules, desk, config)
        spread.append(max(visits) - min(visits))
    assert spread[0] > spread[1]
