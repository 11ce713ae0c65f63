"""A league: its directory, its games, and the times of its players.

::

    DIR/league.json                     the settings; players and games may be added later
    DIR/games/FIRST--SECOND/00000.parquet   games of a pair, by the number of the first deal
    DIR/timing.json                     the time that each player takes
    DIR/report/                         the report; can be written again
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from flows.studies.league.settings import League
from models.league import LeagueDeck, LeagueSettings
from models.players.pairs import decks_of, play_pair, time_player
from models.players.player_names import NamedPlayer
from models.problems.rows import Rows
from tasks.games.cluster import play_batches
from tasks.games.seeds import Purpose, games_seed
from tasks.orchestration.interrupt import stop_if_interrupted
from tasks.orchestration.progress import Progress
from tasks.storage.files import Pieces, check_table, note_time, read_times
from tasks.storage.settings import SettingsFile, code_and_cards
from tasks.tracking.mlflow_run import ParentTracking


def _fixed(league: LeagueSettings, other: LeagueSettings) -> dict[str, Any]:
    """All settings except the number of games and the players that only one league has."""
    shared = {each.name for each in league.players} & {each.name for each in other.players}
    return {
        "decks": {deck.name: _deck(deck) for deck in league.decks},
        "seed": league.seed,
        "players": {each.name: _player(each) for each in league.players if each.name in shared},
    }


def _deck(deck: LeagueDeck) -> Any:
    """The code of a deck, or the settings of decks that players build."""
    return deck.model_dump(mode="json", exclude={"name"}) if deck.hero else deck.code


def _player(player: NamedPlayer) -> dict[str, Any]:
    """The settings of a player; a network, or a class, is what its file holds."""
    facts = player.config.model_dump(mode="json")
    for more in filter(None, (player.learned, player.own)):
        facts |= more.model_dump(mode="json", exclude={"files"})
    return facts


def _joined(_: Path, there: LeagueSettings, wanted: LeagueSettings) -> LeagueSettings:
    """All players of both leagues, and the larger number of games."""
    return there.with_players(wanted.players).but(n_games=max(there.n_games, wanted.n_games))


FILE = SettingsFile(
    League.files[0], "league", LeagueSettings, "league", _fixed, _joined,
    code_and_cards(lambda league: league.players[0].config.rules()),
)  # fmt: skip
#: Deals of a pair that are stored at a time.
CHUNK = 60
#: Numbers of deals of each pair; an id is the pair's number times this, plus the deal's.
_DEALS = 2**32
TIMING, TIMES = "timing.json", dict[str, float]
#: The columns of a chunk, one row per game; numbers of a player are in the order of seats.
GAMES = {
    "deal": pl.Int32,
    "swapped": pl.Boolean,  # whether the pair's second player goes first
    "first_deck": pl.UInt8,
    "second_deck": pl.UInt8,
    "result": pl.UInt8,  # of `engine.core.enums`
    "rounds": pl.Int16,
    "health_difference": pl.Int16,
    "actions": pl.Int32,
    "first_nodes": pl.Int64,
    "second_nodes": pl.Int64,
    "first_decisions": pl.Int32,
    "second_decisions": pl.Int32,
    "first_capped": pl.Int32,  # of the decisions, those that stopped at a limit of states
    "second_capped": pl.Int32,
}


def chunks_of(path: Path, pair: tuple[NamedPlayer, NamedPlayer]) -> Pieces[int]:
    """The games of a pair in chunks, by the number of the first deal."""
    return Pieces(path / "games" / f"{pair[0].slug}--{pair[1].slug}")


def play_league(path: Path, league: LeagueSettings, threads: int | None = None) -> None:
    """Plays all missing games; a chunk that has them is left as it is.

    Raises:
        StoreError: A chunk is damaged or cannot be written.
    """
    seed = games_seed(league.seed, Purpose.LEAGUE)
    play = partial(play_deals, league.pairs, league.decks)
    missing = _missing(path, league, seed)
    progress = Progress().expect(sum(rows.games for rows in missing), "league")
    for rows, played in play_batches(play, missing, threads, progress):
        pair, deal = divmod(int(rows.ids[0]), _DEALS)
        chunks, start = chunks_of(path, league.pairs[pair]), deal - deal % CHUNK
        old = chunks.found([start]).values()
        chunks.write(start, pl.concat([*old, _games(played, deal, len(league.decks))]))


def _missing(path: Path, league: LeagueSettings, seed: int) -> list[Rows]:
    """The deals to play: chunk by chunk, so that a stopped league has games of all pairs."""
    found = []
    for start in range(0, league.n_deals, CHUNK):
        stop = min(start + CHUNK, league.n_deals)
        for number, pair in enumerate(league.pairs):
            file = chunks_of(path, pair).path(start)
            first = start + (check_table(file) // 2 if file.exists() else 0)
            ids = number * _DEALS + np.arange(first, stop)
            if len(ids):
                found.append(Rows(ids, np.empty((len(ids), 0), np.int8), 2, seed))
    return found


def play_deals(
    pairs: Sequence[tuple[NamedPlayer, NamedPlayer]],
    decks: Sequence[LeagueDeck],
    rows: Rows,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> pl.DataFrame:
    """Plays deals of one pair.

    Args:
        rows: The deals, one after the other, of two games each.

    Returns:
        Per deal the columns of `GAMES` that the games give, each an array of two.
    """
    pair, first = divmod(int(rows.ids[0]), _DEALS)
    deals = len(rows.ids), rows.seed, first
    if any(player.learned for player in pairs[pair]) or any(deck.hero for deck in decks):
        # Here, since other leagues need neither torch nor these kernels.
        from models.self_play.pairs import play_match

        games = play_match(pairs[pair], decks, *deals, threads, progress)
    else:
        given = [deck.deck() for deck in decks]
        games = play_pair(pairs[pair], given, *deals, threads, progress)
    columns = {
        "result": games["result"],
        "rounds": games["rounds"],
        "health_difference": games["health_difference"],
        "actions": games["n_actions"],
    }
    for seat, name in enumerate(("first", "second")):
        columns[f"{name}_nodes"] = games["n_nodes"][:, :, seat]
        columns[f"{name}_decisions"] = games["n_searches"][:, :, seat]
        columns[f"{name}_capped"] = games["n_capped"][:, :, seat]
    return pl.DataFrame(
        {name: pl.Series(name, np.ascontiguousarray(each)) for name, each in columns.items()},
        schema_overrides={name: pl.Array(GAMES[name], 2) for name in columns},
    )


def _games(played: pl.DataFrame, first_deal: int, n_decks: int) -> pl.DataFrame:
    """One row per game, with its deal and decks."""
    deals = np.repeat(first_deal + np.arange(played.height), 2)
    first, second = decks_of(deals, n_decks)
    about = {
        "deal": deals,
        "swapped": np.tile([False, True], played.height),
        "first_deck": first,
        "second_deck": second,
    }
    table = played.explode(played.columns).hstack(pl.DataFrame(about))
    return table.select(pl.col(name).cast(kind) for name, kind in GAMES.items())


def time_players(path: Path, league: LeagueSettings) -> dict[str, dict[str, float]]:
    """Measures every player that has not been measured, one after the other on one thread.

    Times differ from run to run, so they are no part of the games' files.

    Args:
        path: The league's directory; it stores the times.

    Returns:
        By player: CPU `seconds`, `decisions` and `turns` of games against itself.
    """
    found = read_times(path / TIMING, TIMES)
    seed = games_seed(league.seed, Purpose.LEAGUE)
    for player in league.players:
        if player.name not in found:
            stop_if_interrupted()
            measured = _time(player, league.decks, seed)
            found[player.name] = dict(zip(("seconds", "decisions", "turns"), measured, strict=True))
            note_time(path / TIMING, TIMES, player.name, found[player.name])
    return found


def _time(player: NamedPlayer, decks: Sequence[LeagueDeck], seed: int) -> tuple[float, int, int]:
    """As `time_player`, also of a learned player and with decks that players build."""
    if not player.learned and not any(deck.hero for deck in decks):
        return time_player(player, [deck.deck() for deck in decks], seed)
    from models.self_play.pairs import given_decks, time_learned

    if player.learned:
        return time_learned(player, decks, seed)
    return time_player(player, given_decks(player.config.rules(), decks, seed), seed)


def play(asked: League, folder: Path, study: LeagueSettings, tracking: ParentTracking) -> bool:
    """Plays all missing games of a league, and measures its players' time."""
    play_league(folder, study, asked.threads)
    time_players(folder, study)
    return True
