"""Arguments that several commands share."""

import argparse
from collections.abc import Callable, Sequence

DECK_HELP = (
    "a deck code, a text file, a list of cards such as '2x Backstab, Sap, ...', or the name of a "
    "published deck"
)
PLAYER_HELP = (
    "who plays the deck: rogue-network, the published one, or another network or scorer by name, "
    "or a file that train-player wrote"
)
MAX_GAMES = 10_000_000
MAX_SEED = 2**63 - 1


class Command(argparse.ArgumentParser):
    """A parser whose list of positional arguments may go on after options.

    argparse gives a list the words before the first option only, and can parse commands, or mixed
    words and options, but not both.

    Attributes:
        goes_on: The list's name; None if there is none.
    """

    goes_on: str | None = None

    def parse_known_args(
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parses; what is neither an option nor a word of the list is returned beside it."""
        options, left = super().parse_known_args(args, namespace)
        if self.goes_on is None:
            return options, left
        # As argparse sees it, what has a space is no option: a question may begin with a comment.
        unknown = [word for word in left if word.startswith("-") and " " not in word]
        words = [word for word in left if word not in unknown]
        setattr(options, self.goes_on, [*getattr(options, self.goes_on), *words])
        return options, unknown


def settings(
    command: argparse.ArgumentParser,
    example: str = "search.n_games=20",
    listing: str = "presets --keys",
) -> None:
    """Adds what changes settings, of which a command lists all, and cards."""
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help=f"change a setting, such as {example}; `{listing}` lists them",
    )
    patch(command)


def running(command: argparse.ArgumentParser) -> None:
    """Adds how a flow runs."""
    command.add_argument("--port", type=whole(1, 65_535), help="of Prefect's server; a free one")
    command.add_argument(
        "--resume-anyway", action="store_true", help="continue although the code has changed"
    )
    command.add_argument(
        "--mirror",
        metavar="URL",
        help="keep a copy of the run's directory there, such as s3://bucket/run or "
        "file:///shared/run; a missing directory is fetched from it and continued",
    )
    who_plays(command)


def players(command: argparse.ArgumentParser) -> None:
    """Adds who plays a deck."""
    command.add_argument("--hero", help="the deck's class, where its cards do not tell")
    command.add_argument("--player", help=PLAYER_HELP)
    questions(command)


def questions(command: argparse.ArgumentParser) -> None:
    """Adds what a deck is asked about: opponents, cards and games."""
    command.add_argument("--opponents", default="elite", help="elite or starter")
    command.add_argument(
        "--fidelity", default="dsame", choices=("dsame", "mesb", "fair"), help="whose players"
    )
    patch(command)
    command.add_argument("--seed", type=whole(0, MAX_SEED), default=1, help="of the games")


def patch(command: argparse.ArgumentParser) -> None:
    """Adds the cards."""
    command.add_argument(
        "--patch",
        metavar="NAME|FILE",
        help="cards of another build, or with changes of your own from a YAML file; "
        "`patches` lists names and shows how a file looks",
    )


def who_plays(command: argparse.ArgumentParser) -> None:
    """Adds threads or a cluster."""
    command.add_argument(
        "--cluster",
        metavar="PLACE",
        help="who plays the games: local:N for N processes of this machine, or tcp://HOST:PORT of "
        "a Dask scheduler (default: threads of this process)",
    )
    threads(command)


def threads(command: argparse.ArgumentParser) -> None:
    """Adds how many games are played at a time."""
    command.add_argument("--threads", type=whole(1, 4096), help="games at a time; all cores")


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers within bounds, whose message names them."""
    bounds = f"{low} or more" if high is None else f"{low} to {high}"

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if number < low or (high is not None and number > high):
            raise argparse.ArgumentTypeError(f"{number} is out of range; use {bounds}")
        return number

    return read
