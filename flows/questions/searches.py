"""One search or training: `search`, `train-player`, `surrogate-quality`."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Literal

from flows.questions.preset_run import BudgetGames, PresetRun
from flows.questions.question import RunQuestion, changes, setting
from models.problems.algorithms import ALGORITHMS, AlgorithmName
from models.settings.config import ConfigError


class Search(PresetRun):
    """Search decks by bayes-me (recommended), by a paper's algorithm, or by another one."""

    notes: ClassVar[str] = """\
bayes-me is the recommended search: it needs few games, and knows how sure it is of each deck
(docs/sample-efficiency.md). Give it a number of games; explain then shows which cards and pairs of
cards it credits. dsa-me is the search of the DSA-ME paper, map-elites is its baseline.

examples:
  python -m flows search bayes-me --budget-games 100000 --out runs/best
  python -m flows explain runs/best
  python -m flows search dsa-me --preset quick --seed 1 --out runs/first
  python -m flows search lsa-me --preset study --set pool=hunter
  python -m flows search bayes-me --budget-games 30000 --from runs/best --patch my-patch.yaml
"""

    algorithm: AlgorithmName = setting(
        ...,
        "Algorithm of the search: "
        + "; ".join(f"{name} ({each.summary})" for name, each in ALGORITHMS.items())
        + ".",
        word="ALGORITHM",
    )
    source: Path | None = setting(
        None,
        "Run to learn from. An offline algorithm reads its decks or its surrogate. bayes-me begins "
        "with its beliefs, also of other opponents or before a patch that adds no cards.",
        option="--from",
        metavar="RUN",
    )
    budget_games: BudgetGames

    @cached_property
    def experiment(self) -> Any:
        """Its configuration (`models.problems.experiment.Experiment`)."""
        from flows.questions.presets import PRESETS
        from models.problems.algorithms import experiment_for

        base = experiment_for(self.algorithm, PRESETS[self.preset])
        if self.source is not None and base.proposals == "belief":
            base = base.but(learning__mode="trend", learning__source=self.algorithm)
        return self.changed(base)

    def check(self) -> bool:
        """As `RunQuestion.check`; also checks the source run."""
        from tasks.search.source import check_search

        place = (self.seed, self.folder, self.resume_anyway)
        return check_search(self.experiment, *place, self.source)

    def work(self) -> tuple[Callable, tuple[Any, ...]]:
        """The search."""
        from flows.search import search

        place = (self.seed, self.folder, self.threads, self.resume_anyway)
        return search, (self.experiment, *place, self.source)


class TrainPlayer(PresetRun):
    """Train the network of a player."""

    algorithm: Literal["cma-me", "cma-es"] = setting(
        "cma-me", "CMA-ME, as in the paper, or CMA-ES, its baseline."
    )
    settings: list[str] = changes(
        "Change a setting of the preset, such as n_games=20; `python -m flows presets --training "
        "--keys` lists them."
    )

    @classmethod
    def defaults(cls) -> Any:
        """Those of the paper."""
        from flows.questions.presets import TRAININGS

        return TRAININGS["paper"]

    @cached_property
    def training(self) -> Any:
        """Its configuration (`models.problems.players.PlayerTraining`).

        Raises:
            ConfigError: As `changed`, or `--set` names the player.
            DeckError, PatchError: As `changed`.
        """
        from flows.questions.presets import training_preset

        for each in self.settings:
            if each.partition("=")[0] in ("player", "player.scorer"):
                raise ConfigError(
                    f"--set {each}: the training produces the player; omit it, or set `start` to "
                    "the network to start from"
                )
        return self.changed(training_preset(self.preset, self.algorithm))

    def check(self) -> bool:
        """As `RunQuestion.check`."""
        from models.problems.players import NetworkSearch
        from tasks.run_loop.live_run import check_start

        problem = NetworkSearch(self.training)
        return check_start(problem, self.seed, self.folder, self.resume_anyway)

    def work(self) -> tuple[Callable, tuple[Any, ...]]:
        """The training."""
        from flows.train_player import train_player

        place = (self.seed, self.folder, self.threads, self.resume_anyway)
        return train_player, (self.training, *place)

    @classmethod
    def holds(cls, folder: Path) -> bool:
        """Whether a folder has the extract of trainings."""
        return (folder / "trainings.parquet").is_file()

    @classmethod
    def report(cls) -> Any:
        """The report of several trainings (`flows.studies.published.PublishedReport`)."""
        from flows.training.page import REPORT

        return REPORT


class SurrogateQuality(RunQuestion):
    """Test a surrogate by games."""

    run: Path = setting(..., "A finished run of DSA-ME.", word="RUN")
    on: list[Path] = setting([], "Runs whose decks the surrogate predicts.", metavar="RUN")
    games: int | None = setting(None, "Games per deck.", "the run's", ge=1)
    out: Path | None = setting(
        None,
        "Folder of the test. If it has this test, the test continues.",
        "RUN-surrogate-seedSEED",
    )

    @property
    def title(self) -> str:
        """The run, and the games if they are not the run's."""
        games = None if self.games is None else f"{self.games}-games"
        return self.titled(self.run.absolute().name, games)

    @property
    def folder(self) -> Path:
        """The folder of the test; beside the run by default."""
        run = self.run.absolute()  # a run may be given as `.`
        return self.out or run.parent / f"{run.name}-surrogate-seed{self.seed}"

    @cached_property
    def experiment(self) -> Any:
        """The search (`Experiment`) on the surrogate, whose elites are played."""
        from models.problems.algorithms import experiment_for
        from tasks.storage.settings import experiment_of
        from tasks.storage.store import load_run

        base = experiment_of(load_run(self.run))
        if self.games is not None:
            base = base.but(search__n_games=self.games)
        return experiment_for("surrogate-test", base)

    def check(self) -> bool:
        """As `RunQuestion.check`; also checks the given runs."""
        from flows.studies.dsame.tables import check_tests
        from tasks.search.source import check_search

        check_tests(self.run, self.on)
        place = (self.seed, self.folder / "run", self.resume_anyway)
        return check_search(self.experiment, *place, self.run)

    def work(self) -> tuple[Callable, tuple[Any, ...]]:
        """The search on the surrogate."""
        from flows.search import search

        place = (self.seed, self.folder / "run", self.threads, self.resume_anyway)
        return search, (self.experiment, *place, self.run)

    def finish(self, made: Any) -> tuple[Path | None, dict[str, str]]:
        """Writes the results of the finished search."""
        from flows.studies.dsame.page import write_quality

        return write_quality(self.folder / "run", self.run, self.on, self.folder), {}
