"""Proposes the decks that an iteration evaluates; each way gives a table, a row per deck."""

import polars as pl

from models.problems.decks import DeckSearch
from models.qd.archive import Archive
from models.qd.ribs_proposals import RibsProposals
from models.surrogates.surrogate import Surrogate
from tasks.games.seeds import Purpose
from tasks.run_loop.live_run import LiveRun
from tasks.run_loop.steps import step


@step("propose-random-decks")
def propose_random_decks(run: LiveRun[DeckSearch], n: int) -> pl.DataFrame:
    """The decks every search begins with; in a random search, those of every iteration."""
    return run.keep_proposals(
        lambda: run.problem.random_proposals(n, run.seeds(Purpose.RANDOM_DECKS))
    )


@step("mutate-elites")
def mutate_elites(run: LiveRun[DeckSearch], archive: Archive, n: int) -> pl.DataFrame:
    """Mutations of uniform random elites of the archive: MAP-Elites without a surrogate."""
    return run.keep_proposals(
        lambda: run.problem.mutations(archive, n, run.seeds(Purpose.MUTATION))
    )


@step("ask-emitters")
def ask_emitters(run: LiveRun[DeckSearch], emitters: RibsProposals, n: int) -> pl.DataFrame:
    """The next decks of pyribs' emitters.

    Raises:
        StoreError: The stored decks are others than the emitters ask for.
    """
    with run.measured.timed("ask"):
        asked = run.problem.emitted(emitters, n)
    return run.keep_asked(asked)


@step("search-surrogate")
def search_surrogate(
    run: LiveRun[DeckSearch], surrogate: Surrogate, last: pl.DataFrame | None
) -> pl.DataFrame:
    """All elites of a MAP-Elites search on the surrogate, in the order their cells were filled.

    Their predicted objectives and measures stand beside them, as `predicted_...`.

    Args:
        run: The search.
        surrogate: Predicts what playing a deck would show.
        last: The last iteration's proposals, whose archive the search may go on with.
    """
    seed = run.seeds(Purpose.INNER_LOOP)
    decks = run.keep_proposals(
        lambda: run.problem.surrogate_proposals(surrogate, seed, last), "search"
    )
    run.measured.note(surrogate_elites=decks.height)
    return decks
