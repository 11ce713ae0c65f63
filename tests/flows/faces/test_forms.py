"""Forms on Prefect's pages: names, seeds and tags of their runs, and their errors."""

import re
from contextlib import nullcontext
from typing import get_args

import pytest

from flows.commands import QUESTIONS, Balance, Evaluate, Mesb, TrainPlayer
from flows.questions.preset_run import SuiteName
from models.settings.config import ConfigError
from tasks.orchestration.server import ask
from tests.infra.test_service import DEPLOYMENTS, entry, submit

FOUR = ["aggro-hunter", "control-hunter", "aggro-paladin", "control-paladin"]


def names(prefect: dict[str, str]) -> set[str]:
    """The names of the runs that were begun last."""
    return {each["name"] for each in runs(prefect)}


def runs(prefect: dict[str, str]) -> list[dict]:
    """The runs that were begun last."""
    wanted = {"sort": "START_TIME_DESC", "limit": 50}
    return ask(f"{prefect['PREFECT_API_URL']}/flow_runs/filter", wanted)


def begin(form, **settings) -> None:
    """A run that ends at once: its mirror is impossible."""
    with pytest.raises(ConfigError, match="--mirror nowhere://x: "):
        form(preset="smoke", mirror="nowhere://x", **settings)


def test_a_run_is_named_by_what_it_makes(prefect):
    from flows.faces.forms import mesb

    begin(mesb, seed=3, archetypes=["control-paladin"], experiments=["elite", "balance"])
    assert "mesb-elite+balance-control-paladin-smoke-seed3" in names(prefect)


def test_a_run_of_many_archetypes_or_of_a_patch_has_a_short_name(tmp_path):
    (tmp_path / "softer.yaml").write_text("cards:\n  Wisp: {cost: 1}\n")
    of_patch = Balance(patch=str(tmp_path / "softer.yaml"), archetypes=FOUR[:2])
    many = Mesb(preset="smoke", archetypes=FOUR, patch="mesb-balance-paper")
    assert of_patch.title == "balance-softer-aggro-hunter+control-hunter-quick"
    assert many.title == "mesb-mesb-balance-paper-4-archetypes-smoke"
    assert Mesb(preset="smoke").title == "mesb-smoke"


@pytest.mark.parametrize("name", ["mesb", "balance", "study"])
def test_two_runs_of_one_form_without_a_seed_have_different_ones(prefect, name, tmp_path):
    from flows.faces import forms

    patch = {"patch": "mesb-balance"} if name == "balance" else {}
    before = names(prefect)
    for _ in range(2):
        begin(getattr(forms, name), out=str(tmp_path / "out"), **patch)
    found = names(prefect) - before
    assert len(found) == 2
    assert all(re.fullmatch(rf"{name}-.*smoke.*-seed\d+", each) for each in found)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=lambda each: each["name"])
def test_a_form_asks_what_its_command_asks(deployment):
    flow = entry(deployment)
    question, shown = QUESTIONS[flow.name], flow.parameters
    assert set(question.fields()) - set(shown.properties) <= {"port", "as_json", "plan_only"}
    for name, form in shown.properties.items():
        field = question.model_fields[name]
        if name != "algorithm":  # a list of many
            assert form["description"].startswith(field.description)
        assert (name in shown.required) == field.is_required()
        if not field.is_required():  # what a schedule starts has a seed of its own
            assert form.get("default") == (None if name == "seed" else field.get_default())
    assert "seed" not in deployment.get("parameters", {})


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=lambda each: each["name"])
def test_a_form_shows_a_field_for_every_setting(deployment):
    """With null among its types, or as its default, Prefect would show that it is of type None."""
    from prefect.utilities.callables import parameter_schema
    from prefect.utilities.schema_tools import validate

    schema = parameter_schema(entry(deployment)).model_dump_for_openapi()
    fields = schema["properties"]
    types = [each for field in fields.values() for each in field.get("anyOf", [field])]
    assert all(each["type"] != "null" for each in types)
    assert all(field.get("default", "") is not None for field in fields.values())
    empty = [name for name, field in fields.items() if not {"default", "enum"} & set(field)]
    assert {"seed", "threads"} & set(fields) <= set(empty) - set(schema.get("required", []))
    assert "threads" in fields
    given = {
        name: ["given"] if fields[name]["type"] == "array" else "given"
        for name in schema.get("required", [])
    } | deployment.get("parameters", {})
    given |= {name: None for name in empty if name not in given}
    validate(given, schema, raise_on_error=True)


def test_a_form_has_short_texts_and_a_line_per_algorithm():
    from flows.faces import forms
    from models.problems.algorithms import ALGORITHMS

    head, *lines = forms.search.parameters.properties["algorithm"]["description"].split("\n")
    assert head == "Algorithm of the search:"
    assert [line.split()[1] for line in lines] == list(ALGORITHMS)
    assert forms.search.description == QUESTIONS["search"].help()


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("search", {"preset": "quik"}, "did you mean quick"),
        ("search", {"settings": ["search.n_game=2"]}, "did you mean search.n_games"),
        ("search", {"settings": ["player.width=true"]}, "true and false are not allowed here"),
        ("search", {"threads": 0}, "--threads 0: use 1 to 4096"),
        ("search", {"threads": True}, "--threads True: true and false are not allowed here"),
        ("evaluate", {"deck": "Classic Miracle Rouge"}, "did you mean 'Classic Miracle Rogue'"),
    ],
)
def test_a_form_refuses_at_once_with_the_message_of_the_command(prefect, name, settings, message):
    from flows.faces import forms

    more = {"algorithm": "dsa-me"} if name == "search" else {}
    with pytest.raises(ValueError, match=message):
        getattr(forms, name)(**more, **settings)


@pytest.mark.parametrize(
    ("form", "field", "value", "is_refused"),
    [
        *(("search", "preset", "quik", True), ("search", "preset", "smoke", False)),
        *(("search", "algorithm", "dsa-mee", True), ("search", "threads", 0, True)),
        ("search", "seed", -1, True),
        *(("search", "settings", [x], True) for x in ("search.n_game=2", "search.n_games")),
        ("search", "settings", ["search.n_games=2", "archive.shape=[10, 20]"], False),
        ("search", "settings", ["search.chunk_games=20"], False),
        ("search", "settings", ["archive.remap_every=100"], False),
        ("search", "settings", ["player=one-turn:value", "surrogate.pairs=false"], False),
        ("meta", "settings", ["search_games=12000", "attacker_games=0"], False),
        ("meta", "settings", ["search.n_games=20"], True),
        ("self_play", "settings", ["buffer.size=16", "copying.samples=1000"], False),
        ("train_value", "settings", ["fit.trace=1"], False),
        ("search", "cluster", "localhost", True),
        *(("search", "cluster", x, False) for x in ("local:2", "tcp://10.0.0.1:8786", "", None)),
        ("train_player", "settings", ["n_games=20"], False),
        ("train_player", "settings", ["search.n_games=20"], True),
        ("mesb", "archetypes", ["aggro-hunte"], True),
        *(("study", "algorithms", ["dsa-mee"], True), ("evaluate", "games", 1, True)),
    ],
)
def test_what_a_form_can_check_is_refused_at_submission(form, field, value, is_refused):
    from prefect.utilities.schema_tools.validation import ValidationError

    from flows.faces import forms

    needed = {"search": {"algorithm": "dsa-me"}, "evaluate": {"deck": "Zoo"}}.get(form, {})
    with pytest.raises(ValidationError) if is_refused else nullcontext():
        submit(getattr(forms, form), needed | {field: value})


def test_the_service_checks_forms_at_submission():
    assert all(each.get("enforce_parameter_schema", True) for each in DEPLOYMENTS)


def test_a_field_that_was_left_empty_has_its_default():
    from flows.faces.forms import ask

    left = {"preset": "", "settings": [], "patch": None, "out": "", "threads": None, "seed": 3}
    assert ask(QUESTIONS["train-player"], left) == TrainPlayer(seed=3)


def test_a_run_is_tagged_by_the_algorithm_that_was_asked_for(prefect, tmp_path):
    from prefect import tags

    from flows.faces.forms import search

    (deployment,) = (each for each in DEPLOYMENTS if each["name"] == "dsa-me")
    asked = deployment["parameters"] | {"algorithm": "map-elites", "preset": "smoke", "seed": 77}
    settings = ["search.evaluations=24", "search.n_games=2", "search.fresh_games=0"]
    with tags(*deployment["tags"]):
        search(**asked, settings=settings, out=str(tmp_path / "run"), threads=1)
    (run,) = [each for each in runs(prefect) if each["name"] == "map-elites-smoke-seed77"]
    assert sorted(run["tags"]) == ["map-elites", "search"]


def test_opponents_of_the_lab_are_chosen_from_the_suites_or_are_a_folder():
    from flows.faces import forms

    suites, folder = forms.balance.parameters.properties["opponents"]["anyOf"]
    assert suites["enum"] == list(get_args(SuiteName))
    assert folder["type"] == "string"


def test_a_player_with_a_search_of_its_own_can_be_chosen_in_the_form():
    from flows.faces import forms

    submitted = {"deck": "Zoo", "player": "one-turn:value", "fidelity": "dsame", "seed": 1}
    asked = forms.ask(Evaluate, submitted)
    assert asked.player_config().search == "one-turn"
