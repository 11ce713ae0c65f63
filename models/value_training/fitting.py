"""The value network in torch: the fit, and its export for the compiled search.

A card's row is the sum of one by its id and of those of what is printed on it. In a share of the
batches' cards the first is left out, so that the second says what an unknown card is worth.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from engine.core.tables import N_CARDS
from engine.rules import Rules
from models.players.core.state import N_VALUE_FIRST, N_VALUE_SECOND
from models.players.core.value import N_GENERAL, N_ROWS, ZONES
from models.players.value_networks import GRID, N_PRINTED, ValueNetwork, on_grid, printed_on
from models.surrogates.dense import one_thread
from models.value_training.config import FitConfig
from models.value_training.recording import States


class Module(torch.nn.Module):
    """The network; its cards are those that the games have, by their rows in the rules."""

    printed: torch.Tensor

    def __init__(self, printed: torch.Tensor) -> None:
        super().__init__()
        n = len(printed)
        self.register_buffer("printed", printed)
        self.general = torch.nn.Parameter(0.02 * torch.randn(N_GENERAL, N_VALUE_FIRST))
        self.known = torch.nn.Parameter(torch.zeros(len(ZONES), n, N_VALUE_FIRST))
        self.of_print = torch.nn.Parameter(0.01 * torch.randn(len(ZONES), N_PRINTED, N_VALUE_FIRST))
        self.first_bias = torch.nn.Parameter(torch.zeros(N_VALUE_FIRST))
        self.second = torch.nn.Linear(N_VALUE_FIRST, N_VALUE_SECOND)
        self.third = torch.nn.Linear(N_VALUE_SECOND, 1)

    def rows(self, kept: torch.Tensor | None = None) -> torch.Tensor:
        """The (N_GENERAL + 3 * n_cards, 64) table of rows; `kept` is 0 for forgotten cards."""
        known = self.known if kept is None else self.known * kept[None, :, None]
        cards = known + self.printed @ self.of_print
        return torch.cat([self.general, cards.reshape(-1, N_VALUE_FIRST)])

    def forward(
        self, features: torch.Tensor, offsets: torch.Tensor, rows: torch.Tensor
    ) -> torch.Tensor:
        """The (n,) outputs before the logistic function."""
        first = functional.embedding_bag(features, rows, offsets, mode="sum") + self.first_bias
        return self.third(torch.relu(self.second(torch.relu(first)))).squeeze(1)


_BLOCK = 1 << 24  # features that are looked at together


@dataclass(frozen=True)
class Columns:
    """Which rows of the compiled network the module has."""

    cards: np.ndarray  #: (n,) array of int64: rows of the rules' cards that occur
    column_of: np.ndarray  #: (N_ROWS,) array of int64: a feature's row in the module

    @classmethod
    def of(cls, features: np.ndarray) -> "Columns":
        """All cards that occur in features, in any zone."""
        occurs = np.zeros(N_ROWS, bool)
        for first in range(0, len(features), _BLOCK):  # indices take 8 bytes each
            occurs[features[first : first + _BLOCK]] = True
        cards = np.flatnonzero(occurs[N_GENERAL:].reshape(len(ZONES), N_CARDS).any(axis=0))
        column_of = np.arange(N_ROWS)
        column_of[N_GENERAL:] = -1
        for zone in range(len(ZONES)):
            column_of[N_GENERAL + zone * N_CARDS + cards] = (
                N_GENERAL + zone * len(cards) + np.arange(len(cards))
            )
        return cls(cards, column_of)


def fit(
    states: States,
    targets: np.ndarray,
    rules: Rules,
    config: FitConfig,
    seed: int,
    start: ValueNetwork | None = None,
    progress: Callable[[int, float], None] | None = None,
) -> ValueNetwork:
    """Fits a value network to states and targets by the logistic loss, with Adam on one thread.

    Args:
        targets: (n,) array of float32: chances to win.
        config: Passes, batches and rates.
        seed: Seed of the first weights and of the batches; equal seeds give equal networks on one
            machine.
        start: A network to start from.
        progress: Called after each update with its number from 1 and its loss.
    """
    columns = Columns.of(states.features)
    printed = printed_on(rules)[columns.cards]
    with one_thread(), torch.random.fork_rng():
        torch.manual_seed(seed)
        module = Module(torch.from_numpy(printed.astype(np.float32)))
        if start is not None:
            _load(module, start, rules, columns)
        batches = _batches(states, targets, columns, config, np.random.default_rng(seed))
        optimiser = torch.optim.Adam(module.parameters(), lr=config.rate)
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(
            optimiser, n_updates(len(targets), config)
        )
        for number, (batch, kept, wanted) in enumerate(batches, 1):
            output = module(*batch, module.rows(kept))
            loss = functional.binary_cross_entropy_with_logits(output, wanted)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            if progress is not None:
                progress(number, loss.item())
        return _export(module, rules, columns, printed)


def n_updates(n_states: int, config: FitConfig) -> int:
    """The number of updates of a fit; states that fill no batch are left out of a pass."""
    return config.epochs * max(1, n_states // config.batch_size)


Batch = tuple[tuple[torch.Tensor, torch.Tensor], torch.Tensor, torch.Tensor]


def _batches(
    states: States,
    targets: np.ndarray,
    columns: Columns,
    config: FitConfig,
    rng: np.random.Generator,
) -> Iterator[Batch]:
    """Features with the places where those of a state begin, which cards count, and targets."""
    starts, lengths = states.offsets[:-1], states.states["length"].astype(np.int64)
    n, size = len(targets), min(config.batch_size, len(targets))
    for _ in range(config.epochs):
        order = rng.permutation(n)
        for first in range(0, n - size + 1, size):
            chosen = np.sort(order[first : first + size])
            ends = np.cumsum(lengths[chosen])
            within = ends - lengths[chosen]
            places = np.repeat(starts[chosen] - within, lengths[chosen]) + np.arange(ends[-1])
            kept = rng.random(len(columns.cards)) >= config.forgotten
            yield (
                (
                    torch.from_numpy(columns.column_of[states.features[places]]),
                    torch.from_numpy(within),
                ),
                torch.from_numpy(kept.astype(np.float32)),
                torch.from_numpy(targets[chosen]),
            )


def _export(module: Module, rules: Rules, columns: Columns, printed: np.ndarray) -> ValueNetwork:
    with torch.no_grad():
        rows = module.rows().numpy()
        upper = {
            "first_bias": module.first_bias.numpy(),
            "second": np.ascontiguousarray(module.second.weight.numpy().T),
            "second_bias": module.second.bias.numpy(),
            "third": module.third.weight.numpy()[0],
            "third_bias": np.repeat(module.third.bias.numpy(), 16),
        }
        return ValueNetwork(
            card={},
            upper={name: array.copy() for name, array in upper.items()},
            general=on_grid(rows[:N_GENERAL]),
            ids=tuple(rules.ids[row] for row in columns.cards),
            known=on_grid(rows[N_GENERAL:].reshape(len(ZONES), -1, N_VALUE_FIRST)),
            printed=printed,
            of_print=on_grid(module.of_print.numpy()),
        )


def _load(module: Module, network: ValueNetwork, rules: Rules, columns: Columns) -> None:
    place_of = {card_id: i for i, card_id in enumerate(network.ids)}
    with torch.no_grad():
        module.of_print.copy_(torch.from_numpy(network.of_print * np.float32(GRID)))
        module.general.copy_(torch.from_numpy(network.general * np.float32(GRID)))
        of_print = module.printed @ module.of_print
        for i, row in enumerate(columns.cards):
            if (place := place_of.get(rules.ids[row])) is not None:
                known = torch.from_numpy(network.known[:, place] * np.float32(GRID))
                module.known[:, i] = known - of_print[:, i]
        module.first_bias.copy_(torch.from_numpy(network.upper["first_bias"]))
        module.second.weight.copy_(torch.from_numpy(network.upper["second"].T.copy()))
        module.second.bias.copy_(torch.from_numpy(network.upper["second_bias"]))
        module.third.weight.copy_(torch.from_numpy(network.upper["third"][None].copy()))
        module.third.bias.copy_(torch.from_numpy(network.upper["third_bias"][:1].copy()))
