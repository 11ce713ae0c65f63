"""What a side cannot see, and positions in which only that differs."""

import numpy as np

from engine.core.enums import SECRET_CARD
from engine.core.memory import copy_game
from engine.core.state import NO_SLOT, new_games
from engine.rules import Rules
from models.players.core.blind import deal_anew
from models.players.core.state import HIDDEN


def copied(game: np.record) -> np.record:
    copy = new_games(1)[0]
    copy_game(copy, game)
    return copy


def dealt(game: np.record, rules: Rules, seed: int, viewer: int | None = None) -> np.record:
    """A copy in which what the viewer, by default who moves, cannot see is dealt anew."""
    copy, viewer = copied(game), int(game.active) if viewer is None else viewer
    deal_anew(copy, rules.tables, viewer, seed, np.zeros(1, HIDDEN)[0])
    return copy


def cards_in(game: np.record, side: int, zone: str) -> list[int]:
    """The cards of a side's hand, deck or secrets, in the order in which they lie."""
    player = game.players[side]
    return [int(game.entities[int(i)].card) for i in player[zone][: player[f"n_{zone}"]]]


def hidden_cards(game: np.record, side: int) -> list[int]:
    """What `side` cannot see, in the order in which it lies."""
    zones = (side, "deck"), (1 - side, "deck"), (1 - side, "hand"), (1 - side, "secrets")
    return [card for whose, zone in zones for card in cards_in(game, whose, zone)]


def with_hidden_cards_permuted(
    game: np.record,
    rules: Rules,
    viewer: int,
    seed: int,
    *,
    foreign: bool = True,
    moves: bool = True,
) -> np.record:
    """A copy in which the cards of both decks, and the opponent's hand and secrets, are permuted.

    The viewer must see no difference. Entities and cards both move, so that neither may be sent;
    without `moves`, the entities of the decks keep their order. If `foreign`, the opponent's
    secrets become any secrets; else they change places with secrets of its hand and deck: what a
    fair player, who knows the list, cannot see.
    """
    rng, copy = np.random.default_rng(seed), copied(game)
    shown = set(copy.choices[: copy.n_choices].tolist())
    for side in range(2):
        player = copy.players[side]
        zones = [("deck", int(player.n_deck))]
        if side != viewer:
            zones.append(("hand", int(player.n_hand)))
        entities = [
            entity
            for name, n in zones
            for entity in player[name][:n].tolist()
            if entity not in shown and copy.entities[entity].card != rules.tables.coin
        ]
        if side != viewer:
            _other_secrets(copy, rules, player, entities, rng, foreign)
        cards = rng.permutation([int(copy.entities[i].card) for i in entities]).tolist()
        for entity, card in zip(entities, cards, strict=True):
            copy.entities[entity].card = card
            copy.entities[entity].slot = NO_SLOT
        if moves:
            n_deck = int(player.n_deck)
            player.deck[:n_deck] = rng.permutation(player.deck[:n_deck])
    return copy


def _other_secrets(copy, rules, player, hidden, rng, foreign) -> None:
    """Gives the opponent other secrets: any, or of its hidden cards, each only once."""
    is_secret = rules.tables.cards["type"] == SECRET_CARD
    for entity in player.secrets[: player.n_secrets].tolist():
        held = [int(copy.entities[i].card) for i in player.secrets[: player.n_secrets].tolist()]
        if foreign:
            copy.entities[entity].card = int(rng.choice(np.flatnonzero(is_secret)))
            continue
        others = [
            i
            for i in hidden
            if is_secret[copy.entities[i].card] and copy.entities[i].card not in held
        ]
        if others:
            cards, other = copy.entities["card"], int(rng.choice(others))
            cards[[entity, other]] = cards[[other, entity]]
