"""Questions that games answer: `evaluate`, `compare-players`, `replay`, `review`, `calibrate`."""

from pathlib import Path
from typing import Any, ClassVar, Literal, Self

from pydantic import model_validator

from flows.questions.preset_run import Date, Format, Opponents, Patch, find_format, find_patch
from flows.questions.question import (
    MAX_GAMES,
    Answer,
    Cluster,
    Question,
    Seed,
    Threads,
    say,
    setting,
)
from models.settings.config import ConfigError

DECK = (
    "A deck code, a link with one, the game's text of a deck, a list of cards such as '2x "
    "Backstab, Sap, ...', a file with any of these, or the name of a published deck."
)
_PLAYER = (
    "Player of the deck: a scorer by name (value, rogue-network, aggro, ...), or the file of one, "
    "which train-player or train-value wrote. A whole name, such as one-turn:value, sets the "
    "search of both sides; opponents keep their scorers.",
    "rogue-network, the published one",
)
#: Share of the first player's states that got the score of another game's state in the published
#: results. The true share is unknown: it depended on the timing of eight threads. This one fits the
#: mean of random decks to the published -2.4, so only the decks of the file are a test.
PUBLISHED_MIXUPS = 0.02


class Numbers(Question):
    """A question with a numeric answer."""

    as_json: bool = setting(False, "Print JSON.", option="--json", form=False)

    @property
    def title(self) -> str:
        """The deck, shortened, and the number of games."""
        deck = getattr(self, "deck", "")
        deck = deck if isinstance(deck, str) else " and ".join(deck)
        return self.titled(Path(deck).name[:40], f"{self.games}-games")


class _Played(Question):
    """A question about games with chosen players and cards."""

    patch: Patch
    seed: Seed

    def player_config(self, **changes: Any) -> Any:
        """The players' settings and cards (`models.players.config.PlayerConfig`).

        Raises:
            ConfigError: The player does not exist, or a search player is given with `--fidelity`.
            DeckError: The format does not exist.
            PatchError: The patch or the day does not exist, or the patch's file is wrong.
        """
        from models.players.config import PlayerConfig
        from models.players.player_names import is_search, read_search_player

        player, date = getattr(self, "player", None), getattr(self, "date", None)
        patch = find_patch(self.patch, date)
        format = find_format(getattr(self, "format", None), date)
        if player is not None and is_search(player):
            if "fidelity" in self.model_fields_set:
                raise ConfigError(f"--fidelity: {player} has its own; leave it out")
            changes.pop("fidelity", None)
            return read_search_player(player, patch, format).but(**changes)
        changes |= {} if player is None else {"scorer": player}
        return PlayerConfig(patch=patch, format=format).but(**changes)


class _Games(_Played):
    """A question about games between two decks."""

    opponents: Opponents
    fidelity: Literal["dsame", "mesb", "fair"] = setting(
        "dsame", "Players: as in DSA-ME, as in MESB, or fair (see no hidden cards)."
    )
    format: Format
    date: Date

    def read_deck(self, text: str, hero: str | None = None) -> Any:
        """A deck (`engine.decks.Deck`) of the format, as `flows.questions.decks.read_deck`."""
        from flows.questions.decks import read_deck

        patch = find_patch(self.patch, self.date)
        return read_deck(text, hero, find_format(self.format, self.date), patch)


class Evaluate(_Games, Numbers, Threads):
    """Play games with a deck of your own."""

    notes: ClassVar[str] = """\
examples:
  python -m flows evaluate my-deck.txt --games 1000
  python -m flows evaluate AAEBAR8GoQa... --format blackrock
  python -m flows evaluate my-deck.txt --date 2014-11-01
  python -m flows evaluate my-deck.txt --player learned:player.npz
  python -m flows evaluate my-deck.txt --player my_players:Careful --games 20
  python -m flows evaluate my-deck.txt --games 10000 --card-statistics --out cards --csv
"""

    deck: str = setting(..., DECK, word="DECK")
    games: int = setting(200, "Number of games.", ge=2, le=MAX_GAMES)
    hero: str | None = setting(None, "Class of the deck, if its cards are all neutral.")
    player: str | None = setting(
        None,
        f"{_PLAYER[0]} learned:PATH is a network trained by self-play, package.module:MyPlayer a "
        "class of your own; the opponents are then beams, and --fidelity concerns only them.",
        _PLAYER[1],
    )
    card_statistics: bool = setting(
        False,
        "Count what becomes of each card, and compare games that differ only by chance.",
    )
    out: Path | None = setting(
        None, "With --card-statistics: folder for the table card_games.", "none"
    )
    csv: bool = setting(False, "With --out: write the table as CSV, too.")

    @model_validator(mode="after")
    def _tables_of_cards(self) -> Self:
        if self.out is not None and not self.card_statistics:
            raise ValueError("--out: it is for the table of cards; add --card-statistics")
        if self.csv and self.out is None:
            raise ValueError("--csv: there is no folder to write to; add --out FOLDER")
        return self

    def answer(self) -> Answer:
        """The results of `flows.evaluate`."""
        found = self.results(self.read_deck(self.deck, self.hero))
        from flows.evaluate import summary

        return Answer(summary(found), found)

    def results(self, deck: Any) -> dict[str, Any]:
        """The results of `flows.evaluate` of a deck (`engine.decks.Deck`) instead of `deck`.

        Raises:
            ConfigError: The player does not exist, or does not go with `--fidelity` or
                `--card-statistics`.
            DeckError, PatchError: As `player_config`.
            StoreError: As `flows.evaluate`.
        """
        from models.players.kinds import LEARNED
        from models.players.player_names import is_own, read_player

        who, name = None, self.player or ""
        if name.partition(":")[0] == LEARNED or is_own(name):
            who = read_player(name)
        if self.card_statistics and who is not None and who.learned:
            raise ConfigError(
                f"--card-statistics: games of {who.name} are not followed card by card; use a "
                "search player, or a class of your own"
            )
        known = self if who is None else self.but(player=None)
        player = known.player_config(fidelity=self.fidelity)
        # After deck and player are read: this import compiles the engine if the cache is empty.
        from flows.evaluate import evaluate

        if who is not None:
            say(f"{who.name} plays the deck; its opponents are players as in {self.fidelity}")
        return evaluate(self, deck, player, who)


class ComparePlayers(_Games, Numbers, Cluster):
    """Play a deck with several players."""

    notes: ClassVar[str] = """\
examples:
  python -m flows compare-players rogue-network control --deck "Aggro Hunter"
  python -m flows compare-players rogue-network my_players:Careful --games 24
"""

    players: list[str] = setting(
        ...,
        "Scorers by name, files that train-player or train-value wrote, whole names such as "
        "one-turn:value, or classes of your own as package.module:MyPlayer; --fidelity does not "
        "concern the last two.",
        word="PLAYER",
    )
    deck: list[str] | str = setting(
        ["Classic Miracle Rogue"], f"{DECK} Repeat the option for more decks.", repeated=True
    )
    games: int = setting(4_000, "Games per player and deck.", ge=2, le=MAX_GAMES)

    def answer(self) -> Answer:
        """The results of `flows.compare_players`.

        Raises:
            ConfigError: A player does not exist, or there are too few games.
            DeckError: A deck or the format does not exist, or a deck is not legal.
            PatchError: The patch or the day does not exist, or the patch's file is wrong.
        """
        from models.players.config import read_scorer
        from models.players.networks import NetworkError
        from models.players.own import OwnSetting
        from models.players.player_names import is_own, is_search, read_player

        named = [self.deck] if isinstance(self.deck, str) else self.deck
        decks = [self.read_deck(deck) for deck in named]
        config = self.player_config(fidelity=self.fidelity)
        try:
            players = [
                OwnSetting.read(name) if is_own(name)
                else read_player(name, config.patch, config.format) if is_search(name)
                else read_scorer(name)
                for name in self.players
            ]  # fmt: skip
        except NetworkError as error:
            raise ConfigError(f"players: {error}") from None
        # After decks and players are read: this import compiles the engine if the cache is empty.
        from flows.compare_players import compare_players, summary

        return Answer(summary(found := compare_players(self, players, decks, config)), found)


class _OneGame(_Games):
    """A question about one game of a deck or of a run."""

    deck: str | None = setting(None, DECK, word="DECK")
    run: Path | None = setting(None, "Run directory: a game of one of its decks.")
    rank: int | None = setting(None, "With --run: rank of the deck in the report.", "1", ge=1)
    evaluation: int | None = setting(None, "With --run: number of the deck's evaluation.", ge=0)
    game: int = setting(0, "Number of the game among the deck's.", ge=0, le=MAX_GAMES)
    hero: str | None = setting(None, "Class of the deck, if its cards are all neutral.")
    player: str | None = setting(None, *_PLAYER)

    @model_validator(mode="after")
    def _of_a_deck_or_a_run(self) -> Self:
        if (self.deck is None) == (self.run is None):
            raise ValueError(f"{self.command()}: give either a deck, or a run with --run")
        if self.rank is not None and self.evaluation is not None:
            raise ValueError("--rank and --evaluation: both name the deck; give one of them")
        of_a_deck = {"hero", "player", *_Games.model_fields}
        foreign, fix = {"rank", "evaluation"}, "give the run with --run"
        if self.run is not None:
            foreign, fix = of_a_deck, "the run has its own; omit it"
        for name in sorted(foreign & self.model_fields_set):
            raise ValueError(f"{self.label(name)} {getattr(self, name)}: {fix}")
        return self

    def played(self) -> Any:
        """The game (`models.players.replay.ReplayedGame`), played again."""
        deck = None if self.deck is None else self.read_deck(self.deck, self.hero)
        player = self.player_config(fidelity=self.fidelity)
        from flows.replay import game_of_deck, game_of_run

        return game_of_run(self, self.run) if deck is None else game_of_deck(self, deck, player)


class Replay(_OneGame):
    """Show one game turn by turn."""

    as_lines: bool = setting(
        False,
        "Print JSON lines: every action, the board after it, the plan and its best alternatives "
        "(docs/replay-lines.md).",
        option="--json",
    )

    def answer(self) -> Answer:
        """The game as text, or as JSON lines."""
        game = self.played()
        if self.as_lines:
            from models.players.replay import replay_json

            return Answer(replay_json(game))
        from models.players.replay import replay_text

        return Answer(replay_text(game))


class Review(_OneGame):
    """Review one game: chances to win, best lines, mistakes and luck."""

    notes: ClassVar[str] = """\
examples:
  python -m flows review my-deck.txt --player fair-beam:value --game 3
  python -m flows review --run runs/demo --rank 1 --game 0
  python -m flows review --run runs/play/2026-11-26-1f0c9a3e5b7d8c42 --json
"""

    run: Path | None = setting(
        None, "Run directory: a game of one of its decks, or the finished game of a person."
    )
    as_json: bool = setting(False, "Print JSON.", option="--json", form=False)

    def answer(self) -> Answer:
        """The review as text and as JSON values.

        Raises:
            ConfigError: The player does not exist, or `--rank`, `--evaluation` or `--game` is given
                with the game of a person.
            DeckError: The deck or the format does not exist, or the deck is not legal.
            PatchError: The patch or the day does not exist, or the patch's file is wrong.
            StoreError: There is no such run or game, or it cannot be read.
        """
        from flows.replay import finished, finished_in
        from models.review.report import review_json, review_text
        from models.review.turns import review_game

        game = None if self.run is None else finished_in(self.run)
        if game is not None and (given := {"rank", "evaluation", "game"} & self.model_fields_set):
            raise ConfigError(f"--{min(given)}: {self.run} is one game; leave it out")
        review = review_game(game or finished(self.played()))
        return Answer(review_text(review), review_json(review))


class Calibrate(_Played, Numbers, Cluster):
    """Compare the simulator with published results."""

    decks: Path | None = setting(
        None,
        "CSV file with the columns avg_health_diff and deck_counts_180.",
        "the published decks",
    )
    games: int = setting(200, "Games per deck.", ge=2, le=MAX_GAMES)
    random_decks: int = setting(
        0, "Random decks to play in addition.", option="--random", metavar="N", ge=0, le=1_000_000
    )
    random_games: int = setting(24, "Games per random deck.", ge=2, le=MAX_GAMES)
    mixups: float = setting(
        PUBLISHED_MIXUPS,
        "Share of the first player's states that get the score of another state of the game, as in "
        "the published program; the default fits its random decks.",
        metavar="SHARE",
        ge=0,
        le=1,
    )
    player: str | None = setting(None, *_PLAYER)
    out: Path | None = setting(None, "Folder for tables and the scatter plot.", "none")

    def answer(self) -> Answer:
        """The results of `flows.calibrate`."""
        from flows.calibrate import calibrate, summary

        return Answer(summary(found := calibrate(self)), found)
