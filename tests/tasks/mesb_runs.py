"""Synthetic runs of MESB and of the balance lab."""

from pathlib import Path

import numpy as np
import polars as pl

from engine.decks import Patch
from models.problems.decks import DeckSearch, solutions_column
from models.problems.experiment import Experiment
from models.problems.mesb import ALL_ARCHETYPES, EXPERIMENTS, mesb_experiment, run_name
from models.qd.emitters import new_stream, random_decks
from models.settings.outcomes import OUTCOMES
from models.settings.patches import named_patch
from tasks.games.play import DUELS
from tasks.reports.results import elites, read_results
from tasks.storage.files import write_table
from tasks.storage.store import Run, open_run

#: What a copy of a card adds to the health difference; all others nothing.
Worth = dict[str, float]
#: A small study: its archetypes, and what cards are worth in its experiments.
ARCHETYPES = ["aggro-paladin", "control-paladin"]
_STRONG = {"Sunwalker": 20.0, "Tirion Fordring": 3.0}
WORTH = {"validation": _STRONG, "elite": _STRONG, "balance": {"Sunwalker": -20.0}}


def write_mesb_run(
    path: Path, experiment: Experiment, seed: int, worth: Worth, n_decks: int = 300
) -> Run:
    """A finished search with random decks; their objectives are the sums of their cards' worth."""
    budget = {"search__evaluations": n_decks, "archive__budget": n_decks}
    experiment = experiment.but(**budget, archive__last_size=8 if n_decks >= 300 else 4)
    pool, part = experiment.card_pool(), n_decks // 3
    solutions = random_decks(pool.max_copies, n_decks, new_stream([seed, 1]))
    cards = np.array(pool.cards, object)
    decks = [cards.repeat(solution).tolist() for solution in solutions]
    of_deck = {name: each.of_deck for name, each in OUTCOMES.items() if each.of_deck}
    values = np.array([worth.get(card.name, 0.0) for card in cards])
    rng = np.random.default_rng(seed)
    objectives = solutions @ values + rng.normal(0, 1, n_decks)
    table = pl.DataFrame(
        {
            "evaluation": np.arange(n_decks), "iteration": np.repeat([0, 1, 2], part),
            "objective": objectives, "objective_se": np.full(n_decks, 1.0),
            "win_rate": 1 / (1 + np.exp(-objectives / 5)),
            "turns": rng.uniform(5, 15, n_decks), "hand_size": rng.uniform(1, 7, n_decks),
            **{name: [of(deck) for deck in decks] for name, of in of_deck.items()},
        }
    ).with_columns(solution=solutions_column(solutions))  # fmt: skip
    with open_run(path, experiment.model_dump(mode="json"), seed, "cards") as run:
        for iteration in range(3):
            rows = table[: part * (iteration + 1)]
            write_table(run.chunks.path(iteration), rows[part * iteration :])
            found = DeckSearch(experiment).elites_table(read_results(path).archive, rows)
            write_table(run.archives.path(iteration), found)
        write_table(run.metrics_path, pl.DataFrame({"evaluations": [part, 2 * part, 3 * part]}))
        found = read_results(path).archive.elites()
        fresh = table[np.sort(found.ids)].with_columns(pl.col("objective") - 1)
        write_table(run.fresh.path(0), fresh)
        write_table(run.elites_path, elites(read_results(path)))
    return run


def write_mesb_study(path: Path, archetypes: list[str], worth: dict[str, Worth]) -> None:
    """All experiments of some archetypes; what cards are worth depends on the experiment."""
    for group, facts in EXPERIMENTS.items():
        for name in archetypes:
            archetype, patch = ALL_ARCHETYPES[name], named_patch(facts.patch)
            experiment = mesb_experiment(archetype, "smoke", facts.opponents, patch)
            seed = 10 * list(EXPERIMENTS).index(group) + archetypes.index(name)
            write_mesb_run(path / run_name(group, name), experiment, seed, worth[group])


def write_sides(
    path: Path,
    name: str,
    trials: int,
    before: Worth,
    after: Worth,
    n_decks: int = 300,
    patch: Patch | None = None,
) -> None:
    """An archetype before and after a patch, and duels that the new decks win.

    The patch is the published one by default.
    """
    patch = patch or named_patch("mesb-balance")
    old = named_patch(patch.base)
    for side, cards, worth in (("before", old, before), ("after", patch, after)):
        for trial in range(1, trials + 1):
            experiment = mesb_experiment(ALL_ARCHETYPES[name], "smoke", patch=cards)
            folder = path / run_name(side, name, trial)
            write_mesb_run(folder, experiment, trial, worth, n_decks)
    table = pl.DataFrame([("new", "old", 100, 0.7, 0.6, 0.78)], schema=DUELS, orient="row")
    write_table(path / f"duels-{name}.parquet", table)
