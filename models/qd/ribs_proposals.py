"""Decks proposed by pyribs' emitters, for a search that keeps its own archive."""

from typing import TYPE_CHECKING, Literal

import numpy as np
from pydantic import Field

from models.qd.archive import Archive, Elites
from models.qd.cells import NEW
from models.qd.deck_rules import nearest_decks
from models.qd.emitters import new_stream, random_decks
from models.settings.config import Config

if TYPE_CHECKING:
    from ribs.emitters import EmitterBase


class RibsConfig(Config):
    """pyribs' emitters of decks. A batch of a search is divided equally among them."""

    emitter: Literal["gaussian", "iso-line", "evolution-strategy"] = Field(
        "iso-line",
        description="gaussian: an elite's copies of each card plus normal noise; iso-line: that, "
        "moved along the line to another elite; evolution-strategy: CMA-ME.",
    )
    emitters: int = Field(
        4, ge=1, le=1_000, description="Independent emitters, which share a batch equally."
    )
    sigma: float = Field(
        0.3,
        gt=0,
        le=100,
        description="Standard deviation of the noise on the copies of a card; evolution-strategy: "
        "at the start and at restarts. 0.25 changes 1.5 cards of a deck on average, 0.3 changes 3, "
        "0.4 changes 7; evolution-strategy finds more with 0.5.",
    )
    line_sigma: float = Field(
        0.2,
        ge=0,
        le=100,
        description="iso-line only: standard deviation of the move towards the other elite, where "
        "1 is all the way.",
    )

    def check_batch(self, batch_size: int) -> None:
        """Checks that a search's batch can be divided among the emitters.

        Raises:
            ValueError: It is not a multiple of their number, or evolution strategies would get
                fewer than 4 decks each.
        """
        n = self.emitters
        if batch_size < 1 or batch_size % n:
            raise ValueError(
                f"search.batch_size is {batch_size} and ribs.emitters {n}; use a batch of a "
                f"multiple of {n}"
            )
        if self.emitter == "evolution-strategy" and batch_size < 4 * n:
            raise ValueError(
                f"search.batch_size is {batch_size} and ribs.emitters {n}, and an evolution "
                f"strategy needs 4 decks; use a batch of at least {4 * n}, or fewer emitters"
            )


class RibsProposals:
    """Proposes decks with pyribs' emitters, which start from the archive's elites.

    Repeat: call `ask`, evaluate the decks, add them to the archive, call `tell`. Emitters see
    elites as vectors of card copies. A proposal is the nearest legal deck of an emitter's vector.

    Proposals depend only on the seed, the archive and the calls. A killed search repeats the same
    calls with the recorded results, without games.

    The search adds evaluated decks to its archive. `batch_size` is one that `config.check_batch`
    accepts. `max_copies`, (n_cards,), are the copies of each card that a deck may hold.
    """

    def __init__(
        self,
        config: RibsConfig,
        archive: Archive,
        max_copies: np.ndarray,
        batch_size: int,
        seed: np.random.SeedSequence,
    ) -> None:
        self._config = config
        self._archive = archive
        self._max_copies = max_copies
        self._batch_size = batch_size
        parents, self._start, *self._seeds = seed.spawn(2 + config.emitters)
        self._parents = Parents(archive, parents)
        self._emitters: list[EmitterBase] = []
        self._asked: list[np.ndarray] = []

    def ask(self, n: int | None = None) -> np.ndarray:
        """Returns the next (n, n_cards) int8 legal decks; a batch, or fewer at a budget's end."""
        if not self._emitters:
            self._emitters = self._new_emitters()
        self._asked = [emitter.ask() for emitter in self._emitters]
        self._cells = self._archive.emptied()
        self._elites = self._archive.objective_grid().ravel()
        return nearest_decks(np.concatenate(self._asked)[:n], self._max_copies)

    def tell(self, objectives: np.ndarray, measures: np.ndarray) -> None:
        """Updates the emitters with the results of the last decks of `ask`.

        As in pyribs, gains are relative to the archive at the time of `ask`. A part of a batch does
        not update the emitters. Objectives are (n,), measures (n, n_measures).

        Raises:
            ValueError: There was no `ask` since the last `tell`.
        """
        asked, self._asked = self._asked, []
        if not asked:
            raise ValueError("tell without ask; call ask first, and tell its results once")
        if len(objectives) < self._batch_size:
            return
        before = self._elites[self._cells.index_of(measures)]
        status = np.where(np.isnan(before), NEW, objectives > before)
        value = objectives - np.nan_to_num(before)
        size = self._batch_size // len(self._emitters)
        for row, (emitter, solutions) in enumerate(zip(self._emitters, asked, strict=True)):
            own = slice(row * size, (row + 1) * size)
            add_info = {"status": status[own], "value": value[own]}
            emitter.tell(solutions, objectives[own], measures[own], add_info)

    def _new_emitters(self) -> list["EmitterBase"]:
        """The emitters; each starts from its own elite, or from a random deck."""
        n = self._config.emitters
        if self._parents.empty:
            starts = random_decks(self._max_copies, n, new_stream(self._start)).astype(np.float64)
        else:
            starts = self._parents.sample_elites(n)["solution"]
        return [
            self._new_emitter(start, seed) for start, seed in zip(starts, self._seeds, strict=True)
        ]

    def _new_emitter(self, start: np.ndarray, seed: np.random.SeedSequence) -> "EmitterBase":
        # Here, as they take a second to import.
        from ribs.emitters import EvolutionStrategyEmitter, GaussianEmitter, IsoLineEmitter

        from models.qd.ribs_classes import Cma

        config = self._config
        options = {"x0": start, "batch_size": self._batch_size // config.emitters, "seed": seed}
        match config.emitter:
            case "gaussian":
                return GaussianEmitter(self._parents, sigma=config.sigma, **options)
            case "iso-line":
                return IsoLineEmitter(
                    self._parents, iso_sigma=config.sigma, line_sigma=config.line_sigma, **options
                )
        return EvolutionStrategyEmitter(self._parents, sigma0=config.sigma, es=Cma, **options)


class Parents:
    """The elites of our archive in pyribs' interface."""

    def __init__(self, archive: Archive, seed: np.random.SeedSequence) -> None:
        self.dtypes = dict.fromkeys(("solution", "objective", "measures"), np.float64)
        self.solution_dim = archive.solution_dim
        self.measure_dim = len(archive.shape)
        self._archive = archive
        self._rng = np.random.default_rng(seed)

    @property
    def empty(self) -> bool:
        """Whether the archive has no elites."""
        return self._archive.n_elites == 0

    def sample_elites(self, n: int) -> dict[str, np.ndarray]:
        """Solutions of uniform random elites."""
        elites = self._archive.elites()
        rows = self._rng.integers(len(elites.cells), size=n)
        return {"solution": self._solutions_of(elites)[rows].astype(np.float64)}

    def _solutions_of(self, elites: Elites) -> np.ndarray:
        return elites.solutions
