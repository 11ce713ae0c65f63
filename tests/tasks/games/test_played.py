"""Games of persons on disk."""

import json

import pytest

from tasks.games.played import lines_of, read_kept, store_game, write_kept
from tasks.sql.catalog import query
from tasks.storage.files import MANIFEST, StoreError
from tasks.storage.store import load_run
from tests.edits import edit_json
from tests.models.play.conftest import config, course  # noqa: F401 - fixtures


def test_a_finished_game_is_a_run_with_its_tables_and_lines(tmp_path, course):  # noqa: F811
    game = course(seed=8).game
    store_game(tmp_path / "game", game)
    run = load_run(tmp_path / "game")
    assert run.is_played
    lines = [json.loads(line) for line in lines_of(run).splitlines()]
    assert [line["line"] for line in lines[:3]] == ["game", "opening", "action"]
    assert lines[-1]["result"] == game.outcome
    texts = [line["text"] for line in lines if line["line"] == "action"]
    rows = query([tmp_path], "select text, actor from play_actions order by number")
    assert rows["text"].to_list() == texts
    assert set(rows["actor"]) == {"person", "player"}
    (row,) = query([tmp_path], "select * from play_games").to_dicts()
    assert row["run"] == "game"
    assert row["health_difference"] == lines[-1]["health_difference"]
    assert row["match"] is None


def test_other_cards_are_named(tmp_path, course):  # noqa: F811
    store_game(tmp_path / "game", course(seed=8, n=2).game)
    edit_json(tmp_path / "game" / MANIFEST, digests={"cards": "other"})
    with pytest.raises(StoreError, match="the cards have changed"):
        lines_of(load_run(tmp_path / "game", look_only=True))


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"format": "hearthlight-play"}'])
def test_damaged_files_are_named(tmp_path, text):
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(StoreError, match=r"game\.json"):
        read_kept(path)
    write_kept(path, {"more": 1})
    assert read_kept(path)["more"] == 1
