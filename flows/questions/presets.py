"""Presets: searches and trainings by name, the papers' and smaller ones."""

from models.problems.experiment import Experiment
from models.problems.players import PlayerTraining

PAPER = Experiment(name="paper")
STUDY = PAPER.but(name="study", search__evaluations=4_000, search__n_games=50)
QUICK = PAPER.but(
    name="quick",
    search__evaluations=3_000,
    search__n_games=48,
    search__fresh_games=48,
    inner_loop__generations=20_000,
)
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
    "smoke": "a test that everything works: seconds",
    "quick": "a first archive: about three minutes of search on two cores",
    "study": "4,000 decks x 50 games: enough to compare DSA-ME and MAP-Elites",
    "paper": "as published: 10,000 decks x 200 games",
}

_PAPER_TRAINING = PlayerTraining()
_STUDY_TRAINING = _PAPER_TRAINING.but(
    name="study", evaluations=16_000, n_games=50, final_games=4_000, evolution__emitters=5
)
TRAININGS = {
    "smoke": _PAPER_TRAINING.but(
        name="smoke",
        evaluations=40,
        n_games=6,
        finalists=3,
        final_games=12,
        scheduling__chunk_games=60,
        evolution__emitters=3,
        evolution__population=5,
    ),
    "quick": _STUDY_TRAINING.but(name="quick", evaluations=4_000, final_games=1_000),
    "study": _STUDY_TRAINING,
    "paper": _PAPER_TRAINING,
}
TRAINING_SUMMARIES = {
    "smoke": "a test that everything works: seconds",
    "quick": "a first player: 4,000 networks x 50 games, about three minutes on two cores",
    "study": "16,000 networks x 50 games, about fifteen minutes on one core",
    "paper": "as published: 50,000 networks x 200 games",
}
#: Solutions per generation of CMA-ES, which has one emitter only; the paper's program has 500.
_CMA_ES_POPULATIONS = {"smoke": 12, "quick": 100, "study": 100, "paper": 500}


def training_preset(name: str, algorithm: str = "cma-me") -> PlayerTraining:
    """The training of that name, by "cma-me" or "cma-es".

    The latter is the baseline: one emitter with a larger population that uses objectives only.
    """
    training = TRAININGS[name].but(evolution__algorithm=algorithm)
    if algorithm == "cma-me":
        return training
    return training.but(evolution__emitters=1, evolution__population=_CMA_ES_POPULATIONS[name])
