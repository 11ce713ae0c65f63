"""Trainings of a player by name: the paper's, and smaller ones as differences from it."""

from collections.abc import Sequence
from difflib import get_close_matches

from flows.configs.options import override
from models.config import ConfigError
from models.player_training import PlayerTraining

PAPER = PlayerTraining()

#: A player of some strength on one core in a quarter of an hour.
STUDY = PAPER.but(
    name="study", evaluations=16_000, n_games=50, final_games=4_000, evolution__emitters=5
)

#: A first look: about three minutes on two cores.
QUICK = STUDY.but(name="quick", evaluations=4_000, final_games=1_000)

#: Whether everything works together: seconds.
SMOKE = PAPER.but(
    name="smoke",
    evaluations=40,
    n_games=6,
    finalists=3,
    final_games=12,
    scheduling__chunk_games=60,
    evolution__emitters=3,
    evolution__population=5,
)

PRESETS = {preset.name: preset for preset in (SMOKE, QUICK, STUDY, PAPER)}
SUMMARIES = {
    "smoke": "does everything work together? seconds",
    "quick": "a first player: 4,000 networks x 50 games, some three minutes on two cores",
    "study": "16,000 networks x 50 games, some fifteen minutes on one core",
    "paper": "as published: 50,000 networks x 200 games",
}
#: Solutions per generation of CMA-ES alone; the paper's program has 500.
_CMA_ES_POPULATIONS = {"smoke": 12, "quick": 100, "study": 100, "paper": 500}


def training_preset(name: str, algorithm: str = "cma-me") -> PlayerTraining:
    """The training of that name.

    Args:
        name: Name of the preset.
        algorithm: "cma-me", or "cma-es", the baseline: one emitter of a larger population that
            looks at objectives only.

    Raises:
        ConfigError: There is none; the message suggests one.
    """
    if name not in PRESETS:
        close = get_close_matches(name, PRESETS, n=1)
        hint = f"did you mean {close[0]}?" if close else f"choose one of {', '.join(PRESETS)}"
        raise ConfigError(f"--preset {name}: there is no such preset; {hint}")
    if algorithm == "cma-es":
        population = _CMA_ES_POPULATIONS[name]
        return PRESETS[name].but(
            evolution__algorithm=algorithm, evolution__emitters=1, evolution__population=population
        )
    return PRESETS[name].but(evolution__algorithm=algorithm)


def training_from(name: str, algorithm: str, settings: Sequence[str]) -> PlayerTraining:
    """The training of that name with some settings of one's own.

    Args:
        name: Name of the preset.
        algorithm: As for `training_preset`.
        settings: As for `override`.

    Raises:
        ConfigError: There is no such preset, or a setting does not exist, cannot have its value, or
            is the player, which is what the training makes.
    """
    for setting in settings:
        if setting.partition("=")[0] == "player.scorer":
            raise ConfigError(
                f"--set {setting}: the training makes the player; leave it out, or set `start` to "
                "the network that it is to begin with"
            )
    return override(training_preset(name, algorithm), settings)
