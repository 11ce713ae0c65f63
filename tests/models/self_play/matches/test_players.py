import logging

import numpy as np
import pytest
import torch

from engine.rules import rules_for
from models.players.learned import LearnedSetting
from models.self_play.checkpoint import CheckpointError
from models.self_play.matches.players import LearnedPlayer, chosen, uniform_draws


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
