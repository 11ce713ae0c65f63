"""Races between decks, in which the better half plays on, and climbs of races from swap to swap."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.decks import Deck, Pool
from models.metagame.swaps import Limits, Swapping, with_card
from models.statistics.beliefs import Beliefs

#: Plays deals with decks. Called with the decks, the number of the first deal and the number of
#: deals; returns the (n_decks,) array of games that each deck won, of two in a deal.
PlayDeals = Callable[[Sequence[Deck], int, int], np.ndarray]
#: Decks of a race, deals in its first heat, decks of a race whose swaps the next one has, and how
#: many swaps each of them has, of one card and of two.
DECKS, DEALS, LEADERS, N_SWAPS = 64, 12, 4, (8, 7)


@dataclass(frozen=True)
class Raced:
    """A deck of a race, the number of its deals, and the share of their games that it won."""

    deck: Deck
    n_deals: int
    share: float


def race(
    decks: Sequence[Deck],
    play: PlayDeals,
    n_deals: int = DEALS,
    first_deal: int = 0,
    n_left: int = 1,
) -> list[Raced]:
    """Returns all decks, the winner first: after each heat the better half plays on.

    In the first heat each deck plays `n_deals`, in later ones as many as in all before, so that
    each heat but the first costs half as many games. All decks of a heat play the same deals. The
    race ends as soon as at most `n_left` decks are left.

    Source:
        Karnin, Koren and Somekh 2013, "Almost optimal exploration in multi-armed bandits"
        (successive halving).
    """
    running, wins, played = list(decks), np.zeros(len(decks)), 0
    out: list[Raced] = []
    while len(running) > n_left:
        n = played or n_deals
        wins = wins + play(running, first_deal + played, n)
        played += n
        order = np.argsort(-wins, kind="stable").tolist()
        n_better = len(running) // 2
        out = [Raced(running[i], played, wins[i] / (2 * played)) for i in order[n_better:]] + out
        running, wins = [running[i] for i in order[:n_better]], wins[order[:n_better]]
    shares = (wins / max(1, 2 * played)).tolist()
    return [Raced(deck, played, share) for deck, share in zip(running, shares, strict=True)] + out


def take(deck: Deck, card: str, most: int, play: PlayDeals, n_deals: int = DEALS) -> Deck:
    """A deck with copies of a card in the place of others, as long as a race says so.

    Each race has the deck as it is, and with the card in the place of each other one; every race
    has new deals. A deck that takes nothing comes back as it is.
    """
    first = 0
    while deck.cards.count(card) < most:
        places = {other: deck.cards.index(other) for other in deck.cards if other != card}
        tried = [deck, *(with_card(deck, place, card) for place in places.values())]
        winner = race(tried, play, n_deals, first)[0]
        if winner.deck is deck:
            break
        first, deck = first + winner.n_deals, winner.deck
    return deck


def climb(
    starts: Sequence[Deck],
    pool: Pool,
    beliefs: Beliefs,
    play: PlayDeals,
    n_games: int,
    rng: np.random.Generator,
) -> list[Raced]:
    """Races decks, then the best of them with swaps that the beliefs propose.

    It ends when `n_games` are spent. Every race has new deals: a deck stays ahead only by winning
    again. The winner's share is still that of the best of many; play new deals for an honest one.

    Returns:
        The decks of the last race, the winner first.
    """
    decks, first, spent = list(starts), 0, 0
    while True:
        found = race(decks, play, DEALS, first)
        first += found[0].n_deals
        spent += 2 * sum(each.n_deals for each in found)
        if spent + games_of_race(DECKS) > n_games:
            return found
        best = [each.deck for each in found[:LEADERS]]
        swaps = (Swapping(deck, pool, Limits(), beliefs) for deck in best)
        decks = best + [each for deck in swaps for each in deck.candidates(*N_SWAPS, rng)]


def games_of_race(n_decks: int, n_deals: int = DEALS, n_left: int = 1) -> int:
    """The games of a race."""
    games = played = 0
    while n_decks > n_left:
        n = played or n_deals
        games, played, n_decks = games + 2 * n_decks * n, played + n, n_decks // 2
    return games
