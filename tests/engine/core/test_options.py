"""The legal actions and their order, as SabberStone lists them (the order decides ties)."""

import pytest

from engine.card_handle import CardHandle
from engine.core import enums as e
from engine.game import Game
from tests.engine.rulings import names

END = ("end turn", None, None, 0, 0)


def stage(**position) -> Game:
    """A position without hero power: only what the test is about."""
    game = Game.stage(**position)
    game.player.record.power_used = 1
    return game


def choices(game: Game) -> list[tuple]:
    """The legal actions: (kind, source, target, position, choice), with names."""

    def name(card: CardHandle | None) -> str | None:
        heroes = {game.player.hero: "me", game.opponent.hero: "you"}
        return None if card is None else heroes.get(card, card.name)

    return [
        (a.kind, name(a.source), name(a.target), a.position, a.choice) for a in game.legal_actions()
    ]


def plays(game: Game, name: str) -> list[tuple]:
    """(target, position) of each option to play the card, in order."""
    return [(x[2], x[3]) for x in choices(game) if x[:2] == ("play", name)]


def attacks(game: Game, name: str = "War Golem") -> list[str]:
    return [x[2] for x in choices(game) if x[:2] == ("attack", name)]


def golem(keywords: int = 0, **fields: int) -> Game:
    """A position with a War Golem that has more keywords, and other values in its record."""
    game = stage(board=["War Golem"])
    character = game.record.characters[game.player.record.board[0]]
    character.keywords |= keywords
    for field, value in fields.items():
        character[field] = value
    return game


def test_everything_in_sabberstones_order() -> None:
    """End of turn, hand from the left, hero power, minions from the left, hero."""
    game = Game.stage(
        hand=["Wisp", "Sinister Strike"], board=["Bloodfen Raptor", "Stonetusk Boar"],
        enemy_board=["Chillwind Yeti"], weapon="Wicked Knife",
    )  # fmt: skip
    assert choices(game) == [
        END,
        ("play", "Wisp", None, 0, 0),
        ("play", "Wisp", None, 1, 0),
        ("play", "Wisp", None, 2, 0),
        ("play", "Sinister Strike", None, 0, 0),
        ("hero power", "me", None, 0, 0),
        ("attack", "Bloodfen Raptor", "Chillwind Yeti", 0, 0),
        ("attack", "Bloodfen Raptor", "you", 0, 0),
        ("attack", "Stonetusk Boar", "Chillwind Yeti", 0, 0),
        ("attack", "Stonetusk Boar", "you", 0, 0),
        ("attack", "me", "Chillwind Yeti", 0, 0),
        ("attack", "me", "you", 0, 0),
    ]


def test_targets_own_hero_enemy_hero_enemy_minions_own_minions() -> None:
    game = stage(hand=["Shiv"], board=["Wisp"], enemy_board=["Chillwind Yeti", "War Golem"])
    targets = [target for target, _ in plays(game, "Shiv")]
    assert targets == ["me", "you", "Chillwind Yeti", "War Golem", "Wisp"]


def test_every_target_with_every_position() -> None:
    assert plays(stage(hand=["Elven Archer"], board=["Wisp"]), "Elven Archer") == [
        ("me", 0), ("me", 1), ("you", 0), ("you", 1), ("Wisp", 0), ("Wisp", 1),
    ]  # fmt: skip


def test_equal_cards_are_options_each() -> None:
    assert len(plays(stage(hand=["The Coin", "The Coin"]), "The Coin")) == 2


def test_what_costs_too_much_is_no_option() -> None:
    game = stage(hand=["Wisp", "Bloodfen Raptor", "Chillwind Yeti"], mana=2)
    assert {x[1] for x in choices(game) if x[0] == "play"} == {"Wisp", "Bloodfen Raptor"}


def test_seven_minions_leave_no_place() -> None:
    game = stage(hand=["Wisp"], board=["Chillwind Yeti"] * 6)
    assert len(plays(game, "Wisp")) == 7
    game.player.put("Chillwind Yeti")
    assert plays(game, "Wisp") == []


def test_a_battlecry_without_any_target_can_be_played_for_its_body() -> None:
    assert plays(stage(hand=["Ironbeak Owl"]), "Ironbeak Owl") == [(None, 0)]


def test_a_battlecry_with_a_target_must_take_one() -> None:
    game = stage(hand=["Ironbeak Owl"], enemy_board=["Wisp"])
    assert plays(game, "Ironbeak Owl") == [("Wisp", 0)]


def test_a_spell_needs_its_target() -> None:
    game = stage(hand=["Backstab"])
    assert plays(game, "Backstab") == []
    game.player.put("Chillwind Yeti").take_damage(2)
    assert plays(game, "Backstab") == [], "only undamaged minions"
    game.opponent.put("War Golem")
    assert plays(game, "Backstab") == [("War Golem", 0)]


FULL = ["Wisp"] * 7


@pytest.mark.parametrize(
    ("spell", "position"),
    [
        ("Multi-Shot", {"board": ["Wisp"]}),
        ("Deadly Shot", {"board": ["Wisp"]}),
        ("Cleave", {"board": ["Wisp"]}),
        ("Unleash the Hounds", {}),
        ("Unleash the Hounds", {"board": ["Wisp"]}),
        ("Unleash the Hounds", {"board": FULL, "enemy_board": ["Wisp"]}),
        ("Animal Companion", {"board": FULL}),
        ("Mind Control", {"board": FULL, "enemy_board": ["War Golem"]}),
        ("Shadow Madness", {"board": FULL, "enemy_board": ["Wisp"]}),
        ("Mindgames", {"board": FULL, "enemy_deck": ["Wisp"]}),
        ("Shadow Word: Pain", {"enemy_board": ["Worgen Infiltrator"]}),
        ("Rampage", {"board": ["Wisp"]}),
        ("Wrath", {}),
    ],
)
def test_a_spell_needs_minions_or_room(spell: str, position: dict[str, list[str]]) -> None:
    assert plays(stage(hand=[spell], **position), spell) == []


def test_a_combo_target_only_with_combo() -> None:
    game = stage(hand=["SI:7 Agent"])
    assert plays(game, "SI:7 Agent") == [(None, 0)]
    game.player.record.cards_played = 1
    assert plays(game, "SI:7 Agent") == [("me", 0), ("you", 0)]


@pytest.mark.parametrize("keyword", ["stealth", "immune"])
def test_a_hidden_enemy_is_no_target(keyword: str) -> None:
    game = stage(hand=["Shiv"], board=["Chillwind Yeti"], enemy_board=["War Golem"])
    for player in game.players:
        player.board[0].set_flags(**{keyword: True})
    targets = [target for target, _ in plays(game, "Shiv")]
    assert targets == ["me", "you", "Chillwind Yeti"], "one's own is"


def test_an_elusive_minion_is_a_target_of_battlecries_only() -> None:
    dragons = ["Faerie Dragon"]
    game = stage(hand=["Shiv", "Elven Archer"], board=dragons, enemy_board=dragons)
    assert [target for target, _ in plays(game, "Shiv")] == ["me", "you"]
    assert "Faerie Dragon" in {target for target, _ in plays(game, "Elven Archer")}


def test_cards_with_a_condition() -> None:
    game = stage(hand=["Deadly Poison", "Blade Flurry"])
    assert plays(game, "Deadly Poison") == plays(game, "Blade Flurry") == []
    game.player.equip("Wicked Knife")
    assert plays(game, "Deadly Poison") == plays(game, "Blade Flurry") == [(None, 0)]


def test_a_secret_at_most_once() -> None:
    trap = ["Snake Trap"]
    game = stage(hand=[*trap, "Eye for an Eye"], secrets=trap, enemy_secrets=trap)
    assert plays(game, "Snake Trap") == []
    assert plays(game, "Eye for an Eye") == [(None, 0)]


def test_five_secrets_at_most() -> None:
    five = ["Eye for an Eye", "Noble Sacrifice", "Redemption", "Repentance", "Explosive Trap"]
    assert plays(stage(hand=["Snake Trap"], secrets=five), "Snake Trap") == []


def test_the_hero_power_once_a_turn_and_for_mana() -> None:
    game = Game.stage()
    power = ("hero power", "me", None, 0, 0)
    assert power in choices(game)
    game.player.mana = 1
    assert power not in choices(game)
    game.player.mana = 2
    assert power in choices(game)
    game.player.record.power_used = 1
    assert power not in choices(game)


def test_a_hero_power_that_summons_needs_room() -> None:
    assert choices(Game.stage(hero="PALADIN", board=["Ancient Watcher"] * 7)) == [END]


def test_only_taunts_may_be_attacked() -> None:
    game = stage(board=["War Golem"], enemy_board=["Wisp", "Frostwolf Grunt"])
    assert attacks(game) == ["Frostwolf Grunt"]


@pytest.mark.parametrize("keyword", ["stealth", "immune"])
def test_a_hidden_taunt_protects_nobody_and_can_not_be_attacked(keyword: str) -> None:
    game = stage(board=["War Golem"], enemy_board=["Frostwolf Grunt", "Wisp"])
    game.opponent.board[0].set_flags(**{keyword: True})
    assert attacks(game) == ["Wisp", "you"]


@pytest.mark.parametrize("keyword", ["stealth", "immune"])
def test_a_hidden_hero_can_not_be_attacked(keyword: str) -> None:
    game = stage(board=["War Golem"], enemy_board=["Wisp"])
    game.opponent.hero.set_flags(**{keyword: True})
    assert attacks(game) == ["Wisp"]


def test_a_fresh_minion_waits_unless_it_has_charge() -> None:
    game = golem(fresh=1)
    game.player.summon("Stonetusk Boar")
    assert (attacks(game), attacks(game, "Stonetusk Boar")) == ([], ["you"])


def test_a_fresh_minion_with_rush_attacks_minions_only() -> None:
    game = golem(e.RUSH, fresh=1)
    game.opponent.put("Wisp")
    assert attacks(game) == ["Wisp"]


@pytest.mark.parametrize(
    ("fields", "attacked"),
    [
        ({"keywords": e.FROZEN}, []),
        ({"keywords": e.CANT_ATTACK}, []),
        ({"attack": 0}, []),
        ({"attacks_made": 1}, []),
        ({"attacks_made": 1, "keywords": e.WINDFURY}, ["you"]),
        ({"attacks_made": 2, "keywords": e.WINDFURY}, []),
        ({"attacks_made": 3, "keywords": e.MEGA_WINDFURY | e.WINDFURY}, ["you"]),
        ({"attacks_made": 4, "keywords": e.MEGA_WINDFURY}, []),
    ],
)
def test_who_can_attack(fields: dict[str, int], attacked: list[str]) -> None:
    assert attacks(golem(**fields)) == attacked


def test_a_hero_attacks_once_and_not_while_frozen() -> None:
    game = stage()
    assert attacks(game, "me") == [], "it has no attack"
    game.player.equip("Assassin's Blade")
    assert attacks(game, "me") == ["you"]
    game.record.characters[0].attacks_made = 1
    assert attacks(game, "me") == []
    game.record.characters[0].attacks_made = 0
    game.player.hero.set_flags(frozen=True)
    assert attacks(game, "me") == []


def test_a_pending_choice_is_all_there_is() -> None:
    game = stage(hand=["Tracking"], deck=["Sprint", "Shiv", "War Golem", "Wisp"]).play("Tracking")
    assert choices(game) == [("choose", None, None, 0, n) for n in range(3)]
    assert names(game.choices) == ["Sprint", "Shiv", "War Golem"], "the top of the deck first"
    game.choose(1)
    assert (names(game.player.hand), names(game.player.deck)) == (["Shiv"], ["Wisp"])
    assert choices(game)[0] == END
