"""A finished game of a person as JSON lines of a replay, which `docs/replay-lines.md` describes."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from models.play.config import PlayConfig
from models.play.game import PersonGame
from models.players.changes import Watch
from models.players.replay_lines import FORMAT, FORMAT_VERSION, action_line, deck_entry

PERSON = "you"


def play_json(config: PlayConfig, seed: int, kept: Mapping[str, Any]) -> str:
    """The lines of a game as JSON lines; equal games give equal bytes."""
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
        for line in play_lines(config, seed, kept)
    )


def play_lines(config: PlayConfig, seed: int, kept: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields a game: its head, the opening, every action, and the end.

    Both hands are in the lines.

    Args:
        config: The settings of the game.
        seed: Its seed.
        kept: What `PersonGame.kept` returned at its end.

    Raises:
        GameError: An action is not legal: the cards or the rules have changed.
    """
    yield _head(config, seed)
    game = PersonGame.restored(config, seed, kept)
    shown = game.beginning()
    watch = Watch(shown.record, shown.rules)
    yield {"line": "opening", "board": watch.scene.board}
    for number, code in enumerate(kept["actions"]):
        yield action_line(shown, watch, number, code)
    yield {"line": "end", **ending(game)}


def ending(game: PersonGame) -> dict[str, Any]:
    """How a game ended, for the person."""
    own, health = game.person, [player.hero.health for player in game.players]
    return {
        "result": game.outcome,
        "rounds": (1 + game.turn) // 2,
        "health_difference": health[own] - health[1 - own],
        "conceded": game.conceded,
    }


def _head(config: PlayConfig, seed: int) -> dict[str, Any]:
    names = [config.opponent, config.opponent]
    names[config.person] = PERSON
    return {
        "line": "game",
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "title": f"{config.decks[0].name} against {config.decks[1].name}",
        "seed": seed,
        "search": config.player.search,
        "fidelity": config.player.fidelity,
        "person": config.person,
        "players": [
            deck_entry(deck.deck(), f"{deck.name} ({name})") | {"player": name}
            for deck, name in zip(config.decks, names, strict=True)
        ],
    }
