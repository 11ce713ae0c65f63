"""The tables and columns of runs in SQL, with types and meanings.

`tasks.sql.catalog` makes the tables; `flows.faces.sql_page` writes this list into `docs/sql.md`.
A column that is an outcome has its type and meaning from `models.settings.outcomes`.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from models.settings.outcomes import OUTCOMES, Outcome
from tasks.storage.run import Run
from tasks.storage.store import status_of


@dataclass(frozen=True)
class Column:
    """A column: DuckDB's type, its meaning and, in the table `runs`, its value for a run."""

    kind: str
    text: str
    of_run: Callable[[Run], Any] | None = None


_RUN = Column(
    "varchar",
    "name of the run's directory, with folders above where names repeat",
    lambda run: run.name,
)


@dataclass(frozen=True)
class Table:
    """A table and its columns."""

    text: str  #: The meaning of one row
    columns: Mapping[str, Column]  #: Columns that every such table has, in order, after `run`
    #: Columns that depend on the run: a part of their name, with its meaning
    more: Mapping[str, str] = field(default_factory=dict)
    is_of_runs: bool = True  #: Whether the first column is the row's run

    @property
    def all_columns(self) -> Mapping[str, Column]:
        """The columns with `run`, in order."""
        return {"run": _RUN, **self.columns} if self.is_of_runs else self.columns


def _outcome(outcome: Outcome) -> Column:
    kind = "bigint" if outcome.is_whole else "double"
    return Column(kind + "[]" * outcome.by_opponent, outcome.text)


def described(text: str, columns: str, is_of_runs: bool = True, **more: str) -> Table:
    """A table whose columns are lines of `name type: meaning`, or of the name of an outcome."""
    found = {}
    for line in filter(None, map(str.strip, columns.splitlines())):
        head, _, meaning = line.partition(": ")
        name, _, kind = head.partition(" ")
        found[name] = Column(kind, meaning) if kind else _outcome(OUTCOMES[name])
    return Table(text, found, more, is_of_runs)


_RUNS = {
    "path": Column("varchar", "its directory", lambda run: str(run.path)),
    "status": Column(
        "varchar", "running, finished, failed, or crashed (its process is gone)", status_of
    ),
    "seed": Column("hugeint", "seed of all its random numbers", lambda run: run.seed),
    "started": Column("timestamptz", "when it began", lambda run: run.manifest["started"]),
    "finished": Column("timestamptz", "when it last ended", lambda run: run.manifest["finished"]),
    "code_digest": Column(
        "varchar", "digest of the code it began with", lambda run: run.code_digest
    ),
    "card_digest": Column("varchar", "digest of its cards", lambda run: run.card_digest),
    "experiment": Column(
        "json",
        "its settings, such as `experiment->>'$.search.n_games'`",
        lambda run: json.dumps(run.experiment),
    ),
    "versions": Column(
        "json", "versions of Python and libraries", lambda run: json.dumps(run.manifest["versions"])
    ),
}
_PLACE = "its place along a measure of the archive"
_FIRST = ("objective", "objective_se", "win_rate", "win_count", "n_games", "failed_games")
_RESULTS = "\n".join(
    [
        "evaluation bigint: number of the deck, from 0, in the order of the search",
        "iteration bigint: outer iteration that evaluated it",
        *dict.fromkeys((*_FIRST, *OUTCOMES)),
        "solution tinyint[]: copies of each card of the pool; card c is `solution[c + 1]`",
    ]
)
_TRAINING = "in a player's training: a network instead of a deck"
TABLES: dict[str, Table] = {
    "runs": Table("a run", _RUNS),
    "evaluations": described("an evaluated deck", _RESULTS, weights=_TRAINING),
    "fresh_evaluations": described(
        "a final elite and its new games, without the luck of selection",
        _RESULTS,
        weights=_TRAINING,
    ),
    "decks": described(
        "a card in an evaluated deck",
        """
        evaluation bigint: number of the deck
        card bigint: number of the card in the pool
        id varchar: the card's id in the game
        name varchar: its name
        cost bigint: its mana cost
        copies tinyint: how many the deck has
        """,
    ),
    "games": described(
        "the games of an evaluated deck against one opponent",
        """
        evaluation bigint: number of the deck
        opponent bigint: place in the suite, from 0
        n_games bigint: games played
        wins bigint: games won
        objective double: mean health difference
        """,
    ),
    "opponents": described(
        "an opponent",
        """
        opponent bigint: place in the suite, from 0
        name varchar: its deck's name
        """,
    ),
    "proposals": described(
        "a deck that an outer iteration evaluates, in order",
        """
        iteration bigint: the outer iteration
        predicted_objective double: the surrogate's prediction, if there is one
        solution tinyint[]: copies of each card of the pool
        """,
        predicted_="the measures that it predicted",
        emitter="in a player's training: the emitter that proposed it",
        weights=_TRAINING,
    ),
    "archive": described(
        "an elite after an outer iteration, with a column for each measure of its archive",
        """
        iteration bigint: the outer iteration
        cell bigint: number of its cell
        evaluation bigint: number of the deck
        objective
        turns
        hand_size
        deck_mana_sum
        deck_mana_variance
        visits bigint: decks that fell into the cell so far
        solution tinyint[]: copies of each card of the pool
        """,
        cell_=_PLACE,
        objective_sd="standard deviation of the objective, in searches whose archive has estimates",
        weights=_TRAINING,
    ),
    "metrics": described(
        "an outer iteration",
        """
        iteration bigint: its number, from 0
        evaluations bigint: decks evaluated so far
        qd_score double: sum over the elites of their objective, from 0 at -30 health to 1 at +30
        coverage double: share of cells with an elite
        n_elites bigint: elites
        max_objective double: objective of the best elite
        mean_objective double: mean objective of the elites
        max_win_rate double: highest win rate among the elites
        n_proposed bigint: decks that the iteration evaluated
        n_not_added bigint: of these, decks no better than their cell's elite
        n_improved bigint: decks better than their cell's elite
        n_new bigint: decks that filled a cell
        failed_games bigint: games played again
        """,
        games="games of the iteration; also `games_per_second`",
        _s="seconds of a part, such as `train_s`",
        _mse_="the surrogate's mean squared errors, such as `holdout_mse_objective`",
        surrogate_elites="elites of the surrogate's archive",
    ),
    "surrogate_metrics": described(
        "an outer iteration, target and split",
        """
        iteration bigint: outer iteration of the training
        target varchar: the predicted outcome
        split varchar: train, or holdout (decks that it had not learned)
        mse double: mean squared error
        n_rows bigint: decks in the split
        """,
    ),
    "timing": described(
        "a finished run",
        """
        wall_s double: all seconds
        games_s double: seconds of games
        train_s double: seconds of the surrogate's training
        search_s double: seconds of the search on the surrogate
        archive_s double: seconds of the archive
        report_s double: seconds of the report
        other_s double: seconds of the rest
        tracking_s double: seconds of Prefect and MLflow, part of that rest
        games bigint: games played
        not_games double: share of the time that was not spent on games
        """,
    ),
    "elites": described(
        "an elite of the report, best first",
        """
        rank bigint: place by new games, or as found if there are none
        evaluation bigint: number of the deck
        cell bigint: number of its cell
        objective double: mean health difference when it was found
        objective_se
        win_rate
        turns
        hand_size
        dust
        deck_mana_sum
        deck_mana_variance
        deck varchar: its cards in words
        deck_code varchar: for importing it into the game
        fresh_objective double: mean health difference in new games
        fresh_objective_se double: its standard error
        fresh_win_rate double: share of new games won
        fresh_turns double: mean rounds of new games
        fresh_hand_size double: mean cards in hand in new games
        solution tinyint[]: copies of each card of the pool
        """,
        fresh_="another measure of the archive in new games",
        believed_="in searches whose archive has estimates: `objective`, its standard deviation "
        "`sd`, 90 % interval `low` to `high`, the deck's `games` behind it, and the measures",
        cell_=_PLACE,
        weights=_TRAINING,
    ),
    "efficiency": described(
        "a search's archive after some games, judged by new games, which do not count",
        """
        games bigint: all games that the search has spent so far
        evaluations bigint: decks that it has evaluated so far
        qd_score double: QD score as the search believes it
        n_elites bigint: elites
        corrected_qd_score double: QD score of the elites in new games only
        corrected_n_elites bigint: cells that they fill in new games
        corrected_coverage double: share of all cells that they fill in new games
        corrected_max_objective double: best mean health difference in new games
        corrected_mean_objective double: mean over those cells, in health
        bias double: mean over elites of new games minus belief, in health
        error double: root mean square of new games minus belief, in health
        covered_90 double: share of elites within the 90 % interval of the belief
        """,
    ),
    "card_effects": described(
        "an outcome and a card: the effect of one copy in place of an average card, by `explain`",
        """
        target varchar: the outcome
        card bigint: number of the card in the pool
        id varchar: its id in the game
        name varchar: its name
        cost bigint: its mana cost
        n_decks bigint: evaluated decks with it
        mean_copies double: its mean copies in the evaluated decks
        effect double: the change of the outcome, posterior mean
        effect_sd double: its posterior standard deviation
        low double: lower end of its 90 % interval
        high double: upper end
        evaluations bigint: decks that the process has learned
        """,
    ),
    "pair_effects": described(
        "an outcome and a pair of cards that a deck had: their effect beyond the sum of their own",
        """
        target varchar: the outcome
        card bigint: number of the first card in the pool
        id varchar: its id in the game
        name varchar: its name
        other bigint: number of the second card; the same number is the card's second copy
        other_id varchar: its id in the game
        other_name varchar: its name
        n_decks bigint: evaluated decks with both
        effect double: the change of the outcome, posterior mean
        effect_sd double: its posterior standard deviation
        low double: lower end of its 90 % interval
        high double: upper end
        evaluations bigint: decks that the process has learned
        """,
    ),
    "cards": described(
        "a card of the pool",
        """
        card bigint: its number in the pool, from 0
        id varchar: its id in the game
        name varchar: its name
        cost bigint: its mana cost
        type varchar: MINION, SPELL or WEAPON
        rarity varchar: from FREE to LEGENDARY
        card_class varchar: NEUTRAL or a class
        max_copies bigint: copies that a deck may have
        """,
    ),
    "card_games": described(
        "a card's event in games against an opponent, by `evaluate --card-statistics` "
        "(docs/how-to/card-statistics.md)",
        """
        deck_code varchar: the deck
        id varchar: the card's id in the game
        dbf_id bigint: its number in the game's data and in deck codes
        name varchar: its name
        copies bigint: how many the deck has
        opponent varchar: name of the opponent
        seat varchar: first or second, of the deck
        event varchar: all, offered, kept, replaced, deck, early, drawn, played or held
        turn bigint: own turn of the first draw or play, 0 in the hand after the mulligan; else null
        games bigint: games in which it happened to any copy
        wins bigint: of these, how many the deck won
        """,
    ),
    "hearthsim_points": described(
        "a point of an experiment of HearthSim: our deck against the other one",
        """
        number bigint: place of the point in its experiment, from 0
        point varchar: its name
        value double: the number that the experiment varies, if it varies one
        n_games bigint: games played
        wins bigint: games that our deck won
        losses bigint: games that the other deck won
        drawn bigint: games without a winner
        share double: share of the games with a winner that our deck won
        low double: lower end of its 95 % interval (Clopper and Pearson)
        high double: upper end
        first_share double: share of the games in which our deck went first
        rounds double: mean rounds of a game
        nodes double: mean states that both players tried in a game
        capped bigint: searches that stopped at their limit of states
        """,
    ),
    "hearthsim_rounds": described(
        "a round of a point's games: means over all games, 0 after a game's end",
        """
        number bigint: place of the point in its experiment, from 0
        point varchar: its name
        round bigint: the round, from 1
        share double: share of the games that ended in it
        our_minions double: minions of our deck's side at its end
        their_minions double: of the other side
        our_hand double: cards in our hand
        their_hand double: in the other hand
        our_health double: health of our hero
        their_health double: of the other hero
        """,
    ),
    "hearthsim_games": described(
        "a game of an experiment of HearthSim",
        """
        point varchar: name of its point
        game bigint: its number; the same number is the same deal in all points
        first tinyint: the deck that went first: 0 ours, 1 the other one
        winner tinyint: the deck that won: 0 ours, 1 the other one; null if none
        rounds bigint: rounds played
        actions bigint: actions of both players
        nodes bigint: states that both players tried
        capped bigint: searches that stopped at their limit of states
        """,
    ),
    "play_games": described(
        "a finished game of a person against a player",
        """
        match varchar: id of the match that it was part of; null for a single game
        opponent varchar: name of the player
        person_side bigint: side of the person: 0 went first
        deck varchar: the person's deck
        hero varchar: its class
        deck_code varchar: its deck code
        opponent_deck varchar: the player's deck
        opponent_hero varchar: its class
        opponent_deck_code varchar: its deck code
        result varchar: won, lost or drawn, for the person
        conceded tinyint: 1 if the person gave up
        rounds bigint: rounds played
        health_difference bigint: health of the person's hero minus the opponent's
        n_actions bigint: actions of both sides
        practice tinyint: 1 if the person could take actions back
        undone bigint: how often the person did
        """,
    ),
    "play_actions": described(
        "an action of a finished game of a person",
        """
        number bigint: its number in the game, from 0
        turn bigint: the turn, counted over both sides from 1
        side bigint: the side that acted
        actor varchar: person or player
        kind varchar: play, attack, hero power, choose or end turn
        code bigint: the action as the engine's number
        text varchar: what it did
        """,
    ),
    "duels": described(
        "a pair of decks that played each other in MESB or the balance lab; their folder has it",
        """
        study varchar: name of the folder
        cards varchar: `duels-before` or `duels-after` the patch; in the lab `duels-ARCHETYPE`
        ours varchar: a deck
        theirs varchar: the other one
        n_games bigint: games played
        score double: share of the games that the first one won
        low double: lower end of its 95 % interval
        high double: upper end
        """,
        is_of_runs=False,
    ),
}
