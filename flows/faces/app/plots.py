"""Curves as coordinates of an SVG picture, which a template draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.ticker import MaxNLocator

#: The size of the picture, and of the area of the curves within it, in its own units.
WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 12, 40
N_COLOURS = 8


@dataclass(frozen=True)
class Tick:
    """A mark of an axis: where, and its text."""

    at: float
    text: str


@dataclass(frozen=True)
class Curve:
    """A curve: its name, the number of its colour, and its points as `x,y x,y ...`."""

    name: str
    colour: int
    points: str
    last: str


@dataclass(frozen=True)
class Plot:
    """A picture of curves."""

    title: str
    x_label: str
    curves: list[Curve]
    x_ticks: list[Tick]
    y_ticks: list[Tick]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def plot(
    title: str, x_label: str, curves: Mapping[str, tuple[Sequence[float], Sequence[float]]]
) -> Plot | None:
    """A picture of curves from 0.

    Args:
        title: The label of the y axis.
        x_label: The label of the x axis.
        curves: Name to x and y values; empty ones are left out.

    Returns:
        The picture; None if no curve has a point.
    """
    known = {name: (xs, ys) for name, (xs, ys) in curves.items() if len(xs)}
    if not known:
        return None
    x_marks = _marks([x for xs, _ in known.values() for x in xs])
    y_marks = _marks([y for _, ys in known.values() for y in ys])
    x_of = _scale(x_marks, LEFT, WIDTH - RIGHT)
    y_of = _scale(y_marks, HEIGHT - BOTTOM, TOP)
    drawn = [
        Curve(
            name,
            number % N_COLOURS,
            " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in zip(xs, ys, strict=True)),
            f"{ys[-1]:,.4g}",
        )
        for number, (name, (xs, ys)) in enumerate(known.items())
    ]
    return Plot(
        title,
        x_label,
        drawn,
        [Tick(x_of(x), f"{x:,.5g}") for x in x_marks],
        [Tick(y_of(y), f"{y:,.5g}") for y in y_marks],
    )


def _marks(values: Sequence[float]) -> list[float]:
    """Round numbers that span the values and 0."""
    low, high = min(0.0, *values), max(0.0, *values)
    found = MaxNLocator(5, steps=[1, 2, 5, 10]).tick_values(low, high or 1.0)
    return [float(mark) for mark in found]


def _scale(marks: Sequence[float], start: float, stop: float):
    low, high = marks[0], marks[-1]
    return lambda value: float(np.interp(value, (low, high), (start, stop)))
