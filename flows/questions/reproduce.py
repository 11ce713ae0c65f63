"""The evidence behind the pages of results: `reproduce`."""

import shlex
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from flows.questions.question import RunQuestion, setting
from models.settings.config import ConfigError, did_you_mean


class Reproduce(RunQuestion):
    """Play the missing runs of the published results."""

    notes: ClassVar[str] = """\
Every table of the documentation comes from an extract, a folder of small files beside its page.
--plan lists the experiments behind them: how many of their runs an extract has (done), which were
played with other cards (stale), what the missing ones cost, and which pages need them. Without
--plan, the missing runs are played in this order; each joins its extract when it ends. The same
command continues after it was stopped.

examples:
  python -m flows reproduce --plan
  python -m flows reproduce rogue-100k --hours 2
  python -m flows reproduce --cluster tcp://10.0.0.1:8786
"""

    nodes: list[str] = setting([], "Experiments by name.", "all", word="EXPERIMENT")
    plan_only: bool = setting(
        False, "Only print the experiments and their state.", option="--plan", form=False
    )
    hours: float | None = setting(
        None,
        "Begin no run that is expected to end later than this.",
        "no limit",
        ge=0.01,
        le=10_000,
    )
    evidence: Path | None = setting(
        None,
        "YAML file of other experiments, as tasks/data/evidence.yaml; extracts and pages are "
        "beside it.",
        "the documentation's",
        metavar="FILE",
    )
    out: Path | None = setting(
        None,
        "Folder of the runs' directories; ended runs can be deleted.",
        "runs/reproduce",
    )
    # Each experiment has its seeds; the runs' directories can be deleted, and need no copy.
    seed: ClassVar[int] = 1  # type: ignore[misc]
    mirror: ClassVar[None] = None  # type: ignore[misc]

    @property
    def title(self) -> str:
        """`reproduce`, and the experiments if they are few."""
        return self.titled(*(self.nodes if len(self.nodes) <= 3 else []))

    @property
    def folder(self) -> Path:
        """The folder of the runs."""
        return self.out or Path("runs") / "reproduce"

    @cached_property
    def pieces(self) -> list[Any]:
        """All runs (`flows.studies.evidence.Piece`) of the experiments, in order.

        Raises:
            ConfigError: An experiment does not exist, or the file of experiments is wrong.
        """
        from flows.studies.evidence import EVIDENCE, ROOT, read_evidence

        known = read_evidence(self.evidence or EVIDENCE)
        for name in self.nodes:
            if name not in known:
                raise ConfigError(f"{name}: no such experiment; {did_you_mean(name, known)}")
        root = ROOT if self.evidence is None else self.evidence.absolute().parent
        return [
            self._piece(node, each, root, run, seed)
            for node, each in known.items()
            if node in (self.nodes or known)
            for seed in range(1, each.seeds + 1)
            for run in each.runs
        ]

    def _piece(self, node: str, evidence: Any, root: Path, run: str, seed: int) -> Any:
        from flows.faces.command_line import read
        from flows.studies.evidence import Piece

        out = self.folder / f"{run}-{seed}"
        words = [*shlex.split(evidence.runs[run]), "--seed", str(seed), "--out", str(out)]
        question = read(words).but(threads=self.threads, resume_anyway=self.resume_anyway)
        return Piece(node, evidence, root, run, seed, question)

    def check(self) -> bool:
        """As `RunQuestion.check`."""
        if self.plan_only:
            return False
        found = [piece.check() for piece in self.pieces if piece.state == "missing"]
        return any(found)

    def plan(self) -> list[str] | None:
        """A row per experiment, and the core-hours of all that is missing."""
        from flows.studies.evidence import plan_lines

        return plan_lines(self.pieces) if self.plan_only else None

    def work(self) -> tuple[Callable, tuple[Any, ...]]:
        """All missing runs."""
        from flows.reproduce import reproduce

        return reproduce, (self.pieces, self.hours)
