"""Plain turns: as good as by playing all actions, and in 2014 the same plan."""

from collections.abc import Sequence

import numpy as np
import pytest

from engine.core.memory import copy_game
from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.scorers import LOST, WON
from models.players.core.state import new_desk
from models.players.search.one_turn.explore import explore_turn
from models.players.search_player import SearchPlayer

PLAIN = (
    "Wisp", "Goldshire Footman", "Murloc Raider", "Bloodfen Raptor", "Frostwolf Grunt",
    "River Crocolisk", "Scarlet Crusader", "Magma Rager", "Silverback Patriarch",
    "Chillwind Yeti", "Oasis Snapjaw", "Sen'jin Shieldmasta", "Fen Creeper", "Boulderfist Ogre",
)  # fmt: skip
WEIGHTS = {"w_taunt": 0.3, "w_divine_shield": 1.0, "wt_divine_shield": 0.5, "w_mana": 0.2}


def some(rng: np.random.Generator, cards: Sequence[str], least: int, most: int) -> list[str]:
    """From `least` to `most` cards, drawn with replacement."""
    return [str(card) for card in rng.choice(cards, rng.integers(least, most + 1))]


def plain_game(rng: np.random.Generator) -> Game:
    """A position of minions without texts, with a hero power that has been used."""
    hand = some(rng, PLAIN, 0, 3)
    if rng.random() < 0.4:
        hand.insert(int(rng.integers(len(hand) + 1)), "The Coin")
    game = Game.stage(
        hand=hand, board=some(rng, PLAIN, 0, 3), deck=some(rng, PLAIN, 1, 3),
        enemy_board=some(rng, PLAIN, 0, 3), enemy_deck=["Wisp", "Wisp"],
        mana=int(rng.integers(1, 11)), seed=int(rng.integers(1000)),
    )  # fmt: skip
    game.record.players[0].power_used = 1
    for card in (*game.player.board, *game.opponent.board):
        if rng.random() < 0.3 and card.health > 1:
            card.take_damage(1)
    game.opponent.hero.health = int(rng.integers(1, 31))
    return game


def explored(game: Game, config: PlayerConfig) -> tuple[list[int], int]:
    """Actions and score of the plan that the search finds by playing all actions."""
    desk, side = new_desk(), int(game.record.active)
    search = desk.search
    search.best = LOST
    copy_game(search.root, game.record)
    strategy = config.strategy(config.scorer, is_first=side == 0)
    explore_turn(game.rules.tables, desk.vm, side, strategy, 0, search)
    assert not search.capped
    return search.plan[: search.n_plan].tolist(), int(search.best)


def player(compat: str, **weights: float) -> SearchPlayer:
    one_turn = {"compat": compat, "max_nodes": 2**20}
    return SearchPlayer(
        PlayerConfig(search="one-turn", scorer="hearthsim", one_turn=one_turn, weights=weights)
    )


@pytest.mark.parametrize("compat", ["2014", "clean"])
@pytest.mark.parametrize("weights", [{}, WEIGHTS])
def test_the_plan_is_that_of_the_search_that_plays_all_actions(compat, weights):
    rng, one_turn = np.random.default_rng(len(compat)), player(compat, **weights)
    n_won = n_fewer = 0
    for _ in range(60):
        game = plain_game(rng)
        plan = one_turn.plan(game)
        actions, points = explored(game, one_turn.config)
        assert plan.points == points, game.text()
        if compat == "2014":
            assert list(plan.codes) == actions, game.text()
        assert len(plan.actions) == len(plan.codes)
        n_won += points == WON
        n_fewer += plan.n_states < 100
    assert n_won > 2
    assert n_fewer > 30


def test_a_full_board_has_room_once_minions_have_died():
    game = Game.stage(
        hand=["Boulderfist Ogre"], board=["Wisp"] * 7, enemy_board=["Wisp"], mana=6,
        enemy_deck=["Wisp"],
    )  # fmt: skip
    game.record.players[0].power_used = 1
    for compat in ("2014", "clean"):
        texts = [action.text for action in player(compat).plan(game).actions]
        attack = texts.index("attacks the enemy Wisp with Wisp")
        assert attack < next(i for i, text in enumerate(texts) if "Boulderfist" in text)


def test_six_different_minions_on_each_side_are_within_the_limit():
    names = ["Wisp", "Bloodfen Raptor", "River Crocolisk", "Chillwind Yeti", "Fen Creeper"]
    game = Game.stage(
        board=[*names, "Boulderfist Ogre"], enemy_deck=["Wisp"],
        enemy_board=["Oasis Snapjaw", "Magma Rager", *names[:4]],
    )  # fmt: skip
    game.record.players[0].power_used = 1
    plan = player("clean").plan(game)
    assert not plan.capped
    assert plan.actions[-1].kind == "end turn"


@pytest.mark.parametrize(
    ("hand", "mana", "last"),
    [
        (["Sea Giant", "Wisp", "Wisp"], 8, "Sea Giant"),
        (["Murloc Raider", "Bloodfen Raptor", "Mountain Giant", "Wisp"], 10, "Mountain Giant"),
    ],
)
def test_a_card_whose_cost_changes_within_the_turn_is_not_plain(hand, mana, last):
    game = Game.stage(hand=hand, enemy_deck=["Wisp"], mana=mana)
    game.record.players[0].power_used = 1
    for compat in ("2014", "clean"):
        plan = player(compat).plan(game)
        played = game.copy()
        for action in plan.actions:
            played.apply(action)
        assert plan.points == explored(game, player(compat).config)[1]
    assert any(last in action.text for action in player("clean").plan(game).actions)


def test_a_discount_for_the_next_dragon_is_not_plain():
    game = Game.stage(hand=["Faerie Dragon", "Faerie Dragon"], enemy_deck=["Wisp"], mana=1)
    game.record.players[0].power_used, game.record.players[0].dragon_discount = 1, 2
    plan = player("clean").plan(game)
    for action in plan.actions:
        game.apply(action)
    assert sum("Faerie Dragon" in action.text for action in plan.actions) == 1
