"""Rulings about attacks on the wrong enemy."""

from collections import Counter

from engine.dsl.cards import weapon
from engine.dsl.keywords import forgetful
from engine.game import Game
from engine.rules import Rules
from tests.engine.own_cards import rules_with
from tests.engine.rulings import over

N_GAMES = 200


def hits(attacker: int | None = 0, target: int | None = 0, rules: Rules | None = None, **position):
    """How often each enemy is hit in many games: by name, the hero as "hero".

    `attacker` and `target` are places on the boards, None for a hero.
    """
    found: Counter[str] = Counter()
    for game in over(N_GAMES, Game.stage, rules=rules, **position):
        me = game.player.hero if attacker is None else game.player.board[attacker]
        if attacker is not None:
            me.set_flags(forgetful=True)
        enemies = list(game.opponent.board)
        me.attacks(game.opponent.hero if target is None else enemies[target])
        found["hero"] += game.opponent.health < 30
        found.update(card.name for card in enemies if card.damage or card.dead)
    return +found


def test_a_forgetful_minion_hits_another_enemy_in_half_of_its_attacks():
    found = hits(board=["Wisp"], enemy_board=["War Golem"])
    assert set(found) == {"War Golem", "hero"}
    assert found.total() == N_GAMES
    assert 75 < found["hero"] < 125


def test_all_other_enemies_are_equally_likely():
    found = hits(board=["Wisp"], enemy_board=["War Golem", "Chillwind Yeti", "Ogre Magi"])
    assert 75 < found["War Golem"] < 125
    assert all(15 < found[name] < 52 for name in ("hero", "Chillwind Yeti", "Ogre Magi"))


def test_nothing_changes_if_there_is_no_other_enemy():
    assert hits(target=None, board=["Wisp"]) == {"hero": N_GAMES}


def test_taunt_does_not_protect_the_others():
    assert hits(board=["Wisp"], enemy_board=["Sen'jin Shieldmasta"])["hero"] > 75


def test_stealthed_and_immune_enemies_are_not_hit():
    board = ["War Golem", "Jungle Panther"]
    assert "Jungle Panther" not in hits(board=["Wisp"], enemy_board=board)
    for game in over(20, Game.stage, board=["Wisp"], enemy_board=["War Golem"]):
        game.opponent.hero.set_flags(immune=True)
        game.player.board[0].set_flags(forgetful=True).attacks("War Golem")
        assert game.opponent.board[0].damage == 1


def test_friends_are_never_hit():
    for game in over(20, Game.stage, board=["Wisp", "War Golem"], enemy_board=["Chillwind Yeti"]):
        game.player.board[0].set_flags(forgetful=True).attacks("Chillwind Yeti")
        assert (game.player.health, game.player.board[-1].damage) == (30, 0)


def test_a_forgetful_weapon_leads_the_hero_astray():
    rules = rules_with(weapon("OWN_1", "Club", 1, 2, 2, forgetful))
    found = hits(None, rules=rules, weapon="OWN_1", enemy_board=["War Golem"])
    assert found.total() == N_GAMES
    assert 75 < found["hero"] < 125


def test_secrets_are_about_the_enemy_that_is_hit():
    """Explosive Trap waits for attacks on its hero: it is there for the wrong one only."""
    revealed = Counter()
    for seed in range(N_GAMES):
        game = Game.stage(
            seed=seed, board=["War Golem"], enemy_board=["Alarm-o-Bot"],
            enemy_secrets=["Explosive Trap"],
        )  # fmt: skip
        game.player.board[0].set_flags(forgetful=True).attacks("Alarm-o-Bot")
        revealed[not game.opponent.secrets, game.opponent.health < 30] += 1
    assert set(revealed) == {(True, True), (False, False)}


def test_misdirection_still_turns_the_attack_away_from_the_hero():
    for game in over(20, Game.stage, board=["Wisp"], enemy_secrets=["Misdirection"]):
        game.player.board[0].set_flags(forgetful=True).attacks(game.opponent.hero)
        assert (game.opponent.health, game.player.health) == (30, 29)


def test_noble_sacrifice_takes_the_attack_on_the_wrong_enemy():
    for seed in range(20):
        game = Game.stage(
            seed=seed, board=["War Golem"], enemy_board=["Wisp"], enemy_secrets=["Noble Sacrifice"]
        )
        game.player.board[0].set_flags(forgetful=True).attacks("Wisp")
        assert game.player.board[0].damage == 2  # the defender's attack
        assert (game.opponent.health, len(game.opponent.board)) == (30, 1)


def test_other_weapons_hit_what_they_attack():
    assert hits(None, weapon="Fiery War Axe", enemy_board=["War Golem"]) == {"War Golem": N_GAMES}


def test_a_choice_among_several_is_random_and_one_is_a_chance():
    """See `engine.core.ops`: a chance of 50 % raises no flag."""
    raised = {1: 0, 2: 0}
    for n in raised:
        for game in over(20, Game.stage, board=["Wisp"], enemy_board=["War Golem"] * n):
            game.record.random_happened = 0
            game.player.board[0].set_flags(forgetful=True).attacks(game.opponent.board[0])
            raised[n] += int(game.record.random_happened)
    assert raised[1] == 0 < raised[2] < 20
