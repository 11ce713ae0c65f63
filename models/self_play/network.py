"""`Network`: one policy that builds decks and plays them, with values.

Cards, heroes and weapons are embedded; cards and heroes share their embeddings between building and
battle. In a battle, every pointer has an embedding, and its logit is the product with a vector that
depends on the state. The same holds for the cards to build with.

Source: Xiao et al. 2023, figure 2 and appendix C. The paper gives no widths except the LSTM's, and
no way in which the second of two pointers depends on the first: here the embedding of the first is
a part of the state. One network per hero is its model b4.
"""

from dataclasses import dataclass, fields
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from pydantic import Field
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils import parameters_to_vector

from engine.core.enums import CLASSES
from engine.rules import Rules
from models.self_play.core.records import KINDS, N_POINTERS
from models.self_play.environment import BuildPool
from models.self_play.inputs import (
    N_CHARACTER_NUMBERS,
    N_PLAYER_NUMBERS,
    N_PRINTED,
    Inputs,
    printed_numbers,
)
from models.settings.config import Config, added_field

_ILLEGAL = -1e9  # a logit
_N_GAME_NUMBERS = 3
_OWN_SPREAD = 0.3  # of cards' own vectors before training, beside what is printed


class NetworkConfig(Config):
    """Widths of the network."""

    card: int = Field(16, ge=1, le=4096, description="Embedding of a card, a hero or a weapon.")
    entity: int = Field(32, ge=1, le=4096, description="Encoding of a card in hand or of a minion.")
    state: int = Field(128, ge=1, le=4096, description="Hidden layers of the state.")
    memory: int = Field(0, ge=0, le=4096, description="LSTM after the state; 0: none.")
    peek: bool = added_field(
        False, description="Whether it sees cards of the opponent's deck (the paper's model c5)."
    )


#: Sizes by name; `paper` has the published LSTM, and widths of our choice.
SIZES: dict[str, NetworkConfig] = {
    "mini": NetworkConfig(),
    "small": NetworkConfig(card=32, entity=64, state=256),
    "paper": NetworkConfig(card=64, entity=128, state=512, memory=256),
}


@dataclass(frozen=True)
class Output:
    """What the network says of some decisions."""

    log_probs: Tensor  #: (n, width) logarithms of probabilities; very low where not legal
    entropies: Tensor  #: (n,) entropies of the probabilities, in nats
    values: Tensor  #: (n,) expected results of the player to move
    memory: Tensor  #: (n, 2, memory) state of the LSTM after the decision; (n, 2, 0) without one


def normalised(logits: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Return the log-probabilities of legal decisions, and their entropies in nats."""
    log_probs = logits.masked_fill(~mask, _ILLEGAL).log_softmax(dim=1)
    return log_probs, -(log_probs.exp() * log_probs).sum(dim=1)


def layers(*sizes: int) -> nn.Sequential:
    """Return linear layers, each followed by a ReLU."""
    pairs = ((nn.Linear(a, b), nn.ReLU()) for a, b in pairwise(sizes))
    return nn.Sequential(*(module for pair in pairs for module in pair))


def pooled(encodings: Tensor, rows: Tensor) -> Tensor:
    """Return the mean of encodings over the second last axis, of those whose card row is not 0."""
    there = (rows > 0).unsqueeze(-1).to(encodings.dtype)
    return (encodings * there).sum(dim=-2) / there.sum(dim=-2).clamp(min=1)


def mean_of_cards(counts: Tensor, encodings: Tensor) -> Tensor:
    """Return the (n, width) mean encodings of lists of cards, (n, n_cards) copies; 0 if empty."""
    return counts / counts.sum(dim=1, keepdim=True).clamp(min=1) @ encodings


def pile_means(encodings: Tensor, rows: Tensor) -> Tensor:
    """Return the mean encoding of each pile of cards; 0 for an empty one.

    A card in a pile is encoded by its row only, so each row is encoded once, not once per pile.
    `encodings` is (n_cards, width), by card row; `rows` is (n, size), 0 where there is no card.
    """
    return functional.embedding_bag(rows, encodings, mode="mean", padding_idx=0)


class Embeddings(nn.Module):
    """What building and battle share: a vector for each card, class and weapon.

    A card's vector is the sum of one of its own and a linear map of what is printed on it.
    """

    def __init__(self, width: int, rules: Rules) -> None:
        super().__init__()
        self.own = nn.Embedding(len(rules.names), width)
        nn.init.normal_(self.own.weight, std=_OWN_SPREAD)
        self.printed = nn.Linear(N_PRINTED, width, bias=False)
        self.heroes = nn.Embedding(len(CLASSES), width)
        self.weapons = nn.Embedding(len(rules.names), width)
        self.facts: Tensor
        self.register_buffer("facts", torch.from_numpy(printed_numbers(rules)), persistent=False)

    def cards(self) -> Tensor:
        """Return the vectors of all cards: (n_cards, width), by card row."""
        return self.own.weight + self.printed(self.facts)


class Builder(nn.Module):
    """Chooses cards: logits of all cards of the pool."""

    def __init__(self, config: NetworkConfig) -> None:
        super().__init__()
        self.all_cards = layers(config.card, config.entity)
        known = config.entity * (2 if config.peek else 1)
        self.state = layers(config.card + known, *[config.state] * 3)
        self.head = nn.Linear(config.state, config.entity)

    def forward(self, cards: Tensor, hero: Tensor, selected: Tensor) -> Tensor:
        """Return (n, n_cards) logits.

        `cards` are (n_cards, card) embeddings of the pool, `hero` (n, card); `selected` are (n,
        known) encodings of the cards picked so far and of those revealed.
        """
        query: Tensor = self.head(self.state(torch.cat([hero, selected], dim=1)))
        return query @ self.all_cards(cards).T / query.shape[1] ** 0.5


class BattleEncoder(nn.Module):
    """Encodes a battle: the pointers' embeddings, and the state before its last layers."""

    def __init__(self, config: NetworkConfig) -> None:
        super().__init__()
        card, entity = config.card, config.entity
        self.hand = layers(card + 1, entity, entity)
        self.minions = nn.ModuleList(
            layers(card + N_CHARACTER_NUMBERS, entity, entity) for _ in range(2)
        )
        self.offered = layers(card, entity)
        self.piles = nn.ModuleList(layers(card, entity, entity) for _ in range(3))
        self.groups = nn.ModuleList(layers(entity, entity, entity) for _ in range(3))
        self.player = layers(2 * card + N_PLAYER_NUMBERS, entity)
        self.power = layers(card, entity)
        self.end_of_turn = nn.Parameter(0.1 * torch.randn(entity))
        self.kind = nn.Sequential(nn.Embedding(len(KINDS), card), *layers(card, entity))
        self.width = 10 * entity + _N_GAME_NUMBERS

    def forward(
        self, inputs: Inputs, embed: Embeddings, of_cards: "OfCards"
    ) -> tuple[Tensor, Tensor]:
        """Return (n, N_POINTERS, entity) embeddings of pointers and the (n, width) state."""
        find = partial(functional.embedding, weight=of_cards.all)
        hand = self.hand(torch.cat([find(inputs.hand), inputs.costs.unsqueeze(-1)], dim=-1))
        known = torch.cat([find(inputs.minions), inputs.minion_numbers], dim=-1)
        own, enemy = (encode(known[:, side]) for side, encode in enumerate(self.minions))
        heroes = embed.heroes(inputs.heroes)
        numbers = [heroes, embed.weapons(inputs.weapons), inputs.players]
        players = self.player(torch.cat(numbers, dim=-1))
        power, end = self.power(heroes[:, :1]), self.end_of_turn.expand(len(inputs), 1, -1)
        offered = self.offered(find(inputs.offered))
        pointers = torch.cat([hand, own, enemy, players, power, end, offered], dim=1)
        groups = self._groups(inputs, (hand, own, enemy), of_cards.piles)
        # The embedding of the source, if it has been chosen: row -1 is multiplied by 0.
        source = pointers[torch.arange(len(inputs)), inputs.source] * (inputs.source >= 0)[:, None]
        state = [*groups, players.flatten(1), self.kind(inputs.kind), source, inputs.game]
        return pointers, torch.cat(state, dim=1)

    def _groups(
        self, inputs: Inputs, encodings: tuple[Tensor, Tensor, Tensor], in_piles: list[Tensor]
    ) -> list[Tensor]:
        """The means of hand, both boards, the deck and both graveyards."""
        rows = inputs.hand, inputs.minions[:, 0], inputs.minions[:, 1]
        on_table = zip(self.groups, encodings, rows, strict=True)
        piles = inputs.deck, inputs.graveyards[:, 0], inputs.graveyards[:, 1]
        return [
            *(pooled(encode(each), there) for encode, each, there in on_table),
            *(pile_means(each, pile) for each, pile in zip(in_piles, piles, strict=True)),
        ]


class OfCards(NamedTuple):
    """What depends on cards only, not on a decision."""

    all: Tensor  #: (n_cards, card) vectors of all cards, by card row
    pool: Tensor  #: (n_pool, card) vectors of the cards to build with
    selected: Tensor  #: (n_pool, entity) encodings of these as picked ones
    #: For the deck and both graveyards: (n_cards, entity) encodings of all cards
    piles: list[Tensor]


class Network(nn.Module):
    """The policy and its values, for building with the cards of a pool and playing with all."""

    def __init__(self, config: NetworkConfig, pool: BuildPool, rules: Rules) -> None:
        super().__init__()
        self.config = config
        self.embed = Embeddings(config.card, rules)
        self.selected = layers(config.card, config.entity, config.entity)
        self.builder = Builder(config)
        self.table = BattleEncoder(config)
        known = config.entity * (2 if config.peek else 1)
        state = self.table.width + known - config.entity
        self.state = layers(state, *[config.state] * 3)
        self.lstm = nn.LSTMCell(config.state, config.memory) if config.memory else None
        self.encoded = config.memory or config.state
        self.head = nn.Linear(self.encoded, config.entity)
        self.value = nn.Linear(self.encoded + known + 1, 1)
        self.revealed = layers(config.card, config.entity, config.entity) if config.peek else None
        rows = torch.tensor(pool.cards["row"].copy())
        self.pool_rows: Tensor
        self.register_buffer("pool_rows", rows, persistent=False)
        self._of_cards: OfCards | None = None

    def of_cards(self) -> OfCards:
        """Return what depends on cards only; kept by a network whose weights are fixed."""
        if self._of_cards is not None:
            return self._of_cards
        cards = self.embed.cards()
        pool = cards[self.pool_rows]
        piles = [encode(cards) for encode in self.table.piles]
        found = OfCards(cards, pool, self.selected(pool), piles)
        if not self.head.weight.requires_grad:
            self._of_cards = found
        return found

    def first_memory(self, n: int) -> Tensor:
        """Return the LSTM's state before a game: (n, 2, memory) zeros."""
        return torch.zeros(n, 2, self.config.memory, device=self.pool_rows.device)

    def forward(self, inputs: Inputs, memory: Tensor | None = None) -> Output:
        """Evaluate decisions; `memory` is the LSTM's before them, by default that before a game."""
        n = len(inputs)
        memory = self.first_memory(n) if memory is None else memory
        log_probs = torch.full(inputs.mask.shape, _ILLEGAL, device=memory.device)
        entropies = torch.zeros(n, device=memory.device)
        encoded = torch.zeros(n, self.encoded, device=memory.device)
        of_cards = self.of_cards()
        cards, selected = of_cards.pool, mean_of_cards(inputs.picks, of_cards.selected)
        if self.revealed is not None:
            # Nothing is revealed to a player without an opponent's deck to look at.
            shown = inputs.revealed if inputs.revealed.shape[1] else torch.zeros_like(inputs.picks)
            revealed = mean_of_cards(shown, self.revealed(cards))
            selected = torch.cat([selected, revealed], dim=1)
        building = inputs.is_build.nonzero().squeeze(1)
        playing = (~inputs.is_build).nonzero().squeeze(1)
        if len(building):
            heroes = self.embed.heroes(inputs.hero[building])
            logits = self.builder(cards, heroes, selected[building])
            found, spread = normalised(logits, inputs.mask[building, : len(cards)])
            log_probs[building, : len(cards)] = found
            entropies = entropies.index_copy(0, building, spread)
        if len(playing):
            logits, encodings, after = self._play(
                inputs.at(playing),
                memory[playing],
                selected[playing, self.config.entity :],
                of_cards,
            )
            found, spread = normalised(logits, inputs.mask[playing, :N_POINTERS])
            log_probs[playing, :N_POINTERS] = found
            entropies = entropies.index_copy(0, playing, spread)
            encoded = encoded.index_copy(0, playing, encodings)
            memory = memory.index_copy(0, playing, after)
        is_battle = (~inputs.is_build).to(encoded.dtype).unsqueeze(1)
        values = self.value(torch.cat([encoded, selected, is_battle], dim=1)).squeeze(1)
        return Output(log_probs, entropies, values, memory)

    def _play(
        self, inputs: Inputs, memory: Tensor, revealed: Tensor, of_cards: OfCards
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of the pointers, encodings of the states, and the memory after them."""
        pointers, state = self.table(inputs, self.embed, of_cards)
        encoded = self.state(torch.cat([state, revealed], dim=1))
        if self.lstm is not None:
            hidden, cell = self.lstm(encoded, (memory[:, 0], memory[:, 1]))
            encoded, memory = hidden, torch.stack([hidden, cell], dim=1)
        query = self.head(encoded).unsqueeze(-1)
        logits = (pointers @ query).squeeze(-1) / query.shape[1] ** 0.5
        return logits, encoded, memory


class PerHero(nn.Module):
    """A network for each hero; each decision is that of its hero's network."""

    def __init__(self, config: NetworkConfig, pool: BuildPool, rules: Rules) -> None:
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
