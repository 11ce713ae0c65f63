"""Slow and obvious versions of what the kernels compute."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from engine.core import enums as e
from engine.core.state import NO_SLOT
from engine.rules import Rules

MASK = 0xFFFFFFFF


def random_words(state: int, stream: int) -> Iterator[int]:
    """PCG RXS-M-XS 32/32: O'Neill 2014, section 6.3.4, with Python's big integers."""
    while True:
        word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737 % 2**32
        yield (word >> 22) ^ word
        state = (state * 747796405 + stream) % 2**32


def card_digest(card: int, extra: int) -> int:
    bits = ((card * 256 + extra % 256) * 0x2545F491) % 2**32
    bits = ((bits ^ (bits >> 15)) * 0x735A2D97) % 2**32
    return bits ^ (bits >> 13)


def deck_sum(game: np.record, side: int) -> int:
    player = game.players[side]
    cards = game["entities"]["card"][player.deck[: player.n_deck]].tolist()
    return sum(card_digest(card, 0) for card in cards) % 2**32


def _graveyard(game: np.record, side: int) -> dict[int, int]:
    """Entity -> card of the cards in a graveyard."""
    made = game["entities"][: game.n_entities]
    dead = np.flatnonzero((made["zone"] == e.IN_GRAVEYARD) & (made["side"] == side))
    return dict(zip(dead.tolist(), made["card"][dead].tolist(), strict=True))


def check_graveyards(before: np.record, after: np.record) -> None:
    """Asserts that an action added to the sums just the cards that it buried."""
    turns = range(int(before.turn), int(after.turn) + 1)
    for side in range(2):
        old, new = (_graveyard(game, side) for game in (before, after))
        assert old.keys() <= new.keys(), "a card has left the graveyard"
        buried = [card for i, card in new.items() if i not in old]
        players = before.players[side], after.players[side]
        grown = (int(players[1].graveyard_sum) - int(players[0].graveyard_sum)) % 2**32
        # a card that is buried while the turn passes belongs to one of the two turns
        possible = (
            sum(map(card_digest, buried, when)) % 2**32
            for when in product(turns, repeat=len(buried))
        )
        assert grown in possible


def listening(game: np.record, rules: Rules) -> int:
    """The events that something in play listens to, as bits."""
    cards, bits = rules.tables.cards, 0
    for player in game.players:
        for slot in player.board[: player.n_board]:
            character = game.characters[slot]
            if not character.keywords & e.SILENCED:
                bits |= int(cards[character.card].events)
            if character.spell_power:
                bits |= e.AURA_BIT
            for given in character.attached[: character.n_attached]:
                bits |= int(cards[rules.tables.attachments[given & 127]].events)
        bits |= int(cards[player.weapon].events)
        for entity in player.secrets[: player.n_secrets]:
            bits |= int(cards[game.entities[entity].card].events)
    return bits


def places(game: np.record) -> dict[int, list[tuple]]:
    """Where each entity lies, according to the lists of both players; every place it is in."""
    found: dict[int, list[tuple]] = {}
    for side, player in enumerate(game.players):
        lists = {
            e.IN_DECK: player.deck[: player.n_deck],
            e.IN_HAND: player.hand[: player.n_hand],
            e.IN_PLAY: [game.slot_entity[slot] for slot in player.board[: player.n_board]],
            e.IN_SECRETS: player.secrets[: player.n_secrets],
            e.AS_WEAPON: [player.weapon_entity] if player.weapon else [],
        }
        for zone, entities in lists.items():
            for entity in entities:
                found.setdefault(int(entity), []).append((zone, side))
        found.setdefault(int(game.slot_entity[side]), []).append((e.IN_PLAY, side))
    return found


def check_state(game: np.record, rules: Rules) -> None:
    """Asserts everything that holds in every state between two actions."""
    assert game.error == e.NO_ERROR
    assert not game.dirty
    _check_places(game)
    _check_players(game, rules)
    _check_characters(game)
    # One bit too few, and a trigger stays silent; one too many, and equal states have two digests.
    assert game.listening == listening(game, rules)


def _check_places(game: np.record) -> None:
    found = places(game)
    returning = [0, 0]
    made = game["entities"][: game.n_entities]
    columns = (made[name].tolist() for name in ("zone", "side", "slot"))
    slot_entity, slot_side = game["slot_entity"].tolist(), game["slot_side"].tolist()
    for entity, (zone, side, slot) in enumerate(zip(*columns, strict=True)):
        lies = found.pop(entity, [])
        if zone in (e.REMOVED, e.IN_GRAVEYARD, e.RETURNING):
            assert not lies, f"entity {entity} is gone but lies in {lies}"
            returning[side] += zone == e.RETURNING
        else:
            assert lies == [(zone, side)], f"entity {entity}: {zone, side} but lies in {lies}"
        if zone == e.IN_PLAY:
            assert (slot_entity[slot], slot_side[slot]) == (entity, side)
        else:
            assert slot == NO_SLOT
    assert not found, f"entities that were never made: {found}"
    assert returning == [int(player.n_returning) for player in game.players]


def _check_players(game: np.record, rules: Rules) -> None:
    for side, player in enumerate(game.players):
        assert player.n_hand <= e.MAX_HAND
        assert player.n_board <= e.MAX_BOARD
        assert player.n_secrets <= e.MAX_SECRETS
        assert player.n_deck <= e.MAX_DECK
        assert player.crystals <= e.MAX_MANA
        assert player.armor >= 0
        assert player.deck_sum == deck_sum(game, side)
        secrets = [int(game.entities[entity].card) for entity in player.secrets[: player.n_secrets]]
        assert len(set(secrets)) == len(secrets)
        if player.weapon:
            assert rules.tables.cards[player.weapon].type == e.WEAPON_CARD
            assert player.weapon == game.entities[player.weapon_entity].card
            assert player.weapon_durability > 0
        else:
            assert player.weapon_entity == player.weapon_attack == player.weapon_durability == 0


def _check_characters(game: np.record) -> None:
    used = {0, 1}
    for side, player in enumerate(game.players):
        for slot in (side, *player.board[: player.n_board].tolist()):
            used.add(slot)
            character, entity = game.characters[slot], game.slot_entity[slot]
            assert character.card == game.entities[entity].card
            assert character.health <= character.max_health
            assert character.aura_next == 0
            if game.result == e.RUNNING:
                assert character.health > 0
                assert not character.keywords & e.DOOMED
    assert {slot for slot in range(16) if game.slot_entity[slot]} == used
