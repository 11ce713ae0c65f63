"""`hearthlight` and `python -m hearthlight`: the command line, as `python -m flows`."""

from flows.__main__ import run

if __name__ == "__main__":
    run()
