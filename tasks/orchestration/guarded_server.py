"""Prefect's server as a script; its process ends soon after its parent."""

import os
import signal
import sys
import threading
import time

WATCH_S = 0.5
STOP_S = 15.0


def _end_with_parent(parent: int) -> None:
    """Ends this process soon after its parent has ended, even by a kill."""
    while os.getppid() == parent:
        time.sleep(WATCH_S)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOP_S)
    os._exit(1)


def _main(port: str, parent: str) -> None:
    threading.Thread(target=_end_with_parent, args=[int(parent)], daemon=True).start()
    from prefect.cli import app

    place = ["--host", "127.0.0.1", "--port", port]
    sys.argv = ["prefect", "server", "start", *place, "--no-ui", "--log-level", "WARNING"]
    app()


if __name__ == "__main__":
    _main(*sys.argv[1:])
