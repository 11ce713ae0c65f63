"""Rulings of the Rogue's cards."""

from engine.card_data import standard_cards
from engine.game import Game
from tests.engine.rulings import ENEMY_HERO, names, played, stats


def test_dagger_mastery_equips_a_fresh_dagger():
    assert Game.stage(weapon="Assassin's Blade").use_power().player.weapon.stats == (1, 2)


def test_backstab_takes_only_undamaged_minions():
    game = Game.stage(hand=["Backstab"], board=["War Golem"], enemy_board=["Chillwind Yeti"])
    game.opponent.board[0].take_damage(1)
    backstab = game.player.hand[0]
    assert names(backstab.targets) == ["War Golem"]
    backstab.play("War Golem")
    assert stats(game.player.board) == [(7, 5)]


def test_cold_blood_gives_2_attack_and_4_with_combo():
    game = Game.stage(hand=["Cold Blood"] * 2, board=["Wisp"])
    assert stats(game.play("Cold Blood", "Wisp").player.board) == [(3, 1)]
    assert stats(game.play("Cold Blood", "Wisp").player.board) == [(7, 1)]


def test_deadly_poison_gives_the_weapon_2_attack():
    game = Game.stage(hand=["Deadly Poison"], weapon="Wicked Knife").play("Deadly Poison")
    assert game.player.weapon.stats == (3, 2)
    assert game.attack(game.player.hero, game.opponent.hero).opponent.health == 27


def test_sinister_strike_deals_3_to_the_enemy_hero_through_taunt():
    assert played("Sinister Strike", enemy_board=["Goldshire Footman"]).opponent.health == 27


def test_assassinate_destroys_an_enemy_minion_behind_a_divine_shield():
    game = Game.stage(hand=["Assassinate"], board=["Wisp"], enemy_board=["Sunwalker"])
    assert names(game.player.hand[0].targets) == ["Sunwalker"]
    assert game.play("Assassinate", "Sunwalker").opponent.board == []


def test_sprint_draws_4_cards():
    game = Game.stage(hand=["Sprint"], deck=["Wisp"] * 5).play("Sprint")
    assert (len(game.player.hand), len(game.player.deck)) == (4, 1)


def test_blade_flurry_deals_the_weapons_attack_to_enemy_minions_only_and_destroys_it():
    game = played("Blade Flurry", weapon="Assassin's Blade", enemy_board=["War Golem"])
    assert stats(game.opponent.board) == [(7, 4)]
    assert game.opponent.health == 30
    assert game.player.weapon is None


def test_blade_flurry_has_spell_damage():
    game = played(
        "Blade Flurry", board=["Kobold Geomancer"], weapon="Wicked Knife", enemy_board=["War Golem"]
    )
    assert stats(game.opponent.board) == [(7, 5)]


def test_eviscerate_deals_2_and_4_with_combo():
    game = Game.stage(hand=["Eviscerate"] * 2)
    assert game.play("Eviscerate", game.opponent.hero).opponent.health == 28
    assert game.play("Eviscerate", game.opponent.hero).opponent.health == 24


def test_combo_does_not_last_into_the_next_turn():
    game = Game.stage(hand=["The Coin", "Eviscerate"]).play("The Coin").skip_turn()
    assert game.play("Eviscerate", game.opponent.hero).opponent.health == 28


def test_the_hero_power_does_not_start_a_combo():
    game = Game.stage(hand=["Eviscerate"]).use_power()
    assert game.play("Eviscerate", game.opponent.hero).opponent.health == 28


def test_betrayal_makes_a_minion_hit_both_neighbours_but_not_itself():
    game = Game.stage(
        hand=["Betrayal"], enemy_board=["War Golem", "Chillwind Yeti", "War Golem", "Wisp"]
    ).play("Betrayal", "Chillwind Yeti")
    assert stats(game.opponent.board) == [(7, 3), (4, 5), (7, 3), (1, 1)]


def test_betrayal_by_a_poisonous_minion_kills_its_neighbours():
    game = Game.stage(hand=["Betrayal"], enemy_board=["War Golem", "Emperor Cobra", "War Golem"])
    assert names(game.play("Betrayal", "Emperor Cobra").opponent.board) == ["Emperor Cobra"]


def test_betrayal_has_no_spell_damage_for_it_is_the_minion_that_deals():
    game = Game.stage(
        hand=["Betrayal"], board=["Kobold Geomancer"], enemy_board=["War Golem", "Chillwind Yeti"]
    ).play("Betrayal", "Chillwind Yeti")
    assert stats(game.opponent.board) == [(7, 3), (4, 5)]


def test_conceal_hides_the_minions_until_the_next_own_turn():
    game = Game.stage(hand=["Conceal"], board=["Wisp", "War Golem"]).play("Conceal").end_turn()
    assert all(minion.stealthed for minion in game.player.board)
    assert not any(minion.stealthed for minion in game.end_turn().player.board)


def test_conceal_does_not_shorten_a_lasting_stealth():
    assert played("Conceal", board=["Jungle Panther"]).skip_turn().player.board[0].stealthed


def test_conceal_does_not_hide_who_comes_later():
    assert not played("Conceal", hand=["Wisp"]).play("Wisp").player.board[0].stealthed


def test_fan_of_knives_deals_1_to_enemy_minions_and_draws():
    game = played("Fan of Knives", board=["Wisp"], enemy_board=["Wisp", "War Golem"], deck=["Wisp"])
    assert stats([*game.player.board, *game.opponent.board]) == [(1, 1), (7, 6)]
    assert len(game.player.hand) == 1


def test_defias_ringleader_brings_a_bandit_with_combo_only():
    game = Game.stage(hand=["Defias Ringleader"] * 2).play("Defias Ringleader")
    assert len(game.player.board) == 1
    game.play("Defias Ringleader", position=0)
    assert names(game.player.board)[:2] == ["Defias Ringleader", "Defias Bandit"]


def test_perditions_blade_deals_1_and_2_with_combo():
    game = Game.stage(hand=["Perdition's Blade"] * 2)
    assert game.play("Perdition's Blade", game.opponent.hero).opponent.health == 29
    assert game.play("Perdition's Blade", game.opponent.hero).opponent.health == 27
    assert game.player.weapon.stats == (2, 2)


def test_perditions_blade_has_no_spell_damage():
    assert played("Perdition's Blade", ENEMY_HERO, board=["Kobold Geomancer"]).opponent.health == 29


def test_si7_agent_takes_a_target_with_combo_only():
    game = Game.stage(hand=["The Coin", "SI:7 Agent"])
    agent = game.player.hand[1]
    assert agent.targets == []
    game.play("The Coin")
    agent.play(game.opponent.hero)
    assert game.opponent.health == 28


def test_si7_agent_damages_nobody_without_combo():
    game = Game.stage(hand=["SI:7 Agent"]).play("SI:7 Agent")
    assert (game.player.health, game.opponent.health) == (30, 30)


def test_headcrack_without_combo_is_gone():
    game = Game.stage(hand=["Headcrack"]).play("Headcrack").skip_turn()
    assert (game.opponent.health, game.player.hand) == (28, [])


def test_headcrack_deals_2_with_combo_too():
    assert played("The Coin", hand=["Headcrack"]).play("Headcrack").opponent.health == 28


def test_headcrack_with_combo_returns_at_the_end_of_the_turn():
    game = Game.stage(hand=["The Coin", "Headcrack"])
    headcrack = game.player.hand[1]
    game.play("The Coin").play("Headcrack")
    assert (game.player.hand, headcrack.zone) == ([], "returning")
    assert game.end_turn().player.hand == [headcrack]


def test_headcrack_returns_after_what_else_the_end_of_the_turn_brings():
    game = played("The Coin", hand=["Headcrack"], board=["Ysera"]).play("Headcrack").end_turn()
    assert names(game.player.hand)[1:] == ["Headcrack"]


def test_headcrack_returns_once_for_each_time_it_is_played_with_combo():
    game = Game.stage(hand=["The Coin", "Headcrack"], deck=["Wisp"] * 9)
    game.play("The Coin").play("Headcrack").skip_turn().play("Headcrack").skip_turn()
    assert "Headcrack" not in names(game.player.hand)


def test_headcrack_burns_if_the_hand_is_full():
    game = Game.stage(hand=["The Coin", "Headcrack"]).play("The Coin").play("Headcrack")
    for _ in range(10):
        game.player.give("Wisp")
    assert names(game.end_turn().player.hand) == ["Wisp"] * 10


def test_shadowstep_returns_a_friendly_minion_that_costs_2_less():
    game = Game.stage(hand=["Shadowstep"], board=["Chillwind Yeti"], enemy_board=["Wisp"])
    yeti = game.player.board[0]
    assert game.player.hand[0].targets == [yeti]
    game.play("Shadowstep", yeti)
    assert (yeti.zone, yeti.cost) == ("hand", 2)


def test_shadowsteps_discount_is_gone_once_the_minion_was_played_again():
    game = Game.stage(hand=["Shadowstep", "Youthful Brewmaster"], board=["Chillwind Yeti"])
    yeti = game.player.board[0]
    game.play("Shadowstep", yeti).play(yeti).play("Youthful Brewmaster", yeti)
    assert (yeti.zone, yeti.cost) == ("hand", 4)


def test_shadowstep_forgets_damage_and_buffs():
    game = Game.stage(hand=["Shadowstep", "Blessing of Kings"], board=["Chillwind Yeti"])
    yeti = game.player.board[0].take_damage(2)
    game.play("Blessing of Kings", yeti).play("Shadowstep", yeti).play(yeti)
    assert yeti.stats == (4, 5)


def test_preparation_makes_the_next_spell_cost_2_less():
    game = Game.stage(hand=["Preparation", "Sprint", "Shiv", "Wisp"]).play("Preparation")
    assert [card.cost for card in game.player.hand] == [5, 0, 0]
    assert game.play("Wisp").play("Shiv", game.opponent.hero).find("Sprint").cost == 7


def test_preparation_is_lost_at_the_end_of_the_turn():
    assert played("Preparation", hand=["Sprint"]).skip_turn().player.hand[0].cost == 7


def test_a_second_preparation_uses_up_the_first():
    game = Game.stage(hand=["Preparation", "Preparation", "Sprint"])
    assert game.play("Preparation").play("Preparation").player.hand[0].cost == 5


def test_preparation_makes_a_secret_cheaper_too():
    game = Game.stage(hand=["Preparation", "Snake Trap", "Sprint"]).play("Preparation")
    assert game.player.hand[0].cost == 0
    assert game.play("Snake Trap").player.hand[0].cost == 7


def test_pilfer_adds_a_card_of_another_class():
    classes = {card.id: card.card_class for card in standard_cards()}
    for seed in range(8):
        (card,) = Game.stage(hand=["Pilfer"], seed=seed).play("Pilfer").player.hand
        assert classes[card.id] not in ("ROGUE", "NEUTRAL")


def test_plaguebringer_makes_a_friendly_minion_poisonous():
    game = Game.stage(hand=["Plaguebringer"], board=["Wisp"], enemy_board=["War Golem"])
    game.play("Plaguebringer", "Wisp").attack("Wisp", "War Golem")
    assert game.opponent.board == []


def test_shiv_deals_1_damage_and_draws():
    game = played("Shiv", ENEMY_HERO, deck=["Wisp"])
    assert (game.opponent.health, names(game.player.hand)) == (29, ["Wisp"])


def test_patient_assassin_hides_until_it_attacks_and_kills_what_it_hits():
    game = Game.stage(board=["Patient Assassin"], enemy_board=["Oasis Snapjaw"])
    assassin = game.player.board[0]
    assert assassin.stealthed
    assassin.attacks("Oasis Snapjaw")
    assert game.opponent.board == []
    assert assassin.dead


def test_sap_returns_an_enemy_minion_at_its_printed_cost():
    game = Game.stage(hand=["Sap"], board=["Wisp"], enemy_board=["Chillwind Yeti"])
    yeti = game.opponent.board[0].take_damage(3)
    assert game.player.hand[0].targets == [yeti]
    game.play("Sap", yeti)
    assert (yeti.zone, yeti.cost, game.opponent.hand) == ("hand", 4, [yeti])


def test_sap_destroys_a_minion_that_finds_no_room_in_its_hand():
    game = played("Sap", "Harvest Golem", enemy_board=["Harvest Golem"], enemy_hand=["Wisp"] * 10)
    assert names(game.opponent.board) == ["Damaged Golem"]
    assert len(game.opponent.hand) == 10


def test_edwin_gains_2_2_for_each_other_card_played_this_turn():
    game = played("The Coin", hand=["Wisp", "Edwin VanCleef"]).play("Wisp").play("Edwin VanCleef")
    assert game.player.board[1].stats == (6, 6)


def test_edwin_alone_is_2_2():
    assert stats(played("Edwin VanCleef").player.board) == [(2, 2)]


def test_edwin_does_not_grow_with_cards_played_after_him():
    game = played("The Coin", hand=["Edwin VanCleef", "Wisp"]).play("Edwin VanCleef").play("Wisp")
    assert game.player.board[0].stats == (4, 4)


def test_kidnapper_with_combo_returns_a_minion_of_either_side():
    game = played("The Coin", hand=["Kidnapper"], board=["Wisp"], enemy_board=["War Golem"])
    assert names(game.player.hand[0].targets) == ["Wisp", "War Golem"]
    assert names(game.play("Kidnapper", "War Golem").opponent.hand) == ["War Golem"]


def test_master_of_disguise_hides_a_friendly_minion_until_the_next_own_turn():
    game = played("Master of Disguise", "Wisp", board=["Wisp"]).end_turn()
    assert game.player.board[0].stealthed
    assert not game.end_turn().player.board[0].stealthed


def test_assassins_blade_lasts_four_attacks():
    game = Game.stage(weapon="Assassin's Blade", enemy_hero="PALADIN")
    for _ in range(4):
        game.attack(game.player.hero, game.opponent.hero).skip_turn()
    assert (game.opponent.health, game.player.weapon) == (18, None)


def test_vanish_returns_all_minions_to_their_owners_hands():
    game = played("Vanish", board=["Wisp", "War Golem"], enemy_board=["Chillwind Yeti"])
    assert game.player.board == game.opponent.board == []
    assert names(game.player.hand) == ["Wisp", "War Golem"]
    assert names(game.opponent.hand) == ["Chillwind Yeti"]


def test_vanish_destroys_who_finds_no_room_with_its_deathrattle():
    game = played("Vanish", enemy_hand=["Sap"] * 9, enemy_board=["Wisp", "Cairne Bloodhoof"])
    assert names(game.opponent.hand)[9:] == ["Wisp"]
    assert names(game.opponent.board) == ["Baine Bloodhoof"]


def test_vanish_returns_minions_in_order_of_play():
    game = Game.stage(hand=["Vanish", "Wisp"], board=["War Golem"], mana=10)
    game.play(game.player.hand[1], position=0).play("Vanish")
    assert names(game.player.hand) == ["War Golem", "Wisp"]


def test_vanish_gives_a_stolen_minion_to_who_controls_it():
    game = Game.stage(hand=["Vanish"], enemy_board=["War Golem"])
    game.opponent.board[0].change_controller()
    assert names(game.play("Vanish").player.hand) == ["War Golem"]
