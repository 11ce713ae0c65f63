"""The kinds of surrogates by name: a kind is one line here and its own module.

`game_noise` is the noise of decks' results, for kinds that know it.
"""

import json
from collections.abc import Mapping
from typing import Annotated, get_args

import numpy as np
import polars as pl
from pydantic import Field

from models.settings.config import kinds_of
from models.settings.outcomes import OUTCOMES
from models.statistics.efficiency import objective_errors
from models.surrogates.dense import DenseConfig
from models.surrogates.gaussian import GaussianConfig
from models.surrogates.surrogate import Surrogate

_Configs = DenseConfig | GaussianConfig
#: The type of the setting `surrogate`: the configuration is selected by its `kind`.
SurrogateConfig = Annotated[_Configs, Field(discriminator="kind")]
#: Name of a kind to its configuration, whose `build` makes a surrogate.
KINDS = {kind: config for config in get_args(_Configs) for kind in kinds_of(config)}


def surrogate_from_state(state: Mapping[str, np.ndarray]) -> Surrogate:
    """Returns the surrogate of a `state`, which predicts and continues learning like the original.

    Raises:
        ValueError: The state is incomplete, of an unknown kind, or does not fit its own
            configuration.
    """
    try:
        settings = json.loads(str(state["config"]))
        if settings["kind"] not in KINDS:
            raise ValueError(f"no kind of surrogate is called {settings['kind']!r}")
        config = KINDS[settings["kind"]].model_validate(settings)
        surrogate = config.build(int(state["n_cards"]), seed=0)
        surrogate.take(state)
    except KeyError as error:
        raise ValueError(f"the surrogate's state lacks {error.args[0]}") from None
    return surrogate


def game_noise(decks: pl.DataFrame, config: GaussianConfig) -> np.ndarray:
    """(n_decks, n_targets) variances of the noise of decks' results.

    That of the objective is the mean variance of games against the same opponent, of all decks.
    Outcomes of the deck alone are exact.
    """
    n_games = decks["n_games"].to_numpy().astype(np.float64)[:, None]
    deviations = np.tile(config.game_noise, (decks.height, 1))
    deviations[:, [OUTCOMES[name].of_deck is not None for name in config.targets]] = 0.0
    errors = objective_errors(decks)
    known = np.isfinite(errors)
    if known.any():
        column = config.targets.index("objective")
        deviations[:, column] = np.sqrt((errors**2 * n_games[:, 0])[known].mean())
    return deviations**2 / n_games
