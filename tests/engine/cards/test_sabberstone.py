"""The cards and rules that SabberStone plays unlike the game, and what happens there."""

import pytest

from engine.card_data import card_data
from engine.cards import CARDS, VARIANTS
from engine.game import Game
from engine.rules import rules_for
from tests.engine.rulings import names, played, stats

SABBERSTONE = {
    "EX1_124": "Eviscerate",
    "EX1_126": "Betrayal",
    "EX1_128": "Conceal",
    "EX1_132": "Eye for an Eye",
    "EX1_133": "Perdition's Blade",
    "EX1_137": "Headcrack",
    "EX1_145": "Preparation",
    "EX1_182": "Pilfer",
    "EX1_103": "Coldlight Seer",
    "EX1_304": "Void Terror",
    "EX1_317": "Sense Demons",
    "EX1_554": "Snake Trap",
    "NEW1_014": "Master of Disguise",
    "NEW1_030": "Deathwing",
}


def stage(**position) -> Game:
    return Game.stage(rules=rules_for(variant="sabberstone"), **position)


def test_exactly_these_cards_differ():
    assert {card.id: card.name for card in VARIANTS["sabberstone"].cards} == SABBERSTONE


def test_a_variant_changes_no_cost_and_no_stats():
    printed = {card.id: card for card in CARDS}
    for card in VARIANTS["sabberstone"].cards:
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
    assert names(game.opponent.board) == ["Emperor Cobra", "Chillwind Yeti"]


def test_pilfer_takes_a_card_of_the_opponents_class():
    for seed in range(20):
        game = stage(hand=["Pilfer"], enemy_hero="PALADIN", seed=seed).play("Pilfer")
        assert card_data(game.player.hand[0].id).card_class == "PALADIN"


# --- cards of the opponents' decks -------------------------------------------------------------


def test_coldlight_seer_buffs_itself_too():
    game = stage(hand=["Coldlight Seer"], board=["Murloc Raider"]).play("Coldlight Seer")
    assert stats(game.player.board) == [(2, 3), (2, 5)]
    assert stats(played("Coldlight Seer", board=["Murloc Raider"]).player.board) == [(2, 3), (2, 3)]


def test_eye_for_an_eye_gets_spell_damage():
    def damage_of(game: Game) -> int:
        game.attack(game.player.board[0], game.opponent.hero)
        return 30 - game.player.health

    position = {"board": ["Wisp"], "enemy_board": ["Kobold Geomancer"]}
    assert damage_of(stage(enemy_secrets=["Eye for an Eye"], **position)) == 2
    assert damage_of(Game.stage(enemy_secrets=["Eye for an Eye"], **position)) == 1


def test_void_terror_takes_two_neighbours_and_their_whole_health():
    game = stage(hand=["Void Terror"], board=["Chillwind Yeti", "Wisp"])
    game.player.board[0].take_damage(4)
    assert stats(game.play("Void Terror", position=1).player.board) == [(3 + 4 + 1, 3 + 5 + 1)]


@pytest.mark.parametrize("position", [0, 1])
def test_void_terror_does_nothing_with_one_neighbour(position):
    game = stage(hand=["Void Terror"], board=["Wisp"]).play("Void Terror", position=position)
    assert sorted(stats(game.player.board)) == [(1, 1), (3, 3)]


def test_snake_trap_summons_the_snakes_that_fit_and_stays_unless_all_do():
    game = stage(board=["Wisp"], enemy_board=["War Golem"] * 5, enemy_secrets=["Snake Trap"])
    game.attack("Wisp", game.opponent.board[0])
    assert names(game.opponent.board) == ["War Golem"] * 5 + ["Snake"] * 2
    assert names(game.opponent.secrets) == ["Snake Trap"]


def test_snake_trap_is_revealed_if_all_three_snakes_fit():
    game = stage(board=["Wisp"], enemy_board=["War Golem"] * 4, enemy_secrets=["Snake Trap"])
    game.attack("Wisp", game.opponent.board[0])
    assert names(game.opponent.board) == ["War Golem"] * 4 + ["Snake"] * 3
    assert game.opponent.secrets == []


# --- cards of the pools ------------------------------------------------------------------------


def test_sense_demons_makes_no_worthless_imps():
    game = stage(hand=["Sense Demons"], deck=["Wisp", "Voidwalker"]).play("Sense Demons")
    assert names(game.player.hand) == ["Voidwalker"]


def test_the_combo_of_perditions_blade_never_runs():
    game = stage(hand=["The Coin", "Perdition's Blade"]).play("The Coin")
    assert game.play("Perdition's Blade", game.opponent.hero).opponent.health == 29


def test_conceal_ends_printed_stealth_too():
    game = stage(hand=["Conceal"], board=["Worgen Infiltrator", "Wisp"]).play("Conceal")
    assert all(minion.stealthed for minion in game.end_turn().player.board)
    assert not any(minion.stealthed for minion in game.end_turn().player.board)


def test_master_of_disguise_ends_printed_stealth_too():
    game = stage(hand=["Master of Disguise"], board=["Worgen Infiltrator"])
    game.play("Master of Disguise", "Worgen Infiltrator")
    assert game.end_turn().player.board[0].stealthed
    assert not game.end_turn().player.board[0].stealthed


# --- rules -------------------------------------------------------------------------------------


def test_a_hero_that_attacks_a_poisonous_minion_dies():
    game = stage(weapon="Wicked Knife", enemy_board=["Emperor Cobra"])
    game.attack(game.player.hero, "Emperor Cobra")
    assert (game.result, game.player.health) == ("second won", 28)
    game = Game.stage(weapon="Wicked Knife", enemy_board=["Emperor Cobra"])
    game.attack(game.player.hero, "Emperor Cobra")
    assert (game.result, game.player.health) == ("running", 28)


def test_a_hero_whose_armour_takes_all_damage_survives_poison():
    game = stage(weapon="Wicked Knife", enemy_board=["Emperor Cobra"], armor=2)
    assert game.attack(game.player.hero, "Emperor Cobra").result == "running"
    game = stage(weapon="Gladiator's Longbow", enemy_board=["Emperor Cobra"])
    assert game.attack(game.player.hero, "Emperor Cobra").result == "running"


def test_a_hero_attacked_by_a_poisonous_minion_survives():
    game = stage(board=["Emperor Cobra"])
    game.attack("Emperor Cobra", game.opponent.hero)
    assert (game.result, game.opponent.health) == ("running", 28)


def test_a_hero_killed_at_the_end_of_the_turn_still_sees_the_next_one_begin():
    def end(stage) -> Game:
        game = stage(board=["Ragnaros the Firelord"], enemy_deck=["Wisp"], fatigue=True)
        game.opponent.hero.take_damage(25)
        return game.end_turn()

    game = end(stage)
    assert (game.result, game.opponent.health, game.turn) == ("first won", -3, 2)
    assert names(game.opponent.hand) == ["Wisp"]
    game = end(Game.stage)
    assert (game.result, game.turn, game.opponent.hand) == ("first won", 1, [])


def test_start_triggers_and_fatigue_still_hurt_after_a_death_at_the_end_of_the_turn():
    game = stage(board=["Ragnaros the Firelord"], enemy_board=[], fatigue=True, enemy_health=5)
    game.end_turn()
    assert (game.result, game.opponent.health) == ("first won", -4)


def test_a_dead_hero_is_not_healed_back_by_the_next_turns_start():
    game = stage(board=["Baron Geddon"], enemy_board=["Lightwell"], enemy_hero="PRIEST")
    game.opponent.hero.take_damage(28)
    assert game.end_turn().result == "first won"


def test_a_hero_killed_at_the_start_of_a_turn_still_draws():
    game = stage(enemy_board=["Demolisher"], enemy_deck=["Wisp"], health=1)
    game.end_turn()
    assert (game.result, game.player.health) == ("second won", -1)
    assert names(game.opponent.hand) == ["Wisp"]


def test_a_death_in_the_turn_ends_the_game_at_once():
    game = stage(hand=["Fireball"], hero="MAGE", enemy_health=5)
    assert game.play("Fireball", game.opponent.hero).result == "first won"
    assert game.turn == 1


def test_silence_leaves_what_forbids_attacks_and_poison():
    game = played("Ironbeak Owl", "Ancient Watcher", by=stage, board=["Ancient Watcher"])
    assert (game.player.board[0].silenced, game.player.board[0].cant_attack) == (True, True)
    game = stage(hand=["Ironbeak Owl"], enemy_board=["Emperor Cobra"])
    assert game.play("Ironbeak Owl", "Emperor Cobra").opponent.board[0].poisonous


def test_dealing_damage_without_an_attack_ends_no_stealth():
    game = played("Conceal", hand=["Wisp"], by=stage, board=["Knife Juggler"]).play("Wisp")
    assert (game.opponent.health, game.player.board[0].stealthed) == (29, True)


def test_an_attack_ends_stealth():
    game = stage(board=["Worgen Infiltrator"])
    worgen = game.player.board[0]
    assert not game.attack(worgen, game.opponent.hero).player.board[0].stealthed


def test_a_minion_returned_to_a_full_hand_leaves_without_dying():
    game = stage(hand=["Sap"], enemy_board=["Loot Hoarder"], enemy_hand=["Wisp"] * 10,
                 enemy_deck=["War Golem"])  # fmt: skip
    hoarder = game.opponent.board[0]
    game.play("Sap", hoarder)
    assert (game.opponent.board, hoarder.zone) == ([], "graveyard")
    assert len(game.opponent.deck) == 1
