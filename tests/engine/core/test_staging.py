"""Staged positions: placing, changing, and errors."""

import pytest

from engine.dsl.errors import CardError
from engine.game import Game


def test_a_staged_position_holds_what_was_asked_for():
    game = Game.stage(
        hand=["Wisp", "Arcane Shot"],
        board=["Chillwind Yeti", "Wisp"],
        deck=["War Golem", "Wisp"],
        secrets=["Snake Trap"],
        weapon="Wicked Knife",
        mana=7,
        enemy_board=["War Golem"],
        enemy_hero="PALADIN",
    )
    player = game.player
    assert [card.name for card in player.hand] == ["Wisp", "Arcane Shot"]
    assert [card.name for card in player.board] == ["Chillwind Yeti", "Wisp"]
    assert [card.name for card in player.deck] == ["War Golem", "Wisp"]
    assert [card.name for card in player.secrets] == ["Snake Trap"]
    assert (player.weapon.stats, player.mana, player.max_mana) == ((1, 2), 7, 7)
    assert (game.opponent.hero.name, game.opponent.power.name) == (
        "Uther Lightbringer",
        "Reinforce",
    )
    assert player.board[0].can_attack


def test_a_staged_hero_has_health_and_armour():
    game = Game.stage(health=12, armor=5, enemy_health=35)
    assert (game.player.health, game.player.hero.max_health, game.player.armor) == (12, 30, 5)
    assert (game.opponent.health, game.opponent.armor) == (35, 0)
    with pytest.raises(ValueError, match="health 0: give 1 to 1000"):
        Game.stage(health=0)


def test_staging_refuses_what_the_game_has_no_room_for():
    with pytest.raises(ValueError, match="the board is full"):
        Game.stage(board=["Wisp"] * 8)
    with pytest.raises(ValueError, match="is a spell, not a minion"):
        Game.stage(board=["Arcane Shot"])
    with pytest.raises(CardError, match="did you mean 'Chillwind Yeti'"):
        Game.stage(hand=["Chilwind Yeti"])


def test_fatigue_is_off_in_a_staged_position_unless_asked_for():
    calm, tired = Game.stage(), Game.stage(fatigue=True)
    assert calm.player.draw(3).health == 30
    assert tired.player.draw(3).health == 30 - 1 - 2 - 3
    assert tired.player.fatigue == 3


def test_stats_and_flags_can_be_staged():
    game = Game.stage(board=["Chillwind Yeti"])
    yeti = game.player.board[0]
    yeti.attack, yeti.health = 7, 2
    yeti.set_flags(taunt=True, stealth=True)
    assert (yeti.stats, yeti.max_health, yeti.damage) == ((7, 2), 2, 0)
    assert yeti.keywords == {"taunt", "stealth"}
    assert yeti.set_flags(stealth=False).keywords == {"taunt"}


def test_damage_that_kills_and_destroy_resolve_at_once():
    game = Game.stage(board=["Wisp", "War Golem"])
    game.player.board[0].take_damage(1)
    game.player.board[0].destroy()
    assert game.player.board == []


def test_the_order_of_the_deck_can_be_set():
    game = Game.stage(deck=["Wisp", "War Golem"])
    wisp, golem = game.player.deck
    game.player.deck = [golem, wisp]
    game.player.draw()
    assert game.player.hand == [golem]
    with pytest.raises(ValueError, match="the same cards"):
        game.player.deck = [golem]


def test_cards_can_be_discarded_and_shuffled_into_the_deck():
    game = Game.stage(hand=["Wisp", "War Golem"])
    wisp, golem = game.player.hand
    golem.shuffle_into_deck()
    game.player.discard_hand()
    assert (game.player.deck, game.player.hand, game.player.graveyard) == ([golem], [], [wisp])


def test_mana_can_be_set_above_the_crystals():
    game = Game.stage(mana=3)
    game.player.mana = 5
    assert (game.player.mana, game.player.max_mana, game.player.temporary_mana) == (5, 3, 2)
    game.player.mana = 1
    assert (game.player.mana, game.player.temporary_mana) == (1, 0)


def test_summon_triggers_what_put_does_not():
    game = Game.stage(board=["Knife Juggler"])
    game.player.put("Wisp")
    assert game.opponent.health == 30
    game.player.summon("Wisp")
    assert game.opponent.health == 29


def test_a_minion_can_change_sides():
    game = Game.stage(board=["Raid Leader", "Wisp"], enemy_board=["Wisp"])
    leader = game.player.board[0].change_controller()
    assert (leader.controller, leader.exhausted) == (game.opponent, True)
    assert (game.player.board[0].attack, game.opponent.board[0].attack) == (1, 2)
    full = Game.stage(board=["Wisp"], enemy_board=["Wisp"] * 7)
    with pytest.raises(ValueError, match="the other board is full"):
        full.player.board[0].change_controller()


def test_weapons_can_be_staged_too():
    game = Game.stage(weapon="Fiery War Axe")
    axe = game.player.weapon
    axe.attack, axe.durability = 5, 1
    assert (axe.stats, game.player.hero.attack) == ((5, 1), 5)
    assert axe.destroy().dead
    assert (game.player.weapon, game.player.hero.attack) == (None, 0)


def test_equipping_destroys_the_old_weapon():
    game = Game.stage(weapon="Fiery War Axe")
    old = game.player.weapon
    assert game.player.equip("Arcanite Reaper") == game.player.weapon
    assert old in game.player.graveyard


def test_a_hero_has_health_armour_attack_weapon_and_power():
    game = Game.stage(weapon="Wicked Knife")
    player = game.player
    player.armor, player.hero.health, player.hero.attack = 5, 12, 2
    hero = player.hero
    assert (hero.health, hero.max_health, hero.damage, hero.armor) == (12, 30, 18, 5)
    assert (hero.attack, player.weapon.attack, player.power.name) == (3, 1, "Dagger Mastery")
    assert hero.take_damage(7).health == player.health == 10
    assert hero.heal(5).health == 15


def test_cards_come_to_hand_deck_and_board_of_either_player():
    game = Game.stage()
    wisp, golem, sap = (
        game.opponent.give("Wisp"),
        game.opponent.put_on_deck("War Golem"),
        game.opponent.shuffle_into_deck("Sap"),
    )
    assert (game.opponent.hand, {*game.opponent.deck}) == ([wisp], {golem, sap})
    yeti = game.opponent.put("Chillwind Yeti")
    assert game.opponent.put("Wisp", 0).position == 0
    assert (yeti.position, yeti.controller) == (1, game.opponent)


def test_a_card_too_many_for_the_hand_is_lost():
    game = Game.stage(hand=["Wisp"] * 10)
    assert game.player.give("Sap").zone == "graveyard"


def test_a_shuffle_depends_on_the_seed():
    def places(seed: int) -> list[int]:
        game = Game.stage(deck=["Wisp"] * 20, seed=seed)
        return [game.player.shuffle_into_deck("Sap").position for _ in range(3)]

    assert places(1) == places(1) != places(2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda game: game.player.give("Rexxar"), "Rexxar is a hero, not"),
        (lambda game: game.player.give("Steady Shot"), "is a hero power, not"),
        (lambda game: game.player.put_secret("Snake Trap"), "each secret once"),
        (lambda game: setattr(game.player, "mana", 101), "mana 101: give 0 to 100"),
        (lambda game: setattr(game.player, "max_mana", 11), "max_mana 11: give 0 to 10"),
        (lambda game: setattr(game.player, "armor", -1), "armor -1: give 0 to 1000"),
        (lambda game: game.player.draw(-1), "cards to draw -1: give 0 to 60"),
        (lambda game: setattr(game.find("Wisp"), "attack", -1), "attack -1: give 0 to 1000"),
        (lambda game: setattr(game.find("Wisp"), "health", 0), "health 0: give 1 to 1000"),
        (lambda game: setattr(game.find("Sap"), "health", 1), "Sap is in no position for this"),
        (lambda game: setattr(game.find("Wisp"), "durability", 1), "Wisp is no weapon"),
        (lambda game: game.find("Wisp").take_damage(-1), "damage -1: give 0 to 1000"),
        (lambda game: game.find("Wisp").heal(-1), "healing -1: give 0 to 1000"),
        (lambda game: game.find("Wisp").set_flags(tount=True), "'tount'; did you mean 'taunt'?"),
        (lambda game: game.player.hero.silence(), "it is a hero, its zone play"),
        (lambda game: game.player.hero.change_controller(), "it is a hero, its zone play"),
        (lambda game: game.find("Sap").destroy(), "it is a spell, its zone hand"),
        (lambda game: game.find("Wisp").discard(), "Wisp is not in a hand: its zone is play"),
        (lambda game: game.find("Wisp").shuffle_into_deck(), "Wisp is not in a hand"),
        (lambda game: [game.player.put_on_deck("Wisp") for _ in range(61)], "deck holds 60 cards"),
    ],
)
def test_what_can_not_be_staged(change, message):
    game = Game.stage(hand=["Sap"], board=["Wisp"], secrets=["Snake Trap"])
    with pytest.raises(ValueError, match=message):
        change(game)
