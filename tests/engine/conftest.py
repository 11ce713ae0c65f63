"""The rules that most tests of the engine use."""

import pytest

from engine.rules import Rules, rules_for


@pytest.fixture(scope="session")
def rules() -> Rules:
    return rules_for()
