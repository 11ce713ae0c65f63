"""The table of outcomes, and what derives from it."""

import subprocess
import sys
from typing import get_args

import numpy as np
import pytest

from engine.decks import card_data
from models.players.core.state import PLAYED_GAME
from models.players.decks import named_deck
from models.players.evaluations import evaluate_decks
from models.problems.algorithms import PAPER_TARGETS
from models.problems.experiment import Experiment
from models.problems.players import PlayerTraining
from models.settings.config import ConfigError
from models.settings.outcomes import COUNTED, MEASURES, OUTCOMES, PLAYER_MEASURES, Target
from tasks.sql.schema import TABLES

MIRACLE = named_deck("Classic Miracle Rogue")


def test_every_outcome_is_a_column_of_evaluations_and_of_sql():
    frame = evaluate_decks([MIRACLE], n_games=2)
    assert frame.columns == ["evaluation", *OUTCOMES]
    for table in ("evaluations", "fresh_evaluations"):
        columns = TABLES[table].columns
        first = ["evaluation", "iteration", "objective", "objective_se", "win_rate"]
        assert list(columns)[:5] == first
        assert set(OUTCOMES) < set(columns)
        assert columns["damage_done"].text == OUTCOMES["damage_done"].text


def test_the_game_loop_counts_every_field_that_is_averaged():
    assert set(COUNTED) < set(PLAYED_GAME.names)
    assert all(PLAYED_GAME[name].kind == "i" for name in COUNTED)


def test_outcomes_of_the_deck_by_hand():
    dust = {"FREE": 0, "COMMON": 40, "RARE": 100, "EPIC": 400, "LEGENDARY": 1600}
    cards = [card_data(card_id) for card_id in MIRACLE.cards]
    costs = [card.cost for card in cards]
    expected = {
        "dust": sum(dust[card.rarity] for card in cards),
        "deck_mana_sum": sum(costs),
        "deck_mana_variance": pytest.approx(np.var(costs)),
        "n_minions": sum(card.type == "MINION" for card in cards),
        "n_spells": sum(card.type == "SPELL" for card in cards),
    }
    of_deck = {name: each.of_deck for name, each in OUTCOMES.items() if each.of_deck is not None}
    assert {name: of(cards) for name, of in of_deck.items()} == expected


def test_a_surrogate_predicts_and_an_archive_measures_what_describes_a_deck():
    assert set(PAPER_TARGETS) < set(get_args(Target)) == {"objective", *MEASURES}
    assert "objective_se" not in MEASURES
    assert "opponent_wins" not in MEASURES
    experiment = Experiment().but(
        archive__measures=("damage_done", "dust"),
        surrogate__targets=("objective", "dust", "damage_done"),
    )
    assert experiment.archive.measures == ("damage_done", "dust")
    with pytest.raises(ConfigError, match="no measure is called 'n_games'; use turns, hand_size"):
        Experiment().but(archive__measures=("n_games", "turns"))


def test_an_archive_of_players_measures_nothing_of_the_deck():
    of_deck = {"dust", "deck_mana_sum", "deck_mana_variance", "n_minions", "n_spells"}
    assert set(MEASURES) - set(PLAYER_MEASURES) == of_deck
    with pytest.raises(ConfigError, match="no measure is called 'dust'"):
        PlayerTraining().but(archive__measures=("turns", "dust"))


def test_plots_name_measures_as_the_papers_do():
    assert OUTCOMES["turns"].axis == "NumTurns: rounds per game"
    assert OUTCOMES["n_spells"].axis == "NumSpellCards: spells in it"


def test_the_table_is_light_to_import():
    heavy = "{'numba', 'torch', 'polars'}"
    code = f"import sys, models.settings.outcomes; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
