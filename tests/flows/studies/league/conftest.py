"""A small league on the real engine."""

import pytest

from flows.studies.league.play import FILE, TIMING, play_league
from models.league import LeagueDeck, LeagueSettings
from models.players.decks import named_deck
from models.players.player_names import read_players
from tasks.storage.files import write_json

DECKS = tuple(LeagueDeck.of(named_deck(name)) for name in ("Aggro Hunter", "Control Warlock"))
NAMES = ("open-beam:aggro", "random", "fair-beam:aggro", "beam:control")
LEAGUE = LeagueSettings(players=read_players(NAMES[:3]), decks=DECKS, n_games=16, seed=1)


def play(path, league=LEAGUE, threads=1):
    with FILE.opened(path, league) as (_, joined):
        play_league(path, joined, threads)


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """A league of three players whose times are made up."""
    path = tmp_path_factory.mktemp("league") / "league"
    play(path)
    times = {"open-beam:aggro": 2.0, "random": 0.001, "fair-beam:aggro": 0.02}
    counts = {"decisions": 2000.0, "turns": 1000.0}
    write_json(path / TIMING, {name: {"seconds": s, **counts} for name, s in times.items()})
    return path
