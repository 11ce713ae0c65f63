"""The player that the policy is a copy of at first: what it decides, records and leaves."""

from dataclasses import replace

import numpy as np
import pytest

from engine.decks import validate_deck
from models.self_play.core.records import CONSTRUCT
from models.self_play.ladder import PRESETS
from models.self_play.learning import FACTS
from models.self_play.network import weights_of
from models.self_play.pilot import Copying, Pilot
from models.self_play.training import SelfPlayTraining
from models.settings.config import ConfigError
from tests.models.self_play.conftest import check_continues
from tests.models.self_play.test_acting import order, plan

COPYING = Copying(samples=10_000, errors=0.3)
SMOKE = PRESETS["smoke"].but(
    environment__heroes=("MAGE", "HUNTER"), environment__deck_size=10, environment__format="classic"
)


def followed(n_rows=60, copying=COPYING):
    actor = plan(copying=copying).actor(0)
    return actor, actor.follow(replace(order(actor, n_rows), is_copying=True))


def test_only_legal_decisions_of_battles_are_recorded():
    _, played = followed()
    steps = played.unrolls.steps.reshape(-1)
    assert (steps["decision"]["kind"] != CONSTRUCT).all()
    assert (np.take_along_axis(steps["mask"], steps["action"][:, None].astype(int), 1) == 1).all()


def test_results_are_recorded():
    _, played = followed()
    steps = played.unrolls.steps[:-1]
    assert {*steps["reward"][steps["ended"]]} == {-1.0, 1.0}
    assert (steps["reward"][~steps["ended"]] == 0).all()


def test_it_plays_better_than_at_random(new_games):
    games, rng = new_games(40, heroes=("MAGE", "HUNTER"), deck_size=15), np.random.default_rng(1)
    pilot, won = Pilot(games, COPYING.but(errors=0.0)), []
    for _ in range(600):
        sides, random = games.turns["to_move"].copy(), games.random_actions(rng)
        pointers, leaves = pilot.decide(rng)
        assert not leaves[sides == 0].any()
        actions = np.where((sides == 1) & ~games.is_build, random, pointers)
        pilot.follow(pointers, actions)
        turns = games.step(actions)
        won += turns["rewards"][turns["terminated"], 0].tolist()
    assert len(won) > 20
    assert np.mean(won) > 0.9


def test_an_action_that_another_began_is_not_copied(new_games):
    games, rng = new_games(64, 200), np.random.default_rng(1)
    pilot = Pilot(games, COPYING.but(errors=1.0))
    for _ in range(30):
        pointers, leaves = pilot.decide(rng)
        assert leaves[~games.is_build].all()
        begins = ~games.is_build & (games.decisions["source"] < 0)
        assert pilot.is_copied()[begins].all()
        assert not pilot.is_copied()[games.is_build].any()
        actions = games.random_actions(rng)
        had, differs = pilot.is_copied(), actions != pointers
        pilot.follow(pointers, actions)
        games.step(actions)
        continues = ~games.is_build & (games.decisions["source"] >= 0)
        assert not (pilot.is_copied() & continues & had & differs).any()


def test_decks_are_random_and_legal(new_games, rules):
    games, rng = new_games(200), np.random.default_rng(1)
    pilot = Pilot(games, COPYING)
    for _ in range(29):
        games.step(pilot.decide(rng)[0])
    last, _ = pilot.decide(rng)
    counts = games.picks.copy()
    counts[np.arange(200), last] += 1
    for row, hero in zip(counts, games.heroes[:, 0], strict=True):
        validate_deck(games.pool.deck(games.pool.heroes[hero], row), format="classic")
    costs = rules.tables.cards["cost"][games.pool.cards["row"]]
    means = counts @ costs / 30
    assert means[pilot.is_curved].mean() < means[~pilot.is_curved].mean()
    assert 0.5 < pilot.is_curved.mean() < 0.9


def copied(**changes):
    given = {"copying": COPYING.but(samples=512), "samples": 1024, "period": 256}
    return SelfPlayTraining(SMOKE.but(**(given | changes)), 1)


def test_a_training_continues_from_any_of_its_states():
    reports = check_continues(copied)
    assert [each.was_copied for each in reports[:2]] == [False, True]


def test_the_policy_becomes_a_copy():
    training = copied(
        copying=COPYING.but(samples=20_000, rate=1e-2), samples=20_000, period=4_000, games=64,
        batch=512,
    )  # fmt: skip
    agreement = []
    while not training.is_done:
        agreement.append(training.run_period().facts[:, FACTS.index("agreement")].mean())
    assert agreement[-1] > agreement[0] + 0.05
    (copy,) = training.pool.history
    assert (copy == weights_of(training.learner.network)).all()


def test_self_play_is_pulled_to_the_copy():
    far = []
    for pull in (0.0, 100.0):
        training = copied(copying=COPYING.but(samples=512, pull=pull, pulled=10**6))
        copy = None
        while not training.is_done:
            report = training.run_period()
            copy = training.pool.history[0] if copy is None and training.pool.history else copy
        far.append(abs(weights_of(training.learner.network) - copy).mean())
        assert (report.facts[:, FACTS.index("divergence")] > 0).any() == (pull > 0)
    assert far[1] < far[0]


def test_the_pull_falls_to_nothing():
    copying = COPYING.but(samples=100, pull=0.5, pulled=1000)
    assert [copying.pull_at(n) for n in (-1, 0, 500, 1000, 9999)] == [0.5, 0.5, 0.25, 0, 0]


@pytest.mark.parametrize("name", ["mcts:100", "learned:blackrock", "open-beam"])
def test_only_a_fair_search_is_copied(name):
    with pytest.raises(ConfigError, match="needs a search that sees no hidden card"):
        COPYING.but(player=name)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"samples": 256, "period": 256}, "copying.samples 512 and .* exceed samples 256"),
        ({"buffer__kind": "ring"}, "copying.samples needs a queue"),
        ({"update__rules__policy_loss": "copy"}, "use gradient or ppo"),
    ],
)
def test_settings_that_do_not_fit_are_refused(changes, message):
    with pytest.raises(ConfigError, match=message):
        copied(**changes)
