"""Studies from the command line."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from flows.faces.command_line import main, read
from flows.questions.presets import PRESETS
from flows.studies.dsame.play import FILE
from flows.studies.dsame.settings import ALL, TRIALS, Study
from models.problems import study as studies
from models.problems.decks import DeckSearch
from tests.tasks.synthetic import write_study

STUDIES = Path(__file__).parents[4] / "docs" / "sample-efficiency"
BASELINES = (
    *("map-elites", "lsa-me", "dsa-me", "dsa-me-few-games", "extract-me", "archive-sampling"),
    *("sa-extract-me", "sa-archive-sampling"),
)


def study(*words):
    return read(["study", "--out", "runs/study", *words]).study


def test_every_preset_has_its_number_of_trials():
    assert set(TRIALS) == set(PRESETS)
    assert study("--preset", "paper").trials == 5
    assert study("--preset", "paper").base == PRESETS["paper"]


def test_all_algorithms_are_compared_unless_told_otherwise():
    assert study().algorithms == ALL
    assert study("--algorithms", "dsa-me", "map-elites").algorithms == ("dsa-me", "map-elites")


def test_numbers_of_the_command_line_reach_every_trial():
    sizes = ("--trials", "3", "--evaluations", "2000", "--games", "50")
    found = study(*sizes, "--set", "player.width=2")
    assert found.trials == 3
    assert (found.base.search.evaluations, found.base.search.n_games) == (2000, 50)
    assert found.base.player.width == 2


def searches(file: str, budget: int) -> Iterator[tuple[str, str]]:
    """The names and algorithms of a file of the page on sample efficiency; each can begin."""
    for line in (STUDIES / file).read_text().splitlines():
        name, algorithm, *settings = line.split()
        words = ("--preset", "paper", "--budget-games", str(budget), *settings)
        DeckSearch(read(["search", algorithm, *words]).experiment).check()
        yield name, algorithm


def test_every_baseline_has_six_settings_to_tune():
    tuned = Counter()
    for name, algorithm in searches("tuning.txt", 25_000):
        tuned[algorithm] += 1
        assert name == f"{algorithm}-{tuned[algorithm]}"
    assert tuned == dict.fromkeys(BASELINES, 6)


def test_every_baseline_is_compared_with_bayes_me():
    assert {name: name for name in ("bayes-me", *BASELINES)} == dict(searches("runs.txt", 100_000))


@pytest.mark.parametrize(
    ("file", "algorithm"),
    [("others.txt", "bayes-me"), ("others.txt", "dsa-me"), ("ablations.txt", "bayes-me")],
)
def test_other_decks_and_searches_without_a_part_can_begin(file, algorithm):
    for line in (STUDIES / file).read_text().splitlines():
        _, *settings = line.split()
        words = ("--preset", "paper", "--budget-games", "100000", *settings)
        DeckSearch(read(["search", algorithm, *words]).experiment).check()


def test_a_study_without_settings_is_that_of_the_preset_quick():
    assert Study.ask({}).study.base == PRESETS["quick"]


def plan(capsys, *arguments):
    """The exit status of `study --plan`, and all it says."""
    status = main(["study", "--plan", "--preset", "smoke", *map(str, arguments)])
    told = capsys.readouterr()
    return status, told.out + told.err


def test_a_plan_says_all_games_and_the_time(tmp_path, capsys):
    study = ("--algorithms", "dsa-me", "map-elites", "--trials", "3", "--out", tmp_path / "new")
    sizes = ("--evaluations", "2000", "--games", "50", "--threads", "2")
    status, told = plan(capsys, *study, *sizes)
    assert status == 0
    assert told.count("100,000 games, to do") == 6
    # 600,000 games at 1,000 a second.
    assert "to do: 6 runs, 600,000 games and the elites' new ones, about 10:00" in told
    assert not (tmp_path / "new").exists()


def test_a_plan_is_refused_as_the_study_would_be(tmp_path, capsys):
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "thesis.txt").write_text("")
    status, told = plan(capsys, "--out", tmp_path / "foreign")
    assert status == 2
    assert "not empty and not a study (study.json is missing, thesis.txt is there)" in told
    status, told = plan(capsys, "--out", tmp_path / "new", "--algorithms", "offline-elite-data")
    assert status == 2
    assert "offline-elite-data learns from dsa-me, which is not part of the study" in told
    write_study(tmp_path / "there", {"dsa-me": 1.0}, trials=1)
    status, told = plan(capsys, "--out", tmp_path / "there", "--algorithms", "dsa-me")
    assert status == 2
    assert "has a study with other settings" in told
    assert not (tmp_path / "there" / "report").exists()


def test_an_algorithm_may_learn_from_a_trial_that_is_there(tmp_path, capsys):
    out, base = tmp_path / "study", PRESETS["smoke"]
    with FILE.opened(out, studies.StudyConfig(base=base, algorithms=("dsa-me",), trials=1)):
        pass
    more = ("--algorithms", "offline-elite-data", "--trials", "1", "--out", out)
    status, told = plan(capsys, *more)
    assert status == 0
    assert told.splitlines()[1].endswith("to do, learns from dsa-me-1")
    wanted = read(["study", "--preset", "smoke", *map(str, more)])
    assert [run.name for run in wanted.planned()] == ["dsa-me-1", "offline-elite-data-1"]
    with wanted.opened() as (_, joined):
        assert joined.algorithms == ("dsa-me", "offline-elite-data")
    assert FILE.load(out)[0] == joined


def test_the_help_has_the_sizes_of_presets_and_examples_that_parse(capsys):
    with pytest.raises(SystemExit):
        main(["study", "--help"])
    told = capsys.readouterr().out
    for name, preset in PRESETS.items():
        size = f"{preset.search.evaluations:,} x {preset.search.n_games}"
        words = " ".join(told.split()).replace(" decks x ", " x ").replace(" games", "")
        assert re.search(rf"{name}, {TRIALS[name]} (trials )?of {size}\b", words)
    assert "the paper's nine, and surrogate-test" in " ".join(told.split())
    calls = [line.split()[3:] for line in told.splitlines() if line.startswith("  python -m")]
    assert len(calls) == 4
    for call in calls:
        assert read(call).study.trials >= 1
