"""A metagame: its directory, and its rounds.

::

    DIR/meta.json                   the settings, and the digests of the code and the cards
    DIR/decks/00000.parquet         the decks that join in a round: first random or given ones
    DIR/payoffs/00000.parquet       games of these decks against all decks so far, then more games
                                    of pairs of the equilibrium's decks
    DIR/equilibria/00000.parquet    shares of all decks, and how they do against them
    DIR/searches/00-HUNTER/         a class's search for an answer: a run (tasks/storage/store.py)
    DIR/races/00-HUNTER.parquet     its best decks and their swaps in a race, the winner first
    DIR/answers/00000.parquet       the winners of these races in new games against the equilibrium
    DIR/rivals/00000.parquet        other decks against the equilibrium, after the last round
    DIR/attacks/07-HUNTER/          another algorithm's search for an answer, after the last round
    DIR/attack-races/07-HUNTER.parquet, DIR/attackers/00000.parquet
                                    as races and answers, of these searches
    DIR/report/                     the report; can be written again
"""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import polars as pl

from engine.decks import CLASSES, Deck, deck_code
from flows.studies.meta.answers import (
    ATTACK,
    SEARCH,
    Searched,
    Stage,
    answers_of,
    is_settled,
    last_searched,
    rivals_of,
    runs_of,
)
from flows.studies.meta.directory import decks_of, matchups_of, opponents_in, seed_of, table_of
from flows.studies.meta.settings import Meta
from flows.studies.runs import make_runs
from models.metagame.config import MetaConfig
from models.metagame.equilibrium import DeckShares, close_pairs, equilibrium
from models.players.decks import opponents_of, random_decks
from tasks.games.play import play_both_seats
from tasks.games.seeds import Purpose, sequence
from tasks.orchestration.progress import Progress, plural
from tasks.storage.files import StoreError
from tasks.storage.settings import SettingsFile, all_but, code_and_cards
from tasks.tracking.mlflow_run import ParentTracking


def _longer(path: Path, there: MetaConfig, wanted: MetaConfig) -> MetaConfig:
    """The wanted metagame with all rounds, which continues the same searches or none.

    Attacks that were made keep their number of games.
    """
    attacked = there if table_of(path, "attackers").numbers() else wanted
    rounds = max(there.rounds, wanted.rounds)
    games = attacked.attacker_games
    return wanted.but(rounds=rounds, attacker_games=games, goes_on=there.goes_on)


FILE = SettingsFile(
    Meta.files[0], "metagame", MetaConfig, "metagame",
    all_but("rounds", "rivals", "patience", "tolerance", "attacker_games", "goes_on"), _longer,
    code_and_cards(lambda config: config.player.rules()),
)  # fmt: skip


def equilibrium_of(folder: Path, config: MetaConfig, round_: int) -> DeckShares:
    """The equilibrium of all decks up to a round."""
    seed = sequence(config.seed, Purpose.METAGAME, round_)
    return equilibrium(matchups_of(folder, round_), config.temperature, config.draws, seed)


def play(asked: Meta, folder: Path, study: MetaConfig, tracking: ParentTracking) -> bool:
    """Plays the rounds that are missing, then the attackers and rivals of the last one."""
    answers, last = table_of(folder, "answers"), 0
    for last in range(study.rounds):
        _play_equilibrium(folder, study, last, asked.threads)
        if SEARCH.lacks(folder, last, study.classes):
            _answer(asked, folder, study, last, SEARCH)
            best = answers.read(last).filter("confirmed")["share"].max()
            tracking.log_metrics(last + 1, {"best_answer": float(best)})  # type: ignore[arg-type]
        if is_settled(folder, study, last) and not answers.path(last + 1).exists():
            break
    _play_rivals(folder, study, last, asked.threads)
    if study.attacker_games and ATTACK.lacks(folder, last, study.classes):
        _answer(asked, folder, study, last, ATTACK)
    return True


def _play_rivals(folder: Path, config: MetaConfig, round_: int, threads: int | None) -> None:
    """Plays the rivals against a round's equilibrium, if these have not been played."""
    played = table_of(folder, "rivals").found([round_]).values()
    codes = [each.code for each in config.rivals]
    if config.rivals and codes not in [each["code"].to_list() for each in played]:
        found = rivals_of(folder, config, round_, threads)
        table_of(folder, "rivals").write(round_, found)


def _play_equilibrium(folder: Path, config: MetaConfig, round_: int, threads: int | None) -> None:
    """Writes what a round's equilibrium lacks: its decks, their games, and their shares."""
    of = folder, config, round_
    table_of(folder, "decks").fill(round_, partial(_joining, *of))
    table_of(folder, "payoffs").fill(round_, partial(_play_pairs, *of, threads))
    _play_close(*of, threads)
    table_of(folder, "equilibria").fill(round_, partial(_shares, *of))


def _answer(asked: Meta, folder: Path, config: MetaConfig, round_: int, stage: Stage) -> None:
    """Writes the answers of a stage; raises `StoreError` if one of its searches fails."""
    searches = folder / stage.folder
    before = None if stage.is_attack else _before(asked, folder, config, round_)
    runs = runs_of(folder, config, round_, stage, before)
    for name, error in make_runs(runs, searches, asked.threads, asked.resume_anyway).items():
        raise StoreError(f"{searches / name}: {error}")
    found = answers_of(folder, config, round_, stage, asked.threads)
    table_of(folder, stage.table).write(round_, found)


def _before(asked: Meta, folder: Path, config: MetaConfig, round_: int) -> Searched | None:
    """The searches before those of a round: of the last round, or of the metagame of `--start`."""
    if round_ or not config.goes_on:
        return Searched(folder, round_ - 1) if round_ else None
    start = asked.start
    found = None if start is None else last_searched(start, config.classes, config.player)
    if found is None:
        raise StoreError(
            f"{folder}: its first round goes on from the searches of another metagame; give the "
            "directory that has them with --start"
        )
    return found


def _joining(folder: Path, config: MetaConfig, round_: int) -> pl.DataFrame:
    """The decks that join in a round: the first ones, or the last round's best answers.

    An answer that is a deck of the metagame already does not join again.
    """
    if round_ == 0:
        rows = [
            {"round": 0, "hero": each.hero, "code": deck_code(each)} for each in first_decks(config)
        ]
        return pl.DataFrame(rows)
    there = decks_of(folder, round_ - 1)["code"]
    best = table_of(folder, "answers").read(round_ - 1).filter("confirmed")
    new = best.filter(~pl.col("code").is_in(there.to_list()))
    return new.select(pl.lit(round_, pl.Int64).alias("round"), "hero", "code")


def first_decks(config: MetaConfig) -> list[Deck]:
    """The decks of the first round."""
    found = [each.opponent().deck for each in config.start]
    cards = config.player.format, config.player.patch
    heroes = {each.hero for each in found}
    found += [
        each for each in random_decks(len(CLASSES), *cards, config.seed) if each.hero not in heroes
    ]
    return [each for each in found if each.hero in config.classes]


def _play_pairs(folder: Path, config: MetaConfig, round_: int, threads: int | None) -> pl.DataFrame:
    """Plays the decks that join against all decks, half of a pair's games in each seat."""
    decks = decks_of(folder, round_)
    pairs = {deck: range(deck) for deck in decks.filter(round=round_)["deck"].to_list()}
    return _games_of(decks, config, pairs, round_, config.pair_games, threads)


def _play_close(folder: Path, config: MetaConfig, round_: int, threads: int | None) -> None:
    """Plays on with the pairs of the equilibrium's decks, and of those that then have a share.

    In few games luck gives shares to decks that do not earn them, and the equilibrium loses to its
    own decks.
    """
    decks, payoffs = decks_of(folder, round_), table_of(folder, "payoffs")
    place, n_games = 60_000 + round_, config.close_games - config.pair_games
    while pairs := _pairs_to_play(folder, config, round_):
        n_pairs = plural(sum(map(len, pairs.values())), "pair")
        Progress().say(f"{n_pairs} of the equilibrium's decks: {n_games} more games each")
        played = _games_of(decks, config, pairs, place, n_games, threads)
        payoffs.write(round_, pl.concat([payoffs.read(round_), played]))


def _pairs_to_play(folder: Path, config: MetaConfig, round_: int) -> dict[int, list[int]]:
    if config.close_games <= config.pair_games:
        return {}
    shares = equilibrium_of(folder, config, round_).shares
    return close_pairs(shares, matchups_of(folder, round_).games, config.close_games)


def _games_of(
    decks: pl.DataFrame,
    config: MetaConfig,
    pairs: Mapping[int, Sequence[int]],
    place: int,
    n_games: int,
    threads: int | None,
) -> pl.DataFrame:
    """The payoffs of decks against others: first, second, wins and games.

    Each deck has its own deals. On shared deals, similar decks would share their luck against
    another, which the equilibrium treats as independent.
    """
    everyone, rows = opponents_of(opponents_in(decks)), list[tuple[int, int, float, float]]()
    for first, others in pairs.items():
        if others:
            sides = [everyone[first]], [everyone[each] for each in others]
            seed = seed_of(config, place + 1_000_000 * (1 + first))
            played = play_both_seats(*sides, config.player, n_games // 2, seed, "pairs", threads)
            wins = sum(side.sum(axis=0) for side in played)[0].tolist()
            rows += [(first, j, won, n_games) for j, won in zip(others, wins, strict=True)]
    names = {"first": pl.Int64, "second": pl.Int64, "wins": pl.Float64, "games": pl.Float64}
    return pl.DataFrame(rows, names, orient="row")


def _shares(folder: Path, config: MetaConfig, round_: int) -> pl.DataFrame:
    """The equilibrium of all decks so far: deck, share and value, with limits."""
    found = equilibrium_of(folder, config, round_)
    columns = {"share": found.shares, "value": found.values}
    for name, limits in (("share", found.share_limits), ("value", found.value_limits)):
        columns |= {f"{name}_low": limits[:, 0], f"{name}_high": limits[:, 1]}
    return pl.DataFrame(columns).with_row_index("deck").cast({"deck": pl.Int64})
