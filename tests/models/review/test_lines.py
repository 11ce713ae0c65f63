"""Lines of actions and what they are worth."""

import numpy as np
import pytest

from engine.game import Game
from models.players.own import dealt_copy
from models.review.lines import N_COPIES
from tests.models.play.hidden import with_hidden_cards_permuted


def roots(game):
    """The positions at starts of turns."""
    played, turn = game.opening.copy(), 0
    for code in game.actions:
        if played.turn != turn:
            turn = played.turn
            yield played.copy()
        played.apply(code)


def test_a_line_is_worth_the_mean_over_plainly_played_copies(games, lines_of_games):
    n_checked = 0
    for root in roots(games[0]):
        side = int(root.record.active)
        for line in lines_of_games.searched(root.record, 5):
            if line.codes[-1] != 0:  # a search goes on in the copies
                continue
            chances = []
            for number in range(N_COPIES):
                copy = dealt_copy(root, 5 + number)
                for code in line.codes:
                    if code not in copy.codes():
                        break
                    copy.apply(code)
                chances.append(lines_of_games.judge.chance(copy.record, side))
            if copy.turn > root.turn:
                n_checked += 1
                assert line.chance == pytest.approx(np.mean(chances), abs=1e-9)
    assert n_checked > 10


def test_lines_differ_in_their_first_action_and_are_legal(games, lines_of_games):
    for root in roots(games[1]):
        found = lines_of_games.searched(root.record, 1)
        chances = [line.chance for line in found]
        assert chances == sorted(chances, reverse=True)
        for line in found:
            assert line.codes[0] in root.codes()
            assert len(line.texts) == len(line.codes) > 0


def test_lines_depend_on_nothing_hidden(games, lines_of_games):
    for root in list(roots(games[0]))[::3]:
        side, found = int(root.record.active), lines_of_games.searched(root.record, 1)
        for seed in range(3):
            other = with_hidden_cards_permuted(root.record, root.rules, side, seed, foreign=False)
            assert lines_of_games.searched(other, 1) == found


def test_a_line_that_kills_wins(lines):
    game = Game.stage(hand=["Fireball", "Wisp"], hero="MAGE")
    game.record.characters[1].health = 6
    best, *others = lines.searched(game.record, 1)
    assert best.wins
    assert best.texts == ("plays Fireball (4) on the enemy hero",)
    assert not any(line.wins for line in others if "Fireball" not in " ".join(line.texts))


def test_an_action_with_news_is_noticed(lines):
    game = Game.stage(hand=["Arcane Intellect", "Wisp"], deck=["Wisp"] * 3, hero="MAGE")
    spell_code, wisp_code = (
        next(code for code in game.codes() if (code >> 8) & 255 == card.entity)
        for card in game.player.hand
    )
    for code, has_news in ((wisp_code, False), (spell_code, True), (0, False)):
        assert lines.apply(game.copy().record, code) == has_news
