"""Statistics of cards: against games followed naively, and against counts by hand."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from engine.core.actions import apply
from engine.core.enums import PLAY, RUNNING
from engine.core.setup import begin
from engine.decks import Deck
from models.players.card_games import (
    BY_CHANCE,
    EARLY,
    EVENTS,
    CardGames,
    card_effects,
    card_games_table,
)
from models.players.config import PlayerConfig
from models.players.core.game_loop import deal, play_game, take_mulligan
from models.players.core.state import CARD_GAME, NEVER, PLAYED_GAME
from models.players.decks import named_deck, opponent_suite
from models.players.evaluations import evaluate_decks, watch_deck
from models.players.field import Field
from models.players.games import Watched, play
from tests.models.players.conftest import scheduled

ELITE = opponent_suite("elite")
ROGUE, WARLOCK = named_deck("Classic Miracle Rogue"), ELITE[-1]
PLAYER = PlayerConfig(scorer="aggro")


def in_hand(desk, side, first, n) -> list[int]:
    """Places in the deck's list of the cards in a hand; -1 for others."""
    player = desk.game.players[side]
    hand = [int(entity) - first for entity in player.hand[: player.n_hand]]
    return [place if 0 <= place < n else -1 for place in hand]


def followed(rules, setup, strategies, played, side, desk) -> np.record:
    """What became of the cards of a side: the game is played again, and looked at from outside."""
    play_game(desk, rules.tables, setup, *strategies, played)
    actions, game = desk.actions[: desk.n_actions].tolist(), desk.game
    n = int(setup["n_cards"][side])
    first = 3 + side * int(setup["n_cards"][0])
    record = np.zeros(1, CARD_GAME)[0]
    record["drawn"], record["played"] = NEVER, NEVER
    deal(desk, rules.tables, setup, played)
    before = in_hand(desk, side, first, n)
    for at, strategy in enumerate(strategies):
        take_mulligan(game, rules.tables, at, strategy)
    after = in_hand(desk, side, first, n)
    for i, (old, new) in enumerate(zip(before, after, strict=True)):
        record["offered"][old] = i + 1
        record["replaced"][old] = old != new
        record["drawn"][new] = 0
    deck = game.players[side].deck[: n - len(after)].tolist()
    for depth, entity in enumerate(reversed(deck), 1):
        record["depth"][entity - first] = depth
    follow_actions(desk, rules, actions, side, first, n, record)
    return record


def follow_actions(desk, rules, actions, side, first, n, record) -> None:
    """Plays the actions, and notes what the hand has after each."""
    begin(desk.game, rules.tables, desk.vm)
    turns = int(side == 0)  # own turns begun
    for action in [None, *actions]:
        if action is not None:
            source, mover, turn = (action >> 8) & 255, int(desk.game.active), int(desk.game.turn)
            place = source - first
            is_own = action & 255 == PLAY and mover == side and 0 <= place < n
            if is_own and record["played"][place] == NEVER:
                record["played"][place] = turns
            apply(desk.game, rules.tables, desk.vm, action)
            turns += desk.game.turn != turn and desk.game.active == side
        for place in in_hand(desk, side, first, n):
            if place >= 0 and record["drawn"][place] == NEVER:
                record["drawn"][place] = turns
    assert desk.game.result != RUNNING
    for place in in_hand(desk, side, first, n):
        if place >= 0:
            record["held"][place] = 1


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("fidelity", ["dsame", "fair"])
def test_cards_are_those_of_games_followed_from_outside(side, fidelity, desk):
    rules, setups, strategies, games = scheduled(PlayerConfig(fidelity=fidelity), 24)
    cards = np.zeros(len(games), CARD_GAME)
    play(rules, setups, strategies, games, threads=2, watched=Watched(side, cards))
    for played, record in zip(games, cards, strict=True):
        sides = strategies[0], strategies[1 + int(played["opponent"])]
        setup = setups[0, int(played["opponent"])]
        again = np.array([played])[0]
        expected = followed(rules, setup, sides, again, side, desk)
        for field in CARD_GAME.names:
            np.testing.assert_array_equal(record[field], expected[field], err_msg=field)


@pytest.mark.parametrize("side", [0, 1])
def test_following_cards_changes_no_game(side):
    *about, games = scheduled(PLAYER, 12)
    play(*about, games, threads=1)
    *about, watched = scheduled(PLAYER, 12)
    play(*about, watched, threads=2, watched=Watched(side, np.zeros(12, CARD_GAME)))
    assert watched.tobytes() == games.tobytes()


def test_at_a_table_the_cards_are_those_of_compiled_games():
    found = []
    for seats in (None, lambda number, side: None):
        *about, games = scheduled(PLAYER, 6)
        found.append(np.zeros(6, CARD_GAME))
        play(*about, games, threads=1, seats=seats, watched=Watched(0, found[-1]))
    assert found[0].tobytes() == found[1].tobytes()


def test_records_of_cards_are_consistent():
    played = watch_deck(ROGUE, "elite", PLAYER, 60, 5, threads=2)[1]
    cards, n = played.cards, len(ROGUE.cards)
    assert all((cards[name][:, n:] <= 0).all() for name in cards.dtype.names)
    cards = {name: cards[name][:, :n].astype(int) for name in cards.dtype.names}
    assert ((cards["offered"] > 0).sum(axis=1) == 3).all()
    assert ((cards["replaced"] > 0) <= (cards["offered"] > 0)).all()
    in_deck = cards["depth"] > 0
    assert (in_deck.sum(axis=1) == n - 3).all()
    assert (in_deck == (cards["drawn"] != 0)).all()
    was_played = cards["played"] != NEVER
    assert (cards["played"] >= cards["drawn"])[was_played].all()
    assert (cards["drawn"][was_played] != NEVER).all()
    assert (cards["drawn"][cards["held"] > 0] != NEVER).all()
    assert cards["drawn"].max() <= played.games["rounds"].max()


def test_chance_assigns_all_cards_alike():
    """The shares of the events by chance are those of a shuffled deck."""
    played = watch_deck(ROGUE, "elite", PLAYER.but(width=1), 1_500, 5, threads=2)[1]
    rows = card_effects(card_games_table([played], PLAYER.rules()))
    for copies, offered, early in ((1, 3 / 30, 7 / 27), (2, 1 - 27 * 26 / 870, None)):
        part = rows.filter(copies=copies)
        assert (part["offered"] / part["games"]).mean() == pytest.approx(offered, abs=0.01)
        early = early or 1 - 20 * 19 / (27 * 26)
        assert (part["early"] / part["deck"]).mean() == pytest.approx(early, abs=0.02)


def test_an_evaluation_with_cards_is_the_evaluation():
    table, played = watch_deck(ROGUE, "elite", PLAYER, 24, 7, threads=1)
    assert table.equals(evaluate_decks([ROGUE], "elite", PLAYER, 24, 7, threads=1))
    assert played.won.sum() == table["win_count"].item()
    counts = card_games_table([played], PLAYER.rules()).filter(pl.col("event") == "all")
    wins = counts.filter(pl.col("id") == ROGUE.cards[0]).select("opponent", "wins")
    assert wins["wins"].to_list() == table["opponent_wins"][0].to_list()
    assert wins["opponent"].to_list() == [each.name for each in ELITE]


def test_a_field_with_cards_is_the_field_in_both_seats():
    heard = []
    field = Field(ELITE[:2], PLAYER, 3, threads=1, counter=lambda: heard.append)
    seats, won = field.watch(WARLOCK, 0, 6), field.play_all([WARLOCK], 0, 6)
    assert [each.side for each in seats] == [0, 1]
    assert np.stack([each.won for each in seats], axis=1).tolist() == won[0].tolist()
    assert [each.against.tolist() for each in seats] == [[0, 1] * 3] * 2
    assert heard[-1] == 12
    offered = [(each.cards["offered"] > 0).sum(axis=1).tolist() for each in seats]
    assert offered == [[3] * 6, [4] * 6]
    table = card_games_table(seats, PLAYER.rules()).filter(pl.col("event") == "all")
    of_one = table.filter(pl.col("id") == WARLOCK.deck.cards[0])
    assert of_one["seat"].to_list() == ["first", "first", "second", "second"]
    assert of_one["games"].to_list() == [3, 3, 3, 3]
    parts = field.watch(WARLOCK, 3, 3)
    for part, whole in zip(parts, seats, strict=True):
        assert part.cards.tobytes() == whole.cards[3:].tobytes()


@pytest.fixture
def by_hand() -> CardGames:
    """Three games of a deck of two Saps and an Eviscerate; the second opponent has one of them."""
    sap, eviscerate = "EX1_581", "EX1_124"
    deck = Deck("by hand", "ROGUE", (sap, sap, eviscerate))
    games, cards = np.zeros(3, PLAYED_GAME), np.zeros(3, CARD_GAME)
    games["opponent"], games["result"] = [0, 1, 0], [1, 2, 2]
    cards["drawn"], cards["played"] = NEVER, NEVER
    cards["offered"][:, :3] = [[1, 2, 0], [0, 1, 0], [0, 0, 3]]
    cards["replaced"][:, :3] = [[0, 1, 0], [0, 1, 0], [0, 0, 0]]
    cards["depth"][:, :3] = [[0, 5, 1], [1, 9, 2], [9, 8, 0]]
    cards["drawn"][:, :3] = [[0, 4, 2], [NEVER, 3, NEVER], [NEVER, NEVER, 0]]
    cards["played"][:, :3] = [[6, 5, NEVER], [NEVER, NEVER, NEVER], [NEVER, NEVER, 1]]
    cards["held"][:, :3] = [[0, 0, 1], [0, 1, 0], [0, 0, 0]]
    return CardGames(deck, ("A", "B"), 0, games, cards)


def test_counts_are_those_by_hand(by_hand):
    table = card_games_table([by_hand], PLAYER.rules())
    assert set(table["event"]) == set(EVENTS)
    sap = table.filter(pl.col("name") == "Sap")
    assert set(sap.select("id", "dbf_id", "copies", "seat").rows()) == {
        ("EX1_581", 461, 2, "first")
    }
    counts = sap.group_by("opponent", "event", "turn").agg(pl.col("games", "wins").sum())
    found = {row[:3]: row[3:] for row in counts.rows()}
    assert found == {
        ("A", "all", None): (2, 1), ("B", "all", None): (1, 0),
        ("A", "offered", None): (1, 1), ("B", "offered", None): (1, 0),
        ("A", "kept", None): (1, 1), ("B", "kept", None): (0, 0),
        ("A", "replaced", None): (1, 1), ("B", "replaced", None): (1, 0),
        ("A", "deck", None): (1, 0), ("B", "deck", None): (1, 0),
        ("A", "early", None): (0, 0), ("B", "early", None): (1, 0),
        ("A", "drawn", 0): (1, 1), ("B", "drawn", 3): (1, 0),
        ("A", "played", 5): (1, 1),
        ("A", "held", None): (0, 0), ("B", "held", None): (1, 0),
    }  # fmt: skip
    assert EARLY == 7


def test_an_opponent_without_games_has_no_row(by_hand):
    table = card_games_table([by_hand], PLAYER.rules())
    three = replace(by_hand, opponents=("A", "B", "C"))
    assert card_games_table([three], PLAYER.rules()).equals(table)


def test_several_decks_have_rows_of_their_own(by_hand):
    once = card_games_table([by_hand], PLAYER.rules())
    other = replace(by_hand, deck=Deck("other", "ROGUE", ("EX1_581", "EX1_124", "EX1_124")))
    both = card_games_table([by_hand, other], PLAYER.rules())
    assert both.filter(pl.col("deck_code") == once["deck_code"][0]).equals(once)
    assert card_effects(both)["deck_code"].n_unique() == 2
    assert card_games_table([], PLAYER.rules()).schema == once.schema


def test_the_effect_is_the_difference_of_win_rates_by_hand():
    """One opponent: 2 of 4 games won with the card offered, 1 of 6 without."""
    deck = Deck("one", "ROGUE", ("EX1_581",))
    games, cards = np.zeros(10, PLAYED_GAME), np.zeros(10, CARD_GAME)
    cards["drawn"], cards["played"] = NEVER, NEVER
    cards["offered"][:4, 0] = 1
    cards["depth"][:, 0] = np.where(np.arange(10) < 4, 3, 20)
    games["result"] = [1, 1, 2, 2, 1, 2, 2, 2, 2, 2]
    table = card_games_table([CardGames(deck, ("A",), 0, games, cards)], PLAYER.rules())
    row = card_effects(table).row(0, named=True)
    for event in BY_CHANCE:
        assert row[f"{event}_effect"] == pytest.approx(2 / 4 - 1 / 6)
        assert row[f"{event}_low"] < 0 < row[f"{event}_high"]
    assert (row["games"], row["wins"], row["offered"], row["deck"]) == (10, 3, 4, 10)


def test_without_games_on_both_sides_there_is_no_effect(by_hand):
    row = card_effects(card_games_table([by_hand], PLAYER.rules())).row(-1, named=True)
    assert row["early_effect"] is None
