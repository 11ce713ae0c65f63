"""Rulings about attacks, freezing, windfury and stealth."""

from engine.game import Game
from tests.engine.rulings import names, played, stats


def test_a_frozen_minion_misses_one_attack():
    game = Game.stage(board=["Chillwind Yeti"], enemy_hand=["Frost Elemental"])
    yeti = game.player.board[0]
    game.end_turn().play("Frost Elemental", yeti).end_turn()
    assert not yeti.can_attack
    game.skip_turn()
    assert yeti.can_attack


def test_a_minion_frozen_after_its_attack_stays_frozen_through_its_next_turn():
    game = Game.stage(board=["Chillwind Yeti"], hand=["Frost Elemental"])
    yeti = game.player.board[0].attacks(game.opponent.hero)
    game.play("Frost Elemental", yeti).skip_turn()
    assert not yeti.can_attack
    game.skip_turn()
    assert yeti.can_attack


def test_a_minion_frozen_before_its_attack_in_its_own_turn_thaws_at_its_end():
    game = played("Frost Elemental", "Chillwind Yeti", board=["Chillwind Yeti"]).end_turn()
    assert not game.player.board[0].frozen


def test_windfury_attacks_twice():
    game = Game.stage(board=["Windfury Harpy"])
    harpy = game.player.board[0].attacks(game.opponent.hero).attacks(game.opponent.hero)
    assert (game.opponent.health, harpy.can_attack) == (22, False)


def test_taunt_must_be_attacked_first():
    game = Game.stage(board=["Wisp"], enemy_board=["Goldshire Footman", "Wisp"])
    assert names(game.player.board[0].attack_targets) == ["Goldshire Footman"]


def test_a_stealthed_taunt_protects_nobody():
    game = Game.stage(board=["Wisp"], enemy_board=["Goldshire Footman"])
    game.opponent.board[0].set_flags(stealth=True)
    assert game.player.board[0].attack_targets == [game.opponent.hero]


def test_stealth_ends_with_an_attack():
    game = Game.stage(board=["Jungle Panther"])
    panther = game.player.board[0].attacks(game.opponent.hero)
    assert not panther.stealthed


def test_stealth_ends_when_a_minion_deals_damage_in_any_way():
    game = Game.stage(board=["Knife Juggler"], hand=["Conceal", "Wisp"]).play("Conceal")
    assert not game.play("Wisp").player.board[0].stealthed


def test_a_stealthed_minion_is_hit_by_what_has_no_target():
    assert played("Fan of Knives", enemy_board=["Worgen Infiltrator"]).opponent.board == []


def test_a_stealthed_minion_is_a_target_for_its_own_player_only():
    game = Game.stage(hand=["Shiv"], board=["Jungle Panther"], enemy_board=["Jungle Panther"])
    targets = game.player.hand[0].targets
    assert game.player.board[0] in targets
    assert game.opponent.board[0] not in targets


def test_a_minion_cannot_attack_in_the_turn_in_which_it_came_without_charge():
    game = Game.stage(hand=["Wisp", "Stonetusk Boar"]).play("Wisp").play("Stonetusk Boar")
    assert [minion.can_attack for minion in game.player.board] == [False, True]
    assert game.skip_turn().player.board[0].can_attack


def test_southsea_deckhand_stops_charging_when_its_hero_loses_the_weapon():
    game = played("Southsea Deckhand", hand=["Blade Flurry"], weapon="Wicked Knife")
    assert game.player.board[0].can_attack
    assert not game.play("Blade Flurry").player.board[0].can_attack


def test_southsea_deckhand_charges_as_soon_as_a_weapon_comes():
    game = Game.stage(hand=["Southsea Deckhand"]).play("Southsea Deckhand")
    assert not game.player.board[0].can_attack
    assert game.use_power().player.board[0].can_attack


def test_attacker_and_defender_hit_at_the_same_time():
    game = Game.stage(board=["Chillwind Yeti"], enemy_board=["Chillwind Yeti"])
    game.player.board[0].take_damage(1)
    game.attack("Chillwind Yeti", game.opponent.board[0])
    assert (game.player.board, stats(game.opponent.board)) == ([], [(4, 1)])


def test_a_hero_that_attacks_is_hit_back_and_wears_its_weapon():
    game = Game.stage(weapon="Wicked Knife", enemy_board=["Chillwind Yeti"])
    game.attack(game.player.hero, "Chillwind Yeti")
    assert (game.player.health, game.player.weapon.durability) == (26, 1)


def test_a_weapon_does_not_strike_back_in_the_enemys_turn():
    game = Game.stage(weapon="Assassin's Blade", enemy_board=["Wisp"]).end_turn()
    game.attack("Wisp", game.player.hero)
    assert stats(game.opponent.board) == [(1, 1)]


def test_a_new_weapon_does_not_give_a_second_attack():
    game = Game.stage(weapon="Wicked Knife")
    game.player.hero.attacks(game.opponent.hero)
    assert not game.use_power().player.hero.can_attack


def test_spiteful_smith_sharpens_the_weapon_only_while_damaged():
    game = Game.stage(board=["Spiteful Smith"], weapon="Wicked Knife")
    smith = game.player.board[0].take_damage(1)
    assert game.player.hero.attack == 3
    smith.heal(1)
    assert game.player.hero.attack == 1


def test_a_divine_shield_takes_one_blow_of_any_size():
    game = Game.stage(board=["Argent Squire"], enemy_board=["War Golem"])
    game.attack("Argent Squire", "War Golem")
    assert [(m.stats, m.divine_shield) for m in game.player.board] == [((1, 1), False)]


def test_nothing_is_triggered_by_damage_that_a_divine_shield_took():
    game = played("Hand of Protection", "Acolyte of Pain", board=["Acolyte of Pain"], deck=["Wisp"])
    game.player.board[0].take_damage(2)
    assert game.player.hand == []


def test_a_windfury_minion_frozen_between_its_attacks_misses_its_next_turn():
    game = Game.stage(board=["Windfury Harpy"], hand=["Frost Elemental"])
    harpy = game.player.board[0].attacks(game.opponent.hero)
    game.play("Frost Elemental", harpy)
    assert not harpy.can_attack
    assert game.skip_turn().player.board[0].frozen
    assert not game.skip_turn().player.board[0].frozen


def test_a_windfury_minion_frozen_before_it_attacked_thaws_this_turn():
    game = played("Frost Elemental", "Windfury Harpy", board=["Windfury Harpy"]).end_turn()
    assert not game.player.board[0].frozen


def test_stealth_ends_when_a_minion_strikes_back_at_a_misdirected_attacker():
    seen = set()
    for seed in range(10):
        game = Game.stage(
            secrets=["Misdirection"], board=["Stranglethorn Tiger"], enemy_board=["Wisp"], seed=seed
        )
        tiger = game.player.board[0]
        game.end_turn().attack("Wisp", game.player.hero)
        seen.add((tiger.damage, tiger.stealthed))
    assert seen == {(1, False), (0, True)}


def test_a_minion_that_takes_damage_stays_stealthed():
    assert played("Fan of Knives", enemy_board=["Stranglethorn Tiger"]).opponent.board[0].stealthed


def test_a_stealthed_minion_whose_damage_a_shield_takes_has_attacked_all_the_same():
    game = Game.stage(board=["Worgen Infiltrator"], enemy_board=["Argent Squire"])
    worgen = game.player.board[0].set_flags(divine_shield=True).attacks("Argent Squire")
    assert not worgen.stealthed


def test_charge_given_by_an_aura_ends_with_it():
    game = played("River Crocolisk", board=["Tundra Rhino"])
    croc = game.player.board[1]
    assert croc.can_attack
    game.player.board[0].silence()
    assert not croc.can_attack


def test_a_cleaving_attack_damages_the_neighbours_of_its_defender():
    game = Game.stage(board=["Chillwind Yeti"], enemy_board=["War Golem"] * 4)
    game.player.board[0].set_flags(cleaves=True).attacks(game.opponent.board[1])
    assert [golem.damage for golem in game.opponent.board] == [4, 4, 4, 0]
    assert (game.player.board, game.opponent.health) == ([], 30)  # only its defender strikes back


def test_all_are_damaged_by_a_cleaving_attack_before_anybody_reacts():
    board = ["Acolyte of Pain", "Wisp", "Acolyte of Pain"]
    game = Game.stage(board=["War Golem"], enemy_board=board, enemy_deck=["Wisp"] * 3)
    game.player.board[0].set_flags(cleaves=True).attacks("Wisp")
    assert (game.opponent.board, len(game.opponent.hand)) == ([], 2)


def test_a_cleaving_attack_on_a_hero_damages_the_hero_only():
    game = Game.stage(board=["War Golem"], enemy_board=["Wisp"])
    game.player.board[0].set_flags(cleaves=True).attacks(game.opponent.hero)
    assert (game.opponent.health, len(game.opponent.board)) == (23, 1)
