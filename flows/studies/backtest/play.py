"""A backtest: each nerf by itself, in equal deals before and after, and the scores of all cards.

::

    DIR/backtest.json                     the settings, and the digest of the code
    DIR/metagames/classic14.parquet       what is tested, and the decks of the equilibrium
    DIR/decks/classic14.parquet           a metagame's decks near the equilibrium, and played ones
    DIR/ranked/classic14.parquet          the cards of the date with their scores
    DIR/games/classic14-before-3.parquet  a deck with the cards of the date
    DIR/games/classic14-EX1_116-3.parquet the same deck with one nerf, in the same deals
    DIR/report/                           the report; can be written again
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import numpy as np
import polars as pl

from engine.card_data import CardData
from engine.decks import Patch, deck_code, deck_from_code
from engine.history import PERIODS, Nerf, first_nerfs
from engine.patches import nerfed
from flows.studies.backtest.settings import Backtest
from flows.studies.meta.answers import is_settled
from flows.studies.meta.directory import decks_of, fine_field_of, opponents_in, table_of
from flows.studies.meta.play import FILE as META
from flows.studies.meta.tables import near_and_played
from models.metagame.backtest import BacktestConfig, DatedMetagame, losses, within
from models.metagame.config import MetaConfig
from models.players.decks import Opponent, opponents_of
from models.problems.decks import solutions_of
from models.statistics.card_worth import centred_worth
from tasks.games.play import play_both_seats
from tasks.games.seeds import Purpose, games_seed
from tasks.reports.results import read_results
from tasks.storage.files import StoreError, keyed
from tasks.storage.settings import SettingsFile
from tasks.tracking.mlflow_run import ParentTracking

#: In place of a card: the cards of the date.
BEFORE = "before"
#: The scores of a card by what they are, and the baselines.
SCORES = {
    "effect": "effect of a copy on the win rate, over all decks of all searches",
    "presence": "copies in decks near the equilibrium, by share",
    "loss": "what the best deck of each class loses without it",
}
BASELINES = {
    "low_cost": "baseline: low cost",
    "stats": "baseline: attack and health, minus twice the cost",
    "played": "baseline: number of played decks that have it",
}


def source_of(path: Path) -> DatedMetagame:
    """The metagame in a directory.

    Raises:
        StoreError: There is none, or it is not finished, or not of a date.
    """
    config, _ = META.load(path)
    if not config.player.patch.is_dated:
        raise StoreError(f"{path}: a metagame without a date; make one with `meta --date`")
    ended = table_of(path, "answers").numbers()
    is_whole = len(ended) >= config.rounds or (ended and is_settled(path, config, ended[-1]))
    if not is_whole:
        raise StoreError(
            f"{path}: {len(ended)} of {config.rounds} rounds have ended; run its command again"
        )
    files = [path / META.name, table_of(path, "equilibria").path(ended[-1])]
    codes = decks_of(path, ended[-1])["code"].to_list()
    digest = sha256(b"".join(file.read_bytes() for file in files) + "".join(codes).encode())
    day = config.player.patch.day
    names = {day: name for name, day in PERIODS.items()}
    return DatedMetagame(name=names.get(day, day), day=day, digest=digest.hexdigest()[:16])


def _fixed(config: BacktestConfig, other: BacktestConfig) -> dict[str, Any]:
    """All settings that may not change: there may be more metagames."""
    there = {each.name for each in other.metagames}
    same = {each.name: each.digest for each in config.metagames if each.name in there}
    return config.model_dump(mode="json", exclude={"metagames"}) | {"metagames": same}


def _more(path: Path, there: BacktestConfig, wanted: BacktestConfig) -> BacktestConfig:
    names = {each.name for each in wanted.metagames}
    older = [each for each in there.metagames if each.name not in names]
    both = sorted((*older, *wanted.metagames), key=lambda each: each.day)
    return wanted.but(metagames=tuple(both))


FILE = SettingsFile(Backtest.files[0], "backtest", BacktestConfig, "backtest", _fixed, _more)


@dataclass(frozen=True)
class Metagame:
    """A finished metagame to test."""

    source: DatedMetagame  #: Its name, day and digest
    config: MetaConfig  #: Its settings
    rounds: int  #: Its rounds, as many as have been played
    #: Its decks near the equilibrium, then those that people played: name, hero, code, share, value
    #: (win rate against the equilibrium) and `is_played`
    decks: pl.DataFrame
    field: Sequence[Opponent]  #: The decks of its equilibrium, each as often as its share

    @classmethod
    def read(cls, path: Path) -> Self:
        """Reads a metagame; raises as `source_of`."""
        source, (config, _) = source_of(path), META.load(path)
        decks = near_and_played(path)
        last = table_of(path, "answers").numbers()[-1]
        return cls(source, config, last + 1, decks, fine_field_of(path, last))

    @property
    def nerfs(self) -> dict[str, list[Nerf]]:
        """The nerfs to test: the first one of each card of the date, by card."""
        missing = self.config.player.patch.missing
        found = first_nerfs(self.source.day)
        return {card: parts for card, parts in found.items() if card not in missing}

    def patch(self, what: str) -> Patch:
        """The cards of the date, or those with the nerf of a card."""
        base = self.config.player.patch
        return base if what == BEFORE else nerfed(base, self.nerfs[what])

    def about(self) -> pl.DataFrame:
        """One row: what is tested."""
        config = self.config
        facts = {
            "metagame": self.source.name,
            "day": self.source.day,
            "patch": config.player.patch.name,
            "rounds": self.rounds,
            "search_games": config.search_games,
            "temperature": config.temperature,
            "draws": config.draws,
            "field": [deck_code(each.deck) for each in self.field],
            "settings": config.model_dump_json(exclude={"player": {"patch"}}),
            "source": self.source.digest,
            "cards": config.player.rules().digest,
        }
        return pl.DataFrame([facts])

    def ranked(self, searches: Path) -> pl.DataFrame:
        """The cards of the date with their scores."""
        return rank_cards(self.config.player.patch.cards, self.nerfs, self.decks, searches)

    def tests(self) -> Iterator[tuple[str, int]]:
        """What is played: each deck with the cards of the date, then with each of its nerfs."""
        decks = range(self.decks.height)
        yield from ((BEFORE, deck) for deck in decks)
        copies = copies_in(self.decks["code"])
        for card in self.nerfs:
            yield from ((card, deck) for deck in decks if copies[deck][card])


def play(asked: Backtest, folder: Path, study: BacktestConfig, tracking: ParentTracking) -> bool:
    """Plays the games that are missing."""
    for path in asked.metagames:
        metagame = Metagame.read(path)
        key = (metagame.source.name,)
        prepared: dict[str, Callable[[], pl.DataFrame]] = {
            "metagames": metagame.about,
            "decks": metagame.decks.clone,
            "ranked": partial(metagame.ranked, path / "searches"),
        }
        for name, table in prepared.items():
            keyed(folder / name).fill(key, table)
        for what, deck in metagame.tests():
            play_it = partial(play_deck, metagame, what, deck, study, asked.threads)
            keyed(folder / "games").fill((*key, what, deck), play_it)
    return True


def play_deck(
    metagame: Metagame, what: str, deck: int, study: BacktestConfig, threads: int | None
) -> pl.DataFrame:
    """Plays a deck against the equilibrium and against each deck, in deals that are its own.

    Returns:
        One row: `won`, whether the deck won each game against the equilibrium, by round, seat and
        opponent; `wins`, of its games against each deck.
    """
    player = metagame.config.player.but(patch=metagame.patch(what))
    decks = opponents_of(opponents_in(metagame.decks.with_row_index("deck")))
    rounds = -(-study.games // (2 * len(metagame.field))), study.pair_games // 2
    results = []
    for place, (others, n) in enumerate(zip((metagame.field, decks), rounds, strict=True)):
        index = int(metagame.source.day.replace("-", "")) * 10_000 + 2 * deck + place
        seed = games_seed(study.seed, Purpose.BACKTEST, index)
        label = f"{metagame.source.name}, {what}, deck {deck}"
        sides = play_both_seats([decks[deck]], others, player, n, seed, label, threads)
        results.append(np.stack([each[:, 0] for each in sides]))
    field, pairs = results
    return pl.DataFrame(
        {
            "won": [field.transpose(1, 0, 2).ravel().tolist()],
            "wins": [pairs.sum(axis=(0, 1)).tolist()],
        },
        schema={"won": pl.List(pl.Boolean), "wins": pl.List(pl.Int64)},
    )


def rank_cards(
    cards: Sequence[CardData], nerfs: Mapping[str, list[Nerf]], decks: pl.DataFrame, searches: Path
) -> pl.DataFrame:
    """The cards of a date with all scores.

    Args:
        nerfs: The nerfs after the date, by card.
        decks: A metagame's decks, as `Metagame` has them.

    Returns:
        A row per card: card, name, cost, kind and nerfed (the day), null without a nerf, and a
        column of each of `SCORES` and `BASELINES`; a higher number means a likelier nerf.
    """
    ids = [card.id for card in cards]
    copies = np.array([[has[card] for card in ids] for has in copies_in(decks["code"])])
    is_played = decks["is_played"].to_numpy()
    # Scores know the decks that were found only; those that people played are a baseline.
    found = ~is_played
    heroes, values, shares = (decks[name].to_numpy()[found] for name in ("hero", "value", "share"))
    first = {card: parts[0] for card, parts in nerfs.items()}
    bodies = [card.attack + max(card.health, card.durability) for card in cards]
    costs = np.array([card.cost for card in cards])
    return pl.DataFrame(
        {
            "card": ids,
            "name": [card.name for card in cards],
            "cost": costs,
            "kind": [first[card].kind if card in first else None for card in ids],
            "nerfed": [first[card].day if card in first else None for card in ids],
            "effect": effects(searches, ids),
            "presence": shares @ copies[found],
            "loss": losses(values, copies[found] > 0, heroes, shares),
            "low_cost": -costs.astype(np.float64),
            "stats": np.array(bodies, np.float64) - 2 * costs,
            "played": (copies[is_played] > 0).sum(axis=0).astype(np.float64),
        },
        schema_overrides={"kind": pl.String, "nerfed": pl.String},
    )


def copies_in(codes: Iterable[str]) -> list[Counter[str]]:
    """The copies of each card in decks, by their codes."""
    return [Counter(deck_from_code(code, format=None).cards) for code in codes]


def effects(searches: Path, ids: Sequence[str]) -> np.ndarray:
    """The effect of a copy of each card on the win rate, over all decks of all searches.

    Rounds have different fields, and classes different cards. So decks are compared within a
    search.
    """
    column = {card: place for place, card in enumerate(ids)}
    parts, rates, groups = [], [], []
    for number, path in enumerate(sorted(each for each in searches.iterdir() if each.is_dir())):
        results = read_results(path)
        solutions = solutions_of(results.evaluations)
        counts = np.zeros((len(solutions), len(ids)), np.float32)
        counts[:, [column[card] for card in results.pool.ids]] = solutions
        parts.append(counts)
        rates.append(results.evaluations["win_rate"].to_numpy())
        groups.append(np.full(len(solutions), number))
    group = np.concatenate(groups)
    return centred_worth(within(np.concatenate(parts), group), within(np.concatenate(rates), group))
