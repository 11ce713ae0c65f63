import pytest

from models.problems.experiment import Experiment
from models.settings.config import ConfigError

PAPER = Experiment()


def test_a_budget_in_games_is_one_in_decks():
    assert PAPER.n_decks == 10_000
    few = PAPER.but(search__budget_games=100_000, search__n_games=12)
    assert few.n_decks == 8_333
    assert few.search.games == 100_000


def test_without_them_the_manifest_has_neither_budget_nor_curve():
    assert not {"budget_games", "curve_games"} & PAPER.model_dump(mode="json")["search"].keys()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"search__budget_games": 0}, "greater than or equal to 1"),
        (
            {"search__budget_games": 5_000},
            r"pays for 25 decks x 200 games; initial_evaluations \(100\) need at least 20000",
        ),
        (
            {"search__budget_games": 150, "search__initial_evaluations": 0},
            "pays for 0 decks x 200 games",
        ),
        ({"search__curve_games": (50_000, 20_000)}, "must be ascending"),
        ({"search__curve_games": (50_000,), "search__fresh_games": 0}, "set fresh_games"),
        ({"search__curve_games": (100,)}, "between the 200 games of a deck and the 2000000"),
        ({"search__curve_games": (3_000_000,)}, "between the 200 games of a deck"),
        ({"search__n_games": 0}, "greater than or equal to 1"),
    ],
)
def test_silly_budgets_are_refused_with_the_fix(changes, message):
    with pytest.raises(ConfigError, match=message):
        PAPER.but(**changes)
