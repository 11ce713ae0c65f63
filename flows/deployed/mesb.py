"""MESB's study and the balance lab as Prefect's pages start them; see `flows.deployed.searches`."""

from pathlib import Path
from typing import Annotated, Literal

from prefect import flow
from pydantic import Field

from flows.balance import balance as run_balance
from flows.configs.mesb_options import BalanceQuestion, MesbStudy, check_balance, check_mesb
from flows.deployed.forms import ONE_AT_A_TIME, Games, Seed, Suite, Threads, page_of
from flows.mesb import mesb as run_mesb
from models.mesb import ALL_ARCHETYPES, ARCHETYPES, EXPERIMENTS, SIZES
from models.patches import find_patch
from tasks.games.cluster import on_cluster
from tasks.storage.mirror import mirrored

MesbPreset = Literal[tuple(SIZES)]
PaperArchetype = Literal[tuple(ARCHETYPES)]
AnyArchetype = Literal[tuple(ALL_ARCHETYPES)]
MesbExperiment = Literal[tuple(EXPERIMENTS)]


@flow(name="mesb", flow_run_name="mesb-{preset}-seed{seed}", task_runner=ONE_AT_A_TIME)
def mesb(
    archetypes: list[PaperArchetype] = list(ARCHETYPES),  # noqa: B006 - never changed
    experiments: list[MesbExperiment] = list(EXPERIMENTS),  # noqa: B006
    preset: MesbPreset = "quick",
    opponents: str = "published",
    archive: Literal["sliding", "growing-grid"] = "sliding",
    seed: Seed = 1,
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
        seed: Of all runs.
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
    wanted = MesbStudy(
        archetypes=archetypes,
        experiments=experiments,
        size=preset,
        opponents=opponents,
        patch=None if patch is None else find_patch(patch),
        archive=archive,
        settings=tuple(settings),
        seed=seed,
        duels=duels,
    )
    folder = Path(out) if out else wanted.folder
    with mirrored(folder, mirror):
        check_mesb(wanted, folder, resume_anyway)
        with on_cluster(cluster):
            return page_of(folder, *run_mesb.fn(wanted, folder, threads, resume_anyway))


@flow(name="balance", flow_run_name="balance-{preset}-seed{seed}", task_runner=ONE_AT_A_TIME)
def balance(
    patch: str = "mesb-balance",
    archetypes: list[AnyArchetype] = ["control-paladin"],  # noqa: B006 - never changed
    preset: MesbPreset = "quick",
    opponents: Suite = "elite",
    trials: Annotated[int, Field(ge=1, le=100)] = 1,
    seed: Seed = 1,
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
        seed: Of the first trials; the next have the next.
        settings: Differences from the preset, such as search.n_games=20.
        out: The report's directory, continued if begun; runs/balance-PATCH-PRESET-seedSEED if left
            empty.
        threads: Games at a time; all cores if left empty.
        cluster: Who plays instead: local:N processes, or tcp://HOST:PORT of a Dask scheduler.
        mirror: URL of a copy that is kept up to date, such as s3://bucket/run; where the directory
            is missing, the copy is fetched and continued.
        resume_anyway: Continue although the code has changed.
    """
    wanted = BalanceQuestion(
        patch=find_patch(patch),
        archetypes=archetypes,
        size=preset,
        opponents=opponents,
        trials=trials,
        settings=tuple(settings),
        seed=seed,
    )
    folder = Path(out) if out else wanted.folder
    with mirrored(folder, mirror):
        check_balance(wanted, folder, resume_anyway)
        with on_cluster(cluster):
            return page_of(folder, *run_balance.fn(wanted, folder, threads, resume_anyway))
