"""Rulings of cards of Curse of Naxxramas, in order of their ids, up to Nerub'ar Weblord."""

import pytest

from engine.game import Game, IllegalAction
from tests.engine.rulings import died, names, played, stats


def test_zombie_chow_heals_the_enemy_hero_when_it_dies():
    game = Game.stage(board=["Zombie Chow"])
    game.opponent.hero.take_damage(7)
    game.player.board[0].destroy()
    assert (game.player.health, game.opponent.health) == (30, 28)


def test_zombie_chow_with_auchenai_damages_the_enemy_hero():
    assert died("Zombie Chow", board=["Auchenai Soulpriest"]).opponent.health == 25


def test_zombie_chow_does_not_save_a_hero_who_dies_with_it():
    game = Game.stage(hand=["Hellfire"], board=["Zombie Chow"])
    game.opponent.hero.take_damage(28)
    game.play("Hellfire")
    assert game.winner == game.player


def test_haunted_creeper_leaves_two_spiders_in_its_place():
    game = Game.stage(board=["Wisp", "Haunted Creeper", "Wisp"])
    game.player.board[1].destroy()
    assert names(game.player.board) == ["Wisp", "Spectral Spider", "Spectral Spider", "Wisp"]


def test_haunted_creeper_on_a_full_board_leaves_one_spider():
    game = died("Haunted Creeper", board=["Wisp"] * 6)
    assert names(game.player.board) == ["Spectral Spider", *["Wisp"] * 6]


def test_nerubian_egg_hatches_a_nerubian_unless_silenced():
    game = Game.stage(board=["Nerubian Egg", "Nerubian Egg"])
    first, second = game.player.board
    second.silence()
    first.destroy()
    second.destroy()
    assert stats(game.player.board) == [(4, 4)]


def test_sludge_belcher_leaves_a_slime_with_taunt():
    (slime,) = died("Sludge Belcher").player.board
    assert slime.stats == (1, 2)
    assert slime.taunt


def test_unstable_ghoul_damages_all_minions():
    game = died("Unstable Ghoul", board=["Wisp"], enemy_board=["Chillwind Yeti"])
    assert names(game.player.board) == []
    assert game.opponent.board[0].health == 4


def test_echoing_ooze_is_copied_at_the_end_of_the_turn_with_buffs_and_damage():
    game = played("Echoing Ooze", hand=["Blessing of Kings"])
    ooze = game.player.board[0]
    game.play("Blessing of Kings", ooze)
    ooze.take_damage(2)
    game.end_turn()
    assert stats(game.player.board) == [(5, 4), (5, 4)]
    assert [card.max_health for card in game.player.board] == [6, 6]


def test_echoing_ooze_and_its_copy_are_copied_only_once():
    game = played("Echoing Ooze")
    for _ in range(4):
        game.end_turn()
    assert names(game.player.board) == ["Echoing Ooze"] * 2


def test_echoing_ooze_that_is_not_played_is_not_copied():
    game = Game.stage()
    game.player.summon("Echoing Ooze")
    assert len(game.end_turn().player.board) == 1


def test_a_silenced_echoing_ooze_is_not_copied():
    game = played("Echoing Ooze", hand=["Silence"])
    game.play("Silence", game.player.board[0]).end_turn()
    assert len(game.player.board) == 1


def test_echoing_ooze_finds_no_room_on_a_full_board():
    assert len(played("Echoing Ooze", board=["Wisp"] * 6).end_turn().player.board) == 7


def test_mad_scientist_puts_a_secret_from_the_deck_into_play():
    game = died("Mad Scientist", deck=["Wisp", "Ice Block", "Fireball"])
    assert names(game.player.secrets) == ["Ice Block"]
    assert names(game.player.deck) == ["Wisp", "Fireball"]


def test_mad_scientist_takes_no_secret_that_is_in_play():
    game = died("Mad Scientist", deck=["Ice Block", "Vaporize"], secrets=["Ice Block"])
    assert names(game.player.secrets) == ["Ice Block", "Vaporize"]
    assert names(game.player.deck) == ["Ice Block"]


def test_mad_scientist_with_five_secrets_in_play_does_nothing():
    secrets = ["Ice Block", "Vaporize", "Mirror Entity", "Counterspell", "Ice Barrier"]
    game = died("Mad Scientist", deck=["Duplicate"], secrets=secrets)
    assert len(game.player.secrets) == 5
    assert names(game.player.deck) == ["Duplicate"]


def test_the_secret_of_mad_scientist_works():
    game = Game.stage(
        board=["Chillwind Yeti"], enemy_board=["Mad Scientist"], enemy_deck=["Vaporize"]
    )
    game.opponent.board[0].destroy()
    game.attack("Chillwind Yeti", game.opponent.hero)
    assert game.player.board == []
    assert game.opponent.health == 30


def test_shade_of_naxxramas_grows_in_stealth_at_the_start_of_its_turn():
    game = Game.stage(board=["Shade of Naxxramas"]).end_turn()
    shade = game.player.board[0]
    assert shade.stats == (2, 2)
    game.end_turn()
    assert shade.stats == (3, 3)
    assert "stealth" in shade.keywords


def test_spectral_knight_is_no_target_of_spells_and_hero_powers():
    game = Game.stage(hand=["Fireball", "Elven Archer"], enemy_board=["Spectral Knight"])
    knight = game.opponent.board[0]
    assert knight not in game.player.hand[0].targets
    assert knight in game.player.hand[1].targets


def test_deathlord_puts_a_minion_from_the_opponents_deck_onto_their_board():
    game = died("Deathlord", enemy_deck=["Fireball", "Boulderfist Ogre"])
    assert names(game.opponent.board) == ["Boulderfist Ogre"]
    assert names(game.opponent.deck) == ["Fireball"]


def test_deathlord_gives_no_battlecry_and_takes_nothing_for_a_full_board():
    game = Game.stage(
        board=["Deathlord", "Deathlord"],
        enemy_board=["Wisp"] * 6,
        enemy_deck=["Leeroy Jenkins"] * 2,
    )
    for deathlord in game.player.board:
        deathlord.destroy()
    assert names(game.opponent.board) == [*["Wisp"] * 6, "Leeroy Jenkins"]
    assert names(game.opponent.deck) == ["Leeroy Jenkins"]
    assert game.player.board == []


def test_knife_juggler_notices_the_minion_of_deathlord():
    game = died("Deathlord", enemy_board=["Knife Juggler"], enemy_deck=["Boulderfist Ogre"])
    assert game.player.health == 29


def test_webspinner_adds_a_random_beast():
    found = set()
    for seed in range(8):
        game = died("Webspinner", seed=seed)
        (card,) = game.player.hand
        assert game.rules.card_data(card.id).race == "BEAST"
        found.add(card.name)
    assert len(found) > 1


def test_kelthuzad_summons_the_friendly_dead_of_this_turn_in_order_of_death():
    game = Game.stage(
        board=["Kel'Thuzad", "Chillwind Yeti", "Bloodfen Raptor"], enemy_board=["Wisp"]
    )
    _, yeti, raptor = game.player.board
    raptor.destroy()
    yeti.destroy()
    game.opponent.board[0].destroy()
    game.end_turn()
    assert names(game.player.board) == ["Kel'Thuzad", "Bloodfen Raptor", "Chillwind Yeti"]
    assert game.opponent.board == []


def test_kelthuzad_works_at_the_end_of_the_opponents_turn_and_forgets_earlier_deaths():
    game = Game.stage(board=["Kel'Thuzad", "Wisp", "Bloodfen Raptor"])
    game.player.board[1].destroy()
    game.end_turn()
    game.player.board[1].destroy()
    dead = names(game.player.graveyard)[-1]
    game.end_turn()
    assert sorted(names(game.player.board)) == ["Bloodfen Raptor", "Kel'Thuzad", "Wisp"]
    assert dead in names(game.player.board)


def test_kelthuzad_forgets_minions_that_die_of_other_texts_at_the_end_of_the_turn():
    game = Game.stage(board=["Baron Geddon", "Kel'Thuzad", "Wisp"]).end_turn()
    assert names(game.player.board) == ["Baron Geddon", "Kel'Thuzad"]
    assert names(game.end_turn().player.board) == ["Baron Geddon", "Kel'Thuzad"]


def test_kelthuzad_returns_minions_as_they_are_printed_to_the_side_on_which_they_died():
    game = played("Blessing of Kings", "Wisp", board=["Kel'Thuzad"], enemy_board=["Wisp"] * 2)
    game.opponent.board[0].change_controller().destroy()
    game.opponent.board[0].destroy()
    game.end_turn()
    assert stats(game.player.board) == [(6, 8), (1, 1)]
    assert game.opponent.board == []


def test_kelthuzad_fills_the_board_and_no_more():
    game = played("Twisting Nether", board=["Wisp"] * 7)
    game.player.summon("Kel'Thuzad")
    assert names(game.end_turn().player.board) == ["Kel'Thuzad", *["Wisp"] * 6]


def test_two_kelthuzads_each_summon_the_dead():
    game = Game.stage(board=["Kel'Thuzad", "Kel'Thuzad", "Wisp"])
    game.player.board[2].destroy()
    assert names(game.end_turn().player.board).count("Wisp") == 2


def test_kelthuzad_summons_the_other_kelthuzad():
    game = died("Kel'Thuzad", board=["Kel'Thuzad"]).end_turn()
    assert names(game.player.board) == ["Kel'Thuzad"] * 2


def test_kelthuzad_returns_what_deathrattles_left_and_their_source():
    game = Game.stage(board=["Kel'Thuzad", "Haunted Creeper"])
    game.player.board[1].destroy()
    game.player.board[1].destroy()
    game.end_turn()
    assert sorted(names(game.player.board)) == [
        "Haunted Creeper", "Kel'Thuzad", "Spectral Spider", "Spectral Spider",
    ]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), [("Stalagg", "Feugen"), ("Feugen", "Stalagg")])
def test_whichever_of_stalagg_and_feugen_dies_last_summons_thaddius(first, second):
    game = died(first, board=[second])
    assert names(game.player.board) == [second]
    game.skip_turn()
    game.player.board[0].destroy()
    assert stats(game.player.board) == [(11, 11)]


def test_stalagg_and_feugen_who_die_at_once_both_summon_thaddius():
    game = played("Twisting Nether", board=["Stalagg", "Feugen"])
    assert names(game.player.board) == ["Thaddius"] * 2


@pytest.mark.parametrize(("first", "second"), [("Stalagg", "Feugen"), ("Feugen", "Stalagg")])
def test_stalagg_and_feugen_count_each_other_on_the_other_side(first, second):
    game = Game.stage(board=[second], enemy_board=[first])
    game.opponent.board[0].destroy()
    game.player.board[0].destroy()
    assert names(game.player.board) == ["Thaddius"]


@pytest.mark.parametrize("minion", ["Stalagg", "Feugen"])
def test_stalagg_and_feugen_count_nobody_else(minion):
    game = Game.stage(board=["Wisp", minion], enemy_board=["Wisp", minion])
    for card in (*game.player.board[:1], *game.opponent.board, *game.player.board[1:]):
        card.destroy()
    assert game.player.board == []


def test_feugen_does_not_count_a_discarded_or_silenced_stalagg_otherwise():
    game = Game.stage(hand=["Stalagg"], board=["Feugen", "Stalagg"])
    feugen, stalagg = game.player.board
    game.player.hand[0].discard()
    game.skip_turn()
    feugen.destroy()
    assert names(game.player.board) == ["Stalagg"]
    stalagg.silence()
    stalagg.destroy()
    assert game.player.board == []


def test_a_second_feugen_summons_thaddius_again():
    game = Game.stage(board=["Stalagg", "Feugen", "Feugen"])
    for minion in game.player.board:
        minion.destroy()
    assert names(game.player.board) == ["Thaddius"] * 2


def test_wailing_soul_silences_your_other_minions_only():
    game = played("Wailing Soul", board=["Ancient Watcher"], enemy_board=["Sen'jin Shieldmasta"])
    assert not game.player.board[0].cant_attack
    assert game.opponent.board[0].taunt


def test_weblord_makes_minions_with_battlecry_dearer_for_both():
    hand = ["Elven Archer", "Wisp", "Fireball", "Druid of the Claw"]
    game = Game.stage(hand=hand, board=["Nerub'ar Weblord"], enemy_hand=["Novice Engineer"])
    assert [card.cost for card in game.player.hand] == [3, 0, 4, 5]
    assert game.opponent.hand[0].cost == 4
    game.player.board[0].silence()
    assert game.opponent.hand[0].cost == 2


def test_two_weblords_add_up():
    game = Game.stage(
        hand=["Elven Archer"], board=["Nerub'ar Weblord"], enemy_board=["Nerub'ar Weblord"]
    )
    assert game.player.hand[0].cost == 5
    game.player.mana = 4
    with pytest.raises(IllegalAction):
        game.play("Elven Archer", game.opponent.hero)
