"""The directory of a study of TradingStone.

::

    DIR/tradingstone.json            the settings, and the digest of the code
    DIR/games/CONTEST.parquet        the games of a contest, such as literal-open-mcts
    DIR/losses/GAME-PLAYER.parquet   losses of a player against perfect play
    DIR/timing.json                  CPU-seconds of each
    DIR/report/                      the report; can be written again
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from models.tradingstone.study import TradingStudy
from tasks.storage.manifest import check_digests, code_digest
from tasks.storage.settings_file import SettingsFile

STUDY_FILE = SettingsFile(
    "tradingstone.json", "study of TradingStone", "hearthlight-tradingstone", TradingStudy
)


def check_study(path: Path, study: TradingStudy, resume_anyway: bool = False) -> TradingStudy:
    """Checks, without writing, that a directory can have this study; returns it.

    Args:
        path: The directory; missing, empty, or with the same study.
        study: The settings.
        resume_anyway: Continue even if the code has changed.

    Raises:
        StoreError: The directory has other content, or a study with other settings or code.
    """
    if STUDY_FILE.is_in(path):
        there, digests = STUDY_FILE.load(path)
        old, new = (each.model_dump(mode="json") for each in (there, study))
        STUDY_FILE.check_same(path, old, new, "study")
        check_digests(path, "study", digests, {"code": code_digest()}, resume_anyway)
    return study


@contextmanager
def opened_study(path: Path, study: TradingStudy, resume_anyway: bool = False) -> Iterator[Path]:
    """Starts or continues a study in a directory, which is locked in this context.

    Args and errors are those of `check_study`. Yields the absolute directory.
    """

    def check(path: Path) -> TradingStudy:
        return check_study(path, study, resume_anyway)

    with STUDY_FILE.opened(path, check, lambda _: {"code": code_digest()}) as (there, _):
        yield there
