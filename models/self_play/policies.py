"""Networks as players: one for all heroes, or one per hero; their weights as one vector.

Source: Xiao et al. 2023, model b4 (one model per hero).
"""

from dataclasses import fields

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils import parameters_to_vector

from engine.rules import Rules
from models.self_play.card_pool import CardPool
from models.self_play.inputs import Inputs
from models.self_play.network import Network, NetworkConfig, Output


class PerHero(nn.Module):
    """A network for each hero; each decision is that of its hero's network.

    Args:
        config: Widths of each network.
        pool: The cards to build with, and the heroes.
        rules: All cards.
    """

    def __init__(self, config: NetworkConfig, pool: CardPool, rules: Rules) -> None:
        super().__init__()
        self.config = config
        self.classes = pool.hero_classes
        self.networks = nn.ModuleList(Network(config, pool, rules) for _ in pool.heroes)

    @property
    def of_heroes(self) -> list[Network]:
        """The networks, in the order of the pool's heroes."""
        return [each for each in self.networks if isinstance(each, Network)]

    def first_memory(self, n: int) -> Tensor:
        """Return the LSTM's state before a game, as `Network.first_memory`."""
        return self.of_heroes[0].first_memory(n)

    def forward(self, inputs: Inputs, memory: Tensor | None = None) -> Output:
        """Evaluate decisions, as `Network`."""
        memory = self.first_memory(len(inputs)) if memory is None else memory
        rows, parts = [], []
        for network, hero in zip(self.of_heroes, self.classes, strict=True):
            if len(some := (inputs.hero == hero).nonzero().squeeze(1)):
                rows.append(some)
                parts.append(network(inputs.at(some), memory[some]))
        back = torch.cat(rows).argsort()
        names = [field.name for field in fields(Output)]
        return Output(*(torch.cat([getattr(p, name) for p in parts])[back] for name in names))


PolicyModule = Network | PerHero


def weights_of(network: PolicyModule) -> np.ndarray:
    """Return a copy of all weights as one (n_weights,) array of float32."""
    with torch.no_grad():
        found: np.ndarray = parameters_to_vector(network.parameters()).cpu().numpy().copy()
    return found


def set_weights(network: PolicyModule, weights: np.ndarray) -> None:
    """Replace all weights by a vector of `weights_of`."""
    at = 0
    with torch.no_grad():
        for each in network.parameters():
            values = torch.from_numpy(weights[at : at + each.numel()])
            each.copy_(values.view_as(each))  # in place: optimisers know the tensors
            at += each.numel()
