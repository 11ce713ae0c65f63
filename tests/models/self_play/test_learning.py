import numpy as np
import pytest
import torch

from models.self_play.learning import FACTS, Learner, UpdateConfig
from models.self_play.network import weights_of
from tests.models.self_play.test_acting import TINY, order, plan


def begun(memory=0, rate=0.003):
    torch.manual_seed(1)
    actor = plan(network=TINY.but(memory=memory)).actor(0)
    unrolls = actor.follow(order(actor, 30)).unrolls
    learner = Learner(actor.network, UpdateConfig(rate=rate), torch.device("cpu"))
    return learner, unrolls


@pytest.mark.parametrize("memory", [0, 6])
def test_the_learner_computes_the_actors_probabilities_again(memory):
    learner, unrolls = begun(memory)
    batch = learner.prepared(unrolls)
    log_probs, entropies, values = learner._evaluated(learner.network, batch)
    taken = log_probs.gather(1, batch.actions.view(-1, 1)).view(8, 30)
    torch.testing.assert_close(taken, batch.old_log_probs, atol=1e-5, rtol=1e-4)
    assert (entropies >= 0).all()
    assert values.shape == (9, 30)


def test_an_update_reports_what_it_did():
    learner, unrolls = begun()
    before = weights_of(learner.network)
    found = learner.update(learner.prepared(unrolls), learner.config.step(5))
    facts = dict(zip(FACTS, found, strict=True))
    assert facts["staleness"] == 5
    assert facts["ratio_far"] == 0
    assert facts["entropy_build"] > facts["entropy_battle"] > 0
    assert facts["gradient"] > 0
    assert (weights_of(learner.network) != before).any()


def test_the_rate_falls_with_updates():
    assert UpdateConfig(rate=0.008).rate_at(10**6) == 0.008
    config = UpdateConfig(rate=0.008, slowing=100)
    assert [config.rate_at(n) for n in (0, 100, 300)] == [0.008, 0.004, 0.002]


def test_a_low_rate_changes_less():
    changes = []
    for version in (0, 900):
        learner, unrolls = begun()
        learner.config = UpdateConfig(rate=0.01, slowing=100)
        before = weights_of(learner.network)
        learner.update(learner.prepared(unrolls), learner.config.step(version))
        changes.append(abs(weights_of(learner.network) - before).max())
    assert changes[0] == pytest.approx(10 * changes[1], rel=0.01)


def test_values_learn_who_wins():
    learner, unrolls = begun(rate=0.01)
    unrolls.steps["ended"], unrolls.steps["reward"] = True, 1.0
    batch = learner.prepared(unrolls)
    step = learner.config.step(0)
    errors = [learner.update(batch, step)[FACTS.index("value")] for _ in range(20)]
    assert errors[-1] < 0.2 * errors[0]


def test_a_restored_learner_continues():
    (learner, unrolls), (other, _) = begun(), begun()
    batch = learner.prepared(unrolls)
    learner.update(batch, learner.config.step(0))
    other.restore(learner.state())
    for each in (learner, other):
        each.update(batch, each.config.step(1))
    assert (weights_of(learner.network) == weights_of(other.network)).all()


def test_a_loss_that_is_not_finite_is_refused():
    learner, unrolls = begun()
    unrolls.steps["reward"] = np.nan
    with pytest.raises(FloatingPointError, match="lower the learning rate"):
        learner.update(learner.prepared(unrolls), learner.config.step(0))
