"""`Study`: algorithms x trials on one experiment, and the order in which their runs can be made."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from pydantic import Field, model_validator

from models.algorithms import ALGORITHMS, AlgorithmName, decided_settings, experiment_for
from models.config import Config, ConfigError
from models.experiment import Experiment


@dataclass(frozen=True)
class Trial:
    """One run of a study.

    Attributes:
        algorithm: Its algorithm.
        number: 1 for an algorithm's first trial.
        seed: Of everything random in it.
    """

    algorithm: str
    number: int
    seed: int

    @property
    def name(self) -> str:
        """The name of its directory."""
        return f"{self.algorithm}-{self.number}"

    @property
    def source(self) -> str | None:
        """The name of the trial it learns from, that of the same number; None if of none."""
        source = ALGORITHMS[self.algorithm].source
        return None if source is None else f"{source}-{self.number}"


@dataclass(frozen=True)
class PlannedRun:
    """A search to be made.

    Attributes:
        name: Of its directory.
        experiment: What it searches.
        seed: Of everything random in it.
        source: Name of the run beside it that it learns from; None if it learns from none.
    """

    name: str
    experiment: Experiment
    seed: int
    source: str | None = None


class Study(Config):
    """What a study compares.

    Trials of one number share their seed, so they begin with the same decks and games; those that
    learn from random decks, or from DSA-ME, take the trial of that number.
    """

    base: Experiment = Field(description="The experiment of DSA-ME; algorithms change it.")
    algorithms: tuple[AlgorithmName, ...] = Field(min_length=1)
    trials: int = Field(ge=1, le=1000, description="per algorithm")
    seed: int = Field(1, ge=0, lt=2**62, description="of the first trials; the next have the next")

    @model_validator(mode="after")
    def _makes_sense(self) -> "Study":
        twice = [name for name in self.algorithms if self.algorithms.count(name) > 1]
        if twice:
            raise ValueError(f"algorithms: {twice[0]} is named twice")
        plain = Experiment()
        for key in sorted(decided_settings()):
            if _value(self.base, key) != _value(plain, key):
                raise ValueError(
                    f"base: {key} is what algorithms differ in; leave it out of a study"
                )
        return self

    def in_order(self, there: Collection[str] = ()) -> tuple[str, ...]:
        """The algorithms in an order in which each comes after what it learns from.

        Random decks are added where they are needed; a missing DSA-ME is refused.

        Args:
            there: Algorithms that others of the study have trials of.

        Raises:
            ConfigError: An algorithm learns from one that is not part of the study.
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
        first = [name for name in wanted if ALGORITHMS[name].source is None]
        rest = [name for name in wanted if ALGORITHMS[name].source is not None]
        order = list(ALGORITHMS).index
        return (*sorted(first, key=order), *sorted(rest, key=order))

    def plan(self, there: Collection[str] = ()) -> list[Trial]:
        """All trials: every algorithm's first, then every algorithm's second, and so on.

        So a study that was stopped compares all algorithms with the trials it has.

        Args:
            there: As for `in_order`.

        Raises:
            ConfigError: As for `in_order`.
        """
        names = self.in_order(there)
        return [
            Trial(name, number, self.seed + number - 1)
            for number in range(1, self.trials + 1)
            for name in names
        ]

    def experiment(self, trial: Trial) -> Experiment:
        """What a trial searches."""
        return experiment_for(trial.algorithm, self.base)

    def runs(self, trials: Iterable[Trial]) -> list[PlannedRun]:
        """Trials as searches to be made, in their order."""
        return [
            PlannedRun(trial.name, self.experiment(trial), trial.seed, trial.source)
            for trial in trials
        ]


def _value(experiment: Experiment, key: str) -> Any:
    value: Any = experiment
    for part in key.split("."):
        value = getattr(value, part)
    return value
