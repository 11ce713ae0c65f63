"""Minimal runs of MESB and the balance lab on the real engine."""

import shutil
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from mlflow.entities import Run

from flows.__main__ import main
from flows.studies.balance.settings import AnyArchetype, Balance
from flows.studies.balance.tables import compare
from flows.studies.mesb.play import best_opponents, play_mesb_duels, read_mesb
from flows.studies.mesb.settings import DUELS, Experiment, Mesb, PaperArchetype
from models.players.decks import opponents_of
from models.problems.decks import solutions_of
from models.problems.mesb import ALL_ARCHETYPES, ARCHETYPES, EXPERIMENTS, run_name
from models.qd.sliding import SlidingConfig
from models.settings.config import ConfigError
from models.settings.patches import named_patch
from tasks.sql.catalog import connect, query, questions, table_of
from tasks.storage.files import StoreError, read_json, read_table
from tasks.storage.store import load_run
from tests.flows.studies.playing import finished_in, played
from tests.run_contents import in_mlflow, stamps, unknown_columns
from tests.tasks.searches import add_one_by_one

STUDY = Mesb(preset="smoke", opponents="own", duels=2)
PALADINS = ["aggro-paladin", "control-paladin"]
#: All experiments of two archetypes; those of the others differ in their names only.
RUNS = [("validation", name) for name in ARCHETYPES]
RUNS += [(group, name) for group in ("elite", "balance") for name in PALADINS]
PATCH = """\
description: Less sun
base: "23321"
cards:
  Sunwalker: {attack: 1}
  Wisp: {cost: 1}
"""


@pytest.fixture(scope="module")
def study(prefect, tmp_path_factory):
    """All archetypes in the first experiment, whose best decks two of them meet in the others."""
    out = tmp_path_factory.mktemp("mesb") / "study"
    assert played(STUDY, experiments=["validation"], out=out)[1] == {}
    done = [out / f"validation-{name}" for name in ARCHETYPES]
    before = {path: stamps(path) for path in done}
    finished_in(STUDY.but(archetypes=PALADINS), out=out)
    assert {path: stamps(path) for path in done} == before
    return out


def test_every_archetype_has_every_experiment(study):
    names = [run_name(group, name) for group in EXPERIMENTS for name in ARCHETYPES]
    assert [run.name for run in STUDY.planned()] == names
    assert [(run.group, run.archetype.name) for run in read_mesb(study)] == RUNS


def test_the_archive_is_that_of_its_decks_one_by_one(study):
    run = load_run(study / "elite-control-paladin")
    evaluations = run.evaluations()
    assert evaluations.height == 48
    archive = SlidingConfig(last_size=5, budget=48, remap_every=12).build(171)
    add_one_by_one(archive, evaluations, "deck_mana_sum", "deck_mana_variance")
    last = read_table(sorted((run.path / "archive").iterdir())[-1])
    assert last["evaluation"].to_list() == archive.elites().ids.tolist()
    metrics = read_table(run.metrics_path)
    assert metrics["qd_score"][-1] == pytest.approx(archive.qd_score())
    curve = read_table(run.report_path / "curve.parquet")
    np.testing.assert_allclose(curve["qd_score"].to_numpy()[-1], archive.qd_score())
    ends = metrics["evaluations"].to_numpy() - 1
    np.testing.assert_allclose(curve["qd_score"].to_numpy()[ends], metrics["qd_score"])
    corrected = read_json(run.report_path / "summary.json")["all"]
    assert corrected["corrected_n_elites"] == archive.n_elites


def test_players_and_cards_are_the_experiments(study):
    for run in read_mesb(study):
        experiment = run.experiment
        assert experiment.player.fidelity == "mesb"
        assert experiment.player.scorer == run.archetype.scorer
        assert experiment.player.patch == named_patch(EXPERIMENTS[run.group].patch)


def test_the_opponents_are_the_best_of_the_first_experiment(study):
    best = best_opponents(study)
    assert [each.name for each in best] == [each.title for each in ARCHETYPES.values()]
    elites = read_table(load_run(study / "validation-control-warlock").elites_path)
    assert best[5].code == elites["deck_code"][0]
    for run in read_mesb(study):
        opponents = run.experiment.opponents
        assert opponents == ("starter" if run.group == "validation" else best)
        assert len(opponents_of(opponents)) == 6


def test_the_best_decks_meet_and_are_told(study):
    before, after = (read_table(study / f"duels-{when}.parquet") for when in ("before", "after"))
    assert (before.height, after.height) == (8 * 7 // 2, 1)
    text = (study / "report" / "report.md").read_text()
    assert "| Control beats aggro of the same class: paladin, elite | " in text
    assert "Needs" not in text


def test_a_study_answers_with_its_runs_and_its_duels(study):
    sql = "select cards, count(*) as n, sum(n_games) as games from duels group by cards order by n"
    assert query([study], sql).rows() == [("duels-after", 1, 2), ("duels-before", 28, 56)]
    assert set(query([study], "select study from duels")["study"]) == {"study"}
    assert query([study], "select count(*) as n from runs")["n"].item() == len(RUNS)
    assert query([study / "elite-aggro-paladin"], "from duels").is_empty()


def test_the_cookbook_answers_about_mesb(study):
    with connect([study]) as runs:
        answers = {each.name: table_of(runs.sql(each.sql)) for each in questions().values()}
    # Sliding boundaries have no cells to compare, no surrogate proposed a deck, and no cards were
    # followed.
    none = {"cells-of-two-runs", "surrogate-error", "surrogate-error-by-region"}
    none |= {"cards-drawn-early", "cards-in-games"}
    assert {name for name, answer in answers.items() if answer.is_empty()} == none
    for name in ("best-deck-per-cell", "strongest-decks", "who-beats", "hardest-opponents"):
        assert answers[name].null_count().sum_horizontal().item() == 0, name
        assert "run" in answers[name].columns


def test_every_column_of_a_study_is_in_the_schema(study):
    assert unknown_columns(study) == []


def test_a_finished_study_plays_nothing(study):
    from flows.studies.runs import make_runs

    before = stamps(study)
    wanted = STUDY.but(archetypes=PALADINS)
    for experiment in wanted.experiments:
        runs = wanted.runs(experiment, wanted.opponents_of(experiment, study))
        assert make_runs(runs, study) == {}
    play_mesb_duels(study, read_mesb(study), STUDY.duels, STUDY.seed)
    assert stamps(study) == before


def test_a_study_of_other_settings_is_refused(study):
    with pytest.raises(StoreError, match=r"search.n_games: 6 there, 7 now"):
        Mesb(preset="smoke", settings=["search.n_games=7"], out=study).check()


def test_the_players_of_an_archetype_cannot_be_changed_by_name(tmp_path):
    with pytest.raises(ConfigError, match=r"--set player: "):
        Mesb(preset="smoke", settings=["player=fair-beam:value"], out=tmp_path / "new").check()


def test_a_study_without_new_games_is_refused(tmp_path):
    with pytest.raises(ConfigError, match=r"fresh_games=0: tables need new games"):
        Mesb(preset="smoke", settings=["search.fresh_games=0"], out=tmp_path / "new").check()


def with_runs_below(folder: Path) -> tuple[Run, list[Run]]:
    """A folder's run, and those below it."""
    client, run = in_mlflow(folder)
    assert run.info.status == "FINISHED"
    logged = {each.path for each in client.list_artifacts(run.info.run_id, "report")}
    assert {"report/report.md", "report/strength.csv"} <= logged
    below = f"tags.mlflow.parentRunId = '{run.info.run_id}'"
    return run, client.search_runs([run.info.experiment_id], below)


def test_a_study_is_one_run_in_mlflow_that_its_runs_are_below(study):
    whole, below = with_runs_below(study)
    assert sorted(each.info.run_name for each in below) == sorted(run_name(*each) for each in RUNS)
    told = whole.data.params
    assert (told["size"], told["base.search.evaluations"], told["seed"]) == ("smoke", "48", "1")
    assert whole.data.tags["experiments"] == str(list(EXPERIMENTS))  # it has grown
    run = read_mesb(study)[-1]
    assert whole.data.metrics["best_win/balance-control-paladin"] == run.elites["win_rate"].max()
    rates = run.judged["win_rate"]
    assert whole.data.metrics["fresh_win/balance-control-paladin"] == pytest.approx(rates.mean())


@pytest.fixture(scope="module")
def lab(prefect, tmp_path_factory):
    """An archetype before and after a patch from a file, by the command line."""
    folder = tmp_path_factory.mktemp("balance")
    (folder / "my-patch.yaml").write_text(PATCH)
    out = folder / "out"
    command = ["balance", "--patch", str(folder / "my-patch.yaml"), "--preset", "smoke"]
    command += ["--archetype", "aggro-mage", "--out", str(out)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PREFECT_API_URL", prefect["PREFECT_API_URL"])
        assert main([*command, "--threads", "1"]) == 0
    return out


def test_both_sides_differ_in_their_cards_only(lab):
    before, after = (load_run(lab / f"{side}-aggro-mage-1") for side in ("before", "after"))
    assert before.seed == after.seed
    facts = [dict(run.experiment) for run in (before, after)]
    players = [dict(each.pop("player")) for each in facts]
    assert facts[0] == facts[1]
    patches = [player.pop("patch") for player in players]
    assert players[0] == players[1]
    assert patches[0] == "23321"
    assert patches[1]["name"] == "my-patch"
    first = [solutions_of(run.evaluations())[:24] for run in (before, after)]
    np.testing.assert_array_equal(*first)


def test_the_lab_reports_what_the_patch_does(lab):
    text = (lab / "report" / "report.md").read_text()
    assert text.startswith("# What my-patch does\n\nLess sun. ")
    assert "Sunwalker: attack 4 -> 1" in text
    for title in ("## Aggro Mage", "## Summary"):
        assert f"{title}\n" in text
    duels = read_table(lab / "duels-aggro-mage.parquet")
    assert duels.height == 25
    assert set(duels["n_games"]) == {2}


def test_the_labs_form_continues_from_a_copy(lab, tmp_path, monkeypatch):
    from flows.faces.forms import balance

    monkeypatch.chdir(tmp_path)
    shutil.copytree(lab, tmp_path / "copy")
    runs = [tmp_path / "copy" / f"{side}-aggro-mage-1" for side in ("before", "after")]
    before = {path: stamps(path) for path in runs}
    patch = str(lab.parent / "my-patch.yaml")
    url = (tmp_path / "copy").as_uri()
    asked = {"patch": patch, "archetypes": ["aggro-mage"], "preset": "smoke", "seed": 1}
    page = Path(balance(**asked, threads=1, mirror=url))
    assert page == tmp_path / "runs" / "balance-my-patch-smoke-seed1" / "report" / "index.html"
    assert {path: stamps(path) for path in runs} == before
    assert page.read_bytes() == (tmp_path / "copy" / "report" / "index.html").read_bytes()


def test_the_lab_is_one_run_in_mlflow_that_tells_what_changed(lab):
    whole, below = with_runs_below(lab)
    names = [f"{side}-aggro-mage-1" for side in ("after", "before")]
    assert sorted(each.info.run_name for each in below) == names
    assert whole.data.params["patch.name"] == "my-patch"
    comparison = compare(lab, "aggro-mage")
    before, after, margin = comparison.strength["win_rate"]
    assert whole.data.metrics["win_rate_change/aggro-mage"] == pytest.approx(after - before)
    assert whole.data.metrics["win_rate_margin/aggro-mage"] == pytest.approx(margin)
    assert whole.data.metrics["duels/aggro-mage"] == pytest.approx(comparison.score.value)


def test_a_patch_that_says_what_is_so_already_is_refused(tmp_path, refused):
    (tmp_path / "same.yaml").write_text("cards:\n  Wisp: {cost: 0}\n")
    told = refused("balance", "--patch", tmp_path / "same.yaml")
    assert "same: all cards are as in build 38377" in told


def test_the_help_tells_the_presets_duels(capsys):
    with pytest.raises(SystemExit):
        main(["mesb", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    presets = ", ".join(f"{size} {games}" for size, games in DUELS.items())
    assert f"(default: the preset's: {presets})" in told


def test_a_plan_is_told_without_playing(tmp_path, answered):
    call = ["mesb", "--preset", "paper", "--out", str(tmp_path / "new"), "--plan"]
    told = answered(*call, "--experiment", "balance", "--set", "search.n_games=100").splitlines()
    assert told[0] == "balance-aggro-hunter: seed 1, 1,000,000 games, to do"
    assert len(told) == 7
    assert told[-1].startswith("to do: 6 runs, 6,000,000 games")
    assert not (tmp_path / "new").exists()


def test_the_archive_ends_at_its_last_size_whatever_the_budget():
    question = Balance(patch="mesb-balance", settings=["search.evaluations=700"])
    assert question.planned()[0].experiment.archive.budget == 700
    question = question.but(settings=[*question.settings, "archive.budget=900"])
    assert question.planned()[0].experiment.archive.budget == 900


def test_the_names_of_archetypes_and_experiments_are_those_of_the_paper():
    assert get_args(PaperArchetype) == tuple(ARCHETYPES)
    assert get_args(AnyArchetype) == tuple(ALL_ARCHETYPES)
    assert get_args(Experiment) == tuple(EXPERIMENTS)


def test_trials_of_the_lab_have_seeds_of_their_own():
    question = Balance(patch="mesb-balance", trials=2, seed=5)
    assert [(run.name, run.seed) for run in question.planned()] == [
        *(("before-control-paladin-1", 5), ("after-control-paladin-1", 5)),
        *(("before-control-paladin-2", 6), ("after-control-paladin-2", 6)),
    ]


def test_another_studys_best_decks_can_be_opponents(study, tmp_path):
    shutil.copytree(study, tmp_path / "old")
    wanted = Mesb(opponents=str(tmp_path / "old"), experiments=["elite"], preset="smoke")
    assert wanted.opponents_of("elite", tmp_path / "new") == best_opponents(study)
