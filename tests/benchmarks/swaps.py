"""What proposed swaps find: `python -m tests.benchmarks.swaps META_RUN --out FILE.csv`.

Each class searches an answer to the last equilibrium of a metagame, as in a round of the preset
`study`. Then its finalists race twice with the same deals and games: with random swaps, and with
those that the search's won games propose. The winners play new games.

Columns: class, seed, swaps, won (share of new games), games, code.
"""

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl

from engine.decks import CLASSES, deck_code, deck_from_code
from flows.search import search
from flows.studies.meta.answers import beliefs_of, search_experiment
from flows.studies.meta.directory import fine_field, opponents_in
from flows.studies.meta.settings import PRESETS
from flows.studies.meta.tables import config_in
from models.metagame.config import SLOTS
from models.metagame.equilibrium import slots
from models.metagame.race import climb
from models.statistics.beliefs import unknown
from tasks.games.play import wins_against
from tasks.reports.results import elites, read_results
from tests.benchmarks.figures import parser_of

NEW_GAMES = 5_000


def answers(metagame: Path, hero: str, seed: int, threads: int | None) -> list[dict[str, object]]:
    """A row for each way to swap: the winner of its races in new games."""
    sizes, config = PRESETS["study"], config_in(metagame)
    decks = pl.read_parquet(metagame / "decks.parquet").sort("deck")
    opponents, shares = opponents_in(decks), decks["share"].to_numpy()
    near = tuple(opponents[deck] for deck in slots(shares, SLOTS))
    known = decks.filter(hero=hero)["code"].to_list()
    experiment = search_experiment(config, hero, near, known, sizes["search_games"])
    with TemporaryDirectory() as folder:
        search(experiment, seed, Path(folder) / "run", threads)
        found = read_results(Path(folder) / "run")
        codes = dict.fromkeys([*known[: config.finalists // 4], *elites(found)["deck_code"]])
    starts = [deck_from_code(code, format=None) for code in codes][: config.finalists]
    field, rows = fine_field(opponents, shares), []
    for swaps, beliefs in (("random", unknown(found.pool.ids)), ("proposed", beliefs_of(found))):
        play = partial(wins_against, field, config.player, seed, f"{hero}, {swaps}", threads)
        rng = np.random.default_rng(seed)
        best = climb(starts, found.pool, beliefs, play, sizes["race_games"], rng)[0].deck
        new = wins_against(
            field, config.player, 10_000 + seed, "new games", threads, [best], 0, NEW_GAMES // 2
        )
        won, code = float(new[0]) / NEW_GAMES, deck_code(best)
        row = {"class": hero, "seed": seed, "swaps": swaps, "won": won, "games": NEW_GAMES}
        rows.append(row | {"code": code})
    return rows


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("metagame", type=Path, help="folder of a metagame's extract")
    parser.add_argument("--classes", nargs="+", choices=CLASSES, default=list(CLASSES))
    parser.add_argument("--seeds", type=int, default=3, help="searches of each class")
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--out", type=Path, required=True, help="the table; classes may be added")
    asked = parser.parse_args()
    done = pl.read_csv(asked.out) if asked.out.exists() else pl.DataFrame()
    for seed in range(1, asked.seeds + 1):
        for hero in asked.classes:
            if done.height and done.filter(pl.col("class") == hero, seed=seed).height:
                continue
            rows = pl.DataFrame(answers(asked.metagame, hero, seed, asked.threads))
            done = pl.concat([done, rows]) if done.height else rows
            done.write_csv(asked.out)
            print(rows.drop("code"), flush=True)


if __name__ == "__main__":
    main()
