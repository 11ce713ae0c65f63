"""A replayed game equals the evaluated game."""

import pytest

from models.players.config import PlayerConfig
from models.players.decks import named_deck, opponent_suite
from models.players.evaluate_decks import evaluate_decks
from models.players.replay import ReplayedGame, replay_text

DECK = "Classic Miracle Rogue"


@pytest.mark.parametrize("fidelity", ["dsame", "fair"])
def test_the_text_ends_as_the_evaluated_game_did(fidelity):
    player = PlayerConfig(fidelity=fidelity)
    row = evaluate_decks([named_deck(DECK)], "elite", player, 1, seed=5).row(0, named=True)
    game = ReplayedGame.play(named_deck(DECK), "elite", player, seed=5)
    lines = replay_text(game).splitlines()
    assert lines[0] == f"{DECK} against Aggro Hunter"
    outcome = "won" if row["win_count"] else "lost"
    assert lines[-1].startswith(outcome)
    assert lines[-1].endswith(f"health difference {row['objective']:+.0f}")
    told = [line for line in lines if line.startswith("Round ")]
    assert told[0] == "Round 1, our turn"
    assert told[1] == "Round 1, the opponent's turn"
    assert told[-1].startswith(f"Round {row['turns']:.0f},")
    drawn = next(place for place, line in enumerate(lines) if line == "  ends the turn") + 1
    assert lines[drawn].startswith("    the enemy draws ")


def test_the_opponent_of_a_suite_is_dealt_as_in_an_evaluation():
    suite = opponent_suite("elite")
    dealt, same = (
        replay_text(ReplayedGame.play(named_deck(DECK), opponent, seed=2, game_index=4))
        for opponent in ("elite", suite[4])
    )
    assert dealt == same
    assert dealt.startswith(f"{DECK} against {suite[4].name}\nseed 2, evaluation 0, game 4")
