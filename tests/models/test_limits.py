"""Sizes that no machine can hold are refused before work starts."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import get_args

import annotated_types

import models
from models.config import Config

#: Numbers that allocate nothing: seeds of NumPy's generators have any size.
ANY = ("seed",)


def subclasses(kind: type) -> Iterator[type[Config]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def configs() -> list[type[Config]]:
    for module in pkgutil.walk_packages(models.__path__, "models."):
        importlib.import_module(module.name)
    found = {each for each in subclasses(Config) if each.__module__.startswith("models.")}
    return sorted(found, key=lambda each: f"{each.__module__}.{each.__name__}")


def test_every_integer_setting_has_an_upper_limit():
    without = []
    for config in configs():
        for name, field in config.model_fields.items():
            is_size = int in (field.annotation, *get_args(field.annotation)) and name not in ANY
            limits = (annotated_types.Le, annotated_types.Lt, annotated_types.Interval)
            if is_size and not any(isinstance(each, limits) for each in field.metadata):
                without.append(f"{config.__module__}.{config.__name__}.{name}")
    assert without == []
