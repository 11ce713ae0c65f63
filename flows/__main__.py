"""`python -m flows`: the command line of Hearthlight."""

import gc
from typing import NoReturn

from flows.faces.command_line import main


def run() -> NoReturn:
    """Run the command of this process, and end the process with its status."""
    # Imported objects stay: garbage collection at every 700th new object would cost 0.4 s.
    gc.set_threshold(50_000)
    status = main()
    from tasks.orchestration.server import leave  # imported late: `--help` does not need it

    leave(status)


if __name__ == "__main__":
    run()
