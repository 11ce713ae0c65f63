"""A minimal backtest, from the command to its report: scores of cards, effects, stops, refusals."""

import shutil

import polars as pl
import pytest

from engine.history import PERIODS, first_nerfs
from flows.studies.backtest.page import REPORT, claims
from flows.studies.backtest.play import (
    BASELINES,
    BEFORE,
    FILE,
    SCORES,
    Metagame,
    copies_in,
    source_of,
)
from flows.studies.backtest.settings import Backtest
from flows.studies.backtest.tables import KINDS, areas
from flows.studies.meta.settings import Meta
from tasks.sql.catalog import query
from tasks.storage.files import StoreError, keyed, read_table
from tests.flows.studies.playing import check_follows, check_mended, finished_in


@pytest.fixture(scope="module")
def finished(small_metagame, tmp_path_factory):
    return finished_in(asked(small_metagame, tmp_path_factory.mktemp("backtest") / "backtest"))


@pytest.fixture(scope="module")
def extract(finished):
    return REPORT.extract(finished)


def asked(small_metagame, out, **more) -> Backtest:
    return Backtest(metagames=[small_metagame], preset="smoke", out=out, **more)


def test_each_nerf_is_tested_with_the_decks_that_have_its_card(small_metagame):
    found = Metagame.read(small_metagame)
    assert (found.source.name, found.source.day) == ("classic14", "2014-07-15")
    assert found.decks["is_played"].sum() == 7
    assert len(found.nerfs) == len(first_nerfs(found.source.day)) - 1  # without Undertaker
    tests, copies = list(found.tests()), copies_in(found.decks["code"])
    assert tests[: len(copies)] == [(BEFORE, deck) for deck in range(len(copies))]
    assert all(copies[deck][card] for card, deck in tests[len(copies) :])
    miracle = found.decks["name"].to_list().index("Control Miracle Rogue")
    assert ("EX1_095", miracle) in tests
    assert found.patch(BEFORE).card_data("EX1_095").cost == 5
    assert found.patch("EX1_095").card_data("EX1_095").cost == 6


def test_a_backtest_that_lost_files_ends_with_the_same(small_metagame, finished, tmp_path):
    wanted = asked(small_metagame, tmp_path / "backtest")
    check_mended(wanted, finished, ("decks", "ranked", "games"))


def test_an_unfinished_backtest_has_no_extract(finished, tmp_path):
    out = shutil.copytree(finished, tmp_path / "backtest")
    keyed(out / "games").path(("classic14", BEFORE, 0)).unlink()
    with pytest.raises(StoreError, match="no metagame has ended"):
        REPORT.extract(out)


def test_metagames_can_be_added_and_nothing_else_changed(small_metagame, finished):
    source = source_of(small_metagame)
    assert FILE.check(finished, asked(small_metagame, finished).study).metagames == (source,)
    other = asked(small_metagame, finished).study
    later = source.but(name="naxx14", day="2014-11-01", digest="0")
    assert FILE.check(finished, other.but(metagames=(later,))).metagames == (source, later)
    with pytest.raises(StoreError, match="other settings"):
        asked(small_metagame, finished, games=240).check()
    with pytest.raises(StoreError, match="other settings"):
        FILE.check(finished, other.but(metagames=(source.but(digest="0"),)))


def test_two_metagames_are_of_two_dates(small_metagame, tmp_path, refused):
    shutil.copytree(small_metagame, tmp_path / "copy")
    told = refused("backtest", str(small_metagame), str(tmp_path / "copy"))
    assert "two metagames are of classic14" in told


def test_what_is_no_finished_metagame_is_refused(small_metagame, finished, tmp_path, refused):
    assert "no metagame here" in refused("backtest", str(tmp_path))
    assert "no metagame here" in refused("backtest", str(finished))
    unfinished = shutil.copytree(small_metagame, tmp_path / "unfinished")
    (unfinished / "answers" / "00000.parquet").unlink()
    assert "0 of 1 rounds have ended" in refused("backtest", str(unfinished))
    undated = tmp_path / "undated"
    undated.mkdir()
    from flows.studies.meta.play import FILE as META

    META.write(undated, Meta(preset="smoke").study)
    assert "without a date" in refused("backtest", str(undated))


def test_the_report_follows_from_its_extract(finished, tmp_path):
    check_follows(REPORT, finished / "report" / "index.html", tmp_path)
    for name in ("nerfs.csv", "areas.csv", "nerfs.png"):
        assert (tmp_path / name).is_file()
    rows = query([tmp_path], "select * from nerfs where decks > 0")
    assert rows["error"].is_not_nan().all()
    assert rows["share_before"].is_between(0, 1).all()


def test_all_cards_of_the_date_have_all_scores(finished):
    ranked = read_table(finished / "ranked" / "classic14.parquet")
    assert ranked.height == 382
    assert ranked.select(*SCORES, *BASELINES).null_count().sum_horizontal().item() == 0
    assert (ranked.drop_nulls("nerfed")["nerfed"] > PERIODS["classic14"]).all()
    played = ranked.filter(card="EX1_095").row(0, named=True)
    assert (played["kind"], played["nerfed"], played["cost"]) == ("draw", "2014-12-04", 5)
    assert played["played"] == 1  # Miracle Rogue


def test_scores_know_no_deck_that_people_played(small_metagame, finished):
    ranked = read_table(finished / "ranked" / "classic14.parquet")
    decks = Metagame.read(small_metagame).decks.filter(~pl.col("is_played"))
    assert set(decks["hero"]) <= {"HUNTER", "WARLOCK"}
    assert ranked.filter(card="EX1_095").select("presence", "loss", "effect").row(0)[:2] == (0, 0)


def test_a_nerf_has_the_mean_change_of_its_decks(extract):
    nerfs = extract["nerfs"].filter(pl.col("decks") > 0)
    means = extract["nerfed_decks"].group_by("card").agg(pl.mean("change"), decks=pl.len())
    both = nerfs.join(means, on="card", suffix="_mean")
    assert both.height == nerfs.height > 5
    assert ((both["change"] - both["change_mean"]).abs() < 1e-9).all()
    assert (both["decks"] == both["decks_mean"]).all()
    absent = extract["nerfs"].filter(decks=0)
    assert absent["change"].null_count() == absent.height > 0


def test_the_share_of_decks_is_that_of_an_equilibrium(extract):
    found = extract["nerfed_decks"]
    assert found.select("share_before", "share_after").min_horizontal().min() >= 0
    sums = found.group_by("card").agg(pl.sum("share_before"))["share_before"]
    assert (sums <= 1 + 1e-9).all()


ABOUT = pl.DataFrame({"metagame": ["m"], "day": ["2014-07-15"]})


def ranked() -> pl.DataFrame:
    n = 40
    return pl.DataFrame(
        {
            "metagame": ["m"] * n,
            "kind": ["board"] * 6 + ["draw"] * 6 + [None] * 28,
            "nerfed": ["2015-01-01"] * 3 + ["2018-01-01"] * 9 + [None] * 28,
            "effect": [1.0] * 6 + [-1.0] * 6 + [0.0] * 28,
            **{name: [0.0] * n for name in ("presence", "loss", "low_cost", "stats", "played")},
        }
    )


def test_cards_of_other_kinds_are_left_out_and_later_nerfs_are_others():
    found = areas(ABOUT, ranked()).filter(score="effect")
    rows = {(row["until"], row["cards"]): row for row in found.to_dicts()}
    assert {cards for _, cards in rows} == set(KINDS)
    assert rows["2019-12-31", "board"]["auc"] == 1
    assert rows["2019-12-31", "combo, draw, ramp"]["auc"] == 0
    assert rows["2019-12-31", "all"]["auc"] == 0.5
    assert (rows["2019-12-31", "board"]["nerfed"], rows["2019-12-31", "board"]["others"]) == (6, 28)
    assert (rows["2015-07-15", "board"]["nerfed"], rows["2015-07-15", "board"]["others"]) == (3, 37)


def test_verdicts_need_enough_nerfs_and_all_numbers():
    clear = pl.DataFrame({"change": [-0.1] * 25, "error": [0.01] * 25})
    vague = clear.with_columns(error=pl.lit(0.06))
    found, tables = areas(ABOUT, ranked()), (clear, clear.head(24), vague)
    verdicts = [[row[-1] for row in claims(nerfs, found)] for nerfs in tables]
    assert verdicts[0] == ["met", "met", "not met"]
    assert [each[:2] for each in verdicts[1:]] == [["not met", "not met"], ["met", "not met"]]
