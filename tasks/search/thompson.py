"""Thompson sampling: a search for the best deck, by what copies of cards are worth."""

import numpy as np
import polars as pl

from models.problems.decks import solutions_of, solutions_table
from models.problems.thompson import drawn_decks
from models.statistics.beliefs import Beliefs, learned, of_cards, with_all
from models.surrogates.gaussian import GaussianConfig
from models.surrogates.kinds import game_noise
from tasks.games.seeds import Purpose
from tasks.orchestration.steps import step
from tasks.search.algorithm import EstimatingAlgorithm

#: Beliefs are in units in which results of one game have this standard deviation, as of shares.
_GAME = 0.5


class ThompsonSearch(EstimatingAlgorithm):
    """A batch of new decks in each iteration, each the best by drawn worths of the cards.

    The archive holds the decks with the best objectives by the mean worths.
    """

    @step("draw-worths")
    def ask(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """Proposes the best decks by worths drawn from what all games say."""
        return self.run.keep_proposals(lambda: self._drawn(evaluated))

    def _drawn(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        rng = np.random.default_rng(self.run.seeds(Purpose.MUTATION))
        exploration = self.config.thompson.exploration
        n = min(self.config.search.batch_size, self.decks_to_stop(evaluated.height))
        beliefs, played = of_cards(self._beliefs(evaluated)[0]), solutions_of(evaluated)
        found = drawn_decks(beliefs, self.max_copies, played, n, exploration, rng)
        return solutions_table(found if len(found) else played[:n])

    @step("weigh-cards")
    def tell(self, evaluated: pl.DataFrame) -> None:
        """Forms the archive by what the cards of all decks are worth, and ends the iteration."""
        with self.measured.timed("archive"):
            beliefs, mean, unit = self._beliefs(evaluated)
            means, errors = beliefs.sums(with_all(solutions_of(evaluated)))
            archive = self.problem.new_archive()
            believed = evaluated.with_columns(objective=pl.Series(mean + means * unit))
            self.problem.offer(archive, believed)
        self.keep_estimates(archive, evaluated, errors * unit)

    def _beliefs(self, evaluated: pl.DataFrame) -> tuple[Beliefs, float, float]:
        """What copies of cards add to the mean objective, that mean, and a unit's health."""
        n_games, results = evaluated["n_games"].to_numpy(), evaluated["objective"].to_numpy()
        variance = (game_noise(evaluated, GaussianConfig())[:, 0] * n_games).mean()
        unit, noise = float(np.sqrt(variance)) / _GAME, _GAME / np.sqrt(n_games)
        cards, decks, mean = self.problem.pool.ids, solutions_of(evaluated), float(results.mean())
        deviation = self.config.thompson.unknown
        return learned(cards, decks, (results - mean) / unit, noise, deviation), mean, unit
