"""The search: DSA-ME, its variants, MAP-Elites and pyribs' emitters, by configuration."""

from pathlib import Path

import polars as pl
from prefect.task_runners import ThreadPoolTaskRunner

from models.problems.decks import DeckSearch
from models.problems.experiment import Experiment
from models.qd.archive import Archive
from models.qd.depth import DeepCells
from models.surrogates.surrogate import Surrogate
from tasks.orchestration.cancellation import flow
from tasks.reports.summary import report_search
from tasks.run_loop.evaluation import evaluate, evaluate_again
from tasks.run_loop.live_run import LiveRun
from tasks.run_loop.opening import start_run
from tasks.search.archive import add_to_archive, finalist_ids, keep_beliefs, pool_results
from tasks.search.learning import take_surrogate, teach_emitters, train_surrogate
from tasks.search.proposals import (
    ask_emitters,
    mutate_elites,
    play_again,
    propose_random_decks,
    search_beliefs,
    search_surrogate,
)
from tasks.search.source import note_source, open_source


@flow(
    name="search",
    flow_run_name="{experiment.algorithm}-{experiment.name}-seed{seed}",
    task_runner=ThreadPoolTaskRunner(max_workers=1),
)
def search(
    experiment: Experiment,
    seed: int,
    out: Path,
    threads: int | None = None,
    resume_anyway: bool = False,
    source: Path | None = None,
) -> Path:
    """Deep Surrogate Assisted MAP-Elites and its variants; returns the report.

    The search evaluates random decks first. Then, until the budget is spent, each iteration
    proposes decks, evaluates them and adds them to the archive. DSA-ME trains its surrogate on all
    decks so far, fills an archive with predictions by MAP-Elites, and proposes all elites of that
    archive. MAP-Elites without a surrogate proposes a batch of mutations of uniform random elites;
    in the paper's program, each free worker gets one child of the current archive. pyribs' emitters
    learn from each batch before they propose the next one. A search by belief learns from the games
    before it ends an iteration: its archive has what it believes of all decks. Extract-ME and
    Archive-Sampling are MAP-Elites whose elites play again; their surrogate-assisted forms take
    new decks from DSA-ME's surrogate archive.

    Source:
        Zhang et al. 2022, arXiv 2112.03534, algorithm 1; Mouret and Clune 2015, arXiv 1504.04909.
    """
    problem = DeckSearch(experiment)
    teacher = open_source(problem, source, out)
    archive, cells, evaluated = problem.new_archive(), problem.new_cells(), pl.DataFrame()
    surrogate = emitters = decks = None
    with start_run(problem, seed, out, threads, resume_anyway) as run:
        note_source(run.directory, teacher)
        if experiment.search.initial_evaluations:
            decks = propose_random_decks(run, experiment.search.initial_evaluations)
            evaluated = evaluate(run, decks, evaluated)
            archive, surrogate = _end_iteration(run, archive, cells, evaluated, surrogate)
        while evaluated.height < problem.budget:
            if experiment.learns_online:
                surrogate = train_surrogate(run, evaluated, surrogate)
            match experiment.proposals:
                case "ribs":
                    emitters = teach_emitters(run, archive, evaluated, emitters)
                    decks = ask_emitters(run, emitters, problem.batch_size(evaluated.height))
                case "surrogate":
                    if not experiment.learns_online:
                        surrogate = take_surrogate(run, teacher, surrogate)
                    decks = search_surrogate(run, surrogate, decks)
                case "belief":
                    decks = search_beliefs(run, surrogate, evaluated)
                case _:
                    decks = _varied(run, archive, cells, evaluated, surrogate)
            evaluated = evaluate(run, decks, evaluated)
            archive, surrogate = _end_iteration(run, archive, cells, evaluated, surrogate)
        if experiment.learns_online:
            surrogate = train_surrogate(run, evaluated, surrogate, shuffled=True)
        evaluate_again(run, finalist_ids(run, archive, evaluated), evaluated)
        return report_search(run, evaluated, surrogate)


def _varied(
    run: LiveRun[DeckSearch],
    archive: Archive,
    cells: DeepCells,
    evaluated: pl.DataFrame,
    surrogate: Surrogate | None,
) -> pl.DataFrame:
    """Random decks or mutations; with decks that play again, perhaps a surrogate's proposals."""
    n = run.problem.batch_size(evaluated.height)
    match run.problem.config.proposals:
        case "random":
            return propose_random_decks(run, n)
        case "mutation":
            return mutate_elites(run, archive, n)
    return play_again(run, cells, evaluated, surrogate)


def _end_iteration(
    run: LiveRun[DeckSearch],
    archive: Archive,
    cells: DeepCells,
    evaluated: pl.DataFrame,
    surrogate: Surrogate | None,
) -> tuple[Archive, Surrogate | None]:
    """The archive after the iteration's games; a search by belief learns from them first."""
    if run.problem.config.proposals == "resampling":
        return pool_results(run, cells, archive, evaluated), surrogate
    if not run.problem.config.believes:
        return add_to_archive(run, archive, evaluated), surrogate
    surrogate = train_surrogate(run, evaluated, surrogate)
    return keep_beliefs(run, surrogate, archive, evaluated), surrogate
