"""The directory of a study of TradingStone.

::

    DIR/tradingstone.json            the settings, and the digest of the code
    DIR/games/CONTEST.parquet        the games of a contest, such as literal-open-mcts
    DIR/losses/GAME-PLAYER.parquet   losses of a player against perfect play
    DIR/timing.json                  CPU-seconds of each
    DIR/report/                      the report; can be written again
"""

from models.tradingstone.study import TradingStudy
from tasks.storage.settings import SettingsFile

STUDY_FILE = SettingsFile(
    "tradingstone.json", "study of TradingStone", "hearthlight-tradingstone", TradingStudy
)
