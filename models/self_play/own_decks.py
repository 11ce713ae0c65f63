"""Decks that players build for their games, by their policy or at random, and who sees them.

In a deal of a league, a seat of the paper's model c5 sees the first n cards that its opponent
picks, n uniform from 0 to the size of a deck, as in training (`models.self_play.acting.Peeking`).
It sees them in the battle; the second seat also sees them while it builds, after the first one.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.enums import CLASSES
from engine.decks import Deck
from engine.rules import Rules
from models.qd.emitters import new_stream, random_decks
from models.self_play.checkpoint import Checkpoint
from models.self_play.core.records import CONSTRUCT, N_POINTERS
from models.self_play.deciding import Decider, Room, uniform_draws
from models.self_play.environment import BuildPool, card_pool
from models.self_play.learned_player import LearnedPlayer
from models.self_play.matches import N_ROWS
from models.settings.config import ConfigError
from models.surrogates.dense import one_thread

_STREAM = 0xDEC4  # keeps these draws apart from those of battles
_SEEN_STREAM = 0x5EE5  # and those of what is seen apart from both


def random_deck(rules: Rules, hero: str, size: int, cards: Sequence[str] | None, seed: int) -> Deck:
    """Returns a random legal deck of a class, its cards in random order.

    Of the named cards only, unless `cards` is None; ConfigError if they do not make a deck.
    """
    pool = card_pool(rules, (hero,), cards, size)
    counts = random_decks(pool.usable(hero), 1, new_stream((_STREAM, seed)), size)[0]
    deck = pool.deck(hero, counts, f"random {hero.capitalize()}")
    order = np.random.default_rng((_STREAM, seed)).permutation(size)
    return replace(deck, cards=tuple(deck.cards[i] for i in order))


def built_decks(
    player: LearnedPlayer,
    heroes: Sequence[str],
    size: int,
    cards: Sequence[str] | None,
    seed: int,
    numbers: np.ndarray,
    shown: np.ndarray | None = None,
) -> list[Deck]:
    """Lets a learned player build decks; their cards are in the order of its picks.

    A deck depends on the player, its class, the seed, its number and what is shown only.

    Args:
        heroes: The class of each deck, in capitals.
        cards: Names or ids of the only cards; all that the player knows if None.
        numbers: (n,) array of int64.
        shown: (n, n_cards) array of int8: cards of the pool known to be in the opponents' decks.

    Raises:
        ConfigError: The player builds no decks of a class, or the cards do not make one.
    """
    groups: dict[tuple[int, int], list[int]] = {}
    for i, (hero, number) in enumerate(zip(heroes, numbers.tolist(), strict=True)):
        groups.setdefault((player.place_of(hero), number // N_ROWS), []).append(i)
    decks: dict[int, Deck] = {}
    with one_thread():
        for (place, block), mine in groups.items():
            checkpoint, some = player.checkpoints[place], [heroes[i] for i in mine]
            limits = _limits(checkpoint, some, size, cards)
            # A deck's row is its number % N_ROWS: it does not depend on the others beside it.
            rows, key = numbers[mine] % N_ROWS, (seed, block)
            known = None if shown is None else shown[mine]
            built = _build(checkpoint, player.choice, some, limits, rows, key, size, known)
            for i, hero, picked in zip(mine, some, built.tolist(), strict=True):
                ids = tuple(checkpoint.pool.ids[card] for card in picked)
                decks[i] = Deck(f"own {hero.capitalize()}", hero, ids)
    return [decks[i] for i in range(len(heroes))]


def _limits(
    checkpoint: Checkpoint, heroes: Sequence[str], size: int, cards: Sequence[str] | None
) -> dict[str, np.ndarray]:
    """Most copies of each card of the checkpoint's pool, by class."""
    pool: BuildPool = checkpoint.pool
    limits = {}
    for hero in sorted(set(heroes)):
        if hero not in pool.heroes:
            known = ", ".join(each.capitalize() for each in pool.heroes)
            raise ConfigError(
                f"own decks: {checkpoint.card.title}: builds decks of {known} only, not of "
                f"{hero.capitalize()}"
            )
        allowed = card_pool(checkpoint.rules, (hero,), cards, size).ids
        limits[hero] = pool.usable(hero) * np.isin(pool.ids, allowed)
        if (n := int(limits[hero].sum())) < size:
            raise ConfigError(
                f"own decks: {checkpoint.card.title}: knows {n} copies of these cards for "
                f"{hero.capitalize()}, a deck has {size}; use the cards that it was trained on"
            )
    return limits


def _build(
    checkpoint: Checkpoint,
    choice: str,
    heroes: Sequence[str],
    limits: dict[str, np.ndarray],
    rows: np.ndarray,
    key: tuple[int, int],
    size: int,
    shown: np.ndarray | None,
) -> np.ndarray:
    """(n, size) array: cards of decks of these classes by pick, each in its own row of a batch."""
    n_cards = len(checkpoint.pool)
    decider = Decider(checkpoint, choice, N_ROWS)
    room = Room(N_ROWS, max(N_POINTERS, n_cards))
    decisions = room.decisions
    decisions["kind"], decisions["source"], decisions["option"] = CONSTRUCT, -1, -1
    decisions["hero"][rows] = [CLASSES.index(hero) for hero in heroes]
    most = np.zeros((N_ROWS, n_cards), np.int64)
    most[rows] = [limits[hero] for hero in heroes]
    counts = np.zeros_like(most, np.int8)
    filled = np.zeros(N_ROWS, bool)
    filled[rows] = True
    revealed = np.zeros_like(counts)
    if shown is not None:
        revealed[rows] = shown
    picked = np.zeros((len(rows), size), np.int64)
    seed, block = key
    for step in range(size):
        decisions["n_picked"] = step
        room.masks[:, :n_cards] = counts < most
        draws = uniform_draws(_STREAM, seed, block * N_ROWS + np.arange(N_ROWS), step)
        picks = decider.decide(room, filled, draws, counts, revealed)
        picked[:, step] = picks[rows]
        counts[rows, picks[rows]] += 1
    return picked


def sees(player: LearnedPlayer | None) -> BuildPool | None:
    """Returns the cards that a player can be shown; None if it sees none."""
    if player and any(each.network.config.peek for each in player.checkpoints):
        return player.checkpoints[0].pool
    return None


def shown_cards(
    pool: BuildPool, decks: Sequence[Deck], seats: np.ndarray, size: int, seed: int
) -> np.ndarray:
    """Returns an (n, n_cards) array of int8: copies of the pool's cards that are shown.

    The opponents' decks have their cards in the order in which they were picked; `seats`, (n,)
    int64, are those that see them, counted in turn over all deals.
    """
    limits = (uniform_draws(_SEEN_STREAM, seed, seats) * (size + 1)).astype(np.int64)
    column = {card: i for i, card in enumerate(pool.ids)}
    shown = np.zeros((len(decks), len(pool)), np.int8)
    for row, deck, limit in zip(shown, decks, limits.tolist(), strict=True):
        for card in deck.cards[:limit]:
            row[column[card]] += 1
    return shown
