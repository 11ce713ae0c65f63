import numpy as np
import pytest

from models.settings.config import ConfigError
from models.surrogates.gaussian import GaussianConfig
from models.surrogates.kinds import surrogate_from_state
from models.surrogates.quadratic import decks_of

N_CARDS = 20
SMALL = GaussianConfig(deviation_draws=400, scale_steps=30)


def learned(config, counts, targets, noise):
    process = config.build(N_CARDS, 0)
    process.fit(counts, targets, 1, noise)
    return process


@pytest.fixture(scope="module")
def fitted():
    """A process with its decks, results, true values and variances of noise."""
    rng = np.random.default_rng(3)
    counts = rng.integers(0, 3, (250, N_CARDS))
    effects, pairs = rng.normal(size=(N_CARDS, 3)), 0.15 * rng.normal(size=(N_CARDS, N_CARDS, 3))
    truth = counts @ effects + np.einsum("ni,nj,ijk->nk", counts, counts, pairs)
    noise = rng.choice([4.0, 16.0], (250, 1)) * np.ones(3)
    targets = truth + np.sqrt(noise) * rng.normal(size=truth.shape)
    return learned(SMALL, counts, targets, noise), counts, targets, truth, noise


def posterior(process, counts, targets, noise, k):
    """Mean and standard deviation of the decks' values, by dense algebra."""
    z = counts - process._centre
    products, scales = z @ z.T, process._scales[k]
    prior = scales.constant + scales.linear * products + scales.pairs * products**2
    prior += scales.rest * np.eye(len(z))
    gain = prior @ np.linalg.inv(prior + np.diag(scales.noise * noise[:, k]))
    mean = targets[:, k].mean()
    left = prior - gain @ prior
    return mean + gain @ (targets[:, k] - mean), np.sqrt(np.diag(left))


def test_beliefs_are_the_posterior(fitted):
    process, counts, targets, _, noise = fitted
    for k in range(3):
        mean, deviation = posterior(process, counts, targets, noise, k)
        np.testing.assert_allclose(process.beliefs[:, k], mean, atol=0.02)
        if k == 0:
            ratio = process.deviations(counts, noise, 1) / deviation
            assert ratio.mean() == pytest.approx(1, abs=0.02)
            assert ratio.std() < 0.06


def test_beliefs_are_nearer_to_the_truth_than_results(fitted):
    process, counts, targets, truth, noise = fitted
    errors = ((process.beliefs - truth) ** 2).mean(axis=0)
    assert (errors < 0.7 * ((targets - truth) ** 2).mean(axis=0)).all()
    surprise = np.abs(process.beliefs[:, 0] - truth[:, 0]) / process.deviations(counts, noise, 1)
    assert (surprise < 1.645).mean() == pytest.approx(0.9, abs=0.05)


def test_the_function_and_the_beliefs_differ_by_what_cards_do_not_explain(fitted):
    process, counts, targets, _, noise = fitted
    found = process.function.values(decks_of(counts))
    scales = np.array([scales.rest / scales.noise for scales in process._scales])
    weights = (targets - process.beliefs) / noise
    np.testing.assert_allclose(process.beliefs - found, scales * weights, atol=0.02)


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_noise_that_is_wrong_by_a_factor_is_corrected(fitted, factor):
    _, counts, targets, _, noise = fitted
    other = learned(SMALL.but(scale_steps=100), counts, targets, noise / factor)
    found = np.log([scales.noise for scales in other._scales]).mean()
    assert 0.2 < found / np.log(factor) < 1.3
    given = learned(SMALL.but(noise_model="given"), counts, targets, noise / factor)
    assert [scales.noise for scales in given._scales] == [1.0] * 3


def test_parts_can_be_switched_off(fitted):
    _, counts, targets, _, noise = fitted
    linear = learned(SMALL.but(pairs=False), counts, targets, noise)
    assert not np.triu(linear.function.pairs[:, :, 0], 1).any()
    results = learned(SMALL.but(believes="results"), counts, targets, noise)
    np.testing.assert_array_equal(results.beliefs, targets)
    np.testing.assert_array_equal(results.draw(0).beliefs, targets)
    exact = learned(SMALL.but(noise_model="none"), counts, targets, noise)
    np.testing.assert_allclose(exact.beliefs, targets)


def test_draws_scatter_about_the_mean_by_the_deviation(fitted):
    _, counts, targets, _, noise = fitted
    process = learned(GaussianConfig(draws=60, deviation_draws=50), counts, targets, noise)
    draws = np.stack([process.draw(number).beliefs for number in range(60)])
    _, deviation = posterior(process, counts, targets, noise, 0)
    z = (draws[:, :, 0] - process.beliefs[:, 0]) / deviation
    assert z.mean() == pytest.approx(0, abs=0.1)
    assert z.std() == pytest.approx(1, abs=0.1)
    functions = np.stack([process.draw(n).predict(counts) for n in range(60)])
    assert functions.std(axis=0).mean() > 0.1
    assert np.abs(functions.mean(axis=0) - process.predict(counts)).mean() < 0.5


def test_a_sum_over_cards_is_learned_although_nothing_disturbs_it():
    rng = np.random.default_rng(4)
    costs = rng.integers(0, 10, 170)
    counts = rng.permuted(np.tile([1] * 30 + [0] * 140, (1000, 1)), axis=1)
    sums = np.tile((counts @ costs).astype(np.float64)[:, None], 3)
    process = GaussianConfig().build(170, 0)
    process.fit(counts[:900], sums[:900], 1, np.zeros((900, 3)))
    found = process.function.values(decks_of(counts[900:]))
    np.testing.assert_allclose(found, sums[900:], atol=0.05)


def test_a_trend_is_expected_and_the_rest_is_learned(fitted):
    process, counts, targets, _, noise = fitted
    trend = process.function
    values = trend.values(decks_of(counts))
    slopes = [np.polyfit(x, y, 1)[0] for x, y in zip(values.T, targets.T, strict=True)]
    expected = values * slopes
    plain = learned(SMALL, counts, targets - expected, noise)
    other = SMALL.build(N_CARDS, 0)
    other.set_trend(trend)
    np.testing.assert_array_equal(other.predict(counts), values)
    other.fit(counts, targets, 1, noise)
    for found, rest in ((other, plain), (other.draw(0), plain.draw(0))):
        np.testing.assert_allclose(found.beliefs, rest.beliefs + expected)
        np.testing.assert_allclose(found.predict(counts), rest.predict(counts) + expected)


def test_what_is_expected_need_not_be_learned(fitted):
    process, counts, targets, truth, noise = fitted
    few, others = slice(20), slice(20, None)
    halved = targets / 2 + 3.0
    plain = learned(SMALL, counts[few], halved[few], noise[few] / 4)
    knowing = SMALL.build(N_CARDS, 0)
    knowing.set_trend(process.function)
    knowing.fit(counts[few], halved[few], 1, noise[few] / 4)
    errors = [
        ((each.predict(counts[others]) - truth[others] / 2 - 3.0) ** 2).mean(axis=0)
        for each in (knowing, plain)
    ]
    assert (errors[0] < 0.3 * errors[1]).all()


def test_a_trend_is_kept_with_the_state(fitted):
    process, counts, targets, _, noise = fitted
    first = SMALL.build(N_CARDS, 0)
    first.set_trend(process.function)
    first.fit(counts[:100], targets[:100], 1, noise[:100])
    again = surrogate_from_state(first.state())
    for each in (first, again):
        each.fit(counts, targets, 2, noise)
    np.testing.assert_array_equal(first.beliefs, again.beliefs)
    np.testing.assert_array_equal(first.predict(counts), again.predict(counts))


def test_new_decks_are_predicted_before_they_are_learned(fitted):
    _, counts, targets, _, noise = fitted
    process = learned(SMALL, counts[:200], targets[:200], noise[:200])
    before = ((process.predict(counts[200:]) - targets[200:]) ** 2).mean(axis=0)
    report = process.fit(counts, targets, 2, noise)
    np.testing.assert_allclose(report.holdout_mse, before)
    assert (report.n_train, report.n_holdout) == (200, 50)


def test_exact_targets_are_believed_as_they_are(fitted):
    _, counts, _, truth, _ = fitted
    process = learned(SMALL, counts, truth, np.zeros_like(truth))
    np.testing.assert_allclose(process.beliefs, truth, atol=1e-9)
    found = process.deviations(counts, np.zeros_like(truth), 1)
    np.testing.assert_allclose(found, 0, atol=1e-9)


@pytest.mark.parametrize("noise", [(14.5, 1.55), (14.5, 1.55, -1)])
def test_every_target_needs_its_noise(noise):
    told = "must have one number, 0 or more, for each of the targets"
    with pytest.raises(ValueError, match=told):
        GaussianConfig(game_noise=noise)
    with pytest.raises(ConfigError, match="game_noise"):
        GaussianConfig().but(game_noise=noise)


@pytest.mark.parametrize(
    "targets", [("objective", "turns", "damage_done"), ("objective", "hand_size", "turns")]
)
def test_the_noise_of_another_outcome_is_refused(targets):
    with pytest.raises(ConfigError, match="game_noise has the number of"):
        GaussianConfig().but(targets=targets).check_noise()
    GaussianConfig().but(targets=targets, game_noise=(14.5, 0.8, 1.6)).check_noise()
    GaussianConfig(targets=("objective", "deck_mana_sum"), game_noise=(14.5, 1.4)).check_noise()
