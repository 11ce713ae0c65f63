"""The balance lab with a search that learns from every game, on the real engine."""

import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from flows.__main__ import main
from flows.studies.balance.settings import Balance
from flows.studies.balance.tables import compare
from models.settings.config import ConfigError
from tasks.sql.catalog import query
from tasks.storage.files import read_json, read_table, write_json
from tasks.storage.store import load_run

JUGGLER = {"NEW1_019": {"name": "Knife Juggler", "attack": 2}}
MINE = {"name": "mine", "description": "", "base": "2014-07-15", "cards": JUGGLER}
BAYES = Balance(patch="mesb-balance", algorithm="bayes-me", preset="smoke")


def test_the_algorithm_changes_searches_and_names_only_if_it_is_not_the_default():
    plain = Balance(patch="mesb-balance", preset="smoke")
    assert plain.name == "balance-mesb-balance-smoke"
    assert BAYES.name == "balance-mesb-balance-bayes-me-smoke"
    assert BAYES.title == "balance-mesb-balance-control-paladin-bayes-me-smoke"
    assert plain.planned()[0].experiment.algorithm == "map-elites"
    before, after = (run.experiment for run in BAYES.planned())
    assert before.algorithm == after.algorithm == "bayes-me"
    assert before.but(player__patch=after.player.patch) == after


def test_a_metagame_can_be_the_field(refused, monkeypatch):
    wanted = BAYES.but(opponents="docs/metagame/naxx14", date="naxx14")
    field = wanted.planned()[0].experiment.opponents
    shares = query(["docs/metagame/naxx14"], "select code, share from decks order by share")
    counts = Counter(each.code for each in field)
    assert counts.total() == 12
    assert counts[shares["code"][-1]] == max(counts.values()) > 1
    monkeypatch.setenv("HOME", str(Path("docs").absolute()))
    at_home = wanted.but(opponents="~/metagame/naxx14")
    assert at_home.planned()[0].experiment == wanted.planned()[0].experiment
    told = refused("balance", "--patch", "mesb-balance", "--opponents", "elit")
    assert "--opponents elit: no such suite or folder; did you mean 'elite'?" in told


def test_the_players_are_those_of_the_metagame_unless_set(small_metagame, tmp_path, refused):
    wanted = BAYES.but(opponents=str(small_metagame), date="classic14")
    before, after = (run.experiment.player for run in wanted.planned())
    assert (before.scorer, before.opponents_scorer) == ("aggro", "aggro")
    assert before.fidelity == "fair"
    assert (before.patch.name, after.patch.name) == ("2014-07-15", "mesb-balance")
    own = wanted.but(settings=["player.scorer=control"]).planned()[0].experiment.player
    assert (own.scorer, own.opponents_scorer) == ("control", "aggro")
    told = refused("balance", "--patch", "mesb-balance", "--opponents", str(small_metagame))
    assert "a metagame of the game of 2014-07-15, not of build 23321" in told
    changed = shutil.copytree(small_metagame, tmp_path / "changed")
    facts = read_json(changed / "meta.json")
    facts["player"]["patch"] = MINE
    write_json(changed / "meta.json", facts)
    with pytest.raises(ConfigError, match="the game of 2014-07-15, changed by mine, not of"):
        wanted.but(opponents=str(changed)).planned()


def test_the_report_says_what_becomes_of_the_metagame(lab):
    text = (lab / "report" / "report.md").read_text()
    section = text.partition("## The metagame\n")[2].partition("\n## ")[0]
    assert "Decks with a changed card have" in section
    assert "| class | share before | share after | change |" in section
    assert "Aggro Zoolock" in section


def test_a_fixed_grid_is_a_setting():
    question = BAYES.but(settings=["archive.shape=[3,4]", "search.budget_games=600"])
    made = question.planned()[0].experiment
    assert made.archive.shape == (3, 4)
    assert made.n_decks == 50


@pytest.fixture(scope="module")
def lab(prefect, small_metagame, tmp_path_factory):
    """An archetype before and after the patch, by the command line, with a metagame."""
    out = tmp_path_factory.mktemp("balance") / "out"
    command = ["balance", "--patch", "mesb-balance", "--algorithm", "bayes-me", "--preset", "smoke"]
    command += ["--set", "belief.decks_per_game=1", "--set", "surrogate.scale_steps=10"]
    command += ["--date", "classic14", "--opponents", str(small_metagame)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PREFECT_API_URL", prefect["PREFECT_API_URL"])
        assert main([*command, "--threads", "1", "--out", str(out)]) == 0
    return out


def test_both_sides_are_searched_and_reported(lab):
    for side in ("before", "after"):
        run = load_run(lab / f"{side}-control-paladin-1")
        assert run.experiment["algorithm"] == "bayes-me"
        assert read_table(run.elites_path)["fresh_objective"].null_count() == 0
    text = (lab / "report" / "report.md").read_text()
    assert "Each side is 1 search of 48 decks x 12 games by bayes-me." in text
    assert (lab / "report" / "landscape-control-paladin.png").is_file()


def test_maps_show_what_the_search_believes_and_new_games(lab):
    comparison = compare(lab, "control-paladin")
    assert comparison.cells.shape == comparison.after[0].experiment.archive.shape == (5, 5)
    elites = comparison.before[0].elites
    (fitness, _), (rates, _) = comparison.maps().values()
    shown = np.sort(fitness[np.isfinite(fitness)])
    np.testing.assert_allclose(shown, np.sort(elites["believed_objective"].to_numpy()))
    cells = elites["cell"].to_numpy()
    np.testing.assert_allclose(rates.ravel()[cells], elites["fresh_win_rate"].to_numpy())
