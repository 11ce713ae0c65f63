"""The players in the directory of a training. It imports no network, so that looking is quick."""

from pathlib import Path

from models.players.learned import PLAYERS

#: The file that makes a directory a training by self-play.
SETTINGS = "self-play.json"


def players_of_periods(path: Path) -> dict[str, list[Path]]:
    """Returns the files of the player after each period, by the period's number as text.

    There are several files where each hero has a network. Links are not followed.

    Args:
        path: The training's directory; it may not exist.
    """
    folder, found = path / PLAYERS, dict[str, list[Path]]()
    for file in [] if folder.is_symlink() else sorted(folder.glob("*.npz")):
        if file.is_file() and not file.is_symlink():
            found.setdefault(file.stem.partition("-")[0], []).append(file)
    return found
