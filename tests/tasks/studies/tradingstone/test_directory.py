import pytest

from tasks.storage.files import StoreError, read_json, write_json
from tasks.studies.tradingstone.directory import STUDY_FILE
from tests.tasks.studies.tradingstone.conftest import TINY_STUDY


@pytest.fixture
def begun(tmp_path):
    with STUDY_FILE.opened(tmp_path / "study", TINY_STUDY) as (folder, _):
        return folder


def test_the_same_study_continues_and_its_settings_are_read_back(begun):
    STUDY_FILE.check(begun, TINY_STUDY)
    assert STUDY_FILE.load(begun)[0] == TINY_STUDY


def test_other_settings_are_named(begun):
    with pytest.raises(StoreError, match=r"other settings:\n  study.simulations.*5.*6"):
        STUDY_FILE.check(begun, TINY_STUDY.but(simulations=6))


def test_changed_code_needs_consent(begun):
    write_json(
        begun / STUDY_FILE.name,
        read_json(begun / STUDY_FILE.name) | {"digests": {"code": "another"}},
    )
    with pytest.raises(StoreError, match=r"code has changed .* --resume-anyway"):
        STUDY_FILE.check(begun, TINY_STUDY)
    STUDY_FILE.check(begun, TINY_STUDY, resume_anyway=True)
