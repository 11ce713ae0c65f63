import pytest

from models.self_play.ladder import LADDER, PRESETS, rung
from models.settings.config import ConfigError


def settings(name: str) -> dict:
    return rung(name).config(PRESETS["quick"]).model_dump()


def flat(values: dict, prefix: str = "") -> dict:
    found = {}
    for name, value in values.items():
        nested = flat(value, f"{prefix}{name}.") if isinstance(value, dict) else None
        found |= nested or {f"{prefix}{name}": value}
    return found


@pytest.mark.parametrize(
    ("name", "base", "changed"),
    [
        ("b1", "b0", {"update.rules.gamma"}),
        ("ph", "b0", {"heroes.is_learned"}),
        ("b1.5", "b1", {"environment.random_picks"}),
        ("b2", "b1.5", {"buffer.kind", "buffer.size", "buffer.production"}),
        (
            "b3",
            "b2",
            {
                "update.rules.policy_loss",
                "update.rules.clips.low",
                "update.rules.clips.trace",
                "update.rules.clips.error",
            },
        ),
        ("b4", "b3", {"per_hero", "samples"}),
        ("c5", "b4", {"network.peek"}),
    ],
)
def test_models_differ_by_what_the_paper_changed(name, base, changed):
    assert LADDER[name].base == base
    before, after = flat(settings(base)), flat(settings(name))
    before.setdefault("network.peek", False)  # written only if it is set
    assert {key for key in after if before[key] != after[key]} == changed


def test_a_model_per_hero_learns_from_three_times_the_samples():
    assert rung("b4").config(PRESETS["quick"]).samples == 3 * PRESETS["quick"].samples


def test_unknown_models_are_refused():
    with pytest.raises(ConfigError, match=r"b31: no such model; did you mean b3\?"):
        rung("b31")
