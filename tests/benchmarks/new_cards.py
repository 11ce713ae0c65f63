"""Whether a design calls those new cards strong that people played.

    python -m tests.benchmarks.new_cards docs/design/brm15-tgt --patch docs/design/tgt.yaml

The patch's comments say which cards were played. The score of a card is the highest gain of a deck
that takes it; a card that no deck can take has the lowest. Writes `ranking.csv`: the area under the
ROC curve with 95 % limits of a bootstrap over cards, of the cards with a score, and of all.
"""

import re
from pathlib import Path

import numpy as np
import polars as pl

from models.metagame.backtest import area_with_limits
from tasks.storage.files import read_table, write_csv
from tests.benchmarks.figures import parser_of

PLAYED = re.compile(r"^#   (\S.*?) +(yes|no) ", re.MULTILINE)


def ranking(extract: Path, patch: Path) -> pl.DataFrame:
    """The area of the scored cards, and of all cards."""
    played = dict(PLAYED.findall(patch.read_text(encoding="utf-8")))
    names = read_table(extract / "designed.parquet").select("card", "name").unique()
    best = read_table(extract / "takers.parquet").group_by("card").agg(pl.max("gain"))
    gains = dict(names.join(best, on="card", how="left").select("name", "gain").iter_rows())
    rows = []
    for cards, chosen in (("with a score", gains), ("all", played)):
        scores = np.array([-np.inf if gains.get(name) is None else gains[name] for name in chosen])
        hit = np.array([played[name] == "yes" for name in chosen])
        area, low, high = area_with_limits(scores, hit)
        rows.append({"cards": cards, "n": len(hit), "area": area, "low": low, "high": high})
    return pl.DataFrame(rows)


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("extract", type=Path, help="folder of a design, or its extract")
    parser.add_argument("--patch", type=Path, required=True, help="YAML file of the new cards")
    asked = parser.parse_args()
    table = ranking(asked.extract, asked.patch)
    write_csv(asked.extract, {"ranking": table})
    print(table)


if __name__ == "__main__":
    main()
