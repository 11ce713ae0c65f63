"""Players by name in `evaluate` and `compare-players`."""

import json

import pytest

from flows.questions.games import Evaluate
from models.players.decks import named_deck
from models.settings.config import ConfigError


def test_a_whole_name_sets_the_search_of_both_sides():
    asked = Evaluate(deck="Aggro Hunter", player="two-ply:value", format="blackrock")
    player = asked.player_config(fidelity=asked.fidelity)
    assert (player.search, player.fidelity, player.format) == ("two-ply", "fair", "blackrock")
    assert player.scorer.name == "value"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"player": "one-turn:value", "fidelity": "mesb"}, "--fidelity: one-turn:value has its"),
        ({"player": "one-turn:valu"}, "there is no player 'valu'"),
        ({"player": "value:nowhere.npz"}, "cannot be read as a value network"),
    ],
)
def test_wrong_players_are_one_line(given, message):
    with pytest.raises(ConfigError, match=message):
        Evaluate(deck="Aggro Hunter", **given).results(named_deck("Aggro Hunter"))


def test_searches_are_compared_by_their_names(answered):
    call = ["compare-players", "value", "fair-beam:value", "greedy", "--deck", "Aggro Hunter"]
    (found,) = json.loads(answered(*call, "--fidelity", "fair", "--games", "12", "--json"))
    first, second, third = found["players"]
    assert [first["player"], second["player"], third["player"]] == call[1:4]
    assert first["win_rate"] == second["win_rate"]
    assert second["health_against_first"] == [0, [0, 0]]
    assert third["health_against_first"] != [0, [0, 0]]


CARDS = ["evaluate", "Aggro Hunter", "--games", "120", "--card-statistics"]


def test_statistics_of_cards_leave_the_rest_as_it_is(answered, tmp_path):
    plain = json.loads(answered(*CARDS[:-1], "--json"))
    found = json.loads(answered(*CARDS, "--json", "--out", tmp_path / "cards", "--csv"))
    cards = found.pop("cards")
    assert found == plain
    effects = [row["early_effect"] for row in cards]
    assert effects == sorted(effects, reverse=True)
    assert {row["games"] for row in cards} == {120}
    assert sum(row["copies"] for row in cards) == 30
    written = {file.name for file in (tmp_path / "cards").iterdir()}
    assert written == {"card_games.parquet", "card_games.csv"}
    assert f"{cards[0]['copies']}x {cards[0]['name']}" in answered(*CARDS)


def test_wrong_options_of_cards_are_one_line(refused, tmp_path):
    assert "--out: it is for the table of cards" in refused(*CARDS[:-1], "--out", tmp_path)
    assert "--csv: there is no folder" in refused(*CARDS, "--csv")
    (tmp_path / "file").touch()
    assert "file" in refused(*CARDS, "--out", tmp_path / "file")
