import signal

import numpy as np
import pytest
import torch

from models.self_play.ladder import FROZEN, LADDER, PRESETS, rung
from models.self_play.learning import FACTS
from models.self_play.network import SIZES, weights_of
from models.self_play.training import SelfPlayTraining, device_of, new_policy
from models.settings.config import ConfigError

SMOKE = PRESETS["smoke"].but(environment__heroes=("MAGE", "HUNTER"))


def trained(config, seed=1, **options):
    training = SelfPlayTraining(config, seed, **options)
    reports = []
    while not training.is_done:
        reports.append(training.run_period())
    training.close()
    return training, reports


#: Together they have every part of a state: a ring, a queue, a bandit, networks per hero, peeking.
WITH_ALL_STATES = "ph", "b3", "c5"


@pytest.mark.parametrize("name", WITH_ALL_STATES)
def test_a_training_continues_from_its_state(name, device):
    config = rung(name).config(SMOKE).but(samples=1536)
    training, continued = (SelfPlayTraining(config, 1, device=device) for _ in range(2))
    first = training.run_period()
    continued.restore(training.state())
    (second, third), (_, again) = (
        [each.run_period() for _ in range(2)] for each in (training, continued)
    )
    assert [each.samples for each in (first, second, third)] == [512, 1024, 1536]
    assert (len(first.payoffs), len(second.payoffs)) == (0, 1)
    assert training.is_done
    assert continued.is_done
    one, two = (weights_of(each.learner.network).tobytes() for each in (training, continued))
    assert one == two
    assert (again.facts == third.facts).all()
    assert (again.decks == third.decks).all()


@pytest.mark.parametrize("name", sorted(set(LADDER) - set(WITH_ALL_STATES)))
def test_every_model_of_the_ladder_learns(name):
    config = rung(name).config(SMOKE).but(samples=512)
    training, (report,) = trained(config)
    assert np.isfinite(report.facts).all()
    assert (weights_of(training.learner.network) != weights_of(new_policy(config, 1))).any()


def hang_up(*_):
    raise TimeoutError("the learner and its actors wait for each other")


def test_processes_do_not_change_the_result(device):
    # Weights and unrolls of this size do not fit into a pipe.
    sizes = {"buffer__size": 2, "samples": 1024, "copying__samples": 512}
    config = rung("b3").config(SMOKE).but(network=SIZES["mini"], **sizes)
    here, _ = trained(config, device=device)
    before = signal.signal(signal.SIGALRM, hang_up)
    signal.alarm(120)
    try:
        apart, _ = trained(config, has_processes=True, device=device)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert weights_of(here.learner.network).tobytes() == weights_of(apart.learner.network).tobytes()


def test_an_exploiter_plays_only_its_target():
    target, _ = trained(SMOKE.but(samples=512))
    weights = weights_of(target.learner.network)
    training, reports = trained(SMOKE.but(opponents=FROZEN), seed=2, target=target.learner.network)
    assert [each.games.tolist() for each in reports] == [[each.n_games] for each in reports]
    assert len(training.pool.history) == 1
    assert (training.pool.history[0] == weights).all()


def test_seeds_matter():
    (one, _), (two, _) = (trained(SMOKE.but(samples=512), seed) for seed in (1, 2))
    assert (weights_of(one.learner.network) != weights_of(two.learner.network)).any()


def test_a_longer_queue_makes_older_samples():
    def staleness(size):
        _, reports = trained(SMOKE.but(buffer__size=size))
        return reports[-1].facts[:, FACTS.index("staleness")].mean()

    assert staleness(4) > staleness(1) + 2


@pytest.mark.parametrize(("draws", "is_one_batch"), [("batch", True), ("update", False)])
def test_updates_share_what_was_drawn_from_a_ring(draws, is_one_batch):
    ring = {"kind": "ring", "size": 4, "production": 2, "draws": draws}
    _, reports = trained(SMOKE.but(buffer=ring, reuse=2))
    staleness = reports[-1].facts[:, FACTS.index("staleness")].reshape(-1, 2)
    assert (staleness[:, 1] == staleness[:, 0] + 1).all() == is_one_batch


def test_a_period_reports_decks_and_payoffs():
    _, (first, second) = trained(SMOKE.but(samples=3072, period=1536))
    assert first.was_copied
    assert second.games.shape == (1,)
    assert second.games[0] > 0
    assert 0 <= second.payoffs[0] <= 1
    assert first.decks.sum(axis=1)[first.n_decks > 0] == pytest.approx(4)
    assert first.hero_chances == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"batch": 100}, "batch 100 must be a multiple of unroll \\* actors, 8"),
        ({"period": 100}, "period 100 must not be less than batch 256"),
        ({"games": 15, "actors": 2}, "games 15 must be a multiple of actors, 2"),
        ({"heroes__is_learned": True, "environment__random_picks": True},
         "heroes.is_learned needs"),
    ],
)  # fmt: skip
def test_settings_that_do_not_fit_are_refused(changes, message):
    with pytest.raises(ConfigError, match=message):
        SMOKE.but(**changes)


def test_devices():
    has_gpu = torch.cuda.is_available()
    assert device_of("cpu") == "cpu"
    assert device_of("auto") == ("cuda" if has_gpu else "cpu")
