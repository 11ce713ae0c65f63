"""What a copy of each card adds to the share of games won: Gaussian beliefs, additive over cards.

The beliefs of a class come from games of random decks and of decks that it believed in, stored in
`models/doctor/data/card_worth.csv`; `python -m models.doctor.beliefs` plays them. In a deck a card
may be worth more or less than in its class: `CONTEXT` is how much.
"""

import argparse
import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from engine.decks import CLASSES, Deck, Pool, class_pool
from models.players.config import PlayerConfig
from models.players.decks import opponent_suite
from models.players.field import Field, as_opponent
from models.players.random_decks import random_deck

_FILE = Path(__file__).parent / "data" / "card_worth.csv"
#: Standard deviations, in shares of games won: of cards without games, and of a card's worth in a
#: deck around its worth in the class.
UNKNOWN, CONTEXT = 0.03, 0.015
#: Games that teach the beliefs of a class: of random decks, then in generations.
_RANDOM, _GENERATIONS, _DECKS = 20_000, 6, 5_000


@dataclass(frozen=True)
class Beliefs:
    """Beliefs about cards.

    Attributes:
        cards: The cards.
        mean: (n,) array: the expected worth of a copy.
        covariance: (n, n) array.
    """

    cards: tuple[str, ...]
    mean: np.ndarray
    covariance: np.ndarray

    def counts(self, decks: Sequence[Deck]) -> np.ndarray:
        """The (n_decks, n) array of copies of the cards in decks."""
        index = {card: i for i, card in enumerate(self.cards)}
        out = np.zeros((len(decks), len(self.cards)))
        for row, deck in zip(out, decks, strict=True):
            for card in deck.cards:
                row[index[card]] += 1
        return out

    def told(self, copies: np.ndarray, shares: np.ndarray, noise: np.ndarray) -> "Beliefs":
        """The beliefs after results.

        Args:
            copies: (m, n) array: copies of the cards, or differences of copies.
            shares: (m,) array: the shares of games won, or their differences.
            noise: (m,) array: their standard errors.
        """
        weighted = copies / noise[:, None]
        before = np.linalg.inv(self.covariance)
        covariance = np.linalg.inv(before + weighted.T @ weighted)
        mean = covariance @ (before @ self.mean + weighted.T @ (shares / noise))
        return Beliefs(self.cards, mean, (covariance + covariance.T) / 2)

    def draw(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Draws (n, n_cards) worths."""
        return rng.multivariate_normal(self.mean, self.covariance, n, method="cholesky")


def unknown(cards: Sequence[str]) -> Beliefs:
    """The beliefs before all games."""
    return Beliefs(tuple(cards), np.zeros(len(cards)), np.eye(len(cards)) * UNKNOWN**2)


@cache
def _stored() -> dict[tuple[str, str], tuple[float, float]]:
    with _FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {(row["class"], row["card"]): (float(row["worth"]), float(row["sd"])) for row in rows}


def beliefs_of(deck: Deck, pool: Pool) -> Beliefs:
    """The beliefs of a deck's class about the cards of a pool and of the deck, in a deck."""
    cards = tuple(dict.fromkeys((*pool.ids, *deck.cards)))
    rows = [_stored().get((deck.hero, card), (0.0, UNKNOWN)) for card in cards]
    mean, sd = np.array(rows).T
    return Beliefs(cards, mean, np.diag(sd**2 + CONTEXT**2))


def learn(pool: Pool, field: Field, rng: np.random.Generator) -> Beliefs:
    """Learns the beliefs of a class from games.

    First random decks play, one deal each; then generations of decks, each the best by worths drawn
    from the beliefs so far (Thompson sampling).
    """
    start = unknown((*pool.ids, "all decks"))
    beliefs, counts, shares, first = start, [], [], 0
    for generation in range(1 + _GENERATIONS):
        decks = (
            [random_deck(pool, bool(i % 2), rng) for i in range(_RANDOM)]
            if generation == 0
            else [_best(pool, worth) for worth in beliefs.draw(_DECKS, rng)]
        )
        counts.append(beliefs.counts(decks))
        shares.append(_play_once(decks, field, first))
        first += len(decks)
        x, y = np.concatenate(counts), np.concatenate(shares)
        x[:, -1] = 10.0  # an intercept, with a wide prior
        beliefs = start.told(x, y, np.full(len(y), y.std()))
    return Beliefs(beliefs.cards[:-1], beliefs.mean[:-1], beliefs.covariance[:-1, :-1])


def _best(pool: Pool, worth: np.ndarray) -> Deck:
    """The deck of the cards of most worth."""
    copies = np.repeat(np.arange(len(pool)), pool.max_copies)
    chosen = copies[np.argsort(-worth[copies], kind="stable")[:30]]
    return pool.deck(np.bincount(chosen, minlength=len(pool)))


def _play_once(decks: Sequence[Deck], field: Field, first: int) -> np.ndarray:
    """The share of a deal that each deck won beyond the mean of its opponent; one deal each."""
    who, deals = np.arange(len(decks)), first + np.arange(len(decks))
    table = [as_opponent(deck) for deck in decks]
    both = [field.play(table, who, deals, np.full(len(who), seat)) for seat in range(2)]
    shares, against = np.mean(both, axis=0), deals % len(field.opponents)
    n = np.bincount(against, minlength=len(field.opponents))
    means = np.bincount(against, shares, len(field.opponents)) / np.maximum(n, 1)
    return shares - means[against] + shares.mean()


def main() -> None:
    """Plays the games of all classes, or of some, and writes what was learned of them."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("classes", nargs="*", default=list(CLASSES), metavar="CLASS")
    parser.add_argument("--threads", type=int, default=None)
    given = parser.parse_args()
    player = PlayerConfig(fidelity="fair", format="blackrock", opponents_scorer="value")
    kept = {} if not _FILE.exists() else dict(_stored())
    for hero in given.classes:
        field = Field(opponent_suite("brm15"), player, 1, given.threads)
        found = learn(class_pool(hero, "blackrock"), field, np.random.default_rng(1))
        sds = np.sqrt(np.diag(found.covariance))
        mean = found.mean - found.mean.mean()
        kept |= {(hero, c): (m, sd) for c, m, sd in zip(found.cards, mean, sds, strict=True)}
        print(
            f"{hero}: standard deviation of worths {mean.std():.4f}, of errors {sds.mean():.4f}",
            flush=True,
        )
        _write(kept)


def _write(kept: dict[tuple[str, str], tuple[float, float]]) -> None:
    with _FILE.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["class", "card", "worth", "sd"])
        rows.writerows([*key, f"{pair[0]:.4f}", f"{pair[1]:.4f}"] for key, pair in kept.items())


if __name__ == "__main__":
    main()
