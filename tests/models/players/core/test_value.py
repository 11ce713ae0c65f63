"""What the value network sees of a state, and its output: against plain Python and NumPy."""

import numpy as np
import pytest

from engine.core import enums as e
from engine.core.costs import attack_of, cost_of
from engine.core.tables import N_CARDS
from models.players.core import value as v
from models.players.core.state import MAX_FEATURES, VALUE_SIGHT
from tests.models.play.hidden import cards_in
from tests.models.players.core.test_blind import permuted


def features_of(game, rules, side: int) -> list[int]:
    sight = np.zeros(1, VALUE_SIGHT)[0]
    v.see_features(game, rules.tables, side, sight)
    return sight.rows[: sight.n].tolist()


def clipped(value, most: int) -> int:
    return int(min(max(int(value), 0), most))


def naive_features(game, rules, side: int) -> list[int]:
    """The features by their names, as the module's docstring lists them."""
    tables, player, mover = rules.tables, game.players[side], int(game.active)
    balance = int(player.crystals) + int(player.temporary) - int(player.spent) - int(player.locked)
    found = [
        v.STATE_ROWS["mover"] + (mover == side),
        v.STATE_ROWS["seat"] + side,
        v.STATE_ROWS["round"] + clipped((game.turn + 1) // 2, 15),
        v.STATE_ROWS["mana"] + (1 + clipped(balance, 10) if mover == side else 0),
    ]
    if mover == side and not player.power_used:
        found.append(v.STATE_ROWS["power_ready"])
    costs = [int(cost_of(game, tables, side, i)) for i in range(int(player.n_hand))]
    found += [v.STATE_ROWS["hand_cost"] + clipped(cost, 10) for cost in costs]
    found.append(v.STATE_ROWS["hand_costs"] + clipped(sum(costs), 40))
    found += [v.N_GENERAL + card for card in cards_in(game, side, "hand")]
    found += [v.N_GENERAL + N_CARDS + card for card in cards_in(game, side, "secrets")]
    for whose, each in enumerate((side, 1 - side)):
        found += naive_side(game, rules, each, whose)
    return sorted(found)


def naive_side(game, rules, side: int, whose: int) -> list[int]:
    """A side's features; `whose` is 0 of the player who looks."""
    player, other, hero = game.players[side], game.players[1 - side], game.characters[side]
    size = max(v.SIDE_ROWS.values()) + 1  # the last block has one row
    moves = int(game.active) == side
    minions = [int(slot) for slot in player.board[: player.n_board]]
    keywords = {
        slot: int(game.characters[slot].keywords | game.characters[slot].aura_keywords)
        for slot in [*minions, side, *other.board[: other.n_board].tolist()]
    }
    attacks = {slot: int(attack_of(game, slot)) for slot in minions}

    def ready(slot: int) -> bool:
        flags, minion = keywords[slot], game.characters[slot]
        if not attacks[slot] or flags & (e.CANT_ATTACK | e.FROZEN):
            return False
        limit = 4 if flags & e.MEGA_WINDFURY else 2 if flags & e.WINDFURY else 1
        sleeps = minion.fresh and not flags & (e.CHARGE | e.RUSH)
        return not moves or (not sleeps and minion.attacks_made < limit)

    weapon = max(0, int(player.weapon_attack) + int(player.weapon_aura)) if player.weapon else 0
    threat = sum(attacks[slot] for slot in minions if ready(slot))
    if not moves:
        threat += weapon
    elif not hero.attacks_made and not keywords[side] & e.FROZEN:
        threat += int(attack_of(game, side))
    remaining = int(game.characters[1 - side].health) + int(other.armor)
    is_walled = any(keywords[int(s)] & e.TAUNT for s in other.board[: other.n_board])
    rows = [
        ("health", clipped(int(hero.health) + int(player.armor), 60)),
        ("crystals", clipped(player.crystals, 10)),
        ("hand", clipped(player.n_hand, 10)),
        ("deck", clipped(player.n_deck, 40)),
        ("fatigue", clipped(player.fatigue, 10)),
        ("class", clipped(rules.tables.cards[player.hero].card_class, 9)),
        ("secrets", clipped(player.n_secrets, 5)),
        ("locked", clipped(player.locked if moves else player.overload, 5)),
        ("board", int(player.n_board)),
        ("attack", clipped(sum(attacks.values()), 40)),
        ("board_health", clipped(sum(int(game.characters[s].health) for s in minions), 60)),
        ("threat", 61 * is_walled + clipped(threat - remaining + 30, 60)),
        ("spell_power", clipped(player.spell_power, 5)),
    ]
    if player.weapon:
        rows.append(("weapon", 6 * clipped(weapon, 7) + clipped(player.weapon_durability, 5)))
    for slot in minions:
        minion, flags = game.characters[slot], keywords[slot]
        attack, health = clipped(attacks[slot], 12), clipped(minion.health, 12)
        rows.append(("stats", 13 * attack + health))
        rows += [("keyword", bit) for bit in range(28) if flags >> bit & 1]
        rows += [("taunt", health)] if flags & e.TAUNT else []
        rows += [("ready", attack)] if ready(slot) else []
        rows += [("attached", 0)] if minion.n_attached else []
    first = (size - min(v.SIDE_ROWS.values())) * whose
    cards = [
        v.N_GENERAL + (1 + whose) * N_CARDS + int(game.characters[slot].card)
        for slot in minions
        if not keywords[slot] & e.SILENCED
    ]
    return [first + v.SIDE_ROWS[name] + value for name, value in rows] + cards


@pytest.mark.parametrize("opponent", [0, 2, 5])
def test_features_are_those_of_the_naive_list(states, rules, opponent):
    for game in states(opponent, seed=opponent + 7, step=3):
        for side in range(2):
            assert sorted(features_of(game, rules, side)) == naive_features(game, rules, side)


def test_features_have_nothing_that_the_player_does_not_see(states, rules):
    for game in states(3, seed=4, step=5):
        seen = features_of(game, rules, int(game.active))
        for seed in range(3):
            assert features_of(permuted(game, rules, seed), rules, int(game.active)) == seen


def test_there_is_room_for_the_features_of_the_fullest_state():
    of_minion = {"stats", "keyword", "taunt", "ready", "attached"}
    minion = len(of_minion) - 1 + dict(v._OF_SIDE)["keyword"] + 1  # and the row of its card
    side = len({*v.SIDE_ROWS} - of_minion) + e.MAX_BOARD * minion
    state = len({*v.STATE_ROWS} - {"hand_cost"}) + 2 * e.MAX_HAND + e.MAX_SECRETS
    assert state + 2 * side <= MAX_FEATURES


@pytest.fixture(scope="module")
def floats() -> np.ndarray:
    return np.random.default_rng(5).normal(0, 0.3, v.N_FLOATS).astype(np.float32)


def test_the_output_is_the_one_of_numpy_to_the_last_bit(states, rules, floats):
    sight = np.zeros(1, VALUE_SIGHT)[0]
    for game in states(1, seed=3, step=6):
        v.see_features(game, rules.tables, 0, sight)
        expected = v.logit_of(floats, sight.rows[: sight.n])
        assert v.logit(sight, floats.ctypes.data) == expected != 0


def test_negative_neurons_count_nothing(floats):
    """The layers are rectified: without the first layer's rows, its positive biases remain."""
    parts, sight = v.parts_of(floats), np.zeros(1, VALUE_SIGHT)[0]
    first = np.maximum(parts["first_bias"].astype(np.float64), 0)
    second = np.maximum(first @ parts["second"] + parts["second_bias"], 0)
    expected = second @ parts["third"] + parts["third_bias"][0]
    assert v.logit(sight, floats.ctypes.data) == pytest.approx(expected, rel=1e-4)
