"""The ratings of the levels are those of their league."""

from pathlib import Path

import polars as pl

from flows.faces.app.levels import LEVELS, named
from flows.faces.app.new_game import PlayerAsked

DOCS = Path(__file__).parents[4] / "docs"


def player_of(level):
    return PlayerAsked(kind=level.kind, scorer=level.scorer).name()


def test_the_levels_have_the_ratings_of_their_league_in_its_order():
    ratings = pl.read_csv(DOCS / "levels" / "ratings.csv").sort("elo")
    rated = [(player_of(level), level.elo) for level in LEVELS.values()]
    assert rated == [(player, round(elo)) for player, elo in ratings["player", "elo"].iter_rows()]
    page = (DOCS / "app.md").read_text(encoding="utf-8")
    rows = ratings["player", "elo", "elo_low", "elo_high"].iter_rows()
    for name, (player, elo, low, high) in zip(LEVELS, rows, strict=True):
        assert f"| {name} | `{player}` | {elo:+.0f} ({low:+.0f} to {high:+.0f}) |" in page


def test_a_player_is_named_by_its_level_if_it_has_one():
    assert [named(player_of(level)) for level in LEVELS.values()] == list(LEVELS)
    assert named("is-mcts:1000") == "is-mcts:1000"
