import pytest

from tasks.storage.files import StoreError, read_json, write_json
from tasks.studies.tradingstone.directory import STUDY, check_study, load_study, opened_study
from tests.tasks.studies.tradingstone.conftest import TINY_STUDY


@pytest.fixture
def begun(tmp_path):
    with opened_study(tmp_path / "study", TINY_STUDY) as folder:
        return folder


def test_the_same_study_continues_and_its_settings_are_read_back(begun):
    check_study(begun, TINY_STUDY)
    assert load_study(begun)[0] == TINY_STUDY


def test_other_settings_are_named(begun):
    with pytest.raises(StoreError, match=r"other settings:\n  study.simulations.*5.*6"):
        check_study(begun, TINY_STUDY.but(simulations=6))


def test_changed_code_needs_consent(begun):
    write_json(begun / STUDY, read_json(begun / STUDY) | {"code": "another"})
    with pytest.raises(StoreError, match=r"code has changed .* --resume-anyway"):
        check_study(begun, TINY_STUDY)
    check_study(begun, TINY_STUDY, resume_anyway=True)


def test_other_content_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear")
    with pytest.raises(StoreError, match=r"not empty and no study .* letter.txt is there"):
        check_study(tmp_path, TINY_STUDY)
    with pytest.raises(StoreError, match=r"no study of TradingStone here"):
        load_study(tmp_path)
    with pytest.raises(StoreError, match=r"is a file; --out must be a directory"):
        check_study(tmp_path / "letter.txt", TINY_STUDY)


def test_another_version_is_refused(begun):
    write_json(begun / STUDY, read_json(begun / STUDY) | {"format_version": 9})
    with pytest.raises(StoreError, match="has format version 9, this code reads version 1"):
        load_study(begun)
