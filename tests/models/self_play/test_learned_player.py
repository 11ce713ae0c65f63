"""Checkpoints that play, and the games that they were trained on."""

import logging

import numpy as np
import pytest

from engine.core.enums import FIRST_WON, SECOND_WON
from engine.rules import rules_for
from models.league import LeagueDeck
from models.players.learned import FOLDER, LearnedSetting
from models.players.player_names import read_player
from models.self_play.checkpoint import Checkpoint, CheckpointError
from models.self_play.environment import EnvironmentConfig
from models.self_play.learned_player import (
    LearnedPlayer,
    check_learned,
    own_decks,
    with_trained_cards,
)
from models.self_play.own_decks import built_decks
from models.self_play.pairs import play_match
from models.settings.config import ConfigError


def test_a_changed_file_is_refused(files, tmp_path):
    path = tmp_path / "player.npz"
    path.write_bytes(files[0].read_bytes())
    setting = LearnedSetting.read(str(path))
    assert LearnedPlayer.load(setting, rules_for()).choice == "sample"
    path.write_bytes(files[1].read_bytes())
    other = LearnedSetting.read(str(path))
    assert other != setting
    with pytest.raises(CheckpointError, match="is not the file it was"):
        LearnedPlayer.load(setting.but(digests=("0" * 64,)), rules_for())


def test_other_cards_are_refused_with_the_files_name(files):
    with pytest.raises(CheckpointError, match=r"one.npz: .*cannot play with those of 23321"):
        LearnedPlayer.load(LearnedSetting.read(str(files[0])), rules_for("23321"))


def test_a_class_is_played_by_the_network_trained_on_it(new_checkpoint, caplog):
    both = new_checkpoint(0, heroes=("MAGE",)), new_checkpoint(1, heroes=("HUNTER",))
    player = LearnedPlayer(both)
    with caplog.at_level(logging.WARNING):
        assert [player.place_of(hero) for hero in ("MAGE", "HUNTER", "ROGUE")] == [0, 1, 0]
    assert "plays a deck of Rogue, which it was not trained on" in caplog.text


def test_the_included_network_is_small_and_says_how_strong_it_is():
    path = FOLDER / "blackrock.npz"
    assert path.stat().st_size < 5_000_000
    card = Checkpoint.load(path).card
    assert card.samples > 1_000_000
    assert {"random", "greedy", "greedy, choice=lookahead"} <= set(card.measured)


def test_the_included_network_plays_far_better_than_chance():
    checkpoint = Checkpoint.load(FOLDER / "blackrock.npz")
    heroes = list(checkpoint.card.environment.heroes)
    decks = built_decks(LearnedPlayer((checkpoint,)), heroes, 30, None, 1, np.arange(3))
    names = "learned:blackrock:choice=best", "random"
    players = with_trained_cards([read_player(name) for name in names], None)
    played = play_match(tuple(players), [LeagueDeck.of(deck) for deck in decks], 20, seed=1)
    won = np.where(played["player"] == 0, FIRST_WON, SECOND_WON)  # by the network
    assert (played["result"] == won).mean() > 0.9


@pytest.fixture
def players(files):
    return [read_player(f"learned:{path}") for path in files] + [read_player("random")]


def test_own_decks_are_of_the_classes_and_cards_of_the_training(players):
    check_learned(players)
    decks = own_decks(players)
    assert [deck.hero for deck in decks] == ["MAGE", "HUNTER"]
    assert {(deck.size, deck.cards, deck.code) for deck in decks} == {(10, None, "")}


def test_own_decks_of_few_cards_have_those_of_their_class(new_checkpoint, tmp_path):
    neutral = ("Chillwind Yeti", "Boulderfist Ogre", "Bloodfen Raptor", "River Crocolisk")
    names = ("Fireball", "Frostbolt", *neutral, "Tracking", "Multi-Shot")
    games = EnvironmentConfig(heroes=("MAGE", "HUNTER"), deck_size=10, cards=names)
    new_checkpoint(0, environment=games).save(tmp_path / "few.npz")
    players = read_player(f"learned:{tmp_path / 'few.npz'}"), read_player("random")
    decks = own_decks(players)
    assert [deck.cards for deck in decks] == [names[:6], names[2:]]
    assert (play_match(players, decks, 4, seed=1)["rounds"] > 0).all()


def test_without_a_network_they_are_of_the_environments_classes(players):
    heroes = [deck.hero for deck in own_decks(players[2:])]
    assert heroes == list(EnvironmentConfig().heroes)


def test_all_players_get_the_cards_of_the_training(players):
    changed = with_trained_cards(players, None)
    assert [player.name for player in changed] == [player.name for player in players]
    assert {(p.config.format, p.config.cards) for p in changed} == {("classic", "printed")}
    with pytest.raises(ConfigError, match="--format blackrock: own decks have the format of"):
        with_trained_cards(players, "blackrock")


def test_networks_of_different_games_share_no_decks(players, new_checkpoint, tmp_path):
    new_checkpoint(0, environment=EnvironmentConfig(deck_size=12)).save(tmp_path / "x.npz")
    other = read_player(f"learned:{tmp_path / 'x.npz'}")
    with pytest.raises(ConfigError, match="trained on other games: MAGE, HUNTER with 10 cards"):
        own_decks([players[0], other])
