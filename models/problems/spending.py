"""`Spending`: the games that each deck of a search plays, and their sums."""

from typing import NamedTuple


class Spending(NamedTuple):
    """A number of games per deck, and another one for the decks of the later search.

    Attributes:
        n_games: Games of each deck at first.
        later_games: Games of each deck whose games end after `later_after` games.
        later_after: Games of the search before that.
    """

    n_games: int
    later_games: int
    later_after: int

    @property
    def n_first(self) -> int:
        """Decks that play `n_games`."""
        return self.later_after // self.n_games

    def of_deck(self, number: int) -> int:
        """The games of a deck by its evaluation number."""
        return self.n_games if number < self.n_first else self.later_games

    def of_decks(self, n_decks: int) -> int:
        """The games of the first decks together."""
        first = min(n_decks, self.n_first)
        return first * self.n_games + (n_decks - first) * self.later_games

    def decks(self, games: int) -> int:
        """The largest number of decks whose games are at most `games`."""
        first = min(games // self.n_games, self.n_first)
        if first < self.n_first:
            return first
        return first + (games - first * self.n_games) // self.later_games
