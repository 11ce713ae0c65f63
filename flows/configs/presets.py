"""The experiments by name: the paper's, and smaller ones as differences from it."""

from difflib import get_close_matches

from models.config import ConfigError
from models.experiment import Experiment

PAPER = Experiment(name="paper")

#: DSA-ME against MAP-Elites: enough decks and games to see which one wins.
STUDY = PAPER.but(name="study", search__evaluations=4_000, search__n_games=50)

#: A first look: about three minutes of search on two cores.
QUICK = PAPER.but(
    name="quick",
    search__evaluations=3_000,
    search__n_games=48,
    search__fresh_games=48,
    inner_loop__generations=20_000,
)

#: Whether everything works together: seconds.
SMOKE = PAPER.but(
    name="smoke",
    search__initial_evaluations=24,
    search__evaluations=80,
    search__n_games=6,
    search__batch_size=12,
    search__fresh_games=6,
    scheduling__chunk_games=60,
    surrogate__epochs=60,
    inner_loop__generations=10,
    inner_loop__random_decks=20,
)

PRESETS = {preset.name: preset for preset in (SMOKE, QUICK, STUDY, PAPER)}
SUMMARIES = {
    "smoke": "does everything work together? seconds",
    "quick": "a first archive: about three minutes of search on two cores",
    "study": "DSA-ME against MAP-Elites: 4,000 decks x 50 games",
    "paper": "as published: 10,000 decks x 200 games",
}


def preset(name: str) -> Experiment:
    """The experiment of that name.

    Raises:
        ConfigError: There is none; the message suggests one.
    """
    if name in PRESETS:
        return PRESETS[name]
    close = get_close_matches(name, PRESETS, n=1)
    hint = f"did you mean {close[0]}?" if close else f"choose one of {', '.join(PRESETS)}"
    raise ConfigError(f"--preset {name}: there is no such preset; {hint}")
