"""Rulings of neutral cards of Goblins vs Gnomes, in their order, up to Goblin Sapper."""

from collections import Counter

import pytest

from engine.cards.goblins_neutral import SPARE_PART
from engine.game import Game
from tests.engine.rulings import died, names, over, played, stats


def test_mechwarper_makes_your_mechs_cost_1_less():
    game = Game.stage(
        hand=["Spider Tank", "Chillwind Yeti", "Harvest Golem", "Fireball"], board=["Mechwarper"],
        enemy_hand=["Spider Tank"],
    )  # fmt: skip
    assert [card.cost for card in game.player.hand] == [2, 4, 2, 4]
    assert game.opponent.hand[0].cost == 3


def test_several_mechwarpers_add_up_but_no_cost_falls_below_0():
    game = Game.stage(hand=["Clockwork Gnome", "Spider Tank"], board=["Mechwarper"] * 2)
    assert [card.cost for card in game.player.hand] == [0, 1]
    assert game.play("Clockwork Gnome").player.mana == 10


def test_mechwarper_silenced_or_gone_no_longer_counts():
    game = Game.stage(hand=["Spider Tank"], board=["Mechwarper"] * 2)
    tank, (first, second) = game.player.hand[0], game.player.board
    first.silence()
    assert tank.cost == 2
    second.destroy()
    assert tank.cost == 3


def test_mechwarper_adds_to_mana_wraith_and_the_others():
    game = Game.stage(hand=["Spider Tank"], board=["Mechwarper", "Mana Wraith"])
    assert game.player.hand[0].cost == 3
    game = Game.stage(hand=["Spider Tank"], board=["Mechwarper", "Pint-Sized Summoner"])
    assert game.player.hand[0].cost == 1


def test_mechwarper_costs_less_beside_another_and_changes_what_is_paid():
    assert played("Mechwarper", hand=["Mechwarper"], mana=3).play("Mechwarper").player.mana == 0


def test_cogmaster_has_2_more_attack_while_you_have_a_mech():
    game = Game.stage(hand=["Spider Tank"], board=["Cogmaster"], enemy_board=["Spider Tank"])
    cogmaster = game.player.board[0]
    assert cogmaster.attack == 1
    game.play("Spider Tank")
    assert cogmaster.attack == 3
    game.player.board[1].destroy()
    assert cogmaster.attack == 1


def test_two_mechs_do_not_count_twice_for_cogmaster():
    assert Game.stage(board=["Cogmaster", *["Spider Tank"] * 2]).player.board[0].attack == 3


def test_cogmaster_notices_a_mech_that_is_stolen():
    board = ["Spider Tank", "Wisp", "Wisp", "Wisp"]
    for game in over(8, played, "Mind Control Tech", board=["Cogmaster"], enemy_board=board):
        assert game.player.board[0].attack == (
            3 if "Spider Tank" in names(game.player.board) else 1
        )


def test_fel_reaver_loses_the_top_3_cards_of_your_deck_for_each_card_of_the_opponent():
    deck = ["Wisp", "Fireball", "War Golem", "Chillwind Yeti"]
    game = Game.stage(
        board=["Fel Reaver"], deck=deck, enemy_hand=["Wisp", "Backstab"], enemy_deck=["Wisp"]
    )
    game.end_turn().play("Wisp")
    assert names(game.player.deck) == ["Chillwind Yeti"]
    assert names(game.player.graveyard) == ["War Golem", "Fireball", "Wisp"]


def test_fel_reaver_draws_nothing_and_an_empty_deck_is_no_harm():
    game = Game.stage(
        board=["Fel Reaver"], deck=["Wisp"], enemy_hand=["Wisp"] * 2, enemy_deck=["Wisp"],
        fatigue=True,
    )  # fmt: skip
    game.end_turn().play("Wisp").play("Wisp")
    assert (game.player.hand, game.player.deck) == ([], [])
    assert (game.player.health, game.player.fatigue, game.player.cards_drawn) == (30, 0, 0)


def test_fel_reaver_ignores_own_cards_hero_powers_and_attacks():
    game = played(
        "Wisp", board=["Fel Reaver"], deck=["Wisp"] * 6, enemy_board=["Wisp"], enemy_deck=["Wisp"]
    ).end_turn()
    game.current_player.power.use()
    game.opponent.board[0].attacks(game.player.hero)
    assert len(game.player.deck) == 6


def test_two_fel_reavers_lose_6_cards():
    game = Game.stage(
        board=["Fel Reaver"] * 2, deck=["Wisp"] * 8, enemy_hand=["Wisp"], enemy_deck=["Wisp"]
    )
    game.end_turn().play("Wisp")
    assert len(game.player.deck) == 2


def test_fel_reaver_does_not_hear_of_a_spell_that_is_countered():
    game = Game.stage(
        board=["Fel Reaver"], deck=["Wisp"] * 4, secrets=["Counterspell"],
        enemy_hand=["Fireball"], enemy_deck=["Wisp"],
    )  # fmt: skip
    game.end_turn().play("Fireball", "Fel Reaver")
    assert len(game.player.deck) == 4


# Ogre Brute: see also interactions/test_forgetful.py.
def test_ogre_brute_attacks_the_wrong_enemy_in_half_of_its_attacks():
    games = over(100, Game.stage, board=["Ogre Brute"], enemy_board=["War Golem"])
    found = Counter(game.attack("Ogre Brute", "War Golem").opponent.health for game in games)
    assert set(found) == {30, 26}
    assert 30 < found[26] < 70


def test_ogre_brute_does_not_forget_without_another_enemy_or_when_silenced():
    for game in over(20, Game.stage, board=["Ogre Brute"] * 2, enemy_board=["War Golem"]):
        first, second = game.player.board
        first.silence().attacks("War Golem")
        assert game.opponent.health == 30
        game.opponent.board[0].destroy()
        second.attacks(game.opponent.hero)
        assert game.opponent.health == 26


def test_troggs_gain_attack_whenever_the_opponent_casts_a_spell():
    game = Game.stage(
        hand=["The Coin"], board=["Stonesplinter Trogg", "Burly Rockjaw Trogg"],
        enemy_hand=["The Coin", "Wisp"],
    )  # fmt: skip
    game.play("The Coin").end_turn().play("Wisp")
    assert stats(game.player.board) == [(2, 3), (3, 5)]
    assert stats(game.play("The Coin").player.board) == [(3, 3), (5, 5)]


def test_a_secret_is_a_spell_for_a_trogg_and_a_countered_spell_is_not():
    game = Game.stage(
        board=["Burly Rockjaw Trogg"], secrets=["Counterspell"],
        enemy_hand=["Ice Block", "The Coin"],
    )  # fmt: skip
    game.end_turn().play("The Coin")
    assert game.player.board[0].attack == 3
    assert game.play("Ice Block").player.board[0].attack == 5


def test_antique_healbot_restores_8_health_to_your_hero():
    assert played("Antique Healbot", health=20).player.health == 28


def test_antique_healbot_beside_auchenai_soulpriest_deals_damage():
    assert played("Antique Healbot", board=["Auchenai Soulpriest"]).player.health == 22


def test_kezan_mystic_takes_control_of_a_random_enemy_secret():
    taken = set()
    for game in over(20, played, "Kezan Mystic", enemy_secrets=["Ice Barrier", "Explosive Trap"]):
        taken.update(names(game.player.secrets))
        assert {*names(game.player.secrets), *names(game.opponent.secrets)} == {
            "Ice Barrier", "Explosive Trap",
        }  # fmt: skip
    assert taken == {"Ice Barrier", "Explosive Trap"}


def test_a_stolen_secret_works_for_its_new_side():
    game = played(
        "Kezan Mystic", enemy_secrets=["Explosive Trap"], enemy_board=["Wisp", "War Golem"]
    ).end_turn()
    game.opponent.board[1].attacks(game.player.hero)
    assert game.player.secrets == []
    assert stats(game.opponent.board) == [(7, 5)]


def test_kezan_mystic_destroys_a_secret_that_you_have_already():
    game = played("Kezan Mystic", secrets=["Ice Barrier"], enemy_secrets=["Ice Barrier"])
    assert names(game.player.secrets) == ["Ice Barrier"]
    assert (game.opponent.secrets, names(game.opponent.graveyard)) == ([], ["Ice Barrier"])


def test_kezan_mystic_destroys_a_secret_for_which_there_is_no_room():
    five = ["Ice Block", "Ice Barrier", "Vaporize", "Mirror Entity", "Counterspell"]
    game = played("Kezan Mystic", secrets=five, enemy_secrets=["Explosive Trap"])
    assert (len(game.player.secrets), game.opponent.secrets) == (5, [])


def test_kezan_mystic_without_an_enemy_secret_does_nothing():
    assert names(played("Kezan Mystic", secrets=["Ice Barrier"]).player.secrets) == ["Ice Barrier"]


def test_eaglehorn_bow_does_not_notice_a_stolen_secret():
    game = Game.stage(
        hand=["Kezan Mystic"], weapon="Eaglehorn Bow", enemy_secrets=["Explosive Trap"],
        enemy_weapon="Eaglehorn Bow",
    )  # fmt: skip
    game.play("Kezan Mystic")
    assert (game.player.weapon.durability, game.opponent.weapon.durability) == (2, 2)


def test_ships_cannon_deals_2_damage_to_a_random_enemy_after_you_summon_a_pirate():
    game = Game.stage(hand=["Salty Dog", "Wisp"], board=["Ship's Cannon"]).play("Wisp")
    assert game.opponent.health == 30
    assert game.play("Salty Dog").opponent.health == 28


def test_ships_cannon_hits_one_enemy():
    game = played("Salty Dog", board=["Ship's Cannon"], enemy_board=["War Golem"])
    assert 30 - game.opponent.health + game.opponent.board[0].damage == 2


def test_ships_cannon_waits_for_the_battlecry_of_a_pirate():
    game = played("Bloodsail Corsair", board=["Ship's Cannon"], enemy_weapon="Wicked Knife")
    assert (game.opponent.health, game.opponent.weapon.durability) == (28, 1)


def test_explosive_sheep_deals_2_damage_to_all_minions():
    game = died("Explosive Sheep", board=["War Golem"], enemy_board=["River Crocolisk"] * 2)
    assert [golem.damage for golem in game.player.board] == [2]
    assert [beast.damage for beast in game.opponent.board] == [2, 2]
    assert (game.player.health, game.opponent.health) == (30, 30)


def test_explosive_sheep_sets_off_another():
    game = died("Explosive Sheep", board=["Explosive Sheep"], enemy_board=["Chillwind Yeti"])
    assert (game.player.board, stats(game.opponent.board)) == ([], [(4, 1)])


def test_mechanical_yeti_gives_each_player_a_spare_part():
    game = died("Mechanical Yeti")
    for player in (game.player, game.opponent):
        assert len(player.hand) == 1
        assert player.hand[0].name in SPARE_PART.names


def test_clockwork_gnome_gives_a_random_spare_part_of_seven():
    found = {game.player.hand[0].name for game in over(80, died, "Clockwork Gnome")}
    assert found == set(SPARE_PART.names)
    assert len(found) == 7


def test_a_full_hand_takes_no_spare_part():
    assert names(died("Clockwork Gnome", hand=["Wisp"] * 10).player.hand) == ["Wisp"] * 10


def test_armor_plating_and_whirling_blades_give_1():
    game = Game.stage(hand=["Armor Plating", "Whirling Blades"], enemy_board=["Wisp"])
    game.play("Armor Plating", "Wisp").play("Whirling Blades", "Wisp")
    assert stats(game.opponent.board) == [(2, 2)]


def test_rusty_horn_gives_taunt():
    assert played("Rusty Horn", "Wisp", board=["Wisp"]).player.board[0].taunt


def test_time_rewinder_returns_a_friendly_minion_only():
    game = Game.stage(hand=["Time Rewinder"], board=["Wisp"], enemy_board=["War Golem"])
    assert names(game.player.hand[0].targets) == ["Wisp"]
    game.play("Time Rewinder", "Wisp")
    assert (names(game.player.hand), game.player.board) == (["Wisp"], [])


def test_finicky_cloakfield_gives_stealth_until_your_next_turn():
    game = Game.stage(hand=["Finicky Cloakfield"], board=["Wisp"], enemy_board=["War Golem"])
    wisp = game.play("Finicky Cloakfield", "Wisp").player.board[0]
    assert wisp.stealthed
    game.end_turn()
    assert wisp.stealthed
    game.end_turn()
    assert not wisp.stealthed


def test_finicky_cloakfield_leaves_the_stealth_that_a_minion_has():
    game = Game.stage(hand=["Finicky Cloakfield"], board=["Gilblin Stalker"])
    stalker = game.play("Finicky Cloakfield", "Gilblin Stalker").player.board[0]
    assert game.skip_turn().player.board == [stalker]
    assert stalker.stealthed


def test_emergency_coolant_freezes_a_minion():
    game = Game.stage(hand=["Emergency Coolant"], enemy_board=["War Golem"])
    assert game.play("Emergency Coolant", "War Golem").opponent.board[0].frozen


def test_reversing_switch_swaps_attack_and_health():
    game = Game.stage(
        hand=["Reversing Switch"] * 2, board=["Flying Machine"], enemy_board=["Target Dummy"]
    ).play("Reversing Switch", "Flying Machine")
    assert stats(game.player.board) == [(4, 1)]
    assert game.play("Reversing Switch", "Target Dummy").opponent.board == []


def test_spare_parts_are_spells():
    game = played("Whirling Blades", "Kobold Geomancer", board=["Mana Wyrm", "Kobold Geomancer"])
    assert stats(game.player.board) == [(2, 3), (3, 2)]


def test_illuminator_restores_4_health_at_the_end_of_your_turn_with_a_secret():
    game = Game.stage(board=["Illuminator"], secrets=["Ice Block"], enemy_deck=["Wisp"], health=20)
    assert game.end_turn().player.health == 24
    assert game.end_turn().player.health == 24


def test_illuminator_does_nothing_without_a_secret():
    game = Game.stage(board=["Illuminator"], enemy_secrets=["Ice Block"], health=20)
    assert game.end_turn().player.health == 20


def test_madder_bomber_deals_6_damage_split_among_all_others():
    for game in over(10, played, "Madder Bomber", board=["War Golem"], enemy_board=["War Golem"]):
        damage = [60 - game.player.health - game.opponent.health]
        damage += [minion.damage for minion in (*game.player.board, *game.opponent.board)]
        assert (sum(damage), game.player.board[-1].damage) == (6, 0)


@pytest.mark.parametrize(
    ("top", "drawn"),
    [("War Golem", "Chicken"), ("Fireball", "Fireball"), ("Arcanite Reaper", "Arcanite Reaper")],
)
def test_gnomish_experimenter_makes_a_chicken_of_a_minion_that_it_draws(top, drawn):
    game = played("Gnomish Experimenter", deck=[top, "Wisp"])
    assert (names(game.player.hand), names(game.player.deck)) == ([drawn], ["Wisp"])


def test_the_chicken_of_gnomish_experimenter_costs_1_and_is_a_beast():
    game = played("Gnomish Experimenter", deck=["War Golem"], mana=4)
    chicken = game.player.hand[0]
    assert (chicken.cost, chicken.id) == (1, "GVG_092t")
    assert game.play(chicken).player.board[-1].stats == (1, 1)


def test_gnomish_experimenter_with_an_empty_deck_takes_fatigue():
    assert played("Gnomish Experimenter", fatigue=True).player.health == 29


def test_jeeves_fills_the_hand_of_whose_turn_ends_to_3_cards():
    game = Game.stage(hand=["Wisp"], board=["Jeeves"], deck=["Wisp"] * 5, enemy_deck=["Wisp"] * 6)
    game.end_turn()
    assert (len(game.player.hand), len(game.opponent.hand)) == (3, 1)
    game.end_turn()
    assert (len(game.player.hand), len(game.opponent.hand)) == (4, 3)


def test_jeeves_draws_nothing_for_a_hand_of_3():
    game = Game.stage(hand=["Wisp"] * 4, board=["Jeeves"], deck=["Wisp"])
    assert len(game.end_turn().player.hand) == 4


def test_two_jeeves_draw_no_more_than_one():
    assert len(Game.stage(board=["Jeeves"] * 2, deck=["Wisp"] * 5).end_turn().player.hand) == 3


def test_jeeves_costs_fatigue_for_each_card_that_is_missing():
    game = Game.stage(board=["Jeeves"], deck=["Wisp"], fatigue=True, enemy_deck=["Wisp"])
    assert game.end_turn().player.health == 30 - 1 - 2


def test_goblin_sapper_has_4_more_attack_while_the_opponent_holds_6_cards():
    game = Game.stage(board=["Goblin Sapper"], enemy_hand=["Wisp"] * 6, enemy_deck=["Wisp"])
    sapper = game.player.board[0]
    assert sapper.attack == 6
    game.end_turn().play("Wisp")
    assert sapper.attack == 6
    game.play("Wisp")
    assert sapper.attack == 2


def test_goblin_sapper_notices_cards_that_are_drawn_given_returned_and_discarded():
    game = Game.stage(
        hand=["Sap", "King Mukla"], board=["Goblin Sapper"], enemy_hand=["Wisp"] * 3,
        enemy_board=["Wisp"],
    )  # fmt: skip
    sapper = game.player.board[0]
    game.play("King Mukla")
    assert sapper.attack == 2
    game.play("Sap", "Wisp")
    assert sapper.attack == 6
    game.opponent.hand[0].discard()
    assert sapper.attack == 2


def test_goblin_sapper_does_not_count_your_own_hand_and_changes_sides():
    sapper = Game.stage(hand=["Wisp"] * 6, board=["Goblin Sapper"]).player.board[0]
    assert sapper.attack == 2
    assert sapper.change_controller().attack == 6
    assert sapper.silence().attack == 2
