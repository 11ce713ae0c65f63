"""A replayed game equals the evaluated game."""

import json
from itertools import pairwise

import pytest

from engine.game import Game
from models.players.config import PlayerConfig
from models.players.decks import named_deck, opponent_suite
from models.players.evaluations import evaluate_decks
from models.players.replay import (
    FORMAT,
    FORMAT_VERSION,
    N_ALTERNATIVES,
    Alternatives,
    ReplayedGame,
    replay_json,
    replay_text,
)
from models.players.search_player import SearchPlayer

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


def lines_of(player, index=0):
    game = ReplayedGame.play(named_deck(DECK), "elite", player, 5, 0, index)
    return game, [json.loads(line) for line in replay_json(game).splitlines()]


@pytest.mark.parametrize("changes", [{}, {"fidelity": "fair"}, {"mixups": 0.02}])
def test_the_lines_are_the_evaluated_game(changes):
    player = PlayerConfig(**changes)
    row = evaluate_decks([named_deck(DECK)], "elite", player, 1, seed=5).row(0, named=True)
    game, lines = lines_of(player)
    head, opening, *middle, end = lines
    assert (head["line"], head["format"], head["version"]) == ("game", FORMAT, FORMAT_VERSION)
    assert (head["seed"], head["evaluation"], head["game"]) == (5, 0, 0)
    assert opening["line"] == "opening"
    assert end["health_difference"] == row["objective"]
    assert end["rounds"] == row["turns"]
    assert (end["result"] == "won") == bool(row["win_count"])
    actions = [line for line in middle if line["line"] == "action"]
    assert [line["code"] for line in actions] == list(game.actions)
    assert [line["number"] for line in actions] == list(range(len(actions)))
    heroes = [player["hero"]["health"] for player in actions[-1]["board"]["players"]]
    assert heroes[0] - heroes[1] == end["health_difference"]


def test_every_plan_comes_before_its_actions_and_beside_its_alternatives():
    _, lines = lines_of(PlayerConfig(), index=1)
    plans = [line for line in lines if line["line"] == "plan"]
    assert len(plans) > 10
    assert any(len(plan["alternatives"]) == N_ALTERNATIVES for plan in plans)
    for line, following in pairwise(lines):
        if line["line"] == "plan":
            assert following["line"] == "action"
            assert following["code"] == line["actions"][0]["code"]
            assert (following["turn"], following["side"]) == (line["turn"], line["side"])
            firsts = [other["actions"][0]["code"] for other in line["alternatives"]]
            assert line["actions"][0]["code"] not in firsts


def test_a_score_is_a_number_or_a_certain_end():
    _, lines = lines_of(PlayerConfig())
    plans = [line for line in lines if line["line"] == "plan"]
    others = [other for plan in plans for other in plan["alternatives"]]
    for each in (*plans, *others):
        assert (each["score"] is None) == (each["outcome"] in ("won", "lost"))
    assert plans[-1]["outcome"] == "won"


@pytest.mark.parametrize("player", [PlayerConfig(), PlayerConfig(mixups=0.02)])
def test_without_plans_the_other_lines_are_the_same(player):
    game, lines = lines_of(player)
    alone = [json.loads(line) for line in replay_json(game, plans=False).splitlines()]
    assert alone == [line for line in lines if line["line"] != "plan"]


def test_the_same_game_gives_the_same_bytes():
    first, second = (ReplayedGame.play(named_deck(DECK), "elite", None, 2, 3, 4) for _ in range(2))
    assert replay_json(first) == replay_json(second)


CONFIG = PlayerConfig(scorer="aggro")


def alternatives_of(game, n=3):
    chosen = SearchPlayer(CONFIG).plan(game, seed=1)
    strategy = CONFIG.strategy("aggro", is_first=True)
    return chosen, Alternatives().of(game, strategy, 1, chosen.codes, n)


def test_they_begin_otherwise_and_come_best_first():
    game = Game.stage(hand=["Fireball", "Wisp"], board=["Chillwind Yeti"], mana=4)
    before = game.record.tobytes()
    chosen, found = alternatives_of(game)
    assert game.record.tobytes() == before
    firsts = [each.actions[0].code for each in found]
    assert chosen.codes[0] not in firsts
    assert len(set(firsts)) == len(firsts) > 1
    points = [each.points for each in found]
    assert points == sorted(points, reverse=True)


def test_the_same_actions_in_another_order_are_no_alternative():
    game = Game.stage(hand=["Fireball"], board=["Chillwind Yeti"], mana=4)
    chosen, found = alternatives_of(game, n=20)
    done = [sorted(action.code for action in each.actions) for each in found]
    assert sorted(chosen.codes) not in done
    assert len({tuple(each) for each in done}) == len(done)


def test_places_of_a_minion_are_one_action():
    game = Game.stage(
        hand=["Knife Juggler"], board=["Chillwind Yeti"] * 2, enemy_board=["Wisp"], mana=2
    )
    _, found = alternatives_of(game, n=20)
    firsts = [each.actions[0].text for each in found]
    played = [text for text in firsts if text.startswith("plays")]
    assert played == ["plays Knife Juggler (2) in place 3 of 3"]


def test_an_alternative_that_ends_the_turn_scores_the_state_after_it():
    game = Game.stage(board=["Chillwind Yeti"])
    chosen, (idle,) = alternatives_of(game)
    assert [action.text for action in idle.actions] == ["ends the turn"]
    assert (idle.points, chosen.points) == (1004, 6004)


def test_without_another_action_there_is_none():
    chosen, found = alternatives_of(Game.stage(mana=0))
    assert len(chosen.codes) == 1
    assert found == []


@pytest.mark.parametrize("n", [0, 1])
def test_no_more_than_wanted(n):
    game = Game.stage(hand=["Fireball", "Wisp"], board=["Chillwind Yeti"], mana=4)
    assert len(alternatives_of(game, n)[1]) == n
