"""Contests of TradingStone."""

from flows.studies.tradingstone.play import contests_of, play_contests
from tests.flows.studies.tradingstone.conftest import TINY_STUDY


def test_every_contest_has_its_games(played):
    for contest in TINY_STUDY.contests:
        rows = contests_of(played).read(contest)
        assert rows["environment"].to_list() == [0] * 4 + [1] * 4
        assert rows["seed"].to_list() == [deal.seed for deal in TINY_STUDY.deals()]


def test_a_study_that_goes_on_plays_only_what_is_missing(played):
    files = [contests_of(played).path(contest) for contest in TINY_STUDY.contests]
    before = [file.read_bytes() for file in files]
    stamps = [file.stat().st_mtime_ns for file in files]
    for file in (files[0], files[2]):  # a training of PPO and a search
        file.unlink()
    play_contests(played, TINY_STUDY, threads=1)
    assert [file.read_bytes() for file in files] == before
    again = [file.stat().st_mtime_ns for file in files]
    assert [i for i, each in enumerate(again) if each != stamps[i]] == [0, 2]
