"""`DeckSearch`: decks, proposed at random, by mutation, by pyribs or by a search on a surrogate."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import polars as pl

from engine.decks import Pool
from models.problems import beliefs
from models.problems.checks import check_search
from models.problems.experiment import Experiment
from models.problems.inner_loop import fill_archive
from models.problems.problem import Problem, archive_metrics, status_counts
from models.problems.resampling import next_batch
from models.problems.rows import Play
from models.problems.solutions import SOLUTIONS, solutions_column, solutions_of
from models.qd.archive import Archive, GridArchive
from models.qd.depth import DeepCells
from models.qd.emitters import new_stream, propose, random_decks
from models.qd.ribs_proposals import RibsProposals
from models.surrogates.gaussian import GaussianProcess
from models.surrogates.surrogate import Surrogate


@dataclass(frozen=True)
class DeckSearch(Problem):
    """A search for decks."""

    config: Experiment
    vectors = SOLUTIONS
    noun = "decks"

    @property
    def name(self) -> str:
        """The algorithm's."""
        return self.config.algorithm

    @property
    def budget(self) -> int:
        """See `Problem.budget`."""
        return self.config.n_decks

    @property
    def n_games(self) -> int:
        """See `Problem.n_games`."""
        return self.config.search.n_games

    @property
    def final_games(self) -> int:
        """See `Problem.final_games`."""
        return self.config.search.fresh_games

    def games_of(self, n_evaluated: int) -> int:
        """See `Problem.games_of`."""
        return self.config.spending.of_deck(n_evaluated)

    def games_after(self, n_evaluated: int) -> int:
        """See `Problem.games_after`."""
        spending = self.config.spending
        return max(0, spending.of_decks(self.budget) - spending.of_decks(n_evaluated))

    @property
    def play(self) -> Play:
        """See `Problem.play`."""
        from models.problems.play import play_decks

        return partial(play_decks, self.pool, self.config.opponents, self.config.player)

    @cached_property
    def pool(self) -> Pool:
        """The cards.

        Raises:
            DeckError: The pool does not exist, or the patch's build lacks some of its cards.
        """
        return self.config.card_pool()

    def check(self) -> None:
        """See `Problem.check`."""
        check_search(self.config)

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """`cards`: the pool, one row per card, in the order of a solution."""
        cards = [self.pool.patch.card_data(card_id) for card_id in self.pool.ids]
        names = ("id", "name", "cost", "type", "rarity", "card_class", "max_copies")
        columns = {name: [getattr(card, name) for card in cards] for name in names}
        return {"cards": pl.DataFrame({"card": range(len(cards)), **columns})}

    ## Proposals ##

    def batch_size(self, n_evaluated: int) -> int:
        """The number of decks that an iteration proposes without a surrogate."""
        return min(self.config.search.batch_size, self.budget - n_evaluated)

    def random_proposals(self, n: int, seed: np.random.SeedSequence) -> pl.DataFrame:
        """Random decks."""
        decks = random_decks(self.pool.max_copies, n, new_stream(seed))
        return pl.DataFrame([solutions_column(decks)])

    def mutations(self, archive: Archive, n: int, seed: np.random.SeedSequence) -> pl.DataFrame:
        """Mutations of uniform random elites."""
        decks = propose(archive, self.pool.max_copies, n, new_stream(seed))
        return pl.DataFrame([solutions_column(decks)])

    def new_emitters(self, archive: Archive, seed: np.random.SeedSequence) -> RibsProposals:
        """The emitters of pyribs, which start from the elites of a search's archive."""
        batch_size = self.config.search.batch_size
        return RibsProposals(self.config.ribs, archive, self.pool.max_copies, batch_size, seed)

    def emitted(self, emitters: RibsProposals, n: int) -> pl.DataFrame:
        """The next decks of pyribs' emitters."""
        return pl.DataFrame([solutions_column(emitters.ask(n))])

    def teach(self, emitters: RibsProposals, results: pl.DataFrame) -> None:
        """Lets pyribs' emitters learn from their last decks."""
        measures = results.select(self.config.archive.measures).to_numpy()
        emitters.tell(results["objective"].to_numpy(), measures)

    def surrogate_proposals(
        self, surrogate: Surrogate, seed: np.random.SeedSequence, last: pl.DataFrame | None
    ) -> pl.DataFrame:
        """The elites of a MAP-Elites search on the surrogate, in the order cells were filled.

        Args:
            surrogate: Predicts the outcomes of decks.
            seed: Seed of the search.
            last: The last iteration's proposals: with `keep_archive`, the search starts from them.

        Returns:
            The decks, with their predicted objectives and measures as `predicted_...`.
        """
        config = self.config
        archive = fill_archive(
            surrogate,
            self.pool.max_copies,
            seed,
            config.inner_loop,
            config.archive,
            self._kept_archive(last) if config.inner_loop.keep_archive else None,
            slice_generations=self.scheduling.slice_generations,
        )
        elites = config.inner_loop.proposed(archive.elites(), seed)
        predicted = {"predicted_objective": elites.objectives}
        for axis, name in enumerate(config.archive.measures):
            predicted[f"predicted_{name}"] = np.ascontiguousarray(elites.measures[:, axis])
        return pl.DataFrame(predicted).with_columns(solutions_column(elites.solutions))

    def believed_proposals(
        self,
        process: GaussianProcess,
        evaluated: pl.DataFrame,
        seed: np.random.SeedSequence,
        threads: int | None = None,
    ) -> pl.DataFrame:
        """Decks that should improve the archive of beliefs, by searches on the process.

        Args:
            process: The process, after all evaluations so far.
            evaluated: These evaluations.
            seed: Seed of the searches.
            threads: Searches at the same time (default: all cores). It changes no result.

        Returns:
            The decks, with their predicted objectives, measures and gains, as `predicted_...`.
        """
        config, n = self.config, self.believing_batch(evaluated.height)
        played, n_games = solutions_of(evaluated), n * self.games_of(evaluated.height)

        def search(function: GaussianProcess, own: np.random.SeedSequence) -> beliefs.Candidates:
            copies, sliced = self.pool.max_copies, self.scheduling.slice_generations
            return beliefs.promising(config, function, played, copies, own, n_games, sliced)

        sources = beliefs.in_all_ways(config.belief.ways, process, seed, search, threads)
        found = beliefs.shared_out(sources, n, config.belief.acquisition)
        names = ("objective", *config.archive.measures)
        columns = {f"predicted_{name}": found.predictions[:, k] for k, name in enumerate(names)}
        return pl.DataFrame(columns | {"predicted_gain": found.gains}).with_columns(
            solutions_column(found.solutions)
        )

    def believing_batch(self, n_evaluated: int) -> int:
        """The number of decks that an iteration of a search by belief proposes.

        An iteration ends at each point of the curve, at the budget, and where the number of games
        per deck changes; those before it are of like size, so none is of a few decks only.
        """
        spending, settings = self.config.spending, self.config.belief
        games = spending.of_decks(n_evaluated)
        wanted = max(settings.batch_games, int(settings.batch_share * games))
        stops = {self.budget, *self.curve}
        if spending.n_games != spending.later_games:
            stops.add(spending.n_first)
        n = max(1, wanted // spending.of_deck(n_evaluated))
        to_stop = min(stop - n_evaluated for stop in stops if stop > n_evaluated)
        return -(-to_stop // max(1, round(to_stop / n)))

    def _kept_archive(self, last: pl.DataFrame | None) -> GridArchive | None:
        """The surrogate archive of the last iteration: all its elites were proposed, in order."""
        if last is None or "predicted_objective" not in last.columns:
            return None
        archive = self.new_archive()
        archive.add(
            solutions_of(last),
            last["predicted_objective"].to_numpy(),
            last.select(f"predicted_{name}" for name in self.config.archive.measures).to_numpy(),
            np.arange(last.height),
        )
        return archive

    ## Beliefs ##

    def believed_archive(self, process: GaussianProcess, evaluated: pl.DataFrame) -> Archive:
        """The elites by what a process believes of all evaluated decks."""
        most, played = self.config.belief.most_elites, solutions_of(evaluated)
        return beliefs.believed_archive(self.config, process, played, most)

    def deviations(
        self, process: GaussianProcess, evaluated: pl.DataFrame, seed: np.random.SeedSequence
    ) -> np.ndarray:
        """(n_evaluated,) standard deviations of what is believed of the decks' objective.

        They are NaN except where new games test the beliefs: at points of the curve and at the end.
        """
        if evaluated.height not in (*self.curve, self.budget):
            return np.full(evaluated.height, np.nan)
        noise = beliefs.game_noise(evaluated, process.config)
        return process.deviations(solutions_of(evaluated), noise, seed)

    def estimated_table(
        self, archive: Archive, evaluated: pl.DataFrame, deviations: np.ndarray
    ) -> pl.DataFrame:
        """An archive as by `elites_table`, with `objective_sd` from (n_evaluated,) deviations."""
        table = self.elites_table(archive, evaluated)
        own = deviations[archive.elites().ids]
        return table.with_columns(pl.Series("objective_sd", own).fill_nan(None))

    def estimated_status(
        self, before: Archive, after: Archive, results: pl.DataFrame
    ) -> np.ndarray:
        """What became of an iteration's decks, as by `offer`."""
        elites = after.elites()
        is_new = ~np.isin(elites.cells, before.elites().cells)
        status = dict(zip(elites.ids.tolist(), (1 + is_new).tolist(), strict=True))
        return np.array([status.get(each, 0) for each in results["evaluation"]], np.int8)

    ## Decks that play again ##

    def new_cells(self) -> DeepCells:
        """Empty cells for several decks each."""
        return DeepCells(self.new_archive(), self.config.resampling.depth)

    def resampled(
        self,
        cells: DeepCells,
        evaluated: pl.DataFrame,
        seed: np.random.SeedSequence,
        surrogate: Surrogate | None,
    ) -> pl.DataFrame:
        """The decks of an iteration; column `plays_again`. A surrogate proposes the new ones."""
        stops = [self.budget, *self.curve]
        n = min(stop - evaluated.height for stop in stops if stop > evaluated.height)
        proposed, decks = None, solutions_of(evaluated)
        if surrogate is not None:
            proposed = solutions_of(self.surrogate_proposals(surrogate, seed.spawn(1)[0], None))
        copies = self.pool.max_copies
        batch, again = next_batch(self.config, cells, decks, copies, n, seed, proposed)
        return pl.DataFrame({"plays_again": again}).with_columns(solutions_column(batch))

    def resampled_archive(self, cells: DeepCells, decks: pl.DataFrame) -> Archive:
        """The best deck of each cell, by pooled results; ids are first evaluation numbers."""
        elites = decks.filter(pl.col("evaluation").is_in(cells.elites().tolist()))
        archive = self.new_archive()
        self.offer(archive, elites)
        return archive

    ## Learning ##

    def new_archive(self) -> Archive:
        """An empty archive."""
        return self.config.archive.build(len(self.pool))

    def new_surrogate(self, seed: np.random.SeedSequence) -> Surrogate:
        """An untrained surrogate."""
        return self.config.surrogate.build(len(self.pool), seed)

    def fit(
        self, surrogate: Surrogate, decks: pl.DataFrame, seed: np.random.SeedSequence
    ) -> pl.DataFrame:
        """Trains a surrogate on evaluated decks.

        Returns:
            Its mean squared errors, sorted: target, split ("train" or "holdout"), mse, n_rows.
        """
        names = self.config.surrogate.targets
        noise = beliefs.game_noise(decks, surrogate.config) if surrogate.knows_noise else None
        report = surrogate.fit(solutions_of(decks), decks.select(names).to_numpy(), seed, noise)
        splits = {
            "train": (report.train_mse, report.n_train),
            "holdout": (report.holdout_mse, report.n_holdout),
        }
        return pl.DataFrame(
            [
                {"target": target, "split": split, "mse": float(mse), "n_rows": n_rows}
                for split, (errors, n_rows) in splits.items()
                for target, mse in zip(names, errors, strict=True)
            ]
        ).sort("target", "split")

    def finalist_ids(self, archive: Archive, evaluated: pl.DataFrame) -> np.ndarray:
        """Evaluation numbers of the elites, of all decks and of those within the budget, sorted.

        New games can so correct both archives, and those on the way, after `curve_games`.
        """
        ids = archive.elites().ids
        for n_decks in (self.budget, *self.curve):
            within = self.new_archive()
            self.offer(within, evaluated.head(n_decks))
            ids = np.union1d(ids, within.elites().ids)
        return ids

    @property
    def curve(self) -> tuple[int, ...]:
        """Numbers of decks after which the archive is also judged by new games."""
        spending = self.config.spending
        return tuple(spending.decks(games) for games in self.config.search.curve_games)

    ## Reporting ##

    def metrics(
        self, archive: Archive, evaluated: pl.DataFrame, status: np.ndarray
    ) -> dict[str, Any]:
        """The metrics of an iteration; its decks are the last evaluated ones."""
        return {
            **archive_metrics(archive, evaluated),
            **status_counts(status),
            "failed_games": int(evaluated.tail(len(status))["failed_games"].sum()),
        }

    def describe(self, metrics: Mapping[str, Any]) -> str:
        """See `Problem.describe`."""
        return (
            f"QD score {metrics['qd_score']:.1f}, {metrics['n_elites']} elites "
            f"({100 * metrics['coverage']:.1f} %), best {metrics['max_objective']:+.1f} health, "
            f"{100 * metrics['max_win_rate']:.0f} % wins"
        )
