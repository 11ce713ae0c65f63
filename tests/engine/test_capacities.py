"""Capacities: games that reach a fixed size, and the error when one is full."""

import pytest

from engine.core.enums import (
    MAX_BOARD,
    STACK_OVERFLOW,
    TOO_MANY_ATTACHED,
    TOO_MANY_ENTITIES,
)
from engine.core.state import MAX_ATTACHED, MAX_ENTITIES
from engine.dsl.abilities import after, damaged, deathrattle, healed, summoned, when
from engine.dsl.cards import enchantment, minion, spell
from engine.dsl.effects import deal, destroy, draw, give, heal, summon
from engine.dsl.selectors import it, target, this, your
from engine.game import Game
from tests.engine.own_cards import rules_with


def use_up(game: Game, n_turns: int) -> None:
    """Summons and destroys a full board in each of some turns."""
    for _ in range(n_turns):
        for _ in range(MAX_BOARD):
            game.player.summon("Wisp")
        for card in list(game.player.board):
            card.destroy()
        game.skip_turn()


def test_a_game_may_make_more_cards_than_there_are_entities() -> None:
    game = Game.stage(hand=["Chillwind Yeti"])
    use_up(game, 60)
    assert game.record.n_entities == MAX_ENTITIES
    assert game.result == "running"
    yeti = game.play("Chillwind Yeti").player.board[0]
    assert (yeti.name, yeti.attack, yeti.health) == ("Chillwind Yeti", 4, 5)
    graveyard = len(game.player.graveyard)
    game.player.summon("Wisp")
    assert len(game.player.graveyard) == graveyard - 1, "a new card takes a dead minion's number"


def test_the_dead_of_this_turn_keep_their_numbers() -> None:
    game = Game.stage()
    while game.record.n_entities < MAX_ENTITIES:
        game.player.summon("Wisp").destroy()
    with pytest.raises(ValueError, match="can't have Wisp"):
        game.player.summon("Wisp")
    assert (game.result, game.record.error) == ("failed", TOO_MANY_ENTITIES)


def test_texts_that_interrupt_each_other_for_ever_fail_the_game() -> None:
    loop = minion(
        "X1", "Perpetual Motion", 1, 1, 9, when(damaged(this), heal(1, this)),
        when(healed(this), deal(1, this)),
    )  # fmt: skip
    game = Game.stage(board=["Perpetual Motion"], hand=["Arcane Shot"], rules=rules_with(loop))
    game.play("Arcane Shot", target="Perpetual Motion")
    assert (game.result, game.record.error) == ("failed", STACK_OVERFLOW)


def test_texts_that_follow_each_other_for_ever_fail_the_game() -> None:
    rules = rules_with(
        minion("X1", "Phoenix", 1, 1, 1, deathrattle(summon("Phoenix"))),
        minion("X2", "Reaper", 1, 1, 1, after(summoned(your.other.minions), destroy(it))),
    )
    game = Game.stage(board=["Reaper"], hand=["Phoenix"], rules=rules)
    game.play("Phoenix")
    assert (game.result, game.record.error) == ("failed", TOO_MANY_ENTITIES)


def inheritance() -> Game:
    """A game in which a spell gives a minion the text of another."""
    rules = rules_with(
        enchantment("Draws", deathrattle(draw())),
        enchantment("Heals", deathrattle(heal(1, your.hero))),
        spell("X1", "Inheritance", 0, give(target(your.minions), "Draws")),
        spell("X2", "Blood", 0, give(target(your.minions), "Heals")),
    )
    return Game.stage(deck=["Wisp"] * 60, board=["Wisp"], rules=rules)


def give_all(game: Game, names: list[str]) -> None:
    for name in names:
        game.player.give(name)
        game.play(name, target=game.player.board[0])


def test_a_minion_takes_as_many_equal_texts_as_it_is_given() -> None:
    game = inheritance()
    give_all(game, ["Inheritance"] * 30)
    wisp = game.player.board[0]
    assert wisp.given == ["Draws"] * 30
    wisp.destroy()
    assert (game.result, len(game.player.deck)) == ("running", 30)


def test_texts_keep_their_order_while_there_is_room() -> None:
    game = inheritance()
    given = ["Inheritance", "Inheritance", "Blood", "Inheritance"]
    give_all(game, given)
    assert game.player.board[0].given == ["Draws", "Draws", "Heals", "Draws"]
    give_all(game, ["Blood", "Inheritance"] * 10)
    assert sorted(game.player.board[0].given) == ["Draws"] * 13 + ["Heals"] * 11


def test_texts_without_number_fail_the_game() -> None:
    game = inheritance()
    give_all(game, ["Inheritance"] * (8 * MAX_ATTACHED))
    assert game.result == "running"
    give_all(game, ["Inheritance"])
    assert (game.result, game.record.error) == ("failed", TOO_MANY_ATTACHED)


def test_whose_text_it_is_is_kept() -> None:
    """Blessing of Wisdom draws for the one who cast it."""
    game = Game.stage(hand=["Blessing of Wisdom"] * 2, deck=["Wisp"] * 5, enemy_board=["Wisp"])
    game.play("Blessing of Wisdom", target=game.opponent.board[0])
    game.play("Blessing of Wisdom", target=game.opponent.board[0])
    game.end_turn().attack(game.opponent.board[0], game.player.hero)
    assert len(game.player.hand) == 2
    assert not game.opponent.hand
