"""Rulings of earlier texts, in the order of `engine/cards/builds.py`."""

from functools import partial

import pytest

from engine.cards import CARDS
from engine.cards.builds import OLD_CARDS, old_cards
from engine.game import Game, IllegalAction
from engine.history import nerfs
from engine.rules import rules_for
from tests.engine.rulings import ENEMY_HERO, died, names, played, stats


def on(day: str, variant: str = "printed", **staged) -> Game:
    """A position with the cards of a day."""
    return Game.stage(rules=rules_for(day, variant=variant, format="blackrock"), **staged)


def before(day: str):
    """What stages positions with the cards of the last day before a change."""
    year, month, number = day.split("-")
    return partial(on, f"{year}-{month}-{int(number) - 1:02}")


def test_unleash_the_hounds_gave_your_beasts_attack_and_charge():
    game = before("2013-12-11")(
        hand=["Unleash the Hounds", "Bloodfen Raptor"], enemy_board=["Wisp"], mana=3
    )
    game.play("Bloodfen Raptor").play("Unleash the Hounds")
    assert stats(game.player.board) == [(4, 2)]
    assert game.attack("Bloodfen Raptor", game.opponent.hero).opponent.health == 26


def test_unleash_the_hounds_cost_four_and_then_two():
    days = "2013-12-10", "2013-12-11", "2014-03-11", "2014-05-08"
    games = [on(day, hand=["Unleash the Hounds"]) for day in days]
    assert [game.player.hand[0].cost for game in games] == [1, 4, 2, 3]


def test_blood_imp_was_an_aura():
    game = before("2014-01-16")(board=["Wisp", "Blood Imp"])
    assert stats(game.player.board) == [(1, 2), (1, 1)]
    game.player.board[1].destroy()
    assert stats(game.player.board) == [(1, 1)]


def test_nat_pagle_fished_at_the_end_of_the_turn():
    fished = set()
    for seed in range(10):
        game = before("2014-03-11")(board=["Nat Pagle"], deck=["Wisp"] * 3, seed=seed)
        fished.add(n := len(game.end_turn().player.hand))
        assert len(game.end_turn().player.hand) == n + 1
    assert fished == {0, 1}


def test_tinkmaster_overspark_chose_the_minion():
    game = played(
        "Tinkmaster Overspark", "Ysera", enemy_board=["Wisp", "Ysera"], by=before("2014-03-11")
    )
    assert stats(game.player.board) == [(2, 2)]
    assert names(game.opponent.board) in (["Wisp", "Devilsaur"], ["Wisp", "Squirrel"])


def test_undertaker_gained_health_too():
    staged = {"hand": ["Leper Gnome", "Wisp"], "board": ["Undertaker"]}
    for day, grown in (("2015-01-28", (2, 3)), ("2015-01-29", (2, 2))):
        assert on(day, **staged).play("Leper Gnome").play("Wisp").player.board[0].stats == grown


def test_warsong_commander_let_weak_minions_charge():
    game = before("2015-10-20")(
        hand=["Grim Patron", "Chillwind Yeti"], board=["Warsong Commander"], mana=10
    )
    game.play("Grim Patron").play("Chillwind Yeti")
    assert game.attack("Grim Patron", game.opponent.hero).opponent.health == 27
    with pytest.raises(IllegalAction):
        game.attack("Chillwind Yeti", game.opponent.hero)


def test_warsong_commander_let_summoned_patrons_charge():
    game = before("2015-10-20")(
        hand=["Inner Rage"], board=["Warsong Commander", "Grim Patron"], mana=10
    )
    game.play("Inner Rage", "Grim Patron")
    assert names(game.player.board) == ["Warsong Commander", "Grim Patron", "Grim Patron"]
    assert game.attack(game.player.board[2], game.opponent.hero).opponent.health == 27


def test_ancient_of_lore_drew_two_cards():
    game = played("Ancient of Lore", deck=["Wisp"] * 3, mana=10, by=before("2016-04-24"))
    assert len(game.player.hand) == 2


def test_arcane_golem_charged():
    game = played("Arcane Golem", by=before("2016-04-24"), mana=3)
    assert game.attack("Arcane Golem", game.opponent.hero).opponent.health == 26
    assert game.player.board[0].stats == (4, 2)


def test_blade_flurry_hit_the_hero_for_two_mana():
    game = before("2016-04-24")(
        hand=["Blade Flurry"], weapon="Fiery War Axe", enemy_board=["Chillwind Yeti"], mana=2
    ).play("Blade Flurry")
    assert (game.opponent.health, game.player.weapon) == (27, None)
    assert stats(game.opponent.board) == [(4, 2)]


def test_force_of_nature_made_treants_that_charge_and_die_at_the_end_of_the_turn():
    game = played("Force of Nature", mana=6, by=before("2016-04-24"))
    for treant in list(game.player.board):
        game.attack(treant, game.opponent.hero)
    assert (game.opponent.health, game.player.mana) == (24, 0)
    assert not game.end_turn().player.board


@pytest.mark.parametrize("variant", ["printed", "sabberstone"])
def test_master_of_disguise_hid_a_minion_for_good(variant):
    by = partial(before("2016-04-24"), variant=variant)
    game = played("Master of Disguise", "Wisp", board=["Wisp"], by=by)
    for _ in range(2):
        game.end_turn()
    assert "stealth" in game.text()


def test_charge_also_gave_attack_and_let_minions_attack_heroes():
    game = before("2016-10-03")(hand=["Wisp", "Charge"], mana=3).play("Wisp").play("Charge", "Wisp")
    assert game.attack("Wisp", game.opponent.hero).opponent.health == 27


def test_murlocs_strengthened_those_of_both_sides():
    game = before("2016-10-20")(
        hand=["Coldlight Seer"], board=["Murloc Warleader"], enemy_board=["Murloc Raider"]
    )
    assert stats(game.opponent.board) == [(4, 2)]
    assert stats(game.play("Coldlight Seer").opponent.board) == [(4, 4)]
    game = before("2016-10-20")(board=["Grimscale Oracle"], enemy_board=["Murloc Raider"])
    assert stats(game.opponent.board) == [(3, 1)]


def test_murloc_tidecaller_saw_murlocs_of_both_sides():
    game = before("2016-10-20")(hand=["Murloc Raider"], enemy_board=["Murloc Tidecaller"])
    assert stats(game.play("Murloc Raider").opponent.board) == [(2, 2)]


def test_innervate_gave_two_mana():
    assert played("Innervate", mana=1, by=before("2017-09-18")).player.mana == 3


def test_murloc_warleader_gave_health_to_its_own_side_in_its_last_year():
    game = before("2017-09-18")(
        board=["Murloc Warleader", "Murloc Raider"], enemy_board=["Murloc Raider"]
    )
    assert (stats(game.player.board)[1], stats(game.opponent.board)) == ((4, 2), [(2, 1)])


def test_preparation_saved_three():
    game = before("2019-05-22")(hand=["Preparation", "Sprint"])
    assert game.play("Preparation").player.hand[0].cost == 4


def test_leper_gnome_and_the_rest_keep_their_texts():
    assert died("Leper Gnome", by=before("2016-04-24")).opponent.health == 28
    assert played("Soulfire", ENEMY_HERO, mana=0, by=before("2014-12-04")).opponent.health == 26


# --- the lines ---


def test_each_line_is_of_a_row_of_the_data_with_its_numbers():
    """Ancient of Lore and Force of Nature have none: those of their option and token change."""
    lines = {(day, card.id) for day, cards in OLD_CARDS.items() for card in cards}
    assert lines | {("2016-04-24", "NEW1_008"), ("2016-04-24", "EX1_571")} == {
        (each.day, each.card_id) for each in nerfs() if each.text
    }
    known = {card.id: card for card in CARDS}
    for day, cards in OLD_CARDS.items():
        for card in cards:
            now = known[card.id]
            assert (card.type, card.name, card.race) == (now.type, now.name, now.race), day
    assert list(OLD_CARDS) == sorted(OLD_CARDS)


def test_of_two_lines_of_a_card_the_one_of_its_day_holds():
    assert old_cards("2019-12-31") == []
    earlier, later = (
        {card.id: card.text for card in old_cards(day)}["EX1_507"]
        for day in ("2016-10-19", "2016-10-20")
    )
    assert earlier != later
