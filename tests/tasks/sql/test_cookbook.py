"""Results of the example queries of docs/sql.md in synthetic runs."""

import polars as pl
import pytest

from engine.decks import Pool
from models.problems.decks import DeckSearch
from models.problems.mesb import ALL_ARCHETYPES, mesb_experiment
from tasks.reports.results import elites, read_results
from tasks.sql.catalog import query
from tasks.sql.cookbook import question, questions
from tasks.storage.files import StoreError, write_table
from tasks.storage.store import Run
from tests.tasks.mesb_runs import write_mesb_run
from tests.tasks.synthetic import EXPERIMENT, write_run


def complete(run: Run, pool: Pool) -> None:
    """Adds what a finished search has besides its evaluations."""
    facts = [pool.patch.card_data(card_id) for card_id in pool.ids]
    cards = {"card": range(len(pool)), "id": pool.ids, "name": [each.name for each in facts]}
    write_table(run.cards_path, pl.DataFrame(cards | {"cost": [each.cost for each in facts]}))
    results = read_results(run.path)
    problem = DeckSearch(results.experiment)
    write_table(run.archives.path(0), problem.elites_table(results.archive, results.evaluations))
    write_table(run.elites_path, elites(results))
    run.finish()


@pytest.fixture(scope="module")
def searches(tmp_path_factory):
    """Two searches of the same grid."""
    path = tmp_path_factory.mktemp("searches")
    for seed in (1, 2):
        complete(write_run(path / f"seed-{seed}", seed), EXPERIMENT.card_pool())
    return path


@pytest.fixture(scope="module")
def sliding(tmp_path_factory):
    """Two searches whose boundaries slid apart."""
    path = tmp_path_factory.mktemp("sliding")
    experiment = mesb_experiment(ALL_ARCHETYPES["control-paladin"], "smoke")
    for seed in (1, 2):
        run = write_mesb_run(path / f"seed-{seed}", experiment, seed, {})
        complete(run, experiment.card_pool())
    return path


def ask(path, name: str) -> pl.DataFrame:
    return query([path], questions()[name].sql)


@pytest.mark.parametrize("folder", ["searches", "sliding"])
@pytest.mark.parametrize("part", [".", "seed-1"], ids=["two runs", "one"])
def test_mana_curves_add_up_to_a_deck(folder, part, request):
    curves = ask(request.getfixturevalue(folder) / part, "mana-curve")
    totals = curves.group_by("speed").agg(pl.col("cards").sum())
    assert set(totals["speed"]) == {"fast", "middle", "slow"}
    assert totals["cards"].to_list() == pytest.approx([30, 30, 30], abs=0.05)


@pytest.mark.parametrize("folder", ["searches", "sliding"])
def test_best_decks_are_told_with_their_run_and_how_they_play(folder, request):
    best = ask(request.getfixturevalue(folder), "best-deck-per-cell")
    assert set(best["run"]) == {"seed-1", "seed-2"}
    assert best.height == 20
    assert best.null_count().sum_horizontal().item() == 0


def test_cells_are_compared_where_they_are_the_same(searches, sliding):
    last = "select run, cell from archive order by run"
    cells = query([searches], last).partition_by("run", include_key=False)
    assert ask(searches, "cells-of-two-runs").row(0)[:3] == (
        "seed-1",
        "seed-2",
        cells[0].join(cells[1], on="cell").height,
    )
    assert ask(sliding, "cells-of-two-runs").is_empty()
    assert ask(sliding, "surrogate-error-by-region").is_empty()


def test_the_cookbook_has_many_questions_each_with_a_title():
    assert len(questions()) >= 12
    assert questions()["luck"].sql.startswith("select run, count(*) as elites")
    assert all(each.sql.endswith(";") and each.title for each in questions().values())


def test_an_unknown_question_is_refused_with_those_there_are():
    with pytest.raises(StoreError, match=r"--example lucky: .* best-deck-per-cell, "):
        question("lucky")
