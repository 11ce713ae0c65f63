"""The settings of a league."""

import pytest
from pydantic import ValidationError

from models.league import LeagueDeck, LeagueSettings
from models.players.decks import named_deck
from models.players.player_names import read_player

DECKS = tuple(LeagueDeck.of(named_deck(name)) for name in ("Aggro Hunter", "Control Warlock"))
PLAYERS = tuple(read_player(name) for name in ("beam", "random", "fair-beam"))
LEAGUE = LeagueSettings(players=PLAYERS, decks=DECKS, n_games=6, seed=1)


def test_every_pair_meets_once():
    names = [(a.name, b.name) for a, b in LEAGUE.pairs]
    assert names == [("beam", "random"), ("beam", "fair-beam"), ("random", "fair-beam")]
    assert LEAGUE.n_deals == 3


def test_a_deck_is_kept_whole():
    for deck in DECKS:
        assert sorted(deck.deck().cards) == sorted(named_deck(deck.name).cards)


def test_files_of_older_leagues_are_as_before():
    assert DECKS[0].model_dump() == {"name": DECKS[0].name, "code": DECKS[0].code}
    assert set(PLAYERS[0].model_dump()) == {"name", "config"}


def test_more_players_come_behind():
    more = LEAGUE.with_players([read_player("random"), read_player("open-beam")])
    assert [player.name for player in more.players] == ["beam", "random", "fair-beam", "open-beam"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n_games": 3}, "use an even number: 4"),
        ({"players": PLAYERS[:1]}, "at least 2"),
        ({"decks": DECKS[:1] * 2}, "two decks are called Aggro Hunter"),
        ({"players": PLAYERS[:1] * 2}, "two players are called beam"),
    ],
)
def test_an_impossible_league_is_refused(changes, message):
    with pytest.raises(ValidationError, match=message):
        LeagueSettings(**(dict(LEAGUE) | changes))
