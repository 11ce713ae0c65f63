"""`Scheduling`: the division of a run's work, which does not affect results."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from models.settings.config import Config


class Scheduling(Config):
    """The division of a run's work into files and calls.

    A manifest does not record it, and a resumed run may have another one: the same rows are
    evaluated in the same order.
    """

    chunk_games: int = Field(
        30_000,
        ge=1,
        le=10_000_000,
        description="Games per stored file: a kill loses at most 10-20 s on two cores. Ours.",
    )
    slice_generations: int = Field(
        10_000,
        ge=1,
        le=100_000_000,
        description="Generations of the inner loop per call of its kernel. Ours.",
    )


#: Former keys of scheduling settings, which commands still accept.
FORMER_KEYS = {
    "search.chunk_games": "scheduling.chunk_games",
    "chunk_games": "scheduling.chunk_games",
    "inner_loop.slice_generations": "scheduling.slice_generations",
}


def without_scheduling(settings: Any) -> Any:
    """Returns an experiment's settings without those that moved to scheduling.

    Args:
        settings: Those of an older manifest; other values than mappings are returned unchanged.
    """
    if not isinstance(settings, Mapping):
        return settings
    kept = {name: value for name, value in settings.items() if name not in FORMER_KEYS}
    for group, _, setting in (key.rpartition(".") for key in FORMER_KEYS):
        if isinstance(kept.get(group), Mapping):
            kept[group] = {name: kept[group][name] for name in kept[group] if name != setting}
    return kept
