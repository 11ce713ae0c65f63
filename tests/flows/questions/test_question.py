"""What all questions share: fields, labels, help and messages."""

from pathlib import Path

import pytest

from flows.commands import QUESTIONS, Evaluate, Report, Search, Study
from flows.questions.question import Question, default_of, setting
from models.settings.config import ConfigError


class Colour(Question):
    """Paint a thing."""

    thing: str = setting(..., "What is painted.", word="THING")
    times: int = setting(0, "Coats of paint.", ge=0, le=3)
    on_top: list[str] = setting([], "More colours.", option="--over")


def test_a_path_may_begin_with_the_home_directory(monkeypatch):
    monkeypatch.setenv("HOME", "/at/home")
    asked = Report.ask({"runs": ["~/one", "two"], "out": "~"})
    assert asked.runs == [Path("/at/home/one"), Path("two")]
    assert asked.out == Path("/at/home")
    assert asked.into is None


def test_own_settings_come_before_shared_ones():
    assert list(Search.fields())[:4] == ["algorithm", "source", "budget_games", "preset"]
    assert list(Search.fields())[-1] == "threads"


def test_a_field_is_all_that_a_setting_needs():
    assert Colour.command() == "colour"
    assert Colour.help() == "Paint a thing."
    assert [Colour.label(name) for name in Colour.fields()] == ["THING", "--times", "--over"]
    assert [default_of(field) for field in Colour.fields().values()] == ["", "0", ""]
    assert Colour.ask({"thing": "door", "times": "2"}).times == 2


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "colour: THING is missing. What is painted."),
        ({"thing": "door", "times": 4}, "--times 4: use 0 to 3"),
        ({"thing": "door", "times": "two"}, "--times two: use a whole number, 0 to 3"),
        ({"thing": "door", "times": True}, "--times True: true and false are not allowed here"),
        ({"thing": "door", "on_top": [""]}, "--over: is empty; give a value, or omit it"),
        ({"thing": "door", "tims": 1}, "tims: no such setting of colour; did you mean times?"),
    ],
)
def test_a_wrong_value_is_one_message_with_its_option(given, message):
    with pytest.raises(ConfigError) as error:
        Colour.ask(given)
    assert str(error.value) == message


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=lambda each: each.command())
def test_every_setting_is_explained_in_sentences(question):
    assert question.help().endswith(".")
    labels = [question.label(name) for name in question.fields()]
    assert len(labels) == len(set(labels))
    for field in question.fields().values():
        assert field.description[0].isupper()
        assert field.description.endswith(".")


def test_a_question_is_changed_as_a_whole():
    asked = Study(trials=3)
    assert asked.but(trials=4).study.trials == 4
    assert asked.study.trials == 3
    with pytest.raises(ConfigError):
        Evaluate(deck="x").but(games=1)
