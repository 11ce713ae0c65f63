"""How much an equilibrium loses to its own decks, by the games of pairs that it was computed from.

    python -m tests.benchmarks.equilibria docs/metagame/classic14 docs/metagame/naxx14 \\
        docs/metagame/brm15 --out docs/metagame/equilibria.csv

True win rates are drawn from what the games of a metagame leave open. Games are drawn from them,
their equilibrium is computed, and the deck that does best against it by the true win rates is its
best answer.
"""

from pathlib import Path

import numpy as np
import polars as pl

from flows.studies.meta.tables import tables_in
from models.metagame.equilibrium import Matchups, close_pairs, equilibrium, matchups, regularised
from tests.benchmarks.figures import parser_of

#: Games of all pairs, and those of pairs of decks that both have a part of the equilibrium.
SIZES = ((40, 0), (120, 0), (40, 200), (40, 400), (40, 800))
TEMPERATURE, DRAWS, REPEATS = 0.01, 40, 10


class Games:
    """Games drawn from true win rates."""

    def __init__(self, rates: np.ndarray, rng: np.random.Generator) -> None:
        self.rates, self.rng = rates, rng
        self.wins, self.games = np.zeros(rates.shape), np.zeros(rates.shape)

    def play(self, first: np.ndarray, second: np.ndarray, n_games: int) -> None:
        """Plays pairs on."""
        won = self.rng.binomial(n_games, self.rates[first, second])
        for i, j, wins in ((first, second, won), (second, first, n_games - won)):
            self.wins[i, j] += wins
            self.games[i, j] += n_games

    def shares(self) -> np.ndarray:
        """The equilibrium of the games so far."""
        found = matchups(self.wins, self.games)
        return equilibrium(found, TEMPERATURE, DRAWS, np.random.SeedSequence(1)).shares


def loss(rates: np.ndarray, rng: np.random.Generator, pair: int, close: int) -> tuple[float, float]:
    """What the best deck wins against the equilibrium of drawn games, and how many there were."""
    games = Games(rates, rng)
    games.play(*np.triu_indices(len(rates), 1), pair)
    shares = games.shares()
    while close and (pairs := close_pairs(shares, games.games, close)):
        listed = [(i, j) for i, others in pairs.items() for j in others]
        games.play(*np.array(listed).T, close - pair)
        shares = games.shares()
    return float((rates @ shares).max()), games.games.sum() / 2


def matchups_in(path: Path) -> Matchups:
    """The games of all pairs of a metagame."""
    table = tables_in(path)["matchups"]
    n = table["first"].max() + 1
    wins, games = np.zeros((n, n)), np.zeros((n, n))
    places = table["first"].to_numpy(), table["second"].to_numpy()
    wins[places], games[places] = table["wins"].to_numpy(), table["games"].to_numpy()
    return matchups(wins, games)


def losses(paths: list[Path], repeats: int) -> pl.DataFrame:
    """A row per size: means over metagames and draws, and the standard error of the loss."""
    rng, found = np.random.default_rng(1), {size: [] for size in SIZES}
    least = []
    for path in paths:
        known = matchups_in(path)
        for _ in range(repeats):
            rates = known.draw(rng)
            least.append(float((rates @ regularised(rates, TEMPERATURE)).max()))
            for size in SIZES:
                found[size].append(loss(rates, rng, *size))
    rows = [(*size, *np.mean(each, axis=0), spread(each)) for size, each in found.items()]
    names = ["pair_games", "close_games", "best_answer", "games", "standard_error"]
    table = pl.DataFrame(rows, names, orient="row")
    return table.with_columns(true_equilibrium=pl.lit(np.mean(least)), repeats=pl.lit(len(least)))


def spread(found: list[tuple[float, float]]) -> float:
    """The standard error of a mean loss."""
    return float(np.std([each for each, _ in found], ddof=1) / np.sqrt(len(found)))


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("metagames", type=Path, nargs="+", help="metagames, or their extracts")
    parser.add_argument("--repeats", type=int, default=REPEATS, help="draws of each metagame")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    table = losses(asked.metagames, asked.repeats)
    table.write_csv(asked.out, float_precision=4)
    print(table)


if __name__ == "__main__":
    main()
