"""`DeckSearch`: the search space of decks of 30 cards, and decks as a column of tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import polars as pl

from engine.decks import DeckError, Pool, deck_from_code
from models.players.decks import check_opponents, opponents_of
from models.problems.emulated import check_emulated, play_emulated
from models.problems.experiment import Experiment
from models.problems.problem import Problem, VectorColumn, archive_metrics, status_counts
from models.problems.rows import Play
from models.qd.archive import Archive
from models.settings.config import ConfigError
from models.surrogates.gaussian import GaussianConfig

#: Copies of each card of the pool.
SOLUTIONS = VectorColumn("solution", pl.Int8)


def solutions_column(solutions: np.ndarray) -> pl.Series:
    """An (n, n_cards) array of card counts as a column."""
    return SOLUTIONS.series(np.asarray(solutions, np.int8))


def solutions_table(solutions: np.ndarray, **columns: np.ndarray) -> pl.DataFrame:
    """An (n, n_cards) array of card counts as a table, after other columns."""
    return pl.DataFrame({**columns, SOLUTIONS.name: solutions_column(solutions)})


def solutions_of(table: pl.DataFrame) -> np.ndarray:
    """The (n, n_cards) array of int8 in a table's `solution` column."""
    return SOLUTIONS.of(table)


@dataclass(frozen=True)
class DeckSearch(Problem):
    """A search for decks; an algorithm proposes them and fills the archive (`tasks.search`)."""

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
        if self.config.emulator is not None:
            return partial(play_emulated, self.config.emulator, self.pool)
        from models.problems.play import play_decks

        return partial(play_decks, self.pool, self.config.opponents, self.config.player)

    @property
    def card_digest(self) -> str:
        """See `Problem.card_digest`; with an emulator, the digest of its file."""
        if self.config.emulator is None:
            return super().card_digest
        return self.config.emulator.digest

    @cached_property
    def pool(self) -> Pool:
        """The cards."""
        return self.config.card_pool()

    @property
    def start_decks(self) -> np.ndarray:
        """(n, n_cards) array of int8: the decks that the search starts from beside random ones.

        Raises:
            DeckError: A code cannot be read, or its deck is not one of the pool.
        """
        counts = np.zeros((len(self.config.search.start_decks), len(self.pool)), np.int8)
        for row, code in enumerate(self.config.search.start_decks):
            try:
                deck = deck_from_code(code, format=self.config.player.format)
                counts[row] = self.pool.counts(deck)
            except DeckError as error:
                raise DeckError(f"search.start_decks: {error}") from None
        return counts

    def check(self) -> None:
        """See `Problem.check`; also checks that the games can be dealt.

        Raises:
            ConfigError: The budget is below one batch, an opponent would have no game, or a
                surrogate nothing to learn from or the noise of another outcome.
            DeckError: As `Problem.check`, or the patch or format lacks a card.
        """
        experiment, player = self.config, self.config.player
        _ = self.pool
        check_emulated(experiment)
        _check_own(experiment)
        if isinstance(experiment.surrogate, GaussianConfig):
            experiment.surrogate.check_noise()
        opponents = opponents_of(experiment.opponents)
        check_opponents(opponents, player.patch, player.format)
        if experiment.estimates:
            _check_dealt(experiment, len(opponents))
        if experiment.search.budget_games is not None:
            _check_batch(experiment)
        is_online = experiment.uses_surrogate and experiment.learning.is_online
        if is_online and not experiment.search.initial_evaluations:
            raise ConfigError(
                "search.initial_evaluations is 0; a surrogate needs 1 or more to learn"
            )
        _ = self.start_decks

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """`cards`: the pool, one row per card, in the order of a solution."""
        cards = self.pool.cards
        names = ("id", "name", "cost", "type", "rarity", "card_class", "max_copies")
        columns = {name: [getattr(card, name) for card in cards] for name in names}
        return {"cards": pl.DataFrame({"card": range(len(cards)), **columns})}

    def new_archive(self) -> Archive:
        """An empty archive."""
        return self.config.archive.build(len(self.pool))

    @property
    def curve(self) -> tuple[int, ...]:
        """Numbers of decks after which the archive is also judged by new games."""
        spending = self.config.spending
        return tuple(spending.decks(games) for games in self.config.search.curve_games)

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


def _check_dealt(experiment: Experiment, n_opponents: int) -> None:
    """An estimate from games against some opponents only would be biased."""
    games = {"search.n_games": experiment.search.n_games}
    if experiment.proposals == "belief":
        games["belief.later_games"] = experiment.belief.later_games
    for key, n_games in games.items():
        if n_games < n_opponents:
            raise ConfigError(
                f"{key} is {n_games}, so {n_opponents - n_games} of the {n_opponents} opponents "
                f"would have no game against a deck; set it to {n_opponents} or more"
            )


def _check_own(experiment: Experiment) -> None:
    if experiment.proposals != "own":
        if experiment.own is not None:
            raise ConfigError(
                f"own: only the algorithm own has a class, not {experiment.algorithm}"
            )
    elif experiment.own is None:
        raise ConfigError("own: name your class, such as --set own=my_emitter:MyEmitter")
    else:
        experiment.own.load("ask", "tell")


def _check_batch(experiment: Experiment) -> None:
    search = experiment.search
    match experiment.proposals:
        case "belief":
            key, batch = "belief.batch_games", experiment.belief.batch_games
        case "surrogate" | "own":  # as many decks as they like
            key, batch = "search.n_games", search.n_games
        case _:
            key, batch = "search.batch_size", search.batch_size * search.n_games
    start = search.initial_evaluations + len(search.start_decks)
    least = start * search.n_games + batch
    if search.games < least:
        raise ConfigError(
            f"search.budget_games ({search.games}) is below the games of the first {start} decks "
            f"and a batch; set it to {least} or more, or lower {key} or search.initial_evaluations"
        )
