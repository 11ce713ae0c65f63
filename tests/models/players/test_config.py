"""Every setting of a player changes the kernels' input or the cards."""

import pytest

from models.players.config import HAND_WRITTEN, PlayerConfig
from models.players.core.state import SCORERS
from models.settings.config import ConfigError


@pytest.mark.parametrize(
    "change",
    [
        {"fidelity": "mesb"},
        {"fidelity": "fair"},
        {"depth": 12},
        {"width": 5},
        {"positions": "rightmost"},
        {"replan": "choice"},
        {"replan": "news"},
        {"mulligan": "keep-cheap"},
    ],
)
def test_a_setting_changes_the_strategy(change):
    default = PlayerConfig().strategy("control", is_first=True)
    assert PlayerConfig(**change).strategy("control", is_first=True).tobytes() != default.tobytes()


def test_every_hand_written_scorer_has_its_number():
    assert (*HAND_WRITTEN, "network") == SCORERS
    for number, scorer in enumerate(HAND_WRITTEN):
        assert PlayerConfig(scorer=scorer).strategy(scorer, is_first=True).scorer == number


def test_only_the_first_player_of_dsame_searches_again_after_a_rejection():
    player = PlayerConfig()
    assert player.strategy("control", is_first=True).replan_on_rejection == 1
    assert player.strategy("control", is_first=False).replan_on_rejection == 0


@pytest.mark.parametrize(
    "change", [{"depth": 1}, {"width": 0}, {"width": 65}, {"scorer": "lucky"}, {"widht": 4}]
)
def test_wrong_settings_are_refused(change):
    with pytest.raises(ConfigError):
        PlayerConfig().but(**change)


def test_a_manifest_from_before_search_players_is_that_of_the_beam():
    config = PlayerConfig(depth=5)
    written = config.model_dump(mode="json")
    assert "search" not in written
    assert PlayerConfig.model_validate(written) == config == config.but(search="beam")
    with pytest.raises(ConfigError, match="search: Input should be 'beam'"):
        config.but(search="wish")
