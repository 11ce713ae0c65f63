"""What a copy of each card adds to the share of games won: Gaussian beliefs, additive over cards.

The beliefs of a class come from games of random decks and of decks that it believed in, stored in
`models/doctor/data/card_worth.csv`; `python -m models.doctor.beliefs` plays them.
"""

import argparse
import csv
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from engine.decks import CLASSES, Deck, Pool, class_pool
from models.players.config import PlayerConfig
from models.players.decks import opponent_suite, random_deck
from models.players.field import Field, as_opponent
from models.statistics.beliefs import ALL, UNKNOWN, Beliefs, in_a_deck, learned, of_cards, unknown

_FILE = Path(__file__).parent / "data" / "card_worth.csv"
#: Games that teach the beliefs of a class: of random decks, then in generations.
_RANDOM, _GENERATIONS, _DECKS = 20_000, 6, 5_000


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
    return in_a_deck(Beliefs(cards, mean, np.diag(sd**2)))


def learn(pool: Pool, field: Field, rng: np.random.Generator) -> Beliefs:
    """Learns the beliefs of a class from games.

    First random decks play, one deal each; then generations of decks, each the best by worths drawn
    from the beliefs so far (Thompson sampling).
    """
    beliefs, counts, shares, first = unknown((*pool.ids, ALL)), [], [], 0
    for generation in range(1 + _GENERATIONS):
        decks = (
            [random_deck(pool, bool(i % 2), rng) for i in range(_RANDOM)]
            if generation == 0
            else [_best(pool, worth) for worth in beliefs.draw(_DECKS, rng)]
        )
        counts.append(beliefs.counts(decks)[:, :-1])
        shares.append(_play_once(decks, field, first))
        first += len(decks)
        y = np.concatenate(shares)
        beliefs = learned(pool.ids, np.concatenate(counts), y, np.full(len(y), y.std()))
    return of_cards(beliefs)


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
