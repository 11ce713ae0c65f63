"""A league's directory, and the checks before more players or games are added.

::

    DIR/league.json                     the settings; players and games may be added later
    DIR/games/FIRST--SECOND/00000.parquet   games of a pair, by the number of the first deal
    DIR/timing.json                     the time that each player takes
    DIR/report/                         the report; can be written again
"""

from pathlib import Path
from typing import Any

from models.league import LeagueDeck, LeagueSettings
from models.players.player_names import NamedPlayer
from tasks.storage.manifest import code_digest
from tasks.storage.settings import SettingsFile


def _fixed(league: LeagueSettings, other: LeagueSettings) -> dict[str, Any]:
    """All settings but the number of games and the players that only one of the leagues has."""
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


def _digests(league: LeagueSettings) -> dict[str, str]:
    """The digests of the code and of the league's cards."""
    return {"code": code_digest(), "cards": league.players[0].config.rules().digest}


LEAGUE_FILE = SettingsFile(
    "league.json",
    "league",
    "hearthlight-league",
    LeagueSettings,
    "league",
    _fixed,
    _joined,
    _digests,
)
