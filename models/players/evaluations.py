"""Games of decks and of players, and their averages: tables with one row per deck or player.

`evaluate_decks` is the papers' evaluation. `evaluate_players` plays thousands of different networks
with one deck in one call: each is a record that the compiled search reads, and a thread takes the
next few games, of any player. `player_result` compares players in the same deals.

Source: EvoStone2, DeckEvaluator (GameEvaluator, GameDispatcher, GameSuite).
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from engine.card_data import CardData
from engine.core.enums import FIRST_WON
from engine.decks import Deck, validate_deck
from engine.rules import Rules
from models.players.card_games import CardGames
from models.players.config import PlayerConfig
from models.players.core.state import CARD_GAME, NETWORK, STRATEGY
from models.players.decks import Opponent, OpponentDeck, check_opponents, opponents_of
from models.players.games import (
    Watched,
    check_arguments,
    new_setups,
    new_strategies,
    play,
    schedule_games,
)
from models.players.networks import ScorerNetwork, set_networks
from models.players.own import OwnSetting
from models.players.player_names import NamedPlayer
from models.players.table import Seat, Seats
from models.players.value_networks import ValueScorer
from models.settings.outcomes import OUTCOMES, Outcome
from models.statistics.intervals import mean_and_error, normal_interval, wilson_interval


def evaluation_table(
    evaluations: np.ndarray,
    games: np.ndarray,
    n_opponents: int,
    decks: Sequence[Sequence[CardData]] | None = None,
) -> pl.DataFrame:
    """Averages games.

    Args:
        evaluations: (n,) array of int64: evaluation numbers.
        games: (n, n_games) array of PLAYED_GAME, opponents in turn along each row.
        n_opponents: Number of opponents.
        decks: The cards of n decks; without them, the table has no outcomes of the deck.

    Returns:
        One row per row of games: `evaluation` and the outcomes of `models.settings.outcomes`.
    """
    columns: dict[str, object] = {"evaluation": evaluations}
    schema: dict[str, pl.DataType] = {"evaluation": pl.Int64()}
    for outcome in OUTCOMES.values():
        if outcome.of_deck is None:
            columns[outcome.name] = _averages(outcome, games, n_opponents)
        elif decks is not None:
            columns[outcome.name] = [outcome.of_deck(cards) for cards in decks]
        else:
            continue
        number = pl.Int64() if outcome.is_whole else pl.Float64()
        schema[outcome.name] = pl.Array(number, n_opponents) if outcome.by_opponent else number
    return pl.DataFrame(columns, schema=schema)


def _averages(outcome: Outcome, games: np.ndarray, n_opponents: int) -> np.ndarray:
    """(n,) array, or (n, n_opponents); NaN where an opponent had no game."""
    if not outcome.by_opponent:
        return _average(outcome, games)
    against = (games[:, i::n_opponents] for i in range(n_opponents))
    with np.errstate(invalid="ignore"):
        return np.stack([_average(outcome, part) for part in against], axis=1)


def _average(outcome: Outcome, games: np.ndarray) -> np.ndarray:
    """(n,) array: an outcome of each row of (n, n_games) games."""
    n_games, wins = games.shape[1], (games["result"] == FIRST_WON).sum(axis=1)
    match outcome.average:
        case "games":
            return np.full(len(games), n_games, np.int64)
        case "wins":
            return wins
        case "win rate":
            return wins / n_games
        case "failed games":
            return games["attempts"].astype(np.int64).sum(axis=1) - n_games
    counted = games[outcome.counted]
    if outcome.average == "standard error":  # of the mean per game; NaN for a single game
        if n_games == 1:
            return np.full(len(games), np.nan)
        return counted.astype(np.float64).std(axis=1, ddof=1) / np.sqrt(n_games)
    is_per_round = outcome.average == "per round"
    return counted.sum(axis=1) / (games["rounds"].sum(axis=1) if is_per_round else n_games)


#: Plays games: cards, setups, strategies, PLAYED_GAME, threads, and what hears of finished games.
Playing = Callable[
    [Rules, np.ndarray, np.ndarray, np.ndarray, int | None, Callable[[int], None] | None], None
]


def evaluate_decks(
    decks: Sequence[Deck],
    opponents: str | Sequence[Opponent | OpponentDeck] = "elite",
    player: PlayerConfig | None = None,
    n_games: int = 200,
    seed: int = 0,
    indices: np.ndarray | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    playing: Playing = play,
) -> pl.DataFrame:
    """Plays games with each deck, going first, against the opponents in turn.

    Game i of the deck with evaluation number e draws from (seed, e, i) only: the results are the
    same for any number of threads and any division of the decks into calls.

    Args:
        opponents: Name of a suite ("elite", "starter"), or opponents.
        player: The players' settings; DSA-ME's by default.
        n_games: Games per deck.
        indices: (n_decks,) array of int64: evaluation numbers; 0, 1, 2, ... by default.
        threads: Number of threads; all cores by default.
        progress: Called regularly with the number of finished games.
        playing: Plays the games if another than the player's search plays the decks: `own_games`,
            or `models.self_play.matches.learned_games`.

    Returns:
        One row per deck, in the given order: `evaluation`, its evaluation number, and the outcomes
        that `models.settings.outcomes` lists.

    Raises:
        DeckError: A deck is not legal in the player's format, an opponent's that is not published
            has a card of another format, or the engine, or the player's patch, lacks a card.
        ValueError: A number is out of range.
        GameError: A game could not be played, or the player of one's own failed.
    """
    opponents, player = opponents_of(opponents), player or PlayerConfig()
    rules = player.rules()
    check_opponents(opponents, player.patch, player.format)
    for deck in decks:
        validate_deck(deck, patch=player.patch, format=player.format)
    indices = check_arguments(len(decks), opponents, n_games, indices, threads)
    setups = new_setups(rules, decks, opponents)
    strategies = new_strategies(player, opponents)
    games = schedule_games(seed, indices, n_games, len(opponents))
    if len(games):
        playing(rules, setups, strategies, games, threads, progress)
    known = {each: rules.card_data(each) for each in {c for deck in decks for c in deck.cards}}
    cards = [[known[card_id] for card_id in deck.cards] for deck in decks]
    return evaluation_table(indices, games.reshape(len(decks), n_games), len(opponents), cards)


def own_games(own: OwnSetting, watched: Watched | None = None) -> Playing:
    """Plays games whose first player is one of one's own, with the mulligan of a fair player.

    `watched` is as for `models.players.games.play`.
    """

    def playing(
        rules: Rules, setups: np.ndarray, strategies: np.ndarray, games: np.ndarray, *how: Any
    ) -> None:
        strategies["keep_expensive"][0] = False
        seats = _own_seats([own], len(games))
        threads, progress = how
        play(rules, setups, strategies, games, threads, progress, seats, watched)

    return playing


def watch_deck(
    deck: Deck,
    opponents: str | Sequence[Opponent | OpponentDeck] = "elite",
    player: PlayerConfig | None = None,
    n_games: int = 200,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    own: OwnSetting | None = None,
) -> tuple[pl.DataFrame, CardGames]:
    """Plays the games of `evaluate_decks` with one deck, and follows its cards.

    The arguments up to `progress`, and the errors, are those of `evaluate_decks`.

    Args:
        own: A player of one's own that plays the deck instead of the player's search.

    Returns:
        The table of `evaluate_decks`, and the games with what became of the cards.
    """
    cards, names = np.zeros(max(0, n_games), CARD_GAME), opponents_of(opponents)
    watched, kept = Watched(0, cards), list[np.ndarray]()
    work = own_games(own, watched) if own else partial(play, watched=watched)

    def playing(*about: Any) -> None:
        work(*about)
        kept.append(about[3])

    table = evaluate_decks(
        [deck], names, player, n_games, seed, None, threads, progress, playing=playing
    )
    return table, CardGames(deck, tuple(each.name for each in names), 0, kept[0], cards)


#: A player: a scorer by name, a network, a search by its whole name, or a class of one's own.
Player = str | ScorerNetwork | ValueScorer | NamedPlayer | OwnSetting
#: Several players; an (n_players, 109) array has the weights of networks.
Players = np.ndarray | Sequence[Player]


def evaluate_players(
    players: Players,
    deck: Deck,
    opponents: str | Sequence[Opponent | OpponentDeck] = "elite",
    *about: Any,
    **how: Any,
) -> pl.DataFrame:
    """Plays games with each player; the arguments and errors are those of `play_players`.

    Returns:
        One row per player, in the given order: the columns of `evaluate_decks`, without outcomes of
        the deck.
    """
    against = opponents_of(opponents)
    games = play_players(players, deck, against, *about, **how)
    return evaluation_table(games["evaluation"][:, 0], games, len(against))


def play_players(
    players: Players,
    deck: Deck,
    opponents: str | Sequence[Opponent | OpponentDeck] = "elite",
    config: PlayerConfig | None = None,
    n_games: int = 200,
    seed: int = 0,
    indices: np.ndarray | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    first_game: int = 0,
) -> np.ndarray:
    """Plays games with each player, all with the same deck, against the opponents in turn.

    All other arguments are those of `evaluate_decks`.

    Args:
        deck: The deck of all players; it goes first.
        players: Those of one's own have the mulligan of a fair player.
        config: The settings of all others and of the opponents; its scorer is ignored.
        indices: (n_players,) array of int64: evaluation numbers; 0, 1, 2, ... by default. Players
            with the same number play from the same shuffled decks.

    Returns:
        (n_players, n_games) array of PLAYED_GAME: every game's result.

    Raises:
        DeckError: As `evaluate_decks`.
        ValueError: Weights are not finite or not 109, or a number is out of range.
        GameError: As `evaluate_decks`.
    """
    against, n_players = opponents_of(opponents), len(players)
    indices = check_arguments(n_players, against, n_games, indices, threads)
    config = config or PlayerConfig()
    validate_deck(deck, patch=config.patch, format=config.format)
    check_opponents(against, config.patch, config.format)
    rules = config.rules()
    strategies = _strategies(players, config, against, rules)
    setups = new_setups(rules, [deck], against)
    games = schedule_games(seed, indices, n_games, len(against), first_game)
    games["deck"] = 0
    games["player"] = np.repeat(np.arange(n_players), n_games)
    if n_players:
        seats = _own_seats(players, n_games)
        play(rules, setups, strategies, games, threads, progress, seats)
    return games.reshape(n_players, n_games)


def _own_seats(players: Players, n_games: int) -> Seats | None:
    """The seats of players that go first in `n_games` games in a row; None if none is one's own."""

    def seats(number: int, side: int) -> Seat | None:
        player = players[number // n_games]
        return player.seat() if side == 0 and isinstance(player, OwnSetting) else None

    return seats if any(isinstance(player, OwnSetting) for player in players) else None


def _strategies(
    players: Players, config: PlayerConfig, opponents: Sequence[Opponent], rules: Rules
) -> np.ndarray:
    """The (n_players + n_opponents,) array of STRATEGY, for games with these cards."""

    def of(own: PlayerConfig, scorer: str | ScorerNetwork | ValueScorer) -> np.record:
        return own.strategy(scorer, is_first=True, rules=rules)

    n = len(players)
    ours = np.zeros(n, STRATEGY)
    if isinstance(players, np.ndarray):
        if n:
            ours[:] = of(config, "aggro")
        ours["scorer"] = NETWORK
        set_networks(ours, players)
    else:
        for row, player in enumerate(players):
            if isinstance(player, OwnSetting):
                ours[row] = of(config, config.scorer)
                ours[row]["keep_expensive"] = False
            elif isinstance(player, NamedPlayer):
                ours[row] = of(player.config, player.config.scorer)
            else:
                ours[row] = of(config, player)
    return np.concatenate([ours, new_strategies(config, opponents)[1:]])


def player_result(
    player: Player, games: pl.DataFrame, first: pl.DataFrame, opponents: str
) -> dict[str, Any]:
    """The averages of a player's games, and the differences from the first player.

    Games with the same deals are correlated, so the error of a difference, taken game by game, is
    smaller than that of two means.

    Args:
        games: Its games with a deck, one per row, against the opponents in turn.
        first: The first player's games, from the same deals.
        opponents: Name of the suite of opponents.

    Returns:
        Mean health difference and win rate with 95 % intervals, over all games and by opponent; the
        differences from the first player.
    """
    suite = opponents_of(opponents)
    health, rates = (
        mean_and_error(np.subtract(games[name].to_numpy(), first[name].to_numpy(), dtype=float))
        for name in ("health_difference", "won")
    )
    return {
        "player": player if isinstance(player, str) else player.name,
        **_means_of(games),
        "health_against_first": [health[0], normal_interval(*health)],
        "win_rate_against_first": [rates[0], normal_interval(*rates)],
        "opponents": [
            {"name": opponent.name, **_means_of(games[place :: len(suite)])}
            for place, opponent in enumerate(suite)
        ],
    }


def _means_of(games: pl.DataFrame) -> dict[str, Any]:
    n, wins = games.height, int(games["won"].sum())
    mean, error = mean_and_error(games["health_difference"].to_numpy())
    return {
        "n_games": n,
        "health_difference": mean,
        "health_difference_interval": normal_interval(mean, error),
        "win_rate": wins / n,
        "win_rate_interval": wilson_interval(wins, n),
    }
