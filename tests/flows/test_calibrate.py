import json
import re

import pytest

from engine.decks import DeckError
from flows.calibrate import calibrate, summary
from flows.questions.games import PUBLISHED_MIXUPS, Calibrate
from models.statistics.calibration import REFERENCE


def first_decks(path, n: int):
    """A file with the first decks of the reference file."""
    path.write_text("".join(REFERENCE.read_text().splitlines(keepends=True)[: n + 1]))
    return path


def test_json_stands_alone_and_repeats(tmp_path, answered):
    decks = first_decks(tmp_path / "decks.csv", 20)
    words = ["calibrate", "--decks", decks, "--games", "4", "--seed", "5", "--json", "--threads"]
    answers = [json.loads(answered(*words, threads)) for threads in ("1", "2")]
    assert answers[0] == answers[1]
    assert answers[0]["n"] == 20
    assert {"pearson_r", "ceiling_r", "slope", "bias"} <= set(answers[0])
    assert answers[0]["pearson_r"] > 0.3
    assert answers[0]["mixups"] == PUBLISHED_MIXUPS


def test_without_mixups_other_games_are_played(tmp_path, answered):
    decks = first_decks(tmp_path / "decks.csv", 20)
    arguments = ["calibrate", "--decks", str(decks), "--games", "4", "--seed", "5", "--json"]
    found = [json.loads(answered(*arguments, "--mixups", share)) for share in ("0", "0.5")]
    assert [answer["mixups"] for answer in found] == [0, 0.5]
    assert found[1]["bias"] < found[0]["bias"] - 3


def test_random_decks_and_pictures_come_with_it(tmp_path):
    decks = first_decks(tmp_path / "decks.csv", 5)
    alone = calibrate(Calibrate(decks=decks, games=2, random_decks=1, random_games=2))
    assert "health difference" in summary(alone)
    asked = {"decks": decks, "games": 2, "random_decks": 30, "random_games": 2}
    result = calibrate(Calibrate(**asked, out=tmp_path / "out"))
    assert result["random"]["n"] == 30
    assert 6 < result["random"]["turns"] < 12
    assert -1 <= result["card_effects_rank_correlation"] <= 1
    names = {file.name for file in (tmp_path / "out").iterdir()}
    assert {"calibration.png", "calibration.json", "decks.parquet", "random.parquet"} <= names


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2\n", "no column avg_health_diff"),
        ("avg_health_diff,deck_counts_180\n", "avg_health_diff must be a number"),
        (f"avg_health_diff,deck_counts_180\nbest,{'0' * 180}\n", "must be a number in every row"),
        ("avg_health_diff,deck_counts_180\n1.5,0102\n", "line 2: deck_counts_180 must be 180"),
        (f"avg_health_diff,deck_counts_180\n1.5,{'1' * 29}{'0' * 151}\n", "29 cards"),
        (f"avg_health_diff,deck_counts_180\n1.5,{'3' * 10}{'0' * 170}\n", "3 copies"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(tmp_path, text, message):
    path = tmp_path / "decks.csv"
    path.write_text(text)
    with pytest.raises(DeckError, match=re.escape(message)):
        calibrate(Calibrate(decks=path, games=2))
