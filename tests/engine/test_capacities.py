"""Where fixed sizes could end a game that the rules allow, and what happens when one does."""

import pytest

from engine.core.enums import (
    MAX_BOARD,
    STACK_OVERFLOW,
    TOO_MANY_ATTACHED,
    TOO_MANY_ENTITIES,
)
from engine.core.state import MAX_ATTACHED, MAX_ENTITIES
from engine.dsl import (
    after,
    damaged,
    deal,
    deathrattle,
    destroy,
    draw,
    enchantment,
    give,
    heal,
    healed,
    it,
    minion,
    spell,
    summon,
    summoned,
    target,
    this,
    when,
    your,
)
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


@pytest.mark.parametrize("n", [MAX_ATTACHED, MAX_ATTACHED + 1])
def test_a_minion_takes_many_texts(n: int) -> None:
    rules = rules_with(
        enchantment("Draws", deathrattle(draw())),
        spell("X1", "Inheritance", 0, give(target(your.minions), "Draws")),
    )
    game = Game.stage(deck=["Wisp"] * 20, board=["Wisp"], rules=rules)
    wisp = game.player.board[0]
    for _ in range(n):
        game.player.give("Inheritance")
        game.play("Inheritance", target=wisp)
    if n > MAX_ATTACHED:
        assert (game.result, game.record.error) == ("failed", TOO_MANY_ATTACHED)
        return
    wisp.destroy()
    assert len(game.player.hand) == min(10, n)
