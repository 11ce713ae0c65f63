"""Rulings about minions that are returned, transformed, copied or stolen."""

from engine.card_sets import CardSet
from engine.dsl.cards import minion, spell
from engine.dsl.effects import transform
from engine.dsl.selectors import anyone, format_card
from engine.game import Game
from engine.rules import rules_for
from tests.engine.rulings import names, played, stats


def test_a_bounced_minion_cannot_attack_again_at_once():
    game = Game.stage(board=["Wisp"], hand=["Shadowstep"])
    wisp = game.player.board[0]
    game.play("Shadowstep", wisp).play(wisp)
    assert not wisp.can_attack


def test_a_returned_giant_costs_what_it_costs_now():
    game = played("Shadowstep", "Sea Giant", board=["Sea Giant", "Wisp"], enemy_board=["Wisp"])
    assert game.player.hand[0].cost == 6  # 10, two minions in play, Shadowstep's 2


# --- changing, swapping --------------------------------------------------------------------------


def test_a_transformed_minion_can_keep_its_cost():
    """The printed one; without another minion of this cost nothing happens."""
    other = transform(anyone.minions, format_card("minion", same_cost=True))
    change = spell("X1", "Change", 1, other)
    rules = rules_for(extra=CardSet("change", (change, minion("X2", "Giant", 99, 1, 1))))
    before = ["Giant", "Stonetusk Boar", "Chillwind Yeti", "Mountain Giant"]
    after = names(played("Change", board=before, rules=rules).player.board)
    assert set(after) & set(before) == {"Giant"}
    assert [rules.tables.cards[rules.find(name)].cost for name in after] == [99, 1, 4, 12]


def test_faceless_manipulator_copies_a_given_ability():
    game = Game.stage(board=["Wisp"], hand=["Nightmare", "Faceless Manipulator"])
    game.play("Nightmare", "Wisp").play("Faceless Manipulator", "Wisp")
    assert stats(game.player.board) == [(6, 6), (6, 6)]
    assert game.skip_turn().player.board == []
