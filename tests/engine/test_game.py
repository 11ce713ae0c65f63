"""Games from Python: start, play, end, and the attributes of players."""

import pytest

from engine.decks import Deck, DeckError
from engine.game import Game

DECK = Deck("", "ROGUE", ("CS2_231",) * 30)
OTHER = Deck("", "HUNTER", ("CS2_182",) * 30)


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


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (Deck("mine", "ROGUE", ("CS2_231",) * 61), "deck 'mine': 61 cards; the engine takes up"),
        (
            Deck("mine", "ROGUE", ("CS2_2311",)),
            "unknown card id 'CS2_2311'; did you mean 'CS2_231'",
        ),
        (Deck("mine", "ROUGE", ()), "deck 'mine': unknown class 'ROUGE'"),
    ],
)
def test_a_deck_that_no_game_can_hold_is_refused(deck, message):
    with pytest.raises(DeckError, match=message):
        Game.start(deck, OTHER)


# --- playing ---


def test_tried_actions_stop_at_the_first_illegal_one_and_leave_the_game_as_it_was():
    game = Game.stage(hand=["Wisp"])
    play = next(action for action in game.legal_actions() if action.code & 255)
    before = game.record.tobytes()
    assert [each.text for each in game.tried([play.code, play.code, 0])] == [play.text]
    assert game.record.tobytes() == before


def test_legal_actions_say_what_they_do_and_can_be_played():
    game = Game.stage(hand=["Arcane Shot"], board=["Wisp"])
    wisp, shot = game.player.board[0], game.player.hand[0]
    actions = {str(action): action for action in game.legal_actions()}
    action = actions["plays Arcane Shot (1) on the enemy hero"]
    assert (action.kind, action.source, action.target) == ("play", shot, game.opponent.hero)
    assert actions["attacks the enemy hero with Wisp"].source == wisp
    assert game.apply(action).opponent.health == 28


def test_a_minion_goes_to_the_place_asked_for():
    game = Game.stage(hand=["Wisp"], board=["War Golem", "Chillwind Yeti"])
    wisp = game.player.hand[0].play(position=1)
    assert (wisp.position, [card.name for card in game.player.board][1]) == (1, "Wisp")


def test_a_choose_one_card_takes_its_choice_and_target():
    game = Game.stage(hand=["Wrath", "Wrath"], deck=["Wisp"], enemy_board=["Chillwind Yeti"])
    yeti = game.opponent.board[0]
    wrath = game.player.hand[0]
    assert (wrath.choices, wrath.targets) == (["Solar Wrath", "Nature's Wrath"], [yeti])
    wrath.play(yeti, choice=0)
    game.play("Wrath", yeti, choice=1)
    assert (yeti.health, [card.name for card in game.player.hand]) == (1, ["Wisp"])


def test_targets_depend_on_the_choice():
    game = Game.stage(hand=["Keeper of the Grove"], enemy_board=["Wisp"])
    keeper = game.player.hand[0]
    assert keeper.targets_with(0) == [game.player.hero, game.opponent.hero, *game.opponent.board]
    assert keeper.targets_with(1) == game.opponent.board
    assert keeper.targets == keeper.targets_with(0)


def test_the_hero_power_knows_its_cost_targets_and_uses():
    game = Game.stage(hero="MAGE", enemy_board=["Wisp"], mana=3)
    power = game.player.power
    assert (power.name, power.id, power.cost, power.is_usable) == ("Fireblast", "CS2_034", 2, True)
    assert game.opponent.board[0] in power.targets
    assert power.use(game.opponent.board[0]).times_used == 1
    assert (game.opponent.board, power.is_usable, game.player.mana) == ([], False, 1)


def test_skipping_a_turn_comes_back_to_the_same_player():
    game = Game.stage()
    assert game.current_player is game.player
    turn = game.turn
    assert game.end_turn().current_player is game.opponent
    assert game.end_turn().turn == turn + 2
    assert game.skip_turn().current_player is game.player


def test_a_choice_can_be_made_by_name():
    game = Game.stage(hand=["Tracking"], deck=["War Golem", "Wisp", "Arcane Shot"])
    assert [card.name for card in game.play("Tracking").choices] == [
        "War Golem", "Wisp", "Arcane Shot",
    ]  # fmt: skip
    assert [card.name for card in game.choose("Wisp").player.hand] == ["Wisp"]
    assert game.choices == []


def test_the_result_names_the_winner():
    game = Game.stage(board=["Wisp"])
    assert (game.result, game.winner) == ("running", None)
    game.player.hero.destroy()
    assert (game.result, game.winner, game.player.hero.dead) == ("second won", game.opponent, True)
    game = Game.stage(hand=["Hellfire"], health=3, enemy_health=3)
    assert (game.play("Hellfire").result, game.winner) == ("both lost", None)


def test_a_game_keeps_its_seed_and_shows_itself():
    game = Game.stage(hand=["Wisp"], enemy_board=["Sen'jin Shieldmasta"], seed=9)
    assert game.seed == game.copy().seed == 9
    assert game.text().splitlines() == [
        "  Rexxar 30 health, mana 10/10, deck 0, Steady Shot",
        "    hand: -",
        "    board: Sen'jin Shieldmasta 3/5 taunt",
        "> Valeera Sanguinar 30 health, mana 10/10, deck 0, Dagger Mastery",
        "    hand: Wisp (0)",
        "    board: -",
    ]


def test_cards_are_found_by_name_and_by_id():
    game = Game.stage(
        hand=["Wisp"], deck=["Sap"], enemy_board=["Wisp", "War Golem"], enemy_weapon="Wicked Knife"
    )
    assert game.find("Wisp") == game.find("CS2_231") == game.player.hand[0]
    assert game.find("Wicked Knife") == game.opponent.weapon
    assert game.find("Sap").zone == "deck"
    golem = game.opponent.board[1].destroy()
    assert game.find("War Golem") == golem
    with pytest.raises(LookupError, match="no card in this game is called 'Wips'; did you"):
        game.find("Wips")


# --- what players know ---


def test_players_count_what_they_did_this_turn():
    game = Game.stage(hand=["Wisp", "The Coin"], deck=["Wisp"])
    game.play("Wisp").play("The Coin").use_power()
    player = game.player
    assert (player.cards_played, player.minions_played, player.power.times_used) == (2, 1, 1)
    assert player.combo_active
    assert player.draw().cards_drawn == 1


def test_temporary_mana_is_spent_before_crystals():
    game = Game.stage(hand=["The Coin", "The Coin", "River Crocolisk", "Wisp"], mana=2)
    game.play("The Coin").play("The Coin").play("River Crocolisk")
    assert (game.player.mana, game.player.temporary_mana) == (2, 0)
    game.use_power()
    assert (game.player.mana, game.player.max_mana) == (0, 2)


def test_spell_damage_counts_everything_in_play():
    game = Game.stage(board=["Kobold Geomancer", "Ogre Magi", "Wisp"])
    assert (game.player.spell_damage, game.opponent.spell_damage) == (2, 0)
    assert [card.spell_damage for card in game.player.board] == [1, 1, 0]


def test_a_new_turn_counts_anew():
    game = Game.stage(hand=["Wisp"], deck=["Wisp"] * 2)
    game.play("Wisp").use_power().skip_turn()
    player = game.player
    assert (player.cards_played, player.minions_played, player.power.times_used) == (0, 0, 0)
    assert (player.cards_drawn, player.combo_active) == (1, False)
