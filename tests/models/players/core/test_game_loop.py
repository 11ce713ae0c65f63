"""The measures of a game, against values by hand and against a simple version."""

from hashlib import sha256

import numpy as np
import pytest

from engine.core import enums as e
from engine.core.actions import apply
from engine.core.costs import attack_of, cost_of
from engine.core.options import list_options
from engine.core.setup import SETUP, begin, mulligan_replace, start_game
from engine.core.state import NO_SLOT
from engine.decks import HERO_CARDS
from models.players.config import PlayerConfig
from models.players.core.game_loop import (
    MAX_ATTEMPTS,
    follow_plan,
    open_game,
    play_game,
    play_games,
    search_seed,
)
from models.players.core.scorers import LOST, WON
from models.players.core.state import CARD_GAME, PLAYED_GAME, new_desk
from models.players.decks import named_deck, opponent_suite
from models.players.games import (
    GameError,
    Watched,
    new_setups,
    new_strategies,
    play,
    schedule_games,
)
from models.players.player_names import read_player
from models.players.search.dispatch import find_plan
from tests.both_ways import other_way
from tests.models.players.conftest import scheduled

MEASURES = PLAYED_GAME.names[PLAYED_GAME.names.index("pad") + 1 :]
BY_SIDE = ("n_nodes", "n_searches", "n_capped")


def setup_of(rules, ours: list[str], theirs: list[str]) -> np.record:
    setup = np.zeros(1, SETUP)[0]
    for side, names in enumerate((ours, theirs)):
        setup["decks"][side, : len(names)] = [rules.find(name) for name in names]
        setup["n_cards"][side] = len(names)
        setup["heroes"][side] = rules.row(HERO_CARDS[("ROGUE", "WARLOCK")[side]])
    setup["unshuffled"] = 1
    return setup


def without_powers(rules) -> np.record:
    tables = rules.tables.copy()
    for hero in ("ROGUE", "WARLOCK"):
        tables.cards[rules.row(HERO_CARDS[hero])].power = 0
    return tables


def strategies(scorer: str = "control", **config):
    player = PlayerConfig(**config)
    return player.strategy(scorer, is_first=True), player.strategy(scorer, is_first=False)


def test_a_race_of_fatigue_by_hand(rules, desk, played):
    # Three Deathwings each and no deck: nobody can play before round 10, everybody tires. The
    # first player takes 1 + 2 + ... + 8 = 36, the second 28, and dies of it as round 8 begins.
    hands = ["Deathwing"] * 3
    setup = setup_of(rules, hands, hands)
    play_game(desk, without_powers(rules), setup, *strategies(), played)
    assert played.result == e.SECOND_WON
    assert played.rounds == 8
    assert played.health_difference == (30 - 36) - (30 - 28)
    assert played.hand_size == 7 * 3  # no sample in round 8: its own turn never came
    assert played.cards_drawn == 7  # at least 1 per round
    assert played.mana_spent == 0
    assert played.mana_wasted == sum(range(1, 8))
    assert played.damage_done == 0


def test_a_rush_of_boars_by_hand(rules, desk, played):
    # Boars cost 1 and charge for 1.
    setup = setup_of(rules, ["Stonetusk Boar"] * 30, ["Deathwing"] * 30)
    play_game(desk, without_powers(rules), setup, *strategies("aggro"), played)
    # The mulligan throws three boars back for boars. In round r the player has drawn 3 + r cards
    # and has r mana for boars; all on the board, 7 at most, attack, until the hero is dead.
    dealt, boars, drawn, health, rounds, hand = 0, 0, 3, 30, 0, 0
    while health > 0:
        rounds += 1
        drawn += 1
        boars = min(7, boars + rounds, drawn)
        hits = min(boars, health)
        health -= hits
        dealt += hits
        hand += drawn - boars
    assert played.result == e.FIRST_WON
    assert played.rounds == rounds
    assert played.damage_done == dealt
    assert played.hand_size == hand
    assert played.health_difference == 30 - health
    assert played.cards_drawn == rounds


def naive_turn(game, rules, desk, side: int, strategy, played, totals: dict) -> int:
    most = 1
    while game.result == e.RUNNING and game.active == side:
        seed = search_seed(played, totals["searches"])
        totals["searches"] += 1
        n = find_plan(game, rules.tables, desk.vm, side, strategy, seed, desk.search)
        plan, best = desk.search.plan[:n].tolist(), int(desk.search.best)
        totals["n_nodes"][side] += int(desk.search.n_nodes)
        totals["n_searches"][side] += 1
        totals["n_capped"][side] += int(desk.search.capped)
        if side == 0 and best not in (WON, LOST):
            totals["strategy_alignment"] += best
        for action in plan:
            drawn = int(game.players[side].cards_drawn)
            options = desk.search.options
            list_options(game, rules.tables, options)
            if game.result != e.RUNNING or action not in options.actions[: options.n]:
                if side == 0:
                    break
                continue
            slot = int(game.entities[action >> 8 & 255].slot)
            is_minion_attack = action & 255 == e.ATTACK and slot >= 2
            before = attack_of(game, slot) if is_minion_attack else 0
            game.random_happened = 0
            apply(game, rules.tables, desk.vm, action)
            totals["n_actions"] += 1
            most = max(most, drawn)
            if is_minion_attack and side == 0:
                slot = int(game.entities[action >> 8 & 255].slot)
                totals["damage_done"] += before if slot == NO_SLOT else attack_of(game, slot)
            if game.n_choices or game.random_happened:
                break
        if side == 0:
            totals["mana_spent"] += int(game.players[0].spent)
            totals["mana_wasted"] += int(game.players[0].crystals) - int(game.players[0].spent)
    return most


def naive_game(setup, rules, first, second, played) -> dict[str, int]:
    """GameEvaluator's loop, in Python."""
    desk = new_desk()
    game = desk.game
    totals = {name: [0, 0] if name in BY_SIDE else 0 for name in (*MEASURES, "searches")}
    start_game(game, rules.tables, setup, played.seed_a, played.seed_b)
    for side in range(2):
        for i in range(game.players[side].n_hand):
            if cost_of(game, rules.tables, side, i) <= 3:
                mulligan_replace(game, side, i)
    begin(game, rules.tables, desk.vm)
    while game.result == e.RUNNING:
        totals["cards_drawn"] += naive_turn(game, rules, desk, 0, first, played, totals)
        totals["hand_size"] += int(game.players[0].n_hand)
        naive_turn(game, rules, desk, 1, second, played, totals)
    totals["rounds"] = (1 + int(game.turn)) // 2
    totals["health_difference"] = int(game.characters[0].health) - int(game.characters[1].health)
    totals["result"] = int(game.result)
    del totals["searches"]
    return totals


@pytest.mark.parametrize("opponent", range(6))
def test_whole_games_measure_as_the_naive_loop_does(rules, desk, played, opponent):
    against = [opponent_suite("elite")[opponent]]
    setup = new_setups(rules, [named_deck("Classic Miracle Rogue")], against)[0, 0]
    first, second = new_strategies(PlayerConfig(), against)
    played.seed_a, played.seed_b = 10 + opponent, 20
    expected = naive_game(setup, rules, first, second, played)
    play_game(desk, rules.tables, setup, first, second, played)
    assert {name: np.asarray(played[name]).tolist() for name in expected} == expected
    assert played.result in (e.FIRST_WON, e.SECOND_WON, e.BOTH_LOST)
    assert desk.game.error == e.NO_ERROR


def follow(rules, desk, played, strategy, card: str, play: int | None = None) -> None:
    """A game of a deck of one card, and its first turn by a plan: to play a card and to end."""
    setup = setup_of(rules, [card] * 10, ["Deathwing"] * 10)
    open_game(desk, rules.tables, setup, strategy, strategy, played)
    desk.game.players[0].crystals = 3
    play = 1 | int(desk.game.players[0].hand[0]) << 8 if play is None else play
    desk.search.plan[:2] = [play, e.END_TURN]
    desk.search.n_plan = 2
    follow_plan(desk, rules.tables, 0, strategy, played)


NO_SUCH_PLAY = 1 | 200 << 8


@pytest.mark.parametrize(
    ("fidelity", "first_stops", "second_stops"),
    [("dsame", True, False), ("mesb", False, False), ("fair", True, True)],
)
def test_who_stops_at_an_action_that_is_not_legal(
    rules, desk, played, fidelity, first_stops, second_stops
):
    players = strategies(fidelity=fidelity)
    for strategy, stops in zip(players, (first_stops, second_stops), strict=True):
        follow(rules, desk, played, strategy, "Deathwing", NO_SUCH_PLAY)
        assert desk.game.active == (0 if stops else 1)
        assert desk.n_actions == (0 if stops else 1)


@pytest.mark.parametrize(
    ("card", "fidelity", "goes_on"),
    [
        ("Mad Bomber", "dsame", False),  # its bombs fall at random
        ("Mad Bomber", "mesb", True),
        ("Novice Engineer", "dsame", True),  # draws a card
        ("Novice Engineer", "fair", False),
    ],
)
def test_who_searches_again_after_chance_or_a_draw(rules, desk, played, card, fidelity, goes_on):
    follow(rules, desk, played, strategies(fidelity=fidelity)[0], card)
    assert desk.game.active == (1 if goes_on else 0)


def test_the_mulligan_keeps_the_dear_or_the_cheap_cards(rules, desk, played):
    ours = ["Deathwing"] * 27 + ["Wisp", "Chillwind Yeti", "Wisp"]
    for config, kept in (({}, 1), ({"mulligan": "keep-cheap"}, 2), ({"fidelity": "fair"}, 2)):
        strategy, _ = strategies(**config)
        setup = setup_of(rules, ours, ["Deathwing"] * 30)
        open_game(desk, rules.tables, setup, strategy, strategy, played)
        game = desk.game
        hand = [int(game.entities[int(i)].card) for i in game.players[0].hand[:3]]
        names = [rules.names[card] for card in hand]
        assert names.count("Chillwind Yeti") == (kept == 1)
        assert names.count("Wisp") == (2 if kept == 2 else 0)


def test_a_game_that_fails_is_tried_again_from_other_seeds_and_counted(rules, desk):
    against = [opponent_suite("elite")[0]]
    setups = new_setups(rules, [named_deck("Classic Miracle Rogue")], against)
    strategies_ = new_strategies(PlayerConfig(), against)
    strategies_["depth"][0] = 0  # finds no plan
    games = schedule_games(1, np.array([0]), 1, 1)
    seed = int(games["seed_b"][0])
    play_games(desk, rules.tables, setups, strategies_, games, np.zeros(0, CARD_GAME), 0, 1)
    assert games["result"][0] == e.FAILED
    assert games["attempts"][0] == MAX_ATTEMPTS
    assert games["seed_b"][0] != seed
    with pytest.raises(GameError, match="20 times"):
        play(rules, setups, strategies_, schedule_games(1, np.array([0]), 1, 1))


def test_a_new_game_starts_without_the_errors_of_the_last(rules, desk, played):
    desk.game.error = 1
    setup, strategy = setup_of(rules, ["Deathwing"] * 10, ["Deathwing"] * 10), strategies()[0]
    open_game(desk, rules.tables, setup, strategy, strategy, played)
    assert desk.game.error == e.NO_ERROR


def bytes_of_cards() -> list[str]:
    """A digest of what becomes of both sides' cards in games of random players."""
    config, found = read_player("random").config, sha256()
    for side in range(2):
        *about, games = scheduled(config, 2, seed=1)
        cards = np.zeros(len(games), CARD_GAME)
        play(*about, games, threads=1, watched=Watched(side, cards))
        assert (cards["played"] > 0).any(axis=1).all()
        found.update(cards.tobytes())
    return [found.hexdigest()]


def test_interpreted_and_compiled_records_are_the_same():
    module = "tests.models.players.core.test_game_loop"
    assert other_way(module, "bytes_of_cards") == bytes_of_cards()
