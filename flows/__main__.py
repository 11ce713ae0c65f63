"""`python -m flows`: the command line of Hearthlight."""

import gc
from typing import NoReturn

from flows.faces.command_line import main


def run() -> NoReturn:
    """Run the command of this process, and end the process with its status."""
    # Imports make objects that stay: looking through them at every 700th costs 0.4 s.
    gc.set_threshold(50_000)
    status = main()
    from tasks.orchestration.server import leave  # imported late: `--help` does not need it

    leave(status)


if __name__ == "__main__":
    run()
