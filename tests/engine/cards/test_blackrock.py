"""Rulings of cards of Blackrock Mountain, in the order of `engine/cards/blackrock.py`."""

import pytest

from engine.decks import Deck
from engine.game import Game, IllegalAction
from tests.engine.rulings import ENEMY_HERO, died, names, over, played, stats


@pytest.mark.parametrize(
    ("card", "cost"),
    [("Solemn Vigil", 5), ("Dragon's Breath", 5), ("Volcanic Lumberer", 9), ("Volcanic Drake", 6)],
)
def test_minions_of_both_sides_that_died_this_turn_make_it_cheaper(card, cost):
    game = Game.stage(hand=[card], board=["Wisp"], enemy_board=["Wisp"])
    assert game.player.hand[0].cost == cost
    game.player.board[0].destroy()
    game.opponent.board[0].destroy()
    assert game.player.hand[0].cost == cost - 2
    assert game.end_turn().player.hand[0].cost == cost


def test_no_number_of_deaths_makes_a_card_cost_less_than_nothing():
    game = Game.stage(hand=["Dragon's Breath", "Twisting Nether"], board=["Wisp"] * 7)
    assert game.play("Twisting Nether").player.hand[0].cost == 0


def test_solemn_vigil_draws_2_cards_and_dragons_breath_deals_4():
    game = Game.stage(hand=["Solemn Vigil", "Dragon's Breath"], deck=["Wisp"] * 3)
    game.play("Dragon's Breath", game.opponent.hero).play("Solemn Vigil")
    assert (len(game.player.hand), game.opponent.health) == (2, 26)


def test_flamewaker_deals_2_split_after_each_spell_of_yours():
    game = played("Moonfire", ENEMY_HERO, hand=["Moonfire"], board=["Flamewaker"])
    assert game.opponent.health == 27
    assert game.play("Moonfire", game.opponent.hero).opponent.health == 24


def test_flamewaker_gains_nothing_from_spell_damage():
    assert played("The Coin", board=["Flamewaker", "Bloodmage Thalnos"]).opponent.health == 28


@pytest.mark.parametrize(
    ("card", "held", "stats"),
    [
        ("Twilight Whelp", "Azure Drake", (2, 3)),
        ("Twilight Whelp", "Twilight Whelp", (2, 3)),
        ("Twilight Whelp", "Wisp", (2, 1)),
        ("Blackwing Technician", "Azure Drake", (3, 5)),
        ("Blackwing Technician", "Wisp", (2, 4)),
    ],
)
def test_a_dragon_in_hand_makes_it_stronger(card, held, stats):
    assert played(card, hand=[held]).player.board[0].stats == stats


def test_a_dragon_that_is_played_is_no_longer_held():
    assert played("Twilight Whelp", enemy_hand=["Azure Drake"]).player.board[0].stats == (2, 1)


def test_blackwing_corruptor_takes_a_target_only_with_a_dragon_in_hand():
    assert played("Blackwing Corruptor", ENEMY_HERO, hand=["Azure Drake"]).opponent.health == 27
    game = Game.stage(hand=["Blackwing Corruptor"])
    with pytest.raises(IllegalAction):
        game.play("Blackwing Corruptor", game.opponent.hero)
    assert game.play("Blackwing Corruptor").opponent.health == 30


def test_rend_blackhand_destroys_a_legendary_minion_if_a_dragon_is_held():
    game = Game.stage(
        hand=["Rend Blackhand", "Azure Drake"], enemy_board=["Wisp", "Ragnaros the Firelord"]
    )
    rend = game.player.hand[0]
    assert rend.targets == [game.opponent.board[1]]
    assert names(game.play("Rend Blackhand", game.opponent.board[1]).opponent.board) == ["Wisp"]


def test_rend_blackhand_may_take_a_legend_of_his_own_side():
    game = Game.stage(hand=["Rend Blackhand", "Azure Drake"], board=["Malygos"])
    assert game.play("Rend Blackhand", "Malygos").player.board[0].name == "Rend Blackhand"


def test_rend_blackhand_without_a_dragon_or_a_legend_is_a_minion_only():
    game = played("Rend Blackhand", enemy_board=["Ragnaros the Firelord"])
    assert len(game.opponent.board) == 1
    game = played("Rend Blackhand", hand=["Azure Drake"], enemy_board=["Wisp"])
    assert len(game.opponent.board) == 1


def test_demonwrath_spares_demons_of_both_sides():
    game = played("Demonwrath", board=["Voidwalker", "Wisp"], enemy_board=["Voidwalker", "Wisp"])
    assert names(game.player.board) == names(game.opponent.board) == ["Voidwalker"]
    assert game.player.board[0].health == 3


def test_demonwrath_deals_2_damage():
    game = played("Demonwrath", board=["War Golem"], enemy_board=["War Golem"])
    assert [game.player.board[0].damage, game.opponent.board[0].damage] == [2, 2]


def test_imp_gang_boss_summons_an_imp_each_time_it_is_damaged_even_if_it_dies():
    game = Game.stage(hand=["Fireball", "Moonfire"], enemy_board=["Imp Gang Boss"])
    boss = game.opponent.board[0]
    game.play("Moonfire", boss)
    assert names(game.opponent.board) == ["Imp Gang Boss", "Imp"]
    assert [card.id for card in game.play("Fireball", boss).opponent.board] == ["BRM_006t"] * 2


def test_gang_up_shuffles_three_plain_copies_of_any_minion_into_your_deck():
    game = Game.stage(hand=["Gang Up"], deck=["Wisp"], enemy_board=["Chillwind Yeti"])
    yeti = game.opponent.board[0].take_damage(2)
    game.play("Gang Up", yeti)
    assert sorted(names(game.player.deck)) == [*["Chillwind Yeti"] * 3, "Wisp"]
    game.player.draw(4)
    assert {card.cost for card in game.player.hand} == {0, 4}
    assert game.opponent.deck == []


def test_dark_iron_skulker_hurts_undamaged_enemy_minions():
    game = Game.stage(hand=["Dark Iron Skulker"], board=["Wisp"], enemy_board=["War Golem"] * 2)
    game.opponent.board[0].take_damage(1)
    game.play("Dark Iron Skulker")
    assert [card.health for card in game.opponent.board] == [6, 5]
    assert len(game.player.board) == 2


@pytest.mark.parametrize(("choice", "stats"), [(0, (5, 2)), (1, (2, 5))])
def test_druid_of_the_flame_becomes_a_beast_of_either_form(choice, stats):
    game = played("Druid of the Flame", choice=choice)
    druid = game.player.board[0]
    assert druid.stats == stats
    assert game.rules.card_data(druid.id).race == "BEAST"


def test_lava_shock_unlocks_this_turns_and_next_turns_crystals():
    game = Game.stage(hand=["Lava Shock", "Lightning Bolt"], mana=10)
    game.player.record.locked = 3
    game.play("Lightning Bolt", game.opponent.hero)
    assert (game.player.mana, game.player.overload) == (6, (3, 1))
    game.play("Lava Shock", game.opponent.hero)
    assert (game.player.mana, game.player.overload) == (7, (0, 0))
    assert game.opponent.health == 25


def test_overload_after_lava_shock_locks_crystals():
    game = played("Lava Shock", ENEMY_HERO, hand=["Lightning Bolt"])
    assert game.play("Lightning Bolt", game.opponent.hero).player.overload == (0, 1)


def test_fireguard_destroyer_gains_1_to_4_attack():
    found = set()
    for game in over(30, played, "Fireguard Destroyer"):
        found.add(game.player.board[0].stats)
        assert game.player.overload == (0, 1)
    assert found == {(4, 6), (5, 6), (6, 6), (7, 6)}


@pytest.mark.parametrize(("hand", "drawn"), [([], 1), (["Wisp"], 0)])
def test_quick_shot_draws_if_it_was_the_last_card(hand, drawn):
    game = played("Quick Shot", ENEMY_HERO, hand=hand, deck=["Fireball"])
    assert game.opponent.health == 27
    assert names(game.player.hand) == hand + ["Fireball"] * drawn


def test_core_rager_is_stronger_if_it_was_the_last_card():
    game = played("Core Rager", hand=["Core Rager"], mana=8).play("Core Rager")
    assert stats(game.player.board) == [(4, 4), (7, 7)]


@pytest.mark.parametrize(("health", "damage"), [(13, 1), (12, 3)])
def test_revenge_deals_3_to_all_minions_from_12_health_on(health, damage):
    game = played("Revenge", board=["War Golem"], enemy_board=["War Golem"], health=health)
    assert [game.player.board[0].damage, game.opponent.board[0].damage] == [damage] * 2


def test_axe_flinger_throws_each_time_it_is_damaged():
    game = played("Moonfire", "Axe Flinger", hand=["Fireball"], board=["Axe Flinger"])
    assert game.opponent.health == 28
    assert game.play("Fireball", game.player.board[0]).opponent.health == 26


def test_resurrect_summons_a_friendly_minion_that_died_in_any_turn_of_the_game():
    game = died("Chillwind Yeti", hand=["Resurrect"], enemy_board=["Wisp"])
    game.opponent.board[0].destroy()
    game.skip_turn().play("Resurrect")
    assert names(game.player.board) == ["Chillwind Yeti"]


def test_resurrect_needs_a_friendly_minion_that_died():
    game = Game.stage(hand=["Resurrect", "Wisp"], enemy_board=["Wisp"])
    game.player.hand[1].discard()
    game.opponent.board[0].destroy()
    game.skip_turn()
    with pytest.raises(IllegalAction):
        game.play("Resurrect")


def test_resurrect_needs_room():
    game = died("Wisp", board=["Wisp"] * 6, hand=["Resurrect"])
    game.player.summon("Wisp")
    with pytest.raises(IllegalAction):
        game.play("Resurrect")


def test_resurrect_picks_among_all_deaths_tokens_too():
    found = set()
    for game in over(12, died, "Haunted Creeper", hand=["Resurrect"]):
        game.player.board[0].destroy()
        game.play("Resurrect")
        found.add(game.player.board[-1].name)
    assert found == {"Haunted Creeper", "Spectral Spider"}


def test_resurrect_summons_the_minion_as_it_is_printed_without_its_battlecry():
    game = Game.stage(hand=["Resurrect", "Blessing of Kings"], board=["Leeroy Jenkins"], mana=6)
    game.play("Blessing of Kings", "Leeroy Jenkins").player.board[0].destroy()
    game.play("Resurrect")
    assert stats(game.player.board) == [(6, 2)]
    assert game.opponent.board == []


def test_resurrect_does_not_count_a_minion_that_was_transformed_or_returned():
    game = Game.stage(hand=["Resurrect", "Polymorph"], board=["Chillwind Yeti"])
    game.play("Polymorph", game.player.board[0])
    game.player.board[0].destroy()
    assert names(game.play("Resurrect").player.board) == ["Sheep"]


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
    assert played("Drakonid Crusher", enemy_health=health).player.board[0].stats == stats


def test_hungry_dragon_summons_a_minion_of_cost_1_for_the_opponent():
    for game in over(5, played, "Hungry Dragon"):
        (fed,) = game.opponent.board
        assert game.rules.card_data(fed.id).cost == 1
        assert len(game.player.board) == 1


def test_majordomo_makes_you_ragnaros_with_8_health_and_his_power():
    game = Game.stage(board=["Majordomo Executus"], armor=5)
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
    game = Game.stage(hand=["Hellfire"], board=["Majordomo Executus"], health=2)
    game.player.board[0].take_damage(5)
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
    for game in over(5, played, "Nefarian", enemy_hero="MAGE"):
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
