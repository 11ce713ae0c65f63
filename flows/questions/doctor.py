"""The deck doctor's question: `deck`."""

import shlex
from pathlib import Path
from typing import Any, ClassVar, get_args

from flows.questions.games import DECK, Numbers
from flows.questions.preset_run import Date, Patch, SuiteName, find_format, find_patch
from flows.questions.question import MAX_GAMES, Answer, Seed, Threads, setting
from models.settings.config import ConfigError


class DeckDoctor(Numbers, Threads):
    """Examine a deck: matchups, mulligan, the cards that carry it, and better versions."""

    notes: ClassVar[str] = """\
examples:
  python -m flows deck my-deck.txt
  python -m flows deck AAEBAR8GoQa... --rounds 4 --out runs/my-deck
  python -m flows deck "Zoolock" --date naxx14 --keep Doomguard --avoid "Ragnaros the Firelord"
  python -m flows deck my-deck.txt --collection my-cards.txt --dust 800
  python -m flows deck my-deck.txt --run runs/best
"""

    deck: str = setting(..., DECK, word="DECK")
    games: int = setting(
        18_000, "Approximate number of games of the first round.", ge=3_000, le=MAX_GAMES
    )
    rounds: int = setting(
        1, "Rounds of games, each with twice as many as the one before.", ge=1, le=10
    )
    opponents: str | None = setting(
        None,
        "Suite of opponents, elite, starter, classic14, naxx14 or brm15, or the folder of a "
        "metagame's run or extract: its equilibrium.",
        "the latest decks that people played and the cards allow",
        metavar="NAME|FOLDER",
    )
    player: str = setting("fair-beam:value", "Player of both sides; it must be a search player.")
    keep: list[str] = setting([], "Card that no swap takes out.", metavar="CARD", repeated=True)
    avoid: list[str] = setting([], "Card that no swap puts in.", metavar="CARD", repeated=True)
    collection: Path | None = setting(
        None,
        "File that lists the cards you have; the deck's cards always count. Swaps use other cards "
        "only if --dust pays for them.",
        "all cards",
    )
    dust: int | None = setting(
        None, "The most dust that swaps may cost.", "no limit; with --collection 0", ge=0
    )
    run: Path | None = setting(
        None,
        "Run directory of a search with the deck's class and cards, after explain. The page then "
        "shows which pairs of the deck's cards work together.",
        "no pairs",
    )
    out: Path | None = setting(
        None,
        "Folder of the page, its pictures and tables. If it has rounds of the same examination, "
        "the command continues them.",
        "only text",
    )
    hero: str | None = setting(None, "Class of the deck, if its cards are all neutral.")
    format: str = setting(
        "blackrock",
        "Format of the games: classic, blackrock, or sets such as CORE+EXPERT1+NAXX. The deck and "
        "its swaps have its cards, and random cards are drawn from them.",
        metavar="NAME|SETS",
    )
    date: Date
    patch: Patch
    seed: Seed

    @classmethod
    def command(cls) -> str:
        """`deck`."""
        return "deck"

    def answer(self) -> Answer:
        """The findings, as text and as numbers; writes the page."""
        from flows.questions.decks import read_deck
        from models.players.player_names import read_search_player

        format = find_format(self.format)
        patch = find_patch(self.patch, self.date)
        deck = read_deck(self.deck, self.hero, format, patch)
        limits = self.limits(deck)
        player = read_search_player(self.player, patch, format)
        player = player.but(opponents_scorer=player.scorer)
        opponents = allowed_opponents(deck, player, self.opponents)
        # After all input is read: this import compiles the engine if the cache is empty.
        from flows.doctor.examine import examined
        from flows.doctor.page import text_of, write_findings

        pairs, written = self._pairs(deck, player), ""
        found = examined(self, deck, player, opponents, limits) | pairs
        given = {"format": format, "date": self.date, "patch": self.patch}
        options = (f"--{name} {shlex.quote(value)}" for name, value in given.items() if value)
        found["options"] = " ".join(options)
        if self.out is not None:
            written = f"\nThe page is {write_findings(self.out, found)}\n"
        return Answer(text_of(found) + written, found)

    def _pairs(self, deck: Any, player: Any) -> dict[str, Any]:
        """The deck's pairs by the search, if one is given (`tasks.reports.explanation`)."""
        if self.run is None:
            return {}
        from tasks.reports.explanation import pairs_of  # takes two seconds
        from tasks.reports.results import read_results

        return pairs_of(read_results(self.run), deck, player)

    def limits(self, deck: Any) -> Any:
        """What swaps may change (`models.metagame.swaps.Limits`).

        Raises:
            ConfigError: A card is unknown, is not in the deck, or the list cannot be read.
        """
        from engine.card_data import card_data
        from engine.decks import read_cards
        from engine.input_files import read_text
        from models.metagame.swaps import Limits

        keep, avoid = self._cards("keep"), self._cards("avoid")
        if missing := keep - set(deck.cards):
            raise ConfigError(f"--keep {card_data(min(missing)).name}: the deck does not have it")
        owned = None
        if self.collection is not None:
            try:
                patch = find_patch(self.patch, self.date)
                owned = read_cards(read_text(self.collection), patch)
            except (OSError, ValueError) as error:
                raise ConfigError(f"--collection {self.collection}: {error}") from None
        return Limits(keep, avoid, owned, self.dust)

    def _cards(self, name: str) -> frozenset[str]:
        """The ids of the cards in a list of names."""
        from engine.card_data import DeckError, find_card

        new = find_patch(self.patch, self.date).new_cards
        try:
            return frozenset(find_card(each, new).id for each in getattr(self, name))
        except DeckError as error:
            raise ConfigError(f"--{name}: {error}") from None


def allowed_opponents(deck: Any, player: Any, suite: str | None = None) -> tuple[Any, ...]:
    """The opponents of a suite, by default the latest played decks that the cards allow.

    Args:
        deck: The deck (`engine.decks.Deck`), which this function checks, too.
        player: The settings that say which cards there are (`PlayerConfig`).
        suite: The name of the suite.

    Raises:
        DeckError: The deck is not legal with these cards.
        ConfigError: The suite, or every suite that people played, has decks that are not legal.
    """
    from engine.decks import DeckError, validate_deck
    from engine.history import PERIODS
    from models.players.decks import opponents_of

    validate_deck(deck, patch=player.patch, format=player.format)
    problem = ""
    for name in [suite] if suite else reversed(PERIODS):
        opponents = opponents_of(_named(name))
        try:
            for each in opponents:
                validate_deck(each.deck, patch=player.patch, format=player.format)
            return opponents
        except DeckError as error:
            problem = problem or f"{error}"
    if suite:
        raise ConfigError(f"--opponents {suite}: not with these cards: {problem}")
    raise ConfigError(
        f"--opponents: these cards allow no decks that people played ({problem}); give elite, "
        "starter, or the folder of a metagame"
    )


def _named(opponents: str) -> Any:
    """A suite's name, or a metagame's decks."""
    if opponents in get_args(SuiteName):
        return opponents
    from flows.studies.meta.tables import find_opponents  # takes two seconds

    return find_opponents(opponents)
