import pytest
from pydantic import Field, ValidationError

from models.config import Config, ConfigError


class Engine(Config):
    epochs: int = Field(20, ge=1)
    hidden: tuple[int, ...] = (128, 32)
    is_loud: bool = False
    is_new: bool | None = None


class Car(Config):
    name: str = "car"
    engine: Engine = Engine()


def test_a_change_leaves_the_original_alone():
    car = Car()
    assert car.but(name="bus", engine__epochs=3) == Car(name="bus", engine=Engine(epochs=3))
    assert car == Car()


def test_paths_may_have_dots_and_text_is_converted():
    assert Car().but(**{"engine.epochs": "7"}).engine.epochs == 7


def test_a_whole_part_can_be_replaced():
    assert Car().but(engine=Engine(epochs=2)).engine.epochs == 2
    assert Car().but(engine={"epochs": 2}).engine == Engine(epochs=2)


def test_several_parts_of_one_part_change_together():
    car = Car().but(engine__epochs=2, engine__hidden=(8,))
    assert car.engine == Engine(epochs=2, hidden=(8,))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"nam": 1}, r"nam: no such setting; did you mean name\?"),
        ({"engine__epoch": 1}, r"engine.epoch: no such setting; did you mean engine.epochs\?"),
        ({"xyz": 1}, "xyz: no such setting; choose one of name, engine"),
        ({"name__first": "x"}, "name.first: name is a plain value"),
        ({"engine__epochs": -1}, r"engine.epochs: .*greater than or equal to 1 \(given: -1\)"),
        ({"engine__epochs": "many"}, r"engine.epochs: .*integer.* \(given: 'many'\)"),
        ({"engine": Engine(), "engine__epochs": 1}, "engine: set either the whole or its parts"),
        ({"engine__epochs": True}, r"engine.epochs: true and false are not .* \(given: True\)"),
        ({"engine__hidden": [8, False]}, "engine.hidden: true and false are not allowed here"),
        ({"engine__is_loud": 1}, r"engine.is_loud: write true or false \(given: 1\)"),
        ({"engine__is_loud": "yes"}, "engine.is_loud: write true or false"),
        ({"engine": {"epochs": True}}, "engine.epochs: true and false are not allowed here"),
    ],
)
def test_what_is_wrong_is_named_with_its_path(changes, message):
    with pytest.raises(ConfigError, match=message):
        Car().but(**changes)


@pytest.mark.parametrize("value", [True, False])
def test_truth_is_a_value_of_what_asks_for_it(value):
    engine = Car().but(engine__is_loud=value, engine__is_new=value).engine
    assert (engine.is_loud, engine.is_new) == (value, value)
    assert Engine(is_new=None).is_new is None


def test_it_is_frozen_and_rejects_unknown_keys():
    with pytest.raises(ValidationError):
        Car().name = "bus"
    with pytest.raises(ValidationError):
        Car(colour="red")
