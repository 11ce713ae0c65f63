"""One deck against the opponents: health difference, win rates, measures, cell."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from engine.decks import Deck, Patch, deck_code
from engine.formats import DEFAULT_FORMAT
from flows.questions.games import Evaluate
from models.players.card_games import EARLY, CardGames, card_effects, card_games_table
from models.players.config import PlayerConfig
from models.players.decks import opponents_of
from models.players.evaluations import evaluate_decks, own_games, watch_deck
from models.players.player_names import NamedPlayer
from models.qd.archive import GridConfig
from models.settings.patches import as_patch
from models.statistics.intervals import normal_interval, wilson_interval
from tasks.games.seeds import games_seed
from tasks.orchestration.progress import Progress
from tasks.reports.formats import deck_list, form, win_rate
from tasks.storage.files import check_writable, write_csv, write_table

_SHARES = ("drawn", "played", "held")


def evaluate(
    asked: Evaluate, deck: Deck, player: PlayerConfig, who: NamedPlayer | None = None
) -> dict[str, Any]:
    """Plays games with a deck, which goes first, as in the papers.

    Networks, or a class of yours, may play the deck instead of a search.

    Returns:
        The mean health difference and the win rates with their 95 % intervals, the measures, and
        the cell of the paper's archive. An opponent without games has no results (None). With
        `card_statistics`, `cards` has the rows of `models.players.card_games.card_effects`.

    Raises:
        StoreError: The folder for the table of cards cannot be written.
    """
    if asked.out is not None:
        check_writable(asked.out)
    table, played = _play(asked, deck, player, who)
    row = table.row(0, named=True)
    grid = GridConfig()
    cell = grid.build(1).index_of(np.array([[row[name] for name in grid.measures]]))
    return {
        "deck": deck_list(deck, player.patch),
        "deck_code": deck_code(deck),
        "patch": player.patch.content(),
        "format": player.format,
        "n_games": asked.games,
        "health_difference": row["objective"],
        "health_difference_interval": normal_interval(row["objective"], row["objective_se"]),
        "win_rate": row["win_rate"],
        "win_rate_interval": wilson_interval(row["win_count"], asked.games),
        "turns": row["turns"],
        "hand_size": row["hand_size"],
        "cell": [int(place) for place in np.unravel_index(cell[0], grid.shape)],
        "opponents": _by_opponent(asked.opponents, row),
        **({} if played is None else {"cards": _cards(asked, played, player)}),
    }


def _play(
    asked: Evaluate, deck: Deck, player: PlayerConfig, who: NamedPlayer | None
) -> tuple[pl.DataFrame, CardGames | None]:
    """Plays the games; returns their averages and, with statistics of cards, the games."""
    progress = Progress().expect(asked.games, "games")
    about = asked.games, games_seed(asked.seed)
    options: dict[str, Any] = {"threads": asked.threads, "progress": progress.counter()}
    own = who.own if who else None
    if asked.card_statistics:
        return watch_deck(deck, asked.opponents, player, *about, **options, own=own)
    if own:
        options["playing"] = own_games(own)
    elif who and who.learned:  # the import takes torch's two seconds
        from models.self_play.matches import learned_games

        options["playing"] = learned_games(who.learned, [deck])
    return evaluate_decks([deck], asked.opponents, player, *about, **options), None


def _cards(asked: Evaluate, played: CardGames, player: PlayerConfig) -> list[dict[str, Any]]:
    """The rows of `card_effects`; writes the table of the cards if a folder is given."""
    table = card_games_table([played], player.rules())
    if asked.out is not None:
        write_table(asked.out / "card_games.parquet", table)
        if asked.csv:
            write_csv(asked.out, {"card_games": table})
    return card_effects(table).drop("deck_code").to_dicts()


def _by_opponent(opponents: str, row: dict[str, Any]) -> list[dict[str, Any]]:
    results = (row[f"opponent_{name}"] for name in ("games", "wins", "objective"))
    return [
        {
            "name": opponent.name,
            "n_games": games,
            "win_rate": wins / games if games else None,
            "win_rate_interval": wilson_interval(wins, games) if games else None,
            "health_difference": objective if games else None,
        }
        for opponent, games, wins, objective in zip(opponents_of(opponents), *results, strict=True)
    ]


def summary(result: dict[str, Any]) -> str:
    """The result as text."""
    low, high = result["health_difference_interval"]
    lines = [
        result["deck"],
        f"deck code: {result['deck_code']}",
        *_card_lines(result),
        "",
        f"health difference {result['health_difference']:+.2f} (95 %: {low:+.2f} to {high:+.2f}) "
        f"over {result['n_games']} games",
        f"win rate {win_rate(result)}",
        f"turns {result['turns']:.2f}, hand size {result['hand_size']:.2f}: cell "
        f"{tuple(result['cell'])} of the paper's 40 x 40 archive",
        "",
        f"{'opponent':<18} {'games':>5}  {'win rate (95 %)':<22} health difference",
    ]
    lines += [
        f"{opponent['name']:<18} {opponent['n_games']:>5}  {win_rate(opponent):<22} "
        f"{form(opponent['health_difference'], '+.2f')}"
        for opponent in result["opponents"]
    ]
    if "cards" in result:
        lines += ["", effects_text(result["cards"])]
    return "\n".join(lines)


def effects_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows of `models.players.card_games.card_effects` as a table in text, in that order."""
    lines = [
        "Win rate with the card minus without, in points, between games that differ only by chance",
        _line("card", f"first {EARLY} of the deck (95 %)", "offered (95 %)", _SHARES),
    ]
    for row in rows:
        early, offered = _effect(row, "early"), _effect(row, "offered")
        shares = [f"{row[name] / row['games']:.0%}" for name in _SHARES]
        lines.append(_line(f"{row['copies']}x {row['name']}", early, offered, shares))
    lines.append("Of 20 cards without any effect, one interval on average excludes 0.")
    return "\n".join(lines)


def _line(card: str, early: str, offered: str, shares: Iterable[str]) -> str:
    return f"{card[:25]:<26} {early:<26} {offered:<24}" + "".join(f"{each:>7}" for each in shares)


def _effect(row: Mapping[str, Any], event: str) -> str:
    effect, low, high = (row[f"{event}_{name}"] for name in ("effect", "low", "high"))
    if effect is None:
        return "no such games"
    return f"{100 * effect:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"


def _card_lines(result: dict[str, Any]) -> list[str]:
    """Patch and format in words; neither, if it is the default."""
    patch, format = as_patch(result["patch"]), result["format"]
    lines = [] if patch == Patch() else [f"cards: {patch.name} ({patch.describe()})"]
    return lines + ([] if format == DEFAULT_FORMAT else [f"format: {format}"])
