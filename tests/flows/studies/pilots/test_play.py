"""A minimal study of good players, from the command to its report."""

import shutil

import numpy as np
import polars as pl
import pytest

from flows.studies.pilots.page import REPORT, claims
from flows.studies.pilots.play import judged_path, trials_of
from flows.studies.pilots.settings import PILOTS, Pilots
from flows.studies.pilots.tables import joined, lost_share, rank_agreement
from models.players.value_networks import ValueScorer
from models.statistics.intervals import Estimate
from tasks.sql.catalog import query
from tasks.storage.files import StoreError
from tests.flows.studies.playing import check_follows, played


def asked(out) -> Pilots:
    return Pilots(preset="smoke", trials=1, out=out)


def test_both_sides_have_the_same_kind_of_players():
    weak, good = (run.experiment.player for run in asked(None).planned())
    assert (weak.scorer, weak.opponents_scorer, weak.fidelity) == ("rogue-network", None, "dsame")
    assert isinstance(good.scorer, ValueScorer)
    assert (good.opponents_scorer, good.fidelity) == (good.scorer, "fair")


def test_another_run_beside_the_trials_is_none(finished):
    other = finished / "papers-mine"
    other.mkdir()
    (other / "manifest.json").write_text("{}")
    assert trials_of(finished) == [1]
    shutil.rmtree(other)


def test_every_archive_is_judged_by_both_in_the_same_deals(finished):
    sql = "select found, judge, count(*) filter (is_elite) elites, count(*) decks from judged"
    counts = query([finished / "report"], f"{sql} group by all order by all")
    elites = {(row["found"], row["judge"]): row["elites"] for row in counts.to_dicts()}
    assert {*elites} == {(found, judge) for found in PILOTS for judge in PILOTS}
    for found in PILOTS:
        assert elites[found, "papers"] == elites[found, "value"] > 10
    n_random = asked(None).planned()[0].experiment.search.initial_evaluations
    assert all(r["decks"] > n_random for r in counts.to_dicts() if r["found"] == "papers")


def test_the_report_follows_from_its_extract(finished, tmp_path):
    check_follows(REPORT, finished / "report" / "index.html", tmp_path)


def test_a_trial_that_was_killed_while_it_was_judged_is_not_reported(finished, tmp_path):
    shutil.copytree(finished, tmp_path / "killed")
    judged_path(tmp_path / "killed", "papers-1", "value").unlink()
    with pytest.raises(StoreError, match="no trial has ended"):
        REPORT.extract(tmp_path / "killed")


def test_new_games_that_are_missing_are_played_again_and_alike(finished):
    path = judged_path(finished, "papers-1", "value")
    before = path.read_bytes()
    path.unlink()
    assert played(asked(finished))[1] == {}
    assert path.read_bytes() == before


def test_an_extract_gets_more_trials_of_the_same_searches(finished):
    new = REPORT.extract(finished)
    old = {
        name: rows.with_columns(seed=pl.lit(7, pl.Int64)) if "seed" in rows.columns else rows
        for name, rows in new.items()
    }
    both = joined(new, old)
    assert sorted(set(both["pilots"]["seed"])) == [1, 7]
    assert both["judged"].height == 2 * new["judged"].height
    assert both["cards"].equals(new["cards"])
    other = {**old, "pilots": old["pilots"].with_columns(settings=pl.lit("{}"))}
    assert set(joined(new, other)["archives"]["seed"]) == {1}


@pytest.mark.parametrize(
    ("kept", "lost", "ranks", "verdicts"),
    [
        ((0.8, 0.7, 0.9), (0.3, 0.2, 0.4), (0.7, 0.6, 0.8), ["holds"] * 3),
        ((1.2, 1.1, 1.3), (0.05, 0.0, 0.09), (0.95, 0.92, 0.97), ["does not hold"] * 3),
        ((0.9, 0.7, 1.1), (0.2, 0.05, 0.3), (0.8, 0.6, 0.95), ["undecided"] * 3),
        ((0.9, np.nan, np.nan), (0.2, np.nan, np.nan), (0.8, np.nan, np.nan), ["undecided"] * 3),
    ],
)
def test_verdicts_need_the_whole_interval(kept, lost, ranks, verdicts):
    found = {"papers": {"lost": Estimate(*lost)}, "random": {"ranks": Estimate(*ranks)}}
    assert [row[-1] for row in claims(found, Estimate(*kept))] == verdicts


def table(weak, good, error=0.0):
    weak, good = np.asarray(weak, float), np.asarray(good, float)
    return pl.DataFrame(
        {
            "objective_papers": weak, "objective_se_papers": np.full(len(weak), error),
            "objective_value": good, "objective_se_value": np.full(len(weak), error),
            "win_rate_papers": weak, "win_rate_value": good,
        }
    )  # fmt: skip


def test_lost_decks_win_with_weak_players_only():
    assert lost_share(table([0.4, 0.5, 0.6, 0.7], [0.9, 0.4, 0.5, 0.1])) == pytest.approx(2 / 3)
    assert np.isnan(lost_share(table([0.1, 0.2], [0.9, 0.9])))


def test_ranks_are_compared_without_the_noise_of_games():
    rng = np.random.default_rng(1)
    true = rng.normal(0, 1, 4000)
    noisy = [true + rng.normal(0, 1, 4000) for _ in range(2)]
    assert rank_agreement(table(*noisy, error=1.0)) == pytest.approx(1, abs=0.06)
    assert rank_agreement(table(*noisy)) < 0.55
