"""A league: players against each other with the same decks and deals, then their ratings."""

from pathlib import Path
from typing import Any

from prefect.task_runners import ThreadPoolTaskRunner

from models.matches.league import League
from tasks.orchestration.cancellation import flow
from tasks.orchestration.crashes import watched_runs
from tasks.orchestration.flow_page import show_picture
from tasks.studies.league.directory import LEAGUE_FILE
from tasks.studies.league.games import play_league, time_players
from tasks.studies.league.report import league_numbers, write_league_report


@flow(name="league", task_runner=ThreadPoolTaskRunner(max_workers=1), validate_parameters=False)
def league(
    wanted: League, out: Path, threads: int | None = None, resume_anyway: bool = False
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
        page = write_league_report(folder)
        show_picture("ratings", page.parent / "strength-and-cost.png", "Ratings over time")
        show_picture("matrix", page.parent / "matrix.png", "Who beats whom")
        tracked.log_report(page.parent, league_numbers(page.parent))
        return page


def _facts(joined: League) -> dict[str, Any]:
    """The settings, for people to read."""
    return {
        "players": " ".join(player.name for player in joined.players),
        "decks": ", ".join(deck.name for deck in joined.decks),
        "n_games": joined.n_games,
        "seed": joined.seed,
        "patch": joined.players[0].config.patch.name,
    }
