"""How networks decide; trials of actions, against the same thought in plain Python."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from engine.core.enums import CLASSES
from engine.deck_rules import Deck
from engine.game import Game
from engine.rules import rules_for
from models.environments.core.action_space import action_at
from models.environments.core.observing import observe
from models.environments.core.records import OBSERVATION, new_scratch
from models.players.player_names import read_player
from models.self_play import deciding
from models.self_play.core.records import DECISION, N_POINTERS, SELECT
from models.self_play.deciding import chosen, uniform_draws
from models.self_play.environment import EnvironmentConfig
from models.self_play.inputs import inputs_of
from models.self_play.learned_player import LearnedPlayer
from models.self_play.matches import LearnedSeat
from models.self_play.pairs import play_match
from tests.models.play.hidden import copied, with_hidden_cards_permuted
from tests.models.self_play.conftest import TINY
from tests.models.self_play.test_matches import action_of
from tests.models.self_play.test_pairs import OWN, match_in_pieces

pytestmark = pytest.mark.usefixtures("few_rows")

RULES = rules_for(format="classic")
MEMORYLESS = TINY.but(memory=0)
DECK = Deck("ten", "MAGE", ("CS2_029",) * 10)


def test_choices_follow_the_probabilities():
    log_probs = torch.tensor([[0.2, 0.0, 0.5, 0.3]]).log().repeat(4000, 1)
    draws = (np.arange(4000) + 0.5) / 4000
    shares = np.bincount(chosen(log_probs, "sample", draws), minlength=4) / 4000
    assert shares == pytest.approx([0.2, 0.0, 0.5, 0.3], abs=0.001)
    assert (chosen(log_probs, "best", draws) == 2).all()
    shares = np.bincount(chosen(log_probs, "sample", draws, 0.5), minlength=4) / 4000
    squares = log_probs[0].exp().double().numpy() ** 2
    assert shares == pytest.approx(squares / squares.sum(), abs=0.02)


def test_extreme_draws_choose_what_is_possible():
    log_probs = torch.tensor([[-1e9, 0.0, -1e9]]).repeat(2, 1)
    assert chosen(log_probs, "sample", np.array([1e-17, 1 - 1e-16])).tolist() == [1, 1]


def test_draws_are_uniform_and_depend_on_every_word():
    draws = uniform_draws(np.arange(20_000), 3)
    assert 0 < draws.min() < 0.001 < 0.999 < draws.max() < 1
    assert np.histogram(draws, 10, (0, 1))[0] == pytest.approx(2000, abs=200)
    assert (draws != uniform_draws(np.arange(20_000), 4)).all()
    assert (draws != uniform_draws(3, np.arange(20_000))).mean() > 0.99


def seat_of(checkpoint, choice="lookahead") -> LearnedSeat:
    return LearnedSeat(LearnedPlayer((checkpoint,), choice), DECK)


def staged(**position) -> Game:
    given = {"hero": "MAGE", "deck": ["Wisp"] * 5, "enemy_deck": ["Wisp"] * 5, "rules": RULES}
    return Game.stage(**given | position)


def value_of(game: Game, checkpoint) -> float:
    """What the network thinks of the position of the side to move."""
    seen, decisions = np.zeros(1, OBSERVATION), np.zeros(1, DECISION)
    observe(game.record, RULES.tables, new_scratch(), int(game.record.active), seen[0])
    decisions["kind"], decisions["source"], decisions["option"] = SELECT, -1, -1
    decisions["hero"], decisions["n_picked"] = CLASSES.index("MAGE"), len(DECK.cards)
    picks, masks = np.zeros((1, len(checkpoint.pool)), np.int8), np.ones((1, N_POINTERS), np.int8)
    with torch.no_grad():
        return float(checkpoint.network(inputs_of(seen, decisions, picks, masks)).values[0])


def worth(game: Game, checkpoint) -> float:
    """What the turn is worth if the network plays it to its end by its most probable decisions."""
    side, seat = int(game.record.active), seat_of(checkpoint, "best")
    for number in range(50):
        if game.winner is not None:
            return 1.0 if game.winner is game.players[side] else -1.0
        action = action_of(seat, game, 1, number)
        if action & 0xFF == 0:
            return value_of(game, checkpoint)
        game.apply(action)
    raise AssertionError("the turn does not end")


@pytest.mark.parametrize("seed", range(6))
def test_the_best_action_is_that_of_a_plain_search(new_checkpoint, seed):
    checkpoint = new_checkpoint(seed, MEMORYLESS)
    game = staged(
        hand=["Fireball", "Bloodfen Raptor"], board=["Boulderfist Ogre", "Wisp"],
        enemy_board=["Chillwind Yeti", "River Crocolisk"], mana=7,
    )  # fmt: skip
    actions = [each for each in game.legal_actions() if each.kind != "end turn"]
    values = {each.text: worth(game.copy().apply(each), checkpoint) for each in actions}
    now = action_of(seat_of(checkpoint, "best"), game, 1, 0)
    if now & 0xFF == 0:
        values["ends the turn"] = value_of(game, checkpoint)
    chosen = action_of(seat_of(checkpoint), game, 1, 0)
    (text,) = {each.text for each in game.legal_actions() if each.code == chosen}
    assert values[text] == pytest.approx(max(values.values()), abs=2e-5)
    assert max(values.values()) > min(values.values()) + 1e-4


def test_a_win_in_this_turn_is_taken(new_checkpoint):
    for seed in range(4):
        game = staged(hand=["Fireball"], board=["Wisp"], enemy_board=["Wisp"], mana=4)
        game.record["characters"][1]["health"] = 6
        seat = seat_of(new_checkpoint(seed))
        for number in range(4):
            if game.result == "running":
                game.apply(action_of(seat, game, 1, number))
        assert game.result == "first won"


def test_trying_changes_nothing_and_needs_nothing_hidden(new_checkpoint):
    checkpoint = new_checkpoint(1)
    game = staged(
        hand=["Arcane Intellect", "Arcane Missiles", "Fireball"], board=["Knife Juggler"],
        deck=["Wisp", "Fireball", "Water Elemental", "Polymorph"],
        enemy_hand=["Wisp", "Multi-Shot"], enemy_deck=["Savannah Highmane", "Huffer"],
        enemy_secrets=["Snipe"], enemy_board=["Wisp", "Chillwind Yeti"],
    )  # fmt: skip
    before = game.record.tobytes()
    chosen = action_of(seat_of(checkpoint), game, 5, 0)
    assert game.record.tobytes() == before
    for seed in range(5):
        permuted = with_hidden_cards_permuted(game.record, RULES, 0, seed, foreign=False)
        assert action_of(seat_of(checkpoint), Game(RULES, permuted, 0), 5, 0) == chosen


def test_the_network_decides_where_another_option_is_drawn_than_planned(new_checkpoint):
    games = EnvironmentConfig(heroes=("DRUID", "MAGE"), deck_size=10, options="random")
    player = LearnedPlayer((new_checkpoint(3, environment=games),), "lookahead")
    deck = Deck("Keepers of the Grove", "DRUID", ("EX1_166",) * 10)  # one option has targets
    for seed in range(2):
        game = Game.start(deck, deck, seed, RULES)
        seats = [LearnedSeat(player, deck) for _ in range(2)]
        for number in range(200):
            if game.result == "running":
                game.apply(action_of(seats[int(game.record.active)], game, seed, number))
        assert game.result != "running"


def test_threads_and_pieces_change_nothing(files):
    names = f"learned:{files[0]}:choice=lookahead", "random"
    match_in_pieces(tuple(read_player(name) for name in names))


def test_a_seat_and_a_league_try_alike(new_checkpoint, tmp_path, monkeypatch):
    checkpoint, asked = new_checkpoint(3, MEMORYLESS), []
    checkpoint.save(tmp_path / "player.npz")
    plain = deciding.Rehearsals.action

    def noted(self, place, rules, known, memory, seed, revealed=None):
        game = Game(rules, copied(place["game"]), 1)
        action = plain(self, place, rules, known, memory, seed, revealed)
        asked.append((game, CLASSES[known["hero"]], seed, int(action_at(game.record, action))))
        return action

    with monkeypatch.context() as patch:
        patch.setattr(deciding.Rehearsals, "action", noted)
        player = read_player(f"learned:{tmp_path / 'player.npz'}:choice=lookahead")
        play_match((player, read_player("random")), OWN, 1, seed=3, threads=1)
    assert len({action for *_, action in asked}) > 5
    for game, hero, seed, action in asked:
        player = LearnedPlayer((checkpoint,), "lookahead")
        with monkeypatch.context() as patch:
            patch.setattr(
                deciding.Rehearsals,
                "action",
                lambda *given, seed=seed: plain(*given[:5], seed, *given[6:]),
            )
            found = action_of(LearnedSeat(player, replace(DECK, hero=hero)), game, 1, 0)
        assert found == action
