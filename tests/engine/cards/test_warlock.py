"""Rulings of the Warlock's cards."""

from engine.game import Game


def names(cards):
    return [card.name for card in cards]


def stats(cards):
    return [card.stats for card in cards]


def warlock(**position):
    return Game.stage(hero="WARLOCK", **position)


def test_life_tap_draws_a_card_for_2_damage():
    game = warlock(deck=["Wisp"]).use_power()
    assert (len(game.player.hand), game.player.health) == (1, 28)


def test_life_tap_is_hurt_by_no_spell_damage():
    assert warlock(board=["Malygos"]).use_power().player.health == 28


def test_shadow_bolt_deals_4_to_a_minion_only():
    game = warlock(hand=["Shadow Bolt"], enemy_board=["Chillwind Yeti"])
    assert names(game.player.hand[0].targets) == ["Chillwind Yeti"]
    assert stats(game.play("Shadow Bolt", "Chillwind Yeti").opponent.board) == [(4, 1)]


def test_drain_life_deals_2_and_heals_its_hero_by_2():
    game = warlock(hand=["Drain Life"])
    game.player.hero.take_damage(5)
    game.play("Drain Life", game.opponent.hero)
    assert (game.player.health, game.opponent.health) == (27, 28)


def test_drain_lifes_healing_has_no_spell_damage():
    game = warlock(hand=["Drain Life"], board=["Kobold Geomancer"])
    game.player.hero.take_damage(5)
    game.play("Drain Life", game.opponent.hero)
    assert (game.player.health, game.opponent.health) == (27, 27)


def test_hellfire_deals_3_to_all_characters():
    game = warlock(hand=["Hellfire"], board=["War Golem"], enemy_board=["Wisp"]).play("Hellfire")
    assert (game.player.health, game.opponent.health) == (27, 27)
    assert stats([*game.player.board, *game.opponent.board]) == [(7, 4)]


def test_hellfire_that_kills_both_heroes_makes_both_lose():
    game = warlock(hand=["Hellfire"])
    game.player.hero.take_damage(28)
    game.opponent.hero.take_damage(28)
    assert game.play("Hellfire").result == "both lost"


def test_mortal_coil_draws_if_it_kills():
    game = warlock(hand=["Mortal Coil"] * 2, deck=["Wisp"] * 3, enemy_board=["Wisp", "War Golem"])
    game.play("Mortal Coil", "War Golem")
    assert len(game.player.deck) == 3
    game.play("Mortal Coil", "Wisp")
    assert len(game.player.deck) == 2


def test_mortal_coil_draws_nothing_for_a_broken_shield():
    game = warlock(hand=["Mortal Coil"], deck=["Wisp"], enemy_board=["Argent Squire"])
    game.play("Mortal Coil", "Argent Squire")
    assert (game.player.hand, len(game.opponent.board)) == ([], 1)


def test_void_terror_destroys_both_neighbours_and_gains_their_stats():
    game = warlock(hand=["Void Terror"], board=["Chillwind Yeti", "Wisp", "War Golem"])
    game.play("Void Terror", position=1)
    assert [(m.name, m.stats) for m in game.player.board] == [
        ("Void Terror", (8, 9)), ("War Golem", (7, 7)),
    ]  # fmt: skip


def test_void_terror_gains_what_its_neighbours_have_now():
    game = warlock(hand=["Void Terror"], board=["Chillwind Yeti"])
    yeti = game.player.board[0].take_damage(4)
    yeti.attack = 9
    assert stats(game.play("Void Terror").player.board) == [(12, 4)]


def test_void_terror_triggers_the_deathrattles_of_what_it_eats():
    game = warlock(hand=["Void Terror"], board=["Harvest Golem"]).play("Void Terror")
    assert names(game.player.board) == ["Damaged Golem", "Void Terror"]


def test_felstalker_discards_a_random_card():
    game = warlock(hand=["Felstalker", "Wisp", "Wisp"]).play("Felstalker")
    assert names(game.player.hand) == ["Wisp"]


def test_siphon_soul_destroys_a_minion_and_heals_3():
    game = warlock(hand=["Siphon Soul"], enemy_board=["War Golem"])
    game.player.hero.take_damage(5)
    game.play("Siphon Soul", "War Golem")
    assert (game.opponent.board, game.player.health) == ([], 28)


def test_doomguard_charges_and_discards_two_cards():
    game = warlock(hand=["Doomguard", "Wisp", "Sap", "Shiv"]).play("Doomguard")
    assert len(game.player.hand) == 1
    assert game.attack("Doomguard", game.opponent.hero).opponent.health == 25


def test_doomguard_with_one_other_card_discards_it():
    assert warlock(hand=["Doomguard", "Wisp"]).play("Doomguard").player.hand == []


def test_voidwalker_guards_its_hero():
    game = warlock(board=["Voidwalker"], enemy_board=["Wisp"]).end_turn()
    assert names(game.opponent.board[0].attack_targets) == ["Voidwalker"]
