import pytest

from engine.decks import DeckError
from flows.questions.presets import SMOKE
from models.problems.algorithms import experiment_for
from models.problems.decks import DeckSearch
from models.settings.config import ConfigError


def check(algorithm="bayes-me", **changes):
    DeckSearch(experiment_for(algorithm, SMOKE).but(**changes)).check()


@pytest.mark.parametrize("algorithm", ["bayes-me", "extract-me", "sa-archive-sampling"])
def test_every_opponent_needs_a_game(algorithm):
    check(algorithm, search__n_games=6)
    message = "search.n_games is 5, so 1 of the 6 opponents would have no game .* set it to 6"
    with pytest.raises(ConfigError, match=message):
        check(algorithm, search__n_games=5)


def test_later_games_are_dealt_to_every_opponent_too():
    with pytest.raises(ConfigError, match=r"belief.later_games is 4, so 2 of the 6 opponents"):
        check(belief__later_games=4)


def test_published_searches_may_play_fewer_games():
    check("dsa-me", search__n_games=2)


@pytest.mark.parametrize(
    ("algorithm", "changes", "least", "key"),
    [
        ("bayes-me", {"search__budget_games": 3_000, "search__initial_evaluations": 24}, 3_288,
         "belief.batch_games"),
        ("extract-me", {"search__budget_games": 600}, 864, "search.batch_size"),
        ("map-elites", {"search__budget_games": 150}, 216, "search.batch_size"),
        ("dsa-me", {"search__budget_games": 144}, 150, "search.n_games"),
    ],
)  # fmt: skip
def test_a_budget_below_one_batch_is_refused(algorithm, changes, least, key):
    message = rf"below the games of the first 24 decks and a batch; set it to {least} .*{key}"
    with pytest.raises(ConfigError, match=message):
        check(algorithm, **changes)
    check(algorithm, **changes | {"search__budget_games": least})


def test_a_surrogate_needs_decks_to_learn_from():
    with pytest.raises(ConfigError, match=r"initial_evaluations is 0; a surrogate needs 1 or more"):
        check("dsa-me", search__initial_evaluations=0)
    check("surrogate-test")
    check("map-elites", search__initial_evaluations=0)


def test_a_suite_without_opponents_is_refused():
    with pytest.raises(ConfigError, match="at least 1 item"):
        SMOKE.but(opponents=())
    with pytest.raises(DeckError, match="nobody"):
        check(opponents="nobody")
