"""A design: what it tries, who takes a card, and how all decks do with each of its numbers.

::

    DIR/design.json                       the settings, and the digests of the code and the cards
    DIR/base/3.parquet                    a deck against all others, with the metagame's cards
    DIR/takers/EX1_116-3.parquet          a deck that tries a card: what it replaces, new games
    DIR/games/EX1_116-cost+1-3.parquet    a deck with a card against all others, with its numbers
    DIR/games/patch-1a2b3c4d-given-3.parquet  a deck with a card of a patch against all others
    DIR/report/                           the report; can be written again
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import polars as pl

from engine.card_data import CardData
from engine.decks import Deck, Patch, PatchError, deck_code, deck_from_code, new_patch
from engine.patches import Change, NewLine, find_patchable
from engine.rules import patch_problems
from flows.studies.design.settings import Design
from flows.studies.meta.directory import fine_field
from models.metagame.design import GIVEN, DesignConfig, NumberChange, numbers_of
from models.metagame.race import take
from models.players.config import PlayerConfig
from models.players.field import as_opponent
from models.settings.config import ConfigError
from models.settings.patches import find_patch
from models.statistics.intervals import mean_and_error
from tasks.games.play import play_both_seats, wins_against, won_against
from tasks.games.seeds import Purpose, games_seed
from tasks.storage.files import keyed
from tasks.storage.settings import SettingsFile, all_but, code_and_cards
from tasks.tracking.mlflow_run import ParentTracking

#: Seeds of decks that take a card, of races and of new games: after those of the first decks.
_TAKERS, _RACES, _NEW = 10_000, 1, 2


def _more(path: Path, there: DesignConfig, wanted: DesignConfig) -> DesignConfig:
    cards, patches = (
        tuple(dict.fromkeys((*getattr(there, name), *getattr(wanted, name))))
        for name in ("cards", "patches")
    )
    return wanted.but(cards=cards, patches=patches)


FILE = SettingsFile(
    Design.files[0], "design", DesignConfig, "design",
    all_but("cards", "patches", "most_share", "gap"), _more,
    code_and_cards(lambda config: config.player.rules()),
)  # fmt: skip


@dataclass(frozen=True)
class DesignedCard:
    """A card of a design, and the patch that has it, with the numbers as given."""

    card: CardData
    patch: Patch


@cache
def designed(text: str, base: Patch) -> DesignedCard:
    """The card of a name, an id or a line of the card language.

    Raises:
        PatchError: There is none, decks cannot have it, or the line makes no sense.
    """
    if "(" in text:
        patch = new_patch(base.name, [], base, base.description, [NewLine(text, "CARD")])
        if problems := patch_problems(patch):
            raise PatchError(f"CARD: {'; '.join(problems.values())}")
        return DesignedCard(patch.new_cards[-1], patch)
    card = find_patchable(text, base)
    if card.id not in {each.id for each in base.cards}:
        raise PatchError(f"'{card.name}' ({card.id}) is in no deck; give a card of decks")
    return DesignedCard(card, base)


def find_designs(texts: Sequence[str], base: Patch, heroes: set[str]) -> tuple[str, ...]:
    """The cards' ids, or their lines; each once.

    Raises:
        ConfigError: A card is given twice, or no deck is of its class.
        PatchError: As `designed`.
    """
    found: dict[str, str] = {}
    for text in texts:
        card = designed(text, base).card
        if card.id in found:
            raise ConfigError(f"CARD: '{card.name}' is given twice; give it once")
        if card.card_class not in {*heroes, "NEUTRAL"}:
            raise ConfigError(
                f"CARD: '{card.name}' is a card of {card.card_class.capitalize()}, a class without "
                "decks near the equilibrium; give another card or another metagame"
            )
        found[card.id] = text if "(" in text else card.id
    return tuple(found.values())


def on_top(text: str, base: Patch) -> Patch:
    """A patch by name or from a file, with its changes applied to the cards of a metagame.

    Raises:
        PatchError: There is none, or it changes nothing or what the metagame does not have.
    """
    patch, where = find_patch(text), f"--patch {text}"
    changes = [Change(card, field, value, where) for card, field, value in patch.changes]
    if not changes:
        raise PatchError(
            f"{where}: it changes no number of a card, and no deck has its new cards; give these "
            "as CARD"
        )
    new = [NewLine(line, where) for line in patch.new]
    made = new_patch(patch.name, changes, base, patch.description, new)
    if problems := patch_problems(made):
        raise PatchError(f"{where}: {'; '.join(problems.values())}")
    return made


@dataclass(frozen=True)
class Tried:
    """A card, which decks may take, or all changes of a patch in the metagame of a design."""

    folder: Path  #: The design's folder
    config: DesignConfig  #: Its settings
    key: str  #: The card's id, or `patch-` and a digest of the patch: two may have one name
    name: str  #: The name of the card or the patch
    patch: Patch  #: The patch, or the one that has the card with its numbers as given
    card: CardData | None = None  #: The card; None for a patch

    @property
    def numbers(self) -> list[NumberChange]:
        """The numbers to try: several of a card."""
        return [GIVEN] if self.card is None else list(numbers_of(self.card, self.config.steps))

    def player(self, numbers: NumberChange = GIVEN) -> PlayerConfig:
        """The player, with the card's numbers changed."""
        patch = self.patch if self.card is None else numbers.patch(self.patch, self.card)
        return self.config.player.but(patch=patch)

    def copies_in(self, deck: Deck) -> int:
        """The copies of the card, or of the patch's cards, in a deck."""
        if self.card is not None:
            return deck.cards.count(self.key)
        old, new = self.config.player.patch.values, self.patch.values
        return sum(new.get(card) != old.get(card) for card in deck.cards)

    @cached_property
    def first_decks(self) -> list[Deck]:
        """The decks of the metagame."""
        return [each.opponent().deck for each in self.config.decks]

    @property
    def open_to(self) -> list[int]:
        """Numbers of the metagame's decks that could have the card once more."""
        return [
            number
            for number, deck in enumerate(self.first_decks)
            if self.card is not None
            and self.card.card_class in (deck.hero, "NEUTRAL")
            and self.copies_in(deck) < self.card.max_copies
        ]

    def tried_by(self) -> pl.DataFrame:
        """The decks that tried the card and won a race with it, the best first, as `TAKER`."""
        pieces = keyed(self.folder / "takers")
        tables = [pieces.read((self.key, number)) for number in self.open_to]
        found = pl.concat([pl.DataFrame(schema=TAKER), *tables])
        return found.sort("won", "deck", descending=[True, False])

    @cached_property
    def takers(self) -> pl.DataFrame:
        """The best of them that win more with the card than without it."""
        return self.tried_by().filter(pl.col("gain") > 0).head(self.config.takers)

    @cached_property
    def decks(self) -> list[Deck]:
        """The decks of the metagame, then those that take the card."""
        taking = [deck_from_code(code, format=None) for code in self.takers["code"]]
        return [*self.first_decks, *taking]

    @cached_property
    def copies(self) -> np.ndarray:
        """(n_decks,) array: copies of the card in each deck."""
        return np.array([self.copies_in(deck) for deck in self.decks])

    def games(self) -> Iterator[tuple[tuple[Any, ...], Callable[[int | None], pl.DataFrame]]]:
        """The games of all decks with the card, by their keys: functions of the threads."""
        places = [*range(len(self.first_decks)), *(_TAKERS + self.takers["deck"]).to_list()]
        for numbers in self.numbers:
            player = self.player(numbers)
            for deck in np.flatnonzero(self.copies).tolist():
                row = partial(play_row, self.config, player, self.decks, deck, places[deck])
                yield (self.key, numbers, deck), row

    def rows(self, numbers: NumberChange) -> np.ndarray:
        """(n, n) array: games that each deck won against each other one.

        Decks without the card have only their games against the metagame's other decks.
        """
        n, n_first = len(self.decks), len(self.first_decks)
        found = np.zeros((n, n))
        base, games = (keyed(self.folder / name) for name in ("base", "games"))
        for deck, copies in enumerate(self.copies):
            if copies:
                found[deck] = games.read((self.key, numbers, deck))["wins"]
            else:
                found[deck, :n_first] = base.read((deck,))["wins"]
        return found


def tried_in(folder: Path, config: DesignConfig) -> Iterator[Tried]:
    """The cards and patches of a design."""
    for text in config.cards:
        made = designed(text, config.player.patch)
        yield Tried(folder, config, made.card.id, made.card.name, made.patch, made.card)
    for patch in config.patches:
        digest = sha256(json.dumps(patch.content(), sort_keys=True).encode()).hexdigest()[:8]
        yield Tried(folder, config, f"patch-{digest}", patch.name, patch)


def play(asked: Design, folder: Path, study: DesignConfig, tracking: ParentTracking) -> bool:
    """Plays the games that are missing."""
    play_design(folder, study, asked.threads)
    return True


def play_design(folder: Path, study: DesignConfig, threads: int | None) -> None:
    """Plays the games that a folder lacks, card by card, then patch by patch."""
    first = [each.opponent().deck for each in study.decks]
    for number in range(len(first)):
        row = partial(play_row, study, study.player, first, number, number, threads)
        keyed(folder / "base").fill((number,), row)
    for tried in tried_in(folder, study):
        for number in tried.open_to:
            taker = partial(try_card, tried, number, threads)
            keyed(folder / "takers").fill((tried.key, number), taker)
        for game, play_it in tried.games():
            keyed(folder / "games").fill(game, partial(play_it, threads))


TAKER: dict[str, Any] = {
    "deck": pl.Int64, "code": pl.String, "replaced": pl.List(pl.String), "copies": pl.Int64,
    "won": pl.Float64, "gain": pl.Float64, "error": pl.Float64, "games": pl.Int64,
}  # fmt: skip


def try_card(tried: Tried, number: int, threads: int | None) -> pl.DataFrame:
    """Lets a deck of the metagame take a card, if races favour it, and play new games.

    Returns:
        One row: deck (its number), code of the deck with the card, replaced (ids of the cards that
        go), copies of the card that come, won: the share of new games against the equilibrium that
        it wins, and gain: how much more than without the card, with its standard error. No row if
        it wins no race.
    """
    config, deck, card = tried.config, tried.first_decks[number], tried.card
    assert card is not None  # decks take cards, not patches
    seeds = [_seed(config, crc32(card.id.encode()), number, kind) for kind in (_RACES, _NEW)]
    player, label = tried.player(), f"{card.name} in deck {number}"
    shares = np.array(config.shares)
    field = fine_field(config.decks, shares / shares.sum())
    race_deals = partial(wins_against, field, player, seeds[0], label, threads)
    made = take(deck, card.id, card.max_copies, race_deals, config.deals)
    replaced = _replaced(deck, made)
    if not replaced:
        return pl.DataFrame(schema=TAKER)
    both, n = [deck, made], config.games // 2
    won = won_against(field, player, seeds[1], label, threads, both, 0, n)
    change, error = mean_and_error((won[:, 1].astype(float) - won[:, 0]).ravel())
    share = float(won[:, 1].mean())
    row = (number, deck_code(made), replaced, len(replaced), share, change, error, 2 * n)
    return pl.DataFrame([row], TAKER, orient="row")


def _replaced(before: Deck, after: Deck) -> list[str]:
    """The cards at the places of a list that differ."""
    pairs = zip(before.cards, after.cards, strict=True)
    return [old for old, new in pairs if old != new]


def play_row(
    config: DesignConfig,
    player: PlayerConfig,
    decks: Sequence[Deck],
    number: int,
    place: int,
    threads: int | None,
) -> pl.DataFrame:
    """Plays a deck against each deck, in deals of its place.

    Returns:
        A row per deck: `wins` of the deck with the number against it.
    """
    everyone = [as_opponent(deck) for deck in decks]
    seed, label = _seed(config, 0, place), f"{player.patch}, deck {number}"
    rounds = config.pair_games // 2
    sides = play_both_seats([everyone[number]], everyone, player, rounds, seed, label, threads)
    return pl.DataFrame({"wins": np.stack([side[:, 0] for side in sides]).sum(axis=(0, 1))})


def _seed(config: DesignConfig, *place: int) -> int:
    index = int.from_bytes(b"".join(part.to_bytes(4, "big") for part in place), "big")
    return games_seed(config.seed, Purpose.DESIGN, index)
