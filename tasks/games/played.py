"""Games of persons on disk: unfinished ones as JSON, finished ones as run directories.

::

    RUNS/play/.tables/ID.json      an unfinished game: settings, seed and actions
    RUNS/play/.matches/ID.json     a match: its decks and finished games
    RUNS/play/NAME/                a finished game: a run's directory with
        play_games.parquet         one row: who played what, and how it ended
        play_actions.parquet       a row per action

A finished game's manifest has its settings as `experiment.play`, and what `PersonGame.kept` returns
as `experiment.kept`, so that it can be shown again.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from models.play.course import ending, play_lines
from models.play.game import PersonGame, PlayConfig
from models.players.games import GameError
from models.players.replay import json_lines
from tasks.storage.files import StoreError, read_json, write_json, write_table
from tasks.storage.run import Run
from tasks.storage.settings import validated
from tasks.storage.store import open_run

#: Folder of the games below the folder of runs.
PLAY = "play"
FORMAT, FORMAT_VERSION = "hearthlight-play", 1


def write_kept(path: Path, facts: Mapping[str, Any]) -> None:
    """Writes what is needed to continue a game or a match."""
    write_json(path, {"format": FORMAT, "format_version": FORMAT_VERSION, **facts})


def read_kept(path: Path) -> dict[str, Any]:
    """Reads what `write_kept` has written.

    Raises:
        StoreError: The file is missing or damaged, is no game of a person, or has another version.
    """
    facts = read_json(path)
    if facts.get("format") != FORMAT:
        raise StoreError(f"{path}: no game of a person; start a new one")
    if facts.get("format_version") != FORMAT_VERSION:
        raise StoreError(f"{path}: a game of another version of Hearthlight; start a new one")
    return facts


def read_config(facts: Any, where: str) -> PlayConfig:
    """Reads the settings of a game; `StoreError` if damaged or of another version."""
    return validated(PlayConfig, facts, f"{where}: a game", "start a new one")


def store_game(path: Path, game: PersonGame) -> None:
    """Writes a finished game as a run directory; `StoreError` if the place cannot have it."""
    experiment = {"play": game.config.model_dump(mode="json"), "kept": game.kept()}
    with open_run(path, experiment, game.seed, game.rules.digest) as run:
        write_table(run.path / "play_games.parquet", _game_row(game))
        write_table(run.path / "play_actions.parquet", _action_rows(game))


def lines_of(run: Run) -> str:
    """A finished game as the JSON lines of a replay; equal games give equal bytes.

    The errors are those of `game_of`.
    """
    return json_lines(play_lines(game_of(run)))


def game_of(run: Run) -> PersonGame:
    """A finished game, with all its actions.

    Raises:
        StoreError: It is no game of a person, is unfinished or damaged, or the cards have changed
            since.
    """
    config = config_of(run)
    try:
        game = PersonGame.restored(config, run.seed, run.experiment.get("kept", {}))
    except GameError as error:
        raise StoreError(f"{run.path}: {error}") from None
    if game.phase != "over":
        raise StoreError(f"{run.path}: this game is not over; finish it first")
    return game


def config_of(run: Run) -> PlayConfig:
    """The settings of a game.

    Raises:
        StoreError: The run is no game of a person, its settings are damaged or of another version,
            or the cards have changed since the game.
    """
    if not run.is_played:
        raise StoreError(f"{run.path}: no game of a person; choose one from the page Play")
    config = read_config(run.experiment["play"], str(run.path))
    if (digest := config.player.rules().digest) != run.card_digest:
        raise StoreError(
            f"{run.path}: the cards have changed since this game (digest {run.card_digest} there, "
            f"{digest} now), so it cannot be shown; use the code that played it"
        )
    return config


def _game_row(game: PersonGame) -> pl.DataFrame:
    config, own = game.config, game.person
    decks, end = [config.decks[own], config.decks[1 - own]], ending(game)
    heroes = [deck.deck().hero for deck in decks]
    return pl.DataFrame(
        {
            "match": [config.match],
            "opponent": [config.opponent],
            "person_side": [own],
            "deck": [decks[0].name],
            "hero": [heroes[0]],
            "deck_code": [decks[0].code],
            "opponent_deck": [decks[1].name],
            "opponent_hero": [heroes[1]],
            "opponent_deck_code": [decks[1].code],
            "result": [end["result"]],
            "conceded": [int(end["conceded"])],
            "rounds": [end["rounds"]],
            "health_difference": [end["health_difference"]],
            "n_actions": [len(game.actions)],
            "practice": [int(config.practice)],
            "undone": [game.undone],
        },
        schema_overrides={"match": pl.String, "conceded": pl.Int8, "practice": pl.Int8},
    )


def _action_rows(game: PersonGame) -> pl.DataFrame:
    rows = [
        line | {"actor": "person" if line["side"] == game.person else "player"}
        for line in play_lines(game)
        if line["line"] == "action"
    ]
    kinds = {"number": pl.Int64, "turn": pl.Int64, "side": pl.Int64, "actor": pl.String}
    more = {"kind": pl.String, "code": pl.Int64, "text": pl.String}
    return pl.DataFrame(rows, schema=kinds | more)
