"""Answers to an equilibrium: searches of all classes, races of what they find, and new games."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl
from scipy import stats

from engine.decks import deck_code, deck_from_code
from flows.questions.presets import PAPER
from flows.studies.meta.directory import decks_of, field_of, fine_field_of, seed_of, table_of
from flows.studies.runs import is_finished
from models.metagame.config import SLOTS, MetaConfig
from models.metagame.race import LEADERS, climb
from models.players.config import PlayerConfig
from models.players.decks import OpponentDeck, opponents_of
from models.problems.algorithms import experiment_for
from models.problems.decks import solutions_of
from models.problems.experiment import Experiment
from models.problems.study import PlannedRun
from models.statistics.beliefs import Beliefs, in_a_deck, learned, of_cards
from models.statistics.intervals import wilson_interval
from tasks.games.play import wins_against
from tasks.games.seeds import Purpose, sequence
from tasks.orchestration.progress import Progress
from tasks.reports.results import DeckResults, elites, read_results
from tasks.storage.files import Pieces
from tasks.storage.settings import experiment_of
from tasks.storage.store import load_run

#: The columns of races.
RACED = {"hero": pl.String, "code": pl.String, "share": pl.Float64, "games": pl.Int64}


@dataclass(frozen=True)
class Stage:
    """Searches of all classes, and the races of the decks that they found."""

    folder: str  #: The folder of the searches
    race_folder: str  #: The folder of the races
    table: str  #: The table of the answers
    algorithm: str  #: The algorithm of the searches
    seed: int  #: What is added to the seeds of the searches
    place: int  #: Seeds its races' games, with the round; new games have 10,000 more
    is_attack: bool  #: Whether the searches know the rivals, and have other games

    def races(self, folder: Path) -> Pieces[tuple[int, str]]:
        """The races, by round and class."""
        return Pieces(folder / self.race_folder, lambda key: f"{key[0]:02d}-{key[1]}")

    def lacks(self, folder: Path, round_: int, classes: Sequence[str]) -> bool:
        """Whether answers or races of a round are missing."""
        races = self.races(folder).missing((round_, hero) for hero in classes)
        return bool(races or table_of(folder, self.table).missing([round_]))


SEARCH = Stage("searches", "races", "answers", "bayes-me", 0, 10_000, is_attack=False)
#: After the last round, by an algorithm that has no surrogate, and whose elites play again.
ATTACK = Stage("attacks", "attack-races", "attackers", "extract-me", 1000, 40_000, is_attack=True)


@dataclass(frozen=True)
class Searched:
    """The searches and races of a round of a metagame."""

    folder: Path
    round: int

    def search(self, hero: str) -> Path:
        """The directory of a class's search."""
        return self.folder / SEARCH.folder / search_name(self.round, hero)

    def best_codes(self, hero: str, n_elites: int) -> list[str]:
        """Codes of a class's best decks: of its race, then elites of its search."""
        raced = SEARCH.races(self.folder).read((self.round, hero))["code"].to_list()
        return [*raced[:LEADERS], *elite_codes(read_results(self.search(hero)))[:n_elites]]


def last_searched(start: Path, classes: Sequence[str], player: PlayerConfig) -> Searched | None:
    """The last round of a metagame's directory, if searches with these cards can continue it."""
    rounds = table_of(start, "answers").numbers()
    if not rounds:
        return None
    last = Searched(start, rounds[-1])
    for hero in classes:
        path = last.search(hero)
        if not is_finished(path.parent, path.name):
            return None
        theirs = experiment_of(load_run(path, look_only=True))
        if theirs.card_pool().ids != theirs.but(player=player).card_pool().ids:
            return None
    return last


def runs_of(
    folder: Path, config: MetaConfig, round_: int, stage: Stage, before: Searched | None
) -> list[PlannedRun]:
    """Each class's search for an answer to a round's equilibrium, after those `before`."""
    field = tuple(field_of(folder, round_, SLOTS))
    learns = not stage.is_attack and config.learns_in(round_)
    games = config.attacker_games if stage.is_attack else config.search_games_in(round_)
    seed, runs = config.seed + stage.seed + round_, []
    for hero in config.classes:
        known, source = _known(folder, config, hero, round_, stage, before), None
        experiment = search_experiment(config, hero, field, known, games, stage.algorithm)
        if learns and before is not None:
            source = f"{before.search(hero).absolute()}"
            experiment = experiment.but(learning__mode="trend", learning__source=stage.algorithm)
        runs.append(PlannedRun(search_name(round_, hero), experiment, seed, source))
    return runs


def search_name(round_: int, hero: str) -> str:
    """The name of a search's directory."""
    return f"{round_:02d}-{hero}"


def elite_codes(search: DeckResults) -> list[str]:
    """Codes of the elites of a class's search, best first by what it believes."""
    found = elites(search).select("deck_code", "objective")
    found = found.sort("objective", descending=True, maintain_order=True)
    return found["deck_code"].unique(maintain_order=True).to_list()


def search_experiment(
    config: MetaConfig,
    hero: str,
    field: tuple[OpponentDeck, ...],
    known: Sequence[str],
    n_games: int,
    algorithm: str = SEARCH.algorithm,
) -> Experiment:
    """A search for a class's decks against a field, which starts from known decks, too."""
    return experiment_for(algorithm, PAPER).but(
        name="meta",
        pool=hero.lower(),
        opponents=field,
        player=config.player,
        search__start_decks=tuple(known),
        search__initial_evaluations=config.random_decks,
        search__budget_games=n_games,
        search__fresh_games=0,
        belief__batch_games=1200,
    )


def _known(
    folder: Path,
    config: MetaConfig,
    hero: str,
    round_: int,
    stage: Stage,
    before: Searched | None,
) -> list[str]:
    """Codes of a class's decks, and of its rivals or of the best decks of its last search."""
    known = decks_of(folder, round_).filter(hero=hero)["code"].to_list()
    if stage.is_attack:
        rivals = (each.code for each in config.rivals if each.opponent().deck.hero == hero)
        known = [*rivals, *known]
    elif before is not None:
        known += before.best_codes(hero, config.kept)
    return list(dict.fromkeys(known))


def answers_of(
    folder: Path, config: MetaConfig, round_: int, stage: Stage, threads: int | None
) -> pl.DataFrame:
    """The best decks of all races, and each class's winner in new games against the equilibrium.

    Returns:
        hero, code, share (of games won), games, and `confirmed`: whether they are the new games.
    """
    races = stage.races(folder)
    for _, hero in races.missing((round_, hero) for hero in config.classes):
        found = _race(folder, config, round_, stage, hero, threads)
        races.write((round_, hero), found)
        Progress().say(_headline(found))
    raced = [races.read((round_, hero)) for hero in config.classes]
    tried = pl.concat([each.head(LEADERS) for each in raced])
    best = pl.concat([each.head(1).select("hero", "code") for each in raced])
    again = _against(folder, config, round_, best, stage.place + 10_000, threads)
    return pl.concat([tried.with_columns(confirmed=False), again.with_columns(confirmed=True)])


def _race(
    folder: Path, config: MetaConfig, round_: int, stage: Stage, hero: str, threads: int | None
) -> pl.DataFrame:
    """Races the best decks of a class's search, and their swaps: hero, code, share and games."""
    search = read_results(folder / stage.folder / search_name(round_, hero))
    known = search.experiment.search.start_decks[: config.finalists // 4]
    codes = dict.fromkeys([*known, *elite_codes(search)])
    starts = [deck_from_code(code, format=None) for code in codes][: config.finalists]
    field, place = fine_field_of(folder, round_), stage.place + round_
    n_games = config.games_in(round_, config.race_games)
    rng = np.random.default_rng(sequence(config.seed, Purpose.METAGAME, place))
    player, seed = config.player, seed_of(config, place)
    play_deals = partial(wins_against, field, player, seed, "answers", threads)
    found = climb(starts, search.pool, beliefs_of(search), play_deals, n_games, rng)
    rows = [(hero, deck_code(each.deck), each.share, 2 * each.n_deals) for each in found]
    return pl.DataFrame(rows, RACED, orient="row")


def _headline(raced: pl.DataFrame) -> str:
    """A line on the winner of races, whose share is that of the best of many."""
    best = raced.row(0, named=True)
    return f"{best['hero'].capitalize()}: races won by {best['share']:.1%} of {best['games']} games"


def beliefs_of(search: DeckResults) -> Beliefs:
    """What copies of cards are worth in a deck, by the games of a class's search."""
    decks = search.evaluations
    noise = 0.5 / np.sqrt(decks["n_games"].to_numpy())
    shares = decks["win_rate"].to_numpy()
    return in_a_deck(of_cards(learned(search.pool.ids, solutions_of(decks), shares, noise)))


def rivals_of(folder: Path, config: MetaConfig, round_: int, threads: int | None) -> pl.DataFrame:
    """The rivals against a round's equilibrium: name, hero, code, share and games."""
    heroes = [each.deck.hero for each in opponents_of(config.rivals)]
    names = {"name": [each.name for each in config.rivals], "hero": heroes}
    table = pl.DataFrame({**names, "code": [each.code for each in config.rivals]})
    return _against(folder, config, round_, table, 30_000, threads)


def _against(
    folder: Path,
    config: MetaConfig,
    round_: int,
    table: pl.DataFrame,
    place: int,
    threads: int | None,
) -> pl.DataFrame:
    """Adds the share of `confirm_games` games that decks win against a round's equilibrium."""
    decks = [deck_from_code(code, format=None) for code in table["code"]]
    field, n_deals = fine_field_of(folder, round_), config.confirm_games // 2
    player, seed = config.player, seed_of(config, place + round_)
    wins = wins_against(field, player, seed, "answers", threads, decks, 0, n_deals)
    return table.with_columns(
        share=pl.Series(wins / config.confirm_games), games=pl.lit(config.confirm_games, pl.Int64)
    )


def is_settled(folder: Path, config: MetaConfig, round_: int) -> bool:
    """Whether the last `patience` rounds, none of `growing`, found no class that beats them.

    A class beats an equilibrium if its lower limit is more than `tolerance` above half.
    """
    last = range(round_ - config.patience + 1, round_ + 1)
    if not config.patience or last[0] < config.growing:
        return False
    tables = [table_of(folder, "answers").read(each).filter("confirmed") for each in last]
    lowest = with_limits(pl.concat(tables), len(config.classes))["low"]
    return bool((lowest <= 0.5 + config.tolerance).all())


def with_limits(answers: pl.DataFrame, n_classes: int) -> pl.DataFrame:
    """Adds simultaneous 95 % limits of the answers of all classes in a round, low and high."""
    z = float(stats.norm.ppf(1 - 0.025 / n_classes))
    limits = [
        wilson_interval(share * games, games, z)
        for share, games in answers.select("share", "games").iter_rows()
    ]
    low, high = ([each[side] for each in limits] for side in (0, 1))
    return answers.with_columns(
        low=pl.Series(low, dtype=pl.Float64), high=pl.Series(high, dtype=pl.Float64)
    )
