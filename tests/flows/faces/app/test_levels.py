"""The ratings of the levels are those of their league."""

from pathlib import Path

import polars as pl

from flows.faces.app.levels import LEVELS
from flows.faces.app.new_game import PlayerAsked

RATINGS = Path(__file__).parents[4] / "docs" / "levels" / "ratings.csv"


def test_the_levels_have_the_ratings_of_their_league_in_its_order():
    rows = pl.read_csv(RATINGS).sort("elo").select("player", "elo").iter_rows()
    rated = [
        (PlayerAsked(kind=level.kind, scorer=level.scorer).name(), level.elo)
        for level in LEVELS.values()
    ]
    assert rated == [(player, round(elo)) for player, elo in rows]
