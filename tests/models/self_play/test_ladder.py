"""The paper's models, and exploiters."""

import numpy as np
import pytest

from models.players.learned import LearnedSetting
from models.self_play.environment import EnvironmentConfig
from models.self_play.ladder import (
    FROZEN,
    LADDER,
    PRESETS,
    exploiting,
    rung,
    starting,
    whole_network,
)
from models.self_play.network import NetworkConfig, weights_of
from models.self_play.opponents import LEARNER, OpponentPool
from models.self_play.training import SelfPlayTraining
from models.settings.config import ConfigError


def settings(name: str) -> dict:
    return rung(name).config(PRESETS["quick"]).model_dump()


def flat(values: dict, prefix: str = "") -> dict:
    found = {}
    for name, value in values.items():
        nested = flat(value, f"{prefix}{name}.") if isinstance(value, dict) else None
        found |= nested or {f"{prefix}{name}": value}
    return found


CLIPS = {f"update.rules.clips.{name}" for name in ("low", "trace", "error")}


@pytest.mark.parametrize(
    ("name", "base", "changed"),
    [
        ("b1", "b0", {"update.rules.gamma"}),
        ("ph", "b0", {"heroes.is_learned"}),
        ("b1.5", "b1", {"environment.random_picks"}),
        ("b2", "b1.5", {"buffer.kind", "buffer.size", "buffer.production"}),
        ("b3", "b2", {"update.rules.policy_loss", *CLIPS}),
        ("b4", "b3", {"per_hero", "samples"}),
        ("c5", "b4", {"network.peek"}),
    ],
)
def test_models_differ_by_what_the_paper_changed(name, base, changed):
    assert LADDER[name].base == base
    before, after = flat(settings(base)), flat(settings(name))
    before.setdefault("network.peek", False)  # written only if it is set
    assert {key for key in after if before[key] != after[key]} == changed


def test_a_model_per_hero_learns_from_three_times_the_samples():
    assert rung("b4").config(PRESETS["quick"]).samples == 3 * PRESETS["quick"].samples


def test_unknown_models_are_refused():
    with pytest.raises(ConfigError, match=r"b31: no such model; did you mean b3\?"):
        rung("b31")


SMALL = NetworkConfig(card=2, entity=4, state=8)
RANDOM_PICKS = EnvironmentConfig(random_picks=True)
SMOKE = PRESETS["smoke"]


@pytest.fixture
def saved(new_checkpoint, tmp_path):
    """Saves a network; returns its setting."""

    def save(name, network=SMALL, heroes=(), environment=RANDOM_PICKS):
        path = tmp_path / f"{name}.npz"
        new_checkpoint(1, network, environment, heroes).save(path)
        return LearnedSetting.read(str(path))

    return save


def test_every_game_is_against_the_target_and_nobody_joins_it():
    pool, rng = OpponentPool(FROZEN), np.random.default_rng(1)
    pool.begin_period(["target"])
    for _ in range(20):
        opponents = pool.choose(rng, 50)
        assert (opponents == 0).all()
        assert LEARNER not in opponents
        pool.record(opponents, np.ones(50))
        assert pool.win_shares().tolist() == [1.0]
        assert not pool.end_period("learner")
    assert pool.history == ["target"]


def test_an_exploiter_has_the_games_and_widths_of_its_target(saved):
    settings = exploiting(rung("b3").config(SMOKE), whole_network(saved("one")))
    assert settings.network == SMALL
    assert settings.environment.deck_size == 30
    assert not settings.environment.random_picks
    assert settings.opponents == FROZEN
    assert settings.update == rung("b3").config(SMOKE).update


def test_a_network_of_classes_in_small_letters_is_whole(saved):
    environment = EnvironmentConfig(heroes=("mage", "warrior", "hunter"))
    assert whole_network(saved("small", environment=environment)).pool.heroes[0] == "MAGE"


def test_a_training_begins_with_a_network(saved):
    start = whole_network(saved("one"))
    settings = starting(rung("b3").config(SMOKE), start)
    assert (settings.network, settings.environment) == (SMALL, start.card.environment)
    training = SelfPlayTraining(settings, 1, start=start.network)
    assert (weights_of(training.learner.network) == weights_of(start.network)).all()
    assert not training.pool.history
    with pytest.raises(ConfigError, match="use b0, b1"):
        starting(rung("b4").config(SMOKE), start)


@pytest.mark.parametrize("model", ["ph", "b4", "c5"])
def test_exploiters_are_one_network(saved, model):
    with pytest.raises(ConfigError, match="use b0, b1"):
        exploiting(rung(model).config(SMOKE), whole_network(saved("one")))


def test_networks_of_single_classes_or_with_a_view_of_decks_are_refused(saved):
    with pytest.raises(ConfigError, match="mage: a network per class"):
        whole_network(saved("mage", heroes=("MAGE",)))
    with pytest.raises(ConfigError, match="peeker: sees cards"):
        whole_network(saved("peeker", network=SMALL.but(peek=True)))
