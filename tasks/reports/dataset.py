"""Data sets for others: the decks of searches with cards, runs and metadata; emulators of runs.

Source:
    Akhtar et al. 2024, "Croissant: a metadata format for ML-ready datasets", arXiv 2403.19546.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from polars import selectors

from models.card_analysis.explanation import LEAST_DECKS, emulator
from models.files import file_digest
from models.problems.decks import solutions_of
from models.problems.vector_task import EmulatedDeckTask
from models.settings.outcomes import OUTCOMES
from models.statistics.efficiency import objective_errors
from tasks.reports.pages import render
from tasks.reports.results import DeckResults, read_results
from tasks.sql.schema import TABLES, Column, Table, described
from tasks.storage.files import StoreError, check_writable, write_arrays, write_json, write_table
from tasks.storage.store import find_runs

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
_PUBLIC = {name: each for name, each in TABLES["runs"].columns.items() if name != "path"}
#: The tables of a data set: one file each.
FILES: dict[str, Table] = {
    "decks": described(
        "a deck and the games that it played together",
        "\n".join(
            [
                "algorithm varchar: name of the search's algorithm",
                "seed bigint: seed of the search",
                "hero_class varchar: class of the deck",
                "pool varchar: the cards from which the search made decks",
                "opponents varchar: the suite of opponents, or the names of their decks",
                "format varchar: sets of the games' cards",
                "patch varchar: build or patch that decides costs and stats",
                "player varchar: fidelity, search and scorer of the deck's player",
                "new_games boolean: whether these are games of an elite after the search, which "
                "did not select it",
                "evaluation bigint: number of the deck in the search, from 0",
                "iteration bigint: outer iteration that evaluated it",
                *OUTCOMES,
                "dbf_id integer[]: its different cards by Blizzard's number",
                "copies tinyint[]: how many it has of each of them; they sum to 30",
            ]
        ),
    ),
    "cards": described(
        "a card of a pool under a patch",
        """
        patch varchar: build or patch
        dbf_id bigint: Blizzard's number, the same in all versions of the game
        id varchar: Blizzard's id
        name varchar: its English name
        card_class varchar: NEUTRAL or a class
        card_set varchar: its set
        type varchar: MINION, SPELL or WEAPON
        cost bigint: mana
        attack bigint: 0 if its type has none
        health bigint: 0 if its type has none
        durability bigint: 0 if its type has none
        rarity varchar: from FREE to LEGENDARY
        race varchar: its tribe, or empty
        max_copies bigint: copies that a deck may have
        mechanics varchar[]: tags of the card
        """,
        is_of_runs=False,
    ),
    "runs": Table("a search: its settings, code and versions", _PUBLIC),
}
_CROISSANT_TYPES = (
    (selectors.string(), "sc:Text"),
    (selectors.boolean(), "sc:Boolean"),
    (selectors.integer(), "sc:Integer"),
    (selectors.float(), "sc:Float"),
)


class DataSet(NamedTuple):
    """The tables of `FILES`, and a row per kind of search: class, opponents, runs, decks, games."""

    tables: Mapping[str, pl.DataFrame]
    groups: pl.DataFrame


def write_dataset(paths: Sequence[str | Path], out: str | Path) -> Path:
    """Writes the decks of searches into a folder as a data set; returns its data card, README.md.

    Raises:
        StoreError: There is no search for decks, two runs have one name, a run has no games but
            those of an emulator, or a file is damaged.
    """
    found = find_runs(paths, searches=True)
    names = Counter(path.name for path in found)
    if twice := [name for name, n in names.items() if n > 1]:
        raise StoreError(f"{twice[0]}: {names[twice[0]]} runs have this name; rename all but one")
    check_writable(out := Path(out))
    results = [read_results(path) for path in found]
    for each in results:
        if each.experiment.emulator is not None:
            raise StoreError(
                f"{each.run.path}: an emulator evaluated its decks; give runs of games"
            )
    data = collected(results)
    for name, table in data.tables.items():
        write_table(out / f"{name}.parquet", table)
    write_json(out / "croissant.json", croissant(out, data.tables))
    size = sum((out / f"{name}.parquet").stat().st_size for name in FILES)
    values = {"tables": FILES, "licence": LICENCE, "megabytes": size / 1e6}
    return render(out / "README.md", "dataset.md", data=data, **values)


def write_emulator(path: str | Path, file: Path) -> dict[str, Any]:
    """Writes an emulator of a search's games, for `EmulatedDeckTask`.

    Returns:
        The facts in the file: the run, its settings and digests, and `new_games`, how the emulator
        agrees with new games of the search's elites, which it has not learned.

    Raises:
        StoreError: There is no search for decks, it has too few decks, or the noise of a measure
            is not known.
    """
    results = read_results(path)
    if results.evaluations.height < LEAST_DECKS or "n_games" not in results.evaluations.columns:
        raise StoreError(f"{path}: an emulator needs {LEAST_DECKS} decks with numbers of games")
    measures, run = results.experiment.archive.measures, results.run
    try:
        arrays = emulator(results.evaluations, measures, results.pool, run.seed)
    except ValueError as error:
        raise StoreError(f"{path}: {error}") from None
    about = {
        "run": run.name,
        "algorithm": results.algorithm,
        "seed": run.seed,
        "decks": results.evaluations.height,
        "digests": run.manifest["digests"],
        "experiment": run.experiment,
    }
    write_arrays(file, {**arrays, "about": np.array(json.dumps(about))})
    if results.fresh.height > 1:
        truth = EmulatedDeckTask(file).truth(solutions_of(results.fresh)).objective
        found = results.fresh["objective"].to_numpy()
        about["new_games"] = {
            "elites": len(found),
            "correlation": float(np.corrcoef(truth, found)[0, 1]),
            "error": float(np.sqrt(((found - truth) ** 2).mean())),
            "error_of_games": float(np.sqrt((objective_errors(results.fresh) ** 2).mean())),
        }
        write_arrays(file, {**arrays, "about": np.array(json.dumps(about))})
    return about


def collected(results: Sequence[DeckResults]) -> DataSet:
    """The data set of some searches."""
    decks = pl.concat([_decks(each) for each in results], how="diagonal_relaxed")
    known = [name for name in FILES["decks"].all_columns if name in decks.columns]
    runs = [
        {name: each.of_run(run) for name, each in FILES["runs"].all_columns.items() if each.of_run}
        for run in (each.run for each in results)
    ]
    games = pl.col("n_games").sum() if "n_games" in known else pl.lit(None, pl.Int64)
    groups = decks.group_by("algorithm", "hero_class", "opponents", maintain_order=True).agg(
        runs=pl.col("run").n_unique(), decks=pl.len(), games=games.alias("games")
    )
    tables = {
        "decks": decks.select(known),
        "cards": pl.concat([_cards(each) for each in results]).unique(maintain_order=True),
        "runs": pl.DataFrame(runs, infer_schema_length=None),
    }
    return DataSet(tables, groups)


def _decks(results: DeckResults) -> pl.DataFrame:
    """All evaluations of a search, and then the new games of its elites."""
    experiment, pool = results.experiment, results.pool
    player, opponents = experiment.player, experiment.opponents
    if not isinstance(opponents, str):
        opponents = ", ".join(each.name for each in opponents)
    scorer = player.scorer if isinstance(player.scorer, str) else "a network"
    facts = {
        "run": results.run.name,
        "algorithm": results.algorithm,
        "seed": results.run.seed,
        "hero_class": pool.hero,
        "pool": pool.name,
        "opponents": opponents,
        "format": player.format,
        "patch": pool.patch.name,
        "player": f"{player.fidelity} {player.search} {scorer}",
    }
    both = [
        rows.with_columns(new_games=pl.lit(is_new))
        for rows, is_new in ((results.evaluations, False), (results.fresh, True))
    ]
    rows = pl.concat(both, how="diagonal_relaxed")
    numbers = np.array([card.dbf_id for card in pool.cards], np.int32)
    return rows.select(
        *(pl.lit(value).alias(name) for name, value in facts.items()),
        selectors.array().exclude("solution").arr.to_list(),
        ~(selectors.array() | selectors.by_name("solution")),
        *_card_lists(solutions_of(rows), numbers),
    )


def _card_lists(counts: np.ndarray, dbf_ids: np.ndarray) -> list[pl.Series]:
    """The columns `dbf_id` and `copies` of (n_decks, n_cards) copies."""
    rows, cards = np.nonzero(counts)
    lists = (
        pl.DataFrame({"row": rows, "dbf_id": dbf_ids[cards], "copies": counts[rows, cards]})
        .group_by("row", maintain_order=True)
        .agg("dbf_id", "copies")
    )
    return [lists["dbf_id"], lists["copies"]]


def _cards(results: DeckResults) -> pl.DataFrame:
    facts = [asdict(card) for card in results.pool.cards]
    names = [name for name in FILES["cards"].columns if name != "patch"]
    columns = {name: [card[name] for card in facts] for name in names}
    table = pl.DataFrame(columns, schema_overrides={"mechanics": pl.List(pl.String)})
    return table.select(pl.lit(results.pool.patch.name).alias("patch"), pl.all())


def croissant(folder: Path, tables: Mapping[str, pl.DataFrame]) -> dict[str, Any]:
    """The metadata of a data set in Croissant 1.0, as JSON values."""
    context = Path(__file__).parent / "templates" / "croissant_context.json"
    return {
        "@context": json.loads(context.read_text(encoding="utf-8")),
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "hearthlight-decks",
        "description": "Hearthstone decks that quality-diversity searches evaluated by simulated "
        "games, with results, cards and settings.",
        "version": version("hearthlight"),
        "datePublished": tables["runs"]["finished"].drop_nulls().cast(pl.String).max(),
        "license": LICENCE,
        "citeAs": "Hearthlight contributors: Hearthlight, decks of quality-diversity searches",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": f"{name}.parquet",
                "name": f"{name}.parquet",
                "contentUrl": f"{name}.parquet",
                "contentSize": f"{(folder / f'{name}.parquet').stat().st_size} B",
                "encodingFormat": "application/x-parquet",
                "sha256": file_digest(folder / f"{name}.parquet"),
            }
            for name in tables
        ],
        "recordSet": [_records(name, table) for name, table in tables.items()],
    }


def _records(name: str, table: pl.DataFrame) -> dict[str, Any]:
    texts = FILES[name].all_columns
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": FILES[name].text,
        "field": [_field(name, table[column], texts[column]) for column in table.columns],
    }


def _field(table: str, values: pl.Series, column: Column) -> dict[str, Any]:
    is_list = isinstance(values.dtype, pl.List)
    inner = pl.DataFrame({"": values.explode() if is_list else values}).head(0)
    field = {
        "@type": "cr:Field",
        "@id": f"{table}/{values.name}",
        "name": values.name,
        "description": column.text,
        "dataType": next(kind for one, kind in _CROISSANT_TYPES if inner.select(one).width),
        "source": {"fileObject": {"@id": f"{table}.parquet"}, "extract": {"column": values.name}},
    }
    return field | ({"repeated": True} if is_list else {})
