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

from models.matches.league import League, LeagueDeck
from models.players.player_names import NamedPlayer
from tasks.storage.manifest import check_digests, code_digest
from tasks.storage.settings_file import SettingsFile

LEAGUE_FILE = SettingsFile("league.json", "league", "hearthlight-league", League)


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
    if not LEAGUE_FILE.is_in(path):
        return league
    there, began = LEAGUE_FILE.load(path)
    _check_same(path, there, league)
    check_digests(path, "league", began, digests(league), resume_anyway)
    return there.with_players(league.players).but(n_games=max(there.n_games, league.n_games))


@contextmanager
def opened_league(path: Path, league: League, resume_anyway: bool = False) -> Iterator[League]:
    """Starts or extends a league in a directory, which is locked in this context.

    Args and errors are those of `check_league`, whose league it yields.
    """

    def check(path: Path) -> League:
        return check_league(path, league, resume_anyway)

    with LEAGUE_FILE.opened(path, check, digests) as (_, joined):
        yield joined


def digests(league: League) -> dict[str, str]:
    """The digests of the code and of the league's cards."""
    return {"code": code_digest(), "cards": league.players[0].config.rules().digest}


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
    LEAGUE_FILE.check_same(path, old, new, "league")
