import pytest

from engine.core.jit import JIT_ON
from engine.decks import DeckError
from models.players.config import PlayerConfig
from models.players.decks import named_deck
from models.players.evaluations import evaluate_decks
from models.players.learned import LearnedSetting
from models.self_play.matches.evaluation import evaluate_learned

N_GAMES = 12 if JIT_ON else 2


def test_a_deck_is_evaluated_as_by_other_players(files):
    deck, learned = named_deck("Aggro Hunter"), LearnedSetting.read(str(files[0]))
    player = PlayerConfig()
    table = evaluate_learned(deck, "elite", learned, player, N_GAMES, seed=3, threads=1)
    other = evaluate_decks([deck], "elite", player, 1, seed=3)
    assert table.schema == other.schema
    row = table.row(0, named=True)
    assert row["n_games"] == N_GAMES
    assert row["strategy_alignment"] == 0
    assert row["objective"] < 0  # it is not trained
    assert 0 < row["mana_spent"] <= 10
    assert row["hand_size"] > 0
    again = evaluate_learned(deck, "elite", learned, player, N_GAMES, seed=3, threads=2)
    assert again.equals(table)


def test_a_deck_of_no_such_format_is_refused_before_any_game(files):
    learned = LearnedSetting.read(str(files[0]))
    deck = named_deck("Aggro Hunter")
    wrong = type(deck)("wrong", "HUNTER", deck.cards[:29])
    with pytest.raises(DeckError, match="29 cards"):
        evaluate_learned(wrong, "elite", learned, PlayerConfig(), 2)
