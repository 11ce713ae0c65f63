"""What the tree searches see of the full game."""

import pytest

from engine.core.enums import POWER
from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.state import new_desk
from models.players.search.dispatch import find_plan


@pytest.fixture(scope="module")
def desk():
    return new_desk()


def root_of(game: Game, desk, **config) -> dict[int, int]:
    """The names and actions that a search sees at its root, without hero powers."""
    player = PlayerConfig(search="mcts", tree={"simulations": 5}, **config)
    strategy, side = player.strategy("control", is_first=True), int(game.record.active)
    find_plan(game.record, game.rules.tables, desk.vm, side, strategy, 1, desk.search)
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
