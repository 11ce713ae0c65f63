"""Slow, simple versions of the computations in `models.qd`, and card pools for tests."""

from math import floor

import numpy as np


def card_limits(n_cards=180, n_legendary=25):
    """Copies allowed of each card: legendary cards, one of each, are spread over the pool."""
    limits = np.full(n_cards, 2)
    limits[np.random.default_rng(0).permutation(n_cards)[:n_legendary]] = 1
    return limits


class Stream:
    """xoshiro128++ in Python's own integers."""

    def __init__(self, words):
        self.words = [int(word) for word in words]

    def next_word(self):
        def rotated(x, k):
            return (x << k | x >> (32 - k)) % 2**32

        s = self.words
        word = (rotated((s[0] + s[3]) % 2**32, 7) + s[0]) % 2**32
        t = (s[1] << 9) % 2**32
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 11)
        return word

    def below(self, n):
        return self.next_word() * n // 2**32


def random_deck(limits, stream, size=30):
    """The first cards of a random cyclic permutation of all copies, as counts."""
    copies = [card for card, limit in enumerate(limits) for _ in range(limit)]
    for i in reversed(range(1, len(copies))):
        j = stream.below(i)
        copies[i], copies[j] = copies[j], copies[i]
    return np.bincount(copies[:size], minlength=len(limits))


def mutated(deck, limits, stream):
    """The deck with a geometric number of cards replaced."""
    cards = [card for card, count in enumerate(deck) for _ in range(count)]
    size = len(cards)
    while True:
        position = stream.below(len(cards))
        del cards[max(position - 1, 0)]  # the program's off-by-one
        if not cards or stream.next_word() >= 2**31:
            break
    while len(cards) < size:
        open_types = [card for card, limit in enumerate(limits) if cards.count(card) < limit]
        cards.append(open_types[stream.below(len(open_types))])
    return np.bincount(cards, minlength=len(limits))


def axis_index(value, low, high, n):
    if value <= low:
        return 0
    if value >= high:
        return n - 1
    return floor((n * (value - low) + 1e-9) / (high - low + 1))


class Grid:
    """A dictionary from (i, j) to (objective, measures, solution, id); dictionaries keep order."""

    def __init__(self, shape=(40, 40), ranges=((5, 15), (1, 7))):
        self.shape, self.ranges = shape, ranges
        self.elites, self.visits = {}, {}

    def cell(self, measures):
        axes = zip(measures, self.ranges, self.shape, strict=True)
        return tuple(axis_index(value, low, high, n) for value, (low, high), n in axes)

    def add(self, solution, objective, measures, identifier):
        cell = self.cell(measures)
        self.visits[cell] = self.visits.get(cell, 0) + 1
        is_new = cell not in self.elites
        if not is_new and objective <= self.elites[cell][0]:
            return 0
        self.elites[cell] = (objective, tuple(measures), tuple(solution), identifier)
        return 2 if is_new else 1


class SlidingBoundaries:
    """Every individual kept; at N mod `every` = 1 new quantile boundaries and everybody again."""

    def __init__(self, first=2, last=20, budget=10_000, every=100):
        self.first, self.last, self.budget, self.every = first, last, budget, every
        self.all, self.boundaries, self.cells = [], [], {}

    def index(self, measures):
        """Per measure one less than the boundaries below it, 0 at least."""
        axes = zip(measures, self.boundaries, strict=True)
        return tuple(max(0, sum(b < value for b in bounds) - 1) for value, bounds in axes)

    def place(self, i):
        cell = self.index(self.all[i][1])
        if cell not in self.cells or self.all[i][0] > self.all[self.cells[cell]][0]:
            self.cells[cell] = i

    def add(self, objective, measures):
        self.all.append((objective, tuple(measures)))
        n = len(self.all)
        if n % self.every != 1 % self.every:
            self.place(n - 1)
            return
        grown = floor((self.last - self.first) * (n / self.budget + 1e-9)) + self.first
        size = min(self.last, grown)
        self.boundaries = []
        for axis in range(len(measures)):
            values = sorted(individual[1][axis] for individual in self.all)
            self.boundaries.append([values[j * n // size] for j in range(size)])
        self.cells = {}
        for i in range(n):
            self.place(i)


class TextbookCma:
    """CMA-ES as in the appendix of Hansen's tutorial, decomposed anew in every generation."""

    def __init__(self, mean, sigma):
        n = len(mean)
        self.mean, self.sigma, self.cov = np.array(mean), sigma, np.eye(n)
        self.pc, self.ps, self.generation = np.zeros(n), np.zeros(n), 0

    def learn(self, ranked):
        """Learns from parents, best first."""
        n, mu = len(self.mean), len(ranked)
        self.generation += 1
        weights = np.log(mu + 0.5) - np.log(np.arange(1, mu + 1))
        weights /= weights.sum()
        mueff = 1 / (weights**2).sum()
        cc = (4 + mueff / n) / (n + 4 + 2 * mueff / n)
        cs = (mueff + 2) / (n + mueff + 5)
        c1 = 2 / ((n + 1.3) ** 2 + mueff)
        cmu = min(1 - c1, 2 * (mueff - 2 + 1 / mueff) / ((n + 2) ** 2 + mueff))
        damping = 1 + 2 * max(0, np.sqrt((mueff - 1) / (n + 1)) - 1) + cs
        expected = np.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n**2))
        ys = [(x - self.mean) / self.sigma for x in ranked]
        step = sum(w * y for w, y in zip(weights, ys, strict=True))
        values, basis = np.linalg.eigh(self.cov)
        whitened = basis @ np.diag(values**-0.5) @ basis.T @ step
        self.mean = self.mean + self.sigma * step
        self.ps = (1 - cs) * self.ps + np.sqrt(cs * (2 - cs) * mueff) * whitened
        length = np.linalg.norm(self.ps)
        limit = (1.4 + 2 / (n + 1)) * expected * np.sqrt(1 - (1 - cs) ** (2 * self.generation))
        moving = float(length < limit)
        self.pc = (1 - cc) * self.pc + moving * np.sqrt(cc * (2 - cc) * mueff) * step
        rank_mu = sum(w * np.outer(y, y) for w, y in zip(weights, ys, strict=True))
        self.cov = (
            (1 - c1 - cmu) * self.cov
            + c1 * (np.outer(self.pc, self.pc) + (1 - moving) * cc * (2 - cc) * self.cov)
            + cmu * rank_mu
        )
        self.sigma *= np.exp(min(1, cs / damping * (length / expected - 1)))
