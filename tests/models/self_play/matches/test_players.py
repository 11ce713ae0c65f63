import logging

import numpy as np
import pytest
import torch

from engine.core.enums import FIRST_WON, SECOND_WON
from engine.rules import rules_for
from models.league import LeagueDeck
from models.players.learned import FOLDER, LearnedSetting
from models.players.player_names import read_player
from models.self_play.checkpoint import Checkpoint, CheckpointError
from models.self_play.matches.own_decks import built_decks
from models.self_play.matches.pairs import play_match
from models.self_play.matches.players import LearnedPlayer, chosen, uniform_draws
from models.self_play.matches.trained_games import with_trained_cards


def test_choices_follow_the_probabilities():
    log_probs = torch.tensor([[0.2, 0.0, 0.5, 0.3]]).log().repeat(4000, 1)
    draws = (np.arange(4000) + 0.5) / 4000
    shares = np.bincount(chosen(log_probs, "sample", draws), minlength=4) / 4000
    assert shares == pytest.approx([0.2, 0.0, 0.5, 0.3], abs=0.001)
    assert (chosen(log_probs, "best", draws) == 2).all()


def test_extreme_draws_choose_what_is_possible():
    log_probs = torch.tensor([[-1e9, 0.0, -1e9]]).repeat(2, 1)
    assert chosen(log_probs, "sample", np.array([1e-17, 1 - 1e-16])).tolist() == [1, 1]


def test_draws_are_uniform_and_depend_on_every_word():
    draws = uniform_draws(np.arange(20_000), 3)
    assert 0 < draws.min() < 0.001 < 0.999 < draws.max() < 1
    assert np.histogram(draws, 10, (0, 1))[0] == pytest.approx(2000, abs=200)
    assert (draws != uniform_draws(np.arange(20_000), 4)).all()
    assert (draws != uniform_draws(3, np.arange(20_000))).mean() > 0.99


def test_a_changed_file_is_refused(files, tmp_path):
    path = tmp_path / "player.npz"
    path.write_bytes(files[0].read_bytes())
    setting = LearnedSetting.read(str(path))
    assert LearnedPlayer.load(setting, rules_for()).choice == "sample"
    path.write_bytes(files[1].read_bytes())
    other = LearnedSetting.read(str(path))
    assert other != setting
    with pytest.raises(CheckpointError, match="is not the file it was"):
        LearnedPlayer.load(setting.but(digests=("0" * 64,)), rules_for())


def test_other_cards_are_refused_with_the_files_name(files):
    with pytest.raises(CheckpointError, match=r"one.npz: .*cannot play with those of 23321"):
        LearnedPlayer.load(LearnedSetting.read(str(files[0])), rules_for("23321"))


def test_a_class_is_played_by_the_network_trained_on_it(new_checkpoint, caplog):
    both = new_checkpoint(0, heroes=("MAGE",)), new_checkpoint(1, heroes=("HUNTER",))
    player = LearnedPlayer(both)
    with caplog.at_level(logging.WARNING):
        assert [player.place_of(hero) for hero in ("MAGE", "HUNTER", "ROGUE")] == [0, 1, 0]
    assert "plays a deck of Rogue, which it was not trained on" in caplog.text


def test_the_included_network_is_small_and_says_how_strong_it_is():
    path = FOLDER / "blackrock.npz"
    assert path.stat().st_size < 5_000_000
    card = Checkpoint.load(path).card
    assert card.samples > 1_000_000
    assert {"random", "greedy", "greedy, choice=lookahead"} <= set(card.measured)


def test_the_included_network_plays_far_better_than_chance():
    checkpoint = Checkpoint.load(FOLDER / "blackrock.npz")
    heroes = list(checkpoint.card.environment.heroes)
    decks = built_decks(LearnedPlayer((checkpoint,)), heroes, 30, None, 1, np.arange(3))
    names = "learned:blackrock:choice=best", "random"
    players = with_trained_cards([read_player(name) for name in names], None)
    played = play_match(tuple(players), [LeagueDeck.of(deck) for deck in decks], 20, seed=1)
    won = np.where(played["player"] == 0, FIRST_WON, SECOND_WON)  # by the network
    assert (played["result"] == won).mean() > 0.9
