"""The extract of a metagame: its decks by archetype, matchups, and the answers of each round."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.card_data import did_you_mean
from engine.decks import Deck, Patch, PatchError, deck_from_code
from engine.input_files import path_of
from flows.studies.meta.answers import RACED, with_limits
from flows.studies.meta.directory import decks_of, matchups_of, table_of
from flows.studies.meta.play import FILE
from models.metagame.config import SLOTS, MetaConfig
from models.metagame.equilibrium import CLOSE, slots
from models.players.decks import SUITES, OpponentDeck, decks_of_codes
from models.settings.config import ConfigError
from models.settings.patches import as_patch
from tasks.storage.files import StoreError, not_empty, read_table
from tasks.storage.settings import validated

#: The extract's tables: what a row is.
EXTRACT = {
    "meta": "the metagame: format, patch and its content, rounds, sizes, settings, digests",
    "decks": "a deck: round in which it joined, share, win rate against the equilibrium, archetype",
    "matchups": "a pair of decks in that order: games, wins, and the expected win rate",
    "answers": "a finalist of a class's races in a round: share of games won against the "
    "equilibrium; with new games if `confirmed`",
    "rivals": "a deck that no round knew: share of games won, and the nearest deck found",
    "attackers": "another algorithm's best deck of a class: share of new games won",
}
#: Results that the report adds.
RESULTS = {"archetypes": "an archetype, most played first: share, win rate, most played deck"}

#: Cards that decks of one archetype have in common, at least, of 30.
ALIKE = 18
#: How far below half of the games a deck may win against the equilibrium to be near it.
NEAR = 0.03
_RIVALS = {"name": pl.String} | RACED
_ATTACKERS = RACED | {"confirmed": pl.Boolean}


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """As `PublishedReport.extract`, of the rounds that have ended."""
    config, digests = FILE.load(path)
    rounds = not_empty(path, table_of(path, "answers").numbers(), "no round has ended")
    last = rounds[-1]
    answers = [
        table_of(path, "answers").read(each).with_columns(round=pl.lit(each)) for each in rounds
    ]
    decks = _decks(path, config, last)
    return {
        "meta": pl.DataFrame([_about(config, digests, len(rounds))]),
        "decks": decks,
        "matchups": _matchups(path, last),
        "answers": with_limits(pl.concat(answers), len(config.classes)),
        "rivals": _rivals(path, decks, last),
        "attackers": _attackers(path, config, last),
    }


def tables_in(path: Path) -> dict[str, pl.DataFrame]:
    """The extract in a folder, or that of a metagame; raises as `extract`."""
    files = {name: path / f"{name}.parquet" for name in EXTRACT}
    if all(file.is_file() for file in files.values()):
        tables = {name: read_table(file) for name, file in files.items()}
        patch_in(tables["meta"])
        return tables
    return extract(path.absolute())


def config_in(path: Path) -> MetaConfig:
    """The settings of a metagame, or of its extract.

    Raises:
        StoreError: There is no metagame, or the cards of its extract are not known here.
    """
    if (path / FILE.name).is_file():
        return FILE.load(path)[0]
    meta = tables_in(path)["meta"]
    facts, patch = json.loads(meta["settings"].item()), patch_in(meta)
    if patch is None:
        advice = "give the directory of the run, which has it"
        raise StoreError(f"{path}: an extract without its patch {meta['patch'].item()}; {advice}")
    facts["player"]["patch"] = patch
    return validated(MetaConfig, facts, f"{path}: a metagame", "use the code that wrote it")


def near_and_played(path: Path) -> pl.DataFrame:
    """A metagame's decks near its equilibrium, then those that people played, of a run or extract.

    Returns:
        Columns name, hero, code, share (0 for played decks), value (win rate against the
        equilibrium) and is_played.
    """
    tables = tables_in(path)
    near = tables["decks"].filter(pl.col("value") >= 0.5 - NEAR)
    near = near.with_columns(name=pl.format("{} ({})", "name", "deck"))
    played = tables["rivals"].with_columns(value="share", share=pl.lit(0.0))
    both = (near.with_columns(is_played=False), played.with_columns(is_played=True))
    columns = ("name", "hero", "code", "share", "value", "is_played")
    return pl.concat([each.select(columns) for each in both])


def patch_in(meta: pl.DataFrame) -> Patch | None:
    """The patch of an extract; its new cards, which decks may have, are known from then on.

    None if an older extract has only the name of the patch, which this code does not know.

    Raises:
        StoreError: A line or a change of the patch cannot be read.
    """
    about = meta.row(0, named=True)
    try:
        return as_patch(json.loads(about.get("patch_content") or json.dumps(about["patch"])))
    except PatchError as error:
        if "patch_content" in about:
            raise StoreError(f"the metagame's patch: {error}") from None
        return None


def decks_to_start(path: Path) -> tuple[OpponentDeck, ...]:
    """The decks of a metagame that are worth answering, with which another one can start.

    They are those with `CLOSE` of its equilibrium or more, and the best deck of each class. Of the
    last round's best answers and the attackers' decks, they are those that win half of their games.
    """
    tables = tables_in(path)
    answers = tables["answers"].filter(pl.col("round") == pl.col("round").max(), "confirmed")
    decks = tables["decks"].sort("value", descending=True, maintain_order=True)
    best = decks.unique("hero", keep="first", maintain_order=True)
    others = [each.filter(pl.col("share") >= 0.5) for each in (answers, tables["attackers"])]
    parts = [best, decks.filter(pl.col("share") >= CLOSE), *others]
    found = pl.concat([each.select("hero", "code") for each in parts]).unique(maintain_order=True)
    return decks_of_codes([hero.capitalize() for hero in found["hero"]], found["code"])


def find_opponents(name: str) -> str | tuple[OpponentDeck, ...]:
    """The name of a suite; of a metagame's folder the decks of its last equilibrium.

    They are in `SLOTS` slots, each as often as its share.

    Raises:
        ConfigError: Neither a suite nor a folder.
        StoreError: The folder is no metagame.
    """
    if name in SUITES:
        return name
    folder = path_of(name)
    if not folder.is_dir():
        advice = f"use {', '.join(SUITES)} or the folder of a metagame"
        hint = did_you_mean(name, SUITES, advice)
        raise ConfigError(f"--opponents {name}: no such suite or folder; {hint}")
    decks = tables_in(folder)["decks"]
    names = [f"{name} ({deck})" for deck, name in decks.select("deck", "name").iter_rows()]
    named = decks_of_codes(names, decks["code"])
    return tuple(named[deck] for deck in slots(decks["share"].to_numpy(), SLOTS))


def _about(config: MetaConfig, digests: dict[str, str], ended: int) -> dict[str, Any]:
    return {
        "format": config.player.format,
        "patch": config.player.patch.name,
        "patch_content": json.dumps(config.player.patch.content()),
        "rounds": ended,
        "classes": len(config.classes),
        "search_games": config.search_games,
        "last_search_games": config.search_games_in(ended - 1),
        "last_race_games": config.games_in(ended - 1, config.race_games),
        "race_games": config.race_games,
        "attacker_games": config.attacker_games,
        "pair_games": config.pair_games,
        "close_games": config.close_games or config.pair_games,
        "seed": config.seed,
        "settings": config.model_dump_json(exclude={"player": {"patch"}}),
        "code": digests["code"],
        "cards": digests["cards"],
    }


def _decks(path: Path, config: MetaConfig, last: int) -> pl.DataFrame:
    """All decks with their share and value in the last equilibrium, archetype and name."""
    table = decks_of(path, last).join(table_of(path, "equilibria").read(last), on="deck")
    decks = [deck_from_code(code, format=None) for code in table["code"]]
    leaders = leaders_of(decks, table["share"].to_numpy())
    names = distinct_names(decks, leaders, config)
    return table.with_columns(
        archetype=pl.Series(leaders), name=pl.Series([names[leader] for leader in leaders])
    )


def _rivals(path: Path, decks: pl.DataFrame, last: int) -> pl.DataFrame:
    """Rivals against the equilibrium, with 95 % limits, and what is nearest to them.

    `nearest` is the deck of the same class in the metagame with most cards in common, and `common`
    their number. Only decks that win at least 47 % against the equilibrium count.
    """
    table = table_of(path, "rivals")
    rows = table.read(last) if table.path(last).exists() else pl.DataFrame(schema=_RIVALS)
    near = decks.filter(pl.col("value") >= 0.5 - NEAR)
    found = [nearest(rival, near) for rival in rows["code"]]
    columns = {"nearest": [deck for deck, _ in found], "common": [n for _, n in found]}
    kinds = dict.fromkeys(columns, pl.Int64)
    return with_limits(rows, 1).with_columns(pl.DataFrame(columns, kinds))


def _attackers(path: Path, config: MetaConfig, last: int) -> pl.DataFrame:
    """Each class's best attacker in new games; no rows if the last round had no attacks."""
    table = table_of(path, "attackers")
    rows = table.read(last) if table.path(last).exists() else pl.DataFrame(schema=_ATTACKERS)
    return with_limits(rows.filter("confirmed").drop("confirmed"), len(config.classes))


def nearest(code: str, decks: pl.DataFrame) -> tuple[int | None, int]:
    """The number of the deck with most cards in common with a deck, and how many; None if none."""
    deck = deck_from_code(code, format=None)
    cards, best = Counter(deck.cards), (None, 0)
    for number, hero, other in decks.select("deck", "hero", "code").iter_rows():
        if hero == deck.hero:
            common = (cards & Counter(deck_from_code(other, format=None).cards)).total()
            best = max(best, (number, common), key=lambda each: each[1])
    return best


def leaders_of(decks: Sequence[Deck], shares: np.ndarray) -> list[int]:
    """The archetype of each deck, by the number of its most played deck.

    In the order of their shares, decks join the first archetype of their class that is like them,
    or begin a new one. An archetype is like a deck if its most played deck has `ALIKE` cards in
    common with it.
    """
    cards = [Counter(deck.cards) for deck in decks]
    leaders: list[int] = []
    found = [0] * len(decks)
    for deck in np.argsort(-np.asarray(shares), kind="stable").tolist():
        near = [
            leader
            for leader in leaders
            if decks[leader].hero == decks[deck].hero
            and (cards[leader] & cards[deck]).total() >= ALIKE
        ]
        found[deck] = near[0] if near else deck
        leaders += [] if near else [deck]
    return found


def distinct_names(
    decks: Sequence[Deck], leaders: Sequence[int], config: MetaConfig
) -> dict[int, str]:
    """Names of archetypes: the class, and the two cards that set it apart from the others.

    The score of a card is its copies, times the logarithm of the number of archetypes per archetype
    that has it.
    """
    firsts = sorted(set(leaders))
    patch = config.player.patch
    has = Counter(card for leader in firsts for card in set(decks[leader].cards))
    names = {}
    for leader in firsts:
        copies = Counter(decks[leader].cards)
        weights = {card: n * np.log(len(firsts) / has[card]) for card, n in copies.items()}
        best = sorted(weights, key=lambda card: (-weights[card], card))[:2]
        shown = " and ".join(patch.card_data(card).name for card in best)
        names[leader] = f"{decks[leader].hero.capitalize()} with {shown}"
    return names


def _matchups(path: Path, last: int) -> pl.DataFrame:
    """A row per ordered pair: first, second, games, wins of the first, its expected win rate."""
    found = matchups_of(path, last)
    first, second = np.nonzero(~np.eye(len(found.wins), dtype=bool))
    columns = {"games": found.games, "wins": found.wins, "rate": found.rates}
    return pl.DataFrame(
        {"first": first, "second": second}
        | {name: each[first, second] for name, each in columns.items()}
    )
