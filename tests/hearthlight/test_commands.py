"""Commands as functions of the library."""

import doctest
import subprocess

import polars as pl
import pytest

import hearthlight as hl
from hearthlight import commands
from tests.test_hearthlight import EXAMPLES

(SEARCH,) = (code for code in EXAMPLES if "hl.search" in code)


def test_examples_run():
    assert doctest.testmod(commands) == (0, 2)


def test_a_deck_and_its_name_play_the_same_games():
    deck = hl.read_deck("Classic Miracle Rogue")
    assert hl.evaluate(deck, games=4) == hl.evaluate(deck.name, games=4)
    with pytest.raises(hl.ConfigError, match="gmaes: no such setting of evaluate"):
        hl.evaluate(deck, gmaes=4)
    with pytest.raises(hl.DeckError, match="is not a file or a deck code"):
        hl.evaluate("No Such Deck")


def test_the_search_of_the_page_leaves_a_run_and_is_read(prefect, tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("PREFECT_API_URL", prefect["PREFECT_API_URL"])
    monkeypatch.chdir(tmp_path)
    settings = ["search.n_games=6", "search.evaluations=20", "search.initial_evaluations=10"]
    small = f'preset="smoke", resume_anyway=True, settings={settings}'
    found = {}
    exec(compile(SEARCH.replace('preset="smoke"', small), "example", "exec"), found)
    assert "deck_code" in capfd.readouterr().out
    results, out = found["results"], "runs/library"
    assert results.evaluations.height == 20
    assert hl.read_results(out).experiment == results.experiment
    assert hl.elites(results).height == results.archive.n_elites
    assert hl.curve(results).height > 0
    rows = hl.query([out], "select count(*) as n from evaluations")
    assert rows.equals(pl.DataFrame({"n": [20]}))
    with pytest.raises(subprocess.CalledProcessError):
        hl.search("dsa-me", out=out, preset="smoke", seed=1)
    assert "use another --out" in capfd.readouterr().err
    with pytest.raises(hl.ConfigError, match="did you mean"):
        hl.search("map-elite")
