"""Fields of the forms on Prefect's pages, and what runs that are started there have in common."""

from pathlib import Path
from typing import Annotated, Literal
from uuid import UUID

from prefect import runtime
from prefect.artifacts import create_markdown_artifact
from prefect.task_runners import ThreadPoolTaskRunner
from pydantic import Field

from engine.decks import Patch
from flows.configs.player_presets import PRESETS as TRAINING_PRESETS
from flows.configs.presets import PRESETS
from models.config import ConfigError
from models.patches import find_patch
from tasks.storage.files import StoreError

SEEDS = 2**31  # of runs without one; short enough to be read out

SearchPreset = Literal[tuple(PRESETS)]
TrainingPreset = Literal[tuple(TRAINING_PRESETS)]
Seed = Annotated[int, Field(ge=0, lt=2**63)]
Threads = Annotated[int, Field(ge=1, le=4096)] | None
Games = Annotated[int, Field(ge=2, le=10_000_000)]
Suite = Literal["elite", "starter"]
Fidelity = Literal["dsame", "mesb", "fair"]
ONE_AT_A_TIME = ThreadPoolTaskRunner(max_workers=1)


def seed_of(given: int | None) -> int:
    """The seed given, or one that belongs to this flow run and stays when it is retried."""
    return UUID(runtime.flow_run.id).int % SEEDS if given is None else int(given)


def check_copy(seed: int | None, out: str | None, mirror: str | None) -> None:
    """Refuses a copy of a directory that no other machine could name.

    Raises:
        ConfigError: As said.
    """
    if mirror is not None and seed is None and out is None:
        raise ConfigError(
            f"mirror {mirror}: a run without a seed gets one of its own, and a directory that is "
            "named by it; give the seed, so that others can continue it from the copy"
        )


def patch_of(name: str | None) -> Patch:
    """A patch by name or by its file; build 38377 without one."""
    return Patch() if name is None else find_patch(name)


def page_of(folder: Path, page: Path | None, failed: dict[str, str]) -> str:
    """The path of a report about several runs.

    Raises:
        StoreError: Some failed.
    """
    if failed:
        told = "; ".join(f"{name}: {error}" for name, error in failed.items())
        raise StoreError(f"{folder}: runs failed; retry to continue them: {told}")
    return str(page)


def show_text(key: str, text: str) -> None:
    """Shows text, its columns in line, on the flow run's page."""
    create_markdown_artifact(f"```\n{text}\n```", key=key)
