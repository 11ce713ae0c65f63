"""All ends of a turn, against plain enumeration."""

import pytest

from engine.game import Game
from models.players.board import seen_by
from models.puzzles.whole_turn import whole_turn
from models.review.chances import Judge
from models.review.lines import Lines


@pytest.fixture(scope="module")
def lines(rules):
    return Lines(Judge(rules))


def looks(record, rules):
    """What a person sees of an end, whatever the order of the minions."""
    board = seen_by(record, rules, 0)
    for side in ("own", "enemy"):
        board[side]["board"].sort(key=str)
        board[side].get("hand", []).sort(key=str)
    return str(board)


def naive(game):
    """The looks of all ends, by playing every legal action in every order."""
    if game.result != "running" or int(game.record.active) != 0:
        return {looks(game.record, game.rules)}
    return set().union(*(naive(game.copy().apply(code)) for code in game.codes()))


@pytest.mark.parametrize(
    "position",
    [
        {"hand": ["Wisp", "Frostbolt"], "board": ["Bloodfen Raptor"], "enemy_board": ["Wisp"]},
        {"hand": ["Wisp", "Defender of Argus"], "board": ["Wisp"], "mana": 4},
        {"hand": ["Fireball"], "board": ["River Crocolisk", "Wisp"], "enemy_board": ["Wisp"]},
    ],
)
def test_all_ends_are_those_of_plain_enumeration(lines, position):
    game = Game.stage(**position, hero="PALADIN", enemy_deck=["Wisp"], deck=["Wisp"])
    ends = whole_turn(game, lines, 5_000, with_luck=False)
    found = [looks(end.record, game.rules) for end in ends]
    assert set(found) == naive(game)
    by_place = "Defender of Argus" in position["hand"]
    assert by_place or len(found) == len(set(found))
    for end in ends:
        copy = game.copy()
        for code in end.codes:
            copy.apply(code)
        assert looks(copy.record, game.rules) == looks(end.record, game.rules)


@pytest.mark.parametrize("card", ["Arcane Intellect", "Arcane Missiles", "Tracking"])
def test_draws_and_chance_are_left_out(lines, card):
    game = Game.stage(hand=[card], enemy_board=["Wisp", "Wisp"], deck=["Wisp"] * 4, mana=3)
    assert whole_turn(game, lines, 1_000, with_luck=False) is None
    ends = whole_turn(game, lines, 1_000)
    assert ends
    played = game.player.hand[0].entity
    assert not any((code >> 8) & 255 == played for end in ends for code in end.codes)


def test_a_turn_with_too_many_states_has_no_answer(lines):
    game = Game.stage(board=["Wisp"] * 4, enemy_board=["Wisp"] * 4)
    n = len(whole_turn(game, lines, 100_000))
    assert whole_turn(game, lines, n) is None
