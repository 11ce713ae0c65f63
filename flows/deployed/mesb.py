"""MESB's study and the balance lab as Prefect's pages start them; see `flows.deployed.searches`."""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Literal

from prefect import flow, runtime
from pydantic import Field

from flows.balance import balance as run_balance
from flows.configs.mesb_options import BalanceQuestion, MesbStudy, check_balance, check_mesb
from flows.deployed.forms import (
    ONE_AT_A_TIME,
    Games,
    Seed,
    Suite,
    Threads,
    check_copy,
    page_of,
    seed_of,
)
from flows.mesb import mesb as run_mesb
from models.mesb import ALL_ARCHETYPES, ARCHETYPES, EXPERIMENTS, SIZES
from models.patches import find_patch
from tasks.games.cluster import on_cluster
from tasks.storage.mirror import mirrored

MesbPreset = Literal[tuple(SIZES)]
PaperArchetype = Literal[tuple(ARCHETYPES)]
AnyArchetype = Literal[tuple(ALL_ARCHETYPES)]
MesbExperiment = Literal[tuple(EXPERIMENTS)]
_NAMED = 3  # archetypes or experiments that a run's name names; more are counted


def run_name() -> str:
    """What is asked, of whose decks, with which cards, preset and seed; "all" is not said."""
    given = runtime.flow_run.parameters
    parts = [
        runtime.flow_run.flow_name,
        Path(given["patch"] or "").name.removesuffix(".yaml").removesuffix(".yml"),
        _some(given.get("experiments", ()), EXPERIMENTS, "experiments"),
        _some(given["archetypes"], ARCHETYPES, "archetypes"),
        given["preset"],
        f"seed{seed_of(given['seed'])}",
    ]
    return "-".join(filter(None, parts))


def _some(names: Collection[str], known: Collection[str], what: str) -> str:
    """Names in short; none if they are all there are."""
    if set(names) == set(known):
        return ""
    return "+".join(names) if len(names) <= _NAMED else f"{len(names)}-{what}"


@flow(name="mesb", flow_run_name=run_name, task_runner=ONE_AT_A_TIME)
def mesb(
    archetypes: list[PaperArchetype] = list(ARCHETYPES),  # noqa: B006 - never changed
    experiments: list[MesbExperiment] = list(EXPERIMENTS),  # noqa: B006
    preset: MesbPreset = "quick",
    opponents: str = "published",
    archive: Literal["sliding", "growing-grid"] = "sliding",
    seed: Seed | None = None,
    settings: list[str] = [],  # noqa: B006
    patch: str | None = None,
    duels: Games | None = None,
    out: str | None = None,
    threads: Threads = None,
    cluster: str | None = None,
    mirror: str | None = None,
    resume_anyway: bool = False,
) -> str:
    """Illuminates decks by their mana curves, as MESB does; returns the path of the report.

    Args:
        archetypes: Whose decks are searched, and by which player.
        experiments: Of the paper's three.
        preset: Decks and games of each search.
        opponents: Of the last two experiments: published, own (the best decks of this study's
            first experiment), or the directory of another study.
        archive: Boundaries that follow what was found, or fixed ones.
        seed: Of all runs; one of the run's own if left empty.
        settings: Differences from the preset, such as search.n_games=20.
        patch: The third experiment's cards, by name or a YAML file's path; the published ones if
            left empty.
        duels: Games of each two best decks; those of the preset if left empty.
        out: The study's directory, continued if begun; runs/mesb-PRESET-seedSEED if left empty.
        threads: Games at a time; all cores if left empty.
        cluster: Who plays instead: local:N processes, or tcp://HOST:PORT of a Dask scheduler.
        mirror: URL of a copy that is kept up to date, such as s3://bucket/run; where the directory
            is missing, the copy is fetched and continued.
        resume_anyway: Continue although the code has changed.
    """
    check_copy(seed, out, mirror)
    wanted = MesbStudy(
        archetypes=archetypes,
        experiments=experiments,
        size=preset,
        opponents=opponents,
        patch=None if patch is None else find_patch(patch),
        archive=archive,
        settings=tuple(settings),
        seed=seed_of(seed),
        duels=duels,
    )
    folder = Path(out) if out else wanted.folder
    with mirrored(folder, mirror):
        check_mesb(wanted, folder, resume_anyway)
        with on_cluster(cluster):
            return page_of(folder, *run_mesb.fn(wanted, folder, threads, resume_anyway))


@flow(name="balance", flow_run_name=run_name, task_runner=ONE_AT_A_TIME)
def balance(
    patch: str = "mesb-balance",
    archetypes: list[AnyArchetype] = ["control-paladin"],  # noqa: B006 - never changed
    preset: MesbPreset = "quick",
    opponents: Suite = "elite",
    trials: Annotated[int, Field(ge=1, le=100)] = 1,
    seed: Seed | None = None,
    settings: list[str] = [],  # noqa: B006
    out: str | None = None,
    threads: Threads = None,
    cluster: str | None = None,
    mirror: str | None = None,
    resume_anyway: bool = False,
) -> str:
    """Shows what a patch does to the landscape of decks; returns the path of the report.

    Args:
        patch: The new cards by name, or a YAML file's path.
        archetypes: A class and who plays its decks.
        preset: Decks and games of each search.
        opponents: A suite of decks.
        trials: Searches per side; with three or more, intervals come from whole searches.
        seed: Of the first trials, the next have the next; one of the run's own if left empty.
        settings: Differences from the preset, such as search.n_games=20.
        out: The report's directory, continued if begun; runs/balance-PATCH-PRESET-seedSEED if left
            empty.
        threads: Games at a time; all cores if left empty.
        cluster: Who plays instead: local:N processes, or tcp://HOST:PORT of a Dask scheduler.
        mirror: URL of a copy that is kept up to date, such as s3://bucket/run; where the directory
            is missing, the copy is fetched and continued.
        resume_anyway: Continue although the code has changed.
    """
    check_copy(seed, out, mirror)
    wanted = BalanceQuestion(
        patch=find_patch(patch),
        archetypes=archetypes,
        size=preset,
        opponents=opponents,
        trials=trials,
        settings=tuple(settings),
        seed=seed_of(seed),
    )
    folder = Path(out) if out else wanted.folder
    with mirrored(folder, mirror):
        check_balance(wanted, folder, resume_anyway)
        with on_cluster(cluster):
            return page_of(folder, *run_balance.fn(wanted, folder, threads, resume_anyway))
