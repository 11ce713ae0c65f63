"""The best of all states of a turn: against a simple search that tries everything."""

import numpy as np
import pytest

from engine.core.actions import apply
from engine.core.enums import RUNNING
from engine.core.hash import digest
from engine.core.options import list_options
from engine.core.state import OPTIONS, new_vm
from engine.decks import CLASSES
from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.scorers import WON, score
from models.players.core.state import MAX_DEPTH, MAX_WIDTH, NEURONS
from models.players.decks import Opponent
from models.players.games import new_setups, new_strategies, play, schedule_games
from models.players.search_player import SearchPlayer
from tests.engine.random_games import random_deck
from tests.models.play.hidden import copied
from tests.models.players.search.one_turn.test_plain import PLAIN, some

MOST = 2000  # different states of a level
SCORERS = ("control", "aggro", "rogue-network", "hearthsim")
MIXED = (
    *PLAIN[:8], "Chillwind Yeti", "Raid Leader", "Dire Wolf Alpha", "Shattered Sun Cleric",
    "Elven Archer", "Argent Commander", "Abusive Sergeant", "Ironbeak Owl", "Defender of Argus",
    "Harvest Golem", "Amani Berserker", "Wolfrider", "Faerie Dragon", "Young Dragonhawk",
)  # fmt: skip
SPELLS = (
    "Fireball", "Frostbolt", "Holy Smite", "Backstab", "Eviscerate", "Claw", "Blessing of Might",
    "The Coin", "Fiery War Axe", "Starfire", "Consecration", "Cold Blood", "Wrath", "Execute",
)  # fmt: skip


def mixed_game(rng: np.random.Generator) -> Game:
    """A small position of any kind of cards; few have chance in them."""
    heroes = ("MAGE", "PRIEST", "DRUID", "ROGUE", "WARRIOR", "PALADIN", "HUNTER")
    return Game.stage(
        hand=some(rng, (*MIXED, *SPELLS), 0, 3), board=some(rng, MIXED, 0, 2),
        weapon="Fiery War Axe" if rng.random() < 0.2 else None, deck=some(rng, MIXED, 1, 3),
        hero=str(rng.choice(heroes)), enemy_board=some(rng, MIXED, 0, 2),
        enemy_secrets=["Eye for an Eye"] if rng.random() < 0.1 else [],
        enemy_deck=some(rng, MIXED, 0, 2), enemy_hero=str(rng.choice(heroes)),
        mana=int(rng.integers(0, 8)), fatigue=True, seed=int(rng.integers(1000)),
        enemy_health=int(rng.integers(1, 31)),
    )  # fmt: skip


class UnfitError(Exception):
    """Chance is involved in the turn, a card is drawn, or there are too many states."""


def naive_value(game: Game, config: PlayerConfig, sizes: list[int] | None = None) -> int:
    """The best score of all states in which the turn or the game is over: everything is tried.

    Adds the number of different unfinished states of each level to `sizes`.

    Raises:
        UnfitError: An action draws a random number or a card; or the turn has too many states.
    """
    rules, side = game.rules.tables, int(game.record.active)
    strategy = config.strategy(config.scorer, is_first=side == 0)
    options, vm, neurons = np.zeros(1, OPTIONS)[0], new_vm(), np.zeros(1, NEURONS)[0]
    level, values = [game.record], []
    while level:
        following = {}
        for state in level:
            list_options(state, rules, options)
            for action in options.actions[: options.n].tolist():
                child = copied(state)
                apply(child, rules, vm, action)
                if (
                    child.rng_state != state.rng_state
                    or child.players[side].n_deck != state.players[side].n_deck
                ):
                    raise UnfitError
                if child.active != side or child.result != RUNNING:
                    values.append(score(child, rules, side, strategy, neurons))
                else:
                    following.setdefault(int(digest(child)), child)
        if len(following) > MOST:
            raise UnfitError
        level = list(following.values())
        if sizes is not None:
            sizes.append(len(level))
    return int(max(values))


def player(**changes) -> SearchPlayer:
    config = PlayerConfig(search="one-turn", scorer="control", one_turn={"max_nodes": 2**20})
    return SearchPlayer(config.but(**changes))


@pytest.mark.parametrize(("n", "seed"), [(40, 1), pytest.param(1000, 2, marks=pytest.mark.slow)])
def test_the_value_is_that_of_the_best_state_that_can_be_reached(n, seed):
    """It is the naive search's, and the beam's wherever the beam leaves nothing out."""
    rng, n_checked, n_beam = np.random.default_rng(seed), 0, 0
    while n_checked < n:
        game, sizes = mixed_game(rng), []
        one_turn = player(scorer=SCORERS[n_checked % len(SCORERS)])
        try:
            expected = naive_value(game, one_turn.config, sizes)
        except UnfitError:
            continue
        n_checked += 1
        plan = one_turn.plan(game)
        assert not plan.capped
        assert plan.points == expected, game.text()
        beam = SearchPlayer(one_turn.config.but(search="beam", width=MAX_WIDTH, depth=MAX_DEPTH))
        if max(sizes) <= MAX_WIDTH and len(sizes) <= MAX_DEPTH:
            n_beam += 1
            assert beam.plan(game).points == expected
        else:
            assert beam.plan(game).points <= expected
    assert n_beam > n // 4


def test_the_plan_leads_to_its_value():
    rng, config = np.random.default_rng(3), PlayerConfig(search="one-turn", scorer="aggro")
    n_plans = 0
    while n_plans < 10:
        game = mixed_game(rng)
        try:
            naive_value(game, config)
        except UnfitError:
            continue
        n_plans += 1
        plan = SearchPlayer(config).plan(game)
        assert len(plan.actions) == len(plan.codes)
        after = game.copy()
        for code in plan.codes[:-1]:
            after.apply(code)
        if after.record.result == RUNNING and plan.points != WON:
            assert naive_value(after, config) == plan.points


def outcomes(game: Game, code: int) -> list[Game]:
    """The different states to which an action leads, found with many streams."""
    found = {}
    for seed in range(300):
        child = game.copy()
        child.record.rng_state = seed * 14_316_557 % 2**32
        child.apply(code)
        found.setdefault(int(digest(child.record)), child)
    return list(found.values())


@pytest.mark.parametrize("enemies", [["Wisp"], ["Wisp", "Bloodfen Raptor"], ["Chillwind Yeti"] * 3])
@pytest.mark.parametrize("scorer", ["control", "hearthsim"])
def test_a_random_action_is_worth_the_mean_of_its_outcomes(enemies, scorer):
    decks = {"deck": ["Wisp"] * 2, "enemy_deck": ["Wisp"] * 2, "mana": 0}
    game = Game.stage(hand=["Wisp"], board=["Knife Juggler"], enemy_board=enemies, **decks)
    one_turn = player(scorer=scorer)
    plan = one_turn.plan(game)
    assert [action.text for action in plan.actions] == ["plays Wisp (0) in place 2 of 2"]
    values = [naive_value(after, one_turn.config) for after in outcomes(game, plan.codes[0])]
    assert len(values) == 1 + len(enemies)
    assert plan.points == pytest.approx(sum(values) / len(values), abs=0.5)


def test_what_follows_a_throw_is_not_chosen_by_knowing_it():
    game = Game.stage(
        hand=["Wisp"], board=["Knife Juggler", "Chillwind Yeti"], mana=0, enemy_deck=["Wisp"],
        enemy_board=["Goldshire Footman", "Boulderfist Ogre"], enemy_health=5,
    )  # fmt: skip
    plans = set()
    for state in range(0, 2**32, 2**28):
        game.record.rng_state = state
        plan = player().plan(game)
        plans.add((plan.codes, plan.points))
    assert len(plans) == 1
    assert plans.pop()[1] < WON


def test_a_sure_win_comes_first_though_others_score_more():
    game = Game.stage(
        hand=["Fireball", "Pyroblast"], board=["Wisp", "Knife Juggler"], hero="MAGE",
        enemy_board=["Chillwind Yeti"] * 3, mana=10, enemy_health=7,
    )  # fmt: skip
    for scorer in SCORERS:
        plan = player(scorer=scorer).plan(game)
        assert plan.points == WON
        after = game.copy()
        for code in plan.codes:
            after.apply(code)
        assert after.winner == after.player


def test_the_limit_of_states_is_reported():
    game = Game.stage(
        hand=["Fireball", "Bloodfen Raptor"], board=["Chillwind Yeti", "Wisp"], hero="MAGE",
        enemy_board=["Chillwind Yeti", "Wisp"], enemy_deck=["Wisp"],
    )  # fmt: skip
    full, cut = player().plan(game), player(one_turn__max_nodes=100).plan(game)
    assert (full.capped, cut.capped) == (False, True)
    assert cut.n_states < 200 < full.n_states
    assert cut.points <= full.points
    assert cut.actions


def games_of(config: PlayerConfig, threads: int) -> np.ndarray:
    rules, rng = config.rules(), np.random.default_rng(5)
    decks = [random_deck(rules, hero, rng) for hero in CLASSES]
    opponents = [Opponent(deck, "control") for deck in decks[::4]]
    setups, strategies = new_setups(rules, decks, opponents), new_strategies(config, opponents)
    games = schedule_games(3, np.arange(len(decks)), 3, len(opponents))
    play(rules, setups, strategies, games, threads)
    return games


@pytest.mark.parametrize(
    ("scorer", "fidelity", "compat"),
    [
        ("control", "dsame", "clean"),
        ("rogue-network", "fair", "clean"),
        ("hearthsim", "mesb", "2014"),
    ],
)
def test_decks_of_all_classes_are_played_the_same_on_any_number_of_threads(
    scorer, fidelity, compat
):
    one_turn = {"max_nodes": 500, "compat": compat}
    config = PlayerConfig(
        search="one-turn", scorer=scorer, fidelity=fidelity, one_turn=one_turn, format="blackrock"
    )
    games = games_of(config, threads=1)
    assert (games["attempts"] == 1).all()
    assert games_of(config, threads=2).tobytes() == games.tobytes()
