"""What the commands about players do: `train-player`, `compare-players`."""

import json
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from flows.cli import commands


def train_player(options: Namespace) -> int:
    """Trains a player's network: `train-player`."""
    from flows.configs.player_presets import training_from

    training = training_from(options.preset, options.algorithm, options.set)
    name = f"{options.algorithm}-{options.preset}"
    if options.patch is not None:
        training = commands.with_patch(training, options)
        name += f"-{training.player.patch.name.replace('/', '-')}"
    from models.problems.players import NetworkSearch
    from tasks.run_loop.opening import check_start

    out = options.out or Path("runs") / f"{name}-seed{options.seed}"
    with commands.copied(out, options):
        resumed = check_start(NetworkSearch(training), options.seed, out, options.resume_anyway)
        return commands.run_flow(_flow, training, out, resumed, options)


def _flow() -> Callable:
    from flows.train_player import train_player as flow

    return flow


def compare_players(options: Namespace) -> int:
    """Plays decks with several players: `compare-players`."""
    from flows.cli.decks import read_deck
    from models.config import ConfigError
    from models.players.config import read_scorer
    from models.players.networks import NetworkError

    decks = [read_deck(deck) for deck in options.deck or ["Classic Miracle Rogue"]]
    try:
        players = [read_scorer(player) for player in options.players]
    except NetworkError as error:
        raise ConfigError(f"players: {error}") from None
    config = commands.player_of(options)
    # After all has been read: this import compiles the engine when it is new.
    from flows.compare_players import compare_players as compare
    from flows.compare_players import summary

    with commands.who_plays(options):
        found = compare(
            players,
            decks,
            options.opponents,
            config,
            options.games,
            options.seed,
            options.threads,
        )
    print(json.dumps(found, indent=2) if options.json else summary(found))
    return 0
