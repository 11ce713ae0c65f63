"""Rulings of the neutral cards of the Hall of Fame and their tokens."""

import pytest

from engine.decks import Deck
from engine.game import Game
from engine.rules import rules_for
from tests.engine.rulings import ENEMY_HERO, died, names, over, played, stats

# --- Sylvanas Windrunner -----------------------------------------------------------------------


def test_sylvanas_takes_a_random_enemy_minion():
    game = died("Sylvanas Windrunner", enemy_board=["War Golem"])
    assert (names(game.player.board), game.opponent.board) == (["War Golem"], [])


def test_sylvanas_takes_nothing_from_an_empty_board():
    assert died("Sylvanas Windrunner").player.board == []


def test_sylvanas_takes_nobody_who_dies_with_her():
    game = Game.stage(
        board=["Sylvanas Windrunner"], enemy_board=["Wisp"], hand=["Hellfire", "Hellfire"]
    )
    game.player.board[0].take_damage(2)
    game.play("Hellfire")
    assert game.player.board == game.opponent.board == []


def test_sylvanas_destroys_whom_she_takes_if_there_is_no_room():
    game = Game.stage(
        board=["Savannah Highmane", "Sylvanas Windrunner"] + ["War Golem"] * 5,
        enemy_board=["Abomination", "Loot Hoarder"],
        enemy_deck=["Sap"],
    )
    highmane, sylvanas = game.player.board[:2]
    highmane.health = sylvanas.health = 2
    game.opponent.board[1].health = 9
    game.opponent.board[0].destroy()
    assert names(game.player.board)[:2] == ["Hyena", "Hyena"]
    assert (len(game.player.board), game.opponent.board) == (7, [])
    assert names(game.opponent.hand) == ["Sap"]


def test_two_opposing_sylvanas_that_die_together_act_in_order_of_play():
    game = Game.stage(
        board=["Sylvanas Windrunner"], enemy_board=["Sylvanas Windrunner", "War Golem"]
    )
    mine, other = game.player.board[0], game.opponent.board[0]
    mine.health, other.health = 5, 5
    game.attack(mine, other)
    assert (game.player.board, names(game.opponent.board)) == ([], ["War Golem"])


def test_a_silenced_sylvanas_takes_nobody():
    game = Game.stage(board=["Sylvanas Windrunner"], enemy_board=["War Golem"])
    game.player.board[0].silence().destroy()
    assert game.player.board == []


# --- draws -------------------------------------------------------------------------------------


def test_coldlight_oracle_draws_2_cards_for_each_player():
    game = played("Coldlight Oracle", deck=["Wisp"] * 3, enemy_deck=["Sap"] * 3)
    assert names(game.player.hand) + names(game.opponent.hand) == ["Wisp"] * 2 + ["Sap"] * 2


def test_coldlight_oracle_costs_both_players_fatigue():
    game = Game.stage(hand=["Coldlight Oracle"], fatigue=True).play("Coldlight Oracle")
    assert (game.player.health, game.opponent.health) == (27, 27)


def test_captains_parrot_draws_a_pirate_from_the_deck():
    game = played("Captain's Parrot", deck=["Wisp", "Sap", "Bloodsail Raider", "Wisp"])
    assert (names(game.player.hand), len(game.player.deck)) == (["Bloodsail Raider"], 3)


def test_captains_parrot_draws_one_of_two_pirates():
    assert len(played("Captain's Parrot", deck=["Bloodsail Raider"] * 2).player.deck) == 1


def test_captains_parrot_without_a_pirate_draws_nothing():
    game = played("Captain's Parrot", deck=["Wisp"], fatigue=True)
    assert (game.player.hand, game.player.health) == ([], 30)


# --- Old Murk-Eye, Ragnaros, Molten Giant ------------------------------------------------------


def test_old_murk_eye_counts_the_other_murlocs_of_both_sides():
    game = Game.stage(
        board=["Old Murk-Eye", "Murloc Raider", "Wisp"], enemy_board=["Murloc Raider"] * 2
    )
    eye, raider, _ = game.player.board
    assert eye.attack == 5
    raider.destroy()
    assert eye.attack == 4


def test_a_silenced_old_murk_eye_counts_nobody():
    game = Game.stage(board=["Old Murk-Eye"], enemy_board=["Murloc Raider"])
    assert game.player.board[0].silence().attack == 2


def test_ragnaros_cannot_attack_and_burns_the_enemy_hero_at_the_end_of_its_turn():
    game = Game.stage(board=["Ragnaros the Firelord"])
    assert not game.player.board[0].can_attack
    assert game.end_turn().opponent.health == 22
    assert game.end_turn().opponent.health == 22


def test_ragnaros_burns_one_random_enemy():
    for game in over(8, Game.stage, board=["Ragnaros the Firelord"], enemy_board=["Wisp"] * 2):
        game.end_turn()
        assert (game.opponent.health, len(game.opponent.board)) in [(22, 2), (30, 1)]


def test_ragnaros_attacks_when_silenced():
    ragnaros = Game.stage(board=["Ragnaros the Firelord"]).player.board[0].silence()
    game = ragnaros.attacks(ragnaros.game.opponent.hero).game
    assert game.end_turn().opponent.health == 22


def test_ragnaros_has_no_spell_damage():
    assert Game.stage(board=["Ragnaros the Firelord", "Malygos"]).end_turn().opponent.health == 22


def test_molten_giant_costs_less_for_damage_not_for_armour_lost():
    game = Game.stage(hand=["Molten Giant"])
    game.player.armor = 5
    game.player.hero.take_damage(12)
    assert game.player.hand[0].cost == 13
    game.player.hero.heal(4)
    assert game.player.hand[0].cost == 17


def test_molten_giant_never_costs_less_than_0():
    game = Game.stage(hand=["Molten Giant"], health=5)
    assert game.player.hand[0].cost == 0


# --- Gelbin's inventions -----------------------------------------------------------------------


def test_gelbin_summons_one_of_four_inventions():
    seen = {played("Gelbin Mekkatorque", seed=seed).player.board[1].name for seed in range(30)}
    assert seen == {"Homing Chicken", "Repair Bot", "Emboldener 3000", "Poultryizer"}


def test_gelbin_summons_one_invention_only():
    assert len(Game.stage(hand=["Gelbin Mekkatorque"]).play("Gelbin Mekkatorque").player.board) == 2


def test_homing_chicken_dies_and_draws_3_cards_at_the_start_of_its_players_turn():
    game = Game.stage(board=["Homing Chicken"], deck=["Wisp"] * 5).skip_turn()
    assert (game.player.board, len(game.player.hand)) == ([], 4)  # one is the card of the turn


def test_repair_bot_heals_a_damaged_character_by_6_at_the_end_of_its_players_turn():
    game = Game.stage(board=["Repair Bot", "Wisp"], enemy_health=21)
    assert game.end_turn().opponent.health == 27
    assert game.end_turn().opponent.health == 27


def test_emboldener_strengthens_a_random_minion_of_either_side_or_itself():
    games = over(20, Game.stage, board=["Emboldener 3000"], enemy_board=["Wisp"])
    seen = {(*stats(game.end_turn().player.board), *stats(game.opponent.board)) for game in games}
    assert seen == {((1, 5), (1, 1)), ((0, 4), (2, 2))}


def test_poultryizer_makes_a_random_minion_a_chicken():
    games = over(20, Game.stage, board=["Poultryizer"], enemy_board=["War Golem"])
    seen = {(*names(game.skip_turn().player.board), *names(game.opponent.board)) for game in games}
    assert seen == {("Chicken", "War Golem"), ("Poultryizer", "Chicken")}


# --- Power Chords ------------------------------------------------------------------------------


def test_elite_tauren_chieftain_gives_each_player_a_power_chord():
    chords = {"I Am Murloc", "Rogues Do It...", "Power of the Horde"}
    seen = set()
    for seed in range(30):
        game = Game.stage(hand=["Elite Tauren Chieftain"], seed=seed).play("Elite Tauren Chieftain")
        (first,), (second,) = game.player.hand, game.opponent.hand
        seen.add((first.name, second.name))
    assert {first for first, _ in seen} == {second for _, second in seen} == chords
    assert any(first != second for first, second in seen)


def test_i_am_murloc_summons_3_to_5_murlocs():
    seen = {len(played("I Am Murloc", seed=seed).player.board) for seed in range(30)}
    assert seen == {3, 4, 5}


def test_i_am_murloc_fills_the_board_at_most():
    assert stats(played("I Am Murloc", board=["Wisp"] * 5).player.board) == [(1, 1)] * 7


def test_rogues_do_it_deals_4_damage_and_draws():
    game = played("Rogues Do It...", ENEMY_HERO, deck=["Wisp"])
    assert (game.opponent.health, names(game.player.hand)) == (26, ["Wisp"])


def test_power_of_the_horde_summons_a_horde_warrior():
    seen = {played("Power of the Horde", seed=seed).player.board[0].name for seed in range(60)}
    assert seen == {
        "Cairne Bloodhoof", "Frostwolf Grunt", "Sen'jin Shieldmasta", "Silvermoon Guardian",
        "Tauren Warrior", "Thrallmar Farseer",
    }  # fmt: skip


def test_power_of_the_horde_summons_one_warrior_only():
    assert len(played("Power of the Horde").player.board) == 1


# --- Start of Game -----------------------------------------------------------------------------


def started(cards, hero="HUNTER", enemy_cards=("Wisp",), enemy_hero="ROGUE", seed=1):
    """A game between two decks of the cards, filled up with the last of them."""
    rules = rules_for()
    decks = []
    for who, wanted in ((hero, cards), (enemy_hero, enemy_cards)):
        ids = [rules.ids[rules.find(name)] for name in wanted]
        decks.append(Deck("", who, (*ids, *[ids[-1]] * (30 - len(ids)))))
    return Game.start(*decks, seed=seed, rules=rules)


def powers(game):
    return [(player.power.name, player.power.cost) for player in game.players]


def test_genn_makes_the_starting_hero_power_cost_1_in_a_deck_of_even_costs():
    game = started(["Genn Greymane", "Chillwind Yeti"])
    assert powers(game) == [("Steady Shot", 1), ("Dagger Mastery", 2)]


def test_genn_does_nothing_in_a_deck_with_an_odd_card():
    game = started(["Genn Greymane", "Argent Squire", "Chillwind Yeti"])
    assert powers(game)[0] == ("Steady Shot", 2)


def test_genn_works_for_the_second_player_whose_coin_does_not_count():
    game = started(["Wisp"], enemy_cards=["Genn Greymane", "Wisp"])
    assert powers(game) == [("Steady Shot", 2), ("Dagger Mastery", 1)]


def test_genn_works_from_hand_and_deck():
    games = [started(["Genn Greymane", "Wisp"], seed=seed) for seed in range(20)]
    assert {"Genn Greymane" in names(game.player.hand) for game in games} == {True, False}
    assert {powers(game)[0] for game in games} == {("Steady Shot", 1)}


def test_a_hero_power_that_costs_1_is_paid_with_1():
    game = started(["Genn Greymane", "Wisp"]).use_power()
    assert (game.player.mana, game.opponent.health) == (0, 28)


def test_genn_makes_no_later_hero_power_cheaper():
    game = started(["Genn Greymane", "Wisp"], "PRIEST")
    assert powers(game)[0] == ("Lesser Heal", 1)
    game.player.give("Shadowform")
    game.player.mana = 3
    assert powers(game.play("Shadowform"))[0] == ("Mind Spike", 2)


def test_lord_jaraxxus_inferno_is_neither_cheaper_nor_upgraded():
    for card, start in (
        ("Genn Greymane", ("Life Tap", 1)),
        ("Baku the Mooneater", ("Soul Tap", 2)),
    ):
        game = started([card, "Wisp" if start[1] == 1 else "Argent Squire"], "WARLOCK")
        assert powers(game)[0] == start
        game.player.give("Lord Jaraxxus")
        game.player.mana = 9
        assert powers(game.play("Lord Jaraxxus"))[0] == ("INFERNO!", 2)


def test_baku_counts_herself_and_does_nothing_in_a_deck_with_an_even_card():
    assert powers(started(["Baku the Mooneater", "Wisp", "Argent Squire"]))[0] == ("Steady Shot", 2)


def test_both_players_can_have_baku():
    game = started(
        ["Baku the Mooneater", "Argent Squire"], enemy_cards=["Baku the Mooneater", "Argent Squire"]
    )
    assert powers(game) == [("Ballista Shot", 2), ("Poisoned Daggers", 2)]


UPGRADED = {
    "DRUID": "Dire Shapeshift",
    "HUNTER": "Ballista Shot",
    "MAGE": "Fireblast Rank 2",
    "PALADIN": "The Silver Hand",
    "PRIEST": "Heal",
    "ROGUE": "Poisoned Daggers",
    "SHAMAN": "Totemic Slam",
    "WARLOCK": "Soul Tap",
    "WARRIOR": "Tank Up!",
}


@pytest.mark.parametrize(("hero", "power"), UPGRADED.items())
def test_baku_upgrades_the_hero_power_of_each_class(hero, power):
    assert powers(started(["Baku the Mooneater", "Argent Squire"], hero))[0] == (power, 2)


def upgraded(hero):
    """A game in which Baku has upgraded the first player's hero power, with 10 mana."""
    game = started(["Baku the Mooneater", "Argent Squire"], hero)
    game.player.mana = 10
    return game


def test_dire_shapeshift_gives_2_attack_this_turn_and_2_armor():
    game = upgraded("DRUID").use_power()
    assert (game.player.hero.attack, game.player.armor) == (2, 2)
    assert game.end_turn().player.hero.attack == 0


def test_ballista_shot_deals_3_damage_to_the_enemy_hero():
    assert upgraded("HUNTER").use_power().opponent.health == 27


def test_fireblast_rank_2_deals_2_damage_to_any_character():
    game = upgraded("MAGE")
    assert game.use_power(game.opponent.hero).opponent.health == 28


def test_heal_restores_4_health_to_any_character():
    game = upgraded("PRIEST")
    game.opponent.hero.take_damage(9)
    assert game.use_power(game.opponent.hero).opponent.health == 25


def test_the_silver_hand_summons_two_recruits():
    assert names(upgraded("PALADIN").use_power().player.board) == ["Silver Hand Recruit"] * 2


def test_poisoned_daggers_equips_a_2_2_weapon():
    assert upgraded("ROGUE").use_power().player.weapon.stats == (2, 2)


def test_totemic_slam_summons_the_totem_chosen_though_it_is_there_already():
    game = upgraded("SHAMAN")
    texts = [str(action) for action in game.legal_actions() if action.kind == "hero power"]
    assert texts == [
        f"uses Totemic Slam, choosing {name}"
        for name in ("Searing Totem", "Stoneclaw Totem", "Wrath of Air Totem", "Healing Totem")
    ]
    for _ in range(2):
        game.use_power(choice=2).skip_turn()
    assert names(game.player.board) == ["Wrath of Air Totem"] * 2


def test_totemic_slam_needs_room():
    game = upgraded("SHAMAN")
    for _ in range(6):
        game.player.put("Wisp")
    assert game.player.power.is_usable
    game.player.put("Wisp")
    assert not game.player.power.is_usable


def test_totemic_slams_totem_stands_last_and_is_noticed():
    game = upgraded("SHAMAN")
    game.player.put("Knife Juggler")
    game.use_power(choice=0)
    assert (names(game.player.board)[1:], game.opponent.health) == (["Searing Totem"], 29)


def test_soul_tap_draws_without_damage():
    game = upgraded("WARLOCK")
    n = len(game.player.hand)
    assert (len(game.use_power().player.hand), game.player.health) == (n + 1, 30)


def test_tank_up_gives_4_armor():
    assert upgraded("WARRIOR").use_power().player.armor == 4
