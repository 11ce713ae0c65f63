"""Rulings of the Druid's cards."""

import pytest

from engine.game import Game, IllegalAction
from tests.engine.rulings import ENEMY_HERO, names, played, stats

CAT, BEAR = 0, 1  # of Druid of the Claw: the first choice, the second


def choices(game, name):
    """(choice, target, place) of every way to play the card, in the order offered."""
    return [
        (a.choice, a.target and a.target.name, a.position)
        for a in game.legal_actions()
        if a.kind == "play" and a.source.name == name
    ]


# --- hero power and Basic ----------------------------------------------------------------------


def test_shapeshift_gives_1_attack_this_turn_and_1_armour():
    game = Game.stage(hero="DRUID").use_power()
    assert (game.player.hero.attack, game.player.armor) == (1, 1)
    game.end_turn()
    assert (game.player.hero.attack, game.player.armor) == (0, 1)


def test_claw_adds_to_the_hero_power():
    game = Game.stage(hero="DRUID", hand=["Claw"]).use_power().play("Claw")
    game.attack(game.player.hero, game.opponent.hero)
    assert (game.opponent.health, game.player.armor) == (27, 3)


def test_healing_touch_restores_8_to_any_character():
    game = Game.stage(hand=["Healing Touch"], enemy_board=["War Golem"])
    game.opponent.board[0].take_damage(6)
    assert stats(game.play("Healing Touch", "War Golem").opponent.board) == [(7, 7)]


def test_moonfire_deals_1_and_has_spell_damage():
    assert played("Moonfire", ENEMY_HERO, board=["Kobold Geomancer"]).opponent.health == 28


def test_mark_of_the_wild_gives_any_minion_2_2_and_taunt():
    wisp = played("Mark of the Wild", "Wisp", enemy_board=["Wisp"]).opponent.board[0]
    assert (wisp.stats, wisp.taunt) == ((3, 3), True)


def test_savage_roar_gives_hero_and_minions_2_attack_this_turn_only():
    game = played("Savage Roar", board=["Wisp"], enemy_board=["Wisp"])
    assert (game.player.board[0].attack, game.player.hero.attack) == (3, 2)
    assert game.opponent.board[0].attack == 1
    game.end_turn()
    assert (game.player.board[0].attack, game.player.hero.attack) == (1, 0)


def test_savage_roar_does_not_reach_who_comes_later():
    assert played("Savage Roar", hand=["Wisp"]).play("Wisp").player.board[0].attack == 1


def test_swipe_deals_4_to_one_enemy_and_1_to_all_others():
    game = played("Swipe", "War Golem", board=["Wisp"], enemy_board=["War Golem", "War Golem"])
    assert stats(game.opponent.board) == [(7, 3), (7, 6)]
    assert (game.opponent.health, stats(game.player.board)) == (29, [(1, 1)])


def test_swipe_at_the_hero_deals_1_to_each_minion():
    game = played("Swipe", ENEMY_HERO, enemy_board=["War Golem", "Wisp"])
    assert (game.opponent.health, stats(game.opponent.board)) == (26, [(7, 6)])


def test_swipe_has_spell_damage_on_both_numbers():
    game = played("Swipe", "War Golem", board=["Kobold Geomancer"], enemy_board=["War Golem"])
    assert (game.opponent.board[0].health, game.opponent.health) == (2, 28)


def test_everybody_hurt_by_swipe_reacts():
    game = Game.stage(
        hand=["Swipe"], enemy_board=["Gurubashi Berserker", "Acolyte of Pain"], enemy_deck=["Wisp"]
    ).play("Swipe", "Gurubashi Berserker")
    assert stats(game.opponent.board) == [(5, 3), (1, 2)]
    assert names(game.opponent.hand) == ["Wisp"]


def test_wild_growth_gains_an_empty_crystal():
    game = Game.stage(hand=["Wild Growth"], mana=4).play("Wild Growth")
    assert (game.player.max_mana, game.player.mana) == (5, 1)
    assert (game.skip_turn().player.max_mana, game.player.mana) == (6, 6)


def test_wild_growth_with_9_crystals_gains_the_tenth():
    game = Game.stage(hand=["Wild Growth"], mana=9).play("Wild Growth")
    assert (game.player.max_mana, game.player.mana, game.player.hand) == (10, 6, [])


def test_wild_growth_with_10_crystals_gives_excess_mana():
    game = Game.stage(hand=["Wild Growth"], deck=["Wisp"]).play("Wild Growth")
    assert (names(game.player.hand), game.player.max_mana) == (["Excess Mana"], 10)
    assert game.player.hand[0].cost == 0
    assert names(game.play("Excess Mana").player.hand) == ["Wisp"]


def test_wild_growth_with_10_mana_of_9_crystals_gives_excess_mana():
    """Only a free one leaves that much: Millhouse's gift, and The Coin."""
    game = Game.stage(hand=["Wild Growth", "The Coin"], enemy_hand=["Millhouse Manastorm"], mana=8)
    game.end_turn().play("Millhouse Manastorm").end_turn()
    game.play("The Coin").play("Wild Growth")
    assert (names(game.player.hand), game.player.max_mana) == (["Excess Mana"], 9)


def test_a_free_wild_growth_with_9_mana_of_9_crystals_gains_the_tenth():
    game = Game.stage(hand=["Wild Growth"], enemy_hand=["Millhouse Manastorm"], mana=8)
    game.end_turn().play("Millhouse Manastorm").end_turn().play("Wild Growth")
    assert (game.player.hand, game.player.max_mana) == ([], 10)


def test_innervate_gives_1_mana_this_turn_only():
    game = Game.stage(hand=["Innervate"], mana=3).play("Innervate")
    assert (game.player.mana, game.player.max_mana, game.player.temporary_mana) == (4, 3, 1)
    assert game.skip_turn().player.mana == 4


def test_innervate_gives_nothing_above_10():
    assert Game.stage(hand=["Innervate"]).play("Innervate").player.mana == 10


def test_starfire_deals_5_and_draws():
    game = played("Starfire", ENEMY_HERO, deck=["Wisp"])
    assert (game.opponent.health, names(game.player.hand)) == (25, ["Wisp"])


# --- Choose One --------------------------------------------------------------------------------


def test_both_choices_are_offered_the_first_one_first():
    game = Game.stage(hand=["Wrath"], board=["Wisp"], enemy_board=["War Golem"])
    pairs = [(choice, target) for choice, target, _ in choices(game, "Wrath")]
    assert pairs == [(0, "War Golem"), (0, "Wisp"), (1, "War Golem"), (1, "Wisp")]


def test_a_choice_on_a_minion_is_offered_at_every_place():
    game = Game.stage(hand=["Ancient of War"], board=["Wisp"])
    places = [(choice, place) for choice, _, place in choices(game, "Ancient of War")]
    assert places == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_an_action_says_what_is_chosen():
    game = Game.stage(hand=["Nourish"])
    texts = [action.text for action in game.legal_actions() if action.kind == "play"]
    assert texts == ["plays Nourish (6) as Rampant Growth", "plays Nourish (6) as Enrich"]


def test_a_spell_is_played_once_and_its_choice_is_no_card():
    """Violet Teacher and Questing Adventurer see one spell, one card."""
    game = played("Nourish", choice=1, board=["Violet Teacher", "Questing Adventurer"])
    assert names(game.player.board).count("Violet Apprentice") == 1
    assert game.player.board[-1].stats == (3, 3)
    assert names(game.player.graveyard) == ["Nourish"]


def test_there_are_two_choices_only():
    with pytest.raises(IllegalAction, match="has no such choice"):
        played("Nourish", choice=2)


def test_lorewalker_cho_copies_the_card_and_not_the_choice():
    game = Game.stage(hand=["Nourish"], board=["Lorewalker Cho"]).play("Nourish")
    assert names(game.opponent.hand) == ["Nourish"]
    assert len(choices(game.end_turn(), "Nourish")) == 2


def test_wrath_deals_3_or_1_and_draws():
    game = Game.stage(hand=["Wrath"] * 2, enemy_board=["War Golem"], deck=["Wisp"])
    assert stats(game.play("Wrath", "War Golem", choice=0).opponent.board) == [(7, 4)]
    assert stats(game.play("Wrath", "War Golem", choice=1).opponent.board) == [(7, 3)]
    assert names(game.player.hand) == ["Wisp"]


def test_wrath_has_spell_damage_and_stops_at_elusive_minions():
    game = Game.stage(
        hand=["Wrath"], board=["Kobold Geomancer"], enemy_board=["Faerie Dragon", "War Golem"]
    )
    assert "Faerie Dragon" not in names(game.player.hand[0].targets)
    assert game.play("Wrath", "War Golem").opponent.board[1].health == 3


def test_mark_of_nature_gives_4_attack_or_4_health_and_taunt():
    game = played("Mark of Nature", "Wisp", choice=0, hand=["Mark of Nature"], board=["Wisp"])
    assert (game.player.board[0].stats, game.player.board[0].taunt) == ((5, 1), False)
    game.play("Mark of Nature", "Wisp", choice=1)
    assert (game.player.board[0].stats, game.player.board[0].taunt) == ((5, 5), True)


def test_power_of_the_wild_summons_a_panther_or_gives_1_1():
    game = Game.stage(hand=["Power of the Wild"] * 2, board=["Wisp"], enemy_board=["Wisp"])
    game.play("Power of the Wild", choice=0)
    assert names(game.player.board) == ["Wisp", "Panther"]
    game.play("Power of the Wild", choice=1)
    assert stats(game.player.board) == [(2, 2), (4, 3)]
    assert stats(game.opponent.board) == [(1, 1)]


def test_power_of_the_wild_with_a_full_board_can_only_give_1_1():
    game = Game.stage(hand=["Power of the Wild"], board=["Wisp"] * 7)
    assert [choice for choice, *_ in choices(game, "Power of the Wild")] == [1]


def test_power_of_the_wild_can_give_1_1_to_nobody():
    assert played("Power of the Wild", choice=1).player.board == []


def test_nourish_gains_2_full_crystals():
    game = Game.stage(hand=["Nourish"], mana=7).play("Nourish", choice=0)
    assert (game.player.max_mana, game.player.mana) == (9, 3)


@pytest.mark.parametrize(("crystals", "left"), [(9, 4), (10, 4)])
def test_nourish_stops_at_10_crystals_and_never_gives_excess_mana(crystals, left):
    game = Game.stage(hand=["Nourish"], mana=crystals).play("Nourish", choice=0)
    assert (game.player.max_mana, game.player.mana, game.player.hand) == (10, left, [])


def test_nourish_draws_3():
    game = Game.stage(hand=["Nourish"], deck=["Wisp"] * 4).play("Nourish", choice=1)
    assert (len(game.player.hand), game.player.max_mana) == (3, 10)


def test_starfall_deals_2_to_all_enemy_minions_or_5_to_one():
    game = Game.stage(hand=["Starfall"] * 2, board=["Wisp"], enemy_board=["War Golem"] * 2)
    game.play("Starfall", choice=0)
    assert stats(game.opponent.board) == [(7, 5), (7, 5)]
    game.player.mana = 5
    game.play("Starfall", game.opponent.board[1], choice=1)
    assert stats(game.opponent.board) == [(7, 5)]
    assert (stats(game.player.board), game.opponent.health) == ([(1, 1)], 30)


def test_starfall_without_a_minion_offers_only_the_text_without_target():
    assert choices(Game.stage(hand=["Starfall"]), "Starfall") == [(0, None, 0)]


# --- Druid of the Claw -------------------------------------------------------------------------


def test_druid_of_the_claw_becomes_a_4_4_with_charge():
    game = Game.stage(hand=["Druid of the Claw"]).play("Druid of the Claw", choice=CAT)
    cat = game.player.board[0].attacks(game.opponent.hero)
    assert (cat.id, cat.stats, game.opponent.health) == ("EX1_165t1", (4, 4), 26)


def test_druid_of_the_claw_becomes_a_4_6_with_taunt():
    game = Game.stage(hand=["Druid of the Claw"]).play("Druid of the Claw", choice=BEAR)
    bear = game.player.board[0]
    assert (bear.id, bear.stats, bear.taunt, bear.can_attack) == ("EX1_165t2", (4, 6), True, False)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_druid_of_the_claw_transforms_where_it_stands(place):
    game = played("Druid of the Claw", position=place, choice=BEAR, board=["Wisp", "War Golem"])
    assert [card.id for card in game.player.board].index("EX1_165t2") == place


def test_a_silenced_bear_form_keeps_its_6_health():
    game = Game.stage(hand=["Druid of the Claw"]).play("Druid of the Claw", choice=BEAR)
    bear = game.player.board[0].silence()
    assert (bear.stats, bear.taunt) == ((4, 6), False)


def test_a_form_goes_back_to_hand_as_the_form():
    game = played("Druid of the Claw", choice=BEAR, hand=["Youthful Brewmaster"])
    game.play("Youthful Brewmaster", game.player.board[0])
    assert game.player.hand[0].id == "EX1_165t2"
    game.player.mana = 5
    assert game.play(game.player.hand[0]).player.board[1].stats == (4, 6)


def test_forms_are_beasts_and_the_card_is_none():
    """Timber Wolf's aura reaches the form."""
    game = Game.stage(hand=["Druid of the Claw"], board=["Timber Wolf"])
    assert game.play("Druid of the Claw", choice=CAT).player.board[1].attack == 5


def test_knife_juggler_throws_one_knife_after_the_transformation():
    assert played("Druid of the Claw", choice=CAT, board=["Knife Juggler"]).opponent.health == 29


def test_mirror_entity_copies_the_form():
    game = played("Druid of the Claw", choice=CAT, enemy_secrets=["Mirror Entity"])
    assert [card.id for card in game.opponent.board] == ["EX1_165t1"]


def test_transforming_is_neither_a_summons_nor_a_death():
    game = Game.stage(
        hand=["Druid of the Claw"], board=["Murloc Tidecaller", "Flesheating Ghoul", "Cult Master"]
    ).play("Druid of the Claw", choice=BEAR)
    assert stats(game.player.board)[:3] == [(1, 2), (2, 3), (4, 2)]
    assert (game.player.hand, game.player.graveyard) == ([], [])


def test_a_druid_that_is_summoned_instead_of_played_stays_a_4_4():
    druid = Game.stage().player.summon("Druid of the Claw")
    assert (druid.id, druid.stats, druid.keywords) == ("EX1_165", (4, 4), set())


# --- other minions -----------------------------------------------------------------------------


def test_keeper_of_the_grove_deals_2_or_silences():
    game = Game.stage(hand=["Keeper of the Grove"] * 2, enemy_board=["War Golem", "Sunwalker"])
    game.play("Keeper of the Grove", "War Golem", choice=0)
    game.play("Keeper of the Grove", "Sunwalker", choice=1)
    assert game.opponent.board[0].health == 5
    assert game.opponent.board[1].keywords == {"silenced"}


def test_keeper_of_the_grove_without_a_minion_can_only_deal_damage():
    game = Game.stage(hand=["Keeper of the Grove"])
    assert {choice for choice, *_ in choices(game, "Keeper of the Grove")} == {0}
    assert game.play("Keeper of the Grove", game.opponent.hero).opponent.health == 28


def test_keeper_of_the_grove_must_take_a_target():
    game = Game.stage(hand=["Keeper of the Grove"], enemy_board=["Wisp"])
    assert all(target for _, target, _ in choices(game, "Keeper of the Grove"))


def test_keeper_of_the_grove_is_no_spell():
    """No spell damage, and elusive minions are no obstacle."""
    game = Game.stage(
        hand=["Keeper of the Grove"], board=["Kobold Geomancer"], enemy_board=["Faerie Dragon"]
    )
    game.play("Keeper of the Grove", game.opponent.hero, choice=0)
    assert game.opponent.health == 28
    game = Game.stage(hand=["Keeper of the Grove"], enemy_board=["Faerie Dragon"])
    assert game.play("Keeper of the Grove", "Faerie Dragon", choice=1).opponent.board[0].silenced


def test_ancient_of_war_takes_5_health_and_taunt_or_5_attack():
    game = Game.stage(hand=["Ancient of War"], mana=7)
    rooted = game.copy().play("Ancient of War", choice=0).player.board[0]
    uprooted = game.play("Ancient of War", choice=1).player.board[0]
    assert (rooted.stats, rooted.taunt) == ((5, 10), True)
    assert (uprooted.stats, uprooted.taunt) == ((10, 5), False)


def test_a_silenced_ancient_of_war_is_a_5_5():
    game = Game.stage(hand=["Ancient of War"]).play("Ancient of War", choice=0)
    ancient = game.player.board[0].silence()
    assert (ancient.stats, ancient.taunt) == ((5, 5), False)


def test_cenarius_gives_other_minions_2_2():
    game = played("Cenarius", choice=0, board=["Wisp"], enemy_board=["Wisp"])
    assert stats(game.player.board) == [(3, 3), (5, 8)]
    assert stats(game.opponent.board) == [(1, 1)]


def test_cenarius_stands_between_his_treants():
    game = played("Cenarius", position=1, choice=1, board=["Wisp", "Wisp"])
    assert names(game.player.board) == ["Wisp", "Treant", "Cenarius", "Treant", "Wisp"]
    assert [card.taunt for card in game.player.board if card.name == "Treant"] == [True, True]


@pytest.mark.parametrize(("others", "treants"), [(5, 1), (6, 0)])
def test_cenarius_with_little_room_summons_as_many_as_fit(others, treants):
    game = Game.stage(hand=["Cenarius"], board=["Wisp"] * others).play("Cenarius", choice=1)
    assert names(game.player.board).count("Treant") == treants


def test_ancient_of_lore_draws_1_or_restores_5():
    game = Game.stage(hand=["Ancient of Lore"], deck=["Wisp"] * 2, health=23)
    assert len(game.copy().play("Ancient of Lore", choice=0).player.hand) == 1
    game.play("Ancient of Lore", game.player.hero, choice=1)
    assert (game.player.health, game.player.hand) == (28, [])


@pytest.mark.parametrize(
    ("deck", "stats"),
    [(["Wisp", "Moonfire"], (2, 6)), (["Claw", "Wisp"], (2, 6)), (["Claw"], (4, 8)), ([], (4, 8))],
)
def test_gloom_stag_gains_2_2_if_no_card_in_the_deck_is_even(deck, stats):
    """0 is even; an empty deck has only odd cards; the hand does not count."""
    game = Game.stage(hand=["Gloom Stag", "Wisp"], deck=deck).play("Gloom Stag")
    assert (game.player.board[0].stats, game.player.board[0].taunt) == (stats, True)


# --- other spells ------------------------------------------------------------------------------


def test_soul_of_the_forest_leaves_a_treant_for_each_minion():
    game = played("Soul of the Forest", board=["Wisp", "Wisp"], enemy_board=["Wisp"])
    game.player.board[0].destroy()
    game.opponent.board[0].destroy()
    assert (names(game.player.board), game.opponent.board) == (["Wisp", "Treant"], [])


def test_soul_of_the_forest_puts_its_treant_at_the_right_end():
    game = Game.stage(hand=["Soul of the Forest"], board=["Wisp", "War Golem", "Murloc Raider"])
    game.play("Soul of the Forest").player.board[0].destroy()
    assert names(game.player.board) == ["War Golem", "Murloc Raider", "Treant"]


def test_soul_of_the_forest_stacks():
    game = Game.stage(hand=["Soul of the Forest"] * 2, board=["Wisp"])
    game.play("Soul of the Forest").play("Soul of the Forest").player.board[0].destroy()
    assert stats(game.player.board) == [(2, 2), (2, 2)]


def test_soul_of_the_forest_comes_after_the_minions_own_deathrattle():
    game = Game.stage(hand=["Soul of the Forest"], board=["Harvest Golem"])
    game.play("Soul of the Forest").player.board[0].destroy()
    assert names(game.player.board) == ["Damaged Golem", "Treant"]


def test_soul_of_the_forest_on_a_full_board_summons_as_many_as_have_died():
    game = Game.stage(hand=["Soul of the Forest"] * 2, board=["Wisp"] * 7, enemy_hand=["Hellfire"])
    game.play("Soul of the Forest").play("Soul of the Forest").end_turn().play("Hellfire")
    assert names(game.player.board) == ["Treant"] * 7


def test_a_silenced_minion_loses_the_soul_of_the_forest():
    game = Game.stage(hand=["Soul of the Forest"], board=["Wisp"]).play("Soul of the Forest")
    assert game.player.board[0].given == ["Soul of the Forest"]
    game.player.board[0].silence().destroy()
    assert game.player.board == []


def test_a_stolen_minion_leaves_its_treant_to_its_new_master():
    game = Game.stage(hand=["Soul of the Forest"], board=["Wisp"]).play("Soul of the Forest")
    game.player.board[0].change_controller().destroy()
    assert (game.player.board, names(game.opponent.board)) == ([], ["Treant"])


def test_naturalize_destroys_and_the_opponent_draws_2():
    game = played("Naturalize", "Sunwalker", enemy_board=["Sunwalker"], enemy_deck=["Wisp"] * 3)
    assert (game.opponent.board, len(game.opponent.hand)) == ([], 2)


def test_naturalize_can_burn_the_opponents_cards():
    game = played(
        "Naturalize", "Wisp", board=["Wisp"], enemy_hand=["Wisp"] * 9, enemy_deck=["War Golem"] * 3
    )
    assert (len(game.opponent.hand), len(game.opponent.deck)) == (10, 1)
    assert names(game.opponent.graveyard) == ["War Golem"]


def test_naturalize_draws_before_the_deathrattle():
    game = Game.stage(
        hand=["Naturalize"],
        enemy_board=["Loot Hoarder"],
        enemy_hand=["Wisp"] * 8,
        enemy_deck=["Wisp", "Wisp", "War Golem"],
    ).play("Naturalize", "Loot Hoarder")
    assert names(game.opponent.graveyard) == ["Loot Hoarder", "War Golem"]


def test_gift_of_the_wild_gives_your_minions_2_2_and_taunt():
    game = played("Gift of the Wild", board=["Wisp"] * 2, enemy_board=["Wisp"])
    assert stats(game.player.board) == [(3, 3), (3, 3)]
    assert all(card.taunt for card in game.player.board)
    assert game.opponent.board[0].stats == (1, 1)


def test_bite_gives_4_attack_this_turn_and_4_armour():
    game = Game.stage(hand=["Bite"], enemy_board=["Chillwind Yeti"]).play("Bite")
    game.attack(game.player.hero, "Chillwind Yeti")
    assert (game.opponent.board[0].health, game.player.armor, game.player.health) == (1, 0, 30)
    assert game.end_turn().player.hero.attack == 0


def test_bite_adds_to_a_weapon():
    game = Game.stage(hand=["Bite"], weapon="Assassin's Blade").play("Bite")
    game.attack(game.player.hero, game.opponent.hero)
    assert (game.opponent.health, game.player.weapon.durability) == (23, 3)


def test_force_of_nature_summons_three_treants_that_have_to_wait():
    game = Game.stage(hand=["Force of Nature"]).play("Force of Nature")
    assert stats(game.player.board) == [(2, 2)] * 3
    assert not any(card.can_attack for card in game.player.board)
    assert all(card.can_attack for card in game.skip_turn().player.board), "and they stay"


def test_force_of_nature_with_little_room_summons_as_many_as_fit():
    game = Game.stage(hand=["Force of Nature"], board=["Wisp"] * 5).play("Force of Nature")
    assert names(game.player.board)[5:] == ["Treant", "Treant"]
    assert not Game.stage(hand=["Force of Nature"], board=["Wisp"] * 7).player.hand[0].is_playable


def test_savagery_deals_the_heros_attack_to_a_minion():
    game = Game.stage(hand=["Claw", "Savagery"], weapon="Wicked Knife", enemy_board=["War Golem"])
    assert game.play("Claw").player.hand[0].targets == [game.opponent.board[0]]
    assert game.play("Savagery", "War Golem").opponent.board[0].health == 4


@pytest.mark.parametrize(("board", "health"), [([], 7), (["Kobold Geomancer"], 6)])
def test_savagery_with_0_attack_deals_only_spell_damage(board, health):
    game = Game.stage(hand=["Savagery"], board=board, enemy_board=["War Golem"])
    assert game.play("Savagery", "War Golem").opponent.board[0].health == health


def test_savagery_without_any_damage_leaves_a_divine_shield():
    game = Game.stage(hand=["Savagery"], enemy_board=["Argent Squire"])
    assert game.play("Savagery", "Argent Squire").opponent.board[0].divine_shield
