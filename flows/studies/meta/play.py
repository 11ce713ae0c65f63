"""A metagame: its directory, and its rounds.

::

    DIR/meta.json                   the settings, and the digests of the code and the cards
    DIR/decks/00000.parquet         the decks that join in a round: first random ones
    DIR/payoffs/00000.parquet       games of these decks against all decks so far
    DIR/equilibria/00000.parquet    shares of all decks, and how they do against them
    DIR/searches/00-HUNTER/         a class's search for an answer: a run (tasks/storage/store.py)
    DIR/answers/00000.parquet       the best decks of these searches against the equilibrium
    DIR/rivals/00000.parquet        other decks against the equilibrium, after the last round
    DIR/report/                     the report; can be written again
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.decks import CLASSES, deck_code
from flows.questions.presets import PAPER
from flows.studies.meta.settings import Meta
from flows.studies.runs import make_runs
from models.metagame.config import SLOTS, MetaConfig
from models.metagame.equilibrium import DeckShares, Matchups, equilibrium, matchups, slots
from models.players.config import PlayerConfig
from models.players.decks import Opponent, OpponentDeck, opponents_of
from models.players.random_decks import random_decks
from models.problems.algorithms import experiment_for
from models.problems.experiment import Experiment
from models.problems.rows import Rows
from models.problems.study import PlannedRun
from tasks.games.cluster import play_at_once
from tasks.games.play import play_sides
from tasks.games.seeds import Purpose, sequence
from tasks.orchestration.interrupt import stop_if_interrupted
from tasks.orchestration.progress import Progress
from tasks.reports.results import elites, read_results
from tasks.storage.files import Pieces, StoreError
from tasks.storage.manifest import code_digest
from tasks.storage.settings import SettingsFile
from tasks.tracking.mlflow_run import ParentTracking

#: Opponents' slots of games that say how a deck does against the equilibrium.
FINE_SLOTS = 60


def _fixed(config: MetaConfig, _: MetaConfig) -> dict[str, Any]:
    """All settings that may not change: there may be more rounds, and other rivals."""
    return config.model_dump(mode="json", exclude={"rounds", "rivals"})


def _longer(path: Path, there: MetaConfig, wanted: MetaConfig) -> MetaConfig:
    return wanted.but(rounds=max(there.rounds, wanted.rounds))


def _digests(config: MetaConfig) -> dict[str, str]:
    return {"code": code_digest(), "cards": config.player.rules().digest}


FILE = SettingsFile(
    Meta.files[0], "metagame", "hearthlight-meta", MetaConfig, "metagame", _fixed, _longer, _digests
)


def table_of(folder: Path, name: str) -> Pieces[int]:
    """A table by round."""
    return Pieces(folder / name)


def decks_of(folder: Path, round_: int) -> pl.DataFrame:
    """All decks up to a round: deck (its number), round, hero, code."""
    parts = [table_of(folder, "decks").read(each) for each in range(round_ + 1)]
    return pl.concat(parts).with_row_index("deck").cast({"deck": pl.Int64})


def opponents_in(decks: pl.DataFrame) -> list[OpponentDeck]:
    """Decks of the metagame as settings. Their scorer is the player's `opponents_scorer`."""
    return [
        OpponentDeck(name=f"{deck} {hero.capitalize()}", scorer="control", code=code)
        for deck, hero, code in decks.select("deck", "hero", "code").iter_rows()
    ]


def matchups_of(folder: Path, round_: int) -> Matchups:
    """The games of all pairs of decks up to a round."""
    n = decks_of(folder, round_).height
    wins, games = np.zeros((n, n)), np.zeros((n, n))
    for each in range(round_ + 1):
        for i, j, won, played in table_of(folder, "payoffs").read(each).iter_rows():
            wins[i, j], wins[j, i] = won, played - won
            games[i, j] = games[j, i] = played
    return matchups(wins, games)


def equilibrium_of(folder: Path, config: MetaConfig, round_: int) -> DeckShares:
    """The equilibrium of all decks up to a round."""
    seed = sequence(config.seed, Purpose.METAGAME, round_)
    return equilibrium(matchups_of(folder, round_), config.temperature, config.draws, seed)


def play(asked: Meta, folder: Path, study: MetaConfig, whole: ParentTracking) -> bool:
    """Plays the rounds that are missing.

    Arguments and result are those that `flows.studies.study` explains.
    """
    answers = table_of(folder, "answers")
    for round_ in answers.missing(range(study.rounds)):
        _join(folder, study, round_)
        _play_pairs(folder, study, round_, asked.threads)
        _settle(folder, study, round_)
        searches = searches_of(folder, study, round_)
        failed = make_runs(searches, folder / "searches", asked.threads, asked.resume_anyway)
        if failed:
            name, error = next(iter(failed.items()))
            raise StoreError(f"{folder / 'searches' / name}: {error}")
        answers.write(round_, _answers(folder, study, round_, asked.threads))
        best = answers.read(round_).filter("confirmed")["share"].max()
        whole.log_metrics(round_ + 1, {"best_answer": float(best)})  # type: ignore[arg-type]
    rivals = table_of(folder, "rivals")
    if study.rivals:
        rivals.write(study.rounds - 1, _rivals(folder, study, study.rounds - 1, asked.threads))
    return True


def _join(folder: Path, config: MetaConfig, round_: int) -> None:
    """Writes the decks that join in a round: random ones, or the last round's best answers.

    An answer that is a deck of the metagame already does not join again.
    """
    decks = table_of(folder, "decks")
    if decks.path(round_).exists():
        return
    if round_ == 0:
        cards = config.player.format, config.player.patch
        found = [
            each
            for each in random_decks(len(CLASSES), *cards, config.seed)
            if each.hero in config.classes
        ]
        rows = [{"round": 0, "hero": deck.hero, "code": deck_code(deck)} for deck in found]
        decks.write(0, pl.DataFrame(rows))
        return
    there = decks_of(folder, round_ - 1)["code"]
    best = table_of(folder, "answers").read(round_ - 1).filter("confirmed")
    new = best.filter(~pl.col("code").is_in(there.to_list()))
    columns = pl.lit(round_, pl.Int64).alias("round"), "hero", "code"
    decks.write(round_, new.select(*columns))


def _play_pairs(folder: Path, config: MetaConfig, round_: int, threads: int | None) -> None:
    """Plays the decks that join against all decks, half of a pair's games in each seat."""
    payoffs = table_of(folder, "payoffs")
    if payoffs.path(round_).exists():
        return
    decks = decks_of(folder, round_)
    everyone = opponents_of(opponents_in(decks))
    first_new = decks.height - decks.filter(round=round_).height
    newcomers = everyone[first_new:]
    won, lost = _both_seats(
        newcomers, everyone, config, config.pair_games // 2, round_, "pairs", threads
    )
    rows = [
        (i, j, float(won[i - first_new, j] + lost[i - first_new, j]), float(config.pair_games))
        for i in range(first_new, len(everyone))
        for j in range(i)
    ]
    names = {"first": pl.Int64, "second": pl.Int64, "wins": pl.Float64, "games": pl.Float64}
    payoffs.write(round_, pl.DataFrame(rows, names, orient="row"))


def _both_seats(
    decks: Sequence[Opponent],
    others: Sequence[Opponent],
    config: MetaConfig,
    n_rounds: int,
    place: int,
    label: str,
    threads: int | None,
) -> tuple[np.ndarray, np.ndarray]:
    """Rounds of decks against others: (n_decks, n_others) wins going first, and going second.

    A draw is no win for the deck that goes first.
    """
    seed = sequence(config.seed, Purpose.METAGAME, place)
    ahead, behind = play_both_seats(decks, others, config.player, n_rounds, seed, label, threads)
    return ahead.sum(axis=0), behind.sum(axis=0)


def play_both_seats(
    decks: Sequence[Opponent],
    others: Sequence[Opponent],
    player: PlayerConfig,
    n_rounds: int,
    seed: np.random.SeedSequence,
    label: str,
    threads: int | None,
) -> tuple[np.ndarray, np.ndarray]:
    """Plays rounds of decks against others.

    Returns:
        Two (n_rounds, n_decks, n_others) arrays of bool: whether the deck won going first, and
        going second. A draw is no win for the deck that goes first.
    """
    stop_if_interrupted()
    sides = [(decks, others), (others, decks)]
    number = int(seed.generate_state(1, np.uint32)[0])
    rows = Rows.numbered(n_rounds, 2 * len(decks) * len(others), number)
    progress = Progress()
    progress.expect(rows.games, label)
    played = play_at_once(partial(play_sides, sides, player), rows, threads, progress)
    ahead, behind = (each.to_numpy() for each in played)
    return ahead, ~behind.transpose(0, 2, 1)


def _settle(folder: Path, config: MetaConfig, round_: int) -> None:
    """Writes the equilibrium of all decks so far."""
    equilibria = table_of(folder, "equilibria")
    if equilibria.path(round_).exists():
        return
    found = equilibrium_of(folder, config, round_)
    columns = {"share": found.shares, "value": found.values}
    for name, limits in (("share", found.share_limits), ("value", found.value_limits)):
        columns |= {f"{name}_low": limits[:, 0], f"{name}_high": limits[:, 1]}
    equilibria.write(round_, pl.DataFrame(columns).with_row_index("deck").cast({"deck": pl.Int64}))


def field_of(folder: Path, round_: int, n: int) -> list[OpponentDeck]:
    """The decks of an equilibrium in `n` slots, each as often as its share."""
    shares = table_of(folder, "equilibria").read(round_)["share"].to_numpy()
    decks = opponents_in(decks_of(folder, round_))
    return [decks[deck] for deck in slots(shares, n)]


def searches_of(folder: Path, config: MetaConfig, round_: int) -> list[PlannedRun]:
    """Each class's search for an answer to a round's equilibrium."""
    field = tuple(field_of(folder, round_, SLOTS))
    runs = []
    for hero in config.classes:
        experiment = search_experiment(config, hero, field, _known(folder, config, hero, round_))
        runs.append(PlannedRun(f"{round_:02d}-{hero}", experiment, config.seed + round_))
    return runs


def search_experiment(
    config: MetaConfig, hero: str, field: tuple[OpponentDeck, ...], known: Sequence[str]
) -> Experiment:
    """A search for a class's decks against a field, which starts from known decks, too."""
    return experiment_for("bayes-me", PAPER).but(
        name="meta",
        pool=hero.lower(),
        opponents=field,
        player=config.player,
        search__start_decks=tuple(known),
        search__initial_evaluations=config.random_decks,
        search__budget_games=config.search_games,
        search__fresh_games=0,
        belief__batch_games=1200,
    )


def _known(folder: Path, config: MetaConfig, hero: str, round_: int) -> list[str]:
    """Codes of a class's decks in the metagame, and of the best of its last search."""
    known = decks_of(folder, round_).filter(hero=hero)["code"].to_list()
    if round_:
        last = elites(read_results(folder / "searches" / f"{round_ - 1:02d}-{hero}"))
        known += last.head(config.kept)["deck_code"].to_list()
    return list(dict.fromkeys(known))


def _answers(folder: Path, config: MetaConfig, round_: int, threads: int | None) -> pl.DataFrame:
    """The finalists of all searches against the equilibrium, and each class's best in new games.

    Returns:
        hero, code, share (of games won), games, and `confirmed`: whether they are the new games.
    """
    field = opponents_of(field_of(folder, round_, FINE_SLOTS))
    finalists = []
    for hero in config.classes:
        found = elites(read_results(folder / "searches" / f"{round_:02d}-{hero}"))
        codes = found.head(config.finalists)["deck_code"]
        finalists += [{"hero": hero, "code": code} for code in codes]
    table = pl.DataFrame(finalists)
    tried = _against(table, field, config, config.finalist_games, 10_000 + round_, threads)
    best = tried.sort("share", descending=True, maintain_order=True).unique(
        "hero", keep="first", maintain_order=True
    )
    again = _against(
        best.select("hero", "code"), field, config, config.confirm_games, 20_000 + round_, threads
    )
    return pl.concat([tried.with_columns(confirmed=False), again.with_columns(confirmed=True)])


def _rivals(folder: Path, config: MetaConfig, round_: int, threads: int | None) -> pl.DataFrame:
    """The rivals against a round's equilibrium: name, hero, code, share and games."""
    field = opponents_of(field_of(folder, round_, FINE_SLOTS))
    heroes = [each.deck.hero for each in opponents_of(config.rivals)]
    names = {"name": [each.name for each in config.rivals], "hero": heroes}
    table = pl.DataFrame({**names, "code": [each.code for each in config.rivals]})
    return _against(table, field, config, config.confirm_games, 30_000 + round_, threads)


def _against(
    table: pl.DataFrame,
    field: Sequence[Opponent],
    config: MetaConfig,
    n_games: int,
    place: int,
    threads: int | None,
) -> pl.DataFrame:
    """Adds the share of at least `n_games` games, in both seats, that decks win against a field."""
    decks = opponents_of(opponents_in(table.with_row_index("deck")))
    n_rounds = -(-n_games // (2 * len(field)))
    ahead, behind = _both_seats(decks, field, config, n_rounds, place, "answers", threads)
    games = 2 * n_rounds * len(field)
    share = (ahead.sum(axis=1) + behind.sum(axis=1)) / games
    return table.with_columns(share=pl.Series(share), games=pl.lit(games, pl.Int64))
