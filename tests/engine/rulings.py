"""Words that the tests of rulings share."""

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter

from engine.card_handle import CardHandle
from engine.game import Game
from engine.rules import Rules

#: Targets of `played`.
HERO, ENEMY_HERO = attrgetter("player.hero"), attrgetter("opponent.hero")


def names(cards: Iterable[CardHandle]) -> list[str]:
    return [card.name for card in cards]


def stats(cards: Iterable[CardHandle]) -> list[tuple[int, int]]:
    return [card.stats for card in cards]


def played(
    card: str,
    target: str | Callable[[Game], CardHandle] | None = None,
    position: int | None = None,
    choice: int = 0,
    *,
    hand: Iterable[str] = (),
    by: Callable[..., Game] = Game.stage,
    **staged,
) -> Game:
    """Stages a position with one more card at the left of the hand, and plays this card.

    Args:
        card: Its name.
        target: The name of its target, `HERO` or `ENEMY_HERO`.
        position: See `Game.play`.
        choice: See `Game.play`.
        hand: The other cards in hand.
        by: What stages the position.
        staged: See `Game.stage`.
    """
    game = by(hand=[card, *hand], **staged)
    return game.play(card, target(game) if callable(target) else target, position, choice)


def over(n: int, stage: Callable[..., Game], /, *card, **position) -> Iterator[Game]:
    """Yields n games, with seeds from 0: `over(9, Game.stage, ...)`, `over(9, died, "Wisp")`."""
    return (stage(*card, seed=seed, **position) for seed in range(n))


def both_sides(rules: Rules | None = None, **position) -> Game:
    """Stages a position in which both players have the same cards and class."""
    position = {"hero": "ROGUE"} | position
    return Game.stage(rules=rules, **position, **{f"enemy_{k}": v for k, v in position.items()})


def died(
    minion: str, *, board: Iterable[str] = (), by: Callable[..., Game] = Game.stage, **staged
) -> Game:
    """Stages a position with one more minion at the left of the board, and destroys this minion."""
    game = by(board=[minion, *board], **staged)
    game.player.board[0].destroy()
    return game
