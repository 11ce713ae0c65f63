"""A league: players against each other with the same decks and deals, then their ratings."""

from pathlib import Path
from typing import Any

from models.league import LeagueSettings
from tasks.orchestration.crashes import watched_runs
from tasks.orchestration.steps import flow
from tasks.studies.league.directory import LEAGUE_FILE
from tasks.studies.league.games import play_league, time_players
from tasks.studies.league.report import REPORT


@flow("league", validate_parameters=False)
def league(
    wanted: LeagueSettings, out: Path, threads: int | None = None, resume_anyway: bool = False
) -> Path:
    """Plays all missing games of a league, measures its players' time, and writes its report.

    Returns:
        The report.
    """
    with (
        LEAGUE_FILE.opened(out, wanted, resume_anyway) as (folder, joined),
        watched_runs(folder, "league", _facts(joined)) as tracked,
    ):
        play_league(folder, joined, threads)
        time_players(folder, joined)
        return REPORT.publish(folder, tracked)


def _facts(joined: LeagueSettings) -> dict[str, Any]:
    """The settings, for people to read."""
    return {
        "players": " ".join(player.name for player in joined.players),
        "decks": ", ".join(deck.name for deck in joined.decks),
        "n_games": joined.n_games,
        "seed": joined.seed,
        "patch": joined.players[0].config.patch.name,
    }
