"""The command lines of benchmarks."""

import argparse
import json
from collections.abc import Callable


def parser_of(description: str) -> argparse.ArgumentParser:
    """A command line whose help is a module's text as it stands."""
    return argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def report_figures(description: str, measure: Callable[[float], dict[str, float]]) -> None:
    """Measures at a scale, 1 for the usual number of games; prints a line each, or JSON."""
    parser = parser_of(description)
    parser.add_argument("--json", action="store_true", help="JSON alone on stdout")
    parser.add_argument("--scale", type=float, default=1.0, help="more or fewer games")
    arguments = parser.parse_args()
    figures = measure(arguments.scale)
    if arguments.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:32} {value:,.4g}")
