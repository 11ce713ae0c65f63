"""Cards that effects move between boards, hands and decks."""

import pytest

from engine import dsl
from engine.dsl.selectors import anyone, enemy, target, this, your
from engine.game import Game
from engine.rules import Rules
from tests.engine.own_cards import rules_with
from tests.engine.rulings import names

CARDS = [
    dsl.spell("T1", "Bury", 0, dsl.shuffle_into_deck("Wisp", 2, enemy)),
    dsl.spell("T2", "Send", 0, dsl.shuffle_into_deck(target(anyone.minions))),
    dsl.spell("T3", "Copies", 0, dsl.shuffle_copies(target(anyone.minions), 3)),
    dsl.spell("T4", "Echo", 0, dsl.copy_to_hand(your.minions)),
    dsl.minion("T5", "Comes Back", 0, 2, 2, dsl.deathrattle(dsl.shuffle_into_deck(this))),
]


@pytest.fixture(scope="module")
def rules() -> Rules:
    return rules_with(*CARDS)


def test_new_cards_go_into_the_deck_of_the_side(rules):
    game = Game.stage(hand=["Bury"], rules=rules).play("Bury")
    assert (names(game.opponent.deck), names(game.player.deck)) == (["Wisp", "Wisp"], [])


def test_a_full_deck_takes_no_more_cards(rules):
    game = Game.stage(hand=["Bury"], enemy_deck=["Shiv"] * 59, rules=rules).play("Bury")
    assert (len(game.opponent.deck), game.result) == (60, "running")


def test_a_minion_goes_into_the_deck_of_its_controller_as_printed(rules):
    game = Game.stage(hand=["Send"], enemy_board=["War Golem"], rules=rules)
    golem = game.opponent.board[0].take_damage(3)
    game.play("Send", golem)
    assert (game.opponent.board, game.opponent.deck) == ([], [golem])
    assert (golem.zone, golem.stats) == ("deck", (7, 7))


def test_a_minion_that_finds_its_deck_full_is_destroyed(rules):
    position = {"enemy_board": ["War Golem"], "enemy_deck": ["Shiv"] * 60}
    game = Game.stage(hand=["Send"], rules=rules, **position)
    game.play("Send", game.opponent.board[0])
    assert (game.opponent.board, names(game.opponent.graveyard)) == ([], ["War Golem"])


def test_copies_of_a_minion_leave_it_where_it_is(rules):
    game = Game.stage(hand=["Copies"], enemy_board=["War Golem"], rules=rules)
    game.play("Copies", game.opponent.board[0])
    assert (len(game.opponent.board), names(game.player.deck)) == (1, ["War Golem"] * 3)


def test_a_dead_minion_that_shuffles_itself_is_not_in_the_graveyard(rules):
    game = Game.stage(board=["Comes Back"], rules=rules)
    game.player.board[0].destroy()
    assert (names(game.player.deck), game.player.graveyard) == (["Comes Back"], [])
    assert int(game.player.record.graveyard_sum) == 0


def test_copies_come_to_hand_in_order_of_play_as_printed(rules):
    game = Game.stage(hand=["Echo"], board=["Wisp", "War Golem"], rules=rules)
    game.player.board[1].take_damage(3)
    assert [card.stats for card in game.play("Echo").player.hand] == [(1, 1), (7, 7)]
