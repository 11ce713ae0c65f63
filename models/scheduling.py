"""`Scheduling`: how a run's work is divided, which decides no result."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from models.config import Config


class Scheduling(Config):
    """How a run's work is divided into files and calls.

    An experiment carries it along, but a manifest does not record it and a resumed run may have
    another one: the same rows are evaluated in the same order.
    """

    chunk_games: int = Field(
        30_000,
        ge=1,
        le=10_000_000,
        description="Games per stored file, what a kill costs at most: 10-20 s on two cores. Ours.",
    )
    slice_generations: int = Field(
        10_000, ge=1, description="Generations of the inner loop per call of its kernel. Ours."
    )


#: Settings of experiments that are scheduling now: their former keys, which commands still take.
FORMER_KEYS = {
    "search.chunk_games": "scheduling.chunk_games",
    "chunk_games": "scheduling.chunk_games",
    "inner_loop.slice_generations": "scheduling.slice_generations",
}


def without_scheduling(settings: Any) -> Any:
    """Returns an experiment's settings without those that are scheduling now.

    Args:
        settings: As an older manifest has them; anything but a mapping is returned as it is.
    """
    if not isinstance(settings, Mapping):
        return settings
    kept = {name: value for name, value in settings.items() if name not in FORMER_KEYS}
    for group, _, setting in (key.rpartition(".") for key in FORMER_KEYS):
        if isinstance(kept.get(group), Mapping):
            kept[group] = {name: kept[group][name] for name in kept[group] if name != setting}
    return kept
