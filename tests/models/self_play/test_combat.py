"""Attacks between characters, against a plain count over what is seen."""

import numpy as np
import pytest
import torch

from models.self_play.combat import N_COMBAT, combat_numbers
from models.self_play.core.records import ATTACK, OWN_HERO, OWN_MINION
from models.self_play.inputs import N_CHARACTER_NUMBERS, inputs_of


def kills(by, of, is_minion: bool) -> bool:
    """Whether a character kills another one with its attack."""
    if not (by["card"] and of["card"]) or by["attack"] <= 0 or keyword(of, "divine_shield"):
        return False
    return by["attack"] >= of["health"] or bool(is_minion and keyword(by, "poisonous"))


def keyword(character, name: str) -> bool:
    places = {"taunt": 0, "charge": 1, "divine_shield": 2, "poisonous": 5, "frozen": 10}
    return bool(character["keywords"][places[name]])


@pytest.fixture(scope="module")
def battles(new_games):
    games = new_games(200, 160)
    return games, inputs_of(games.seen, games.decisions, games.picks, games.masks)


@pytest.fixture(scope="module")
def new_games():
    from models.self_play.environment import BuildAndPlay, EnvironmentConfig

    def make(n: int, n_steps: int) -> BuildAndPlay:
        games = BuildAndPlay(EnvironmentConfig(deck_size=10), n, seed=3, threads=1)
        rng = np.random.default_rng(0)
        for _ in range(n_steps):
            games.step(games.random_actions(rng))
        return games

    return make


def test_exchanges_are_those_of_the_characters(battles):
    games, inputs = battles
    found = inputs.minion_numbers[..., -N_COMBAT:][..., :3].numpy()
    n_seen = np.zeros(3)
    for row, seen in enumerate(games.seen):
        own, enemy = seen["characters"][:8], seen["characters"][8:]
        for place in range(1, 8):
            for side, here, others in ((0, own, enemy[1:]), (1, enemy, own)):
                me = here[place]
                pairs = [
                    (me, other, k > 0 or side == 0) if side == 0 else (other, me, True)
                    for k, other in enumerate(others)
                ]
                does = [kills(a, b, minion) for a, b, minion in pairs]
                suffers = [kills(b, a, side == 0 or k > 0) for k, (a, b, _) in enumerate(pairs)]
                free = [a and not b for a, b in zip(does, suffers, strict=True)]
                expected = [any(free), any(does), any(suffers)]
                assert found[row, side, place - 1].tolist() == expected
                n_seen += expected
    assert (n_seen > 20).all()


def test_a_chosen_attacker_is_compared_with_what_it_can_attack(battles):
    games, inputs = battles
    found = inputs.minion_numbers[:, 1, :, -5:].numpy()
    asked = 0
    for row, (seen, decision) in enumerate(zip(games.seen, games.decisions, strict=True)):
        if decision["kind"] != ATTACK or decision["source"] < 0:
            assert not found[row].any()
            continue
        source = decision["source"]
        me = seen["characters"][0 if source == OWN_HERO else source - OWN_MINION + 1]
        for place, target in enumerate(seen["characters"][9:]):
            if not target["card"]:
                assert not found[row, place].any()
                continue
            asked += 1
            does, suffers = kills(me, target, True), kills(target, me, source != OWN_HERO)
            assert found[row, place, :3].tolist() == [does and not suffers, does, suffers]
            differences = [me["attack"] - target["health"], target["attack"] - me["health"]]
            np.testing.assert_allclose(10 * found[row, place, 3:], differences, atol=1e-4)
    assert asked > 20


def test_the_outlook_is_attack_less_health(battles):
    games, inputs = battles
    numbers = inputs.game[:, -4:].numpy()
    for row, seen in enumerate(games.seen):
        if not seen["characters"]["card"][0]:
            assert not numbers[row].any()
            continue
        enemy = seen["characters"][8:]
        attack = sum(int(each["attack"]) for each in enemy if each["card"])
        health = seen["characters"][0]["health"] + seen["players"][0]["armor"]
        assert numbers[row, 1] * 10 == pytest.approx(attack - health, abs=1e-3)
        assert numbers[row, 3] == (attack >= health)


def test_only_characters_that_may_attack_count_for_the_own_outlook():
    n_numbers = N_CHARACTER_NUMBERS - N_COMBAT
    characters, there = torch.zeros(5, 2, 8, n_numbers), torch.zeros(5, 2, 8, dtype=torch.bool)
    there[:, :, :2] = True
    characters[:, :, 0, 1] = 3.0
    characters[:, 0, 1, 0] = 0.5
    characters[1, 0, 1, 4] = 1  # fresh
    characters[2, 0, 1, [4, 8]] = 1  # fresh, with charge
    characters[3, 0, 1, 3] = 0.1  # has attacked
    characters[4, 0, 1, 17] = 1  # frozen
    _, outlook = combat_numbers(characters, there, torch.zeros(5, 2), torch.full((5,), -1))
    ready = (outlook[:, 0] + 3.0) / 0.5
    np.testing.assert_allclose(ready, [1, 0, 1, 0, 0], atol=1e-5)
