"""A league of players: `league`."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from textwrap import fill
from typing import Any, ClassVar, Literal

from flows.questions.preset_run import (
    Date,
    Format,
    Patch,
    cards_names,
    find_format,
    find_patch,
)
from flows.questions.question import MAX_GAMES, setting
from flows.studies.study import OneDirectory
from models.players.kinds import KINDS
from models.settings.config import ConfigError, EvenGames, repeated

#: Players that a league has by default, except in the smallest preset.
ALL = (
    "beam:rogue-network",
    "beam:aggro",
    "beam:control",
    "mesb-beam:rogue-network",
    "open-beam:rogue-network",
    "fair-beam:rogue-network",
    "one-turn:rogue-network",
    "one-turn:hearthsim",
    "mcts:1000",
    "pi-mcts:1000",
    "is-mcts:1000",
    "mcts:100",
    "is-mcts:100",
    "random",
)
#: Search players with the value network, and those of the papers that they are to beat.
PILOTS = (
    "fair-beam:value",
    "fair-beam:value:width=64",
    "one-turn:value",
    "two-ply:value",
    "is-mcts:300:value",
    "fair-beam:rogue-network",
    "greedy",
    "one-turn",
    "is-mcts:1000",
    "mcts:1000",
)
PLAYERS = {
    "smoke": ("beam:aggro", "fair-beam:aggro", "random"),
    "quick": ALL,
    "study": ALL,
    "published": ALL,
    "pilots": PILOTS,
}
#: Games per pair of players.
GAMES = {"smoke": 8, "quick": 72, "study": 360, "published": 1440, "pilots": 720}
PUBLISHED_DECKS = "published"
#: `random:90` for 90 random decks.
RANDOM_DECKS = "random:"
MOST_DECKS = 200
#: Every player builds its own decks.
OWN_DECKS = "own"


#: Scorers, and what they are.
_SCORERS = {
    "rogue-network": "the published network (the default)",
    "aggro": "SabberStone's, as are control, midrange, ramp and fatigue",
    "hearthsim": "HearthSim's (the default of one-turn)",
    "value": "the value network: a chance to win, learned from games",
    "FILE": "the network in a file that train-player or train-value wrote",
}
_WIDTH = 80


def _table(title: str, rows: Mapping[str, str]) -> str:
    """Rows of a help text, one line each; what does not fit ends at a comma or semicolon."""
    lines = [title]
    for name, text in rows.items():
        left = f"  {name:<15}"
        parts = re.split("(?=[,;])", text)
        fitting = (part for part in accumulate(parts) if len(left + part) <= _WIDTH)
        lines.append(left + [*fitting][-1])
    return "\n".join(lines)


def _kinds() -> str:
    rows = {f"{name}{'' if kind.is_fair else '*'}": kind.text for name, kind in KINDS.items()}
    return _table("kinds (*: sees hidden cards):", rows)


def _settings() -> str:
    """The settings of each kind; kinds that have the same ones share a paragraph."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, kind in KINDS.items():
        alike.setdefault(kind.options, []).append(name)
    return "\n".join(
        fill(f"{', '.join(names)}: {', '.join(options)}", _WIDTH, subsequent_indent="    ")
        for options, names in alike.items()
    )


class League(OneDirectory):
    """Let players play each other with the same decks and deals."""

    grows: ClassVar[bool] = True
    notes: ClassVar[str] = f"""\
Every pair of players plays the same deals, each twice with seats swapped. The
same command continues a stopped league; more players or games extend it. Nodes
per decision are counted in the games; milliseconds are measured separately. The
report is --out/report/index.html; `report` writes it again.

A player is KIND, KIND:SCORER or KIND:SCORER:SETTING=VALUE, such as
fair-beam:aggro:width=8; a tree search is KIND:SIMULATIONS, such as is-mcts:1000
or is-mcts:1000:control:rollout=end. models/players/README.md explains settings.
A learned player is learned:NAME or learned:PATH, or the paths of one network
for each class, with commas; :choice=sample, best or lookahead replaces the
choice of its file. A class of your own is package.module:MyPlayer
(docs/how-to/own-player.md).

{_kinds()}

{_table("scorers:", _SCORERS)}

settings:
{_settings()}

presets, games of a pair: {", ".join(f"{name} {games:,}" for name, games in GAMES.items())}

examples:
  python -m flows league --preset smoke --out runs/league-smoke
  python -m flows league --players fair-beam is-mcts:1000 random --games 400
  python -m flows league --decks "Aggro Hunter" "Control Warlock" my-deck.txt --games 720
  python -m flows league --players learned:player.npz greedy random --decks own --games 1800
  python -m flows league --preset published --out runs/league
  python -m flows league --preset pilots --format blackrock --decks random:90 --seed 35
"""

    files = ("league.json", "league.parquet")

    preset: Literal["smoke", "quick", "study", "published", "pilots"] = setting(
        "quick", "Players and games that are not given."
    )
    players: list[str] = setting([], "Players by name.", "the preset's", metavar="PLAYER")
    decks: list[str] = setting(
        [PUBLISHED_DECKS],
        "Decks that all players play: deck codes, text files, lists of cards, names of published "
        "decks, `random:N` for random decks of all classes, most with a mana curve, `published` "
        "for the six published opponents' decks, or `classic14`, `naxx14` or `brm15` for those "
        "that people played on a --date. With only `own`, every player builds its own decks of the "
        "classes that learned players were trained on; players without a network build at random.",
        metavar="DECK",
    )
    games: EvenGames | None = setting(
        None,
        "Games per pair of players, an even number.",
        "the preset's: " + ", ".join(f"{name} {games}" for name, games in GAMES.items()),
        ge=2,
        le=MAX_GAMES,
    )
    patch: Patch
    format: Format
    date: Date

    @property
    def title(self) -> str:
        """The preset, and the number of players if they are given."""
        players = f"{len(self.players)}-players" if self.players else ""
        return self.titled(players, self.preset, *cards_names(self.format, self.date, self.patch))

    @property
    def name(self) -> str:
        """The preset and the cards: players and games may be added."""
        return self.titled(self.preset, *cards_names(self.format, self.date, self.patch))

    @cached_property
    def study(self) -> Any:
        """Its configuration (`models.league.LeagueSettings`).

        Raises:
            ConfigError: A player, scorer or setting does not exist, or there are too few players.
            DeckError: A deck does not exist, is not legal, or has a card that the patch lacks.
            PatchError: The patch does not exist, or its file is wrong.
        """
        from models.league import LeagueSettings

        players = self._players()
        if len(players) < 2:
            raise ConfigError(f"--players {players[0].name}: a league needs two or more; add one")
        games = self.games or GAMES[self.preset]
        decks = self._decks()
        if self._is_own:
            from models.self_play.learned_player import own_decks

            decks = own_decks(players)
        return LeagueSettings(players=players, decks=decks, n_games=games, seed=self.seed)

    @property
    def _is_own(self) -> bool:
        """Whether every player builds its own decks."""
        if OWN_DECKS in self.decks and len(self.decks) > 1:
            raise ConfigError("--decks own: players build all decks; omit `own` or the other decks")
        return self.decks == [OWN_DECKS]

    @property
    def _cards(self) -> tuple[Any, str]:
        """Patch and format."""
        return find_patch(self.patch, self.date), find_format(self.format, self.date)

    def _players(self) -> list[Any]:
        """The players (`models.players.player_names.NamedPlayer`), their checkpoints read."""
        from models.players.player_names import read_players

        players = read_players(self.players or PLAYERS[self.preset], *self._cards)
        if self._is_own or any(player.learned for player in players):
            # Here, since other leagues do not need torch.
            from models.self_play import learned_player

            learned_player.check_learned(players)
            if self._is_own:
                format = None if self.format is None else find_format(self.format)
                players = learned_player.with_trained_cards(players, format)
        return players

    def _decks(self) -> list[Any]:
        """The decks (`models.league.LeagueDeck`), each with its own name."""
        from engine.decks import validate_deck
        from engine.history import PERIODS
        from flows.questions.decks import read_deck
        from models.league import LeagueDeck
        from models.players.decks import opponent_suite

        suites = {PUBLISHED_DECKS: "elite", **{name: name for name in PERIODS}}
        patch, format = self._cards
        decks: list[Any] = []
        for text in () if self._is_own else self.decks:
            if text.startswith(RANDOM_DECKS):
                decks += self._random_decks(text)
                continue
            suite = opponent_suite(suites[text]) if text in suites else ()
            decks += [o.deck for o in suite] or [read_deck(text, format=format, patch=patch)]
        for deck in decks:
            validate_deck(deck, patch=patch, format=format)
        names = [deck.name for deck in decks]
        if (twice := repeated(names)) is not None:
            raise ConfigError(
                f"--decks: two decks are called {twice!r}; give each a text file with its own name"
            )
        return [LeagueDeck.of(deck) for deck in decks]

    def _random_decks(self, text: str) -> list[Any]:
        """The decks of `random:N`, which the league's seed decides.

        Raises:
            ConfigError: N is no number of decks.
        """
        from models.players.decks import random_decks

        number = text.removeprefix(RANDOM_DECKS)
        if not number.isdecimal() or not 1 <= int(number) <= MOST_DECKS:
            raise ConfigError(f"--decks {text}: use random:1 to random:{MOST_DECKS}")
        patch, format = self._cards
        decks = random_decks(int(number), format, patch, self.seed)
        return [
            replace(deck, name=f"random {place} {deck.hero.capitalize()}")
            for place, deck in enumerate(decks, 1)
        ]

    def facts(self, study: Any) -> dict[str, Any]:
        """As `StudySettings.facts`."""
        return {
            "players": " ".join(player.name for player in study.players),
            "decks": ", ".join(deck.name for deck in study.decks),
            "n_games": study.n_games,
            "seed": study.seed,
            "patch": study.players[0].config.patch.name,
        }
