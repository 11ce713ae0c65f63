"""Games of the one-turn player with any deck."""

import numpy as np
import pytest

from engine.decks import Deck
from engine.rules import Rules
from models.players.config import PlayerConfig
from models.players.decks import Opponent
from models.players.games import new_setups, new_strategies, play, schedule_games

CLASSES = (
    "DRUID", "HUNTER", "MAGE", "PALADIN", "PRIEST", "ROGUE", "SHAMAN", "WARLOCK", "WARRIOR",
)  # fmt: skip


def random_deck(rules: Rules, hero: str, rng: np.random.Generator) -> Deck:
    """30 cards of a class and of all, with replacement."""
    cards = [
        card.id
        for card in rules.patch.cards
        if card.card_class in (hero, "NEUTRAL")
        and card.type in ("MINION", "SPELL", "WEAPON")
        and card.id in rules.rows
        and rules.is_implemented(card.id)
    ]
    return Deck(hero, hero, tuple(str(card) for card in rng.choice(cards, 30)))


def games_of(config: PlayerConfig, threads: int) -> np.ndarray:
    rules, rng = config.rules(), np.random.default_rng(5)
    decks = [random_deck(rules, hero, rng) for hero in CLASSES]
    opponents = [Opponent(deck, "control") for deck in decks[::4]]
    setups, strategies = new_setups(rules, decks, opponents), new_strategies(config, opponents)
    games = schedule_games(3, np.arange(len(decks)), 3, len(opponents))
    play(rules, setups, strategies, games, threads)
    return games


@pytest.mark.parametrize(
    ("scorer", "fidelity", "compat"),
    [
        ("control", "dsame", "clean"),
        ("rogue-network", "fair", "clean"),
        ("hearthsim", "mesb", "2014"),
    ],
)
def test_decks_of_all_classes_are_played_the_same_on_any_number_of_threads(
    scorer, fidelity, compat
):
    one_turn = {"max_nodes": 500, "compat": compat}
    config = PlayerConfig(search="one-turn", scorer=scorer, fidelity=fidelity, one_turn=one_turn)
    games = games_of(config, threads=1)
    assert (games["attempts"] == 1).all()
    assert games_of(config, threads=2).tobytes() == games.tobytes()
