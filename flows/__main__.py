"""`python -m flows`: the command line of Hearthlight."""

from flows.faces.command_line import main

if __name__ == "__main__":
    status = main()
    from tasks.orchestration.server import leave  # imported late: `--help` does not need it

    leave(status)
