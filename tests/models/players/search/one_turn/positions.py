"""Random positions for the one-turn player, and its search without short cuts."""

from collections.abc import Sequence

import numpy as np

from engine.core.memory import copy_game
from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.scorers import LOST
from models.players.core.state import new_desk
from models.players.search.one_turn.explore import explore_turn

PLAIN = (
    "Wisp", "Goldshire Footman", "Murloc Raider", "Bloodfen Raptor", "Frostwolf Grunt",
    "River Crocolisk", "Scarlet Crusader", "Magma Rager", "Silverback Patriarch",
    "Chillwind Yeti", "Oasis Snapjaw", "Sen'jin Shieldmasta", "Fen Creeper", "Boulderfist Ogre",
)  # fmt: skip


def some(rng: np.random.Generator, cards: Sequence[str], least: int, most: int) -> list[str]:
    """From `least` to `most` cards, drawn with replacement."""
    return [str(card) for card in rng.choice(cards, rng.integers(least, most + 1))]


def plain_game(rng: np.random.Generator, n_hand: int = 3, n_board: int = 3) -> Game:
    """A position of minions without texts, with a hero power that has been used."""
    hand = some(rng, PLAIN, 0, n_hand)
    if rng.random() < 0.4:
        hand.insert(int(rng.integers(len(hand) + 1)), "The Coin")
    game = Game.stage(
        hand=hand, board=some(rng, PLAIN, 0, n_board), deck=some(rng, PLAIN, 1, 3),
        enemy_board=some(rng, PLAIN, 0, n_board), enemy_deck=["Wisp", "Wisp"],
        mana=int(rng.integers(1, 11)), seed=int(rng.integers(1000)),
    )  # fmt: skip
    game.record.players[0].power_used = 1
    for card in (*game.player.board, *game.opponent.board):
        if rng.random() < 0.3 and card.health > 1:
            card.take_damage(1)
    game.opponent.hero.health = int(rng.integers(1, 31))
    return game


def explored(game: Game, config: PlayerConfig, seed: int = 0) -> tuple[list[int], int]:
    """Actions and score of the plan that the search finds by playing all actions."""
    desk, side = new_desk(), int(game.record.active)
    search = desk.search
    search.best = LOST
    copy_game(search.root, game.record)
    strategy = config.strategy(config.scorer, is_first=side == 0)
    explore_turn(game.rules.tables, desk.vm, side, strategy, seed, search)
    assert not search.capped
    return search.plan[: search.n_plan].tolist(), int(search.best)


MIXED = (
    *PLAIN[:8], "Chillwind Yeti", "Raid Leader", "Dire Wolf Alpha", "Shattered Sun Cleric",
    "Elven Archer", "Argent Commander", "Abusive Sergeant", "Ironbeak Owl", "Defender of Argus",
    "Harvest Golem", "Amani Berserker", "Wolfrider", "Faerie Dragon", "Young Dragonhawk",
)  # fmt: skip
SPELLS = (
    "Fireball", "Frostbolt", "Holy Smite", "Backstab", "Eviscerate", "Claw", "Blessing of Might",
    "The Coin", "Fiery War Axe", "Starfire", "Consecration", "Cold Blood", "Wrath", "Execute",
)  # fmt: skip


def mixed_game(rng: np.random.Generator) -> Game:
    """A small position of any kind of cards; few have chance in them."""
    heroes = ("MAGE", "PRIEST", "DRUID", "ROGUE", "WARRIOR", "PALADIN", "HUNTER")
    game = Game.stage(
        hand=some(rng, (*MIXED, *SPELLS), 0, 3), board=some(rng, MIXED, 0, 2),
        weapon="Fiery War Axe" if rng.random() < 0.2 else None, deck=some(rng, MIXED, 1, 3),
        hero=str(rng.choice(heroes)), enemy_board=some(rng, MIXED, 0, 2),
        enemy_secrets=["Eye for an Eye"] if rng.random() < 0.1 else [],
        enemy_deck=some(rng, MIXED, 0, 2), enemy_hero=str(rng.choice(heroes)),
        mana=int(rng.integers(0, 8)), fatigue=True, seed=int(rng.integers(1000)),
    )  # fmt: skip
    game.opponent.hero.health = int(rng.integers(1, 31))
    return game
