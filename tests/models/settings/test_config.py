"""Configurations: changes, refusals, and what does not affect results."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal, get_args

import annotated_types
import pytest
from pydantic import Field, ValidationError

import models
from flows.questions.presets import SMOKE, TRAININGS
from flows.questions.settings import override
from models.problems.experiment import Experiment
from models.problems.players import PlayerTraining
from models.settings.config import (
    Config,
    ConfigError,
    added_field,
    kinds_of,
    of_kinds,
    repeated,
    without_scheduling,
)


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


def test_an_added_field_is_written_only_where_it_is_not_the_default():
    class Bus(Config):
        name: str = "bus"
        seats: int = added_field(40, ge=1, description="Seats.")

    assert Bus().model_dump(mode="json") == {"name": "bus"}
    assert Bus.model_validate({"name": "bus"}) == Bus()
    assert Bus(seats=12).model_dump(mode="json") == {"name": "bus", "seats": 12}
    assert Bus.model_json_schema()["properties"]["seats"]["default"] == 40
    with pytest.raises(ConfigError, match=r"seats: .*greater than or equal to 1"):
        Bus().but(seats=0)


class Tyre(Config):
    width: float = 1.0
    parts: int | tuple[Literal["rim", "tube"], ...] = 1
    worn: str | Annotated[tuple[float, ...], Field(min_length=1)] = "new"


@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "1e999", float("inf")])
def test_numbers_that_are_not_finite_are_refused_by_every_configuration(value):
    with pytest.raises(ConfigError, match=r"^width: Input should be a finite number \(given"):
        Tyre().but(width=value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"worn": []}, "worn: The list should have at least 1 item (given: [])"),
        ({"worn": ["x"]}, "worn.0: Input should be a valid number, unable to parse"),
        ({"parts": ["rim", "tub"]}, "parts.1: Input should be 'rim' or 'tube' (given: 'tub')"),
        ({"worn": [float("nan")]}, "worn.0: Input should be a finite number (given: nan)"),
    ],
)
def test_an_error_of_one_of_several_types_names_the_setting_and_no_type(changes, message):
    with pytest.raises(ConfigError) as error:
        Tyre().but(**changes)
    assert str(error.value).startswith(message)
    assert ";" not in str(error.value)


class Circle(Config):
    kind: Literal["circle", "disc"] = "circle"
    colour: str = "black"
    width: int = 1
    radius: float = 1.0


class Square(Config):
    kind: Literal["square"] = "square"
    colour: str = "white"
    width: int = 2
    side: float = 3.0


class Picture(Config):
    shape: Annotated[Circle | Square, Field(discriminator="kind")] = Circle()


def test_a_change_of_kind_takes_the_other_configuration_and_keeps_what_was_set():
    picture = Picture().but(shape__colour="red")
    assert picture.but(shape__kind="disc").shape == Circle(kind="disc", colour="red")
    assert picture.but(shape__kind="square").shape == Square(colour="red")
    assert picture.but(shape__kind="square", shape__side=5).shape == Square(colour="red", side=5)
    assert Picture.model_validate({"shape": {"kind": "square"}}).shape == Square()
    with pytest.raises(ConfigError, match=r"shape\.radius: no such setting"):
        picture.but(shape__kind="square", shape__radius=2)
    with pytest.raises(ConfigError, match=r"shape\.kind: Input should be 'circle' or 'disc'"):
        picture.but(shape__kind="star")
    with pytest.raises(ConfigError, match=r"shape\.radius: .*number"):
        Picture(shape=Square()).but(shape__kind="circle", shape__radius="many")


def test_one_configuration_needs_no_choice():
    assert kinds_of(Circle) == ("circle", "disc")
    assert kinds_of(Picture) == ()


def test_parts_of_other_kinds_show_their_settings():
    class Pyramid(Square):
        kind: Literal["pyramid"] = "pyramid"
        height: float

    class Drawing(Picture):
        shape: Annotated[Circle | Square | Pyramid, Field(discriminator="kind")] = Circle(
            colour="red"
        )

    disc = of_kinds(Drawing(), {"shape.kind": "disc"})
    assert disc.shape == Circle(kind="disc", colour="red")
    pyramid = of_kinds(Drawing(), {"shape.kind": "pyramid"}).shape
    assert dict(pyramid) == {"kind": "pyramid", "colour": "red", "width": 2, "side": 3.0}
    made = Drawing().but(shape__kind="pyramid", shape__height=4)
    assert made.shape == Pyramid(colour="red", height=4)
    with pytest.raises(ConfigError, match=r"shape\.height: Field required"):
        Drawing().but(shape__kind="pyramid")
    with pytest.raises(ConfigError, match=r"shape\.kind hexagon: .*circle, disc, square, pyramid"):
        of_kinds(Drawing(), {"shape.kind": "hexagon"})


def test_a_changed_copy_leaves_cached_properties_behind():
    class WithCache(Config):
        size: int = 1

        @cached_property
        def double(self) -> int:
            return 2 * self.size

    config = WithCache()
    assert config.double == 2
    assert config.but(size=3).double == 6


def subclasses(kind: type) -> Iterator[type[Config]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def test_every_integer_setting_has_an_upper_limit():
    for module in pkgutil.walk_packages(models.__path__, "models."):
        importlib.import_module(module.name)
    without = set()
    for config in (each for each in subclasses(Config) if each.__module__.startswith("models.")):
        for name, field in config.model_fields.items():
            # A seed allocates nothing: NumPy's generators take any size.
            is_size = int in (field.annotation, *get_args(field.annotation)) and name != "seed"
            limits = (annotated_types.Le, annotated_types.Lt, annotated_types.Interval)
            if is_size and not any(isinstance(each, limits) for each in field.metadata):
                without.add(f"{config.__module__}.{config.__name__}.{name}")
    assert not without


@pytest.mark.parametrize(
    ("config", "setting", "name"),
    [
        (SMOKE, "search.chunk_games=20", "chunk_games"),
        (SMOKE, "inner_loop.slice_generations=20", "slice_generations"),
        (SMOKE, "scheduling.chunk_games=20", "chunk_games"),
        (TRAININGS["smoke"], "chunk_games=20", "chunk_games"),
    ],
)
def test_a_former_key_changes_scheduling_and_nothing_that_is_recorded(config, setting, name):
    changed = override(config, [setting])
    assert getattr(changed.scheduling, name) == 20 != getattr(config.scheduling, name)
    assert changed.model_dump(mode="json") == config.model_dump(mode="json")
    assert "scheduling" not in changed.model_dump()


def test_a_former_key_is_checked_like_any_other():
    with pytest.raises(ConfigError, match=r"scheduling\.chunk_games may be 1 to 10000000"):
        override(SMOKE, ["search.chunk_games=0"])
    with pytest.raises(ConfigError, match="set twice"):
        override(SMOKE, ["search.chunk_games=20", "scheduling.chunk_games=30"])


def test_settings_of_older_manifests_are_read():
    old = SMOKE.model_dump(mode="json")
    old["search"]["chunk_games"], old["inner_loop"]["slice_generations"] = 60, 10_000
    assert without_scheduling(old) == SMOKE.model_dump(mode="json")
    assert Experiment.model_validate(old).search == SMOKE.search
    training = TRAININGS["smoke"].model_dump(mode="json") | {"chunk_games": 60}
    assert PlayerTraining.model_validate(training).evolution == TRAININGS["smoke"].evolution


def test_scheduling_survives_other_changes():
    changed = override(SMOKE, ["search.chunk_games=20"]).but(search__n_games=8)
    assert changed.scheduling.chunk_games == 20


def test_a_name_that_is_given_twice_is_found_also_if_it_is_empty():
    assert repeated(["a", "b", "a", "b"]) == "a"
    assert repeated(["", "a", ""]) == ""
    assert repeated(["a", "b"]) is None
