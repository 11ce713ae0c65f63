"""The legal actions and their order, as SabberStone lists them (the order decides ties)."""

import pytest

from engine.core import enums as e
from engine.rules import Rules
from tests.engine.staging import Stage

END = ("end turn", None, None, 0, 0)


@pytest.fixture
def stage(rules: Rules) -> Stage:
    """No mana for the hero power unless a test gives some: only what the test is about."""
    stage = Stage(rules)
    stage.game.players[0].power_used = 1
    return stage


def plays(stage: Stage, name: str) -> list[tuple]:
    """(target, position) of each option to play the card, in order."""
    return [(x[2], x[3]) for x in stage.choices() if x[:2] == ("play", name)]


def attacks(stage: Stage, name: str = "War Golem") -> list[str]:
    return [x[2] for x in stage.choices() if x[:2] == ("attack", name)]


def test_everything_in_sabberstones_order(rules: Rules) -> None:
    """End of turn, hand from the left, hero power, minions from the left, hero."""
    stage = Stage(rules)
    stage.hand("Wisp", "Sinister Strike")
    stage.minion("Bloodfen Raptor")
    stage.minion("Stonetusk Boar")
    stage.minion("Chillwind Yeti", side=1)
    stage.weapon("Wicked Knife")
    assert stage.choices() == [
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


def test_targets_own_hero_enemy_hero_enemy_minions_own_minions(stage: Stage) -> None:
    stage.hand("Shiv")
    stage.minion("Wisp")
    stage.minion("Chillwind Yeti", side=1)
    stage.minion("War Golem", side=1)
    targets = [target for target, _ in plays(stage, "Shiv")]
    assert targets == ["me", "you", "Chillwind Yeti", "War Golem", "Wisp"]


def test_every_target_with_every_position(stage: Stage) -> None:
    stage.hand("Elven Archer")
    stage.minion("Wisp")
    assert plays(stage, "Elven Archer") == [
        ("me", 0), ("me", 1), ("you", 0), ("you", 1), ("Wisp", 0), ("Wisp", 1),
    ]  # fmt: skip


def test_equal_cards_are_options_each(stage: Stage) -> None:
    stage.hand("The Coin", "The Coin")
    assert len(plays(stage, "The Coin")) == 2


def test_what_costs_too_much_is_no_option(stage: Stage) -> None:
    stage.hand("Wisp", "Bloodfen Raptor", "Chillwind Yeti")
    stage.game.players[0].spent = 8
    assert {x[1] for x in stage.choices() if x[0] == "play"} == {"Wisp", "Bloodfen Raptor"}


def test_seven_minions_leave_no_place(stage: Stage) -> None:
    stage.hand("Wisp")
    for _ in range(6):
        stage.minion("Chillwind Yeti")
    assert len(plays(stage, "Wisp")) == 7
    stage.minion("Chillwind Yeti")
    assert plays(stage, "Wisp") == []


def test_a_battlecry_without_any_target_can_be_played_for_its_body(stage: Stage) -> None:
    stage.hand("Ironbeak Owl")
    assert plays(stage, "Ironbeak Owl") == [(None, 0)]


def test_a_battlecry_with_a_target_must_take_one(stage: Stage) -> None:
    stage.hand("Ironbeak Owl")
    stage.minion("Wisp", side=1)
    assert plays(stage, "Ironbeak Owl") == [("Wisp", 0)]


def test_a_spell_needs_its_target(stage: Stage) -> None:
    stage.hand("Backstab")
    assert plays(stage, "Backstab") == []
    stage.minion("Chillwind Yeti", health=3)
    assert plays(stage, "Backstab") == [], "only undamaged minions"
    stage.minion("War Golem", side=1)
    assert plays(stage, "Backstab") == [("War Golem", 0)]


def test_a_combo_target_only_with_combo(stage: Stage) -> None:
    stage.hand("SI:7 Agent")
    assert plays(stage, "SI:7 Agent") == [(None, 0)]
    stage.game.players[0].cards_played = 1
    assert plays(stage, "SI:7 Agent") == [("me", 0), ("you", 0)]


@pytest.mark.parametrize("keyword", [e.STEALTH, e.IMMUNE])
def test_a_hidden_enemy_is_no_target(stage: Stage, keyword: int) -> None:
    stage.hand("Shiv")
    stage.minion("War Golem", side=1, keywords=keyword)
    stage.minion("Chillwind Yeti", keywords=keyword)
    targets = [target for target, _ in plays(stage, "Shiv")]
    assert targets == ["me", "you", "Chillwind Yeti"], "one's own is"


def test_an_elusive_minion_is_a_target_of_battlecries_only(stage: Stage) -> None:
    stage.hand("Shiv", "Elven Archer")
    stage.minion("Faerie Dragon", side=1)
    stage.minion("Faerie Dragon")
    assert [target for target, _ in plays(stage, "Shiv")] == ["me", "you"]
    assert "Faerie Dragon" in {target for target, _ in plays(stage, "Elven Archer")}


def test_cards_with_a_condition(stage: Stage) -> None:
    stage.hand("Deadly Poison", "Blade Flurry")
    assert plays(stage, "Deadly Poison") == plays(stage, "Blade Flurry") == []
    stage.weapon("Wicked Knife")
    assert plays(stage, "Deadly Poison") == plays(stage, "Blade Flurry") == [(None, 0)]


def test_a_secret_at_most_once(stage: Stage) -> None:
    stage.hand("Snake Trap", "Eye for an Eye")
    stage.secret("Snake Trap")
    stage.secret("Snake Trap", side=1)
    assert plays(stage, "Snake Trap") == []
    assert plays(stage, "Eye for an Eye") == [(None, 0)]


def test_five_secrets_at_most(stage: Stage) -> None:
    stage.hand("Snake Trap")
    for _ in range(5):
        stage.secret("Eye for an Eye")
    assert plays(stage, "Snake Trap") == []


def test_the_hero_power_once_a_turn_and_for_mana(rules: Rules) -> None:
    stage = Stage(rules)
    power = ("hero power", "me", None, 0, 0)
    assert power in stage.choices()
    stage.game.players[0].spent = 9
    assert power not in stage.choices()
    stage.game.players[0].spent = 8
    assert power in stage.choices()
    stage.game.players[0].power_used = 1
    assert power not in stage.choices()


def test_a_hero_power_that_summons_needs_room(rules: Rules) -> None:
    stage = Stage(rules)
    stage.game.players[0].power = rules.row("CS2_101")
    for _ in range(7):
        stage.minion("Wisp", attacks_made=1)
    assert stage.choices() == [END]


def test_only_taunts_may_be_attacked(stage: Stage) -> None:
    stage.minion("War Golem")
    stage.minion("Wisp", side=1)
    stage.minion("Frostwolf Grunt", side=1)
    assert attacks(stage) == ["Frostwolf Grunt"]


@pytest.mark.parametrize("keyword", [e.STEALTH, e.IMMUNE])
def test_a_hidden_taunt_protects_nobody_and_can_not_be_attacked(stage: Stage, keyword: int) -> None:
    stage.minion("War Golem")
    stage.minion("Frostwolf Grunt", side=1, keywords=keyword)
    stage.minion("Wisp", side=1)
    assert attacks(stage) == ["Wisp", "you"]


@pytest.mark.parametrize("keyword", [e.STEALTH, e.IMMUNE])
def test_a_hidden_hero_can_not_be_attacked(stage: Stage, keyword: int) -> None:
    stage.minion("War Golem")
    stage.minion("Wisp", side=1)
    stage.game.characters[1].keywords = keyword
    assert attacks(stage) == ["Wisp"]


def test_a_fresh_minion_waits_unless_it_has_charge(stage: Stage) -> None:
    stage.minion("War Golem", fresh=1)
    stage.minion("Stonetusk Boar", fresh=1)
    assert attacks(stage) == []
    assert attacks(stage, "Stonetusk Boar") == ["you"]


def test_a_fresh_minion_with_rush_attacks_minions_only(stage: Stage) -> None:
    stage.minion("War Golem", fresh=1, keywords=e.RUSH)
    stage.minion("Wisp", side=1)
    assert attacks(stage) == ["Wisp"]


@pytest.mark.parametrize(
    "fields",
    [
        {"keywords": e.FROZEN},
        {"keywords": e.CANT_ATTACK},
        {"attack": 0},
        {"attacks_made": 1},
        {"attacks_made": 2, "keywords": e.WINDFURY},
        {"attacks_made": 4, "keywords": e.MEGA_WINDFURY},
    ],
)
def test_who_can_not_attack(stage: Stage, fields: dict[str, int]) -> None:
    stage.minion("War Golem", **fields)
    assert attacks(stage) == []


def test_windfury_attacks_twice(stage: Stage) -> None:
    stage.minion("War Golem", attacks_made=1, keywords=e.WINDFURY)
    assert attacks(stage) == ["you"]


def test_mega_windfury_attacks_four_times(stage: Stage) -> None:
    stage.minion("War Golem", attacks_made=3, keywords=e.MEGA_WINDFURY | e.WINDFURY)
    assert attacks(stage) == ["you"]


def test_a_hero_attacks_once_and_not_while_frozen(stage: Stage) -> None:
    assert attacks(stage, "me") == [], "it has no attack"
    stage.weapon("Assassin's Blade")
    assert attacks(stage, "me") == ["you"]
    stage.game.characters[0].attacks_made = 1
    assert attacks(stage, "me") == []
    stage.game.characters[0].attacks_made = 0
    stage.game.characters[0].keywords = e.FROZEN
    assert attacks(stage, "me") == []


def test_a_pending_choice_is_all_there_is(stage: Stage) -> None:
    (tracking,) = stage.hand("Tracking")
    cards = stage.deck("Wisp", "War Golem", "Shiv", "Sprint")
    stage.play(tracking)
    assert stage.choices() == [("choose", None, None, 0, n) for n in range(3)]
    shown = [stage.name(entity) for entity in stage.game.choices[: stage.game.n_choices]]
    assert shown == ["Sprint", "Shiv", "War Golem"], "the top of the deck first"
    stage.act(e.CHOOSE | 1 << 32)
    assert stage.name(stage.game.players[0].hand[0]) == "Shiv"
    assert stage.game.players[0].deck[: stage.game.players[0].n_deck].tolist() == [cards[0]]
    assert stage.choices()[0] == END
