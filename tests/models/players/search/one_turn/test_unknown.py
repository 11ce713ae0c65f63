"""Nobody knows what will be drawn."""

import numpy as np
import pytest

from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.state import PER_POINT
from models.players.search_player import SearchPlayer

DECK = ["Fireball", "Wisp", "Pyroblast", "Chillwind Yeti", "Arcane Missiles", "Mirror Image"]


def drawing(deck: list[str], mana: int = 7) -> Game:
    return Game.stage(
        hand=["Arcane Intellect", "Novice Engineer", "Wisp"], board=["Acolyte of Pain"],
        deck=deck, hero="MAGE", enemy_board=["Bloodfen Raptor", "Wisp"], enemy_deck=["Wisp"],
        mana=mana,
    )  # fmt: skip


@pytest.mark.parametrize("scorer", ["control", "fatigue", "rogue-network", "hearthsim"])
@pytest.mark.parametrize("fidelity", ["dsame", "fair"])
def test_the_order_of_the_deck_changes_nothing(scorer, fidelity):
    config = PlayerConfig(search="one-turn", scorer=scorer, fidelity=fidelity)
    rng, plans = np.random.default_rng(1), set()
    for _ in range(6):
        plan = SearchPlayer(config).plan(drawing([str(card) for card in rng.permutation(DECK)]))
        plans.add((tuple(action.text for action in plan.actions), plan.points))
    assert len(plans) == 1


def test_the_plan_ends_with_the_draw():
    game = drawing(DECK)
    config = PlayerConfig(search="one-turn", scorer="hearthsim", weights={"w_mana": 1})
    plan = SearchPlayer(config).plan(game)
    for action in plan.actions:
        assert len(game.player.deck) == len(DECK)
        game.apply(action)
    assert len(game.player.deck) < len(DECK)


@pytest.mark.parametrize("compat", ["2014", "clean"])
def test_a_drawn_card_counts_as_the_mean_of_the_deck(compat):
    """As in HearthSim's CardDrawNode, with 0.01 for each mana left."""
    game = Game.stage(
        hand=["Arcane Intellect"], deck=["Fireball", "Wisp", "Chillwind Yeti"], hero="MAGE",
        mana=4, enemy_deck=["Wisp"],
    )  # fmt: skip
    extra = 0.001 if compat == "clean" else 0
    config = PlayerConfig(search="one-turn", scorer="hearthsim", one_turn={"compat": compat})
    plan = SearchPlayer(config).plan(game)
    mean = (6 + 0.9 + 0 + 0.1 * 4) / 3 + extra
    assert plan.points == pytest.approx(PER_POINT * (2 * mean + 0.01 * 1), abs=2)


def test_cards_too_many_and_fatigue_count_as_they_are():
    config = PlayerConfig(search="one-turn", scorer="hearthsim", one_turn={"compat": "2014"})
    full = ["Arcane Intellect", *["Deathwing"] * 9]  # no more than ten cards
    game = Game.stage(hand=full, deck=["Fireball"] * 3, hero="MAGE", mana=3)
    plan = SearchPlayer(config).plan(game)
    assert plan.points == pytest.approx(PER_POINT * (9 * 1.0 + 6.9))
    game = Game.stage(hand=["Arcane Intellect"], hero="MAGE", mana=3, fatigue=True)
    game.record.players[0].power_used = 1
    plan = SearchPlayer(config).plan(game)
    assert [action.kind for action in plan.actions] == ["end turn"]  # 0.3 for the card, 1 + 2 pain
    assert plan.points == pytest.approx(PER_POINT * 0.3)


def test_a_choice_that_is_shown_is_known():
    game = Game.stage(hand=["Tracking"], deck=["Fireball", "Wisp", "Deathwing"], hero="HUNTER")
    game.play("Tracking")
    config = PlayerConfig(search="one-turn", scorer="hearthsim")
    plan = SearchPlayer(config).plan(game)
    assert plan.actions[0].text.endswith("Fireball")  # worth 6.9 in hand
