"""`StudyConfig`: algorithms x trials on one experiment, and the order of their runs."""

from collections.abc import Collection
from dataclasses import dataclass
from operator import attrgetter

from pydantic import Field, model_validator

from models.problems.algorithms import ALGORITHMS, AlgorithmName, decided_settings, experiment_for
from models.problems.experiment import Experiment
from models.settings.config import Config, ConfigError, repeated


@dataclass(frozen=True)
class PlannedRun:
    """A planned search; `source` is the run that it learns from: its name beside it, or a path."""

    name: str
    experiment: Experiment
    seed: int
    source: str | None = None


class StudyConfig(Config):
    """The configuration of a study.

    Trials with the same seed begin with the same decks and games. A trial that learns from random
    decks or from DSA-ME uses its trial with the same seed.
    """

    base: Experiment = Field(description="The experiment of DSA-ME; algorithms change it.")
    algorithms: tuple[AlgorithmName, ...] = Field(min_length=1)
    trials: int = Field(ge=1, le=1000, description="per algorithm")
    seed: int = Field(
        1, ge=0, lt=2**62, description="of the first trials; later trials have the following seeds"
    )

    @model_validator(mode="after")
    def _makes_sense(self) -> "StudyConfig":
        if (twice := repeated(self.algorithms)) is not None:
            raise ValueError(f"algorithms: {twice} is named twice")
        plain = Experiment()
        for key in sorted(decided_settings(self.algorithms)):
            if attrgetter(key)(self.base) != attrgetter(key)(plain):
                raise ValueError(f"base: {key} differs between algorithms; a study cannot set it")
        return self

    def in_order(self, there: Collection[str] = ()) -> tuple[str, ...]:
        """The algorithms, each after the one that it learns from, with random decks if needed.

        `there` are algorithms that already have trials in the study.

        Raises:
            ConfigError: An algorithm learns from one, such as DSA-ME, that is not in the study.
        """
        wanted = set(self.algorithms)
        for name in self.algorithms:
            source = ALGORITHMS[name].source
            if source is not None and (source == "random-search" or source in there):
                wanted.add(source)
            elif source is not None and source not in wanted:
                raise ConfigError(
                    f"algorithms: {name} learns from {source}, which is not part of the study; "
                    f"add {source}"
                )
        order = [name for name in ALGORITHMS if name in wanted]
        return tuple(sorted(order, key=lambda name: ALGORITHMS[name].source is not None))

    def plan(self, there: Collection[str] = ()) -> list[PlannedRun]:
        """All trials: every algorithm's first, then every algorithm's second, and so on.

        So a stopped study can compare all algorithms. Arguments and errors are those of `in_order`,
        and `ConfigError` if the settings do not go together. The name of a trial has its algorithm
        and seed; it learns from the trial with its seed.
        """
        searches = [
            (name, experiment_for(name, self.base), ALGORITHMS[name].source)
            for name in self.in_order(there)
        ]
        return [
            PlannedRun(f"{name}-{seed}", search, seed, source and f"{source}-{seed}")
            for seed in range(self.seed, self.seed + self.trials)
            for name, search, source in searches
        ]
