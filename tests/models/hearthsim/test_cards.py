"""HearthSim's generated minions, and its hero."""

from engine.core import enums as e
from engine.game import Game
from engine.rules import rules_for
from models.hearthsim.cards import CARDS, NONE, minion_id


def test_every_minion_is_there_with_and_without_taunt():
    rules = rules_for(extra=CARDS)
    assert len(CARDS.cards) == 1 + 2 * 5 * 4
    for attack in range(1, 6):
        for health in range(1, 5):
            for has_taunt in (False, True):
                card = rules.tables.cards[rules.row(minion_id(attack, health, has_taunt))]
                assert (card.attack, card.health) == (attack, health)
                assert card.cost == (attack + health) // 2
                assert card.keywords == (e.TAUNT if has_taunt else 0)


def test_the_hero_has_30_health_and_no_power():
    game = Game.stage(hand=["5/4 Taunt"], hero=NONE, rules=rules_for(extra=CARDS))
    game.play("5/4 Taunt")
    assert (game.player.health, game.player.board[0].taunt) == (30, True)
    assert not game.player.power.is_usable
