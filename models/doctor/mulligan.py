"""The mulligan by forced choice: each opening card kept and replaced, on the same deals.

What players happened to keep says little: they keep good cards in good hands. Here every offered
card is kept in one game and replaced in another, and all else is equal: the deal, the seat, the
other cards' mulligan.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import polars as pl

from engine.core.setup import start_game
from engine.core.state import new_games
from engine.decks import Deck
from models.players.core.game_loop import KEPT_FROM
from models.players.field import Field, as_opponent
from models.players.games import setups_of

#: Slowest change of a prior with cost: dearer cards are alike in a mulligan.
_MOST_COST = 7


def rule_of(deck: Deck, field: Field) -> dict[str, bool]:
    """Whether the player's own rule keeps each card of a deck."""
    player, rules = field.player, field.player.rules()
    keeps_dear = bool(player.strategy("control", is_first=True).keep_expensive)
    cards = dict.fromkeys(deck.cards)
    return {card: (rules.card_data(card).cost >= KEPT_FROM) == keeps_dear for card in cards}


def offered(deck: Deck, field: Field, deals: np.ndarray, seat: int) -> list[list[str]]:
    """The different cards of a deck's opening hand in each of some deals, before the mulligan.

    Args:
        deck: The deck.
        field: Its opponents.
        deals: (n,) array of int64: numbers of deals.
        seat: 0 if the deck goes first, 1 if second.
    """
    rules = field.player.rules()
    sides = [deck], [each.deck for each in field.opponents]
    setups = setups_of(rules, *(sides if seat == 0 else sides[::-1]))
    game, out = new_games(1)[0], []
    for played in field.games(deals, seat):
        other = int(played["opponent"])
        setup = setups[0, other] if seat == 0 else setups[other, 0]
        start_game(game, rules.tables, setup, int(played["seed_a"]), int(played["seed_b"]))
        hand = game.players[seat].hand[: int(game.players[seat].n_hand)]
        ids = [rules.ids[int(game.entities[entity].card)] for entity in hand]
        out.append(list(dict.fromkeys(ids)))
    return out


def forced_choices(deck: Deck, field: Field, first: int, n: int, base: np.ndarray) -> pl.DataFrame:
    """Plays the opposite choice of every offered card in some deals.

    Args:
        deck: The deck.
        field: Its opponents.
        first: Number of the first deal.
        n: Number of deals.
        base: (n, 2) array of bool: games of these deals that the deck won by the player's rule.

    Returns:
        A row for each deal, seat and card: `deal`, `seat`, `card`, and `change`: 1 if the game is
        won only with the card kept, -1 if only with it replaced, else 0.
    """
    rule = rule_of(deck, field)
    cards = list(rule)
    flipped = [as_opponent(deck, tuple((rule | {c: not rule[c]}).items())) for c in cards]
    deals = np.arange(first, first + n)
    rows = [
        (i, seat, cards.index(card))
        for seat in range(2)
        for i, hand in enumerate(offered(deck, field, deals, seat))
        for card in hand
    ]
    of, seats, who = np.array(rows, np.int64).T
    flip = field.play(flipped, who, deals[of], seats)
    by_rule = base[of, seats]
    kept = np.array([rule[card] for card in cards])[who]
    change = np.where(kept, by_rule.astype(int) - flip, flip.astype(int) - by_rule)
    names = pl.Series([cards[i] for i in who], dtype=pl.String)
    table = {"deal": deals[of], "seat": seats}
    return pl.DataFrame(table | {"card": names, "change": change})


def shrunk(
    means: np.ndarray, errors: np.ndarray, priors: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Means pulled to priors, by how much they differ beyond their errors.

    Args:
        means: (n,) array.
        errors: (n,) array: their standard errors; infinite for those without games.
        priors: (n,) array: what each would be without games of its own.

    Returns:
        Two (n,) arrays: posterior means and standard deviations.

    Source:
        DerSimonian and Laird 1986 (the variance between groups, by moments).
    """
    weights, apart = errors**-2.0, np.where(np.isfinite(errors), means - priors, 0.0)
    total = max(weights.sum(), 1e-300)
    excess = (weights * apart**2).sum() - np.isfinite(errors).sum()
    spread = total - (weights**2).sum() / total
    between = max(excess / spread, 1e-6) if spread > 0 else 1e-6
    pull = between / (between + errors**2)
    return priors + pull * apart, np.sqrt(between * (1 - pull))


def mulligan_guide(
    choices: pl.DataFrame, costs: Mapping[str, int], kinds: Sequence[str]
) -> pl.DataFrame:
    """What keeping each card is worth, against all opponents and against each kind.

    Args:
        choices: The table of `forced_choices`.
        costs: The cost of each card of the deck.
        kinds: The kind of each opponent, such as "aggro".

    Returns:
        A row for each card and kind ("all" first): `card`, `kind`, `n` (deals); `change` (share of
        games won if kept minus if replaced, None without deals) with `error`; `belief` and
        `belief_sd`, pulled to what cards of its cost are worth, and those of a kind to the card's;
        `keep`: whether to keep it.
    """
    kind = pl.col("opponent").replace_strict(list(range(len(kinds))), list(kinds))
    noise = max(float(choices["change"].to_numpy().std()), 0.05)
    every = _means(choices, costs, noise)
    parts = [_believed(every, _by_cost(every, costs)).with_columns(kind=pl.lit("all"))]
    for name in dict.fromkeys(kinds):
        own = _means(choices.filter(kind == name), costs, noise)
        of_card = parts[0]["belief"].to_numpy()
        parts.append(_believed(own, of_card).with_columns(kind=pl.lit(name)))
    order = ["card", "kind", "n", "change", "error", "belief", "belief_sd"]
    return pl.concat([part.select(order) for part in parts]).with_columns(keep=pl.col("belief") > 0)


def _by_cost(table: pl.DataFrame, costs: Mapping[str, int]) -> np.ndarray:
    """What cards of each row's cost are worth, by a line through all."""
    cost = np.array([min(costs[card], _MOST_COST) for card in table["card"]], float)
    degree = 1 if len(set(cost)) > 1 else 0
    change, weight = table["change"].fill_null(0.0).to_numpy(), 1 / table["error"].to_numpy()
    if not weight.any():
        return np.zeros(len(cost))
    return np.polynomial.Polynomial.fit(cost, change, degree, w=weight)(cost)


def _means(choices: pl.DataFrame, cards: Iterable[str], noise: float) -> pl.DataFrame:
    """The mean change of each card and its error, infinite for a card that was not offered."""
    found = choices.group_by("card").agg(n=pl.len(), change=pl.mean("change"))
    table = pl.DataFrame({"card": list(cards)}).join(
        found, on="card", how="left", maintain_order="left"
    )
    n = pl.col("n").fill_null(0).cast(pl.Int64)
    return table.with_columns(n=n, error=noise / n.sqrt())


def _believed(table: pl.DataFrame, priors: np.ndarray) -> pl.DataFrame:
    means = table["change"].fill_null(0.0).to_numpy()
    found, sds = shrunk(means, table["error"].to_numpy(), priors)
    return table.with_columns(belief=pl.Series(found), belief_sd=pl.Series(sds))
