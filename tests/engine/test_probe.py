"""Random play: equally likely options, the same on any number of threads, and its output."""

import json
import re
import statistics
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from engine import probe
from engine.core.jit import JIT_ON
from engine.core.setup import begin, start_game
from engine.core.state import OPTIONS, new_games
from engine.dsl.abilities import damaged, healed, when, your_turn_start
from engine.dsl.cards import minion
from engine.dsl.effects import deal, give, heal
from engine.dsl.keywords import immune
from engine.dsl.selectors import this, your
from engine.game import Game
from engine.random_play.game_loop import MAX_TURNS, OF_PLAYER, random_action
from engine.random_play.statistics import (
    PlayedDeck,
    RandomPlayError,
    Statistic,
    new_setup,
    play_randomly,
)
from engine.rules import Rules, rules_for
from tests.engine.naive import random_words
from tests.engine.own_cards import rules_with

N_GAMES = 60 if JIT_ON else 6
HUNTER = ["Arcane Shot", "Houndmaster", "Explosive Trap", "Tracking", "Eaglehorn Bow"]
WARLOCK = ["Blood Imp", "Hellfire", "Soulfire", "Voidwalker", "Lord Jaraxxus"]
NEUTRAL = ["Bloodfen Raptor", "Elven Archer", "Raid Leader", "Acolyte of Pain", "Knife Juggler"]


@pytest.fixture(scope="module")
def decks(rules: Rules) -> tuple[PlayedDeck, PlayedDeck]:
    return tuple(
        PlayedDeck(hero, tuple(rules.find(name) for name in (names + NEUTRAL) * 3))
        for hero, names in (("HUNTER", HUNTER), ("WARLOCK", WARLOCK))
    )


# --- the policy --------------------------------------------------------------------------------


def test_every_option_is_equally_likely(rules):
    """Targets, board positions, attacks and the end of the turn, by the chi-squared test."""
    game = Game.stage(
        hand=["Elven Archer", "Wisp", "Backstab"],
        board=["Chillwind Yeti", "Wisp"],
        enemy_board=["War Golem"],
        rules=rules,
    )
    options = np.zeros(1, OPTIONS)[0]
    n = 20_000 if JIT_ON else 2_000
    drawn = Counter(random_action(game.record, rules.tables, options) for _ in range(n))
    codes = [action.code for action in game.legal_actions()]
    assert set(drawn) == set(codes)
    assert len(codes) > 20
    expected = n / len(codes)
    chi_squared = sum((drawn[code] - expected) ** 2 / expected for code in codes)
    degrees = len(codes) - 1
    assert abs(chi_squared - degrees) < 4 * (2 * degrees) ** 0.5


def test_a_pending_choice_is_drawn_from_its_cards(rules):
    game = Game.stage(hand=["Tracking"], deck=["Wisp", "Backstab", "Shiv"], rules=rules)
    game.play("Tracking")
    options = np.zeros(1, OPTIONS)[0]
    drawn = Counter(random_action(game.record, rules.tables, options) for _ in range(300))
    assert set(drawn) == {action.code for action in game.legal_actions()}
    assert min(drawn.values()) > 60


# --- against an obvious version ----------------------------------------------------------------


def naive_game(rules: Rules, setup: np.record, seed: int, number: int) -> dict:
    """One random game by way of `Game`, and everything that is known of it."""
    game = Game(rules, new_games(1)[0], seed)
    start_game(game.record, rules.tables, setup, seed, number)
    begin(game.record, rules.tables, game.vm)
    offered, actions, times = [], [Counter(), Counter()], [Counter(), Counter()]
    while game.result == "running" and game.turn <= MAX_TURNS:
        state, stream = int(game.record.rng_state), int(game.record.rng_stream)
        legal = game.legal_actions()
        offered.append(len(legal))
        action = legal[next(random_words(state, stream)) * len(legal) >> 32]
        game.record.rng_state = (state * 747796405 + stream) % 2**32
        side = int(game.record.active)
        actions[side][action.kind] += 1
        if action.kind == "play":
            times[side][rules.row(action.source.id)] += 1
        game.apply(action)
    known = {
        "result": game.result,
        "health_difference": game.player.health - game.opponent.health,
        "turns": game.turn,
        "actions": sum(sum(of.values()) for of in actions),
        "options": offered,
        "times": times,
    }
    for side, player in enumerate(game.players):
        known[side] = {
            "health": player.health,
            "armor": player.armor,
            "hand_size": len(player.hand),
            "board_size": len(player.board),
            "board_attack": sum(minion.attack for minion in player.board),
            "board_health": sum(minion.health for minion in player.board),
            "cards_left": len(player.deck),
            "cards_played": actions[side]["play"],
            "hero_powers": actions[side]["hero power"],
            "attacks": actions[side]["attack"],
        }
    return known


def statistic(values: list[int]) -> Statistic:
    return Statistic(statistics.mean(values), statistics.stdev(values))


def close(ours: Statistic, values: list[int]) -> None:
    theirs = statistic(values)
    assert ours.mean == pytest.approx(theirs.mean, abs=1e-12)
    assert ours.sd == pytest.approx(theirs.sd, abs=1e-12)


def test_the_statistics_are_those_of_the_games(rules, decks):
    setup = new_setup(rules, decks)
    games = [naive_game(rules, setup, 5, number) for number in range(N_GAMES)]
    played = play_randomly(rules, decks, N_GAMES, seed=5, threads=1)
    results = Counter(game["result"] for game in games)
    assert played.wins == (results["first won"], results["second won"])
    assert (played.both_lost, played.unfinished) == (results["both lost"], results["running"])
    for name in ("health_difference", "turns", "actions"):
        close(played.of_game[name], [game[name] for game in games])
    close(played.of_game["options"], [n for game in games for n in game["options"]])
    for side in range(2):
        assert set(played.of_player[side]) == set(OF_PLAYER)
        for name in OF_PLAYER:
            close(played.of_player[side][name], [game[side][name] for game in games])
        rows = set(decks[side].cards).union(*(game["times"][side] for game in games))
        assert set(played.times_played[side]) == rows
        for row in rows:
            close(played.times_played[side][row], [game["times"][side][row] for game in games])


def test_statistics_by_hand():
    assert Statistic.of_sums(4, 10, 30) == Statistic(2.5, pytest.approx((5 / 3) ** 0.5))
    assert Statistic.of_sums(1, 7, 49) == Statistic(7, 0)
    huge = 10**15
    values = [huge, huge + 1, huge + 2]
    sums = Statistic.of_sums(3, sum(values), sum(x * x for x in values))
    assert sums.sd == 1, "the sums are exact"


def test_the_number_of_threads_changes_nothing(rules, decks):
    n = 1501 if JIT_ON else 7
    one, three = (play_randomly(rules, decks, n, seed=3, threads=k) for k in (1, 3))
    assert one == three
    assert one != play_randomly(rules, decks, n, seed=4)


def test_games_over_200_turns_are_unfinished():
    """Heroes that are immune when they draw never tire."""
    rules = rules_with(
        minion("X1", "Guardian", 0, 0, 9, when(your_turn_start, give(your.hero, immune)))
    )
    deck = PlayedDeck("PRIEST", (rules.find("Guardian"),) * 4)
    played = play_randomly(rules, (deck, deck), 3)
    assert (played.wins, played.both_lost, played.unfinished) == ((0, 0), 0, 3)
    assert played.of_game["turns"] == Statistic(MAX_TURNS + 1, 0)


def test_a_game_that_fails_is_an_error():
    rules = rules_with(
        minion(
            "X1", "Perpetual Motion", 1, 1, 9, when(damaged(this), heal(1, this)),
            when(healed(this), deal(1, this)),
        )
    )  # fmt: skip
    deck = PlayedDeck("MAGE", (rules.find("Perpetual Motion"),) * 10)
    with pytest.raises(
        RandomPlayError, match=r"^game 0 of seed 3 .*stack overflow.*5 games failed"
    ):
        play_randomly(rules, (deck, deck), 5, seed=3)


def test_a_deck_too_large_is_an_error(rules):
    deck = PlayedDeck("MAGE", (rules.find("Wisp"),) * 61)
    with pytest.raises(ValueError, match="61 cards in a deck; the engine takes 60"):
        play_randomly(rules, (deck, deck), 1)


# --- the command -------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Arguments of a small probe."""
    first, second = tmp_path / "first.txt", tmp_path / "second.json"
    first.write_text("# a deck\nDS1_185\nDS1_185  # Arcane Shot\n\n" + "Bloodfen Raptor\n" * 20)
    second.write_text(json.dumps(["CS2_172"] * 8 + ["EX1_554t"] * 3))
    return {
        "--deck": str(first),
        "--hero": "Hunter",
        "--opponent": str(second),
        "--opponent-hero": "warlock",
        "--games": "8",
        "--seed": "2",
    }


def run(options: dict[str, str], *flags: str) -> int:
    return probe.main([*(word for pair in options.items() for word in pair), *flags])


def test_the_report_as_json(files, capsys):
    assert run(files, "--json") == 0
    first = json.loads(capsys.readouterr().out)
    assert (first["games"], first["seed"], first["patch"]) == (8, 2, "38377")
    assert sum(first["wins"]) + first["both_lost"] + first["unfinished"] == 8
    assert [player["hero"] for player in first["players"]] == ["HUNTER", "WARLOCK"]
    assert [player["deck_size"] for player in first["players"]] == [22, 11]
    assert first["players"][0]["times_played"]["DS1_185"]["name"] == "Arcane Shot"
    assert set(first["health_difference"]) == set(first["options"]) == {"mean", "sd"}
    assert set(OF_PLAYER) < set(first["players"][1])
    assert run(files, "--json", "--threads", "1") == 0
    assert json.loads(capsys.readouterr().out) == first


def test_the_report_as_a_table(files, capsys):
    assert run(files) == 0
    text = capsys.readouterr().out
    assert "8 random games, seed 2: Hunter, 22 cards (first) against Warlock, 11 cards" in text
    for words in ("won by the first", "unfinished", "options per decision", "board attack"):
        assert words in text
    assert "The Coin" in text
    assert max(map(len, text.splitlines())) <= 100


def test_the_rules_can_be_chosen(files, capsys):
    flags = ("--json", "--variant", "sabberstone", "--generated", "implemented")
    assert run(files, *flags, "--patch", "23321") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["variant"], told["generated"], told["patch"]) == (
        "sabberstone", "implemented", "23321",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("flags", "card", "name"),
    [
        (("--format", "core+GVG"), "Piloted Shredder", "CORE+GVG"),
        ((), "Mad Scientist", "standard-2019"),  # decks of any cards
    ],
)
def test_the_format_says_where_random_cards_come_from(files, capsys, flags, card, name):
    Path(files["--deck"]).write_text(f"{card}\nRiver Crocolisk\n")
    Path(files["--opponent"]).write_text("Voidwalker\nChicken\n")
    assert run(files, "--json", *flags) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["rules_digest"]) == (name, rules_for(format=name).digest)
    assert run(files, *flags) == 0
    assert f"random cards: {name}" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--deck", "--opponent"])
def test_a_card_outside_the_format_is_told_with_its_deck(files, capsys, option):
    Path(files["--deck"]).write_text("Murloc Raider\n")
    Path(files[option]).write_text("Wisp\nMad Scientist\n")
    assert run(files, "--format", "classic") == 2
    place = Path(files[option]).name
    assert_error(capsys, f"{place}: 'Mad Scientist' is of Curse.*; take it out or use the format")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", r"first\.txt: 0 cards; write 1 to 60"),
        ("Wisp\n" * 61, r"first\.txt: 61 cards; write 1 to 60"),
        ("Wips", r"first\.txt: .*'Wips'; did you mean 'Wisp'\?"),
        ("HERO_05", r"'HERO_05' is no minion, spell, secret or weapon"),
        ("BOT_548", r"the text of 'BOT_548' is not played here"),
        ("[", r"first\.txt: damaged JSON"),
        ('["Wisp", 3]', r"expected a JSON list of card ids"),
        ('{"cards": []}', r"expected a JSON list of card ids"),
    ],
)
def test_a_bad_deck_is_told_what_to_change(files, capsys, content, message):
    Path(files["--deck"]).write_text(content)
    assert run(files) == 2
    assert_error(capsys, message)


def assert_error(capsys: pytest.CaptureFixture[str], message: str) -> None:
    out, error = capsys.readouterr()
    assert not out
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    assert re.search(message, error), error


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--hero", "Hutner", "--hero: unknown class 'Hutner'"),
        ("--deck", "nowhere.txt", r"nowhere\.txt: cannot be read"),
        ("--games", "0", "0 games; play 1 to"),
        ("--seed", "-1", "seed -1; use a number from 0 to"),
        ("--threads", "0", "--threads 0: use at least 1"),
        ("--patch", "1", "unknown build '1'; use one of 38377"),
        ("--format", "clasic", "unknown format; did you mean 'classic'"),
        ("--format", "", "format '': unknown format; use standard-2019"),
    ],
)
def test_a_bad_option_is_told_what_to_change(files, capsys, option, value, message):
    assert run(files | {option: value}) == 2
    assert_error(capsys, message)


def test_a_game_that_cannot_be_played_ends_the_command(files, capsys, monkeypatch):
    def fails(*_: object) -> None:
        raise RandomPlayError("game 3 of seed 2 could not be played to its end")

    monkeypatch.setattr(probe, "play_randomly", fails)
    assert run(files) == 1
    assert_error(capsys, "game 3 of seed 2")


def test_the_help_has_examples(capsys):
    with pytest.raises(SystemExit, match="0"):
        probe.main(["--help"])
    text = capsys.readouterr().out
    assert "python -m engine.probe --deck mage.txt" in text
    assert "one card per line" in text
