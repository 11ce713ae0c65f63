"""Games at a table are those of compiled players, with the same counts."""

import pytest

from models.players.config import PlayerConfig
from models.players.games import GameError, play
from models.players.player_names import read_player
from models.players.search_player import SearchPlayer
from tests.models.players.conftest import scheduled


@pytest.mark.parametrize("fidelity", ["dsame", "fair"])
def test_without_seats_the_games_are_those_of_compiled_players(fidelity):
    *about, games = scheduled(PlayerConfig(fidelity=fidelity), 6)
    play(*about, games, threads=1)
    *about, seated = scheduled(PlayerConfig(fidelity=fidelity), 6)
    play(*about, seated, threads=2, seats=lambda number, side: None)
    assert seated.tobytes() == games.tobytes()


def test_a_seat_may_sit_on_either_side():
    player = read_player("greedy").config
    for side in range(2):
        *about, games = scheduled(player, 4)
        play(*about, games, seats=lambda _, at, x=side: SearchPlayer(player) if at == x else None)
        assert (games["n_searches"] > 0).all()
        assert (games["mana_spent"] > 0).all()
        assert (games["cards_drawn"] >= games["rounds"] - 1).all()


def test_a_seat_that_fails_stops_the_games():
    class Failing:
        has_mulligan = False

        def actions(self, game, played, number):
            raise GameError("cannot")

    *about, games = scheduled(PlayerConfig(), 2)
    with pytest.raises(GameError, match="cannot"):
        play(*about, games, seats=lambda number, side: Failing())
