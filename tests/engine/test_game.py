"""Games from Python: staging, handles, and the rule that an illegal action names."""

import pytest

from engine.decks import Deck
from engine.dsl.errors import CardError
from engine.game import Game, IllegalAction

DECK = Deck("", "ROGUE", ("CS2_231",) * 30)
OTHER = Deck("", "HUNTER", ("CS2_182",) * 30)


def refused(action, *args, rule: str, **kwargs) -> None:
    """The action is illegal for that reason and changes nothing."""
    with pytest.raises(IllegalAction, match=rule):
        action(*args, **kwargs)


# --- new games ---


def test_a_game_starts_with_three_cards_against_four_and_the_coin():
    game = Game.start(DECK, OTHER, seed=5)
    assert (len(game.player.hand), len(game.player.deck)) == (4, 26)  # one was drawn
    assert [card.name for card in game.opponent.hand] == ["Chillwind Yeti"] * 4 + ["The Coin"]
    assert (game.turn, game.player.mana, game.current_player) == (1, 1, game.player)


def test_equal_seeds_play_equal_games():
    games = [Game.start(DECK, OTHER, seed=7) for _ in range(2)]
    for game in games:
        for _ in range(30):
            game.apply(game.legal_actions()[-1])
    assert games[0].text() == games[1].text()


def test_a_copy_plays_on_by_itself():
    game = Game.stage(hand=["Wisp"])
    copy = game.copy()
    copy.play("Wisp")
    assert (len(game.player.hand), len(copy.player.hand)) == (1, 0)


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


# --- handles ---


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


def test_attacks_left_count_windfury():
    game = Game.stage(board=["Young Dragonhawk", "Wisp"], hand=["Wisp"])
    dragonhawk, wisp = game.player.board
    dragonhawk.attacks(game.opponent.hero)
    assert (dragonhawk.attacks_left, wisp.attacks_left) == (1, 1)
    dragonhawk.attacks(game.opponent.hero)
    assert (dragonhawk.attacks_left, dragonhawk.attacks_made) == (0, 2)
    assert game.player.hand[0].attacks_left == 0


def test_enchantments_with_a_text_are_named():
    game = Game.stage(hand=["Nightmare"], board=["Wisp"])
    wisp = game.player.board[0]
    game.play("Nightmare", wisp)
    assert wisp.given == ["Waking from the nightmare"]


def test_players_count_what_they_did_this_turn():
    game = Game.stage(hand=["Wisp", "The Coin"], deck=["Wisp"])
    game.play("Wisp").play("The Coin").use_power()
    player = game.player
    assert (player.cards_played, player.minions_played, player.power.times_used) == (2, 1, 1)
    assert player.combo_active
    assert player.draw().cards_drawn == 1


# --- illegal actions ---


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
    game = Game.stage(hand=["Arcane Shot"])
    game.opponent.hero.health = 2
    game.play("Arcane Shot", game.opponent.hero)
    assert (game.result, game.legal_actions()) == ("first won", [])
    refused(game.end_turn, rule="the game is over")
