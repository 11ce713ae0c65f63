"""An illegal action changes nothing and names the rule that forbids it."""

import pytest

from engine.core import enums as e
from engine.game import Game, IllegalAction
from engine.rules import rules_for


def refused(action, *args, rule: str, **kwargs) -> None:
    """The action is illegal for that reason and changes nothing."""
    with pytest.raises(IllegalAction, match=rule):
        action(*args, **kwargs)


def test_playing_says_what_forbids_it():
    game = Game.stage(
        hand=["War Golem", "Arcane Shot", "Snake Trap"], secrets=["Snake Trap"], mana=3
    )
    golem, shot, trap = game.player.hand
    refused(golem.play, rule="War Golem costs 7, the player has 3 mana")
    refused(shot.play, rule="needs a target")
    refused(trap.play, rule="already in play")
    refused(game.play, "Wisp", rule="not in the hand")
    refused(game.player.secrets[0].play, rule="not in the hand")
    assert game.player.mana == 3


def test_a_spell_without_a_legal_target_can_not_be_played():
    game = Game.stage(hand=["Sap", "Deadly Poison"])
    refused(game.play, "Sap", rule="no legal target")
    refused(game.play, "Deadly Poison", rule="can't be played now")
    refused(game.play, "Deadly Poison", game.opponent.hero, rule="takes no target")


def test_attacking_says_what_forbids_it():
    game = Game.stage(
        hand=["Wisp"],
        board=["Chillwind Yeti", "Shieldbearer"],
        enemy_board=["War Golem", "Sen'jin Shieldmasta", "Stranglethorn Tiger"],
    )
    yeti, shieldbearer = game.player.board
    golem, senjin, tiger = game.opponent.board
    refused(game.player.hand[0].play().attacks, senjin, rule="came into play")
    refused(shieldbearer.attacks, senjin, rule="has no attack")
    refused(yeti.attacks, golem, rule="Sen'jin Shieldmasta has taunt")
    refused(yeti.attacks, game.opponent.hero, rule="has taunt")
    refused(yeti.attacks, tiger, rule="stealthed")
    refused(yeti.attacks, shieldbearer, rule="is no enemy")
    refused(golem.attacks, yeti, rule="other player's turn")
    yeti.attacks(senjin)
    refused(yeti.attacks, senjin, rule="has made its attacks")
    golem.set_flags(frozen=True)
    game.end_turn()
    refused(golem.attacks, yeti, rule="is frozen")


def test_the_hero_power_says_what_forbids_it():
    game = Game.stage(mana=3)
    game.use_power()
    refused(game.use_power, rule="already used this turn")
    game = Game.stage(mana=1)
    refused(game.use_power, rule="costs 2, the player has 1 mana")


def test_a_target_that_does_not_fit_is_told_what_would():
    game = Game.stage(
        hand=["Sap", "Arcane Shot"],
        board=["Wisp", "Faerie Dragon"],
        enemy_board=["Jungle Panther", "Wisp"],
    )
    wisp, dragon = game.player.board
    panther = game.opponent.board[0]
    refused(game.play, "Sap", wisp, rule="Sap: Wisp does not fit .target enemy minions")
    refused(game.play, "Arcane Shot", panther, rule="stealth: the enemy can't target it")
    refused(game.play, "Arcane Shot", dragon, rule="can't be targeted by spells")
    panther.set_flags(stealth=False, immune=True)
    refused(game.play, "Arcane Shot", panther, rule="is immune: the enemy can't target it")
    panther.destroy()
    refused(game.play, "Arcane Shot", panther, rule="Jungle Panther is not in play")


def test_what_a_text_needs_is_told():
    game = Game.stage(hand=["Deadly Poison"])
    refused(game.play, "Deadly Poison", rule="it needs weapons .friendly. >= 1")


def test_places_and_choices_that_are_not_there():
    game = Game.stage(hand=["Wisp", "Wrath", "Sap"], enemy_board=["Wisp"])
    wisp = game.opponent.board[0]
    refused(game.play, "Wisp", position=2, rule="place 2: the board has places 0 to 0")
    refused(game.play, "Wisp", position=256, rule="there is no place 256")
    refused(game.play, "Wisp", choice=1, rule="no such choice: it leaves no choice")
    refused(game.play, "Sap", wisp, position=1, rule="place 1: only minions take one")
    refused(game.play, "Wrath", wisp, choice=2, rule=r"choices are 0 .Solar Wrath., 1 .Nature's W")


def test_a_full_board_and_five_secrets_are_full():
    game = Game.stage(
        hand=["Wisp", "Snipe"],
        board=["Wisp"] * 7,
        secrets=["Snake Trap", "Freezing Trap", "Explosive Trap", "Misdirection", "Vaporize"],
    )
    refused(game.play, "Wisp", rule="the board is full: 7 minions")
    refused(game.play, "Snipe", rule="a player has at most 5 secrets")


def test_the_other_players_cards_wait_for_their_turn():
    game = Game.stage(enemy_hand=["Wisp"], enemy_board=["Wisp"], enemy_hero="MAGE")
    hand, board = game.opponent.hand[0], game.opponent.board[0]
    refused(hand.play, rule="Wisp: it is the other player's turn")
    refused(game.play, hand, rule="not in the hand of the player to move")
    refused(board.attacks, game.player.hero, rule="it is the other player's turn")
    refused(game.attack, board, game.player.hero, rule="not in play on the side of the player to")
    refused(game.opponent.power.use, rule="Fireblast: it is the other player's turn")


def test_the_hero_power_needs_a_target_that_fits():
    game = Game.stage(hero="MAGE", enemy_hero="ROGUE")
    refused(game.use_power, rule="Fireblast: it needs a target")
    refused(game.use_power, game.player.hero, choice=1, rule="it leaves no choice")
    game.end_turn()
    refused(game.use_power, game.player.hero, rule="Dagger Mastery: it takes no target")


def test_heroes_attack_with_a_weapon_and_once():
    game = Game.stage(weapon="Fiery War Axe")
    game.attack(game.player.hero, game.opponent.hero)
    refused(game.attack, game.player.hero, game.opponent.hero, rule="has made its attacks")
    game.player.weapon.destroy()
    refused(game.attack, game.player.hero, game.opponent.hero, rule="has no attack")


def test_charge_granted_for_minions_only_spares_the_hero():
    game = Game.stage(hand=["Charge"], board=["Wisp"], enemy_board=["Wisp"])
    wisp = game.player.board[0]
    game.play("Charge", wisp)
    refused(wisp.attacks, game.opponent.hero, rule="can't attack heroes this turn")


def test_a_pending_choice_comes_first():
    game = Game.stage(hand=["Tracking", "Wisp"], deck=["War Golem", "Wisp", "Arcane Shot"])
    game.play("Tracking")
    golem, *others = game.choices
    refused(game.end_turn, rule="choice is pending")
    refused(game.choose, 3, rule="3 cards to choose from")
    game.choose(golem)
    assert golem in game.player.hand
    assert all(card.dead for card in others)


def test_nothing_is_legal_when_the_game_is_over():
    game = Game.stage(hand=["Arcane Shot", "Wisp"], enemy_health=2)
    game.play("Arcane Shot", game.opponent.hero)
    assert (game.result, game.legal_actions()) == ("first won", [])
    refused(game.play, "Wisp", rule="the game is over")
    refused(game.end_turn, rule="the game is over")


def test_choosing_without_a_choice():
    game = Game.stage(hand=["Tracking"], deck=["War Golem", "Wisp"])
    refused(game.choose, 0, rule="no choice is pending")
    refused(game.choose, "Wisp", rule="no choice is pending")
    game.play("Tracking")
    refused(game.choose, "Sap", rule="Sap is none of the cards to choose from")


def test_a_number_that_means_nothing():
    game = Game.stage()
    refused(game.apply, 77, rule="77 is the number of no action")
    refused(game.apply, -1, rule="-1 is the number of no action")
    refused(game.apply, e.PLAY | 200 << 8, rule="nothing is not in the hand")


def test_every_illegal_action_names_a_rule():
    """In positions of a game played at random, whatever is tried."""
    rules = rules_for()
    for seed in range(3):
        game = Game.stage(
            hand=["Wrath", "Sap", "Backstab", "Wisp", "Defender of Argus", "Eviscerate", "Shiv"],
            board=["Wisp", "Faerie Dragon"], deck=["Wisp", "Snake Trap", "Hex"],
            enemy_hand=["Fireball", "Equality", "Snipe"], enemy_deck=["Wisp", "Wisp"],
            enemy_board=["Jungle Panther", "Sen'jin Shieldmasta"], seed=seed, rules=rules,
        )  # fmt: skip
        for step in range(12):
            legal = game.codes()
            if not legal:
                break
            before = game.text()
            sources = range(int(game.record.n_entities))
            for source in sources:
                for kind in (e.PLAY, e.ATTACK, e.POWER):
                    code = kind | source << 8 | (step % len(sources)) << 16
                    if code not in legal:
                        with pytest.raises(IllegalAction, match=r"\w+ \w+"):
                            game.apply(code)
            assert game.text() == before
            game.apply(legal[(7 * step + seed) % len(legal)])
