"""An observation holds what its player may know, and nothing else."""

import numpy as np

from engine.core import enums as e
from engine.game import Game
from models.environments.core.action_space import N_ACTIONS, list_legal
from models.environments.core.observing import observe
from models.environments.core.records import MAX_SEEN_DEAD, OBSERVATION, new_scratch
from tests.models.play.hidden import cards_in, dealt, hidden_cards

SCRATCH = new_scratch()


def seen_by(game, rules, side: int) -> np.record:
    seen = np.full(1, -1, np.int16).repeat(OBSERVATION.itemsize // 2).view(OBSERVATION)
    observe(game, rules.tables, SCRATCH, side, seen[0])
    return seen[0]


def test_hidden_cards_change_neither_observation_nor_mask(positions, rules):
    n_changed = n_secrets = 0
    legal = np.zeros((2, N_ACTIONS), np.int16)
    for game in positions:
        for side in range(2):
            for seed in range(3):
                other = dealt(game, rules, seed, side)
                n_changed += hidden_cards(game, side) != hidden_cards(other, side)
                assert seen_by(game, rules, side) == seen_by(other, rules, side)
                if side == game.active:
                    n = [list_legal(x, rules.tables, SCRATCH, legal[i]) for i, x in
                         enumerate((game, other))]  # fmt: skip
                    assert n[0] == n[1]
                    assert (legal[0, : n[0]] == legal[1, : n[1]]).all()
            n_secrets += int(game.players[1 - side].n_secrets)
    assert n_changed > 500
    assert n_secrets > 10


def test_zones_are_complete(positions, rules):
    for game in positions:
        for side in range(2):
            seen = seen_by(game, rules, side)
            assert seen.deck[seen.deck > 0].tolist() == sorted(cards_in(game, side, "deck"))
            hand = cards_in(game, side, "hand")
            assert seen.hand["card"][: len(hand)].tolist() == hand
            assert seen.players[0].n_board == (seen.characters["card"][1:8] > 0).sum()
            assert seen.players[1].n_board == (seen.characters["card"][9:] > 0).sum()
            for k, of in enumerate((side, 1 - side)):
                entities = game.entities[3 : game.n_entities]
                dead = (entities["zone"] == e.IN_GRAVEYARD) & (entities["side"] == of)
                assert seen.players[k].n_graveyard == dead.sum()
                listed = seen.graveyards[k][seen.graveyards[k] > 0]
                assert (listed == entities["card"][dead][:MAX_SEEN_DEAD]).all()


def test_fields_are_those_of_the_position(rules):
    game = Game.stage(
        hand=["Fireball", "Wisp"], board=["Bloodmage Thalnos", "Dire Wolf Alpha", "Wisp"],
        secrets=["Ice Block"], weapon=None, mana=7, hero="MAGE",
        enemy_hand=["The Coin", "Wisp"], enemy_board=["Sen'jin Shieldmasta"],
        enemy_secrets=["Snake Trap"], enemy_weapon="Eaglehorn Bow", enemy_deck=["Wisp"],
        rules=rules,
    )  # fmt: skip
    seen = seen_by(game.record, rules, 0)
    own, enemy = seen.players
    assert (own.mana, own.crystals, own.n_hand, own.n_secrets, own.spell_damage) == (7, 7, 2, 1, 1)
    assert rules.names[own.power] == "Fireblast"
    assert e.CLASSES[own.hero_class] == "MAGE"
    hand = [(rules.names[card["card"]], card["cost"]) for card in seen.hand[:2]]
    assert hand == [("Fireball", 4), ("Wisp", 0)]
    assert rules.names[seen.secrets[0]] == "Ice Block"
    assert (enemy.n_hand, enemy.n_coins, enemy.n_deck, enemy.n_secrets) == (2, 1, 1, 1)
    assert (enemy.weapon_attack, enemy.weapon_durability) == (3, 2)
    wolf, wisp, shield = seen.characters[2], seen.characters[3], seen.characters[9]
    assert (rules.names[wolf.card], wisp.attack, wisp.health) == ("Dire Wolf Alpha", 2, 1)
    assert (shield.attack, shield.health, shield.max_health) == (3, 5, 5)
    assert shield.keywords[list(e.KEYWORDS).index("taunt")] == 1
    assert shield.keywords.sum() == 1


def test_only_its_owner_sees_a_choice(rules):
    game = Game.stage(hand=["Tracking"], deck=["Wisp", "Fireball"], hero="HUNTER", rules=rules)
    game.play("Tracking")
    own, enemy = (seen_by(game.record, rules, side) for side in range(2))
    assert (own.n_choices, rules.names[own.choice_source]) == (2, "Tracking")
    assert [rules.names[card] for card in own.choices[:2]] == ["Wisp", "Fireball"]
    assert enemy.n_choices == enemy.choice_source == 0
    assert not enemy.choices.any()


def test_the_first_player_and_the_mover_are_marked(rules):
    game = Game.stage(rules=rules)
    first, second = (seen_by(game.record, rules, side) for side in range(2))
    assert (first.is_first, first.to_move, second.is_first, second.to_move) == (1, 1, 0, 0)


def test_a_graveyard_that_is_too_large_is_cut_and_counted(rules):
    game = Game.stage(rules=rules)
    for _ in range(MAX_SEEN_DEAD + 5):
        game.player.summon("Wisp").destroy()
    seen = seen_by(game.record, rules, 1)
    assert seen.players[1].n_graveyard == MAX_SEEN_DEAD + 5
    assert (seen.graveyards[1] > 0).all()
