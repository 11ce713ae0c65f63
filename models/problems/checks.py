"""Checks of a search for decks, before any work, that need its cards and opponents."""

from models.players.decks import check_opponents, opponents_of
from models.problems.experiment import Experiment
from models.settings.config import ConfigError


def check_search(experiment: Experiment) -> None:
    """Checks that the cards and decks of a search exist, and that its games can be dealt.

    Raises:
        ConfigError: The budget is below one batch, an opponent would have no game, or a surrogate
            nothing to learn from.
        DeckError: A pool, suite of opponents or deck does not exist, or the patch or format lacks a
            card.
    """
    experiment.card_pool()
    opponents = opponents_of(experiment.opponents)
    player = experiment.player
    check_opponents(opponents, player.patch, player.format)
    if experiment.estimates:
        _check_dealt(experiment, len(opponents))
    if experiment.search.budget_games is not None:
        _check_batch(experiment)
    is_online = experiment.uses_surrogate and experiment.learning.mode == "online"
    if is_online and not experiment.search.initial_evaluations:
        raise ConfigError("search.initial_evaluations is 0; a surrogate needs 1 or more to learn")


def _check_dealt(experiment: Experiment, n_opponents: int) -> None:
    """An estimate from games against some opponents only would be biased."""
    games = {"search.n_games": experiment.search.n_games}
    if experiment.proposals == "belief":
        games["belief.later_games"] = experiment.belief.later_games
    for key, n_games in games.items():
        if n_games < n_opponents:
            raise ConfigError(
                f"{key} is {n_games}, so {n_opponents - n_games} of the {n_opponents} opponents "
                f"would have no game against a deck; set it to {n_opponents} or more"
            )


def _check_batch(experiment: Experiment) -> None:
    search = experiment.search
    match experiment.proposals:
        case "belief":
            key, batch = "belief.batch_games", experiment.belief.batch_games
        case "surrogate":  # as many decks as its archive has
            key, batch = "search.n_games", search.n_games
        case _:
            key, batch = "search.batch_size", search.batch_size * search.n_games
    start = search.initial_evaluations
    least = start * search.n_games + batch
    if search.games < least:
        raise ConfigError(
            f"search.budget_games ({search.games}) is below the games of {start} random decks and "
            f"one batch; set it to {least} or more, or lower {key} or search.initial_evaluations"
        )
