"""Proposes the decks of an iteration: tables with one row per deck."""

import polars as pl

from models.problems.decks import DeckSearch
from models.qd.archive import Archive
from models.qd.depth import DeepCells
from models.qd.ribs_proposals import RibsProposals
from models.surrogates.gaussian import GaussianProcess
from models.surrogates.surrogate import Surrogate
from tasks.games.seeds import Purpose
from tasks.run_loop.live_run import LiveRun
from tasks.run_loop.steps import step


@step("propose-random-decks")
def propose_random_decks(run: LiveRun[DeckSearch], n: int) -> pl.DataFrame:
    """Random decks: the start of every search, and every iteration of a random search."""
    return run.keep_proposals(
        lambda: run.problem.random_proposals(n, run.seeds(Purpose.RANDOM_DECKS))
    )


@step("mutate-elites")
def mutate_elites(run: LiveRun[DeckSearch], archive: Archive, n: int) -> pl.DataFrame:
    """Mutations of uniform random elites of the archive: MAP-Elites without a surrogate."""
    return run.keep_proposals(
        lambda: run.problem.mutations(archive, n, run.seeds(Purpose.MUTATION))
    )


@step("play-again")
def play_again(
    run: LiveRun[DeckSearch],
    cells: DeepCells,
    evaluated: pl.DataFrame,
    surrogate: Surrogate | None,
) -> pl.DataFrame:
    """Decks of the cells that play again, and new ones: mutations, or the surrogate's proposals.

    Args:
        run: The search.
        cells: The cells.
        evaluated: All evaluations so far.
        surrogate: Proposes new decks, if there is one.
    """
    seed = run.seeds(Purpose.MUTATION)
    return run.keep_proposals(
        lambda: run.problem.resampled(cells, evaluated, seed, surrogate),
        None if surrogate is None else "search",
    )


@step("ask-emitters")
def ask_emitters(run: LiveRun[DeckSearch], emitters: RibsProposals, n: int) -> pl.DataFrame:
    """The next decks of pyribs' emitters.

    Raises:
        StoreError: The stored decks differ from those of the emitters.
    """
    with run.measured.timed("ask"):
        asked = run.problem.emitted(emitters, n)
    return run.keep_asked(asked)


@step("search-beliefs")
def search_beliefs(
    run: LiveRun[DeckSearch], process: GaussianProcess, evaluated: pl.DataFrame
) -> pl.DataFrame:
    """Decks that should improve the archive of beliefs, with their predictions.

    Args:
        run: The search.
        process: The Gaussian process, after all evaluations so far.
        evaluated: These evaluations.
    """
    seed = run.seeds(Purpose.INNER_LOOP)
    return run.keep_proposals(
        lambda: run.problem.believed_proposals(process, evaluated, seed, run.threads), "search"
    )


@step("search-surrogate")
def search_surrogate(
    run: LiveRun[DeckSearch], surrogate: Surrogate, last: pl.DataFrame | None
) -> pl.DataFrame:
    """All elites of a MAP-Elites search on the surrogate, in the order their cells were filled.

    Columns `predicted_...` have their predicted objectives and measures.

    Args:
        run: The search.
        surrogate: Predicts the outcomes of decks.
        last: The last iteration's proposals: with `keep_archive`, the search starts from them.
    """
    seed = run.seeds(Purpose.INNER_LOOP)
    decks = run.keep_proposals(
        lambda: run.problem.surrogate_proposals(surrogate, seed, last), "search"
    )
    run.measured.note(surrogate_elites=decks.height)
    return decks
