"""Actors, what players see of decks, and games against random decisions."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from models.self_play.acting import Order, Peeking, outcomes_against_random
from models.self_play.config import SelfPlayConfig
from models.self_play.core.records import CONSTRUCT, END_OF_TURN
from models.self_play.crew import Crew, CrewPlan
from models.self_play.environment import EnvironmentConfig
from models.self_play.network import NetworkConfig, weights_of
from models.self_play.opponents import LEARNER, OpponentRules

TINY = NetworkConfig(card=4, entity=8, state=16)
GAMES = EnvironmentConfig(deck_size=4, heroes=("MAGE", "HUNTER"))


def plan(**changes) -> CrewPlan:
    config = SelfPlayConfig(environment=GAMES, network=TINY, games=12)
    return CrewPlan(config.but(recording__unroll=8, **changes), seed=1)


def order(actor, n_rows=40, version=0, copies=(), hero_chances=None) -> Order:
    n = len(copies)
    return Order(
        n_rows, version, weights_of(actor.network), tuple(copies), np.zeros(n),
        np.zeros(n, np.int64), hero_chances,
    )  # fmt: skip


@pytest.fixture(scope="module")
def played():
    actor = plan().actor(0)
    return actor.follow(order(actor, 200, version=7))


def test_unrolls_have_one_player_each_and_continue_in_the_next(played):
    steps = played.unrolls.steps
    assert steps.shape == (9, 200)
    assert played.unrolls.steps[1:].size == 1600
    assert (steps["version"] == 7).all()
    same_game = ~steps["ended"][:-1]
    heroes = steps["decision"]["hero"]
    assert (heroes[1:] == heroes[:-1])[same_game].all()
    is_pick = steps["decision"]["kind"] == CONSTRUCT
    later = steps["picks"][1:].sum(axis=2, dtype=int) - steps["picks"][:-1].sum(axis=2, dtype=int)
    assert (later[is_pick[:-1] & same_game] == 1).all()


def test_actions_are_legal_and_their_probabilities_those_of_the_network(played):
    steps = played.unrolls.steps.reshape(-1)
    assert (np.take_along_axis(steps["mask"], steps["action"][:, None].astype(int), 1) == 1).all()
    assert (steps["log_prob"] <= 0).all()
    assert (steps["log_prob"] > -10).all()


def test_rewards_come_at_the_end_and_are_zero_sum_in_games_against_itself(played):
    steps = played.unrolls.steps[:-1]
    assert set(steps["reward"][steps["ended"]]) <= {-1.0, 0.0, 1.0}
    assert (steps["reward"][~steps["ended"]] == 0).all()
    assert abs(steps["reward"].sum()) <= 12 * 2  # a game's two rows may be cut apart
    assert (played.opponents == LEARNER).all()
    assert len(played.opponents) > 20


def test_decks_are_counted_when_they_are_complete(played):
    assert played.n_decks.sum() > 40
    assert (played.decks.sum(axis=1) == 4 * played.n_decks).all()


def test_one_seat_halves_what_is_recorded():
    actor = plan(recording__seats="one").actor(0)
    one = actor.follow(order(actor, 100))
    actor = plan().actor(0)
    both = actor.follow(order(actor, 100))
    assert one.n_decisions > 1.5 * both.n_decisions


def test_copies_play_one_seat_and_are_not_recorded():
    actor = plan(opponents=OpponentRules(self_play=0.0)).actor(0)
    first = actor.follow(order(actor, 100, copies=[weights_of(actor.network)]))
    assert (first.opponents == 0).all()
    assert set(first.outcomes) <= {-1, 0, 1}
    assert first.n_decisions > 1.5 * first.unrolls.steps[1:].size
    assert len(actor.pool.history) == 1


def test_heroes_are_chosen_by_the_given_chances():
    actor = plan().actor(0)
    found = actor.follow(order(actor, 100, hero_chances=np.array([[0.0, 1.0]])))
    assert (found.heroes == 1).all()
    assert found.n_decks[0] == 0
    assert (found.unrolls.steps["decision"]["hero"] == actor.games.pool.hero_classes[1]).all()


def test_peeking_shows_picks_of_the_opponent():
    actor = plan(network=TINY.but(peek=True)).actor(0)
    steps = actor.follow(order(actor, 200)).unrolls.steps
    shown = steps["revealed"].sum(axis=2, dtype=int)
    assert shown.max() == 4
    assert (shown[steps["decision"]["kind"] != CONSTRUCT] == 0).any()


@pytest.mark.parametrize("memory", [0, 6])
def test_a_restored_crew_continues(memory):
    wanted = plan(network=TINY.but(memory=memory), actors=2)
    crew, other = Crew(wanted), Crew(wanted)
    now = order(crew.actors[0].actor, 30)
    crew.ask(now)
    crew.ask(now)
    crew.collect()
    other.restore(crew.state())
    for each in (crew, other):
        each.ask(now)
    for _ in range(2):
        one, two = crew.collect(), other.collect()
        assert one.unrolls.steps.tobytes() == two.unrolls.steps.tobytes()
        assert (one.outcomes == two.outcomes).all()
    assert crew.n_waiting == other.n_waiting == 0


def test_the_first_cards_are_shown_up_to_the_limit():
    peeking = Peeking(n_games=2, n_cards=5, deck_size=3)
    peeking.limits[:] = [[0, 2], [3, 1]]
    places, sides, picks = np.arange(2), np.array([0, 1]), np.zeros((2, 5), np.int8)
    for card in (4, 1, 1):  # in game 0 side 0 picks, in game 1 side 1 does
        peeking.see_picks(places, sides, picks, np.array([card, card]))
        picks[:, card] += 1
    assert peeking.seen_by(np.array([1, 0])).tolist() == [[0, 1, 0, 0, 1], [0, 2, 0, 0, 1]]
    assert not peeking.seen_by(sides).any()


def test_the_learner_sees_no_less_than_its_opponent():
    peeking, seats = Peeking(400, 5, 30), np.arange(400) % 2
    peeking.start(np.arange(400), seats, np.random.default_rng(1))
    own, other = peeking.limits[np.arange(400), seats], peeking.limits[np.arange(400), 1 - seats]
    assert (own >= other).all()
    assert set(own) == set(range(31))
    assert (other[own == 30] < 30).any()


def test_new_games_show_nothing():
    peeking = Peeking(2, 3, 30)
    peeking.shown[:] = 1
    peeking.start(np.array([1]), np.array([0]), np.random.default_rng(1))
    assert peeking.shown[0].all()
    assert not peeking.shown[1].any()


class AlwaysEnds(torch.nn.Module):
    """Plays nothing, so that random decisions win."""

    def __init__(self, network):
        super().__init__()
        self.network, self.config = network, network.config
        self.first_memory = network.first_memory

    def forward(self, inputs, memory):
        output = self.network(inputs, memory)
        wanted = torch.zeros_like(output.log_probs)
        wanted[~inputs.is_build, END_OF_TURN] = 1e6
        return replace(output, log_probs=(output.log_probs + wanted).log_softmax(dim=1))


@pytest.fixture(scope="module", params=[{}, {"memory": 6}, {"peek": True}])
def network(request):
    torch.manual_seed(1)
    return plan(network=TINY.but(**request.param)).actor(0).network


def test_a_network_without_training_is_about_as_strong_as_random(network):
    outcomes = outcomes_against_random(network, GAMES, 200, seed=1)
    assert set(outcomes) <= {-1, 0, 1}
    assert abs(outcomes.mean()) < 0.3


def test_equal_seeds_give_equal_games(network):
    one, two, other = (outcomes_against_random(network, GAMES, 60, seed) for seed in (1, 1, 2))
    assert (one == two).all()
    assert (one != other).any()


def test_who_never_acts_loses(network):
    outcomes = outcomes_against_random(AlwaysEnds(network), GAMES, 100, seed=1)
    assert np.mean(outcomes) < -0.5
