"""Rulings of neutral cards of Goblins vs Gnomes, in their order, from Piloted Shredder on."""

from collections import Counter

import pytest

from engine.card_data import card_data, collectible_cards, standard_cards
from engine.cards.goblins_neutral import SPARE_PART
from engine.dsl.abilities import battlecry
from engine.dsl.amounts import attack_of
from engine.dsl.cards import minion
from engine.dsl.effects import deal
from engine.dsl.selectors import enemy, this
from engine.formats import find_format
from engine.game import Game
from engine.rules import rules_for
from tests.engine.own_cards import rules_with
from tests.engine.rulings import died, names, over, played, stats


@pytest.fixture(scope="module")
def ours():
    """Rules in which random cards come from our own sets."""
    return rules_for(generated="implemented")


@pytest.mark.parametrize(("pilot", "cost"), [("Piloted Shredder", 2), ("Piloted Sky Golem", 4)])
def test_a_pilot_is_a_random_minion_of_its_cost_in_place_of_the_machine(ours, pilot, cost):
    found = set()
    for game in over(30, Game.stage, board=["Wisp", pilot, "Wisp"], rules=ours):
        game.player.board[1].destroy()
        left, middle, right = game.player.board
        assert (left.name, card_data(middle.id).cost, right.name) == ("Wisp", cost, "Wisp")
        found.add(middle.name)
    assert len(found) > 10


def test_a_pilot_has_no_battlecry_and_is_summoned(ours):
    for game in over(10, died, "Piloted Shredder", board=["Knife Juggler"], rules=ours):
        assert game.opponent.health == 29
        assert len(game.player.board) == 2


def test_sneeds_old_shredder_summons_a_random_legendary_minion(ours):
    found = set()
    for game in over(30, died, "Sneed's Old Shredder", rules=ours):
        found.add(game.player.board[0].name)
        assert card_data(game.player.board[0].id).rarity == "LEGENDARY"
    assert len(found) > 15


@pytest.mark.parametrize("format", ["standard-2019", "classic", "blackrock", "CORE+EXPERT1+BRM"])
def test_sneeds_legends_are_those_of_the_format(format):
    games = over(60, died, "Sneed's Old Shredder", rules=rules_for(format=format))
    found, chosen = {game.player.board[0].id for game in games}, find_format(format)
    standard = {card.id for card in standard_cards()}
    assert all(
        id_ in standard if chosen.is_standard else chosen.allows(card_data(id_)) for id_ in found
    )
    assert {card_data(id_).rarity for id_ in found} == {"LEGENDARY"}


def test_the_pool_of_a_pilot_has_minions_of_every_class(ours):
    pool = {
        card.card_class
        for card in collectible_cards()
        if card.type == "MINION" and card.cost == 2 and card.id in ours.rows
    }
    assert {"NEUTRAL", "MAGE", "PALADIN", "ROGUE", "WARRIOR"} <= pool


def test_lil_exorcist_gains_1_1_for_each_enemy_minion_with_a_deathrattle():
    game = Game.stage(
        hand=["Lil' Exorcist"], board=["Loot Hoarder"],
        enemy_board=["Loot Hoarder", "Wisp", "Harvest Golem", "Piloted Shredder"],
    )  # fmt: skip
    exorcist = game.play("Lil' Exorcist").player.board[-1]
    assert (exorcist.stats, exorcist.taunt) == ((5, 6), True)


def test_lil_exorcist_counts_a_deathrattle_that_was_given_but_none_that_is_silenced():
    game = Game.stage(
        hand=["Lil' Exorcist", "Ancestral Spirit"], enemy_board=["Wisp", "Loot Hoarder"],
        hero="SHAMAN",
    )  # fmt: skip
    game.opponent.board[1].silence()
    game.play("Ancestral Spirit", "Wisp").play("Lil' Exorcist")
    assert game.player.board[0].stats == (3, 4)


def test_bomb_lobber_deals_4_damage_to_a_random_enemy_minion():
    game = played("Bomb Lobber", board=["War Golem"], enemy_board=["War Golem"])
    assert (game.player.board[0].damage, game.opponent.board[0].damage) == (0, 4)


def test_bomb_lobber_hits_one_of_several():
    game = played("Bomb Lobber", enemy_board=["War Golem"] * 3)
    assert sorted(minion.damage for minion in game.opponent.board) == [0, 0, 4]


def test_bomb_lobber_without_an_enemy_minion_only_stands_there():
    assert played("Bomb Lobber").opponent.health == 30


def test_tinkertown_technician_needs_a_mech_for_its_battlecry():
    game = Game.stage(hand=["Tinkertown Technician"], enemy_board=["Spider Tank"])
    assert stats(game.play("Tinkertown Technician").player.board) == [(3, 3)]
    assert game.player.hand == []


def test_tinkertown_technician_with_a_mech_gains_1_1_and_a_spare_part():
    game = Game.stage(hand=["Tinkertown Technician"], board=["Spider Tank"])
    assert stats(game.play("Tinkertown Technician").player.board) == [(3, 4), (4, 4)]
    assert game.player.hand[0].name in SPARE_PART.names


def test_micro_machine_gains_1_attack_at_the_start_of_each_turn():
    game = Game.stage(board=["Micro Machine"])
    machine = game.player.board[0]
    assert [game.end_turn() and machine.attack for _ in range(3)] == [2, 3, 4]
    assert machine.silence().attack == 1


def test_hobgoblin_gives_a_minion_of_1_attack_2_2_when_you_play_it():
    game = Game.stage(hand=["Wisp", "Target Dummy", "River Crocolisk"], board=["Hobgoblin"])
    game.play("Wisp").play("Target Dummy").play("River Crocolisk")
    assert stats(game.player.board) == [(2, 3), (3, 3), (0, 2), (2, 3)]


def test_hobgoblin_ignores_minions_that_are_summoned_or_played_by_the_opponent():
    game = Game.stage(hand=["Murloc Tidehunter"], board=["Hobgoblin"], enemy_hand=["Wisp"])
    game.play("Murloc Tidehunter").end_turn().play("Wisp")
    assert stats(game.player.board) == [(2, 3), (2, 1), (1, 1)]
    assert stats(game.opponent.board) == [(1, 1)]


def test_two_hobgoblins_both_give_theirs():
    assert played("Wisp", board=["Hobgoblin"] * 2).player.board[-1].stats == (5, 5)


def test_hobgoblin_comes_before_the_battlecry():
    boxer = minion("OWN_1", "Boxer", 1, 1, 1, battlecry(deal(attack_of(this), enemy.hero)))
    assert played("Boxer", board=["Hobgoblin"], rules=rules_with(boxer)).opponent.health == 27


def test_hobgoblin_counts_the_attack_without_auras():
    game = Game.stage(hand=["Wisp", "Target Dummy"], board=["Hobgoblin", "Raid Leader"])
    game.play("Wisp").play("Target Dummy")
    assert stats(game.player.board[-2:]) == [(4, 3), (1, 2)]


def test_echoes_of_a_hobgoblins_gift_stay_with_a_copy():
    game = Game.stage(hand=["Wisp"], board=["Hobgoblin"], enemy_secrets=["Mirror Entity"])
    assert stats(game.play("Wisp").opponent.board) == [(3, 3)]


def test_junkbot_gains_2_2_whenever_a_friendly_mech_dies():
    game = Game.stage(board=["Junkbot", "Spider Tank", "Wisp"], enemy_board=["Spider Tank"])
    junkbot, tank, wisp = game.player.board
    wisp.destroy()
    game.opponent.board[0].destroy()
    assert junkbot.stats == (1, 5)
    tank.destroy()
    assert junkbot.stats == (3, 7)


def test_junkbot_dying_with_other_mechs_gains_nothing():
    game = Game.stage(hand=["Twisting Nether"], board=["Junkbot", "Spider Tank"], hero="WARLOCK")
    assert game.play("Twisting Nether").player.board == []


def test_enhance_o_mechano_gives_each_other_minion_one_of_three_keywords():
    found = Counter()
    for game in over(60, Game.stage, hand=["Enhance-o Mechano"], board=["Wisp", "War Golem"]):
        mechano = game.play("Enhance-o Mechano", position=1).player.board[1]
        assert mechano.keywords == set()
        given = [game.player.board[i].keywords for i in (0, 2)]
        assert [len(words) for words in given] == [1, 1]
        found[tuple(word for words in given for word in words)] += 1
    assert len(found) == 9  # each minion has its own


def test_enhance_o_mechano_can_give_what_a_minion_has():
    games = over(30, played, "Enhance-o Mechano", board=["Goldshire Footman"])
    assert {len(game.player.board[0].keywords) for game in games} == {1, 2}


def test_recombobulator_transforms_a_friendly_minion_into_one_of_its_cost(ours):
    found = set()
    for seed in range(20):
        game = Game.stage(
            seed=seed, hand=["Recombobulator"], board=["Chillwind Yeti"], enemy_board=["Wisp"],
            rules=ours,
        )  # fmt: skip
        assert names(game.player.hand[0].targets) == ["Chillwind Yeti"]
        game.play("Recombobulator", "Chillwind Yeti")
        new = game.player.board[0]
        assert card_data(new.id).cost == 4
        found.add(new.name)
    assert len(found) > 8


@pytest.mark.parametrize(
    ("minion", "found"),
    [
        ("Clockwork Giant", {"Clockwork Giant", "Mountain Giant"}),
        ("Molten Giant", {"Molten Giant"}),
    ],
)
def test_recombobulator_goes_by_the_printed_cost(minion, found):
    rules = rules_for(format="blackrock")
    games = over(12, played, "Recombobulator", minion, board=[minion], rules=rules, health=10)
    assert {game.player.board[0].name for game in games} == found


def test_recombobulator_makes_a_collectible_minion_of_a_token(ours):
    for game in over(8, Game.stage, hand=["Recombobulator"], board=["Damaged Golem"], rules=ours):
        game.play("Recombobulator", "Damaged Golem")
        assert card_data(game.player.board[0].id) in collectible_cards()
        assert card_data(game.player.board[0].id).cost == 1


def test_recombobulator_takes_buffs_damage_and_deathrattles_away(ours):
    game = Game.stage(hand=["Recombobulator"], board=["Harvest Golem"], rules=ours)
    game.player.board[0].take_damage(1)
    game.play("Recombobulator", "Harvest Golem")
    assert len(game.player.board) == 2  # nothing died
    assert game.player.board[0].damage == 0


def test_recombobulator_alone_needs_no_target():
    assert names(played("Recombobulator").player.board) == ["Recombobulator"]


def test_dr_boom_summons_a_boom_bot_on_each_side():
    assert names(played("Dr. Boom").player.board) == ["Boom Bot", "Dr. Boom", "Boom Bot"]


def test_dr_boom_on_a_full_board_summons_what_fits():
    assert names(played("Dr. Boom", board=["Wisp"] * 5).player.board).count("Boom Bot") == 1


def test_boom_bot_deals_1_to_4_damage_to_a_random_enemy():
    games = over(120, died, "Boom Bot", board=["Wisp"], enemy_board=["War Golem"])
    found = {(30 - game.opponent.health, game.opponent.board[0].damage) for game in games}
    assert found == {(n, 0) for n in range(1, 5)} | {(0, n) for n in range(1, 5)}


def test_boom_bots_that_die_together_explode_one_after_the_other():
    """Nobody is hit twice for nothing: who is dying of the first bot is passed over."""
    for game in over(20, played, "Arcane Explosion", board=["Wisp"], enemy_board=["Boom Bot"] * 2):
        wisp_died = game.player.board == []
        assert (1 if wisp_died else 2) <= 30 - game.player.health <= (4 if wisp_died else 8)


def test_mimirons_head_destroys_3_mechs_and_forms_v_07_tr_0n_at_the_start_of_your_turn():
    board = ["Spider Tank", "Wisp", "Mimiron's Head", "Mechwarper"]
    game = Game.stage(board=board, enemy_board=["Spider Tank"]).end_turn()
    assert len(game.player.board) == 4
    game.end_turn()
    assert names(game.player.board) == ["Wisp", "V-07-TR-0N"]
    assert names(game.opponent.board) == ["Spider Tank"]


def test_mimirons_head_counts_itself_and_waits_for_2_others():
    game = Game.stage(board=["Mimiron's Head", "Spider Tank"])
    assert len(game.skip_turn().player.board) == 2
    game.player.summon("Spider Tank")
    assert names(game.skip_turn().player.board) == ["V-07-TR-0N"]


def test_mimirons_head_finds_room_on_a_full_board_of_mechs():
    game = Game.stage(board=["Mimiron's Head", *["Spider Tank"] * 6])
    assert names(game.skip_turn().player.board) == ["V-07-TR-0N"]


def test_the_deathrattles_of_the_mechs_come_before_v_07_tr_0n():
    board = ["Mimiron's Head", "Harvest Golem", "Mechanical Yeti"]
    game = Game.stage(board=board).skip_turn()
    assert names(game.player.board) == ["Damaged Golem", "V-07-TR-0N"]
    assert (len(game.player.hand), len(game.opponent.hand)) == (1, 1)


def test_v_07_tr_0n_takes_the_place_that_deathrattles_leave():
    game = Game.stage(board=["Mimiron's Head", *["Harvest Golem"] * 6])
    assert names(game.skip_turn().player.board) == [*["Damaged Golem"] * 6, "V-07-TR-0N"]


def test_one_of_two_mimirons_heads_forms_it():
    game = Game.stage(board=["Mimiron's Head"] * 2 + ["Spider Tank"])
    assert names(game.skip_turn().player.board) == ["V-07-TR-0N"]


def test_a_silenced_head_forms_nothing_but_is_still_a_mech():
    game = Game.stage(board=["Mimiron's Head", "Spider Tank", "Spider Tank"])
    game.player.board[0].silence()
    assert len(game.skip_turn().player.board) == 3
    game = Game.stage(board=["Mimiron's Head"] * 2 + ["Spider Tank"])
    game.player.board[0].silence()
    assert names(game.skip_turn().player.board) == ["V-07-TR-0N"]


def test_v_07_tr_0n_attacks_4_times_at_once():
    game = Game.stage()
    giant = game.player.summon("V-07-TR-0N")
    assert giant.attacks_left == 4
    for _ in range(4):
        giant.attacks(game.opponent.hero)
    assert (game.opponent.health, giant.can_attack) == (14, False)
    with pytest.raises(ValueError, match="has made its attacks"):
        giant.attacks(game.opponent.hero)


def test_v_07_tr_0n_silenced_attacks_once():
    game = Game.stage(board=["V-07-TR-0N"])
    giant = game.player.board[0].silence().attacks(game.opponent.hero)
    assert not giant.can_attack


def test_mogor_makes_all_minions_forget_but_no_hero():
    game = Game.stage(
        board=["Mogor the Ogre", "Wisp"], enemy_board=["War Golem"], weapon="Fiery War Axe"
    )
    minions = (*game.player.board, *game.opponent.board)
    assert all("forgetful" in minion.keywords for minion in minions)
    assert "forgetful" not in game.player.hero.keywords
    game.player.board[0].silence()
    assert not any("forgetful" in minion.keywords for minion in minions)


def test_mogor_makes_enemy_attacks_go_astray():
    games = over(100, Game.stage, enemy_board=["Mogor the Ogre"], board=["Wisp"])
    found = Counter(game.attack("Wisp", game.opponent.hero).opponent.health for game in games)
    assert set(found) == {29, 30}
    assert 30 < found[30] < 70


def test_mogor_and_ogre_brute_do_not_add_up():
    board = ["Mogor the Ogre", "Ogre Brute"]
    games = over(100, Game.stage, board=board, enemy_board=["War Golem"])
    found = Counter(game.attack("Ogre Brute", "War Golem").opponent.health for game in games)
    assert 30 < found[26] < 70


def test_foe_reaper_damages_the_neighbours_of_its_defender_too():
    game = Game.stage(board=["Foe Reaper 4000"], enemy_board=["War Golem"] * 4)
    game.player.board[0].attacks(game.opponent.board[1])
    assert [golem.damage for golem in game.opponent.board] == [6, 6, 6, 0]
    # only its defender strikes back
    assert (game.player.board[0].damage, game.opponent.health) == (7, 30)


def test_foe_reaper_kills_all_three_at_once():
    board = ["Flesheating Ghoul", "Wisp", "Wisp"]
    game = Game.stage(board=["Foe Reaper 4000"], enemy_board=["Wisp", *board])
    game.player.board[0].attacks(game.opponent.board[2])
    assert stats(game.opponent.board) == [(1, 1)]


def test_foe_reaper_is_not_slowed_by_a_divine_shield_on_its_defender():
    game = Game.stage(board=["Foe Reaper 4000"], enemy_board=["Wisp", "Argent Squire", "Wisp"])
    game.player.board[0].attacks("Argent Squire")
    assert names(game.opponent.board) == ["Argent Squire"]


def test_misdirection_changes_whose_neighbours_foe_reaper_damages():
    found = set()
    for seed in range(20):
        game = Game.stage(
            seed=seed, board=["Foe Reaper 4000", "Wisp"], enemy_board=["War Golem"] * 2,
            enemy_secrets=["Misdirection"],
        )  # fmt: skip
        reaper, wisp = game.player.board
        reaper.attacks(game.opponent.hero)
        golems = [golem.damage for golem in game.opponent.board]
        if game.player.health == 24:
            assert (golems, wisp.dead, reaper.damage) == ([0, 0], False, 0)
            found.add("its own hero")
        elif wisp.dead:
            assert (golems, reaper.damage) == ([0, 0], 6 + 1)  # it stands beside the wisp
            found.add("the wisp")
        else:
            assert golems == [6, 6]
            found.add("a golem")
    assert found == {"its own hero", "the wisp", "a golem"}


def test_foe_reaper_with_poison_destroys_three():
    game = Game.stage(board=["Foe Reaper 4000"], enemy_board=["War Golem"] * 3)
    game.player.board[0].set_flags(poisonous=True).attacks(game.opponent.board[1])
    assert game.opponent.board == []


def test_silenced_foe_reaper_damages_its_defender_only():
    game = Game.stage(board=["Foe Reaper 4000"], enemy_board=["War Golem"] * 2)
    game.player.board[0].silence().attacks(game.opponent.board[0])
    assert [golem.damage for golem in game.opponent.board] == [6, 0]


def test_foe_reaper_is_attacked_like_any_other():
    game = Game.stage(board=["War Golem", "Wisp"], enemy_board=["Foe Reaper 4000"])
    game.player.board[0].attacks("Foe Reaper 4000")
    assert names(game.player.board) == ["War Golem", "Wisp"]


def test_toshley_adds_a_spare_part_as_it_comes_and_as_it_goes():
    game = Game.stage(hand=["Toshley"])
    toshley = game.play("Toshley").player.board[0]
    assert len(game.player.hand) == 1
    toshley.destroy()
    assert {card.name for card in game.player.hand} <= set(SPARE_PART.names)
    assert len(game.player.hand) == 2


def test_thermaplugg_summons_a_leper_gnome_whenever_an_enemy_minion_dies():
    game = Game.stage(board=["Mekgineer Thermaplugg", "Wisp"], enemy_board=["Wisp"] * 2)
    game.player.board[1].destroy()
    assert len(game.player.board) == 1
    for wisp in game.opponent.board:
        wisp.destroy()
    assert names(game.player.board)[1:] == ["Leper Gnome"] * 2
    game.player.board[1].destroy()
    assert game.opponent.health == 28


def test_gazlowe_adds_a_random_mech_whenever_you_cast_a_spell_of_1_mana(ours):
    game = Game.stage(hand=["Arcane Shot", "Frostbolt"], board=["Gazlowe"], rules=ours)
    game.play("Frostbolt", game.opponent.hero)
    assert names(game.player.hand) == ["Arcane Shot"]
    game.play("Arcane Shot", game.opponent.hero)
    (mech,) = game.player.hand
    assert card_data(mech.id).race == "MECHANICAL"


def test_gazlowe_looks_at_what_a_spell_costs_now(ours):
    game = Game.stage(
        hand=["Frostbolt", "Arcane Shot"], board=["Gazlowe", "Sorcerer's Apprentice"], rules=ours
    )
    game.play("Arcane Shot", game.opponent.hero)  # costs 0
    assert names(game.player.hand) == ["Frostbolt"]
    game.play("Frostbolt", game.opponent.hero)  # costs 1
    assert len(game.player.hand) == 1
    assert card_data(game.player.hand[0].id).race == "MECHANICAL"


def test_gazlowe_ignores_minions_and_spells_of_the_opponent(ours):
    game = Game.stage(
        hand=["Clockwork Gnome"], board=["Gazlowe"], enemy_hand=["Arcane Shot"], rules=ours
    )
    game.play("Clockwork Gnome").end_turn().play("Arcane Shot", "Gazlowe")
    assert game.player.hand == []


def test_gazlowe_counts_spare_parts(ours):
    assert len(played("Whirling Blades", "Gazlowe", board=["Gazlowe"], rules=ours).player.hand) == 1


def test_troggzor_summons_a_burly_rockjaw_trogg_whenever_the_opponent_casts_a_spell():
    game = Game.stage(board=["Troggzor the Earthinator"], enemy_hand=["The Coin"] * 2)
    game.end_turn().play("The Coin")
    assert stats(game.player.board) == [(6, 6), (3, 5)]
    game.play("The Coin")
    assert sorted(stats(game.player.board)) == [(3, 5), (5, 5), (6, 6)]  # which gains attack


def test_blingtron_equips_a_random_weapon_for_each_player(ours):
    found = set()
    for game in over(30, played, "Blingtron 3000", rules=ours):
        for player in (game.player, game.opponent):
            weapon = card_data(player.weapon.id)
            assert weapon in collectible_cards()
            assert player.record.weapon_attack == weapon.attack  # without auras
            found.add(weapon.card_class)
    assert len(found) >= 4


def test_blingtron_replaces_the_weapons_of_both(ours):
    game = played("Blingtron 3000", weapon="Wicked Knife", enemy_weapon="Wicked Knife", rules=ours)
    assert "Wicked Knife" not in (game.player.weapon.name, game.opponent.weapon.name)
    assert names(game.opponent.graveyard) == ["Wicked Knife"]


def test_hemet_nesingwary_destroys_a_beast():
    game = Game.stage(
        hand=["Hemet Nesingwary"],
        board=["Bloodfen Raptor"],
        enemy_board=["War Golem", "King Krush"],
    )
    assert set(names(game.player.hand[0].targets)) == {"Bloodfen Raptor", "King Krush"}
    assert names(game.play("Hemet Nesingwary", "King Krush").opponent.board) == ["War Golem"]


def test_hemet_nesingwary_is_played_without_a_beast():
    assert len(Game.stage(hand=["Hemet Nesingwary"]).play("Hemet Nesingwary").player.board) == 1


def test_clockwork_giant_costs_1_less_for_each_card_in_the_opponents_hand():
    game = Game.stage(hand=["Clockwork Giant", "Wisp"], enemy_hand=["Wisp"] * 4)
    giant = game.player.hand[0]
    assert giant.cost == 8
    game.play("Wisp")
    assert giant.cost == 8
    game.opponent.hand[0].discard()
    assert giant.cost == 9


def test_clockwork_giant_of_the_opponent_looks_at_your_hand():
    assert Game.stage(hand=["Wisp"] * 3, enemy_hand=["Clockwork Giant"]).opponent.hand[0].cost == 9


def test_clockwork_giant_is_a_mech_for_mechwarper():
    game = Game.stage(hand=["Clockwork Giant"], board=["Mechwarper"], enemy_hand=["Wisp"])
    assert game.player.hand[0].cost == 10
