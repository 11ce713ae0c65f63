"""Whether other seeds and other players order the decks of a metagame alike.

    python -m tests.benchmarks.metagames docs/metagame/naxx14 --out docs/metagame/pilots-naxx14

All decks that metagames of one date found, and those that people played, play against each
metagame's equilibrium, with its player and with others on both sides: the same deals for all decks.

`agreement.csv` is of the decks of these metagames, `agreement-all.csv` also of those of `--decks`.
`correlation` is Spearman's. `alike` is the part of the pairs of decks, which the first column
orders beyond two standard errors, that the other orders in the same way.
"""

from itertools import combinations
from pathlib import Path

import numpy as np
import polars as pl
from scipy.stats import spearmanr

from engine.decks import deck_from_code
from flows.studies.meta.directory import fine_field, opponents_in
from flows.studies.meta.tables import config_in, tables_in
from models.players.decks import Opponent
from tasks.games.play import wins_against
from tasks.storage.files import write_csv, write_table
from tests.benchmarks.figures import parser_of

SEED = 4100
#: Changes of a metagame's player, by name.
PLAYERS = {
    "as in the metagame": {},
    "width 16": {"width": 16},
    "rogue-network": {"scorer": "rogue-network", "opponents_scorer": "rogue-network"},
    "control": {"scorer": "control", "opponents_scorer": "control"},
}


def decks_of(paths: list[Path]) -> pl.DataFrame:
    """All decks found, each once, and the played ones: name, hero, code and `is_played`."""
    found = [tables_in(path) for path in paths]
    decks = [(each["decks"], False) for each in found] + [(each["rivals"], True) for each in found]
    names = ("name", "hero", "code")
    rows = [table.select(*names, is_played=pl.lit(played)) for table, played in decks]
    return pl.concat(rows).unique("code", keep="first", maintain_order=True)


def field_of(path: Path) -> tuple[Opponent, ...]:
    """The equilibrium of a metagame as opponents."""
    decks = tables_in(path)["decks"]
    return fine_field(opponents_in(decks), decks["share"].to_numpy())


def shares(
    paths: list[Path], more: list[Path], players: list[str], n_deals: int, threads: int | None
) -> pl.DataFrame:
    """A row per deck, field and player: the share of games that the deck wins."""
    known = decks_of(paths)["code"].implode()
    decks = decks_of(paths + more).with_columns(is_further=~pl.col("code").is_in(known))
    tables = []
    made = [deck_from_code(code, format=None) for code in decks["code"]]
    for path in paths:
        field, own = field_of(path), config_in(path).player
        for name in players:
            label = f"{path.name}, {name}"
            player = own.but(**PLAYERS[name])
            won = wins_against(field, player, SEED, label, threads, made, 0, n_deals)
            about = {"field": pl.lit(path.name), "player": pl.lit(name)}
            won_share, n_games = pl.Series(won / (2 * n_deals)), pl.lit(2 * n_deals)
            tables.append(decks.with_columns(**about, share=won_share, games=n_games))
    return pl.concat(tables)


def ordered_alike(first: np.ndarray, second: np.ndarray, n_games: int) -> float:
    """The part of the pairs that `first` orders beyond two standard errors and `second` alike."""
    gaps, others = (each[:, None] - each[None, :] for each in (first, second))
    errors = np.sqrt(first * (1 - first) / n_games)
    is_clear = gaps > 2 * np.hypot(errors[:, None], errors[None, :])
    return float((others[is_clear] > 0).mean())


def agreement(table: pl.DataFrame) -> pl.DataFrame:
    """How alike each two columns of win rates are, over the same decks."""
    keys = table.select("field", "player").unique(maintain_order=True).rows()
    columns = {key: table.filter(field=key[0], player=key[1])["share"].to_numpy() for key in keys}
    games = table["games"][0]
    return pl.DataFrame(
        [
            {
                "field": first[0], "player": first[1],
                "other_field": second[0], "other_player": second[1],
                "decks": len(columns[first]),
                "correlation": float(spearmanr(columns[first], columns[second]).statistic),
                "alike": ordered_alike(columns[first], columns[second], games),
                "difference": float(np.abs(columns[first] - columns[second]).mean()),
            }
            for first, second in combinations(keys, 2)
        ]
    )  # fmt: skip


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument(
        "metagames", type=Path, nargs="+", help="metagames of one date, or extracts"
    )
    parser.add_argument(
        "--decks", type=Path, nargs="+", default=[], metavar="METAGAME",
        help="further metagames of the date, whose decks play, too",
    )  # fmt: skip
    parser.add_argument("--players", nargs="+", default=list(PLAYERS), choices=PLAYERS)
    parser.add_argument("--deals", type=int, default=600, help="each is a game in both seats")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    found = shares(asked.metagames, asked.decks, asked.players, asked.deals, asked.threads)
    write_table(asked.out / "shares.parquet", found)
    tables = {"agreement": agreement(found.filter(~pl.col("is_further")))}
    if asked.decks:
        tables["agreement-all"] = agreement(found)
    write_csv(asked.out, tables)
    print(pl.read_csv(asked.out / "agreement.csv"))


if __name__ == "__main__":
    main()
