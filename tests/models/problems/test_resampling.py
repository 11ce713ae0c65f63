import numpy as np
import polars as pl
import pytest

from flows.questions.presets import SMOKE
from models.problems.algorithms import experiment_for
from models.problems.decks import DeckSearch
from models.problems.resampling import next_batch, pooled, update
from models.problems.solutions import solutions_column
from models.qd.emitters import new_stream, random_decks
from models.settings.config import ConfigError

EXPERIMENT = experiment_for("extract-me", SMOKE)
PROBLEM = DeckSearch(EXPERIMENT)


def evaluated(n: int = 30, again: tuple[int, ...] = ()) -> pl.DataFrame:
    """Random decks; `again` are rows whose decks played again in iteration 1."""
    rng = np.random.default_rng(1)
    decks = random_decks(PROBLEM.pool.max_copies, n, new_stream(1))
    decks = np.concatenate([decks, decks[list(again)]])
    columns = {
        "evaluation": np.arange(len(decks)),
        "iteration": [0] * n + [1] * len(again),
        "n_games": [6] * n + [12] * len(again),
        "objective": rng.normal(0, 6, len(decks)),
        "objective_se": np.full(len(decks), 3.0),
        "turns": rng.uniform(5, 15, len(decks)),
        "hand_size": rng.uniform(1, 7, len(decks)),
        "win_rate": 0.5,
    }
    return pl.DataFrame(columns).with_columns(solutions_column(decks))


def test_a_deck_that_plays_again_has_the_mean_of_all_its_games():
    table = evaluated(again=(4, 7))
    decks = pooled(table, ("turns", "hand_size"))
    assert decks["evaluation"].to_list() == list(range(30))
    one, two = table.row(4, named=True), table.row(30, named=True)
    found = decks.row(4, named=True)
    assert found["n_games"] == 18
    assert found["iteration"] == 1
    for name in ("objective", "turns", "hand_size"):
        assert found[name] == pytest.approx((6 * one[name] + 12 * two[name]) / 18)
    assert found["objective_sd"] == pytest.approx(3 * np.hypot(6, 12) / 18)
    assert decks["objective_sd"][0] == 3


def cells_of(table):
    cells, decks = PROBLEM.new_cells(), pooled(table, EXPERIMENT.archive.measures)
    for number in sorted(set(table["iteration"])):
        so_far = pooled(table.filter(pl.col("iteration") <= number), EXPERIMENT.archive.measures)
        update(cells, table.filter(iteration=number), so_far, ["turns", "hand_size"])
    return cells, decks


def test_the_archive_has_pooled_results():
    cells, decks = cells_of(evaluated(again=(4, 7)))
    archive = PROBLEM.resampled_archive(cells, decks)
    elites = archive.elites()
    assert set(elites.ids) == set(cells.elites())
    np.testing.assert_array_equal(elites.objectives, decks["objective"].to_numpy()[elites.ids])
    table = PROBLEM.estimated_table(archive, evaluated(again=(4, 7)), np.arange(32.0))
    assert table["objective_sd"].to_list() == table["evaluation"].to_list()


@pytest.mark.parametrize(("share", "n_again"), [(0.25, 3), (1.0, 30), (0.0, 0)])
def test_a_batch_has_its_share_of_decks_that_play_again(share, n_again):
    table = evaluated()
    cells, _ = cells_of(table)
    experiment = EXPERIMENT.but(resampling__share=share)
    decks = table["solution"].to_numpy()
    batch, again = next_batch(
        experiment, cells, decks, PROBLEM.pool.max_copies, 99, np.random.SeedSequence(1)
    )
    assert again.sum() == min(n_again, len(cells.ids()))
    known = {deck.tobytes() for deck in decks}
    assert all(deck.tobytes() in known for deck in batch[again])
    assert (~again).sum() == (12 if share == 1 else 12 - n_again)
    assert (batch.sum(axis=1) == 30).all()
    few, _ = next_batch(
        experiment, cells, decks, PROBLEM.pool.max_copies, 2, np.random.SeedSequence(1)
    )
    assert len(few) == 2


def test_with_a_surrogate_new_decks_are_some_of_its_proposals():
    table = evaluated()
    cells, _ = cells_of(table)
    decks = table["solution"].to_numpy()
    proposed = random_decks(PROBLEM.pool.max_copies, 20, new_stream(9))
    place = (PROBLEM.pool.max_copies, 99, np.random.SeedSequence(1))
    batch, again = next_batch(EXPERIMENT, cells, decks, *place, proposed)
    own = [deck.tobytes() for deck in batch[~again]]
    assert len(set(own)) == len(own) == 9
    assert set(own) <= {deck.tobytes() for deck in proposed}
    place = (PROBLEM.pool.max_copies, 99, np.random.SeedSequence(1))
    _, again = next_batch(EXPERIMENT, cells, decks, *place, proposed[:4])
    assert (~again).sum() == 4


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"inner_loop__keep_archive": True}, "set inner_loop.keep_archive false"),
        (
            {"learning__mode": "model", "learning__source": "dsa-me"},
            "resampling.assisted learns from its own decks",
        ),
        ({"archive__kind": "sliding"}, "fills a 'grid'"),
    ],
)
def test_an_assisted_search_needs_its_own_fresh_surrogate(changes, message):
    with pytest.raises(ConfigError, match=message):
        experiment_for("sa-extract-me", SMOKE).but(**changes)


def test_manifests_of_other_searches_lack_the_new_setting():
    for name in ("extract-me", "archive-sampling"):
        dumped = experiment_for(name, SMOKE).model_dump(mode="json")
        assert "assisted" not in dumped.get("resampling", {})


def test_silly_settings_are_refused():
    with pytest.raises(ConfigError, match="resampling needs 1 or more"):
        EXPERIMENT.but(search__initial_evaluations=0)
    with pytest.raises(ConfigError, match="less than or equal to 1"):
        EXPERIMENT.but(resampling__share=2)
