"""Calibration: our simulator against published results.

Plays the decks of a file and compares their health differences with SabberStone's. Plays random
decks and compares their averages, and the effects of single cards, with the paper's offline models.
"""

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.decks import pool
from flows.questions.games import Calibrate
from models.players.config import PlayerConfig
from models.problems.play import play_decks
from models.problems.rows import Rows
from models.qd.emitters import new_stream, random_decks
from models.statistics.calibration import (
    GENERATORS,
    N_GAMES_THEIRS,
    POOL,
    REFERENCE,
    agreement,
    compare_effects,
    has_generator,
    rank_correlation,
    read_reference,
)
from tasks.games.cluster import play_at_once
from tasks.games.seeds import Purpose, games_seed, sequence
from tasks.orchestration.progress import Progress
from tasks.reports import figures
from tasks.reports.formats import form
from tasks.storage.files import check_writable, write_json, write_table

OPPONENTS = "elite"


def calibrate(asked: Calibrate) -> dict[str, Any]:
    """Compares our results with SabberStone's, deck by deck, and with the paper's for random decks.

    Returns:
        The fields of `models.statistics.calibration.Agreement`; pearson_r_without_generators and
        n_without_generators, without decks with a card of `GENERATORS`; the `patch` and the
        share of `mixups`; and, with random decks, `random` (averages) and
        `card_effects_rank_correlation`.

    Raises:
        DeckError: The file cannot be read, or a deck in it is not legal.
    """
    player = asked.player_config(mixups=asked.mixups)
    counts, theirs = read_reference(asked.decks or REFERENCE)
    if asked.out is not None:
        check_writable(asked.out)
    n_games = len(counts) * asked.games + asked.random_decks * asked.random_games
    progress = Progress().expect(n_games, "calibration")
    play = partial(_play, player=player, threads=asked.threads, progress=progress)
    ours = play(counts, asked.games, games_seed(asked.seed))
    ours = ours.with_columns(
        theirs=pl.Series(theirs), has_generator=pl.Series(has_generator(counts))
    )
    result: dict[str, Any] = asdict(_agreement(ours, asked.games))
    result["patch"], result["mixups"] = player.patch.content(), player.mixups
    plain = ours.filter(~pl.col("has_generator"))
    result["n_without_generators"] = plain.height
    result["pearson_r_without_generators"] = (
        _agreement(plain, asked.games).pearson_r
        if plain.height > 2 and plain["theirs"].n_unique() > 1
        else None
    )
    tables = {"decks": ours}
    if asked.random_decks:
        stream = new_stream(sequence(asked.seed, Purpose.RANDOM_DECKS))
        solutions = random_decks(pool(POOL).max_copies, asked.random_decks, stream)
        fresh_seed = games_seed(asked.seed, Purpose.FRESH_GAMES)
        tables["random"] = play(solutions, asked.random_games, fresh_seed)
        tables["card_effects"] = compare_effects(solutions, tables["random"])
        result |= _random_facts(tables["random"], tables["card_effects"])
    if asked.out is not None:
        _write(asked.out, tables, result, asked.games)
    return result


def summary(result: dict[str, Any]) -> str:
    """The result as text."""
    without = result["pearson_r_without_generators"]
    lines = [
        f"{result['n']} decks: Pearson r {result['pearson_r']:.3f} (a perfect simulator would "
        f"reach {result['ceiling_r']:.3f})",
        f"slope {result['slope']:.3f} (perfect: {result['ceiling_slope']:.3f}), bias "
        f"{result['bias']:+.2f}, root mean squared difference {result['rmse']:.2f}",
    ]
    if without is not None:
        lines.append(
            f"without {', '.join(GENERATORS)}: {result['n_without_generators']} decks, Pearson r "
            f"{without:.3f}"
        )
    if "random" in result:
        random = result["random"]
        lines.append(
            f"{random['n']} random decks: health difference {random['objective']:+.2f} (SD "
            f"{form(random['objective_sd'], '.2f')}), turns {random['turns']:.2f}, hand size "
            f"{random['hand_size']:.2f}, win rate {random['win_rate']:.3f}"
        )
        lines.append(
            "rank correlation of card effects with the published ones: "
            f"{result['card_effects_rank_correlation']:.2f}"
        )
    lines.append(
        f"{result['mixups']:.1%} of the first player's states get the score of another state of "
        "the game, as in the published program; --mixups 0 switches this off"
    )
    return "\n".join(lines)


def _play(
    counts: np.ndarray,
    n_games: int,
    seed: int,
    player: PlayerConfig,
    threads: int | None,
    progress: Progress,
) -> pl.DataFrame:
    rows = Rows(np.arange(len(counts)), counts, n_games, seed)
    play = partial(play_decks, pool(POOL), OPPONENTS, player)
    return play_at_once(play, rows, threads, progress)


def _agreement(table: pl.DataFrame, n_games: int):
    ours, errors, theirs = table.select("objective", "objective_se", "theirs").to_numpy().T
    return agreement(ours, errors, theirs, n_games, N_GAMES_THEIRS)


def _random_facts(table: pl.DataFrame, effects: pl.DataFrame) -> dict[str, Any]:
    names = ("objective", "turns", "hand_size", "win_rate", "damage_done", "cards_drawn")
    means = table.select(*names, "mana_spent", "mana_wasted").mean().row(0, named=True)
    named = effects.drop_nulls("published")
    return {
        "random": {
            "n": table.height,
            **means,
            "objective_sd": table.select(pl.std("objective")).item(),
        },
        "card_effects_rank_correlation": rank_correlation(
            named["effect"].to_numpy(), named["published"].to_numpy()
        ),
    }


def _write(
    out: Path, tables: dict[str, pl.DataFrame], result: dict[str, Any], n_games: int
) -> None:
    for name, table in tables.items():
        write_table(out / f"{name}.parquet", table)
    write_json(out / "calibration.json", result)
    ours = tables["decks"]
    title = f"{ours.height} decks x {n_games} games: r = {result['pearson_r']:.3f}"
    theirs, objectives = ours["theirs"].to_numpy(), ours["objective"].to_numpy()
    figures.scatter(out / "calibration.png", theirs, objectives, title)
