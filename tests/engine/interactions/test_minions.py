"""Rulings about minions that are returned, transformed, copied or stolen."""

from engine.card_sets import CardSet
from engine.dsl.cards import minion, spell
from engine.dsl.effects import transform
from engine.dsl.selectors import anyone, format_card
from engine.game import Game
from engine.rules import rules_for
from tests.engine.rulings import ENEMY_HERO, names, played, stats


def test_brewmaster_returns_a_minion_whose_battlecry_works_again():
    game = Game.stage(board=["Novice Engineer"], hand=["Youthful Brewmaster"], deck=["Wisp"] * 2)
    engineer = game.player.board[0]
    game.play("Youthful Brewmaster", engineer).play(engineer)
    assert names(game.player.hand) == ["Wisp"]


def test_brewmasters_can_return_each_other():
    game = Game.stage(board=["Youthful Brewmaster"], hand=["Youthful Brewmaster"])
    first, second = game.player.board[0], game.player.hand[0]
    game.play(second, first).play(first, second)
    assert (first.zone, second.zone) == ("play", "hand")


def test_a_bounced_minion_forgets_buffs_silence_and_damage():
    game = Game.stage(board=["Chillwind Yeti"], hand=["Youthful Brewmaster", "Blessing of Might"])
    yeti = game.player.board[0].silence().take_damage(2)
    game.play("Blessing of Might", yeti).play("Youthful Brewmaster", yeti).play(yeti)
    assert (yeti.stats, yeti.silenced) == ((4, 5), False)


def test_a_bounced_minion_cannot_attack_again_at_once():
    game = Game.stage(board=["Wisp"], hand=["Shadowstep"])
    wisp = game.player.board[0]
    game.play("Shadowstep", wisp).play(wisp)
    assert not wisp.can_attack


def test_a_brewmaster_returns_a_stolen_minion_to_its_new_player():
    game = Game.stage(hand=["Ancient Brewmaster"], enemy_board=["War Golem"])
    game.opponent.board[0].change_controller()
    game.play("Ancient Brewmaster", "War Golem")
    assert names(game.player.hand) == ["War Golem"]


def test_a_returned_giant_costs_what_it_costs_now():
    game = Game.stage(board=["Sea Giant", "Wisp"], hand=["Shadowstep"], enemy_board=["Wisp"])
    game.play("Shadowstep", "Sea Giant")
    assert game.player.hand[0].cost == 6  # 10, two minions in play, Shadowstep's 2


# --- changing, swapping --------------------------------------------------------------------------


def test_tinkmaster_transforms_another_minion_without_a_deathrattle():
    for seed in range(6):
        game = played("Tinkmaster Overspark", enemy_board=["Cairne Bloodhoof"], seed=seed)
        (victim,) = game.opponent.board
        assert (victim.name, victim.stats) in [("Devilsaur", (5, 5)), ("Squirrel", (1, 1))]


def test_a_transformed_minion_can_keep_its_cost():
    """The printed one; without another minion of this cost nothing happens."""
    other = transform(anyone.minions, format_card("minion", same_cost=True))
    change = spell("X1", "Change", 1, other)
    rules = rules_for(extra=CardSet("change", (change, minion("X2", "Giant", 99, 1, 1))))
    before = ["Giant", "Stonetusk Boar", "Chillwind Yeti", "Mountain Giant"]
    game = Game.stage(hand=["Change"], board=before, rules=rules)
    after = names(game.play("Change").player.board)
    assert set(after) & set(before) == {"Giant"}
    assert [rules.tables.cards[rules.find(name)].cost for name in after] == [99, 1, 4, 12]


def test_a_transformed_minion_loses_its_buffs():
    game = Game.stage(hand=["Blessing of Kings", "Tinkmaster Overspark"], board=["Wisp"])
    game.play("Blessing of Kings", "Wisp").player.mana = 3
    game.play("Tinkmaster Overspark")
    assert game.player.board[0].stats in [(5, 5), (1, 1)]


def test_alarm_o_bot_swaps_with_a_minion_in_hand_at_the_start_of_its_players_turn():
    game = Game.stage(board=["Wisp", "Alarm-o-Bot", "Wisp"], hand=["War Golem", "Sap"])
    bot, golem = game.player.board[1], game.player.hand[0]
    game.skip_turn()
    assert (bot.zone, golem.zone, golem.position) == ("hand", "play", 1)
    assert not golem.can_attack


def test_alarm_o_bot_stays_without_a_minion_in_hand():
    game = Game.stage(board=["Alarm-o-Bot"], hand=["Sap"]).skip_turn()
    assert names(game.player.board) == ["Alarm-o-Bot"]


def test_faceless_manipulator_copies_a_given_ability():
    game = Game.stage(board=["Wisp"], hand=["Nightmare", "Faceless Manipulator"])
    game.play("Nightmare", "Wisp").play("Faceless Manipulator", "Wisp")
    assert stats(game.player.board) == [(6, 6), (6, 6)]
    assert game.skip_turn().player.board == []


def test_lorewalker_cho_gives_each_spell_to_the_other_player():
    game = played("Shiv", ENEMY_HERO, board=["Lorewalker Cho"], enemy_hand=["Arcane Shot"])
    assert names(game.opponent.hand) == ["Arcane Shot", "Shiv"]
    game.end_turn().play("Arcane Shot", game.player.hero)
    assert "Arcane Shot" in names(game.player.hand)


def test_spell_damage_counts_for_each_ping_once_and_not_for_healing():
    game = Game.stage(board=["Kobold Geomancer"], hand=["Consecration", "Holy Light"])
    game.player.hero.take_damage(9)
    game.play("Consecration").play("Holy Light", game.player.hero)
    assert (game.opponent.health, game.player.health) == (27, 27)


def test_a_stolen_minion_keeps_its_damage_and_its_buffs():
    game = Game.stage(hand=["Mind Control"], enemy_board=["War Golem"])
    golem = game.opponent.board[0].take_damage(3)
    golem.set_flags(taunt=True)
    game.play("Mind Control", golem)
    assert (golem.controller, golem.stats, golem.taunt) == (game.player, (7, 4), True)
