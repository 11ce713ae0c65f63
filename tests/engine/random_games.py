"""Random games between random legal decks: in time, every effect of every card."""

from collections.abc import Callable

import numpy as np

from engine.core.actions import apply
from engine.core.enums import RUNNING
from engine.core.options import list_options
from engine.core.setup import SETUP, begin, mulligan_replace, start_game
from engine.core.state import OPTIONS, new_games, new_vm
from engine.decks import (
    CLASSES,
    DECK_SIZE,
    HERO_CARDS,
    CardData,
    Deck,
    collectible_cards,
    find_format,
    validate_deck,
)
from engine.rules import Rules

MAX_ACTIONS = 3000


def implemented_classes(rules: Rules) -> list[str]:
    return [hero for hero in CLASSES if rules.is_implemented(HERO_CARDS[hero])]


def deck_cards(rules: Rules) -> list[CardData]:
    """The cards of the rules' format whose text the engine plays."""
    allows = find_format(rules.format).allows
    return [card for card in collectible_cards() if rules.is_implemented(card.id) and allows(card)]


def random_deck(rules: Rules, hero: str, rng: np.random.Generator) -> Deck:
    """A legal deck of the rules' format; class cards as likely as neutral ones."""
    cards = deck_cards(rules)
    groups = [[c for c in cards if c.card_class == name] for name in (hero, "NEUTRAL")]
    copies = [[c.id for c in group for _ in range(c.max_copies)] for group in groups]
    n_own = min(len(copies[0]), int(rng.integers(DECK_SIZE // 2 + 1)))
    chosen = [*rng.permutation(copies[0])[:n_own], *rng.permutation(copies[1])]
    deck = Deck("random", hero, tuple(str(card) for card in chosen[:DECK_SIZE]))
    validate_deck(deck, format=rules.format)
    return deck


class Table:
    """One game and the scratch memory to play it."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self.game = new_games(1)[0]
        self.vm = new_vm()
        self.options = np.zeros(1, OPTIONS)[0]

    def deal(self, decks: tuple[Deck, Deck], seed: int) -> None:
        """Starts a game; each player throws away its first card."""
        setup = np.zeros(1, SETUP)[0]
        for side, deck in enumerate(decks):
            self.rules.seat(setup, side, deck)
        start_game(self.game, self.rules.tables, setup, seed, 2 * seed + 1)
        for side in range(2):
            mulligan_replace(self.game, side, 0)
        begin(self.game, self.rules.tables, self.vm)

    def actions(self) -> list[int]:
        """The legal actions, in their order."""
        list_options(self.game, self.rules.tables, self.options)
        return self.options.actions[: self.options.n].tolist()

    def act(self, action: int) -> None:
        apply(self.game, self.rules.tables, self.vm, action)


def play_random(
    table: Table, seed: int, heroes: tuple[str, str], watch: Callable[[list[int], int], None]
) -> None:
    """Plays one game; `watch` is called with the legal actions and the choice before each one."""
    rng = np.random.default_rng(seed)
    decks = tuple(random_deck(table.rules, hero, rng) for hero in heroes)
    table.deal(decks, seed)
    for _ in range(MAX_ACTIONS):
        if table.game.result != RUNNING:
            return
        actions = table.actions()
        # Ending the turn is one choice of many; at random it comes after several other actions.
        action = actions[int(rng.integers(len(actions)))]
        watch(actions, action)
        table.act(action)
    raise AssertionError(f"game {seed} has not ended after {MAX_ACTIONS} actions")
