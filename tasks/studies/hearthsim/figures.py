"""Pictures of HearthSim's experiments: win rates and lengths of games."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.figure import Figure

from tasks.reports.figures import save

_COLOURS = {"2014": "tab:blue", "clean": "tab:orange", "published": "black"}
_LABELS = {"2014": "2014 mode", "clean": "clean mode", "published": "published"}


def curves(
    path: Path,
    found: Mapping[str, pl.DataFrame],
    marks: Mapping[str, float],
    label: str,
    title: str,
) -> Path:
    """Win rates with their intervals over the number that an experiment varies.

    Args:
        path: The PNG file.
        found: By mode, or "published", a table with value, share, low and high, by value.
        marks: Up to two published shares, drawn as lines, by their text.
        label: Name of the number.
        title: Written above.
    """
    figure = Figure(figsize=(7.2, 4.2), layout="constrained")
    axes = figure.subplots()
    for name, points in found.items():
        value, share, low, high = points.select("value", "share", "low", "high").to_numpy().T
        axes.errorbar(
            value,
            100 * share,
            100 * np.array([share - low, high - share]),
            color=_COLOURS[name],
            label=_LABELS[name],
            marker="o",
            markersize=3,
            capsize=2,
            linestyle="none" if name == "published" else "-",
        )
    for style, (text, share) in zip(("--", ":"), marks.items(), strict=False):
        axes.axhline(100 * share, color="black", linewidth=0.8, linestyle=style, label=text)
    axes.set(xlabel=label, ylabel="games won by the first deck, %", title=title)
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    return save(figure, path)


def lengths(path: Path, found: Mapping[str, Mapping[str, pl.DataFrame]], title: str) -> Path:
    """Histograms of the lengths of games, a panel per mode.

    Args:
        path: The PNG file.
        found: By mode and point, a table with round and share.
        title: Written above.
    """
    figure = Figure(figsize=(5.4 * len(found), 3.6), layout="constrained")
    panels = figure.subplots(1, len(found), squeeze=False, sharey=True)[0]
    for axes, (mode, points) in zip(panels, found.items(), strict=True):
        for name, rounds in points.items():
            seen = rounds.filter(pl.col("share") > 0)
            axes.plot(seen["round"], 100 * seen["share"], drawstyle="steps-mid", label=name)
        axes.set(xlabel="rounds", ylabel="share of games, %", title=_LABELS[mode])
        axes.grid(alpha=0.3)
        axes.legend(fontsize="small")
    figure.suptitle(title)
    return save(figure, path)


def courses(path: Path, found: Mapping[str, pl.DataFrame], title: str) -> Path:
    """What both sides have at the end of each round, on average over games that go on.

    Args:
        path: The PNG file.
        found: By mode, a table with round, share, and the means of minions, hand and health.
        title: Written above.
    """
    whats = ("minions", "hand", "health")
    figure = Figure(figsize=(11, 3.4), layout="constrained")
    panels = figure.subplots(1, len(whats))
    for axes, what in zip(panels, whats, strict=True):
        for mode, rounds in found.items():
            going_on = 1 - rounds["share"].cum_sum() + rounds["share"]
            seen = rounds.with_columns(going_on.alias("going_on")).filter(pl.col("going_on") > 0.01)
            for side, style in (("our", "-"), ("their", "--")):
                axes.plot(
                    seen["round"],
                    seen[f"{side}_{what}"] / seen["going_on"],
                    style,
                    color=_COLOURS[mode],
                    label=f"{_LABELS[mode]}, {'first' if side == 'our' else 'second'} deck",
                )
        axes.set(xlabel="round", title=what)
        axes.grid(alpha=0.3)
    panels[0].legend(fontsize="x-small")
    figure.suptitle(title)
    return save(figure, path)


def bars(path: Path, names: Sequence[str], found: Mapping[str, pl.DataFrame], title: str) -> Path:
    """Win rates by name, the modes side by side.

    Args:
        path: The PNG file.
        names: The points.
        found: By mode, a table with point, share, low and high.
        title: Written above.
    """
    figure = Figure(figsize=(7.2, 3.8), layout="constrained")
    axes, width = figure.subplots(), 0.8 / max(1, len(found))
    for place, (mode, points) in enumerate(found.items()):
        rows = {row["point"]: row for row in points.iter_rows(named=True)}
        shares = np.array([[rows[name][x] for name in names] for x in ("share", "low", "high")])
        axes.bar(
            np.arange(len(names)) + (place - (len(found) - 1) / 2) * width,
            100 * shares[0],
            width,
            yerr=100 * np.array([shares[0] - shares[1], shares[2] - shares[0]]),
            color=_COLOURS[mode],
            label=_LABELS[mode],
        )
    axes.set_xticks(np.arange(len(names)), names, rotation=30)
    axes.set(ylabel="games won by the hero, %", title=title)
    axes.axhline(50, color="black", linewidth=0.8)
    axes.legend(fontsize="small")
    return save(figure, path)
