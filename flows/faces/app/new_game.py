"""Requests for new games and matches: decks, cards, the opponent's player, and who goes first.

The player is given by its parts, or is one of a league or of a training after one of its periods.
Networks trained by self-play, of trainings below the folder of runs and included ones, are looked
up by name: a name from an address is never a path.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import Field

from engine.decks import Deck, DeckError, validate_deck
from flows.faces.app.cards import cards_of, read_deck, text_of_deck
from flows.faces.app.folder import RunFolder
from flows.faces.app.levels import LEVELS
from flows.faces.app.pages import MAX_TEXT, Body
from flows.faces.app.work import LEAGUE, players_of_periods
from flows.studies.league.play import FILE
from flows.studies.self_play.settings import SelfPlay
from models.league import LeagueDeck
from models.play.conquest import N_DECKS as N_MATCH_DECKS
from models.play.game import MAX_SECONDS, PlayConfig, PlayDeck, seat_of
from models.players import learned
from models.players.config import HAND_WRITTEN, PlayerConfig
from models.players.kinds import KINDS, LEARNED, kind_of
from models.players.learned import PLAYERS, LearnedSetting
from models.players.networks import NetworkError, network_names
from models.players.player_names import NamedPlayer, is_own, read_player
from models.players.value_networks import value_names
from models.settings.config import ConfigError
from models.tree_search.config import MAX_SIMULATIONS
from tasks.storage.store import run_names

#: Players of a training that are offered: the last ones.
N_OFFERED = 5
#: Decks that a network builds for each of its classes.
N_DECKS = 3
#: Kinds of players that are not files.
SEARCHES = {name: kind for name, kind in KINDS.items() if name != LEARNED}
#: Decks for a game that starts with one click; all are of the Classic cards of 2014.
GOOD_DECKS = ("Zoolock", "Midrange Hunter", "Miracle Rogue", "Control Warrior", "Handlock")
#: Settings of a run's players that say which cards its games have.
_CARDS = ("patch", "format", "cards", "generated")
_DeckText = Annotated[str, Field(max_length=MAX_TEXT)]


def network_files(folder: Path, most: int | None = None) -> dict[str, list[Path]]:
    """The files of each network by its name: included ones, then those of trainings.

    Of each training they are the newest first, at most `most`; all by default.
    """
    found = {path.stem: [path] for path in sorted(learned.FOLDER.glob("*.npz"))}
    for name in run_names(folder, SelfPlay.files[0]):
        periods = players_of_periods(folder / name)
        for period in sorted(periods, reverse=True)[:most]:
            found[f"{name}/players/{period}"] = periods[period]
    return {name: files for name, files in found.items() if not any("," in f"{f}" for f in files)}


def network_of(name: str, folder: Path) -> LearnedSetting:
    """The files of a network as a setting.

    Raises:
        ConfigError: There is no network of this name.
    """
    files = network_files(folder).get(name)
    if files is None:
        raise ConfigError(
            f"no trained network {name[:80]!r}: it may have been removed; choose one from the list"
        )
    return LearnedSetting.read(",".join(map(str, files)))


def game_between(
    decks: tuple[PlayDeck, PlayDeck], player: NamedPlayer, first: str = "random", **about: Any
) -> PlayConfig:
    """The settings of a game between the person's deck and the one of a player.

    `first` is as in `GameAsked`. A network has the mulligan as trained.
    """
    is_second = secrets.randbelow(2) if first == "random" else first == "opponent"
    config = PlayConfig(
        decks=decks[::-1] if is_second else decks,
        person=1 if is_second else 0,
        opponent=player.name,
        player=player.config,
        learned=player.learned,
        own=player.own,
        **about,
    )
    return config.but(opponent_mulligan=seat_of(config).has_mulligan)


def network_facts(name: str, folder: Path) -> dict[str, Any]:
    """What a network is, and decks that it builds.

    Returns `title`, `format` of its training, and `decks`: `name` and `text` of each. `ConfigError`
    if there is no network of this name, or its file cannot be used.
    """
    from models.self_play.checkpoint import Checkpoint
    from models.self_play.learned_player import LearnedPlayer

    files = network_of(name, folder).files
    player = LearnedPlayer(tuple(Checkpoint.load(file) for file in files))
    first = player.checkpoints[0]
    return {
        "title": "; ".join(checkpoint.card.title for checkpoint in player.checkpoints),
        "format": first.rules.format,
        "decks": [
            {"name": name, "text": f"### {name}\n{text_of_deck(deck)}"}
            for name, deck in _built(player).items()
            if _is_legal(deck, first.rules)
        ],
    }


def _built(player: LearnedPlayer) -> dict[str, Deck]:
    """Decks of each of the player's classes, always the same, by name."""
    from models.self_play.own_decks import built_decks

    heroes = [hero for each in player.checkpoints for hero in each.card.heroes]
    size = player.checkpoints[0].card.environment.deck_size
    wanted = [hero for hero in heroes for _ in range(N_DECKS)]
    built = built_decks(player, wanted, size, None, 1, np.arange(len(wanted)))
    return {f"{deck.name} {1 + i % N_DECKS}": deck for i, deck in enumerate(built)}


def _is_legal(deck: Deck, rules: Rules) -> bool:
    """Whether a deck can be played here: trainings may have smaller ones."""
    try:
        validate_deck(deck, patch=rules.patch, format=rules.format)
    except DeckError:
        return False
    return True


class PlayerAsked(Body):
    """A player by its parts; a whole name could be the path of a file."""

    kind: str = Field("fair-beam", max_length=200)
    scorer: str = Field("", max_length=80)
    simulations: int | None = Field(None, ge=1, le=MAX_SIMULATIONS)
    seconds: float | None = Field(None, gt=0, le=MAX_SECONDS)
    network: str = Field("", max_length=300)

    def name(self) -> str:
        """The player's name, as `read_player` takes it.

        Raises:
            ConfigError: There is no such kind or scorer, the kind has no such setting or needs a
                network, or both `simulations` and `seconds` are given.
        """
        if self.kind == LEARNED:
            return self._learned_name()
        if is_own(self.kind):
            return self._own_name()
        if self.kind not in SEARCHES:
            known = ", ".join(KINDS)
            raise ConfigError(f"there is no opponent {self.kind!r}; use one of {known}")
        if self.network:
            raise ConfigError(f"{self.kind} has no network; leave it empty")
        if self.scorer and self.scorer not in scorer_names():
            known = ", ".join(scorer_names())
            raise ConfigError(f"there is no scorer {self.scorer!r}; use one of {known}")
        has_budget = SEARCHES[self.kind].has_budget
        if not has_budget and (self.simulations is not None or self.seconds is not None):
            raise ConfigError(f"{self.kind} has no thinking time; leave it empty")
        if self.simulations is not None and self.seconds is not None:
            raise ConfigError("give either simulations or a thinking time, not both")
        budget = "" if self.simulations is None else f"{self.simulations}"
        return ":".join(part for part in (self.kind, budget, self.scorer) if part)

    def _learned_name(self) -> str:
        if not self.network:
            raise ConfigError("choose a network; `python -m flows self-play` trains one")
        if self.scorer or self.simulations is not None or self.seconds is not None:
            raise ConfigError("a network has no scorer and no thinking time; leave them empty")
        return f"{LEARNED}:{self.network}"

    def _own_name(self) -> str:
        more = self.scorer, self.simulations, self.seconds, self.network
        if any(each not in ("", None) for each in more):
            raise ConfigError(f"{self.kind} has no settings; leave them empty")
        return self.kind


class GameAsked(Body):
    """The body of a request to start a game, or a match of three decks a side."""

    decks: list[_DeckText] = Field(min_length=1, max_length=N_MATCH_DECKS)
    opponent_decks: list[_DeckText] = Field(min_length=1, max_length=N_MATCH_DECKS)
    run: str = Field("", max_length=300)
    format: str = Field("", max_length=60)
    player: PlayerAsked = Field(default_factory=PlayerAsked)
    first: Literal["random", "you", "opponent"] = "random"
    practice: bool = False

    @property
    def is_match(self) -> bool:
        """Whether it is a match."""
        return max(len(self.decks), len(self.opponent_decks)) > 1


def game_of_level(level: str) -> GameAsked:
    """A game between two good decks, drawn by chance, against the opponent of a level.

    Raises:
        ConfigError: There is no such level.
    """
    if level not in LEVELS:
        raise ConfigError(f"there is no level {level!r}; use one of {', '.join(LEVELS)}")
    own, theirs = secrets.SystemRandom().sample(GOOD_DECKS, 2)
    found = LEVELS[level]
    player = PlayerAsked(kind=found.kind, scorer=found.scorer)
    return GameAsked(decks=[own], opponent_decks=[theirs], player=player)


def scorer_names() -> tuple[str, ...]:
    """The scorers that a player can have by name."""
    return (*value_names(), *network_names(), *HAND_WRITTEN)


def player_of(asked: PlayerAsked, run: str, format: str, folder: RunFolder) -> NamedPlayer:
    """A player, with the cards of a run, or of a format or a named day.

    Of a network, or of a player of one's own, the settings are those of its cards.

    Raises:
        ConfigError: There is no such player.
        DeckError: There is no such format.
        StoreError: There is no such run.
    """
    cards = folder.decks(run).experiment.player if run else None
    patch, format = cards_of(format) if cards is None else (cards.patch, cards.format)
    name = asked.name()
    if is_own(name) and name not in folder.own:
        raise ConfigError(f"there is no opponent {name!r}: start with --player {name}")
    if asked.kind == LEARNED or is_own(name):
        config = PlayerConfig(patch=patch, format=format).but(**kind_of(name).settings)
    else:
        config = read_player(name, patch, format).config
    if cards is not None:
        config = config.but(**{name: getattr(cards, name) for name in _CARDS})
    network = network_of(asked.network, folder.path) if asked.network else None
    return NamedPlayer(name=name, config=config, learned=network, own=folder.own.get(name))


def settings_of(asked: GameAsked, folder: RunFolder) -> PlayConfig:
    """The settings of a game with the first deck of each side.

    Raises:
        ConfigError: There is no such player.
        CheckpointError: A network cannot be used, or not with these cards.
        DeckError: A text is no legal deck; the message says whose.
        StoreError: There is no such run.
    """
    player = player_of(asked.player, asked.run, asked.format, folder)
    own, theirs = (sides[0] for sides in decks_of(asked, player.config))
    if (seconds := asked.player.seconds) is not None:
        player = player.but(name=f"{player.name}, {seconds:g} s")
    about = {"seconds": seconds, "practice": asked.practice}
    return game_between((own, theirs), player, asked.first, **about)


def decks_of(asked: GameAsked, config: PlayerConfig) -> tuple[list[PlayDeck], list[PlayDeck]]:
    """The decks of both sides; `DeckError` says whose text is no legal deck."""
    own = [deck_of(text, "Your deck", config) for text in asked.decks]
    return own, [deck_of(text, "The opponent's deck", config) for text in asked.opponent_decks]


def deck_of(text: str, whose: str, config: PlayerConfig) -> PlayDeck:
    """The deck of a text as a setting.

    Raises:
        DeckError: The text is no legal deck; the message begins with `whose`.
    """
    try:
        deck = read_deck(text, config).deck
        return PlayDeck.of(deck, deck.name if deck.name != "my deck" else "")
    except DeckError as error:
        raise DeckError(f"{whose}: {error}") from None


class Against(Body):
    """The body of a request to play against a player of a league or a training.

    `player` is its name, or the number of a period; an empty `deck` means one like the player's.
    """

    run: str = Field(min_length=1, max_length=300)
    player: str = Field(max_length=300)
    deck: str = Field("", max_length=MAX_TEXT)


def settings_against(asked: Against, folder: RunFolder) -> PlayConfig:
    """The settings of a game; chance decides who goes first.

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
    return game_between((own, theirs), player)


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
    """Two random decks, the player's and the person's, different ones if possible."""
    chosen = secrets.SystemRandom().sample(list(decks), min(2, len(decks)))
    theirs, own = (_deck_like(player, deck) for deck in (chosen[0], chosen[-1]))
    return PlayDeck.of(theirs), PlayDeck.of(own)


def _deck_like(player: NamedPlayer, wanted: LeagueDeck) -> Deck:
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


if TYPE_CHECKING:  # importing torch takes seconds, and only games against networks need it
    from engine.rules import Rules
    from models.self_play.learned_player import LearnedPlayer
