"""Metagames of dates against the game's own nerfs: `backtest`."""

from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from flows.questions.question import Preset, setting
from flows.studies.study import OneDirectory
from models.settings.config import ConfigError, EvenGames, repeated

#: Games of each deck against the equilibrium, and against each other deck, by preset.
SIZES = {"smoke": (120, 2), "quick": (1_200, 20), "study": (4_800, 100), "paper": (12_000, 400)}


class Backtest(OneDirectory):
    """Test metagames of dates by the nerfs that the game's makers made later."""

    notes: ClassVar[str] = """\
Reads finished metagames that `meta --date` made, and changes nothing in them. Each later nerf of a
card is applied by itself to the cards of the date. The decks that have the card, found near the
equilibrium or played by people, play the same deals before and after: against the equilibrium, and
against each other, which gives a new equilibrium. All cards of the date are ranked, too, by how
likely a nerf seems; the report has AUC with intervals, beside simple baselines. Each step is stored
as it ends; the same command continues a stopped test, and more metagames extend it. The report is
--out/report/index.html.

presets, games of a deck against the equilibrium, and against each other deck: smoke 120, 2; quick
1,200, 20; study 4,800, 100, about 10 minutes of one core for each metagame; paper 12,000, 400

examples:
  python -m flows backtest runs/meta-classic14 --preset quick
  python -m flows backtest runs/meta-classic14 runs/meta-naxx14 --preset study --out runs/backtest
"""
    files = ("backtest.json", "backtest.parquet")

    metagames: list[Path] = setting(
        ..., "Directories of finished metagames, each of another date.", word="META_RUN"
    )
    preset: Preset = setting("quick", "Sizes that are not set, as below.")
    games: int | None = setting(
        None, "Games of each deck against the equilibrium.", "the preset's", ge=120, le=1_000_000
    )
    pair_games: EvenGames | None = setting(
        None, "Games of each deck against each other one.", "the preset's", ge=2, le=100_000
    )

    @cached_property
    def study(self) -> Any:
        """Its configuration (`models.metagame.backtest.BacktestConfig`).

        Raises:
            ConfigError: Two metagames are of the same date.
            StoreError: A path has no metagame, or it is not finished, or has no date.
        """
        from models.metagame.backtest import BacktestConfig

        sources = tuple(self.part("play").source_of(path) for path in self.metagames)
        if (twice := repeated([each.name for each in sources])) is not None:
            raise ConfigError(f"META_RUN: two metagames are of {twice}; give one of each date")
        games, pair_games = SIZES[self.preset]
        return BacktestConfig(
            metagames=sources,
            games=self.games or games,
            pair_games=self.pair_games or pair_games,
            seed=self.seed,
        )
