"""Players of a training, as files."""

import numpy as np
import pytest

from models.self_play.checkpoint import Checkpoint
from models.self_play.ladder import PRESETS, Training, rung
from models.self_play.policies import weights_of
from models.self_play.training import SelfPlay
from tasks.studies.self_play.periods import players_of


@pytest.mark.parametrize("name", ["b4", "c5"])
def test_each_hero_of_a_model_with_several_networks_is_a_player(name, tmp_path):
    settings = rung(name).config(PRESETS["smoke"].but(environment__heroes=("MAGE", "HUNTER")))
    learning = SelfPlay(settings, seed=1)
    players = players_of(Training(model=name, settings=settings), learning)
    assert list(players) == ["-mage", "-hunter"]
    players["-hunter"].save(tmp_path / "hunter.npz")
    read = Checkpoint.load(tmp_path / "hunter.npz")
    assert read.card.heroes == ("HUNTER",)
    assert read.card.method == name
    whole = weights_of(learning.learner.network)
    assert (weights_of(read.network) == np.split(whole, 2)[1]).all()
