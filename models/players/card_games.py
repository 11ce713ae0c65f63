"""Statistics of a deck's cards in games: the table `card_games`, and effects free of selection.

The opening hand and the order of the deck are chance: games with a card there differ from the other
games by chance only. What is kept, drawn or played also depends on choices and on the length of the
game, so those counts describe games and are no effects.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from engine.core.enums import FIRST_WON
from engine.deck_rules import deck_code
from engine.decks import Deck
from engine.rules import Rules
from models.players.core.state import CARD_GAME, NEVER
from models.statistics.intervals import stratified_difference

#: Cards on top of the deck that `early` counts: those of the own turns 1 to 7 if no text draws.
EARLY = 7
SEATS = ("first", "second")
#: What `event` of the table can be. Each has happened to a card if it has happened to any copy.
EVENTS = {
    "all": "every game",
    "offered": "in the opening hand, before the mulligan",
    "kept": "offered, and the mulligan kept it",
    "replaced": "offered, and the mulligan replaced it",
    "deck": "no copy was in the hand after the mulligan",
    "early": f"as `deck`, and one was among the first {EARLY} cards of the deck",
    "drawn": "came into the hand; `turn` is the own turn, 0 for the hand after the mulligan",
    "played": "was played; `turn` is the own turn",
    "held": "in the hand at the end of the game",
}
#: Events that only chance assigns, each with the event among whose games it does.
BY_CHANCE = {"offered": "all", "early": "deck"}
_TIMED = ("drawn", "played")
_SCHEMA: dict[str, pl.DataType] = {
    **dict.fromkeys(("deck_code", "id"), pl.String()),
    "dbf_id": pl.Int64(),
    "name": pl.String(),
    "copies": pl.Int64(),
    **dict.fromkeys(("opponent", "seat", "event"), pl.String()),
    **dict.fromkeys(("turn", "games", "wins"), pl.Int64()),
}


@dataclass(frozen=True)
class CardGames:
    """Games of one deck in one seat, and what became of its cards."""

    deck: Deck  #: The deck
    opponents: tuple[str, ...]  #: Names of the opponents, in the order of their numbers in `games`
    side: int  #: 0 if the deck went first, 1 if second
    games: np.ndarray  #: (n_games,) array of PLAYED_GAME
    cards: np.ndarray  #: (n_games,) array of CARD_GAME, by places in the deck's list

    @property
    def won(self) -> np.ndarray:
        """(n_games,) array of bool: whether the deck won; see `won_from`."""
        return won_from(self.games, self.side)

    @property
    def against(self) -> np.ndarray:
        """(n_games,) array of int64: numbers of the opponents."""
        return self.games[("opponent", "deck")[self.side]].astype(np.int64)


def won_from(games: np.ndarray, seat: int) -> np.ndarray:
    """(n,) array of bool: whether the deck in a seat won; a draw is a win for who goes second."""
    return (games["result"] == FIRST_WON) == (seat == 0)


def card_games_table(played: Sequence[CardGames], rules: Rules) -> pl.DataFrame:
    """Counts what happened to each card.

    Args:
        played: Games of one deck or several; the rows of each are separate.
        rules: The cards of the games.

    Returns:
        One row per deck, card, opponent, seat, event of `EVENTS` and turn: `deck_code`, `id`,
        `dbf_id`, `name`, `copies`, `opponent`, `seat`, `event`, `turn` (null except for `drawn` and
        `played`), `games` and `wins`. For two copies, `turn` is that of the first one drawn or
        played. Events without a turn have a row even if there are no such games.
    """
    frames = [pl.DataFrame(schema=_SCHEMA)]
    for each in played:
        code, rows = deck_code(each.deck), list[tuple[Any, ...]]()
        for card_id in sorted(set(each.deck.cards), key=each.deck.cards.index):
            data = rules.card_data(card_id)
            places = [i for i, card in enumerate(each.deck.cards) if card == card_id]
            about = code, card_id, data.dbf_id, data.name, len(places)
            rows += ((*about, *row) for row in _rows_of(each, places))
        frames.append(pl.DataFrame(rows, _SCHEMA, orient="row"))
    return pl.concat(frames)


def _rows_of(played: CardGames, places: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    """The rows of one card, from `opponent` on: for each event, those of all opponents."""
    names, won = played.opponents, played.won
    met = np.bincount(played.against, minlength=len(names)) > 0
    for event, when in _turns(played.cards, places).items():
        n_turns = int(when.max(initial=0)) + 1
        shape, place = (len(names), n_turns), played.against * n_turns + when
        happened = when != NEVER
        games, wins = (
            np.bincount(place[chosen], minlength=len(names) * n_turns).reshape(shape)
            for chosen in (happened, happened & won)
        )
        listed = games > 0 if event in _TIMED else np.broadcast_to(met[:, None], shape)
        for opponent, turn in np.argwhere(listed).tolist():
            counts = int(games[opponent, turn]), int(wins[opponent, turn])
            when_it_was = turn if event in _TIMED else None
            yield names[opponent], SEATS[played.side], event, when_it_was, *counts


def _turns(cards: np.ndarray, places: Sequence[int]) -> dict[str, np.ndarray]:
    """By event, (n_games,) turns of a card; 0 for events without one, NEVER if it did not happen.

    Args:
        cards: (n_games,) array of CARD_GAME.
        places: Places of the card's copies in the deck's list.
    """
    drawn, played, offered, replaced, depth, held = (
        cards[name][:, places].astype(np.int64) for name in CARD_GAME.names or ()
    )
    in_deck = (depth > 0).all(axis=1)
    flags = {
        "all": np.ones(len(cards), bool),
        "offered": (offered > 0).any(axis=1),
        "kept": ((offered > 0) & (replaced == 0)).any(axis=1),
        "replaced": (replaced > 0).any(axis=1),
        "deck": in_deck,
        "early": in_deck & (depth <= EARLY).any(axis=1),
        "held": (held > 0).any(axis=1),
    }
    timed = {"drawn": _earliest(drawn), "played": _earliest(played)}
    found = {name: np.where(flag, 0, NEVER) for name, flag in flags.items()} | timed
    return {event: found[event] for event in EVENTS}


def _earliest(turns: np.ndarray) -> np.ndarray:
    """(n_games,) the earliest of (n_games, n_copies) turns; NEVER if there is none."""
    # As an unsigned number, NEVER is later than every turn.
    return turns.astype(np.uint64).min(axis=1).astype(np.int64)


def card_effects(table: pl.DataFrame) -> pl.DataFrame:
    """Compares games that differ only by chance: with a card in hand early, and without.

    Each effect is a difference of win rates within opponents and seats, with its 95 % interval. Of
    20 cards without any effect, one interval on average excludes 0.

    Args:
        table: As `card_games_table` returns it.

    Returns:
        One row per deck and card, the largest `early_effect` first: `deck_code`, `id`, `dbf_id`,
        `name`, `copies`, `games`, `wins`; games with the events of `EVENTS`; and for `offered` and
        `early` the difference of the win rate to the other games among which chance chose
        (`offered_effect`, `offered_low`, `offered_high`, ...), null if there are no such games.
    """
    about = ("deck_code", "id", "dbf_id", "name", "copies")
    rows = [
        {**dict(zip(about, key, strict=True)), **_effects_of(part)}
        for key, part in table.group_by(about, maintain_order=True)
    ]
    numbers = {name: pl.Int64() for name in ("games", "wins", *list(EVENTS)[1:])}
    bounds = [f"{event}_{name}" for event in BY_CHANCE for name in ("effect", "low", "high")]
    schema = {name: _SCHEMA[name] for name in about} | numbers | dict.fromkeys(bounds, pl.Float64())
    found = pl.DataFrame(rows, schema=schema)
    return found.sort("early_effect", descending=True, nulls_last=True, maintain_order=True)


def _effects_of(rows: pl.DataFrame) -> dict[str, int | float | None]:
    """The numbers of one card."""
    # In order: sums of shares depend on it.
    strata = rows.group_by("opponent", "seat", "event", maintain_order=True)
    counted = strata.agg(pl.col("games", "wins").sum())
    wide = counted.pivot("event", index=["opponent", "seat"], values=["games", "wins"])
    counts = wide.drop("opponent", "seat").fill_null(0)
    total = {name: int(counts[name].sum()) for name in counts.columns}
    found: dict[str, int | float | None] = {"games": total["games_all"], "wins": total["wins_all"]}
    found |= {event: total.get(f"games_{event}", 0) for event in list(EVENTS)[1:]}
    for event, base in BY_CHANCE.items():
        names = (f"wins_{event}", f"games_{event}", f"wins_{base}", f"games_{base}")
        with_it = ((w, n, all_w - w, all_n - n) for w, n, all_w, all_n in counts[names].rows())
        effect = stratified_difference(with_it)
        found |= dict(
            zip((f"{event}_effect", f"{event}_low", f"{event}_high"), effect, strict=True)
        )
    return found
