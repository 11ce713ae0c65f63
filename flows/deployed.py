"""Flows as Prefect's pages start them: every parameter is a field of a form.

Each is the flow of the command line with settings that a person fills in; `infra/prefect.yaml`
lists the deployments. A run without a seed gets one of its own that stays when the run is retried,
so that a retry continues the run directory.
"""

from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import UUID

from prefect import flow, runtime
from prefect.artifacts import create_markdown_artifact, create_table_artifact
from prefect.task_runners import ThreadPoolTaskRunner
from pydantic import Field

from engine.decks import Patch
from flows.calibrate import calibrate as run_calibration
from flows.calibrate import summary as calibration_summary
from flows.decks import read_deck
from flows.evaluate import evaluate_deck
from flows.evaluate import summary as deck_summary
from flows.options import Settings, override
from flows.player_presets import PRESETS as TRAINING_PRESETS
from flows.player_presets import training_preset
from flows.presets import PRESETS
from flows.presets import preset as search_preset
from flows.search import search as run_search
from flows.study import study as run_study
from flows.train_player import train_player as train
from models.algorithms import AlgorithmName, experiment_for
from models.patches import find_patch
from models.players.config import PlayerConfig
from models.study import Study
from tasks.files import StoreError

SEEDS = 2**31  # of runs without one; short enough to be read out

SearchPreset = Literal[tuple(PRESETS)]
TrainingPreset = Literal[tuple(TRAINING_PRESETS)]
Seed = Annotated[int, Field(ge=0, lt=2**63)]
Threads = Annotated[int, Field(ge=1, le=4096)] | None
Games = Annotated[int, Field(ge=2, le=10_000_000)]
ONE_AT_A_TIME = ThreadPoolTaskRunner(max_workers=1)


def run_name() -> str:
    """The name of a flow run: what runs, from which preset, with which seed."""
    given = runtime.flow_run.parameters
    what = given.get("algorithm", runtime.flow_run.flow_name)
    return f"{what}-{given['preset']}-seed{_seed(given['seed'])}"


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
        resume_anyway: Continue although the code has changed.
    """
    experiment = override(experiment_for(algorithm, search_preset(preset)), settings)
    name, learned = f"{algorithm}-{preset}", None if source is None else Path(source)
    config, own, folder = _place(experiment, name, seed, patch, out)
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
        resume_anyway: Continue although the code has changed.
    """
    training = override(training_preset(preset, algorithm), settings)
    config, own, folder = _place(training, f"{algorithm}-{preset}", seed, patch, out)
    return str(train.fn(config, own, folder, threads, resume_anyway))


@flow(name="study", flow_run_name="study-{preset}-{trials}-trials", task_runner=ONE_AT_A_TIME)
def study(
    algorithms: list[AlgorithmName] = ["map-elites", "dsa-me"],  # noqa: B006
    trials: Annotated[int, Field(ge=1, le=1000)] = 3,
    preset: SearchPreset = "quick",
    seed: Seed = 1,
    settings: list[str] = [],  # noqa: B006
    patch: str | None = None,
    out: str | None = None,
    threads: Threads = None,
    resume_anyway: bool = False,
) -> str:
    """Compares algorithms over several trials; returns the path of the report.

    Args:
        algorithms: What is compared.
        trials: Per algorithm.
        preset: Where the settings start from.
        seed: Of the first trials; the next have the next.
        settings: Differences from the preset, such as search.n_games=20; all of them are told by
            python -m flows presets --keys
        patch: Cards of another build by name, or a YAML file's path.
        out: The study's directory, continued if it holds this study; runs/study-PRESET-seedSEED if
            left empty.
        threads: Games at a time; all cores if left empty.
        resume_anyway: Continue although the code has changed.
    """
    base = override(search_preset(preset), settings)
    config, own, folder = _place(base, f"study-{preset}", seed, patch, out)
    wanted = Study(base=config, algorithms=tuple(algorithms), trials=trials, seed=own)
    page, failed = run_study.fn(wanted, folder, threads, resume_anyway)
    if failed:
        told = "; ".join(f"{name}: {error}" for name, error in failed.items())
        raise StoreError(f"{folder}: trials failed; retry to continue them: {told}")
    return str(page)


@flow(name="evaluate", flow_run_name="evaluate-{games}-games")
def evaluate(
    deck: str = "Classic Miracle Rogue",
    games: Games = 200,
    opponents: Literal["elite", "starter"] = "elite",
    fidelity: Literal["dsame", "mesb", "fair"] = "dsame",
    patch: str | None = None,
    seed: Seed = 1,
    threads: Threads = None,
) -> dict[str, Any]:
    """Plays games with one deck; returns and shows its results with 95 % intervals.

    Args:
        deck: A deck code, a list of cards, or a published deck's name.
        games: Number of games.
        opponents: A suite of decks.
        fidelity: Whose players.
        patch: Cards of another build by name, or a YAML file's path.
        seed: Of the games.
        threads: Games at a time; all cores if left empty.
    """
    player = PlayerConfig(patch=_patch(patch)).but(fidelity=fidelity)
    result = evaluate_deck(read_deck(deck, None), opponents, player, games, seed, threads)
    _show_text("evaluation", deck_summary(result))
    create_table_artifact(result["opponents"], key="opponents", description="By opponent")
    return result


@flow(name="calibrate", flow_run_name="calibrate-{games}-games")
def calibrate(
    games: Games = 200,
    random_decks: Annotated[int, Field(ge=0, le=1_000_000)] = 0,
    patch: str | None = None,
    seed: Seed = 1,
    out: str | None = None,
    threads: Threads = None,
) -> dict[str, Any]:
    """Compares our simulator with published results; returns and shows how far they agree.

    Args:
        games: Per published deck.
        random_decks: Random decks to play as well.
        patch: Cards of another build by name, or a YAML file's path.
        seed: Of all games.
        out: Folder for tables and the scatter plot; none are written if left empty.
        threads: Games at a time; all cores if left empty.
    """
    result = run_calibration(
        n_games=games,
        seed=seed,
        n_random=random_decks,
        threads=threads,
        out=None if out is None else Path(out),
        player=PlayerConfig(patch=_patch(patch)),
    )
    _show_text("calibration", calibration_summary(result))
    return result


def _place(
    config: Settings, name: str, seed: int | None, patch: str | None, out: str | None
) -> tuple[Settings, int, Path]:
    """The configuration with its patch, the seed and the run directory."""
    if patch is not None:
        config = config.but(player__patch=_patch(patch))
        name += f"-{config.player.patch.name.replace('/', '-')}"
    own = _seed(seed)
    return config, own, Path(out) if out else Path("runs") / f"{name}-seed{own}"


def _seed(given: int | None) -> int:
    """The seed given, or one that belongs to this flow run."""
    return UUID(runtime.flow_run.id).int % SEEDS if given is None else int(given)


def _patch(name: str | None) -> Patch:
    return Patch() if name is None else find_patch(name)


def _show_text(key: str, text: str) -> None:
    create_markdown_artifact(f"```\n{text}\n```", key=key)
