"""The digest of a state: the differences that count."""

from collections.abc import Iterator

import numpy as np
import pytest

from engine.core.hash import digest
from engine.core.memory import copy_game
from engine.core.state import CHARACTER, GAME, PLAYER, new_games
from engine.rules import Rules
from tests.engine.naive import card_digest
from tests.engine.random_games import Table, play_random
from tests.engine.rulings import both_sides

NOT_COMPARED = (
    "rng_state", "rng_stream", "n_entities", "error", "random_happened", "dirty", "heeds",
    "choice_source", "choice_target", "choices", "slot_entity", "slot_side",
)  # fmt: skip
PARTS = ("characters", "players", "entities")  # compared in part, see below
# What is compared otherwise or, as `grown`, only says where to look.
LISTS = ("hand", "hand_cost", "board", "secrets", "deck", "weapon_entity", "grown")


@pytest.fixture
def game() -> np.record:
    """A game with cards in all zones of both players."""
    return both_sides(
        hand=["Wisp", "Sinister Strike", "War Golem"], board=["Bloodfen Raptor", "Chillwind Yeti"],
        deck=["Wisp", "Shiv", "Sprint"], secrets=["Snake Trap", "Eye for an Eye"],
        weapon="Wicked Knife",
    ).record  # fmt: skip


def copy_of(game: np.record) -> np.record:
    copy = new_games(1)[0]
    copy_game(copy, game)
    return copy


def renumbered(game: np.record, rng: np.random.Generator) -> np.record:
    """The same game with other entity ids; the heroes keep theirs."""
    n = int(game.n_entities)
    new_id = np.arange(256)
    new_id[3:n] = 3 + rng.permutation(n - 3)
    made = copy_of(game)
    for old in range(3, n):
        made.entities[int(new_id[old])] = game.entities[old]
    made["slot_entity"][:] = new_id[game["slot_entity"]]
    made["choices"][:] = new_id[game["choices"]]
    for before, after in zip(game.players, made.players, strict=True):
        for name in ("hand", "secrets", "deck", "weapon_entity"):
            after[name] = new_id[before[name]]
    return made


def records(game: np.record) -> Iterator[tuple[str, np.record]]:
    for side in range(2):
        yield f"player {side}", game.players[side]
        slots = [side, *game.players[side].board[: game.players[side].n_board].tolist()]
        for slot in slots:
            yield f"character {slot}", game.characters[slot]


def test_copies_have_the_digest_of_the_original(rules: Rules) -> None:
    table = Table(rules)

    def watch(actions: list[int], action: int) -> None:
        assert digest(copy_of(table.game)) == digest(table.game)

    play_random(table, 1, ("ROGUE", "HUNTER"), watch)


def test_entity_ids_do_not_count(rules: Rules) -> None:
    table, rng = Table(rules), np.random.default_rng(0)

    def watch(actions: list[int], action: int) -> None:
        assert digest(renumbered(table.game, rng)) == digest(table.game)

    play_random(table, 2, ("PALADIN", "WARLOCK"), watch)


def test_states_of_a_game_differ(rules: Rules) -> None:
    table, seen = Table(rules), []
    play_random(table, 3, ("ROGUE", "HUNTER"), lambda *_: seen.append(int(digest(table.game))))
    assert len(set(seen)) == len(seen) > 30


@pytest.mark.parametrize("side", [0, 1])
def test_the_order_of_the_hand_does_not_count(game: np.record, side: int) -> None:
    player = game.players[side]
    player.hand_cost[0] = -2
    before = digest(game)
    for row in (player.hand, player.hand_cost):
        row[:3] = row[[2, 0, 1]]
    assert digest(game) == before
    player.hand_cost[:3] = player.hand_cost[[1, 2, 0]]
    assert digest(game) != before, "but which card costs less does"


@pytest.mark.parametrize("side", [0, 1])
def test_the_order_of_the_deck_does_not_count(game: np.record, side: int) -> None:
    before = digest(game)
    deck = game.players[side].deck
    deck[:3] = deck[[2, 0, 1]]
    assert digest(game) == before


@pytest.mark.parametrize("side", [0, 1])
def test_cards_count_in_deck_graveyard_hand_and_secrets(game: np.record, side: int) -> None:
    player = game.players[side]
    before = digest(game)
    for field in ("deck_sum", "graveyard_sum"):
        changed = copy_of(game)
        changed.players[side][field] = (int(player[field]) + card_digest(7, 0)) % 2**32
        assert digest(changed) != before, field
    for entity in (player.hand[1], player.secrets[0]):
        changed = copy_of(game)
        changed.entities[entity].card += 1
        assert digest(changed) != before


def test_the_order_of_play_of_secrets_counts(game: np.record) -> None:
    before = digest(game)
    game.players[1].secret_order[1] += 1
    assert digest(game) != before


@pytest.mark.parametrize("side", [0, 1])
def test_the_order_of_the_board_counts(game: np.record, side: int) -> None:
    before = digest(game)
    board = game.players[side].board
    board[:2] = board[[1, 0]]
    assert digest(game) != before


def test_slots_do_not_count(game: np.record) -> None:
    """A minion may stand in any slot: only its place on the board is seen."""
    before = digest(game)
    slot, free = int(game.players[0].board[0]), 15
    game.characters[free] = game.characters[slot]
    game.slot_entity[free], game.slot_entity[slot] = game.slot_entity[slot], 0
    game.slot_side[free] = 0
    game.players[0].board[0] = free
    assert digest(game) == before


@pytest.mark.parametrize("field", [n for n in GAME.names if n not in PARTS and n != "pad"])
def test_fields_of_the_game(game: np.record, field: str) -> None:
    before = digest(game)
    game[field] = game[field] + 1
    assert (digest(game) == before) == (field in NOT_COMPARED)


@pytest.mark.parametrize("part", ["player", "character"])
def test_every_field_of_players_and_characters_counts(game: np.record, part: str) -> None:
    layout = PLAYER if part == "player" else CHARACTER
    fields = [n for n in layout.names if n not in LISTS and not n.endswith("pad")]
    before = digest(game)
    for name, _ in records(game):
        if not name.startswith(part):
            continue
        for field in fields:
            if field in ("n_hand", "n_board", "n_secrets"):
                continue  # with one more, a card that was never there would be read
            changed = copy_of(game)
            record = dict(records(changed))[name]
            record[field] = record[field] + 1
            assert digest(changed) != before, f"{name}: {field}"


@pytest.mark.parametrize("count", ["n_hand", "n_board", "n_secrets"])
@pytest.mark.parametrize("side", [0, 1])
def test_one_card_less_counts(game: np.record, side: int, count: str) -> None:
    before = digest(game)
    game.players[side][count] -= 1
    assert digest(game) != before


def test_the_sides_are_told_apart(game: np.record) -> None:
    game.players[0].crystals = 3
    before = digest(game)
    game.players[0].crystals, game.players[1].crystals = 10, 3
    assert digest(game) != before


def test_what_left_play_does_not_count(game: np.record) -> None:
    """Slots and hand places that are free again may hold anything."""
    before = digest(game)
    game.characters[15].attack = 9
    game.players[0].hand[9] = 5
    game.players[1].secrets[4] = 5
    assert digest(game) == before
