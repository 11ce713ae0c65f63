"""The cards that SabberStone plays unlike their text, and what each does there."""

from engine.card_data import card_data
from engine.cards import CARDS, VARIANTS
from engine.game import Game
from engine.rules import rules_for

SABBERSTONE = {
    "EX1_124": "Eviscerate",
    "EX1_126": "Betrayal",
    "EX1_137": "Headcrack",
    "EX1_145": "Preparation",
    "EX1_182": "Pilfer",
    "NEW1_030": "Deathwing",
}


def stage(**position) -> Game:
    return Game.stage(rules=rules_for(variant="sabberstone"), **position)


def test_exactly_these_cards_differ():
    assert {card.id: card.name for card in VARIANTS["sabberstone"]} == SABBERSTONE


def test_a_variant_changes_no_cost_and_no_stats():
    printed = {card.id: card for card in CARDS}
    for card in VARIANTS["sabberstone"]:
        other = printed[card.id]
        assert (card.type, card.cost, card.attack, card.health, card.race) == (
            other.type, other.cost, other.attack, other.health, other.race
        )  # fmt: skip


def test_the_variant_has_a_digest_of_its_own():
    assert rules_for(variant="sabberstone").digest != rules_for().digest


def test_preparation_takes_off_3():
    assert stage(hand=["Preparation", "Sprint"]).play("Preparation").player.hand[0].cost == 4
    assert Game.stage(hand=["Preparation", "Sprint"]).play("Preparation").player.hand[0].cost == 5


def test_deathwing_destroys_itself_too():
    assert stage(hand=["Deathwing"], board=["Wisp"]).play("Deathwing").player.board == []
    assert len(Game.stage(hand=["Deathwing"], board=["Wisp"]).play("Deathwing").player.board) == 1


def test_spell_damage_raises_neither_eviscerate_nor_headcrack():
    game = stage(hand=["Eviscerate", "Headcrack"], board=["Kobold Geomancer"])
    game.play("Eviscerate", game.opponent.hero)
    assert game.opponent.hero.health == 28
    assert game.play("Headcrack").opponent.hero.health == 26


def test_the_damage_of_betrayal_is_the_spells_and_not_poisonous():
    game = stage(hand=["Betrayal"], enemy_board=["Emperor Cobra", "Chillwind Yeti"])
    game.play("Betrayal", game.find("Emperor Cobra"))
    assert [minion.name for minion in game.opponent.board] == ["Emperor Cobra", "Chillwind Yeti"]


def test_pilfer_takes_a_card_of_the_opponents_class():
    for seed in range(20):
        game = stage(hand=["Pilfer"], enemy_hero="PALADIN", seed=seed).play("Pilfer")
        assert card_data(game.player.hand[0].id).card_class == "PALADIN"
