"""The settings of the one-turn player, and the weights of HearthSim's scorer."""

from typing import Any, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from models.players.core.state import MAX_CHANCES, MAX_NODES, PER_POINT, WEIGHTS
from models.settings.config import Config, ConfigError, did_you_mean

_LARGEST = 1000
_MINION_EXTRA, _CARD_EXTRA = 0.0001, 0.001  # HearthSim, 2015


def _weight(default: float, description: str) -> Any:
    return Field(default, ge=-_LARGEST, le=_LARGEST, description=description)


class HearthSimWeights(Config):
    """The weights of HearthSim's scorer, by their names in its files; ten-thousandths count.

    The defaults are those of its example files. `w_` is of the own side, `wt_` of the opponent's.
    """

    w_a: float = _weight(0.9, "Per attack of own minions.")
    w_h: float = _weight(0.9, "Per health of own minions.")
    wt_a: float = _weight(1.0, "Per attack of the opponent's minions.")
    wt_h: float = _weight(1.0, "Per health of the opponent's minions.")
    w_taunt: float = _weight(0.0, "Per minion with taunt, of both sides.")
    w_health: float = _weight(0.1, "Per health and armour of the own hero.")
    wt_health: float = _weight(0.1, "Per health and armour of the opponent's hero.")
    w_mana: float = _weight(0.1, "Per mana that cards in the own hand cost.")
    w_num_minions: float = _weight(0.5, "Per own minion.")
    wt_num_minions: float = _weight(0.5, "Per minion of the opponent.")
    w_sd_mult: float = _weight(1.0, "Per damage of a damage spell in the own hand.")
    w_sd_add: float = _weight(0.9, "Per damage spell in the own hand.")
    w_divine_shield: float = _weight(
        0.0, "Per attack and health of own minions with divine shield."
    )
    wt_divine_shield: float = _weight(
        0.0, "Per attack and health of the opponent's minions with divine shield."
    )
    w_weapon: float = _weight(0.5, "Per attack times durability of the own weapon.")
    wt_weapon: float = _weight(0.5, "Per attack times durability of the opponent's weapon.")
    w_charge: float = _weight(0.0, "Per minion with charge in the own hand.")

    @model_validator(mode="before")
    @classmethod
    def _are_known(cls, given: Any) -> Any:
        for name in given if isinstance(given, dict) else ():
            if name not in cls.model_fields:
                raise ConfigError(f"{name}: no such weight; {did_you_mean(name, cls.model_fields)}")
        return given

    def as_read_in_2014(self) -> Self:
        """Returns the weights with which HearthSim of July 2014 played after it read these.

        It ignored `w_mana`. It wrote both weights of divine shields to the own one, first
        `w_divine_shield`, then `wt_divine_shield`. It swapped the two weights of damage spells.
        The weights that it built in code, as for the study of Taunt, are not concerned.
        """
        return self.but(
            w_mana=0.0,
            w_divine_shield=self.wt_divine_shield,
            wt_divine_shield=0.0,
            w_sd_mult=self.w_sd_add,
            w_sd_add=self.w_sd_mult,
        )

    def numbers(self, *, as_in_2014: bool) -> np.ndarray:
        """Returns the (len(WEIGHTS),) array of int64 that the kernels read.

        Args:
            as_in_2014: Without what HearthSim added later: a little for each minion and each card
                in hand, so that no card is wasted; the opponent's own weight of weapons.
        """
        values = {**dict(self), "minion_extra": _MINION_EXTRA, "card_extra": _CARD_EXTRA}
        if as_in_2014:
            values.update(minion_extra=0, card_extra=0, wt_weapon=self.w_weapon)
        return np.rint([PER_POINT * values[name] for name in WEIGHTS]).astype(np.int64)


class OneTurnConfig(Config):
    """The settings of the one-turn player."""

    compat: Literal["clean", "2014"] = Field(
        "clean",
        description="clean: the best state after the end of the turn. 2014: the habits of "
        "HearthSim of July 2014: its order of actions, in which the first of the best states "
        "counts, before the end of the turn; new minions at the left end; The Coin wasted.",
    )
    max_nodes: int = Field(
        50_000,
        ge=100,
        le=MAX_NODES,
        description="States that one search tries at most. Searches that reach it are reported; "
        "their plans are good, but perhaps not the best.",
    )
    chances: int = Field(
        1,
        ge=0,
        le=MAX_CHANCES,
        description="Random actions in a row whose outcomes the player plans on from. What "
        "follows a later one is valued as if the turn ended there.",
    )
    samples: int = Field(
        16,
        ge=1,
        le=32,
        description="Outcomes tried of an action with several random draws. All outcomes of a "
        "single draw among up to 10 are tried.",
    )
