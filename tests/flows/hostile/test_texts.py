"""Decks, patches and SQL that nobody should write."""

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decks import DeckError, PatchError, deck_code
from flows.questions.decks import read_deck
from models.players.decks import named_deck
from models.settings.config import ConfigError
from models.settings.patches import read_patch
from tasks.sql.catalog import answers
from tasks.storage.files import StoreError
from tests.tasks.synthetic import write_run

CODE = deck_code(named_deck("Classic Miracle Rogue"))
BYTES = base64.b64decode(CODE)


def read(text: str) -> None:
    """Reads a deck; if that is refused, then in one line."""
    try:
        read_deck(text)
    except (DeckError, ConfigError) as error:
        message = str(error)
    else:
        return
    assert "\n" not in message
    assert len(message) < 1500


@settings(max_examples=50)
@given(st.binary(max_size=60))
def test_no_bytes_behind_a_deck_codes_head_are_a_traceback(tail):
    read(base64.b64encode(b"\0\1\2" + tail).decode())


@settings(max_examples=50)
@given(st.integers(0, len(BYTES) - 1), st.integers(0, 255), st.integers(0, len(BYTES)))
def test_no_damaged_deck_code_is_a_traceback(place, value, end):
    damaged = bytearray(BYTES)
    damaged[place] = value
    read(base64.b64encode(bytes(damaged[:end])).decode())


@settings(max_examples=50)
@given(
    st.lists(st.sampled_from(["2x Sap", "# Class: Rogue", "(0) Sap", "3x", "\u202e"]) | st.text())
)
def test_no_deck_text_is_a_traceback(lines):
    read("\n".join(lines) + ",")


PATCHES = [
    *((text, "begin with 'cards:'") for text in ("", "1", "[]", "- cards", "!!binary x")),
    *((f"cards: {text}", "no cards") for text in ("", "[]", "{}", "1", "!!python/object:os.x {}")),
    *(
        (f"cards: {{Wisp: {{cost: {cost}}}}}", "give a whole number from 0 to 30")
        for cost in ("x", "-1", "31", "1e99", "9" * 20, "1.5", "true", "null", ".nan", "[1]", "0x1")
    ),
    *((f"cards: {{Wisp: {text}}}", "give its new numbers") for text in ("", "1", "{}")),
    ("cards: {Wips: {cost: 1}}", "did you mean 'Wisp'"),
    ("cards: {Wisp: {coste: 1}}", "did you mean 'cost'"),
    ("cards: {Wisp: {durability: 1}}", "has no durability"),
    ("cards: {Fireball: {attack: 1}}", "is a spell"),
    ("cards: {Wisp: {health: 0}}", "from 1 to 100"),
    ("cards: {Wisp: {cost: 1}, Wisp: {cost: 2}}", "a second time"),
    ("cards: {Wisp: {cost: 1, cost: 2}}", "a second time"),
    ("cards: {[1]: {cost: 1}}", "a single word or name"),
    ("cards:\n\tWisp: {cost: 1}", "line 2: not YAML"),
    ("cards: {Wisp: {cost: 1}", "not YAML"),
    ("cards: {Wisp: {cost: 1}}\n---\nx", "not YAML"),
    ("a: " + "[" * 1100, "not YAML"),
    ("\0", "not YAML"),
    ("a: &a [*a]\ncards: *a", "unknown key 'a'"),
    ("colour: red\ncards: {Wisp: {cost: 1}}", "unknown key 'colour'"),
    ("name: [1]\ncards: {Wisp: {cost: 1}}", "name must be a text"),
    ("base: x\ncards: {Wisp: {cost: 1}}", "unknown patch 'x'"),
]


@pytest.mark.parametrize(("text", "message"), PATCHES, ids=lambda text: repr(text[:40]))
def test_a_patch_is_refused_with_its_file_and_place(tmp_path, text, message):
    path = tmp_path / "patch.yaml"
    path.write_text(text)
    with pytest.raises(PatchError) as error:
        read_patch(path)
    assert message in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


@settings(max_examples=50)
@given(st.text(max_size=60))
def test_no_text_below_cards_is_a_traceback(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_text(f"cards:\n  {text}", encoding="utf-8")
    try:
        read_patch(path)
    except PatchError as error:
        message = str(error)
    else:
        return
    assert "\n" not in message


SQL = [
    *((text, "there is no query") for text in (";", ";;", "--", " ")),
    *((text, "Parser Error") for text in ("selec 1", "select", "select 'x")),
    *((text, "Parser Error") for text in ("select 1 select 2", "/*", "explain select")),
    *((text, "Parser Error") for text in ("((((", "select count(", "help", "\\d", "with", "😀")),
    *((text, "does not exist") for text in ("from nothing", "from '/etc/passwd'")),
    *((text, "not found") for text in ("select nothing from evaluations", "select x.y from cards")),
    *(
        (text, "reads tables, no files")
        for text in (
            "copy cards to 'x.csv'", "copy (select 1) to 'x.parquet'", "export database 'x'",
            "import database 'x'", "attach 'x.db'", "install httpfs", "load httpfs",
            "from read_csv('/etc/passwd')", "from read_text('/etc/passwd')", "from glob('/*')",
            "from read_parquet('*.parquet')", "create secret x (type s3)",
        )
    ),
    *((text, "locked") for text in ("set threads=1", "set enable_external_access=true")),
    *((text, "tables:") for text in ("drop table cards", "delete from cards", "commit", "use x")),
    *((text, "tables:") for text in ("update cards set card=1", "select ?", "select error('x')")),
    *((text, "tables:") for text in ("select cast('x' as int)", "execute x", "select sum(sum(1))")),
    ("select 1 as a, 2 as a", "several columns"),
]  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("sql") / "run", n=20)


@pytest.mark.parametrize(("text", "message"), SQL, ids=lambda text: repr(text[:40]))
def test_sql_is_refused_and_changes_no_file(run, tmp_path, monkeypatch, text, message):
    monkeypatch.chdir(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in run.path.rglob("*")}
    with pytest.raises(StoreError, match="SQL") as error:
        list(answers([run.path], text))
    assert message in str(error.value)
    assert not list(tmp_path.iterdir())
    assert {path: path.stat().st_mtime_ns for path in run.path.rglob("*")} == before
