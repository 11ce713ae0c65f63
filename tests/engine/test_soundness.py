"""The checks of random play report every fault; each is made by hand."""

from collections.abc import Callable

import numpy as np
import pytest

from engine.core import enums as e
from engine.core.memory import copy_game
from engine.core.options import list_options
from engine.core.state import new_games
from engine.game import Game
from engine.rules import Rules
from tests.engine.soundness import faults as s
from tests.engine.soundness import when_used

long_random_play = when_used("tests.engine.long_random_play")
games, steps = when_used("tests.engine.soundness.games"), when_used("tests.engine.soundness.steps")


def position(rules: Rules) -> Game:
    """A position with something in every zone."""
    game = Game.stage(
        hand=["Wisp", "Backstab", "Tracking"],
        board=["Raid Leader", "Wisp"],
        deck=["Wisp", "Chillwind Yeti"],
        secrets=["Explosive Trap", "Snake Trap"],
        weapon="Eaglehorn Bow",
        enemy_hand=["The Coin"],
        enemy_board=["Chillwind Yeti"],
        enemy_deck=["Wisp"],
        rules=rules,
    )
    return game.play("Backstab", target="Chillwind Yeti")


def fault_of(game: Game) -> str:
    return s.FAULTS[steps.check_state(s.new_check(), game.record, game.rules.tables)]


def test_a_position_is_sound(rules):
    assert fault_of(position(rules)) == "sound"


def slot(game: Game, place: int = 0) -> int:
    return int(game.record.players[0].board[place])


def change(path: str, value: object) -> Callable[[Game], None]:
    """Sets what a path such as "players 0 n_hand" leads to."""

    def make(game: Game) -> None:
        *parents, last = (int(x) if x.isdecimal() else x for x in path.split())
        place = game.record
        for name in parents:
            place = place[name]
        place[last] = value

    return make


def of_minion(name: str, value: int, place: int = 0) -> Callable[[Game], None]:
    def make(game: Game) -> None:
        game.record.characters[slot(game, place)][name] = value

    return make


def of_card(name: str, value: int) -> Callable[[Game], None]:
    def make(game: Game) -> None:
        game.record.entities[game.record.players[0].hand[0]][name] = value

    return make


def same_secret_twice(game: Game) -> None:
    first, second = game.record.players[0].secrets[:2]
    game.record.entities[second]["card"] = game.record.entities[first].card


def hero_as_card(game: Game) -> None:
    entity = game.record.players[0].hand[0]
    game.record.entities[entity]["card"] = game.record.players[0].hero


def dead_hero(game: Game) -> None:
    """Whoever is dead has lost."""
    game.record.characters[1]["health"] = 0
    game.record.result = e.SECOND_WON


def twice_in_hand(game: Game) -> None:
    game.record.players[0].hand[1] = game.record.players[0].hand[0]


def lost_minion(game: Game) -> None:
    game.record.players[0].n_board -= 1


def taken_slot(game: Game) -> None:
    free = int(np.flatnonzero(game.record.slot_entity == 0)[0])
    game.record.slot_entity[free] = 1


BROKEN = [
    (s.GAME_FAILED, change("error", 1)),
    (s.GAME_FAILED, change("result", e.FAILED)),
    (s.OUT_OF_DATE, change("dirty", 1)),
    (s.OUT_OF_DATE, of_minion("aura_next", 1)),
    (s.WRONG_AURAS, of_minion("aura_attack", 0, place=1)),
    (s.WRONG_AURAS, change("players 0 spell_power", 2)),
    (s.WRONG_LISTENING, change("listening", 0)),
    (s.NEVER_MADE, change("players 0 deck", 200)),
    (s.WRONG_PLACE, twice_in_hand),
    (s.WRONG_PLACE, lost_minion),
    (s.WRONG_PLACE, change("players 1 n_returning", 1)),
    (s.ELSEWHERE, of_card("zone", e.IN_DECK)),
    (s.ELSEWHERE, of_card("side", 1)),
    (s.ELSEWHERE, of_card("slot", 5)),
    (s.WRONG_SLOT, taken_slot),
    (s.WRONG_SLOT, lambda game: change(f"slot_side {slot(game)}", 1)(game)),
    (s.TOO_MANY, change("players 0 n_hand", 11)),
    (s.TOO_MANY, change("players 0 n_board", 8)),
    (s.WRONG_MANA, change("players 0 crystals", 11)),
    (s.WRONG_DECK_SUM, change("players 1 deck_sum", 5)),
    (s.WRONG_WEAPON, change("players 0 weapon_durability", 0)),
    (s.WRONG_WEAPON, change("players 1 weapon_attack", 3)),
    (s.WRONG_SECRET, same_secret_twice),
    (s.WRONG_CARD, hero_as_card),
    (s.WRONG_CHARACTER, of_minion("card", 1)),
    (s.WRONG_CHARACTER, of_minion("n_attached", 13)),
    (s.TOO_HEALTHY, of_minion("health", 9)),
    (s.UNDEAD, of_minion("health", 0)),
    (s.UNDEAD, of_minion("keywords", e.DOOMED)),
    (s.OUT_OF_PROPORTION, of_minion("attack", 5000)),
    (s.OUT_OF_PROPORTION, change("players 0 armor", -1)),
    (s.NO_HERO, change("slot_entity 0", 2)),
    (s.NO_HERO, change("players 0 hero", 1)),
    (s.WRONG_TURN, change("active", 1)),
    (s.WRONG_RESULT, dead_hero),
    (s.WRONG_RESULT, change("result", e.FIRST_WON)),
]


@pytest.mark.parametrize(("fault", "break_it"), BROKEN)
def test_a_broken_state_is_named(rules, fault, break_it):
    game = position(rules)
    break_it(game)
    assert fault_of(game) == s.FAULTS[fault]


# --- what an action changes --------------------------------------------------------------------


def step(rules: Rules, break_it: Callable[[np.record, np.record], None] | None = None) -> str:
    """The fault of an attack in which minions die, broken afterwards."""
    game = Game.stage(board=["Wisp"], enemy_board=["Wisp"], enemy_secrets=["Snipe"], rules=rules)
    before = game.copy().record
    game.attack(game.player.board[0], game.opponent.board[0])
    if break_it:
        break_it(before, game.record)
    return s.FAULTS[steps.check_step(before, game.record, e.ATTACK)]


def change_card(before: np.record, after: np.record) -> None:
    after.entities[3]["card"] += 1


def leave_graveyard(before: np.record, after: np.record) -> None:
    before.entities[5]["zone"] = e.IN_GRAVEYARD


def add_to_graveyard_sum(before: np.record, after: np.record) -> None:
    after.players[1].graveyard_sum += 1


def pass_turn(before: np.record, after: np.record) -> None:
    after.turn += 1


@pytest.mark.parametrize(
    ("fault", "break_it"),
    [
        (s.SOUND, None),
        (s.CARD_CHANGED, change_card),
        (s.LEFT_GRAVEYARD, leave_graveyard),
        (s.WRONG_GRAVEYARD_SUM, add_to_graveyard_sum),
        (s.WRONG_PASSING, pass_turn),
    ],
)
def test_a_broken_step_is_named(rules, fault, break_it):
    assert step(rules, break_it) == s.FAULTS[fault]


def test_what_dies_while_the_turn_passes_may_belong_to_either(rules):
    board = ["Young Priestess", "Baron Geddon", "Wisp", "Wisp"]
    game = Game.stage(board=board, enemy_board=["Wisp"] * 3, rules=rules)
    before = game.copy().record
    game.end_turn()
    assert steps.check_step(before, game.record, e.END_TURN) == s.SOUND
    game.record.players[0].graveyard_sum ^= 1
    assert steps.check_step(before, game.record, e.END_TURN) == s.WRONG_GRAVEYARD_SUM


# --- options -----------------------------------------------------------------------------------


def options_of(game: Game, *more: int) -> str:
    """The fault of the options of a position with some more."""
    room = s.new_room()
    list_options(game.record, game.rules.tables, room.options)
    for action in more:
        room.options.actions[room.options.n] = action
        room.options.n += 1
    return s.FAULTS[steps.check_options(game.record, room.options)]


def test_wrong_options_are_named(rules):
    game = position(rules)
    wisp = game.player.hand[0].entity
    assert options_of(game) == "sound"
    assert options_of(game, e.END_TURN) == s.FAULTS[s.OPTION_TWICE]
    for action in (
        e.PLAY | game.player.board[0].entity << 8,  # not in hand
        e.PLAY | wisp << 8 | wisp << 16,  # a target in hand
        e.PLAY | wisp << 8 | 9 << 24,  # no such place
        e.PLAY | game.opponent.hand[0].entity << 8,  # the other player's
        e.ATTACK | game.player.board[0].entity << 8 | game.player.board[1].entity << 16,
        e.CHOOSE,
    ):
        assert options_of(game, action) == s.FAULTS[s.WRONG_OPTION], action
    assert s.FAULTS[steps.check_options(game.record, s.new_room().options)] == s.FAULTS[s.NO_OPTION]


def test_a_difference_between_copies_is_seen(rules):
    game = position(rules)
    other = new_games(1)[0]
    copy_game(other, game.record)
    assert games.compare_games(game.record, other) == 0
    other.characters[0].health -= 1
    assert games.compare_games(game.record, other) == 1


# --- the long command --------------------------------------------------------------------------


def test_long_play_counts_the_games_of_all_pieces(capsys, monkeypatch):
    monkeypatch.setattr(long_random_play, "PIECE", 1)
    assert long_random_play.main(["--games", "2", "--seed", "9", "--threads", "1"]) == 0
    said = capsys.readouterr()
    assert "2 games over 81 pairs of classes: 0 faults" in said.out
    assert "2 of 2 games, 0 faults" in said.err


def test_a_wrong_format_is_one_message(capsys):
    with pytest.raises(SystemExit):
        long_random_play.main(["--format", "blackrok"])
    assert "unknown format; did you mean 'blackrock'?" in capsys.readouterr().err


def test_one_game_is_shown_as_text(capsys):
    assert long_random_play.main(["--show", "13", "--seed", "9"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("game 13: HUNTER against PRIEST")
    assert text.rstrip().endswith("-- sound")
    assert "> ends the turn" in text
