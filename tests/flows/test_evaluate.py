"""Statistics of cards as text; in SQL they are those of the library."""

import polars as pl
import pytest

from flows.evaluate import effects_text
from models.players.card_games import BY_CHANCE, card_effects, card_games_table
from models.players.config import PlayerConfig
from models.players.decks import opponent_suite
from models.players.field import Field
from tasks.sql.catalog import query, questions
from tasks.sql.schema import TABLES
from tasks.storage.files import write_table

PLAYER, ELITE = PlayerConfig(width=1), opponent_suite("elite")


@pytest.fixture(scope="module")
def table():
    """The cards of a deck in both seats."""
    seats = Field(ELITE[1:3], PLAYER, seed=1, threads=2).watch(ELITE[0], 0, 200)
    return card_games_table(seats, PLAYER.rules())


@pytest.fixture(scope="module")
def folder(table, tmp_path_factory):
    path = tmp_path_factory.mktemp("cards")
    write_table(path / "card_games.parquet", table)
    return path


def test_the_folder_has_the_table_for_sql(table, folder):
    assert query([folder], "from card_games").equals(table)
    assert table.columns == list(TABLES["card_games"].columns)


def test_the_cookbook_has_the_effects_of_the_library(table, folder):
    effects = card_effects(table)
    found = query([folder], questions()["cards-drawn-early"].sql)
    known = dict(zip(effects["name"], effects.rows(named=True), strict=True))
    assert found.height == effects.height
    for row in found.rows(named=True):
        expected = known[row["name"]]
        assert row["early"] == expected["early"]
        assert row["early"] + row["late"] == expected["deck"]
        for column, name in (("points", "effect"), ("low", "low"), ("high", "high")):
            assert row[column] == pytest.approx(100 * expected[f"early_{name}"], abs=0.06)


def test_the_cookbook_counts_games(table, folder):
    effects = card_effects(table)
    known = dict(zip(effects["name"], effects.rows(named=True), strict=True))
    found = query([folder], questions()["cards-in-games"].sql)
    assert found.height == effects.height
    for row in found.rows(named=True):
        expected = known[row["name"]]
        assert row["n_games"] == expected["games"] == 400
        assert row["percent_drawn"] == pytest.approx(100 * expected["drawn"] / 400, abs=0.5)
        for event in ("drawn", "played"):
            of_card = table.filter((pl.col("name") == row["name"]) & (pl.col("event") == event))
            mean = (of_card["turn"] * of_card["games"]).sum() / of_card["games"].sum()
            assert row[f"turn_{event}"] == pytest.approx(mean, abs=0.051)


def test_the_text_has_a_line_for_each_card(table):
    effects = card_effects(table)
    lines = effects_text(effects.to_dicts()).splitlines()
    assert len(lines) == effects.height + 3
    first = effects.row(0, named=True)
    assert lines[2].startswith(f"{first['copies']}x {first['name'][:20]}")
    assert f"{100 * first['early_effect']:+.1f} (" in lines[2]
    assert len({len(line) for line in lines[1:-1]}) == 1


def test_an_effect_that_no_games_show_is_said(table):
    row = card_effects(table).row(0, named=True)
    unknown = row | {f"{event}_effect": None for event in BY_CHANCE}
    assert effects_text([unknown]).count("no such games") == 2
