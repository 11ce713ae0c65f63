"""Flows as Prefect's pages start them: every parameter is a field of a form.

Each is the flow of the command line with settings that a person fills in; `infra/prefect.yaml`
lists the deployments, those of `flows.deployed.mesb` and `flows.deployed.questions`, too. A run
without a seed gets one of its own, so that each of a schedule's plays new games; it stays when the
run is retried, so that a retry continues the run directory.
"""

from pathlib import Path
from typing import Annotated, Literal

from prefect import flow, runtime
from pydantic import Field

from flows.configs.options import Settings, override
from flows.configs.player_presets import training_from
from flows.configs.presets import preset as search_preset
from flows.deployed.forms import (
    ONE_AT_A_TIME,
    SearchPreset,
    Seed,
    Threads,
    TrainingPreset,
    check_copy,
    page_of,
    patch_of,
    seed_of,
)
from flows.search import search as run_search
from flows.study import study as run_study
from flows.train_player import train_player as train
from models.algorithms import AlgorithmName, experiment_for
from models.study import Study
from tasks.games.cluster import on_cluster
from tasks.storage.mirror import mirrored


def run_name() -> str:
    """The name of a flow run: what runs, from which preset, how often, with which seed."""
    given = runtime.flow_run.parameters
    what = given.get("algorithm", runtime.flow_run.flow_name)
    trials = f"-{given['trials']}-trials" if "trials" in given else ""
    return f"{what}-{given['preset']}{trials}-seed{seed_of(given['seed'])}"


@flow(name="search", flow_run_name=run_name, task_runner=ONE_AT_A_TIME)
def search(
    algorithm: AlgorithmName = "dsa-me",
    preset: SearchPreset = "quick",
    seed: Seed | None = None,
    settings: list[str] = [],  # noqa: B006 - never changed; the form needs a list
    patch: str | None = None,
    source: str | None = None,
    out: str | None = None,
    threads: Threads = None,
    cluster: str | None = None,
    mirror: str | None = None,
    resume_anyway: bool = False,
) -> str:
    """Searches decks; returns the path of the report's page.

    Args:
        algorithm: What proposes decks.
        preset: Where the settings start from.
        seed: Of everything random; one of the run's own if left empty.
        settings: Differences from the preset, such as search.n_games=20; all of them are told by
            python -m flows presets --keys
        patch: Cards of another build by name, or a YAML file's path.
        source: The run directory that an offline algorithm learns from.
        out: The run directory, continued if it holds this run; runs/NAME-seedSEED if left empty.
        threads: Games at a time; all cores if left empty.
        cluster: Who plays instead: local:N processes, or tcp://HOST:PORT of a Dask scheduler.
        mirror: URL of a copy that is kept up to date, such as s3://bucket/run; where the directory
            is missing, the copy is fetched and continued.
        resume_anyway: Continue although the code has changed.
    """
    experiment = override(experiment_for(algorithm, search_preset(preset)), settings)
    name, learned = f"{algorithm}-{preset}", None if source is None else Path(source)
    config, own, folder = _place(experiment, name, seed, patch, out, mirror)
    with mirrored(folder, mirror), on_cluster(cluster):
        return str(run_search.fn(config, own, folder, threads, resume_anyway, learned))


@flow(name="train-player", flow_run_name=run_name, task_runner=ONE_AT_A_TIME)
def train_player(
    algorithm: Literal["cma-me", "cma-es"] = "cma-me",
    preset: TrainingPreset = "quick",
    seed: Seed | None = None,
    settings: list[str] = [],  # noqa: B006
    patch: str | None = None,
    out: str | None = None,
    threads: Threads = None,
    cluster: str | None = None,
    mirror: str | None = None,
    resume_anyway: bool = False,
) -> str:
    """Trains the network of a player; returns the path of the report's page.

    Args:
        algorithm: CMA-ME, as in the paper, or its baseline.
        preset: Where the settings start from.
        seed: Of everything random; one of the run's own if left empty.
        settings: Differences from the preset, such as evaluations=2000; all of them are told by
            python -m flows presets --training --keys
        patch: Cards of another build by name, or a YAML file's path.
        out: The run directory, continued if it holds this run; runs/NAME-seedSEED if left empty.
        threads: Games at a time; all cores if left empty.
        cluster: Who plays instead: local:N processes, or tcp://HOST:PORT of a Dask scheduler.
        mirror: URL of a copy that is kept up to date, such as s3://bucket/run; where the directory
            is missing, the copy is fetched and continued.
        resume_anyway: Continue although the code has changed.
    """
    training = training_from(preset, algorithm, settings)
    config, own, folder = _place(training, f"{algorithm}-{preset}", seed, patch, out, mirror)
    with mirrored(folder, mirror), on_cluster(cluster):
        return str(train.fn(config, own, folder, threads, resume_anyway))


@flow(name="study", flow_run_name=run_name, task_runner=ONE_AT_A_TIME)
def study(
    algorithms: list[AlgorithmName] = ["map-elites", "dsa-me"],  # noqa: B006
    trials: Annotated[int, Field(ge=1, le=1000)] = 3,
    preset: SearchPreset = "quick",
    seed: Seed | None = None,
    settings: list[str] = [],  # noqa: B006
    patch: str | None = None,
    out: str | None = None,
    threads: Threads = None,
    cluster: str | None = None,
    mirror: str | None = None,
    resume_anyway: bool = False,
) -> str:
    """Compares algorithms over several trials; returns the path of the report.

    Args:
        algorithms: What is compared.
        trials: Per algorithm.
        preset: Where the settings start from.
        seed: Of the first trials, the next have the next; one of the run's own if left empty.
        settings: Differences from the preset, such as search.n_games=20; all of them are told by
            python -m flows presets --keys
        patch: Cards of another build by name, or a YAML file's path.
        out: The study's directory, continued if it holds this study; runs/study-PRESET-seedSEED if
            left empty.
        threads: Games at a time; all cores if left empty.
        cluster: Who plays instead: local:N processes, or tcp://HOST:PORT of a Dask scheduler.
        mirror: URL of a copy that is kept up to date, such as s3://bucket/run; where the directory
            is missing, the copy is fetched and continued.
        resume_anyway: Continue although the code has changed.
    """
    base = override(search_preset(preset), settings)
    config, own, folder = _place(base, f"study-{preset}", seed, patch, out, mirror)
    wanted = Study(base=config, algorithms=tuple(algorithms), trials=trials, seed=own)
    with mirrored(folder, mirror), on_cluster(cluster):
        return page_of(folder, *run_study.fn(wanted, folder, threads, resume_anyway))


def _place(
    config: Settings,
    name: str,
    seed: int | None,
    patch: str | None,
    out: str | None,
    mirror: str | None,
) -> tuple[Settings, int, Path]:
    """The configuration with its patch, the seed and the run directory.

    Raises:
        ConfigError: A copy is wanted of a directory that no other machine could name.
    """
    check_copy(seed, out, mirror)
    if patch is not None:
        config = config.but(player__patch=patch_of(patch))
        name += f"-{config.player.patch.name.replace('/', '-')}"
    own = seed_of(seed)
    return config, own, Path(out) if out else Path("runs") / f"{name}-seed{own}"
