"""What rows from print are worth: `python -m tests.benchmarks.left_out [--out docs/pilots]`.

The cards of a format are divided at random into thirds. Each third in turn is unknown to a value
network, which plays against one that knows all cards, both in the fair beam, on random decks of all
cards. A row of an unknown card comes from what is printed on it, or is zero.

- `included`: the third is taken out of the included network. What print means was learned with it.
- `trained`: networks are trained anew on equal numbers of games of the included network, and those
  with a third unknown on games and states in which none of its cards occurs.

Takes about 3.5 CPU-minutes; `--games` and `--matches` change that.
"""

import tempfile
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from engine.deck_rules import CLASSES
from engine.decks import Deck
from engine.patches import Patch
from engine.pools import class_pool
from engine.rules import Rules
from models.players.core.state import STRATEGY
from models.players.core.value import N_GENERAL, ZONES
from models.players.decks import CURVED, random_deck
from models.players.games import setups_of_pairs
from models.players.pairs import play_pair, shares_won
from models.players.player_names import read_player
from models.players.value_networks import ValueNetwork, ValueScorer, printed_on, set_value
from models.statistics.ratings import share_interval
from models.value_training.config import FitConfig
from models.value_training.fitting import fit
from models.value_training.recording import States, chances_of, record_states, targets_of
from tests.benchmarks.figures import parser_of

FORMAT, N_THIRDS, N_DECKS, N_MATCH_DECKS = "blackrock", 3, 3_000, 90
_ERRORS = 0.25  # most searches replaced by random actions, as in `train-value`


def thirds(seed: int) -> list[frozenset[str]]:
    """The ids of the format's cards, divided at random."""
    pools = (class_pool(hero, FORMAT, Patch()) for hero in CLASSES)
    ids = np.array(sorted({card for pool in pools for card in pool.ids}))
    return [frozenset(ids[np.random.default_rng(seed).permutation(len(ids)) % N_THIRDS == k])
            for k in range(N_THIRDS)]  # fmt: skip


def decks_without(left_out: Collection[str], n: int, seed: int) -> list[Deck]:
    """Random decks of all classes in turn that have none of some cards."""
    rng, pools = np.random.default_rng((seed, 0xDEC5)), []
    for hero in CLASSES:
        pool = class_pool(hero, FORMAT, Patch())
        is_in = np.array([card not in left_out for card in pool.ids])
        pools.append(replace(pool, max_copies=pool.max_copies * is_in))
    return [random_deck(pools[i % len(pools)], rng.random() < CURVED, rng) for i in range(n)]


def recorded(rules: Rules, network: ValueNetwork, decks: list[Deck], n: int, seed: int) -> States:
    """States of games of a network in the fair beam, half of them with errors."""
    rng, strategies = np.random.default_rng(seed), np.zeros(1, STRATEGY)
    config = read_player("fair-beam", format=FORMAT).config
    strategies[0] = config.strategy("aggro", is_first=True)
    set_value(strategies, network, rules)
    first, second = rng.integers(len(decks), size=(2, n))
    setups = setups_of_pairs(rules, decks, first, second)
    errors = (rng.random(n) < 0.5) * rng.random(n) * _ERRORS
    seeds = rng.integers(2**63, size=n, dtype=np.uint64)
    return record_states(rules, setups, strategies, errors, seeds)


def trained(
    rules: Rules, teacher: ValueNetwork, left_out: Collection[str], n: int, seed: int
) -> ValueNetwork:
    """A network from new weights that has met none of some cards."""
    states = recorded(rules, teacher, decks_without(left_out, N_DECKS, seed), n, seed)
    targets = targets_of(states, chances_of(states, teacher.floats(rules)))
    rows = [rules.rows[card] for card in left_out]
    unknown = np.add.outer(N_GENERAL + len(rules.tables.cards) * np.arange(len(ZONES)), rows)
    has_one = np.isin(states.features, unknown.ravel())
    clean = np.add.reduceat(has_one, states.offsets[:-1]) == 0
    features = states.features[np.repeat(clean, states.states["length"])]
    return fit(States(states.states[clean], features), targets[clean], rules, FitConfig(), seed)


def with_zeros(network: ValueNetwork, rules: Rules) -> ValueNetwork:
    """The network with rows of zero for all cards that it does not know."""
    ids = [card for card in rules.rows if card not in network.ids]
    more, printed = len(ids), printed_on(rules)
    zeros = np.zeros((len(ZONES), more, network.known.shape[2]), np.int16)
    return replace(
        network,
        ids=(*network.ids, *ids),
        known=np.concatenate([network.known, zeros], axis=1),
        printed=np.concatenate([network.printed, printed[[rules.rows[card] for card in ids]]]),
    )


def without(network: ValueNetwork, left_out: Collection[str]) -> ValueNetwork:
    """The network without the rows of some cards."""
    kept = [place for place, card in enumerate(network.ids) if card not in left_out]
    ids = tuple(network.ids[place] for place in kept)
    return replace(network, ids=ids, known=network.known[:, kept], printed=network.printed[kept])


def shares(first: ValueNetwork, second: ValueNetwork, n: int, seed: int) -> np.ndarray:
    """The (n / 2,) shares of wins of a network in each deal against another one."""
    with tempfile.TemporaryDirectory() as folder:
        players = []
        for name, network in {"first": first, "second": second}.items():
            path = Path(folder, f"{name}.npz")
            path.write_bytes(network.content())
            players.append(read_player(f"fair-beam:value:{path}", format=FORMAT))
        decks = decks_without((), N_MATCH_DECKS, seed)
        return shares_won(play_pair((players[0], players[1]), decks, n // 2, seed))


def measure(n_games: int, n_matches: int, seed: int) -> pl.DataFrame:
    """One row per kind of network and of rows: its share of wins against one that knows all."""
    scorer = ValueScorer.read("value")
    rules, included = read_player("fair-beam", format=FORMAT).config.rules(), scorer.network()
    whole = trained(rules, included, (), n_games, seed)
    found: dict[tuple[str, str], list[np.ndarray]] = {}
    for number, left_out in enumerate(thirds(seed), 1):
        learned = trained(rules, included, left_out, n_games, seed + number)
        pairs = {"included": (without(included, left_out), included), "trained": (learned, whole)}
        for name, (network, other) in pairs.items():
            for row, each in {"print": network, "zero": with_zeros(network, rules)}.items():
                part = shares(each, other, n_matches, seed)
                found.setdefault((name, row), []).append(part)
                print(f"third {number}: {name}, {row}: {part.mean():.1%}", flush=True)
    rows = []
    for (name, row), parts in found.items():
        mean = np.mean(parts, axis=0)  # the thirds have the same deals
        low, high = share_interval(mean, n_matches * len(parts))
        each = [float(part.mean()) for part in parts]
        rows.append((name, row, n_matches * len(parts), float(mean.mean()), low, high, *each))
    names = ["network", "rows", "games", "share", "low", "high"]
    names += [f"third_{number}" for number in range(1, N_THIRDS + 1)]
    return pl.DataFrame(rows, names, orient="row").with_columns(
        pl.when(pl.col("network") == "trained").then(n_games).alias("training_games"),
        pl.lit(scorer.digest[:12]).alias("included"),
    )


def main() -> None:
    """Measures and writes `left-out.csv`."""
    parser = parser_of(__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/pilots"))
    parser.add_argument("--games", type=int, default=30_000, help="games of each training")
    parser.add_argument("--matches", type=int, default=2_000, help="games of each match")
    parser.add_argument("--seed", type=int, default=35)
    asked = parser.parse_args()
    table = measure(asked.games, asked.matches, asked.seed)
    table.write_csv(asked.out / "left-out.csv", float_precision=6)
    print(table)


if __name__ == "__main__":
    main()
