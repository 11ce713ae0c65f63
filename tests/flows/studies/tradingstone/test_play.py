"""Contests of TradingStone, and their directory."""

import pytest

from flows.studies.tradingstone.play import FILE, contests_of, play_contests
from tasks.storage.files import StoreError, read_json, write_json
from tests.flows.studies.tradingstone.conftest import TINY_STUDY


def test_every_contest_has_its_games(played):
    for contest in TINY_STUDY.contests:
        rows = contests_of(played).read(contest)
        assert rows["environment"].to_list() == [0] * 4 + [1] * 4
        assert rows["seed"].to_list() == [deal.seed for deal in TINY_STUDY.deals()]


def test_a_study_that_goes_on_plays_only_what_is_missing(played, tmp_path):
    files = [contests_of(played).path(contest) for contest in TINY_STUDY.contests]
    before = [file.read_bytes() for file in files]
    stamps = [file.stat().st_mtime_ns for file in files]
    for file in (files[0], files[2]):  # a training of PPO and a search
        file.unlink()
    play_contests(played, TINY_STUDY, threads=1)
    assert [file.read_bytes() for file in files] == before
    again = [file.stat().st_mtime_ns for file in files]
    assert [i for i, each in enumerate(again) if each != stamps[i]] == [0, 2]


@pytest.fixture
def begun(tmp_path):
    with FILE.opened(tmp_path / "study", TINY_STUDY) as (folder, _):
        return folder


def test_the_same_study_continues_and_its_settings_are_read_back(begun):
    FILE.check(begun, TINY_STUDY)
    assert FILE.load(begun)[0] == TINY_STUDY


def test_other_settings_are_named(begun):
    with pytest.raises(StoreError, match=r"other settings:\n  study.simulations.*5.*6"):
        FILE.check(begun, TINY_STUDY.but(simulations=6))


def test_changed_code_needs_consent(begun):
    write_json(
        begun / FILE.name,
        read_json(begun / FILE.name) | {"digests": {"code": "another"}},
    )
    with pytest.raises(StoreError, match=r"code has changed .* --resume-anyway"):
        FILE.check(begun, TINY_STUDY)
    FILE.check(begun, TINY_STUDY, resume_anyway=True)
