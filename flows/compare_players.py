"""Comparison of players: the same decks, deals and opponents."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import polars as pl

from engine.decks import Deck
from flows.questions.games import ComparePlayers
from models.players.config import PlayerConfig
from models.players.decks import opponents_of
from models.players.evaluations import Player, player_result
from models.problems.rows import Rows
from models.settings.config import ConfigError
from tasks.games.cluster import play_at_once
from tasks.games.play import play_deals
from tasks.games.seeds import games_seed
from tasks.orchestration.progress import Progress
from tasks.reports.formats import ranged, win_rate, within


def compare_players(
    asked: ComparePlayers,
    players: Sequence[Player],
    decks: Sequence[Deck],
    config: PlayerConfig,
) -> list[dict[str, Any]]:
    """Plays every deck with every player against the opponents in turn.

    Game i has the same deal for all players, so differences are measured game by game. A deck goes
    first, as in the papers. The scorer of `config` is ignored.

    Returns:
        One entry per deck: its name, and for each player the mean health difference and win rates,
        over all games and by opponent, with 95 % intervals, and the differences from the first
        player.

    Raises:
        ConfigError: Fewer than two games against each opponent.
    """
    if asked.games < (least := 2 * len(opponents_of(asked.opponents))):
        raise ConfigError(
            f"--games {asked.games}: intervals need two games against each opponent; use at least "
            f"{least}"
        )
    deals = Rows.numbered(asked.games, len(players), games_seed(asked.seed))
    progress = Progress().expect(len(decks) * deals.games, "games")
    found = []
    for number, deck in enumerate(decks):
        play = partial(play_deals, players, deck, asked.opponents, config, number)
        played = play_at_once(play, deals, asked.threads, progress)
        games = [played.select(pl.all().arr.get(row)) for row in range(len(players))]
        results = [
            player_result(player, own, games[0], asked.opponents)
            for player, own in zip(players, games, strict=True)
        ]
        about = {"deck": deck.name, "n_games": asked.games, "seed": asked.seed}
        found.append(about | {"players": results})
    return found


def summary(found: Sequence[dict[str, Any]]) -> str:
    """The results as text."""
    blocks = []
    for result in found:
        lines = [
            f"{result['deck']}, {result['n_games']:,} games per player",
            "",
            f"{'player':<24} {'health difference':<26} {'win rate':<26} health, wins against first",
        ]
        for player in result["players"]:
            difference, interval = "-", player["health_difference_interval"]
            if player is not result["players"][0]:
                health, wins = player["health_against_first"], player["win_rate_against_first"]
                wins = f"{100 * wins[0]:+.1f} % {within(wins[1], '.1%')}"
                difference = f"{ranged(health[0], health[1], '+.2f')}, {wins}"
            lines.append(
                f"{player['player']:<24} "
                f"{ranged(player['health_difference'], interval, '+.2f'):<26} "
                f"{win_rate(player):<26} {difference}"
            )
        lines += ["", "win rates by opponent", ""]
        names = [opponent["name"] for opponent in result["players"][0]["opponents"]]
        for place, name in enumerate(names):
            rates = (win_rate(player["opponents"][place]) for player in result["players"])
            lines.append(f"{name:<24} " + "  ".join(f"{rate:<24}" for rate in rates).rstrip())
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)
