"""Decks or the surrogate of another run, for searches that learn from it.

The other run is checked before work starts. ``source.json`` records it, so that a resumed run
cannot continue with another one.
"""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from models.files import file_digest
from models.problems.decks import DeckSearch
from models.problems.experiment import Experiment
from models.settings.config import ConfigError
from models.surrogates.kinds import surrogate_from_state
from models.surrogates.surrogate import Surrogate
from tasks.run_loop.live_run import check_start
from tasks.storage.files import StoreError, read_arrays, read_json, write_json
from tasks.storage.run import Run
from tasks.storage.settings import experiment_of
from tasks.storage.store import load_run

#: Settings that the other run must share: its surrogate predicts only games between such players.
#: What it believes may be about other games; a search that begins with it learns the difference.
SHARED = ("pool", "opponents", "player", "emulator")


@dataclass(frozen=True)
class Source:
    """A finished run to learn from, with the SHA-256 digest of the files that are read from it."""

    run: Run
    experiment: Experiment
    digest: str


def check_search(
    experiment: Experiment,
    seed: int,
    out: Path,
    resume_anyway: bool = False,
    source: Path | None = None,
) -> bool:
    """Raises the errors of a search before any work; returns whether `out` already has it."""
    problem = DeckSearch(experiment)
    problem.check()
    open_source(problem, source, out)
    return check_start(problem, seed, out, resume_anyway)


def open_source(problem: DeckSearch, path: Path | None, out: Path) -> Source | None:
    """Opens the run that an experiment's surrogate learns from; None if it needs none.

    The path may be None if the new run, `out`, has already read its source.

    Raises:
        ConfigError: A run is missing, or given although none is needed.
        StoreError: It is not a finished run of the right algorithm with the same games (for a
            trend: the same cards); its surrogate differs from the experiment's; or it is not the
            run that `out` began with.
    """
    experiment, learning = problem.config, problem.config.learning
    if learning.source is None:
        if path is not None:
            raise ConfigError(
                f"--from {path}: {experiment.algorithm} learns from its own decks; omit --from"
            )
        return None
    noted = read_json(_noted(out)) if _noted(out).exists() else None
    if path is None:
        if noted is not None and surrogate_files(load_run(out, look_only=True)):
            return None
        what = "the decks" if learning.mode == "data" else "the surrogate"
        raise ConfigError(
            f"{experiment.algorithm} needs {what} of a run of {learning.source}; give its "
            "directory with --from"
        )
    source = _load(experiment, path)
    _check(experiment, source, problem.card_digest)
    if noted is not None and noted["digest"] != source.digest:
        raise StoreError(
            f"{out} learned from {noted['path']} (seed {noted['seed']}), not from {path}; give "
            "that run with --from, or use another --out"
        )
    return source


def note_source(run: Run, source: Source | None) -> None:
    """Records the run that a run learns from."""
    if source is not None and not _noted(run.path).exists():
        facts = {
            "path": str(source.run.path),
            "algorithm": source.experiment.algorithm,
            "seed": source.run.seed,
            "code_digest": source.run.code_digest,
            "digest": source.digest,
        }
        write_json(_noted(run.path), facts)


def surrogate_files(run: Run) -> list[Path]:
    """The files of a run's surrogates, in order."""
    return sorted((run.path / "surrogate").glob("*.npz"))


def final_surrogate(run: Run) -> Path:
    """Returns the file of a run's last surrogate; raises `StoreError` if it has none."""
    if not (files := surrogate_files(run)):
        raise StoreError(f"{run.path}: this run has no surrogate; give one of DSA-ME")
    return files[-1]


def read_surrogate(run: Run) -> Surrogate:
    """A run's final surrogate; `StoreError` if it has none."""
    return surrogate_from_state(read_arrays(final_surrogate(run)))


def _load(experiment: Experiment, path: Path) -> Source:
    run = load_run(path)
    if run.manifest["status"] != "finished":
        raise StoreError(f"{path}: this run is not finished; run its command again first")
    is_model = experiment.learning.mode in ("model", "trend")
    files = [final_surrogate(run)] if is_model else run.result_files()
    digest = sha256("".join(file_digest(file) for file in files).encode()).hexdigest()
    return Source(run, experiment_of(run), digest)


def _check(experiment: Experiment, source: Source, card_digest: str) -> None:
    path, theirs = source.run.path, source.experiment
    if theirs.algorithm != experiment.learning.source:
        raise StoreError(
            f"--from {path}: a run of {theirs.algorithm}; {experiment.algorithm} needs one of "
            f"{experiment.learning.source}"
        )
    if experiment.learning.mode == "trend":
        _check_trend(experiment, source)
        return
    if unlike := theirs.unlike(experiment, *SHARED):
        raise StoreError(f"--from {path}: its {unlike[0]} differs; use the same settings")
    if source.run.card_digest != card_digest:
        raise StoreError(f"--from {path}: it was played with other cards; repeat that run")
    if experiment.learning.mode == "model":
        _check_model(experiment, source)


def _check_trend(experiment: Experiment, source: Source) -> None:
    path, theirs = source.run.path, source.experiment
    if theirs.card_pool().ids != experiment.card_pool().ids:
        raise StoreError(
            f"--from {path}: its decks are from other cards; use a run of this pool, "
            "and a patch that adds no cards"
        )
    _check_model(experiment, source)


def _check_model(experiment: Experiment, source: Source) -> None:
    model, wanted = read_surrogate(source.run).config, experiment.surrogate
    for name in ("kind", "hidden", "targets"):
        found, ours = getattr(model, name, ()), getattr(wanted, name, ())
        if found != ours:
            raise StoreError(
                f"--from {source.run.path}: its surrogate has {name} {_words(found)}, this "
                f"search {_words(ours)}; set surrogate.{name} to the same value"
            )


def _words(value: Any) -> str:
    return ", ".join(str(each) for each in value) if isinstance(value, tuple) else str(value)


def _noted(out: Path) -> Path:
    return out / "source.json"
