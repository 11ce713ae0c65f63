import pytest

from models.settings.config import ConfigError
from models.tradingstone.study import SIZES, TradingStudy


def test_contests_are_all_players_in_all_variants_but_no_nonsense():
    names = [each.name for each in TradingStudy(trainings=2).contests]
    assert len(names) == len(set(names)) == 3 * 9 + 4
    assert "literal-open-ppo-2" in names
    assert "noisy-hidden-is-mcts" in names
    assert [name for name in names if name.startswith("puzzle")] == [
        "puzzle-open-mcts", "puzzle-open-random", "puzzle-open-ppo-1", "puzzle-open-ppo-2",
    ]  # fmt: skip


def test_deals_begin_the_same_in_a_larger_study():
    small, large = TradingStudy(environments=2), TradingStudy(environments=5)
    assert large.deals()[: small.n_games] == small.deals()
    assert [deal.first for deal in small.deals()[:4]] == [0, 1, 0, 1]
    assert TradingStudy(seed=2).deals() != TradingStudy().deals()


def test_each_training_has_its_seed():
    study = TradingStudy()
    trained = [each for each in study.contests if each.player == "ppo"]
    assert len({study.training_seed(each) for each in trained}) == len(trained) == 7 * 5


def test_all_sizes_are_possible():
    steps = {size: TradingStudy().but(**changes).ppo.steps for size, changes in SIZES.items()}
    assert steps["smoke"] == 300


def test_an_odd_number_of_games_is_refused():
    with pytest.raises(ConfigError, match="even number: 8"):
        TradingStudy().but(games=7)
