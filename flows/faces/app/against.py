"""Games against a player of a league, or the player of a training after one of its periods.

Both sides have decks like those that it plays there: decks of the league, or decks that it builds.
"""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import Field

from engine.decks import Deck, DeckError, validate_deck
from flows.faces.app.folder import RunFolder
from flows.faces.app.new_game import deck_of, game_between, network_of
from flows.faces.app.pages import MAX_TEXT, Body
from flows.faces.app.work import LEAGUE
from flows.studies.league.play import FILE
from models.league import LeagueDeck
from models.play.game import PlayConfig, PlayDeck
from models.players.config import PlayerConfig
from models.players.kinds import LEARNED, kind_of
from models.players.learned import PLAYERS
from models.players.networks import NetworkError
from models.players.player_names import NamedPlayer
from models.settings.config import ConfigError


class Against(Body):
    """The body of a request to play against a player of a league or a training.

    `player` is its name, or the number of a period; an empty `deck` means one like the player's.
    """

    run: str = Field(min_length=1, max_length=300)
    player: str = Field(max_length=300)
    deck: str = Field("", max_length=MAX_TEXT)


def settings_against(asked: Against, folder: RunFolder) -> PlayConfig:
    """The settings of a game; who goes first is drawn.

    Raises:
        NoSuchRunError: There is no such league or training.
        ConfigError: There is no such player, or it cannot be loaded.
        DeckError: The person's text, or what the player builds, is no legal deck.
    """
    path = folder.path / folder.study(asked.run).name
    is_league = (path / LEAGUE).is_file()
    player, decks = (_of_league if is_league else _of_training)(asked, folder.path)
    if player.own and player.own.path not in folder.own:
        raise ConfigError(f"{player.name}: start the application with --player {player.own.path}")
    try:
        if not player.learned:
            player.config.strategy(player.config.scorer, is_first=True)  # reads its network
        theirs, own = _drawn(player, decks)
    except NetworkError as error:
        raise ConfigError(f"{player.name}: {error}") from None
    if asked.deck.strip():
        own = deck_of(asked.deck, "Your deck", player.config)
    about: dict[str, Any] = {"opponent": player.name, "player": player.config}
    return game_between((own, theirs), **about, learned=player.learned, own=player.own)


def _of_league(asked: Against, folder: Path) -> tuple[NamedPlayer, Sequence[LeagueDeck]]:
    """A player of a league, and the league's decks."""
    league, _ = FILE.load(folder / asked.run)
    for player in league.players:
        if player.name == asked.player:
            return player, league.decks
    raise ConfigError(f"{asked.run}: has no player {asked.player!r}; choose one from its page")


def _of_training(asked: Against, folder: Path) -> tuple[NamedPlayer, Sequence[LeagueDeck]]:
    """The player of a training after a period, and the classes of which it builds decks."""
    from models.self_play.learned_player import own_decks, with_trained_cards

    name = f"{asked.run}/{PLAYERS}/{asked.player}"
    learned, config = network_of(name, folder), PlayerConfig().but(**kind_of(LEARNED).settings)
    named = NamedPlayer(name=f"{LEARNED}:{name}", config=config, learned=learned)
    (player,) = with_trained_cards([named], None)
    return player, own_decks([player])


def _drawn(player: NamedPlayer, decks: Sequence[LeagueDeck]) -> tuple[PlayDeck, PlayDeck]:
    """Two decks by chance, the player's and the person's, of different ones if there are any."""
    chosen = secrets.SystemRandom().sample(list(decks), min(2, len(decks)))
    theirs, own = (_built(player, deck) for deck in (chosen[0], chosen[-1]))
    return PlayDeck.of(theirs), PlayDeck.of(own)


def _built(player: NamedPlayer, wanted: LeagueDeck) -> Deck:
    """A given deck, or one of a class that the player builds, at random without a network."""
    config, seed = player.config, secrets.randbits(32)
    if wanted.code:
        deck = wanted.deck()
    elif player.learned:
        from models.self_play.learned_player import LearnedPlayer
        from models.self_play.own_decks import built_decks

        builder, number = LearnedPlayer.load(player.learned, config.rules()), np.zeros(1, np.int64)
        (deck,) = built_decks(builder, [wanted.hero], wanted.size, wanted.cards, seed, number)
    else:
        from models.self_play.own_decks import random_deck

        deck = random_deck(config.rules(), wanted.hero, wanted.size, wanted.cards, seed)
    try:
        validate_deck(deck, patch=config.patch, format=config.format)
    except DeckError as error:
        raise DeckError(f"{player.name} cannot be played against: {error}") from None
    return deck
