import pytest

from models.players.player_names import read_player
from models.self_play.environment import EnvironmentConfig
from models.self_play.matches.pairs import play_match
from models.self_play.matches.trained_games import check_learned, own_decks, with_trained_cards
from models.settings.config import ConfigError


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
