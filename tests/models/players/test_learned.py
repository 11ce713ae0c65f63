import json

import numpy as np
import pytest

from models.players.player_names import read_player, read_players
from models.settings.config import ConfigError


@pytest.fixture
def paths(tmp_path):
    found = [tmp_path / "b3.npz", tmp_path / "b4.npz"]
    for number, path in enumerate(found):
        path.write_bytes(bytes([number]))
    return [str(path) for path in found]


def test_a_learned_player_is_named_by_its_file(paths):
    player = read_player(f"learned:{paths[0]}:choice=best")
    assert player.name == "learned:b3:choice=best"
    assert player.learned.files == (paths[0],)
    assert player.learned.choice == "best"
    assert not player.sees_all
    assert player.but(name="x") == type(player)(**player.model_dump() | {"name": "x"})


def test_several_files_are_one_player(paths):
    assert read_player(f"learned:{','.join(paths)}").name == "learned:b3+b4"


def test_players_of_two_trainings_are_named_by_their_runs(tmp_path):
    paths = [tmp_path / run / "players" / "00008.npz" for run in ("b2", "b3")]
    for path in paths:
        path.parent.mkdir(parents=True)
        path.write_bytes(path.parts[-3].encode())
    names = [player.name for player in read_players([f"learned:{path}" for path in paths])]
    assert names == ["learned:b2-00008", "learned:b3-00008"]


def test_two_networks_of_one_name_are_refused(paths, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "b3.npz").write_bytes(b"2")
    with pytest.raises(ConfigError, match="the name of another player, learned:b3; give a copy"):
        read_players([f"learned:{paths[0]}", f"learned:{tmp_path / 'other' / 'b3.npz'}"])


def test_players_with_other_files_differ(paths):
    players = read_players([f"learned:{path}" for path in paths])
    assert len(players) == 2
    with pytest.raises(ConfigError, match="is the same player as learned:b3"):
        read_players([f"learned:{paths[0]}"] * 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("learned", "no file: no checkpoint; give the path"),
        ("learned:none.npz", "none.npz: no checkpoint; give the path"),
        ("learned:{0}:temperature=0", "temperature=0: use a number from 0.01 to 100"),
        ("learned:{0}:choice=best:temperature=0.5", "choice=best has no temperature"),
        ("learned:{0}:choice=worst", "choice=worst: use sample, best or lookahead"),
        ("learned:{0}:width=3", "'width' is no setting of it"),
        ("learned:{0}:other", "give paths, and choice=sample"),
        ("learned:{0}:choice=", "choice=: choice= has no value"),
        ("learned:{0},{1},{0}", "one network is given twice; give each once"),
        ("learned:{0},", "no file: no checkpoint"),
    ],
)
def test_a_wrong_name_is_reported(paths, text, message):
    with pytest.raises(ConfigError, match=message):
        read_player(text.format(*paths))


def test_a_network_decides_as_its_card_says_unless_its_name_does():
    assert read_player("learned:blackrock").learned.choice == "lookahead"
    assert read_player("learned:blackrock:choice=best").learned.choice == "best"
    warm = read_player("learned:blackrock:temperature=0.25").learned
    assert (warm.choice, warm.temperature) == ("sample", 0.25)


def with_card(path, card):
    np.savez(path, card=np.frombuffer(json.dumps(card).encode(), np.uint8))
    return f"learned:{path}"


@pytest.mark.parametrize("card", [[], 1, {"network": None}, {"network": {}}])
def test_a_card_that_cannot_be_read_is_left_to_loading(card, tmp_path):
    learned = read_player(with_card(tmp_path / "player.npz", card)).learned
    assert (learned.choice, learned.peeks) == ("sample", False)


def test_a_card_with_a_wrong_choice_is_reported(tmp_path):
    with pytest.raises(ConfigError, match=r"choice=\[\]: use sample, best or lookahead"):
        read_player(with_card(tmp_path / "player.npz", {"network": {}, "choice": []}))


def test_networks_that_decide_differently_are_sampled(paths):
    assert read_player(f"learned:blackrock,{paths[0]}").learned.choice == "sample"
