import ast
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

from models.qd.archive import GridArchive
from tasks.reports import figures

MEASURES = ("turns", "deck_mana_sum", "dust")
RANGES = ((5.0, 15.0), (60.0, 140.0), (0.0, 4000.0))
SHAPE = (4, 5, 6)
#: Two axes of three, by what the picture says of the third.
OF_THREE = {"\nbest over dust": (0, 1), "\nbest over mana sum": (0, 2), "\nbest over turns": (1, 2)}


@pytest.mark.parametrize(("n", "expected"), [(1, {"": (0,)}), (2, {"": (0, 1)}), (3, OF_THREE)])
def test_an_archive_is_shown_along_all_its_axes(n, expected):
    assert figures.views(MEASURES[:n]) == expected


def test_a_view_of_three_measures_has_the_best_objective_over_the_hidden_one():
    grid = np.full((2, 2, 3), np.nan)
    grid[0, 1] = [np.nan, -4, 3]
    grid[1, 1, 0] = -30
    np.testing.assert_array_equal(figures.projected(grid, (0, 1)), [[np.nan, 3], [np.nan, -30]])
    np.testing.assert_array_equal(figures.projected(grid, (1, 2)), [[np.nan] * 3, [-30, -4, 3]])


@pytest.mark.parametrize("view", [(0,), (0, 1), (1, 2)])
def test_cells_are_drawn_at_their_places_with_their_axes_labelled(view):
    n = max(view) + 1
    archive = GridArchive(SHAPE[:n], RANGES[:n], 0)
    values = np.full([SHAPE[axis] for axis in view], np.nan)
    values[(2,) * len(view)] = 7
    axes = Figure().subplots()
    drawn = figures.draw_cells(axes, values, view, archive, MEASURES[:n])
    labels = ["NumTurns: rounds per game", "DeckManaSum: mana costs of a deck"]
    labels += ["Dust: crafting cost of the deck"]
    shown = [axes.get_xlabel(), axes.get_ylabel()]
    assert shown[: len(view)] == [labels[axis] for axis in view]
    ticks = [axes.get_xticks(), axes.get_yticks()]
    for axis, places in zip(view, ticks, strict=False):
        assert list(places) == archive.ticks()[axis][0]
    if len(view) == 1:
        points = drawn.get_offsets()
        assert points.data[~points.mask.any(axis=1)].tolist() == [[2, 7]]
    else:
        assert np.argwhere(~drawn.get_array().mask).tolist() == [[2, 2]]


@pytest.mark.parametrize(("n", "rows"), [(1, 2), (2, 2), (3, 4)])
def test_each_archive_of_three_measures_has_a_row_of_its_own(n, rows, tmp_path):
    archive = GridArchive(SHAPE[:n], RANGES[:n], 0)
    grids = {name: np.zeros(SHAPE[:n]) for name in "abcd"}
    path = figures.heatmaps(tmp_path / "archives.png", grids, archive, MEASURES[:n])
    height, width, _ = imread(path).shape
    assert height / width == pytest.approx(3.4 * rows / 12.2, rel=0.01)


def test_every_colour_bar_says_what_its_colours_are():
    calls = [
        (path.name, node)
        for package in ("tasks", "flows")
        for path in (Path(figures.__file__).parents[2] / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "colorbar"
    ]
    assert len(calls) > 5
    assert not [name for name, call in calls if "label" not in {each.arg for each in call.keywords}]
