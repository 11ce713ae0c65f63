import json

import numpy as np
import polars as pl
import pytest

from models.settings.config import ConfigError
from tasks.reports.curves import efficiency
from tasks.reports.efficiency import compare_efficiency, comparison, games_to, reference_of
from tasks.reports.results import read_results
from tasks.reports.run import write_report
from tasks.sql.catalog import query
from tasks.storage.files import StoreError, write_table
from tests.tasks.synthetic import write_fresh, write_run

CURVE = {"search__curve_games": (120, 240)}


def judged_run(path, seed=1, **changes):
    """A run of 60 decks x 6 games whose elites all played new games, each two health worse."""
    run = write_run(path, seed, **(CURVE | changes))
    results = read_results(path)
    ids = [results.archive_of(results.evaluations.head(n)).elites().ids for n in (20, 40, 60, 70)]
    write_fresh(run, np.unique(np.concatenate(ids)))
    return read_results(path)


@pytest.fixture(scope="module")
def six(tmp_path_factory):
    """A folder with two runs of each of three settings."""
    path = tmp_path_factory.mktemp("runs")
    for seed in (1, 2):
        judged_run(path / f"a-{seed}", seed)
        judged_run(path / f"b-{seed}", seed, algorithm="map-elites")
        judged_run(path / f"c-{seed}", seed, search__n_games=12)
    return path


def test_every_point_of_the_curve_has_the_elites_of_that_time(tmp_path):
    results = judged_run(tmp_path / "run")
    table = efficiency(results)
    assert results.evaluations.height == 70  # those beyond the budget do not count
    assert table["games"].to_list() == [120, 240, 360]
    assert table["evaluations"].to_list() == [20, 40, 60]
    for n, row in zip((20, 40, 60), table.to_dicts(), strict=True):
        archive = results.archive_of(results.evaluations.head(n))
        assert row["n_elites"] == archive.n_elites
        assert row["qd_score"] == pytest.approx(archive.qd_score())
        scores = results.scores(archive)
        assert row["corrected_qd_score"] == pytest.approx(scores["corrected_qd_score"])
        assert row["bias"] == pytest.approx(-2)
        assert row["error"] == pytest.approx(2)
        assert row["covered_90"] == 1  # 2 lies within 1.645 of an error of hypot(1, 1)


def test_without_new_games_there_is_no_curve(tmp_path):
    write_run(tmp_path / "run")
    assert efficiency(read_results(tmp_path / "run")).is_empty()
    with pytest.raises(StoreError, match="its elites have no new games"):
        compare_efficiency([tmp_path / "run"], tmp_path / "out")


def test_the_report_has_the_curve_and_sql_reads_it(tmp_path):
    results = judged_run(tmp_path / "run")
    assert (write_report(results.run.path).parent / "efficiency.png").exists()
    found = query([results.run.path], "select * exclude (run) from efficiency order by games")
    assert found.equals(efficiency(results))


def test_runs_are_compared_by_algorithm_over_seeds(six, tmp_path):
    page = compare_efficiency([six], tmp_path / "out", target=1.0)
    text = page.with_name("report.md").read_text()
    assert "| dsa-me | 2 | 120 |" in text
    assert "| dsa-me (search.n_games=12) | 2 |" in text
    assert "| map-elites | 2 | 360 |" in text
    assert "| map-elites | 2 of 2 | 120 " in text
    table = pl.read_parquet(page.with_name("efficiency.parquet"))
    assert table["run"].n_unique() == 6
    assert set(table["seed"]) == {1, 2}


def test_the_page_compares_with_a_reference_and_has_the_time(tmp_path):
    for seed in (1, 2, 3):
        for name, gain in (("bayes", 6), ("plain", 0)):
            algorithm = "lsa-me" if name == "bayes" else "map-elites"
            run = judged_run(tmp_path / f"{name}-{seed}", seed, algorithm=algorithm, gain=gain).run
            table = {"iteration": [0, 1], "evaluations": [35, 70], "wall_s": [7.0, 14.0]}
            write_table(run.metrics_path, pl.DataFrame(table))
    wanted = {"target": 3.0, "against": "lsa-me", "target_games": 5_000}
    page = compare_efficiency([tmp_path], tmp_path / "out", **wanted)
    text = page.with_name("report.md").read_text()
    assert "## lsa-me against the others" in text
    assert "| map-elites | 360 | 3 and 3 | +" in text
    assert "5,000 games elsewhere; lsa-me needs " in text
    points = pl.read_parquet(page.with_name("efficiency.parquet"))
    assert points.filter(run="bayes-1")["seconds"].to_list() == [4, 9, 17]


def test_other_games_and_silly_targets_are_refused(tmp_path):
    judged_run(tmp_path / "a")
    judged_run(tmp_path / "b", opponents="starter")
    with pytest.raises(StoreError, match="differ in their settings of opponents"):
        compare_efficiency([tmp_path / "a", tmp_path / "b"], tmp_path / "out")
    with pytest.raises(ConfigError, match=r"--target-games 9: needs --target"):
        compare_efficiency([tmp_path / "a"], tmp_path / "out", target_games=9)
    with pytest.raises(ConfigError, match=r"--target-games 9: needs --against, one of dsa-me"):
        compare_efficiency([tmp_path / "a"], tmp_path / "out", target=1, target_games=9)
    with pytest.raises(ConfigError, match=r"--against dsa: .*did you mean dsa-me\?"):
        compare_efficiency([tmp_path / "a"], tmp_path / "out", against="dsa")
    with pytest.raises(ConfigError, match=r"--target 0: use a corrected QD score above 0"):
        compare_efficiency([tmp_path / "a"], tmp_path / "out", target=0)


def test_an_extract_stands_for_its_runs(six, tmp_path):
    new = judged_run(tmp_path / "new/a-3", 3).run.path.parent
    wanted = compare_efficiency([six, new], tmp_path / "wanted").parent
    old = compare_efficiency([six], tmp_path / "old").parent
    for place in (old, old / "efficiency.parquet"):
        found = compare_efficiency([place, new], tmp_path / "found").parent
        assert (found / "report.md").read_text() == (wanted / "report.md").read_text()
        tables = [pl.read_parquet(each / "efficiency.parquet") for each in (found, wanted)]
        assert tables[0].sort("run", "games").equals(tables[1].sort("run", "games"))


@pytest.mark.parametrize("scorer", [None, "value"])
def test_an_extract_of_an_older_version_lacks_later_settings(tmp_path, scorer):
    changes = {"player__opponents_scorer": scorer}
    runs = [judged_run(tmp_path / f"a-{seed}", seed, **changes).run.path for seed in (1, 2)]
    old = compare_efficiency(runs[:1], tmp_path / "old").parent / "efficiency.parquet"
    settings = json.loads(pl.read_parquet(old)["settings"][0])
    later = ("player.two_ply.", "resampling.", "search.start_decks", "player.tree.squash")
    kept = {name: text for name, text in settings.items() if not name.startswith(later)}
    assert len(kept) < len(settings) - 4
    write_table(old, pl.read_parquet(old).with_columns(settings=pl.lit(json.dumps(kept))))
    page = compare_efficiency([old, runs[1]], tmp_path / "both")
    found = pl.read_parquet(page.with_name("efficiency.parquet"))
    assert all(json.loads(each) == settings for each in found["settings"])
    assert found["algorithm"].unique().to_list() == ["dsa-me"]
    assert found["run"].unique().sort().to_list() == ["a-1", "a-2"]


def test_a_search_that_is_there_twice_is_refused(tmp_path):
    judged_run(tmp_path / "a")
    extract = compare_efficiency([tmp_path / "a"], tmp_path / "out").parent
    with pytest.raises(StoreError, match="are the same search, with equal settings and seed"):
        compare_efficiency([tmp_path / "a", extract], tmp_path / "both")


def test_a_table_that_is_no_extract_is_refused(tmp_path):
    write_table(tmp_path / "efficiency.parquet", pl.DataFrame({"games": [1]}))
    with pytest.raises(StoreError, match=r"no extract of curves \(column algorithm is missing\)"):
        compare_efficiency([tmp_path], tmp_path / "out")


def group(*scores: tuple[float, ...], games=(100, 200)) -> list[pl.DataFrame]:
    """One curve per tuple; a game takes a tenth of a second."""
    columns = {"games": games, "seconds": [each / 10 for each in games]}
    return [pl.DataFrame(columns | {"corrected_qd_score": points}) for points in scores]


CURVES = {
    "bayes-me": group((20.0, 40.0), (22.0, 40.0), (24.0, 46.0)),
    "slow": group((10.0, 20.0), (11.0, 22.0), (12.0, 24.0), games=(100, 201)),
    "other": group((1.0,), games=(150,)),
}


def test_scores_are_compared_at_equal_games_only():
    text = comparison(CURVES, "bayes-me")
    assert "| slow | 100 | 3 and 3 | +11.0 (" in text
    assert "| slow | 201 | 3 and 3 | +20.0 (" in text
    assert "| other |" not in text


def test_games_and_time_until_a_score_have_ratios():
    text = games_to(CURVES, 22.0, "bayes-me", target_games=1_000)
    rows = {row.split(" | ")[0]: row.split(" | ") for row in text.splitlines() if "|" in row}
    own = rows["| bayes-me"]
    assert own[1] == "3 of 3"
    assert own[2].startswith("103 ±")  # 110, 100 and 100
    assert own[3] == "110"
    assert own[-2:] == ["1", "1 |"]
    assert rows["| slow"][1] == "2 of 3"
    assert rows["| slow"][2] == "-"
    assert rows["| slow"][-2] == "> 1.7"  # 184 games of the fastest seed over 110
    assert "bayes-me needs 9.7 (8.4 to 11.1) times fewer, and 9.1 times fewer in its worst" in text
    everyone = games_to(CURVES, 20.0, "bayes-me")
    assert "| slow | 3 of 3 |" in everyone
    assert "elsewhere" not in everyone


def test_one_algorithm_alone_is_compared_with_games_played_elsewhere():
    text = games_to({"bayes-me": CURVES["bayes-me"]}, 22.0, "bayes-me", target_games=1_000)
    assert "games / bayes-me" not in text
    assert "bayes-me needs 9.7 (8.4 to 11.1) times fewer" in text


def test_what_a_single_seed_reaches_has_no_interval():
    curves = {"bayes-me": group((20.0, 40.0)), "slow": group((10.0, 20.0))}
    text = games_to(curves, 20.0, "bayes-me")
    assert "| bayes-me | 1 of 1 | 100 | 100 | - | 10 | 1 | 1 |" in text
    assert "| slow | 1 of 1 | 200 | 200 | - | 20 | 2.0 | 2.0 |" in text
    assert "| slow | 100 | 1 and 1 | +10.0 | - |" in comparison(curves, "bayes-me")


def test_the_reference_is_bayes_me_or_the_named_one():
    assert reference_of(CURVES, None) == "bayes-me"
    assert reference_of(CURVES, "slow") == "slow"
    assert reference_of({"slow": CURVES["slow"]}, None) is None
    with pytest.raises(ConfigError, match=r"--against slo: .*did you mean slow\?"):
        reference_of(CURVES, "slo")


def test_without_times_ratios_are_of_games():
    curves = {name: [x.with_columns(seconds=np.nan) for x in each] for name, each in CURVES.items()}
    assert "nan" not in games_to(curves, 20.0, "bayes-me")
