import numpy as np
import polars as pl
import pytest

from flows.questions.presets import SMOKE
from models.problems.algorithms import experiment_for
from models.problems.beliefs import Candidates, game_noise, promising, shared_out
from models.problems.decks import DeckSearch
from models.problems.experiment import Experiment
from models.problems.solutions import solutions_column
from models.qd.emitters import new_stream, random_decks
from models.settings.config import ConfigError
from models.surrogates.gaussian import GaussianConfig

EXPERIMENT = experiment_for("bayes-me", SMOKE.but(search__evaluations=200)).but(
    belief__most_decks=1_000, belief__random_decks=10
)
PROBLEM = DeckSearch(EXPERIMENT)


def evaluated(n: int = 60) -> pl.DataFrame:
    """Random decks whose objective and measures are linear in their cards, with noise."""
    rng = np.random.default_rng(1)
    decks = random_decks(PROBLEM.pool.max_copies, n, new_stream(1))
    effects = np.random.default_rng(2).normal(size=(decks.shape[1], 3))
    results = decks @ effects * [2.0, 0.2, 0.1] + [0, 9, 4] + rng.normal(size=(n, 3)) * 0.3
    columns = dict(zip(("objective", "turns", "hand_size"), results.T, strict=True))
    table = pl.DataFrame({"evaluation": range(n)} | columns).with_columns(
        objective_se=4.0, n_games=12, win_rate=0.5, failed_games=0, iteration=0
    )
    return table.with_columns(solutions_column(decks))


@pytest.fixture(scope="module")
def known():
    """Evaluated decks, and the process that learned them."""
    table = evaluated()
    process = PROBLEM.new_surrogate(np.random.SeedSequence(0))
    PROBLEM.fit(process, table, np.random.SeedSequence(1))
    return table, process


def test_noise_is_that_of_the_games():
    table = evaluated().with_columns(n_games=pl.Series([12, 24] * 30))
    errors = np.where(table["n_games"] == 12, 4.0, 4 / np.sqrt(2))
    noise = game_noise(table.with_columns(objective_se=errors), GaussianConfig())
    np.testing.assert_allclose(noise[:2, 0], [16, 8])
    np.testing.assert_allclose(noise[:2, 1], [1.4**2 / 12, 1.4**2 / 24])


def test_outcomes_of_the_deck_have_no_noise():
    config = GaussianConfig(targets=("objective", "deck_mana_sum", "turns"))
    noise = game_noise(evaluated().with_columns(deck_mana_sum=100), config)
    assert (noise[:, 1] == 0).all()
    assert (noise[:, [0, 2]] > 0).all()


def test_promising_decks_are_new_and_gain_under_the_model(known):
    table, process = known
    played = table["solution"].to_numpy()
    for model in (process, process.draw(0)):
        found = promising(
            EXPERIMENT, model, played, PROBLEM.pool.max_copies, np.random.SeedSequence(3), 99, 10
        )
        assert (np.diff(found.gains) <= 0).all()
        assert found.gains[0] > 0
        assert not {deck.tobytes() for deck in found.solutions} & {d.tobytes() for d in played}
        assert (found.solutions.sum(axis=1) == 30).all()
        np.testing.assert_array_equal(
            model.predict_compiled(found.solutions)[:, :3], found.predictions
        )
        archive = PROBLEM.new_archive()
        archive.add(played, *split(model.beliefs), np.arange(len(played)))
        best = dict(zip(archive.elites().cells, archive.elites().objectives, strict=True))
        cells = archive.index_of(np.ascontiguousarray(found.predictions[:, 1:]))
        expected = [
            value - best.get(cell, -30.0)
            for value, cell in zip(found.predictions[:, 0], cells, strict=True)
        ]
        np.testing.assert_allclose(found.gains, expected)


def split(means):
    return np.ascontiguousarray(means[:, 0]), np.ascontiguousarray(means[:, 1:])


def candidates(gains, first=0):
    n = len(gains)
    solutions = (first + np.arange(n, dtype=np.int8))[:, None] * np.ones(4, np.int8)
    return Candidates(solutions, np.zeros((n, 3)), np.array(gains))


def test_sources_take_turns_and_no_deck_comes_twice():
    one, two = candidates([5.0, 3.0, -1.0]), candidates([4.0, 2.0, 1.0], first=1)
    found = shared_out([one, two], 4)
    assert found.solutions[:, 0].tolist() == [0, 1, 2, 3]
    assert found.gains.tolist() == [5, 4, 2, 1]
    everything = shared_out([one, two], 99)
    assert everything.solutions[:, 0].tolist() == [0, 1, 2, 3]
    last = shared_out([candidates([1.0, -2.0])], 9)
    assert last.gains.tolist() == [1, -2]


def test_decks_can_be_taken_at_random(known):
    table, process = known
    random = EXPERIMENT.but(belief__acquisition="random")
    gains = [
        promising(
            each,
            process,
            table["solution"].to_numpy(),
            PROBLEM.pool.max_copies,
            np.random.SeedSequence(3),
            99,
            10,
        ).gains
        for each in (EXPERIMENT, random)
    ]
    np.testing.assert_array_equal(np.sort(gains[0]), np.sort(gains[1]))
    assert (gains[0] != gains[1]).any()
    sources = [candidates([-1.0, 2.0]), candidates([1.0, -3.0], first=5)]
    assert shared_out(sources, 4, "random").gains.tolist() == [-1, 1, 2, -3]


def test_intervals_are_known_where_new_games_test_the_beliefs(known):
    table, process = known
    seed = np.random.SeedSequence(2)
    assert np.isnan(PROBLEM.deviations(process, table, seed)).all()
    judged = DeckSearch(
        EXPERIMENT.but(search__evaluations=60, search__initial_evaluations=60)
    ).deviations(process, table, seed)
    assert (judged > 0).all()
    archive = PROBLEM.believed_archive(process, table)
    rows = PROBLEM.estimated_table(archive, table, np.full(table.height, np.nan))
    assert rows["objective_sd"].null_count() == rows.height > 0


def test_proposals_are_the_same_on_any_number_of_threads(known):
    table, process = known
    one, two = (
        PROBLEM.believed_proposals(process, table, np.random.SeedSequence(3), threads)
        for threads in (1, 2)
    )
    assert one.equals(two)
    assert one.height > 0


def test_the_archive_has_beliefs_and_says_what_became_of_new_decks(known):
    table, process = known
    archive = PROBLEM.believed_archive(process, table)
    noise = game_noise(table, process.config)
    deviations = process.deviations(table["solution"].to_numpy(), noise, 1)
    rows = PROBLEM.estimated_table(archive, table, deviations)
    np.testing.assert_array_equal(rows["objective"], process.beliefs[rows["evaluation"], 0])
    assert (rows["objective_sd"] > 0).all()
    before = PROBLEM.new_archive()
    status = PROBLEM.estimated_status(before, archive, table)
    assert (status == 2).sum() == archive.n_elites
    assert (PROBLEM.estimated_status(archive, archive, table) == 1).sum() == archive.n_elites


def test_an_archive_of_the_best_elites_has_their_cells(known):
    table, process = known
    whole = PROBLEM.believed_archive(process, table).elites()
    small = DeckSearch(EXPERIMENT.but(belief__most_elites=5)).believed_archive(process, table)
    best = np.argsort(-whole.objectives)[:5]
    assert set(small.elites().ids) == set(whole.ids[best])
    assert set(small.elites().cells) == set(whole.cells[best])
    many = DeckSearch(EXPERIMENT.but(belief__most_elites=99)).believed_archive(process, table)
    np.testing.assert_array_equal(many.elites().ids, whole.ids)


def test_iterations_end_at_the_points_of_the_curve_and_at_the_budget():
    problem = DeckSearch(
        EXPERIMENT.but(
            search__budget_games=2_000,
            search__curve_games=(600,),
            belief__batch_games=240,
            belief__later_after=1_000,
            belief__later_games=20,
        )
    )
    ends = [24]
    while ends[-1] < problem.budget:
        ends.append(ends[-1] + problem.believing_batch(ends[-1]))
    games = [problem.config.spending.of_decks(n) for n in ends]
    assert games == [288, 600, 804, 996, 1_256, 1_516, 1_756, 1_996]
    assert problem.games_of(82) == 12
    assert problem.games_of(83) == 20


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"surrogate__kind": "linear"}, "needs surrogate.kind gaussian, not linear"),
        ({"search__initial_evaluations": 5}, "needs 10 or more random decks"),
        ({"belief__ways": ("draw", "draw")}, "belief.ways has 2 draws; set surrogate.draws to 2"),
        ({"belief__ways": ()}, "at least 1 item"),
        ({"belief__later_games": 0}, "greater than or equal to 1"),
        (
            {"learning__mode": "model", "learning__source": "dsa-me"},
            "needs learning.mode online|own decks",
        ),
        ({"search__budget_games": 100}, "pays for 8 decks x 12 games"),
    ],
)
def test_silly_settings_are_refused_with_the_fix(changes, message):
    with pytest.raises(ConfigError, match=message):
        EXPERIMENT.but(**changes)


def test_manifests_of_other_algorithms_lack_the_settings_of_beliefs():
    assert "belief" not in Experiment().model_dump(mode="json")
