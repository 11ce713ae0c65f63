"""`TradingStudy`: the protocol that reproduces the paper's two tables, and its sizes.

Every contestant plays the same deals against the same opponent: some environments of some games
each, the contestant beginning in half of them. PPO is trained several times.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from pydantic import Field

from models.settings.config import Config, EvenGames
from models.tradingstone.players import Deal, seeds_of
from models.tradingstone.ppo import PPOConfig
from models.tree_search.config import MAX_SIMULATIONS

Variant = Literal["literal", "balanced", "noisy", "puzzle"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)
OPEN, HIDDEN = "open", "hidden"

#: Contestants by what they see of the opponent's hand; puzzles have no hidden cards.
CONTESTANTS = {OPEN: ("ppo", "mcts", "greedy", "random"), HIDDEN: ("ppo", "pi-mcts", "is-mcts")}
#: Streams of seeds.
_DEALS, _TRAINING = range(2)


@dataclass(frozen=True)
class Contest:
    """A contestant's games under one variant of the rules."""

    variant: Variant
    view: str
    player: str
    training: int  #: Which training of PPO, from 1; 0 for the others

    @property
    def name(self) -> str:
        """The name of its files, such as literal-open-ppo-1."""
        number = f"-{self.training}" if self.training else ""
        return f"{self.variant}-{self.view}-{self.player}{number}"


class TradingStudy(Config):
    """The study's settings; the defaults are those of the preset `paper`."""

    variants: tuple[Variant, ...] = Field(VARIANTS, description="Variants of the rules.")
    environments: int = Field(
        100, ge=2, le=100_000, description="Groups of games, as the paper's 100."
    )
    games: EvenGames = Field(
        20, ge=2, le=1_000_000, description="Games of an environment, an even number."
    )
    simulations: int = Field(
        1000,
        ge=1,
        le=MAX_SIMULATIONS,
        description="Simulations per decision of a search: a tenth of the paper's 10,000 samples.",
    )
    trainings: int = Field(5, ge=1, le=1000, description="Trainings of PPO.")
    ppo: PPOConfig = Field(PPOConfig(), description="Training of PPO; steps are its samples.")
    loss_games: int = Field(
        400, ge=1, le=1_000_000, description="Games of each search and budget against perfect play."
    )
    seed: int = Field(1, ge=0, description="Seed of all games and trainings.")

    @property
    def contests(self) -> list[Contest]:
        """All contests: first the quick ones, then PPO's, variant by variant."""
        found = []
        for variant in self.variants:
            for view, players in CONTESTANTS.items():
                if variant == "puzzle" and view == HIDDEN:
                    continue
                for player in players:
                    if variant == "puzzle" and player == "greedy":
                        continue  # it attacks players
                    numbers = range(1, self.trainings + 1) if player == "ppo" else (0,)
                    found += [Contest(variant, view, player, number) for number in numbers]
        return sorted(found, key=lambda contest: contest.player == "ppo")

    @property
    def n_games(self) -> int:
        """Games of a contest."""
        return self.environments * self.games

    def deals(self) -> list[Deal]:
        """The games of every contest, environment by environment; player 0 begins every other."""
        seeds = seeds_of(self.seed, _DEALS, n=self.n_games)
        return [Deal(i % 2, each) for i, each in enumerate(seeds)]

    def training_seed(self, contest: Contest) -> int:
        """The seed of a training of PPO."""
        names = VARIANTS.index(contest.variant), list(CONTESTANTS).index(contest.view)
        (seed,) = seeds_of(self.seed, _TRAINING, *names, contest.training, n=1)
        return seed


#: Settings of the presets that differ from `paper`.
SIZES: dict[str, dict[str, object]] = {
    "smoke": {
        "environments": 4, "games": 4, "simulations": 30, "trainings": 2, "ppo__steps": 300,
        "loss_games": 8,
    },
    "quick": {
        "environments": 20, "games": 10, "simulations": 200, "trainings": 3,
        "ppo__steps": 3000, "loss_games": 40,
    },
    "study": {"environments": 50, "trainings": 3},
    "paper": {},
}  # fmt: skip
