"""The evidence behind the pages of results: what was played, what is missing, what it costs.

A YAML file, `tasks/data/evidence.yaml` for our own pages, lists experiments, each with its
commands, its extract and the pages that need it. Their state follows only from the extracts, so a
fresh clone knows it without the runs.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Self

import yaml
from pydantic import Field, ValidationError, model_validator

from engine.input_files import read_text
from models.files import remove
from models.problems.decks import DeckSearch
from models.problems.experiment import Experiment
from models.settings.config import Config, ConfigError
from tasks.reports.curves import EXTRACT, SearchCurve, read_curves, settings_of
from tasks.reports.efficiency import compare_efficiency
from tasks.reports.pages import check_document, table
from tasks.sql.catalog import query
from tasks.storage.files import StoreError
from tasks.storage.locks import lock, unlock
from tasks.storage.shared_home import hearthlight_home

ROOT = Path(__file__).parents[2]
#: An extract's page, which is committed, and the one to open, which has the same text. The second
#: exists only while `Piece.collect` writes, or after that was killed or failed.
PAGE, SHOWN = "report.md", "index.html"
EVIDENCE = ROOT / "tasks" / "data" / "evidence.yaml"


class Evidence(Config):
    """An experiment that pages of results need.

    Searches need no `finished`: their extract has the settings and the seed of each.
    """

    question: str = Field(description="What it answers.")
    pages: tuple[str, ...] = Field(description="The pages that show it.")
    extract: str = Field(description="The folder of its extract.")
    runs: dict[str, str] = Field(description="Commands by the names of their directories.")
    seeds: int = Field(1, ge=1, description="Each command is played with seeds 1 to this.")
    core_hours: float = Field(gt=0, description="Core-hours of one command with one seed.")
    finished: str | None = Field(
        None, description="SQL on a study's extract: the share of {run} with {seed} that it has."
    )
    into: str | None = Field(
        None, description="A page whose marked sections a study's extract fills; beside the list."
    )
    target: float | None = Field(None, description="As `efficiency --target`, of searches.")
    target_games: int | None = Field(None, description="As `efficiency --target-games`.")

    @model_validator(mode="after")
    def _pages_of_studies(self) -> Self:
        if self.into is not None and self.finished is None:
            raise ValueError("into: only a study, which has `finished`, fills a page")
        return self


def read_evidence(file: Path) -> dict[str, Evidence]:
    """The experiments of a file, by name, the most important first.

    Raises:
        ConfigError: The file cannot be read, or an experiment has a wrong setting.
    """
    try:
        written = yaml.safe_load(read_text(file))
        return {str(name): Evidence.model_validate(each) for name, each in written.items()}
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise ConfigError(f"{file}: {error.title} {place}: {first['msg']}") from None
    except (OSError, ValueError, AttributeError, yaml.YAMLError, RecursionError) as error:
        reason = " ".join(str(error).split())
        raise ConfigError(f"{file}: is no list of experiments ({reason})") from None


@dataclass(frozen=True)
class Piece:
    """A command of an experiment with one seed.

    `root` has the extracts and pages. `command` is the question
    (`flows.questions.question.RunQuestion`) with its seed and directory.
    """

    node: str
    evidence: Evidence
    root: Path
    run: str
    seed: int
    command: Any

    @property
    def name(self) -> str:
        """The name of its directory."""
        return str(self.command.folder.name)

    @property
    def extract(self) -> Path:
        """The folder of its experiment's extract."""
        return self.root / self.evidence.extract

    @cached_property
    def state(self) -> str:
        """`done`, `missing`, or `stale`, if its cards are not today's.

        Raises:
            StoreError: The extract is damaged.
        """
        if self.evidence.finished is not None:
            if not (self.extract / f"{self._first_table}.parquet").is_file():
                return "missing"
            share = query([self.extract], self._finished).item()
            return "done" if (share or 0) > 0.99 else "missing"
        experiment = self.command.experiment
        for curve in _curves(self.extract / EXTRACT):
            if _is_search(curve, experiment, self.seed):
                is_same = curve.cards == DeckSearch(experiment).card_digest
                return "done" if is_same else "stale"
        return "missing"

    def check(self) -> bool:
        """Checks the command and the page that it fills, before any work.

        Returns:
            Whether the command continues a run.

        Raises:
            StoreError: The page has no marked section, or an unknown one; or as the command's.
        """
        if self.evidence.into is not None:
            check_document(self.root / self.evidence.into, self.command.report().titles)
        return bool(self.command.check())

    @property
    def is_written(self) -> bool:
        """Whether the extract's pages are there: `collect` may have been killed before."""
        return (self.extract / PAGE).is_file() and not (self.extract / SHOWN).exists()

    @property
    def _first_table(self) -> str:
        """The table of a study's extract that is written last."""
        return str(next(iter(self.command.report().tables)))

    @property
    def _finished(self) -> str:
        return str(self.evidence.finished).format(run=self.run, seed=self.seed)

    def collect(self) -> None:
        """Adds the finished command to the extract, and writes the extract's pages again.

        Raises:
            StoreError: The extract or a page cannot be written, or the extract has this search with
                other cards.
        """
        self.extract.mkdir(parents=True, exist_ok=True)
        folder = self.command.folder
        with _no_other_collects():
            (self.extract / SHOWN).touch()  # until all is written
            if self.evidence.finished is None:
                there = [self.extract] if (self.extract / EXTRACT).is_file() else []
                self._write_curves(*there, folder)
            else:
                self.command.report().join(folder, self.extract, self._into)
                remove(self.extract / SHOWN)

    def write(self) -> None:
        """Writes the extract's pages again, if they are still missing; raises as `collect`."""
        with _no_other_collects():
            if self.is_written:
                return  # another command has just written them
            if self.evidence.finished is None:
                self._write_curves(self.extract)
            else:
                self.command.report().write(self.extract, into=self._into)
                remove(self.extract / SHOWN)

    def _write_curves(self, *paths: Path) -> None:
        goal = self.evidence.target, None, self.evidence.target_games
        compare_efficiency(paths, self.extract, *goal)
        remove(self.extract / SHOWN)

    @property
    def _into(self) -> Path | None:
        return None if self.evidence.into is None else self.root / self.evidence.into


@contextmanager
def _no_other_collects() -> Iterator[None]:
    """Keeps other commands of this machine from the extracts, which runs share.

    Raises:
        StoreError: Another one has done so for ten minutes.
    """
    try:
        held = lock(hearthlight_home() / "reproduce", patience_s=600)
    except StoreError as error:
        raise StoreError(
            f"another reproduce writes an extract; run this again when it has ended ({error})"
        ) from None
    try:
        yield
    finally:
        unlock(held)


def _curves(file: Path) -> list[SearchCurve]:
    return _read(file, file.stat().st_mtime_ns) if file.is_file() else []


@lru_cache(maxsize=32)
def _read(file: Path, _changed: int) -> list[SearchCurve]:
    return read_curves([file])


def _is_search(curve: SearchCurve, experiment: Experiment, seed: int) -> bool:
    """Whether a curve is that of a search."""
    is_equal = settings_of(experiment).items() <= curve.settings.items()
    return is_equal and (curve.algorithm, curve.seed) == (experiment.algorithm, seed)


def plan_lines(pieces: Sequence[Piece]) -> list[str]:
    """The state of experiments as a table, and the core-hours of all that is missing."""
    rows, total = [], 0.0
    for node in dict.fromkeys(piece.node for piece in pieces):
        own = [piece for piece in pieces if piece.node == node]
        counts = Counter(piece.state for piece in own)
        hours = counts["missing"] * own[0].evidence.core_hours
        total += hours
        rows.append(
            [
                node,
                f"{counts['done']} of {len(own)}",
                str(counts["stale"] or "-"),
                f"{hours:.1f}" if hours else "-",
                ", ".join(own[0].evidence.pages),
                own[0].evidence.question,
            ]
        )
    head = ["experiment", "done", "stale", "core-hours missing", "pages", "question"]
    return [*table(head, rows).splitlines(), "", f"missing: about {total:.1f} core-hours"]
