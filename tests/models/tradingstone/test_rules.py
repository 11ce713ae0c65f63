"""The rules' variants, and puzzles."""

import pytest

from models.settings.config import ConfigError
from models.tradingstone.rules import RULES, TradingRules, new_puzzle, rules_named


def test_the_record_has_all_rules():
    record = TradingRules(noise=0.25, sickness=True, n_cards=2).record()
    assert (record.noise, record.sickness, record.n_cards, record.health) == (2**30, 1, 2, 30)


def test_variants_are_known_by_name():
    assert rules_named("balanced") == RULES["balanced"]
    with pytest.raises(ConfigError, match=r"^ballanced: no rules .* did you mean balanced"):
        rules_named("ballanced")


def test_equal_seeds_give_equal_puzzles():
    first, again, other = (new_puzzle(seed).tobytes() for seed in (1, 1, 2))
    assert first == again != other
