"""Trained networks in the commands: `evaluate` and `league`."""

import json

import pytest

from flows.__main__ import main
from tests.models.play.test_game import small_network


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("networks") / "tiny.npz"
    return small_network(path, heroes=("MAGE", "WARRIOR", "HUNTER"))


def test_a_network_plays_a_deck_against_the_published_opponents(path, capsys):
    call = ["evaluate", "Aggro Hunter", "--player", f"learned:{path}", "--games", "6", "--json"]
    assert main([*call, "--fidelity", "mesb"]) == 0
    told = capsys.readouterr()
    assert "plays the deck; its opponents are players as in mesb" in told.err
    found = json.loads(told.out)
    assert found["n_games"] == 6
    assert [each["n_games"] for each in found["opponents"]] == [1] * 6
    assert found["health_difference"] < 0


def test_it_refuses_cards_that_it_was_not_trained_with(path, tmp_path, capsys):
    """It has numbers of its own for each card, and none for a new one."""
    patch = tmp_path / "rider.yaml"
    patch.write_text('new:\n  - minion("Argent Horserider", 3, 2, 1, charge, divine_shield)\n')
    words = ["evaluate", "Aggro Hunter", "--player", f"learned:{path}", "--patch", str(patch)]
    assert main(words) == 2
    told = capsys.readouterr().err
    assert "cannot play with those of rider; use that patch, or train another one" in told


def test_its_cards_are_not_followed(path, refused):
    told = refused("evaluate", "Aggro Hunter", "--player", f"learned:{path}", "--card-statistics")
    assert "are not followed card by card; use a search player" in told


@pytest.mark.parametrize("command", ["evaluate", "league"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["learned:{0}x"], "no checkpoint; give the path"),
        (["learned:{1}"], "damaged, or no checkpoint"),
        (["learned:{0}:choice=good"], "choice=good: use sample, best or lookahead"),
        (["learned:{0}", "--patch", "23321"], "cannot play with those of 23321"),
    ],
    ids=["missing", "damaged", "choice", "patch"],
)
def test_what_cannot_play_is_refused_before_work(command, words, message, path, tmp_path, capsys):
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes(path.read_bytes()[:-500])
    player, *more = (word.format(path, damaged) for word in words)
    calls = {
        "evaluate": ["Aggro Hunter", "--player", player],
        "league": ["--out", str(tmp_path / "out"), "--players", "random", player],
    }
    assert main([command, *calls[command], *more]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
