"""Rulings of cards of Blackrock Mountain, in order of their ids, from Dragon Consort on."""

import pytest

from engine.decks import Deck
from engine.game import Game
from tests.engine.rulings import ENEMY_HERO, died, names, played, stats


def test_dragon_consort_makes_the_next_dragon_2_cheaper_whenever_it_is_played():
    game = played("Dragon Consort", hand=["Azure Drake", "Azure Drake", "Wisp", "Chillwind Yeti"])
    assert [card.cost for card in game.player.hand] == [3, 3, 0, 4]
    game.play("Wisp").end_turn().end_turn()
    assert [card.cost for card in game.player.hand] == [3, 3, 4]
    assert [card.cost for card in game.play("Azure Drake").player.hand] == [5, 4]


def test_dragon_consort_uses_up_the_discount_of_another_and_leaves_its_own():
    game = played("Dragon Consort", hand=["Dragon Consort", "Azure Drake"])
    assert game.player.hand[0].cost == 3
    assert game.play("Dragon Consort").player.hand[0].cost == 3


def test_a_dragon_that_is_summoned_leaves_the_discount_of_dragon_consort():
    game = played("Dragon Consort", hand=["Azure Drake"])
    game.player.summon("Azure Drake")
    assert game.player.hand[0].cost == 3


def test_grim_patron_summons_another_if_it_survives_damage():
    game = played("Moonfire", "Grim Patron", hand=["Fireball"], board=["Grim Patron"])
    assert stats(game.player.board) == [(3, 2), (3, 3)]
    assert stats(game.play("Fireball", game.player.board[0]).player.board) == [(3, 3)]


def test_grim_patrons_that_are_damaged_at_once_each_summon_one_as_far_as_there_is_room():
    game = played("Whirlwind", hand=["Whirlwind"], board=["Grim Patron"] * 3)
    assert len(game.player.board) == 6
    assert names(game.play("Whirlwind").player.board) == ["Grim Patron"] * 7


def test_a_poisoned_grim_patron_does_not_survive():
    game = Game.stage(board=["Grim Patron"], enemy_board=["Emperor Cobra"])
    assert game.attack("Grim Patron", "Emperor Cobra").player.board == []


def test_a_shield_keeps_grim_patron_from_damage():
    game = played(
        "Hand of Protection", "Grim Patron", hand=["Moonfire"], board=["Grim Patron"]
    ).play("Moonfire", "Grim Patron")
    assert len(game.player.board) == 1


def test_dragonkin_sorcerer_grows_before_a_spell_of_yours_that_targets_it():
    game = Game.stage(hand=["Moonfire", "Mark of the Wild"], board=["Dragonkin Sorcerer"])
    sorcerer = game.player.board[0]
    game.play("Moonfire", sorcerer)
    assert sorcerer.stats == (4, 5)
    game.play("Mark of the Wild", sorcerer)
    assert sorcerer.stats == (7, 8)


def test_dragonkin_sorcerer_ignores_other_targets_enemy_spells_and_battlecries():
    hand = ["Moonfire", "Elven Archer"]
    game = Game.stage(hand=hand, board=["Dragonkin Sorcerer"], enemy_hand=["Moonfire"])
    sorcerer = game.player.board[0]
    game.play("Moonfire", game.opponent.hero).play("Elven Archer", sorcerer).end_turn()
    game.play("Moonfire", sorcerer)
    assert sorcerer.stats == (3, 3)


def test_dragon_egg_hatches_a_whelp_each_time_it_is_damaged():
    game = played("Moonfire", "Dragon Egg", board=["Dragon Egg"])
    assert stats(game.player.board) == [(0, 1), (2, 1)]


@pytest.mark.parametrize(("health", "stats"), [(16, (6, 6)), (15, (9, 9))])
def test_drakonid_crusher_is_stronger_against_a_hero_with_15_health(health, stats):
    game = Game.stage(hand=["Drakonid Crusher"])
    game.opponent.hero.take_damage(30 - health)
    assert game.play("Drakonid Crusher").player.board[0].stats == stats


def test_hungry_dragon_summons_a_minion_of_cost_1_for_the_opponent():
    for seed in range(5):
        game = played("Hungry Dragon", seed=seed)
        (fed,) = game.opponent.board
        assert game.rules.card_data(fed.id).cost == 1
        assert len(game.player.board) == 1


def test_majordomo_makes_you_ragnaros_with_8_health_and_his_power():
    game = Game.stage(board=["Majordomo Executus"])
    game.player.armor = 5
    game.player.board[0].destroy()
    hero = game.player.hero
    assert (hero.name, hero.health, hero.max_health) == ("Ragnaros the Firelord", 8, 8)
    assert (game.player.armor, game.player.power.name) == (0, "DIE, INSECT!")
    game.use_power()
    assert (game.opponent.health, game.player.mana) == (22, 8)


def test_die_insect_hits_one_enemy():
    game = died("Majordomo Executus", enemy_board=["War Golem"] * 2)
    assert game.player.power.name == "DIE, INSECT!"
    game.use_power()
    assert 30 - game.opponent.health + 8 * (2 - len(game.opponent.board)) == 8


def test_ragnaros_keeps_his_weapon():
    assert died("Majordomo Executus", weapon="Fiery War Axe").player.weapon.name == "Fiery War Axe"


def test_majordomo_does_not_save_a_hero_who_dies_with_him():
    game = Game.stage(hand=["Hellfire"], board=["Majordomo Executus"])
    game.player.board[0].take_damage(5)
    game.player.hero.take_damage(28)
    game.play("Hellfire")
    assert game.winner == game.opponent


def test_thaurissan_makes_cards_in_hand_1_cheaper_for_good():
    game = Game.stage(
        hand=["Fireball", "Wisp"], board=["Emperor Thaurissan"], deck=["Fireball"] * 2
    ).end_turn()
    assert [card.cost for card in game.player.hand] == [3, 0]
    game.player.board[0].destroy()
    assert [card.cost for card in game.skip_turn().player.hand] == [3, 0, 4]


def test_thaurissan_adds_up_and_lasts_under_later_increases():
    game = Game.stage(hand=["Wisp", "Elven Archer"], board=["Emperor Thaurissan"])
    for _ in range(4):
        game.end_turn()
    game.player.put("Nerub'ar Weblord")
    game.player.put("Venture Co. Mercenary")
    assert [card.cost for card in game.player.hand] == [1, 4]


def test_two_thaurissans_add_up_and_each_takes_1_from_its_own_sides_hand_only():
    position = {"board": ["Emperor Thaurissan"] * 2, "enemy_hand": ["Fireball"]}
    game = Game.stage(hand=["Fireball"], **position).end_turn()
    assert (game.player.hand[0].cost, game.opponent.hand[0].cost) == (2, 4)


def test_mind_vision_copies_the_cost_that_thaurissan_left():
    game = Game.stage(enemy_hand=["Fireball"], hand=["Mind Vision"]).end_turn()
    game.opponent.put("Emperor Thaurissan")
    game.end_turn().play("Mind Vision")
    assert [(card.name, card.cost) for card in game.player.hand] == [("Fireball", 3)]


def test_a_card_forgets_thaurissan_once_it_returns_to_the_hand():
    game = Game.stage(hand=["Chillwind Yeti", "Sap"], board=["Emperor Thaurissan"]).end_turn()
    game.end_turn().play("Chillwind Yeti").end_turn()
    game.opponent.give("Sap")
    assert game.play("Sap", game.player.board[-1]).player.hand[-1].cost == 4


def test_nefarian_adds_two_spells_of_the_opponents_class():
    for seed in range(5):
        game = played("Nefarian", enemy_hero="MAGE", seed=seed)
        data = [game.rules.card_data(card.id) for card in game.player.hand]
        assert [(card.type, card.card_class) for card in data] == [("SPELL", "MAGE")] * 2


def test_nefarian_adds_tail_swipes_against_ragnaros_and_warlock_spells_against_jaraxxus():
    game = Game.stage(hand=["Nefarian"], enemy_board=["Majordomo Executus"])
    game.opponent.board[0].destroy()
    game.play("Nefarian")
    assert names(game.player.hand) == ["Tail Swipe"] * 2
    game = Game.stage(hand=["Nefarian"], enemy_hand=["Lord Jaraxxus"]).end_turn()
    game.play("Lord Jaraxxus").end_turn().play("Nefarian")
    classes = {game.rules.card_data(card.id).card_class for card in game.player.hand}
    assert classes == {"WARLOCK"}


def test_tail_swipe_deals_4():
    assert played("Tail Swipe", ENEMY_HERO).opponent.health == 26


def test_chromaggus_copies_each_card_that_you_draw():
    game = played(
        "Arcane Intellect", board=["Chromaggus"], deck=["Wisp", "Fireball"], enemy_deck=["Wisp"]
    )
    assert names(game.player.hand) == ["Wisp", "Wisp", "Fireball", "Fireball"]
    assert len(game.end_turn().opponent.hand) == 1


def test_chromaggus_copies_the_card_of_the_turn():
    game = Game.stage(board=["Chromaggus"], deck=["Wisp"]).skip_turn().end_turn()
    assert names(game.player.hand) == ["Wisp"] * 2


def test_two_chromaggus_make_two_copies():
    game = Game.stage(board=["Chromaggus"] * 2, deck=["Wisp"])
    game.player.draw()
    assert names(game.player.hand) == ["Wisp"] * 3


def test_chromaggus_does_not_copy_himself_when_drawn_or_what_is_only_added():
    game = Game.stage(hand=["Mind Vision"], deck=["Chromaggus"], enemy_hand=["Wisp"])
    game.player.draw()
    assert names(game.player.hand) == ["Mind Vision", "Chromaggus"]
    game.player.put("Chromaggus")
    assert names(game.play("Mind Vision").player.hand) == ["Chromaggus", "Wisp"]


def test_the_copy_of_chromaggus_comes_before_the_next_card_is_drawn():
    game = played(
        "Arcane Intellect", hand=["Moonfire"] * 8, board=["Chromaggus"], deck=["Wisp", "Fireball"]
    )
    assert names(game.player.hand)[8:] == ["Wisp", "Wisp"]
    assert names(game.player.graveyard) == ["Arcane Intellect", "Fireball"]


def test_chromaggus_copies_what_tracking_and_sense_demons_draw():
    game = played("Tracking", board=["Chromaggus"], deck=["Wisp", "Fireball", "Moonfire"]).choose(
        "Fireball"
    )
    assert names(game.player.hand) == ["Fireball"] * 2
    game = played("Sense Demons", board=["Chromaggus"], deck=["Voidwalker"])
    assert names(game.player.hand).count("Voidwalker") == 2


def test_a_deck_of_another_class_knows_ragnaros_as_no_class():
    """His hero card is of no class, which cards about the opponent's class must bear."""
    game = Game.start(Deck("", "MAGE", ()), Deck("", "PRIEST", ()))
    assert game.rules.tables.cards[game.rules.row("BRM_027h")].card_class == 0
