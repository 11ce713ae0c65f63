"""A minimal backtest, from the command to its report; stops, and refusals."""

import shutil

import pytest

from engine.history import first_nerfs
from flows.__main__ import main
from flows.studies.backtest.page import REPORT
from flows.studies.backtest.play import BEFORE, FILE, Metagame, copies_in, pieces_of, source_of
from flows.studies.backtest.settings import Backtest
from flows.studies.meta.settings import Meta
from tasks.sql.catalog import query
from tasks.storage.files import StoreError
from tests.flows.studies.playing import played


def asked(metagame, out, **more) -> Backtest:
    return Backtest(metagames=[metagame], preset="smoke", out=out, **more)


def test_each_nerf_is_tested_with_the_decks_that_have_its_card(metagame):
    found = Metagame.read(metagame)
    assert (found.source.name, found.source.day) == ("classic14", "2014-07-15")
    assert found.decks["is_played"].sum() == 7
    assert len(found.nerfs) == len(first_nerfs(found.source.day)) - 1  # without Undertaker
    tests, copies = list(found.tests()), copies_in(found.decks)
    assert tests[: len(copies)] == [(BEFORE, deck) for deck in range(len(copies))]
    assert all(copies[deck][card] for card, deck in tests[len(copies) :])
    miracle = found.decks["name"].to_list().index("Control Miracle Rogue")
    assert ("EX1_095", miracle) in tests
    assert found.patch(BEFORE).card_data("EX1_095").cost == 5
    assert found.patch("EX1_095").card_data("EX1_095").cost == 6


@pytest.mark.parametrize("step", ["metagames", "decks", "ranked", "games"])
def test_a_backtest_that_stops_before_any_write_ends_with_the_same_files(
    metagame, finished, step, tmp_path
):
    out = tmp_path / "backtest"
    shutil.copytree(finished, out)
    shutil.rmtree(out / "report")
    path = sorted((out / step).iterdir())[-1]
    path.unlink()
    assert played(asked(metagame, out), threads=2)[1] == {}
    there = finished / step / path.name
    assert path.read_bytes() == there.read_bytes()
    assert (out / "report" / "report.md").read_bytes() == (
        finished / "report" / "report.md"
    ).read_bytes()


def test_an_unfinished_backtest_has_no_extract(finished, tmp_path):
    out = tmp_path / "backtest"
    shutil.copytree(finished, out)
    pieces_of(out, "games").path(("classic14", BEFORE, 0)).unlink()
    with pytest.raises(StoreError, match="no metagame has ended"):
        REPORT.extract(out)


def test_metagames_can_be_added_and_nothing_else_changed(metagame, finished, tmp_path):
    source = source_of(metagame)
    assert FILE.check(finished, asked(metagame, finished).study).metagames == (source,)
    other = asked(metagame, finished).study
    later = source.but(name="naxx14", day="2014-11-01", digest="0")
    both = FILE.check(finished, other.but(metagames=(later,)))
    assert both.metagames == (source, later)
    with pytest.raises(StoreError, match="other settings"):
        asked(metagame, finished, games=240).check()
    with pytest.raises(StoreError, match="other settings"):
        FILE.check(finished, other.but(metagames=(source.but(digest="0"),)))


def test_two_metagames_are_of_two_dates(metagame, tmp_path, refused):
    shutil.copytree(metagame, tmp_path / "copy")
    told = refused("backtest", str(metagame), str(tmp_path / "copy"))
    assert "two metagames are of classic14" in told


def test_what_is_no_finished_metagame_of_a_date_is_refused_in_one_line(
    metagame, finished, tmp_path, refused
):
    assert "no metagame here" in refused("backtest", str(tmp_path))
    assert "no metagame here" in refused("backtest", str(finished))
    unfinished = tmp_path / "unfinished"
    shutil.copytree(metagame, unfinished)
    (unfinished / "answers" / "00001.parquet").unlink()
    assert "1 of 2 rounds have ended" in refused("backtest", str(unfinished))
    undated = tmp_path / "undated"
    undated.mkdir()
    from flows.studies.meta.play import FILE as META

    META.write(undated, Meta(preset="smoke").study)
    assert "without a date" in refused("backtest", str(undated))


@pytest.mark.parametrize("wrong", ["--pair-games 3", "--games 1", "--preset none"])
def test_bad_input_is_one_line(wrong, metagame, capsys):
    assert main(["backtest", str(metagame), *wrong.split()]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_the_report_follows_from_its_extract(finished, tmp_path):
    REPORT.write(finished / "report", tmp_path)
    for name in ("report.md", "nerfs.csv", "areas.csv", "nerfs.png"):
        assert (tmp_path / name).read_bytes() == (finished / "report" / name).read_bytes()
    rows = query([tmp_path], "select * from nerfs where decks > 0")
    assert rows["error"].is_not_nan().all()
    assert rows["share_before"].is_between(0, 1).all()
