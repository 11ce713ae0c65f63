"""Baron Rivendare beside each minion with a deathrattle."""

import pytest

from engine.cards import CARDS
from engine.core.enums import MINION_CARD
from engine.dsl.abilities import Word
from engine.game import Game
from tests.engine.rulings import over


def healths(game: Game) -> tuple[int, int]:
    return game.player.health, game.opponent.health


def hands(game: Game) -> tuple[int, int]:
    return len(game.player.hand), len(game.opponent.hand)


def boards(game: Game) -> tuple[int, int]:
    return len(game.player.board), len(game.opponent.board)


def names(game: Game) -> list[str]:
    """Those that came, on both boards."""
    cards = (*game.player.board, *game.opponent.board)
    return [card.name for card in cards if card.name not in ("Baron Rivendare", "War Golem")]


def damage(game: Game) -> list[int]:
    return [minion.damage for minion in game.opponent.board]


def weapons(game: Game) -> tuple[str, list[str]]:
    return game.player.weapon.name, [card.name for card in game.player.graveyard]


def deck(game: Game) -> tuple[list[str], list]:
    """The minions in it, and the graveyard."""
    minions = [card.name for card in game.player.deck if card.type == "minion"]
    return minions, game.player.graveyard


#: What is seen when the minion has died: in the game of `test_rivendare_doubles_the_deathrattle`.
SEEN = {
    "Abomination": (healths, (16, 16)),
    "Anub'ar Ambusher": (hands, (4, 0)),
    "Bloodmage Thalnos": (hands, (4, 0)),
    "Cairne Bloodhoof": (names, ["Baine Bloodhoof"] * 2),
    "Clockwork Gnome": (hands, (4, 0)),
    "Dancing Swords": (hands, (2, 2)),
    "Dark Cultist": (lambda game: sum(minion.health for minion in game.player.board), 7 + 7 + 6),
    "Deathlord": (names, ["Wisp"] * 2),
    "Explosive Sheep": (damage, [4] * 3),
    "Feugen": (names, []),
    "Harvest Golem": (names, ["Damaged Golem"] * 2),
    "Haunted Creeper": (names, ["Spectral Spider"] * 4),
    "Leper Gnome": (healths, (20, 16)),
    "Loot Hoarder": (hands, (4, 0)),
    "Mad Scientist": (lambda game: len(game.player.secrets), 2),
    "Majordomo Executus": (healths, (8, 20)),  # the same hero twice
    "Malorne": (deck, (["Malorne"], [])),  # there is only one of him
    "Mechanical Yeti": (hands, (4, 2)),
    "Nerubian Egg": (names, ["Nerubian"] * 2),
    "Piloted Shredder": (boards, (4, 3)),
    "Piloted Sky Golem": (boards, (4, 3)),
    "Savannah Highmane": (names, ["Hyena"] * 4),
    "Sludge Belcher": (names, ["Slime"] * 2),
    "Sneed's Old Shredder": (boards, (4, 3)),
    "Stalagg": (names, []),
    "Sylvanas Windrunner": (boards, (4, 1)),
    "The Beast": (names, ["Finkle Einhorn"] * 2),
    "Tirion Fordring": (weapons, ("Ashbringer", ["Tirion Fordring", "Ashbringer"])),
    "Toshley": (hands, (4, 0)),
    "Unstable Ghoul": (damage, [2] * 3),
    "Voidcaller": (names, ["Voidwalker"] * 2),
    "Webspinner": (hands, (4, 0)),
    "Zombie Chow": (healths, (20, 30)),
}


@pytest.mark.parametrize("minion", SEEN)
def test_rivendare_doubles_the_deathrattle(minion):
    game = Game.stage(
        hand=["Voidwalker"] * 2, board=["Baron Rivendare", minion, "War Golem"],
        deck=["Ice Block", "Vaporize"], enemy_board=["War Golem"] * 3, enemy_deck=["Wisp"] * 2,
        health=20, enemy_health=20,
    )  # fmt: skip
    game.player.board[1].destroy()
    found, expected = SEEN[minion]
    assert found(game) == expected


def test_rivendare_doubles_boom_bots_damage():
    for game in over(10, Game.stage, board=["Baron Rivendare", "Boom Bot"]):
        game.player.board[1].destroy()
        assert 2 <= 30 - game.opponent.health <= 8


@pytest.mark.parametrize(("first", "second"), [("Stalagg", "Feugen"), ("Feugen", "Stalagg")])
def test_rivendare_summons_thaddius_twice(first, second):
    game = Game.stage(board=["Baron Rivendare", first, second])
    for minion in game.player.board[1:]:
        minion.destroy()
    assert names(game) == ["Thaddius"] * 2


def test_each_minion_with_a_deathrattle_has_died_beside_rivendare():
    """A later set's stand in the table, too."""
    rattling = {
        card.name
        for card in CARDS
        if card.type == MINION_CARD
        and any(isinstance(word, Word) and word.name == "deathrattle" for word in card.text)
    }
    assert rattling == {*SEEN, "Boom Bot"}
