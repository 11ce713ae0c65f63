"""The deck doctor's advice, tested on decks that people published: new deals, the same players.

    python -m tests.benchmarks.doctor --out runs/doctor-advice --into docs/deck-doctor

examines twelve decks as `deck` does by default, then plays its advice on deals that no examination
has: every finalist of the swaps, and the mulligan against the players' own rule. It goes on where
it was stopped, and writes `swaps.csv`, `mulligan.csv` and `report.md`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.card_data import card_data, collectible_cards
from engine.decks import Deck, class_pool, deck_from_code
from models.doctor.examination import examine
from models.doctor.mulligan import mulligan_guide, rule_of
from models.metagame.swaps import Limits
from models.players.config import PlayerConfig
from models.players.decks import named_deck, opponent_suite
from models.players.field import Field, as_opponent
from models.statistics.intervals import Z
from tasks.reports.pages import table
from tasks.storage.files import Pieces, write_bytes, write_csv
from tests.benchmarks.figures import parser_of

DECKS = (
    "Zoolock", "Midrange Hunter", "Miracle Rogue", "Control Warrior", "Handlock", "Freeze Mage",
    "Combo Druid", "Undertaker Hunter", "Zoo 2014", "Mech Mage", "Patron Warrior", "Aggro Paladin",
)  # fmt: skip
SWAP_DEALS, MULLIGAN_DEALS = 1_000, 5_000
#: Examinations have seed 1; deals of the test are of another seed.
TEST_SEED = 37
#: Swaps that the criterion looks at.
BEST = 10


def field_of(seed: int, threads: int | None) -> Field:
    """The opponents and players of `deck` by default."""
    player = PlayerConfig(
        fidelity="fair", format="blackrock", scorer="value", opponents_scorer="value"
    )
    return Field(opponent_suite("brm15"), player, seed, threads)


def tested_swaps(deck: Deck, swaps: pl.DataFrame, field: Field) -> pl.DataFrame:
    """The finalists with what they win more than the deck on new deals."""
    decks = [deck, *(deck_from_code(code, format=None) for code in swaps["code"])]
    in_order = [_in_places(deck, each) for each in decks]
    won = field.play_all([as_opponent(each) for each in in_order], 0, SWAP_DEALS).mean(axis=2)
    gains = won[1:] - won[0]
    names = pl.element().replace_strict({card.id: card.name for card in collectible_cards()})
    shown = swaps.with_columns(pl.col("out", "into").list.eval(names).list.join(", "))
    error = gains.std(axis=1, ddof=1) / np.sqrt(SWAP_DEALS)
    return shown.with_columns(tested=pl.Series(gains.mean(axis=1)), tested_error=pl.Series(error))


def _in_places(deck: Deck, other: Deck) -> Deck:
    """Another deck with the cards that both have in the places of the first."""
    left, places = list(other.cards), list[str | None]([])
    for card in deck.cards:
        places.append(card if card in left else None)
        if card in left:
            left.remove(card)
    cards = tuple(left.pop() if card is None else card for card in places)
    return Deck(other.name, other.hero, cards)


def tested_mulligan(deck: Deck, choices: pl.DataFrame, field: Field) -> pl.DataFrame:
    """The advice against the players' own rule: games won more on the same deals."""
    kinds = [each.scorer for each in field.opponents]
    rule = rule_of(deck, field)
    costs = {card: card_data(card).cost for card in rule}
    guide = mulligan_guide(choices, costs, kinds)
    ways = [as_opponent(deck, tuple(rule.items()))]
    for kind in dict.fromkeys(kinds):
        rows = guide.filter(kind=kind).select("card", "keep").rows()
        ways.append(as_opponent(deck, tuple(rows)))
    deals = np.arange(MULLIGAN_DEALS).repeat(2)
    seats = np.tile([0, 1], MULLIGAN_DEALS)
    of_kind = np.array([1 + list(dict.fromkeys(kinds)).index(kind) for kind in kinds])
    by_rule = field.play(ways, np.zeros(len(deals), int), deals, seats)
    advised = field.play(ways, of_kind[deals % len(kinds)], deals, seats)
    change = (advised.astype(float) - by_rule).reshape(-1, 2).mean(axis=1)
    differing = guide.filter(kind="all").filter(
        pl.col("keep") != pl.col("card").replace_strict(rule, return_dtype=pl.Boolean)
    )
    row = {
        "deck": deck.name, "games": len(deals), "by_rule": float(by_rule.mean()),
        "advised": float(advised.mean()), "change": float(change.mean()),
        "error": float(change.std(ddof=1) / np.sqrt(len(change))),
        "cards_that_differ": differing.height,
    }  # fmt: skip
    return pl.DataFrame([row])


def test_deck(name: str, threads: int | None) -> dict[str, pl.DataFrame]:
    """Examines a deck and tests the advice."""
    deck, field = named_deck(name), field_of(1, threads)
    found = examine(deck, class_pool(deck.hero, "blackrock"), field, Limits())
    new = field_of(TEST_SEED, threads)
    choices = found.results.filter(part="forced")
    return {
        "swaps": tested_swaps(deck, found.swaps, new).with_columns(deck=pl.lit(name)),
        "mulligan": tested_mulligan(deck, choices, new),
    }


def report(tables: Mapping[str, pl.DataFrame]) -> str:
    """The results as Markdown."""
    swaps, mulligan = tables["swaps"], tables["mulligan"]
    best = swaps.filter(pl.col("chance") >= 0.9).sort("change", descending=True).head(BEST)
    bins = [(0.0, 0.5), (0.5, 0.9), (0.9, 0.99), (0.99, 1.01)]
    rows = []
    for low, high in bins:
        part = swaps.filter((pl.col("chance") >= low) & (pl.col("chance") < high))
        if part.height:
            better = part.filter(pl.col("tested") > 0).height
            said = f"{low:.2f} to {min(high, 1):.2f}", f"{part['chance'].to_numpy().mean():.2f}"
            rows.append([*said, f"{better} of {part.height}"])
    total = mulligan["change"].to_numpy()
    error = float(np.sqrt((mulligan["error"].to_numpy() ** 2).sum()) / len(total))
    ahead = mulligan.filter(pl.col("change") >= 0).height
    of_swaps = ["deck", "out", "in", "said", "on new deals (95 %)"]
    of_mulligan = ["deck", "by the players' rule", "by the advice", "change (95 %)",
                   "cards that differ"]  # fmt: skip
    return f"""# The deck doctor's advice, tested

## The ten best swaps

{table(of_swaps, [_swap(row) for row in best.to_dicts()])}
{best.filter(pl.col("tested") > 0).height} of {best.height} are improvements, each in {
        2 * SWAP_DEALS:,} new games of the deck and of its version.

## Chances

{table(["chance said", "mean", "improvements on new deals"], rows)}
## Mulligan

{table(of_mulligan, [_mulligan(row) for row in mulligan.to_dicts()])}
The advice wins at least as often as the rule with {ahead} of {mulligan.height} decks, {
        MULLIGAN_DEALS * 2:,} games each; the mean change is {total.mean():+.2%} ({
        total.mean() - Z * error:+.2%} to {total.mean() + Z * error:+.2%}).
"""


def _limits(mean: float, error: float) -> str:
    return f"{mean:+.1%} ({mean - Z * error:+.1%} to {mean + Z * error:+.1%})"


def _swap(row: Mapping[str, Any]) -> list[str]:
    tested = _limits(row["tested"], row["tested_error"])
    return [row["deck"], row["out"], row["into"], f"{row['change']:+.1%}", tested]


def _mulligan(row: Mapping[str, Any]) -> list[str]:
    rates, change = [f"{row[name]:.1%}" for name in ("by_rule", "advised")], row["change"]
    return [row["deck"], *rates, _limits(change, row["error"]), f"{row['cards_that_differ']}"]


def main() -> None:
    """Plays what is missing and writes the report."""
    parser = parser_of(__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=None)
    given = parser.parse_args()
    pieces = {name: Pieces[str](given.out / name, str) for name in ("swaps", "mulligan")}
    for name in pieces["mulligan"].missing(DECKS):
        for kind, found in test_deck(name, given.threads).items():
            pieces[kind].write(name, found)
        print(name, flush=True)
    tables = {kind: pl.concat([of.read(name) for name in DECKS]) for kind, of in pieces.items()}
    write_csv(given.into, tables)
    write_bytes(given.into / "report.md", report(tables).encode())


if __name__ == "__main__":
    main()
