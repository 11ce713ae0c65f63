"""`ResamplingConfig`: a search that plays its elites again."""

from pydantic import Field

from models.settings.config import Config, added_field


class ResamplingConfig(Config):
    """Cells with several decks, and games for decks that are there already.

    Source:
        Flageat et al. 2025, arXiv 2502.06585; Flageat and Cully 2023, arXiv 2302.00463.
    """

    depth: int = Field(8, ge=1, le=1000, description="Most decks per cell.")
    share: float = Field(
        0.25,
        ge=0,
        le=1,
        description="Share of a batch that are decks of the archive, played again; 1: the whole "
        "archive plays again with every batch (Archive-Sampling).",
    )
    assisted: bool = added_field(
        False,
        description="Take the new decks of a batch from a search on the surrogate, as DSA-ME does "
        "(default: mutations of the archive's decks). Ours.",
    )
