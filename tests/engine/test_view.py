"""Positions, actions and compiled cards as text."""

from engine.game import Game
from engine.rules import rules_for
from engine.view import card_text_rows


def test_a_position_is_drawn_from_both_sides():
    game = Game.stage(
        hand=["Knife Juggler", "Eviscerate"],
        board=["Wisp", "Argent Squire"],
        weapon="Wicked Knife",
        enemy_board=["Sen'jin Shieldmasta"],
        enemy_secrets=["Snake Trap"],
        enemy_mana=4,
        enemy_deck=["Wisp"],
        enemy_armor=3,
    )
    assert game.text().splitlines() == [
        "  Rexxar 30 health +3 armour, mana 4/4, deck 1, Steady Shot",
        "    hand: -",
        "    secrets: Snake Trap",
        "    board: Sen'jin Shieldmasta 3/5 taunt",
        "> Valeera Sanguinar 30 health, attack 1, Wicked Knife 1/2, mana 10/10, deck 0, "
        "Dagger Mastery",
        "    hand: Knife Juggler (2), Eviscerate (2)",
        "    board: Wisp 1/1 | Argent Squire 1/1 divine shield",
    ]


def test_actions_read_as_sentences():
    game = Game.stage(
        hand=["Knife Juggler", "Eviscerate"], board=["Chillwind Yeti"], enemy_board=["Wisp"]
    )
    assert [str(action) for action in game.legal_actions()] == [
        "ends the turn",
        "plays Knife Juggler (2) in place 1 of 2",
        "plays Knife Juggler (2) in place 2 of 2",
        "plays Eviscerate (2) on their own hero",
        "plays Eviscerate (2) on the enemy hero",
        "plays Eviscerate (2) on the enemy Wisp",
        "plays Eviscerate (2) on their own Chillwind Yeti",
        "uses Dagger Mastery",
        "attacks the enemy Wisp with Chillwind Yeti",
        "attacks the enemy hero with Chillwind Yeti",
    ]


def test_a_hero_attack_and_a_choice_read_as_sentences():
    game = Game.stage(hand=["Tracking"], weapon="Wicked Knife", deck=["Wisp", "War Golem"])
    assert str(game.legal_actions()[-1]) == "attacks the enemy hero with the hero"
    game.play("Tracking")
    assert [str(action) for action in game.legal_actions()] == ["chooses Wisp", "chooses War Golem"]
    assert game.text().endswith("to choose: Wisp, War Golem")


def test_a_cards_rows_read_as_text():
    rules = rules_for()
    juggler = card_text_rows(rules, "NEW1_019")
    assert juggler.startswith("Knife Juggler (NEW1_019), row ")
    assert "after_summoned [all friendly other minions]" in juggler
    assert "deal 1 on [random 1 enemy characters]" in juggler
    champion = card_text_rows(rules, "CS2_222")
    assert champion.endswith("aura +1/+1 on [all friendly other minions]")


def test_the_rows_of_two_numbers_pools_and_conditions_of_a_target():
    rules = rules_for()
    swipe = card_text_rows(rules, "CS2_012")
    assert "deal_and 4 on [target any characters] and 1 on [all enemy characters" in swipe
    call = card_text_rows(rules, "CS2_049")
    assert "needs: if missing cards of 4 cards >= 1, else skip 0 rows" in call
    assert call.endswith("summon_from_pool 1 one of 4 cards missing on the board")
    baku = card_text_rows(rules, "GIL_826")
    assert "start of game" in baku
    assert baku.endswith("upgrade_power 0")
    eel = card_text_rows(rules, "GIL_530")
    assert "target only: if odd costs (friendly) <= 0" in eel


def test_every_cards_rows_can_be_printed():
    rules = rules_for()
    assert all(rules.names[rules.row(id_)] in card_text_rows(rules, id_) for id_ in rules.ids[1:])


def test_mana_that_the_coin_paid_is_not_shown_as_a_debt():
    game = Game.stage(hand=["The Coin"], mana=1, hero="HUNTER").play("The Coin").use_power()
    assert "mana -" not in game.end_turn().text()
