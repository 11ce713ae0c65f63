"""Every legal action has an index of its own, which leads back to it."""

import numpy as np
import pytest

from engine.core import enums as e
from engine.game import Game
from engine.rules import rules_for
from models.environments.core import action_space as a
from models.environments.core.records import new_scratch
from tests.engine.random_games import Table, implemented_classes, play_random


def indices_of(game, rules, scratch) -> list[int]:
    legal = np.zeros(a.N_ACTIONS, np.int16)
    return legal[: a.list_legal(game, rules.tables, scratch, legal)].tolist()


def test_every_legal_action_of_random_games_maps_to_an_index_and_back(rules):
    heroes = implemented_classes(rules)
    scratch, kinds, n = new_scratch(), set(), 0
    for i, hero in enumerate(heroes):
        table = Table(rules)

        def watch(actions: list[int], action: int, table=table) -> None:
            nonlocal n
            indices = indices_of(table.game, rules, scratch)
            assert len(set(indices)) == len(indices) == len(actions)
            assert all(0 <= index < a.N_ACTIONS for index in indices)
            assert [a.action_at(table.game, index) for index in indices] == actions
            kinds.update(code & 255 for code in actions)
            n += len(actions)

        for seed in range(3):
            play_random(table, 31 * seed + i, (hero, heroes[(i + seed) % len(heroes)]), watch)
    assert kinds >= {e.END_TURN, e.PLAY, e.POWER, e.ATTACK}
    assert n > 20_000


def test_a_finished_game_has_no_legal_action(rules):
    game = Game.stage(rules=rules)
    game.record.result = e.FIRST_WON
    assert indices_of(game.record, rules, new_scratch()) == []


@pytest.mark.parametrize("variant", ["printed", "sabberstone"])
def test_no_card_has_more_options_than_the_space_has(variant):
    cards = rules_for(variant=variant).tables.cards
    powers = cards["type"] == e.POWER_CARD
    assert cards["n_options"][~powers].max() == a.N_CARD_OPTIONS
    assert cards["n_options"][powers].max() == a.N_POWER_OPTIONS


def test_targets_positions_and_options_have_places_of_their_own(rules):
    game = Game.stage(
        hand=["Keeper of the Grove"], board=["Wisp", "Wisp"], enemy_board=["Wisp"], hero="DRUID",
        rules=rules,
    )  # fmt: skip
    indices = [i for i in indices_of(game.record, rules, new_scratch()) if i >= a.FIRST_PLAY]
    rest = np.array(indices) - a.FIRST_PLAY
    options = rest // a.N_POSITIONS // a.N_TARGETS
    targets = rest // a.N_POSITIONS % a.N_TARGETS
    assert set(rest % a.N_POSITIONS) == {0, 1, 2}
    assert set(targets[options == 0]) == {1, 2, 3, 9, 10}  # heroes and minions
    assert set(targets[options == 1]) == {2, 3, 10}  # minions, to silence


def test_each_option_of_a_power_has_its_index(rules):
    game = Game.stage(hero="SHAMAN", rules=rules)
    game.record.players[0].power = rules.find("Totemic Slam")
    indices = indices_of(game.record, rules, new_scratch())
    found = [i for i in indices if a.FIRST_POWER <= i < a.FIRST_PLAY]
    assert found == [a.FIRST_POWER + choice * a.N_TARGETS for choice in range(4)]


def test_the_cards_of_a_choice_count_from_their_first(rules):
    game = Game.stage(
        hand=["Tracking"], deck=["Wisp", "Fireball", "Mirror Image"], hero="HUNTER", rules=rules
    )
    game.play("Tracking")
    assert indices_of(game.record, rules, new_scratch()) == [1, 2, 3]


def test_the_second_player_counts_from_its_own_side(rules):
    game = Game.stage(enemy_board=["Wisp"], rules=rules).end_turn()
    indices = indices_of(game.record, rules, new_scratch())
    assert 9 + 1 * 8 + 0 in indices  # its Wisp attacks the first player's hero
