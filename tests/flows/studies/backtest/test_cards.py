"""Scores of all cards of a date."""

import polars as pl

from engine.history import PERIODS
from flows.studies.backtest.cards import BASELINES, SCORES
from flows.studies.backtest.play import Metagame
from tasks.storage.files import read_table


def test_all_cards_of_the_date_have_all_scores(metagame, finished):
    ranked = read_table(finished / "ranked" / "classic14.parquet")
    assert ranked.height == 382
    assert ranked.select(*SCORES, *BASELINES).null_count().sum_horizontal().item() == 0
    assert (ranked.drop_nulls("nerfed")["nerfed"] > PERIODS["classic14"]).all()
    played = ranked.filter(card="EX1_095").row(0, named=True)
    assert (played["kind"], played["nerfed"], played["cost"]) == ("draw", "2014-12-04", 5)
    assert played["played"] == 1  # Miracle Rogue


def test_scores_know_no_deck_that_people_played(metagame, finished):
    ranked = read_table(finished / "ranked" / "classic14.parquet")
    decks = Metagame.read(metagame).decks.filter(~pl.col("is_played"))
    assert set(decks["hero"]) <= {"HUNTER", "WARLOCK"}
    rogue = ranked.filter(card="EX1_095")
    assert rogue.select("presence", "loss", "effect").row(0)[:2] == (0, 0)
