"""The policy learns to build decks for a search player."""

import numpy as np
import pytest

from engine.decks import validate_deck
from models.self_play.config import SelfPlayConfig
from models.self_play.drafting import Drafter, Drafting
from models.self_play.environment import EnvironmentConfig
from models.self_play.ladder import PRESETS
from models.self_play.learning import FACTS
from models.self_play.training import SelfPlayTraining, new_policy
from models.settings.config import ConfigError
from tests.models.self_play.conftest import check_continues

DRAFTING = Drafting(samples=720, decks=12, games=4, updates=2)
SMOKE = PRESETS["smoke"].but(environment__deck_size=30, drafting=DRAFTING, samples=1500)


@pytest.fixture(scope="module")
def drafter():
    return Drafter(EnvironmentConfig(format="CORE"), DRAFTING)


@pytest.fixture(params=[False, True], ids=["one", "per hero"])
def policy(request):
    return new_policy(SMOKE.but(environment__format="CORE", per_hero=request.param), 1)


def test_drafted_decks_are_legal_and_of_all_classes(drafter, policy):
    drafts = drafter.draft(policy, np.random.default_rng(1))
    decks = drafter.decks(drafts)
    for deck in decks:
        validate_deck(deck, format="CORE")
    assert {deck.hero for deck in decks} == {"MAGE", "WARRIOR", "HUNTER"}


def test_a_pick_has_the_probability_with_which_it_was_drawn(drafter, policy):
    drafts = drafter.draft(policy, np.random.default_rng(2))
    copies = drafts.before(len(drafter.pool))
    for step in (0, 7, 29):
        log_probs, _ = drafter._picked(policy, drafts.heroes, copies[:, step])
        taken = log_probs.detach().numpy()[np.arange(12), drafts.picks[:, step]]
        np.testing.assert_allclose(taken, drafts.log_probs[:, step], rtol=1e-4)


def test_games_are_played_once_by_each_pair_and_seat(drafter, policy):
    drafts = drafter.draft(policy, np.random.default_rng(3))
    shares = drafter.judge(drafts, np.random.default_rng(4))
    assert np.all(shares * 4 == np.round(shares * 4))
    assert shares.mean() == 0.5  # a draw counts for who goes second
    again = drafter.judge(drafts, np.random.default_rng(4))
    assert (shares == again).all()


def test_gains_are_relative_to_the_class(drafter, policy):
    drafts = drafter.draft(policy, np.random.default_rng(5))
    shares = drafts.heroes + np.tile([0.0, 0.0, 0.0, 0.5, 0.5, 0.5], 2)  # classes differ by 1
    gains = drafter.gains(drafts, shares)
    np.testing.assert_allclose(gains, np.tile([-1.0, -1, -1, 1, 1, 1], 2), rtol=1e-4)
    assert not drafter.gains(drafts, np.full(12, 0.5)).any()


def drafted(device="cpu", **changes):
    return SelfPlayTraining(SMOKE.but(**changes), 1, device=device)


def test_only_the_builder_learns():
    training = drafted(samples=720, period=720)
    network = training.learner.network
    before = {name: each.clone() for name, each in network.state_dict().items()}
    training.run_period()
    for name, each in network.state_dict().items():
        assert each.equal(before[name]) != name.startswith("builder."), name


def test_cards_of_winning_decks_become_more_probable():
    """Decks with more copies of a card get more wins here, without games."""
    drafter = Drafter(EnvironmentConfig(format="CORE"), DRAFTING.but(decks=48, rate=1e-2))
    training = drafted(environment__format="CORE")
    policy, card = training.learner.network, drafter.pool.ids.index("CS2_182")  # Chillwind Yeti
    means = []
    for step in range(14):
        drafts = drafter.draft(policy, np.random.default_rng(step))
        shares = (drafts.picks == card).sum(axis=1) / 2
        means.append(shares.mean())
        for _ in range(4):
            drafter.update(training.learner, drafts, drafter.gains(drafts, shares))
    assert np.mean(means[-4:]) > np.mean(means[:4]) + 0.3


def test_a_training_with_both_lessons_continues_from_any_of_its_states(device):
    given = {"device": device, "copying__samples": 512, "samples": 2000, "period": 512}
    reports = check_continues(lambda: drafted(**given))
    assert [each.samples for each in reports[:3]] == [512, 1232, 1744]
    assert reports[1].n_games == 24 * 4 // 2
    assert reports[1].facts[:, FACTS.index("entropy_build")].min() > 0
    assert drafted(**given).config.n_lessons == 2 * 2 + 2 * 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"samples": 700}, "drafting.samples 720 exceed samples 700"),
        ({"environment__deck_size": 10}, "drafting.samples needs decks of 30 cards"),
        ({"drafting__decks": 10}, "decks 10 must be a multiple of games 4"),
        ({"drafting__games": 3}, "decks 12 must be a multiple of games 3, even"),
        ({"drafting__player": "open-beam"}, "needs a search that sees no hidden card"),
    ],
)
def test_what_cannot_be_drafted_is_refused(changes, message):
    with pytest.raises((ConfigError, ValueError), match=message):
        SMOKE.but(**changes)


def test_a_training_without_drafting_has_the_settings_of_before():
    assert "drafting" not in SelfPlayConfig().model_dump(mode="json")
