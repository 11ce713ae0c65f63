"""Random decks, as training data of other algorithms."""

import polars as pl

from tasks.search.algorithm import Algorithm


class RandomSearch(Algorithm):
    """Random search: a batch of random decks in each iteration."""

    def ask(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """Proposes random decks."""
        return self.propose_random_decks(self.batch_size(evaluated))
