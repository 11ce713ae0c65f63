"""Games from the first card of a deck on, and the cards to build with."""

import numpy as np
import pytest

from engine.core import enums as e
from engine.core.enums import CLASSES
from engine.decks import class_pool, validate_deck
from models.environments.batch import GameBatch
from models.environments.core.action_space import ACTIONS
from models.self_play.core import records as r
from models.self_play.environment import BuildAndPlay, EnvironmentConfig, card_pool
from models.settings.config import ConfigError

CONFIG = EnvironmentConfig()


def test_a_game_depends_on_its_number_not_on_its_place(new_games):
    """Game 3 in its own place, and as the second game of place 1, after game 1."""
    lone, pair = new_games(4), new_games(2)
    rng, seen = np.random.default_rng(1), []
    while pair.turns["number"][1] == 1:
        pair.step(pair.random_actions(rng))
    for _ in range(150):
        assert pair.turns["number"][1] == 3
        for one, other in ((lone.seen[3], pair.seen[1]), (lone.masks[3], pair.masks[1])):
            assert (one == other).all()
        assert lone.decisions[3] == pair.decisions[1]
        seen.append(bool(pair.is_build[1]))
        actions = lone.random_actions(rng)
        lone.step(actions)
        pair.step(np.array([pair.random_actions(rng)[0], actions[3]]))
        if lone.turns["terminated"][3]:
            break
    assert not all(seen)


def test_the_error_of_a_game_is_reported_in_one_step_only(new_games):
    games = new_games(2)
    games._turns["error"] = [0, 1]  # the game before has failed in place 1
    games.step(games.random_actions(np.random.default_rng(1)))
    assert games.is_build.all()
    assert not games.turns["error"].any()


def test_decks_are_built_of_30_legal_picks_each(new_games, rules):
    games, rng = new_games(40), np.random.default_rng(2)
    for step in range(60):
        assert games.is_build.all()
        assert (games.decisions["kind"] == r.CONSTRUCT).all()
        assert (games.turns["to_move"] == step // 30).all()
        assert (games.decisions["n_picked"] == step % 30).all()
        assert (games.picks.sum(axis=1) == step % 30).all()
        assert not games.observations.any()
        games.step(games.random_actions(rng))
    assert not games.is_build.any()
    for i in range(40):
        hero = CLASSES[games.decisions["hero"][i]]
        assert hero == CLASSES[games.seen["players"]["hero_class"][i, 0]]
        validate_deck(games.pool.deck(hero, games.picks[i]), patch=rules.patch)
    assert len(np.unique(games.decisions["hero"])) == 3


def test_the_first_player_holds_cards_of_its_deck(new_games):
    games = new_games(20, 60)
    assert (games.turns["to_move"] == 0).all()
    for i in range(20):
        rows = np.repeat(games.pool.cards["row"], games.picks[i])
        hand, deck = games.seen["hand"]["card"][i], games.seen["deck"][i]
        assert sorted([*hand[hand > 0], *deck[deck > 0]]) == rows.tolist()


def test_masks_are_the_lists_of_legal_decisions(new_games):
    games, rng = new_games(50), np.random.default_rng(3)
    for _ in range(250):
        for i in range(50):
            legal = games.legal[i, : games.turns["n_legal"][i]]
            assert len(legal) > 0
            assert (np.flatnonzero(games.masks[i]) == np.sort(legal)).all()
        assert not games.masks[~games.is_build, r.N_POINTERS :].any()
        games.step(games.random_actions(rng))


def test_all_kinds_of_decisions_occur(new_games):
    games = new_games(300, positions="choose", heroes=("MAGE", "HUNTER", "DRUID"))
    rng, found = np.random.default_rng(4), set()
    for _ in range(300):
        games.step(games.random_actions(rng))
        found |= set(games.decisions["kind"].tolist())
    assert {r.KINDS[kind] for kind in found} == set(r.KINDS)


def test_rewards_come_with_the_end_and_numbers_go_on(new_games):
    games, rng, ended = new_games(30, heroes=("HUNTER",)), np.random.default_rng(5), 0
    for _ in range(400):
        before = games.turns["number"].copy()
        turns = games.step(games.random_actions(rng))
        over = turns["terminated"] | turns["truncated"]
        assert (turns["number"] == before + 30 * over).all()
        assert games.is_build[over].all()
        assert (turns["rewards"].sum(axis=1) == 0).all()
        assert not turns["rewards"][~over].any()
        ended += int(over.sum())
    assert ended > 30


def test_an_action_of_several_choices_is_the_one_of_the_plain_environment(rules):
    """The same decks, seed and actions in `GameBatch`, with every place on the board chosen."""
    config = CONFIG.but(positions="choose")
    games, rng = BuildAndPlay(config, 1, seed=3, rules=rules), np.random.default_rng(6)
    for _ in range(60):
        games.step(games.random_actions(rng))
    decks = [
        games.pool.deck(games.pool.heroes[games._places["heroes"][0, side]], games._built[0, side])
        for side in (0, 1)
    ]
    plain = GameBatch([(decks[0], decks[1])], 1, seed=3, rules=rules)
    for _ in range(60):
        assert (games.observations == plain.observations).all()
        assert games.decisions["source"][0] == -1
        n_legal = int(games._places["n_options"][0])
        assert (games._options[0, :n_legal] == plain.legal[0, :n_legal]).all()
        assert n_legal == plain.turns["n_legal"][0]
        index = _play_one(games, rng)
        if games.is_build[0]:
            break
        plain.step(np.array([index]))


def _play_one(games: BuildAndPlay, rng: np.random.Generator) -> int:
    """Makes all decisions of one action; returns its index: it alone has the chosen pointers."""
    while True:
        options = games._options[0, : games._places["n_options"][0]].tolist()
        games.step(games.random_actions(rng))
        if games.decisions["source"][0] < 0:
            chosen = games._places["chosen"][0].tolist()
            (index,) = [each for each in options if naive_pointers(ACTIONS[each]) == chosen]
            return index


def naive_pointers(action: np.void) -> list[int]:
    """The pointers to source, option, target and position of an action, by their table."""
    kind, source, target, position, choice = (int(each) for each in action)
    of_place = [r.OWN_HERO, *range(r.OWN_MINION, r.ENEMY_MINION), r.ENEMY_HERO]
    of_place += range(r.ENEMY_MINION, r.OWN_HERO)
    on = of_place[target - 1] if target else r.END_OF_TURN
    place = r.OWN_HERO if position == 0 else r.OWN_MINION + position - 1
    sources = {
        e.END_TURN: r.END_OF_TURN, e.CHOOSE: r.OFFERED + choice, e.POWER: r.HERO_POWER,
        e.PLAY: source, e.ATTACK: of_place[source],
    }  # fmt: skip
    return [sources[kind], r.OFFERED + (choice if kind != e.CHOOSE else 0), on, place]


def test_minions_enter_on_the_right(new_games):
    games, rng, n_checked = new_games(100, 60), np.random.default_rng(7), 0
    for _ in range(80):
        boards = games.seen["characters"]["card"][:, 1:8].copy()
        hands = games.seen["hand"]["card"].copy()
        sides = games.turns["to_move"].copy()
        actions = games.random_actions(rng)
        games.step(actions)
        after = games.seen["characters"]["card"][:, 1:8]
        for i in np.flatnonzero((sides == games.turns["to_move"]) & ~games.is_build):
            n = int((boards[i] > 0).sum())
            is_one_more = (after[i] > 0).sum() == n + 1 and (after[i, :n] == boards[i, :n]).all()
            if actions[i] < r.OWN_MINION and is_one_more:
                n_checked += after[i, n] == hands[i, actions[i]]
        assert (games.decisions["kind"] != r.KINDS.index("position")).all()
    assert n_checked > 50


def test_random_options_are_never_asked_for(new_games):
    games = new_games(200, heroes=("HUNTER", "DRUID"), options="random")
    rng = np.random.default_rng(8)
    for _ in range(200):
        games.step(games.random_actions(rng))
        assert (games.decisions["kind"] != r.KINDS.index("option")).all()


def test_the_cheap_mulligan_keeps_cheaper_hands(new_games):
    costs = {
        mulligan: new_games(300, 60, mulligan=mulligan).seen["hand"]["cost"].sum()
        for mulligan in ("none", "cheap")
    }
    assert costs["cheap"] < 0.9 * costs["none"]


def test_random_picks_have_the_papers_numbers(new_games):
    n = new_games(4000, random_picks=True).decisions["n_picked"]
    shares = np.bincount(n, minlength=5) / 4000
    assert shares == pytest.approx([1 / 2, 1 / 4, 1 / 8, 0, 1 / 8], abs=0.03)


HEROES = ("MAGE", "WARRIOR", "HUNTER")


def test_each_class_has_its_own_pool(rules):
    pool = card_pool(rules, HEROES, None, 30)
    for hero in HEROES:
        own = class_pool(hero)
        expected = {i: n for i, n in zip(own.ids, own.max_copies, strict=True) if i in rules.rows}
        usable = pool.usable(hero)
        assert {i: n for i, n in zip(pool.ids, usable, strict=True) if n} == expected
    assert (np.diff(pool.cards["row"]) > 0).all()


def test_decks_of_the_pool_are_legal(rules):
    pool = card_pool(rules, ("mage",), None, 30)
    counts = np.minimum(pool.usable("MAGE"), 1)
    counts[counts.cumsum() > 30] = 0
    deck = pool.deck("MAGE", counts)
    assert len(deck.cards) == 30
    validate_deck(deck, patch=rules.patch)


def test_a_pool_of_named_cards(rules):
    pool = card_pool(rules, ("MAGE", "HUNTER"), ("Wisp", "Fireball", "Tracking"), 4)
    names = [rules.names[row] for row in pool.cards["row"]]
    assert sorted(names) == ["Fireball", "Tracking", "Wisp"]
    assert pool.usable("MAGE")[names.index("Tracking")] == 0
    assert pool.usable("HUNTER")[names.index("Wisp")] == 2


@pytest.mark.parametrize(
    ("heroes", "names", "says"),
    [
        (("MAGE",), ("Wisp", "Fireball"),
         "cards: MAGE has 4 copies to build with and a deck has 30"),
        (("MAGE",), ("Tracking",), "cards: 'Tracking' is not in the pool"),
        (("MAGE", "mage"), None, "heroes: MAGE, MAGE; name each class once"),
        ((), None, "heroes: none; name each class once"),
    ],
)  # fmt: skip
def test_what_makes_no_decks_is_named(rules, heroes, names, says):
    with pytest.raises(ConfigError, match=says):
        card_pool(rules, heroes, names, 30)
