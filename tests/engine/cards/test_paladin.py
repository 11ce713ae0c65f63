"""Rulings of the Paladin's cards."""

from engine.game import Game


def names(cards):
    return [card.name for card in cards]


def stats(cards):
    return [card.stats for card in cards]


def paladin(**position):
    return Game.stage(hero="PALADIN", **position)


def test_reinforce_summons_a_silver_hand_recruit_at_the_right_end():
    game = paladin(board=["War Golem"]).use_power()
    assert names(game.player.board) == ["War Golem", "Silver Hand Recruit"]


def test_reinforce_needs_room_on_the_board():
    assert not paladin(board=["Wisp"] * 7).player.power.is_usable


def test_knife_juggler_throws_for_a_recruit():
    assert paladin(board=["Knife Juggler"]).use_power().opponent.health == 29


def test_blessing_of_might_gives_3_attack_until_silenced():
    game = paladin(hand=["Blessing of Might"], board=["Wisp"]).play("Blessing of Might", "Wisp")
    wisp = game.player.board[0]
    assert wisp.stats == (4, 1)
    assert wisp.silence().stats == (1, 1)


def test_holy_light_restores_6_health():
    game = paladin(hand=["Holy Light"])
    game.player.hero.take_damage(8)
    assert game.play("Holy Light", game.player.hero).player.health == 28


def test_blessing_of_kings_gives_4_4_and_keeps_damage():
    game = paladin(hand=["Blessing of Kings"], board=["Chillwind Yeti"])
    game.player.board[0].take_damage(3)
    assert stats(game.play("Blessing of Kings", "Chillwind Yeti").player.board) == [(8, 6)]


def test_consecration_deals_2_to_all_enemies():
    game = paladin(hand=["Consecration"], board=["Wisp"], enemy_board=["Chillwind Yeti"])
    game.play("Consecration")
    assert (game.player.health, game.opponent.health) == (30, 28)
    assert stats([*game.player.board, *game.opponent.board]) == [(1, 1), (4, 3)]


def test_hammer_of_wrath_deals_3_and_draws():
    game = paladin(hand=["Hammer of Wrath"], deck=["Wisp"])
    game.play("Hammer of Wrath", game.opponent.hero)
    assert (game.opponent.health, len(game.player.hand)) == (27, 1)


def test_truesilver_champion_heals_its_hero_before_the_blow():
    game = paladin(weapon="Truesilver Champion", enemy_board=["Wisp"])
    game.player.hero.take_damage(3)
    game.attack(game.player.hero, "Wisp")
    assert (game.player.health, game.player.weapon.durability) == (28, 1)


def test_truesilver_champion_heals_nothing_above_the_maximum():
    game = paladin(weapon="Truesilver Champion", enemy_board=["Wisp"])
    assert game.attack(game.player.hero, "Wisp").player.health == 29


def test_eye_for_an_eye_returns_the_damage_to_the_enemy_hero():
    game = paladin(secrets=["Eye for an Eye"], enemy_board=["War Golem"]).end_turn()
    game.attack("War Golem", game.player.hero)
    assert (game.player.health, game.opponent.health) == (23, 23)
    assert game.player.secrets == []


def test_eye_for_an_eye_sleeps_in_its_players_own_turn():
    game = paladin(secrets=["Eye for an Eye"], weapon="Light's Justice", enemy_board=["War Golem"])
    game.attack(game.player.hero, "War Golem")
    assert (game.player.health, game.opponent.health) == (23, 30)


def test_eye_for_an_eye_has_no_spell_damage():
    game = paladin(
        secrets=["Eye for an Eye"], board=["Kobold Geomancer"], enemy_board=["War Golem"]
    )
    game.end_turn().attack("War Golem", game.player.hero)
    assert game.opponent.health == 23


def test_eye_for_an_eye_answers_a_deadly_blow_and_both_lose():
    game = paladin(secrets=["Eye for an Eye"], enemy_board=["War Golem"])
    for player in game.players:
        player.hero.take_damage(24)
    game.end_turn().attack("War Golem", game.player.hero)
    assert game.result == "both lost"


def test_lay_on_hands_restores_8_and_draws_3():
    game = paladin(hand=["Lay on Hands"], deck=["Wisp"] * 4)
    game.player.hero.take_damage(10)
    game.play("Lay on Hands", game.player.hero)
    assert (game.player.health, len(game.player.hand)) == (28, 3)


def test_hand_of_protection_shields_against_one_hit():
    game = paladin(hand=["Hand of Protection"], board=["Wisp"], enemy_board=["War Golem"])
    game.play("Hand of Protection", "Wisp").attack("Wisp", "War Golem")
    wisp = game.player.board[0]
    assert (wisp.health, wisp.divine_shield) == (1, False)


def test_tirion_leaves_ashbringer_even_in_the_enemys_turn():
    game = paladin(board=["Tirion Fordring"], weapon="Light's Justice").end_turn()
    game.player.board[0].destroy()
    assert (game.player.weapon.name, game.player.weapon.stats) == ("Ashbringer", (5, 3))


def test_tirions_shield_takes_the_first_hit():
    tirion = paladin(board=["Tirion Fordring"]).player.board[0]
    assert tirion.take_damage(9).health == 6
    assert tirion.take_damage(2).health == 4


def test_avenging_wrath_splits_8_damage_among_all_enemies():
    game = paladin(hand=["Avenging Wrath"], enemy_board=["War Golem"] * 2).play("Avenging Wrath")
    lost = 30 - game.opponent.health + sum(golem.damage for golem in game.opponent.board)
    assert (lost, game.player.health) == (8, 30)


def test_avenging_wrath_wastes_nothing_on_the_dead_and_has_spell_damage():
    game = paladin(hand=["Avenging Wrath"], board=["Kobold Geomancer"], enemy_board=["Wisp"] * 3)
    game.play("Avenging Wrath")
    assert 30 - game.opponent.health + 3 - len(game.opponent.board) == 9
