import pytest
from pydantic import Field

from models.settings.config import Config
from tasks.storage.files import StoreError
from tasks.storage.settings import SettingsFile
from tests.edits import edit_json


class Garden(Config):
    trees: int = Field(1, ge=1, description="in it")
    fence: str = Field("none", description="around it")


def garden_file(code: str = "one") -> SettingsFile:
    """Gardens that may grow, with a digest of their code."""
    return SettingsFile(
        "garden.json", "garden", Garden, "garden",
        fixed=lambda garden, _: garden.model_dump(exclude={"trees"}),
        digests=lambda _: {"code": code},
    )  # fmt: skip


FILE = garden_file()


@pytest.fixture
def begun(tmp_path):
    with FILE.opened(tmp_path / "garden", Garden(trees=3)) as (path, _):
        return path


def test_the_settings_are_written_and_read(begun):
    assert FILE.is_in(begun)
    assert FILE.load(begun) == (Garden(trees=3), {"code": "one"})


def test_the_digests_are_those_of_the_beginning(begun):
    other = garden_file("two")
    with pytest.raises(StoreError, match="code has changed since this garden began"):
        other.check(begun, Garden(trees=4))
    with other.opened(begun, Garden(trees=4), resume_anyway=True) as (path, garden):
        assert (path, garden) == (begun, Garden(trees=4))
    assert FILE.load(begun) == (Garden(trees=4), {"code": "one"})


def test_work_without_digests_has_none(tmp_path):
    FILE.write(tmp_path, Garden())
    assert FILE.load(tmp_path) == (Garden(), {})
    for use in (lambda: FILE.check(tmp_path, Garden()), lambda: FILE.load(tmp_path)[1]["code"]):
        with pytest.raises(StoreError, match="the digest of its code is missing; restore it"):
            use()


@pytest.mark.parametrize("trace", [None, "lock", "mlflow.json"])
def test_a_directory_where_work_was_stopped_as_it_began_is_empty(trace, tmp_path):
    if trace is not None:
        (tmp_path / trace).touch()
    assert not FILE.is_in(tmp_path)
    assert not FILE.is_in(tmp_path / "missing")


def test_other_content_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").touch()
    for refused, message in (
        (tmp_path, r"a garden \(garden.json is missing, letter.txt is there\); use another --out"),
        (tmp_path / "letter.txt", "is a file; --out must be a directory"),
    ):
        with pytest.raises(StoreError, match=message):
            FILE.is_in(refused)
    with pytest.raises(StoreError, match=r"no garden here \(garden.json is missing\)"):
        FILE.load(tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, "not of a garden"),
        ({"format_version": 9}, "garden has format version 9, this code reads version 1"),
        ({"trees": 0}, "a garden of another version: trees"),
        ({"bees": 1}, "a garden of another version: bees"),
    ],
)
def test_a_file_that_this_code_does_not_know_is_refused(change, message, begun):
    edit_json(begun / FILE.name, **change)
    with pytest.raises(StoreError, match=message):
        FILE.load(begun)


def test_other_settings_are_named(begun):
    assert FILE.check(begun, Garden(trees=4)) == Garden(trees=4)
    with pytest.raises(StoreError, match=r'other settings:\n  garden.fence: "none" there, "a" now'):
        FILE.check(begun, Garden(trees=3, fence="a"))
