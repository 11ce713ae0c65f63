"""A league's directory, and the checks before more players or games are added.

::

    DIR/league.json                     the settings; players and games may be added later
    DIR/games/FIRST--SECOND/00000.parquet   games of a pair, by the number of the first deal
    DIR/timing.json                     the time that each player takes
    DIR/report/                         the report; can be written again
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from models.league import League, LeagueDeck
from models.players.player_names import NamedPlayer
from tasks.storage.experiment import validated
from tasks.storage.files import StoreError, check_writable, read_json, write_json
from tasks.storage.locks import lock, unlock
from tasks.storage.manifest import check_digests, code_digest, differences

LEAGUE = "league.json"
FORMAT, FORMAT_VERSION = "hearthlight-league", 1


def check_league(path: Path, league: League, resume_anyway: bool = False) -> League:
    """Checks, without writing, that a directory can have a league.

    Args:
        path: The directory; missing, empty, or with a league of the same decks and seed.
        league: The requested league.
        resume_anyway: Continue even if the code has changed.

    Returns:
        The directory's league joined with the requested one: all players of both, and the larger
        number of games.

    Raises:
        DeckError: A deck is not legal, or has a card that the patch lacks.
        StoreError: The directory has other content, or a league with other settings, cards or code.
    """
    if path.exists() and not path.is_dir():
        raise StoreError(f"{path}: is a file; --out must be a directory")
    if not (path / LEAGUE).is_file():
        others = sorted(file.name for file in path.iterdir()) if path.is_dir() else []
        # A lock, or the note of an MLflow run, is left where a league was stopped as it began.
        if foreign := [name for name in others if name not in ("lock", "mlflow.json")]:
            raise StoreError(
                f"{path}: not empty and not a league ({LEAGUE} is missing, {foreign[0]} is "
                "there); use another --out"
            )
        return league
    there = load_league(path)
    _check_same(path, there, league)
    found, here = read_json(path / LEAGUE)["digests"], digests(league)
    check_digests(path, "league", found, here, resume_anyway)
    return there.with_players(league.players).but(n_games=max(there.n_games, league.n_games))


@contextmanager
def opened_league(path: Path, league: League, resume_anyway: bool = False) -> Iterator[League]:
    """Starts or extends a league in a directory, which is locked in this context.

    Args and errors are those of `check_league`, whose league it yields.
    """
    path = path.expanduser().absolute()
    check_league(path, league, resume_anyway)
    check_writable(path)
    held = lock(path)
    try:
        joined = check_league(path, league, resume_anyway)
        there = path / LEAGUE
        began = read_json(there)["digests"] if there.is_file() else digests(joined)
        header = {"format": FORMAT, "format_version": FORMAT_VERSION, "digests": began}
        write_json(there, header | joined.model_dump(mode="json"))
        yield joined
    finally:
        unlock(held)


def digests(league: League) -> dict[str, str]:
    """The digests of the code and of the league's cards."""
    return {"code": code_digest(), "cards": league.players[0].config.rules().digest}


def load_league(path: Path) -> League:
    """Reads the league of a directory.

    Raises:
        StoreError: It is not a league, or has another version.
    """
    if not (path / LEAGUE).is_file():
        raise StoreError(f"{path}: no league here ({LEAGUE} is missing); give a league's directory")
    settings: Any = read_json(path / LEAGUE)
    if not isinstance(settings, dict) or settings.pop("format", None) != FORMAT:
        raise StoreError(f"{path / LEAGUE}: not a Hearthlight league; use another directory")
    if (version := settings.pop("format_version", None)) != FORMAT_VERSION:
        raise StoreError(
            f"{path}: this league has format version {version}, this code reads version "
            f"{FORMAT_VERSION}; use the code that wrote it"
        )
    settings.pop("digests", None)
    return validated(League, settings, f"{path / LEAGUE}: a league", "use the code that wrote it")


def _deck(deck: LeagueDeck) -> Any:
    """The code of a deck, or the settings of decks that players build."""
    return deck.model_dump(mode="json", exclude={"name"}) if deck.hero else deck.code


def _player(player: NamedPlayer) -> dict[str, Any]:
    """The settings of a player; a network is what its file holds, wherever that is."""
    learned = player.learned
    more = {} if learned is None else learned.model_dump(mode="json", exclude={"files"})
    return player.config.model_dump(mode="json") | more


def _check_same(path: Path, there: League, wanted: League) -> None:
    """Checks that two leagues differ in the number of games and in added players only."""
    shared = {each.name for each in there.players} & {each.name for each in wanted.players}
    old, new = (
        {
            "decks": {deck.name: _deck(deck) for deck in league.decks},
            "seed": league.seed,
            "players": {
                player.name: _player(player) for player in league.players if player.name in shared
            },
        }
        for league in (there, wanted)
    )
    if changed := differences(old, new, "league"):
        raise StoreError(
            f"{path} has a league with other settings:\n  "
            + "\n  ".join(changed)
            + "\nuse another --out, or the old settings to add to that league"
        )
