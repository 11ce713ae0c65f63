"""The extract of a backtest: the effect of each nerf by itself, and the ranked cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import polars as pl

from engine.history import LAST_DAY
from flows.studies.backtest.play import BASELINES, BEFORE, FILE, SCORES, copies_in
from models.metagame.backtest import BacktestConfig, area_with_limits, change_of
from models.metagame.equilibrium import equilibrium_after
from tasks.games.seeds import Purpose, sequence
from tasks.storage.files import keyed, not_empty

#: Which nerfed cards a ranking should find.
KINDS = {
    "all": ("board", "combo", "draw", "ramp"),
    "board": ("board",),
    "combo, draw, ramp": ("combo", "draw", "ramp"),
}
_NERF = {
    "metagame": pl.String, "card": pl.String, "name": pl.String, "kind": pl.String,
    "day": pl.String, "decks": pl.Int64, "change": pl.Float64, "error": pl.Float64,
    "change_others": pl.Float64, "error_others": pl.Float64, "field_share": pl.Float64,
    "share_before": pl.Float64, "share_after": pl.Float64,
}  # fmt: skip
_DECK = {
    "metagame": pl.String, "card": pl.String, "name": pl.String, "is_played": pl.Boolean,
    "copies": pl.Int64, "games": pl.Int64, "before": pl.Float64, "after": pl.Float64,
    "change": pl.Float64, "error": pl.Float64, "share_before": pl.Float64,
    "share_after": pl.Float64,
}  # fmt: skip


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """As `PublishedReport.extract`, of the metagames whose games have ended."""
    config, digests = FILE.load(path)
    found = (Tested.read(path, config, each.name) for each in config.metagames)
    tested = [each for each in found if each is not None]
    ended = not_empty(path, tested, "no metagame has ended")
    effects = [each.effect(card) for each in ended for card in each.nerfs.to_dicts()]
    decks = [row for _, rows in effects for row in rows]
    ranked = [each.ranked.select(pl.lit(each.name).alias("metagame"), pl.all()) for each in ended]
    return {
        "backtest": pl.DataFrame([each.about | {"code": digests["code"]} for each in ended]),
        "nerfs": pl.DataFrame([row for row, _ in effects], _NERF),
        "nerfed_decks": pl.DataFrame(decks, _DECK),
        "ranked": pl.concat(ranked),
    }


class Games(NamedTuple):
    """The games of the decks that have a card."""

    decks: list[int]  #: Their numbers
    won: np.ndarray  #: (n_decks, n_games) array of bool: games won against the equilibrium
    wins: np.ndarray  #: (n_decks, n) array of int64: games won against each deck of the metagame

    @classmethod
    def of(cls, decks: list[int], played: Sequence[pl.DataFrame]) -> Self:
        """The games of decks, of which `play.play_deck` made a table each."""
        won, wins = ([each[name].item().to_numpy() for each in played] for name in cls._fields[1:])
        return cls(decks, np.array(won), np.array(wins))


@dataclass(frozen=True)
class Tested:
    """A metagame whose games have ended."""

    name: str  #: The name of its date
    about: dict[str, Any]  #: What is tested, and with how many games
    field: list[str]  #: Codes of the decks of the equilibrium, each as often as its share
    decks: pl.DataFrame  #: The decks, as `play.Metagame` has them
    ranked: pl.DataFrame  #: The cards of the date
    #: By nerfed card; `BEFORE` has those of all decks with the cards of the date
    games: dict[str, Games]
    config: BacktestConfig  #: The settings of the backtest

    @classmethod
    def read(cls, path: Path, config: BacktestConfig, name: str) -> Self | None:
        """Reads a metagame of a backtest; None if it has not ended."""
        tables = [keyed(path / each) for each in ("metagames", "decks", "ranked")]
        if any(table.missing([(name,)]) for table in tables):
            return None
        about, decks, ranked = (table.read((name,)) for table in tables)
        copies, games = copies_in(decks["code"]), {}
        for what in (BEFORE, *ranked.drop_nulls("nerfed")["card"]):
            having = [deck for deck, has in enumerate(copies) if what == BEFORE or has[what]]
            keys = [(name, what, deck) for deck in having]
            if keyed(path / "games").missing(keys):
                return None
            games[what] = Games.of(having, [keyed(path / "games").read(key) for key in keys])
        facts = about.drop("field").row(0, named=True)
        facts |= {"games": games[BEFORE].won.shape[1], "pair_games": config.pair_games}
        field = about["field"].item().to_list()
        return cls(name, facts, field, decks, ranked, games, config)

    @property
    def nerfs(self) -> pl.DataFrame:
        """The nerfed cards of the date, the oldest nerf first."""
        return self.ranked.drop_nulls("nerfed").sort("nerfed", "card")

    def effect(self, card: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """A nerf's rows of the tables `nerfs` and `nerfed_decks`, by its card's row in `ranked`."""
        having, after, _ = self.games[card["card"]]
        row = {"metagame": self.name, "card": card["card"], "decks": len(having)}
        whole = row | {"name": card["name"], "kind": card["kind"], "day": card["nerfed"]}
        if not having:
            return whole, []
        before = self.games[BEFORE].won[having]
        has = np.array([copies[card["card"]] > 0 for copies in copies_in(self.field)])
        others = ~np.tile(has, before.shape[1] // len(has))
        shares = self.shares(card["card"])
        deck_rows = [
            row | self._deck(deck, card["card"], before[[place]], after[[place]], shares)
            for place, deck in enumerate(having)
        ]
        whole |= dict(zip(("change", "error"), change_of(before, after), strict=True))
        without = change_of(before[:, others], after[:, others])
        whole |= dict(zip(("change_others", "error_others"), without, strict=True))
        sums = {name: float(each[having].sum()) for name, each in shares.items()}
        return whole | {"field_share": float(has.mean())} | sums, deck_rows

    def _deck(
        self, deck: int, card: str, before: np.ndarray, after: np.ndarray, shares: dict[str, Any]
    ) -> dict[str, Any]:
        facts = self.decks.select("name", "is_played").row(deck, named=True)
        change, error = change_of(before, after)
        return facts | {
            "copies": copies_in([self.decks["code"][deck]])[0][card],
            "games": before.size, "before": float(before.mean()), "after": float(after.mean()),
            "change": change, "error": error,
            **{name: float(each[deck]) for name, each in shares.items()},
        }  # fmt: skip

    def shares(self, card: str) -> dict[str, np.ndarray]:
        """The decks' shares in the equilibrium of all decks before and after a nerf.

        Both have the same deals, and the same seed of their draws.
        """
        having, _, wins = self.games[card]
        before = self.games[BEFORE].wins
        changed = np.isin(np.arange(len(before)), having)
        after = before.copy()
        after[having] = wins
        seed, about = sequence(self.config.seed, Purpose.BACKTEST), self.about
        how = self.config.pair_games, changed, about["temperature"], about["draws"], seed
        sides = {"share_before": before, "share_after": after}
        return {name: equilibrium_after(rows, *how).shares for name, rows in sides.items()}


def areas(backtest: pl.DataFrame, ranked: pl.DataFrame) -> pl.DataFrame:
    """How well each score ranks the nerfed cards of each date before the others.

    Positives are cards nerfed by a day, negatives all cards that were not nerfed by then.

    Returns:
        Columns metagame, until (the day), cards (of `KINDS`), score, auc with 95 % limits of a
        bootstrap over cards, nerfed and others (their numbers).
    """
    rows = []
    for name, day in backtest.select("metagame", "day").iter_rows():
        cards = ranked.filter(metagame=name)
        for until in (f"{int(day[:4]) + 1}{day[4:]}", "2016-12-31", LAST_DAY):
            is_late = pl.col("nerfed").is_null() | (pl.col("nerfed") > until)
            for which, kinds in KINDS.items():
                counted = cards.filter(is_late | pl.col("kind").is_in(kinds))
                hit = ~counted.select(is_late).to_series().to_numpy()
                facts = {"metagame": name, "until": until, "cards": which}
                numbers = {"nerfed": int(hit.sum()), "others": int((~hit).sum())}
                for score in (*SCORES, *BASELINES):
                    found = area_with_limits(counted[score].to_numpy(), hit)
                    limits = dict(zip(("auc", "low", "high"), found, strict=True))
                    rows.append(facts | {"score": score} | limits | numbers)
    return pl.DataFrame(rows)
