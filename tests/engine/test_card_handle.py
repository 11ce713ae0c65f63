"""Handles of cards: one card through all its zones, and its attributes."""

import pytest

from engine.game import Game


def test_a_handle_names_one_card_in_every_zone():
    game = Game.stage(hand=["Youthful Brewmaster"], deck=["Wisp"])
    (wisp,) = game.player.deck
    game.player.draw()
    assert wisp in game.player.hand
    assert wisp.play() in game.player.board
    game.play("Youthful Brewmaster", wisp)
    assert (wisp in game.player.hand, wisp.zone) == (True, "hand")
    wisp.play().destroy()
    assert game.player.graveyard == [wisp]
    assert (wisp.dead, wisp.in_play, wisp.position) == (True, False, -1)


def test_handles_of_one_card_are_equal_and_those_of_two_wisps_are_not():
    game = Game.stage(hand=["Wisp", "Wisp"])
    first, second = game.player.hand
    assert first == game.player.hand[0]
    assert len({first, second, game.player.hand[0]}) == 2
    assert first != second
    assert first != game.copy().player.hand[0]


def test_a_minion_knows_its_neighbours_and_place():
    game = Game.stage(board=["Wisp", "War Golem", "Wisp"])
    left, golem, right = game.player.board
    assert golem.adjacent == [left, right]
    assert left.adjacent == [golem]
    assert (golem.position, golem.controller) == (1, game.player)


def test_attacks_left_count_windfury():
    game = Game.stage(board=["Young Dragonhawk", "Wisp"], hand=["Wisp"])
    dragonhawk, wisp = game.player.board
    dragonhawk.attacks(game.opponent.hero)
    assert (dragonhawk.attacks_left, wisp.attacks_left) == (1, 1)
    dragonhawk.attacks(game.opponent.hero)
    assert (dragonhawk.attacks_left, dragonhawk.attacks_made) == (0, 2)
    assert game.player.hand[0].attacks_left == 0


def test_a_handle_follows_its_minion_to_the_other_side_and_back_to_a_hand():
    game = Game.stage(hand=["Mind Control", "Youthful Brewmaster"], enemy_board=["Wisp"], mana=10)
    wisp = game.opponent.board[0]
    game.play("Mind Control", wisp)
    assert (wisp in game.player.board, wisp.controller) == (True, game.player)
    game.player.mana = 2
    game.play("Youthful Brewmaster", wisp)
    assert (wisp in game.player.hand, wisp in game.opponent.hand) == (True, False)


def test_a_card_that_becomes_another_is_removed():
    game = Game.stage(hand=["Hex"], enemy_board=["War Golem"])
    golem = game.opponent.board[0]
    game.play("Hex", golem)
    assert (golem in game.opponent.board, golem.zone, golem.dead) == (False, "removed", False)
    assert [card.name for card in game.opponent.board] == ["Frog"]


@pytest.mark.parametrize(
    ("name", "type_", "zone"),
    [
        ("Wisp", "minion", "hand"),
        ("Sap", "spell", "deck"),
        ("Snake Trap", "secret", "secrets"),
        ("Wicked Knife", "weapon", "weapon"),
        ("War Golem", "minion", "play"),
    ],
)
def test_a_card_knows_its_type_and_zone(name, type_, zone):
    game = Game.stage(
        hand=["Wisp"], deck=["Sap"], secrets=["Snake Trap"], weapon="Wicked Knife",
        board=["War Golem"],
    )  # fmt: skip
    card = game.find(name)
    assert (card.name, card.type, card.zone, card.controller) == (name, type_, zone, game.player)
    assert card.id == game.rules.ids[game.rules.find(name)]
    assert (game.player.hero.type, game.player.hero.zone) == ("hero", "play")


def test_a_card_costs_what_it_costs_in_hand_now():
    game = Game.stage(hand=["Sea Giant", "Wisp"], board=["Wisp"], enemy_board=["Mana Wraith"])
    giant, wisp = game.player.hand
    assert (giant.cost, wisp.cost) == (10 - 2 + 1, 1)
    assert game.player.board[0].cost == 0  # printed


@pytest.mark.parametrize(
    ("name", "flags"),
    [
        ("Sen'jin Shieldmasta", "taunt"),
        ("Wolfrider", "charge"),
        ("Scarlet Crusader", "divine_shield"),
        ("Jungle Panther", "stealthed"),
        ("Young Dragonhawk", "windfury"),
        ("Emperor Cobra", "poisonous"),
        ("Faerie Dragon", "elusive"),
        ("Ancient Watcher", "cant_attack"),
    ],
)
def test_printed_keywords_are_flags(name, flags):
    game = Game.stage(board=[name, "Wisp"])
    minion, wisp = game.player.board
    assert (getattr(minion, flags), getattr(wisp, flags)) == (True, False)


def test_flags_that_a_game_gives():
    game = Game.stage(
        hand=["Bestial Wrath", "Frostbolt"], board=["Timber Wolf"], enemy_board=["War Golem"]
    )
    wolf, golem = game.player.board[0], game.opponent.board[0]
    game.play("Bestial Wrath", wolf).play("Frostbolt", golem)
    assert (wolf.immune, golem.frozen, golem.silence().silenced) == (True, True, True)
    assert golem.frozen is False  # silence thaws


def test_exhausted_minions_have_come_this_turn_or_attacked():
    game = Game.stage(hand=["Wisp", "Wolfrider"], board=["Chillwind Yeti"])
    yeti, wisp, rider = game.player.board[0], *(card.play() for card in game.player.hand)
    assert [card.exhausted for card in (yeti, wisp, rider)] == [False, True, False]
    assert [card.can_attack for card in (yeti, wisp, rider)] == [True, False, True]
    yeti.attacks(game.opponent.hero)
    assert (yeti.exhausted, yeti.can_attack, yeti.attacks_left) == (True, False, 0)
    game.skip_turn()
    assert [card.exhausted for card in (yeti, wisp, rider)] == [False, False, False]


def test_targets_are_those_of_the_rules():
    game = Game.stage(hand=["Sap", "Wisp"], board=["Wisp"], enemy_board=["War Golem", "Wisp"])
    sap, wisp = game.player.hand
    assert (sap.targets, wisp.targets) == (game.opponent.board, [])
    assert (sap.is_playable, wisp.is_playable) == (True, True)
    attacked = game.player.board[0].attack_targets
    assert attacked == [game.opponent.hero, *game.opponent.board]
    assert sap.play(game.opponent.board[0]).zone == "graveyard"


def test_a_card_is_not_playable_without_mana_or_target():
    game = Game.stage(hand=["War Golem", "Sap"], mana=3)
    assert [card.is_playable for card in game.player.hand] == [False, False]


def test_buffs_are_what_differs_from_the_printed_card():
    game = Game.stage(
        hand=["Blessing of Kings", "Wisp"], board=["Wisp", "Sen'jin Shieldmasta"],
        weapon="Wicked Knife", enemy_board=["Mana Wraith"],
    )  # fmt: skip
    wisp, senjin = game.player.board
    assert wisp.buffs == {}
    game.play("Blessing of Kings", wisp)
    wisp.set_flags(taunt=True)
    assert wisp.buffs == {"attack": 4, "health": 4, "keywords": {"taunt"}}
    assert senjin.silence().buffs == {"keywords": {"silenced"}, "lost": {"taunt"}}
    game.player.weapon.attack = 3
    assert game.player.weapon.buffs == {"attack": 2}
    assert game.player.hand[0].buffs == {"cost": 1}


def test_given_texts_are_buffs():
    game = Game.stage(hand=["Nightmare"], board=["Wisp"])
    wisp = game.player.board[0]
    game.play("Nightmare", wisp)
    assert wisp.buffs == {"attack": 5, "health": 5, "texts": ["Waking from the nightmare"]}
