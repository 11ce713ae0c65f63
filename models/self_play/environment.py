"""`BuildAndPlay`: thousands of games at once, from the first card of a deck to the last blow.

games = BuildAndPlay(EnvironmentConfig(), n_games=1024, seed=1)
rng = np.random.default_rng(0)
for _ in range(1000):
    turns = games.step(games.random_actions(rng))

In each game both players build a deck, one card per decision, and then play it. An action of a
battle consists of up to four decisions, each a pointer (`models.self_play.core.records`): what
acts, then, only where there is a choice, an option, a target and a place on the board.

`BuildPool` has the cards to build with.

Source: Xiao et al. 2023, Tables 5 and 6; what the paper leaves open is a setting.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
from pydantic import Field

from engine.core.enums import CLASSES
from engine.decks import HERO_CARDS, Deck, class_pool
from engine.illegal import IllegalAction
from engine.rules import Rules, rules_for
from models.environments.batch import ParallelGames, read_only
from models.environments.core.action_space import N_ACTIONS
from models.environments.two_player_game import check_seed
from models.self_play.core.piloting import plan_actions
from models.self_play.core.records import (
    BUILD,
    DECISION,
    KINDS,
    MAX_HEROES,
    MULLIGANS,
    N_POINTERS,
    OPTIONS,
    PLACE,
    POOL_CARD,
    POSITIONS,
    SETTINGS,
)
from models.self_play.core.stepping import step_places
from models.settings.config import Config, ConfigError

#: Arrays of a batch that its next steps depend on.
_STATE = (
    "places", "turns", "decisions", "seen", "built", "picks", "masks", "legal", "options",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class BuildPool:
    """The cards that decks of several classes are built with.

    A card is an index: cards are in the order of their rows in the rules, so that a deck list is
    sorted as the engine's observations are.
    """

    heroes: tuple[str, ...]  #: Classes in capitals
    ids: tuple[str, ...]  #: Blizzard ids, by index
    cards: np.ndarray  #: (n_cards,) array of POOL_CARD
    hero_rows: tuple[int, ...]  #: Rows of the hero cards
    hero_classes: tuple[int, ...]  #: Their places in `engine.core.enums.CLASSES`

    def __len__(self) -> int:
        """Returns the number of different cards."""
        return len(self.ids)

    def usable(self, hero: str) -> np.ndarray:
        """Returns an (n_cards,) array of int64: most copies of each card in a class's deck."""
        has = self.cards["heroes"] >> self.heroes.index(hero) & 1
        return has * self.cards["max_copies"]

    def deck(self, hero: str, counts: np.ndarray, name: str = "") -> Deck:
        """Returns the deck with these copies of the cards; not validated."""
        cards = (i for i, n in zip(self.ids, counts.tolist(), strict=True) for _ in range(n))
        return Deck(name, hero, tuple(cards))


def card_pool(
    rules: Rules, heroes: Sequence[str], names: Sequence[str] | None, deck_size: int
) -> BuildPool:
    """Returns the cards of the rules' format for these classes, only those named if any are.

    Raises:
        DeckError: A class does not exist.
        ConfigError: A class is named twice, a card is unknown or of no such class or format, or the
            cards of a class do not make a deck.
    """
    heroes = tuple(hero.upper() for hero in heroes)
    if not heroes or len(set(heroes)) != len(heroes) or len(heroes) > MAX_HEROES:
        raise ConfigError(f"heroes: {', '.join(heroes) or 'none'}; name each class once")
    pools = [class_pool(hero, rules.format, rules.patch) for hero in heroes]
    ids = {card for pool in pools for card in pool.ids if card in rules.rows}
    if names is not None:
        ids = {_id_of(rules, name, ids) for name in names}
    ordered = tuple(sorted(ids, key=rules.row))
    cards = np.zeros(len(ordered), POOL_CARD)
    for i, card in enumerate(ordered):
        cards[i]["row"] = rules.row(card)
        cards[i]["max_copies"] = rules.card_data(card).max_copies
        cards[i]["heroes"] = sum((card in pool.ids) << h for h, pool in enumerate(pools))
    rows = tuple(rules.row(HERO_CARDS[hero]) for hero in heroes)
    classes = tuple(CLASSES.index(hero) for hero in heroes)
    found = BuildPool(heroes, ordered, cards, rows, classes)
    for hero in heroes:
        if (n := int(found.usable(hero).sum())) < deck_size:
            raise ConfigError(
                f"cards: {hero} has {n} copies to build with and a deck has {deck_size} cards; "
                "add cards or sets, or lower deck_size"
            )
    return found


def _id_of(rules: Rules, name: str, ids: set[str]) -> str:
    """The id of a card by id or name, if it is among `ids`."""
    found = [each for each in ids if name in (each, rules.card_data(each).name)]
    if not found:
        raise ConfigError(f"cards: {name!r} is not in the pool of these classes and sets")
    return found[0]


class EnvironmentConfig(Config):
    """Settings of the games."""

    heroes: tuple[str, ...] = Field(
        ("MAGE", "WARRIOR", "HUNTER"), description="Classes, drawn uniformly for each player."
    )
    format: str = Field(
        "classic",
        description="Format: the cards to build with, and where random cards come from; that of "
        "the rules, if these are given.",
    )
    cards: tuple[str, ...] | None = Field(
        None, description="Names or ids of the only cards to build with; None: all of the format."
    )
    deck_size: int = Field(30, ge=2, le=60, description="Cards of a deck.")
    mulligan: Literal["none", "cheap"] = Field(
        "none", description="Keep the opening hand, or replace cards that cost more than 3."
    )
    positions: Literal["right", "random", "choose"] = Field(
        "right", description="Where a minion enters the board."
    )
    options: Literal["choose", "random"] = Field(
        "choose", description="Who takes one of the cards or options offered."
    )
    random_picks: bool = Field(
        False,
        description="Whether 0, 1, 2 or 4 first cards of a deck are random, with probabilities "
        "1/2, 1/4, 1/8, 1/8; these picks are no decisions.",
    )

    def left_to_chance(self) -> np.record:
        """Return which decisions players do not make (dtype `SETTINGS`), and their mulligan."""
        row = np.zeros(1, SETTINGS)[0]
        row.mulligan = MULLIGANS.index(self.mulligan)
        row.positions = POSITIONS.index(self.positions)
        row.options = OPTIONS.index(self.options)
        return row

    def rules(self) -> Rules:
        """Return build 38377 as printed; DeckError if the format does not exist."""
        return rules_for(format=self.format)

    def card_pool(self, rules: Rules) -> BuildPool:
        """Returns the cards to build with; raises like the function of this name."""
        return card_pool(rules, self.heroes, self.cards, self.deck_size)


class BuildAndPlay(ParallelGames):
    """Games side by side, each with the decision of its player to move per step.

    Game number g depends on the settings, the seed, g and its decisions only. Rules are by default
    those of build 38377 as printed, in the format of `config`; seeds go from 0 to
    `models.environments.two_player_game.MAX_SEED`.

    The other attributes are those of `ParallelGames`. While decks are built, observations are 0 and
    decisions are cards of the pool; else they are pointers. The width is the greater of their
    numbers.

    Attributes:
        pool: The cards to build with.
        decisions: (n_games,) array of DECISION: what is decided now.
        picks: (n_games, n_cards) array of int8: the deck of the player to move, as far as built.

    Raises:
        ConfigError: The cards do not make decks.
        DeckError: A class or the format does not exist.
        ValueError: A number is out of its range.
    """

    def __init__(
        self,
        config: EnvironmentConfig,
        n_games: int,
        seed: int = 0,
        rules: Rules | None = None,
        threads: int | None = None,
    ) -> None:
        self.config = config
        self.rules = rules or config.rules()
        self.pool = config.card_pool(self.rules)
        super().__init__(n_games, threads, max(N_POINTERS, len(self.pool)))
        self.settings = _settings(config, self.pool, check_seed(seed), n_games)
        self._places = np.zeros(n_games, PLACE)
        self._options = np.zeros((n_games, N_ACTIONS), np.int16)
        self._built = np.zeros((n_games, 2, len(self.pool)), np.int8)
        self._decisions = np.zeros(n_games, DECISION)
        self._picks = np.zeros((n_games, len(self.pool)), np.int8)
        self.decisions, self.picks = read_only(self._decisions), read_only(self._picks)
        self.reset()

    def reset(self, seed: int | None = None) -> np.ndarray:
        """Starts the games 0 to `n_games` - 1, of another seed if given; returns `turns`."""
        if seed is not None:
            self.settings.seed = check_seed(seed)
        self._places["number"] = np.arange(self.n_games)
        self._step(np.full(self.n_games, -1, np.int64))
        return self.turns

    @property
    def is_build(self) -> np.ndarray:
        """(n_games,) array of bool: a deck is being built."""
        return self._places["stage"] == BUILD

    @property
    def heroes(self) -> np.ndarray:
        """(n_games, 2) array of int64: both sides' heroes, by their place in the pool."""
        return read_only(self._places["heroes"])

    def plan(
        self, desk: np.record, strategy: np.record, seed: int, planned: np.ndarray
    ) -> np.ndarray:
        """Return the (n_games,) pointers of a compiled search player; 0 while decks are built.

        `planned` (n_games,) keeps its actions from pointer to pointer; `strategy` are its settings.
        """
        pointers = np.zeros(self.n_games, np.int64)
        plan_actions(
            desk, self.rules.tables, strategy, seed, self._places, self._options, planned, pointers
        )
        return pointers

    def choose_heroes(self, places: np.ndarray, heroes: np.ndarray) -> None:
        """Replace both sides' heroes, (n, 2) places in the pool, of games that have just begun.

        Raises ValueError if a card has been picked, at random or not.
        """
        chosen = self._places[places]
        if ((chosen["stage"] != BUILD) | (chosen["builder"] > 0) | (chosen["n_picked"] > 0)).any():
            raise ValueError(
                "heroes: a card has been picked; choose them before, without random_picks"
            )
        self._places["heroes"][places] = heroes
        self._decisions["hero"][places] = np.array(self.pool.hero_classes)[heroes[:, 0]]
        usable = np.stack([self.pool.usable(hero) > 0 for hero in self.pool.heroes])[heroes[:, 0]]
        self._masks[places] = 0
        self._masks[places, : len(self.pool)] = usable
        self._turns["n_legal"][places] = usable.sum(axis=1)
        self._legal[places, : len(self.pool)] = np.argsort(~usable, axis=1, kind="stable")

    def state(self) -> dict[str, np.ndarray]:
        """Return copies of all arrays, as bytes, from which `restore` continues."""
        return {name: array.copy() for name, array in self._memory().items()}

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Continue from a state of a batch with the same settings, seed and size."""
        for name, array in self._memory().items():
            array[:] = state[name]

    def _memory(self) -> dict[str, np.ndarray]:
        return {name: getattr(self, f"_{name}").reshape(-1).view(np.uint8) for name in _STATE}

    def _worker(self, scratch: np.record, actions: np.ndarray) -> Callable[[int, int], None]:
        return partial(
            step_places, scratch, self.rules.tables, self.settings, self.pool.cards, actions,
            self._places, self._turns, self._decisions, self._seen, self._built, self._picks,
            self._masks, self._legal, self._options,
        )  # fmt: skip

    def _illegal(self, place: int, action: int, legal: np.ndarray) -> Exception:
        kind = KINDS[self._decisions["kind"][place]]
        some = ", ".join(str(each) for each in legal[:8]) + (", ..." if len(legal) > 8 else "")
        return IllegalAction(
            f"{action} is no legal decision of kind {kind}; use one that the mask allows: {some}"
        )


def _settings(config: EnvironmentConfig, pool: BuildPool, seed: int, n_games: int) -> np.record:
    settings = config.left_to_chance()
    settings.seed, settings.stride = seed, n_games
    settings.deck_size, settings.n_heroes = config.deck_size, len(pool.heroes)
    settings.heroes[: len(pool.heroes)] = pool.hero_rows
    settings.classes[: len(pool.heroes)] = pool.hero_classes
    settings.random_picks = config.random_picks
    return settings
