"""The plans that a player could have chosen instead."""

import pytest

from engine.game import Game
from models.players.alternatives import Alternatives, texts_in_copy
from models.players.config import PlayerConfig
from models.players.search_player import SearchPlayer

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
    firsts = [each.actions[0][0] for each in found]
    assert chosen.codes[0] not in firsts
    assert len(set(firsts)) == len(firsts) > 1
    points = [each.points for each in found]
    assert points == sorted(points, reverse=True)


def test_the_same_actions_in_another_order_are_no_alternative():
    game = Game.stage(hand=["Fireball"], board=["Chillwind Yeti"], mana=4)
    chosen, found = alternatives_of(game, n=20)
    done = [sorted(code for code, _ in each.actions) for each in found]
    assert sorted(chosen.codes) not in done
    assert len({tuple(each) for each in done}) == len(done)


def test_places_of_a_minion_are_one_action():
    game = Game.stage(hand=["Wisp"], board=["Chillwind Yeti", "Chillwind Yeti"], mana=1)
    _, found = alternatives_of(game, n=20)
    texts = {text for each in found for _, text in each.actions if text.startswith("plays Wisp")}
    assert all(text.endswith("in place 3 of 3") for text in texts)


def test_an_alternative_that_ends_the_turn_scores_the_state_after_it():
    game = Game.stage(board=["Chillwind Yeti"])
    _, found = alternatives_of(game)
    (idle,) = [each for each in found if len(each.actions) == 1]
    assert idle.actions[0][1] == "ends the turn"
    assert idle.points < max(each.points for each in found) or len(found) == 1


def test_without_another_action_there_is_none():
    chosen, found = alternatives_of(Game.stage(mana=0))
    assert len(chosen.codes) == 1
    assert found == []


@pytest.mark.parametrize("n", [0, 1])
def test_no_more_than_wanted(n):
    game = Game.stage(hand=["Fireball", "Wisp"], board=["Chillwind Yeti"], mana=4)
    assert len(alternatives_of(game, n)[1]) == n


def test_texts_stop_at_the_first_illegal_action():
    game = Game.stage(hand=["Wisp"])
    codes = [action.code for action in game.legal_actions()]
    play = next(code for code in codes if code & 255)
    assert len(texts_in_copy(game, [play, play, 0])) == 1
