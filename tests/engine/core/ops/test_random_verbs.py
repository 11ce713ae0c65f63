"""Which effects raise `game.random_happened`: each verb runs once with several targets.

The flag means that an effect picked among more than it took: a random target, card, amount or
transformation. Draws, shuffles and the effects that happen with a chance of 50 % do not raise it,
nor does "random" with only one possibility.

Source: SabberStone's event `OnRandomHappened`, which DSA-ME's evaluator listens to.
"""

from dataclasses import dataclass

import pytest

from engine import dsl
from engine.core import enums as e
from engine.dsl.amounts import between, count
from engine.dsl.cards import Card
from engine.dsl.effects import Effect
from engine.dsl.selectors import (
    anyone,
    attacker,
    enemies,
    enemy,
    murloc,
    random,
    random_card,
    target,
    your,
)
from engine.game import Game
from engine.rules import Rules
from tests.engine.own_cards import rules_with
from tests.engine.rulings import both_sides

# The verbs that pick by themselves; any other does when its selector or its amount is random.
RANDOM_VERBS = frozenset(
    {
        "deal_split",  # each of its pings
        "brawl",
        "summon_from_pool",
        "summon_from_deck",
        "put_into_play",
        "resurrect",
        "transform_pool",
        "swap_with_hand",
        "draw_kind",
        "add_from_pool",
        "copy_from_hand",
        "copy_from_deck",
        "discard",
        "give_one_of",
        "equip_from_pool",
        "steal_secret",
        "destroy_secrets",  # if it destroys one
    }
)
CONTROL = {"nothing", "skip_unless", "skip", "maybe_skip", "repeat"}
CHOSEN = target(anyone.minions)
POOL = random_card("Wisp", "War Golem", "Bloodfen Raptor")


@dataclass(frozen=True)
class Case:
    """An effect, and the verb it is a case of; `source` says whose text it is."""

    verb: str
    effect: Effect
    source: str = "spell"


EFFECTS = [
    Case("deal", dsl.deal(1, enemies)),
    Case("deal_and", dsl.deal_and(2, CHOSEN, 1, enemies.except_target)),
    Case("deal_split", dsl.deal_split(3, enemies)),
    Case("heal", dsl.heal(2, anyone.characters)),
    Case("destroy", dsl.destroy(CHOSEN)),
    Case("give", dsl.give(CHOSEN, +1, +1)),
    Case("lose", dsl.lose(enemy.minions, dsl.taunt)),
    Case("silence", dsl.silence(CHOSEN)),
    Case("set_attack", dsl.set_attack(CHOSEN, 1)),
    Case("set_health", dsl.set_health(CHOSEN, 1)),
    Case("double_attack", dsl.double_attack(CHOSEN)),
    Case("double_health", dsl.double_health(CHOSEN)),
    Case("swap_stats", dsl.swap_stats(CHOSEN)),
    Case("set_hero_health", dsl.set_hero_health(your.hero, 15)),
    Case("brawl", dsl.brawl()),
    Case("give_one_of", dsl.give_one_of(CHOSEN, dsl.taunt, dsl.windfury)),
    Case("swap_health", dsl.swap_health(CHOSEN), "minion"),
    Case("summon", dsl.summon("Wisp", 2)),
    Case("summon_from_pool", dsl.summon(POOL)),
    Case("summon_copy", dsl.summon_copy(CHOSEN)),
    Case("summon_from_deck", dsl.summon_from_deck(your, "Wisp")),
    Case("transform", dsl.transform(CHOSEN, "Wisp")),
    Case("transform_pool", dsl.transform(CHOSEN, POOL)),
    Case("become_copy", dsl.become_copy(CHOSEN), "minion"),
    Case("steal", dsl.steal(CHOSEN)),
    Case("shadow_control", dsl.shadow_control(CHOSEN)),
    Case("return_to_hand", dsl.return_to_hand(CHOSEN)),
    Case("swap_with_hand", dsl.swap_with_hand(), "minion"),
    Case("put_into_play", dsl.put_into_play(your.minions)),
    Case("summon_dead", dsl.summon_dead()),
    Case("revive", dsl.revive(), "minion"),
    Case("resurrect", dsl.resurrect()),
    Case("trigger_deathrattles", dsl.trigger_deathrattles(anyone.minions)),
    Case("resolve_deaths", dsl.resolve_deaths()),
    Case("draw", dsl.draw(2)),
    Case("draw_kind", dsl.draw_a(murloc)),
    Case("add_card", dsl.add_to_hand("Wisp", 2)),
    Case("add_from_pool", dsl.add_to_hand(POOL)),
    Case("copy_to_other", dsl.copy_to_other_hand()),
    Case("copy_from_hand", dsl.copy_from_hand()),
    Case("copy_from_deck", dsl.copy_from_deck(2)),
    Case("discard", dsl.discard()),
    Case("discard_hand", dsl.discard_hand()),
    Case("tracking", dsl.tracking(3)),
    Case("return_next_turn", dsl.return_next_turn()),
    Case("remove_top", dsl.remove_top(3)),
    Case("draw_transformed", dsl.draw_transformed("Wisp", 2)),
    Case("shuffle_in", dsl.shuffle_into_deck("Wisp", 2)),
    Case("copy_to_hand", dsl.copy_to_hand(CHOSEN)),
    Case("copy_it", dsl.copy_it()),
    Case("hand_costs", dsl.change_hand_costs(-1)),
    Case("equip", dsl.equip("Wicked Knife")),
    Case("destroy_weapon", dsl.destroy_weapon(enemy)),
    Case("give_weapon", dsl.give(your.weapon, +1, +1)),
    Case("gain_armor", dsl.gain_armor(3)),
    Case("replace_hero", dsl.replace_hero("HERO_07")),
    Case("set_power", dsl.set_hero_power("Life Tap")),
    Case("upgrade_power", dsl.upgrade_power()),
    Case("power_costs", dsl.power_costs(1)),
    Case("gain_crystals", dsl.gain_crystals(1, enemy)),
    Case("lose_crystals", dsl.lose_crystals(1)),
    Case("gain_mana", dsl.gain_mana(1)),
    Case("spell_discount", dsl.next_spell_costs_less(2)),
    Case("spells_free_next_turn", dsl.spells_free_next_turn(enemy)),
    Case("next_secret_free", dsl.next_secret_free()),
    Case("equip_from_pool", dsl.equip(random_card("Wicked Knife", "Arcanite Reaper"))),
    Case("spells_dearer", dsl.spells_dearer_next_turn(5)),
    Case("dragon_discount", dsl.next_dragon_costs_less(2)),
    Case("unlock_mana", dsl.unlock_mana()),
    Case("reveal", Effect(e.REVEAL)),  # the compiler's: every secret's text starts with it
    Case("destroy_secrets", dsl.destroy_secrets(enemy, one=True)),
    Case("counter", dsl.counter_spell()),
    Case("redirect", dsl.redirect(CHOSEN)),
    Case("redirect_to_summoned", dsl.redirect_to_summoned("Wisp")),
    Case("prevent_death", dsl.prevent_death()),
    Case("steal_secret", dsl.steal_secret()),
]
# Not by the verb, but by what it is given.
GIVEN = [
    Case("random target", dsl.deal(1, random(enemies))),
    Case("random targets", dsl.give(random(anyone.minions, 2), +1)),
    Case("random amount", dsl.deal(between(1, 3), enemies)),
    Case("random in an amount", dsl.heal(dsl.attack_of(random(enemy.minions)), your.hero)),
]
QUIET = [
    Case("50 % chance", dsl.maybe(50, dsl.draw())),
    Case("condition", dsl.if_(count(enemy.minions) >= 1, dsl.draw())),
    Case("all secrets", dsl.destroy_secrets(enemy)),
    Case("the last one missing", dsl.summon(random_card("Wisp", "Chillwind Yeti"), missing=True)),
    Case("random of one", dsl.deal(1, random(enemy.hero))),
    Case("as many as there are", dsl.deal(1, random(enemy.minions, 3))),
    Case("split among one", dsl.deal_split(2, enemy.hero)),
    Case("nobody attacks", dsl.redirect(attacker)),
    Case("itself", dsl.give(random(your.minions), +1), "only minion"),
]
CASES = [*EFFECTS, *GIVEN, *QUIET]


def _card(number: int, case: Case) -> Card:
    id_, name = f"TEST_{number}", f"Test of {case.verb}"
    if case.source == "spell":
        return dsl.spell(id_, name, 0, case.effect)
    return dsl.minion(id_, name, 0, 1, 1, dsl.battlecry(case.effect))


@pytest.fixture(scope="module")
def rules() -> Rules:
    """The rules with one more card per case."""
    return rules_with(*(_card(i, case) for i, case in enumerate(CASES)))


def _stage(rules: Rules, alone: bool = False) -> Game:
    """Several of everything on both sides, minions only if they are not to be `alone`."""
    game = both_sides(
        rules, hand=["Wisp", "Shiv", "Murloc Raider"], board=["Wisp", "War Golem"],
        deck=["Shiv", "War Golem", "Murloc Raider", "Murloc Raider", "Wisp"],
        weapon="Wicked Knife", secrets=["Snake Trap", "Eye for an Eye"],
    )  # fmt: skip
    for player in game.players:
        for minion in player.board:
            minion.destroy()
        for name in () if alone else ("War Golem", "Chillwind Yeti", "Chillwind Yeti"):
            player.put(name)
    return game


def _raises(rules: Rules, case: Case) -> bool:
    game = _stage(rules, alone=case.source == "only minion")
    card = game.player.give(f"TEST_{CASES.index(case)}")
    card.play(game.opponent.board[0] if card.targets else None)
    assert game.record.error == e.NO_ERROR
    return bool(game.record.random_happened)


def _rows(rules: Rules, case: Case) -> range:
    card = rules.tables.cards[rules.row(f"TEST_{CASES.index(case)}")]
    return range(card.play, card.play_stop)


def test_there_is_a_case_for_every_verb() -> None:
    assert [case.verb for case in EFFECTS] == [verb for verb in e.OPS if verb not in CONTROL]
    assert set(e.OPS) > RANDOM_VERBS


def test_each_case_is_of_its_verb(rules: Rules) -> None:
    for case in EFFECTS:
        verbs = [e.OPS[rules.tables.effects[row].op] for row in _rows(rules, case)]
        assert verbs == [case.verb]


@pytest.mark.parametrize("case", EFFECTS, ids=lambda case: case.verb)
def test_exactly_the_verbs_of_the_table_are_random(rules: Rules, case: Case) -> None:
    assert _raises(rules, case) == (case.verb in RANDOM_VERBS)


@pytest.mark.parametrize("case", GIVEN, ids=lambda case: case.verb)
def test_random_targets_and_amounts_are_random(rules: Rules, case: Case) -> None:
    assert _raises(rules, case)


@pytest.mark.parametrize("case", QUIET, ids=lambda case: case.verb)
def test_chances_and_choices_of_one_are_not(rules: Rules, case: Case) -> None:
    assert not _raises(rules, case)


def test_the_flag_of_the_enemys_effects_counts_too(rules: Rules) -> None:
    """Whoever picks: the flag belongs to the game."""
    game = _stage(rules)
    game.opponent.put("Demolisher")
    assert game.end_turn().record.random_happened


def test_nobody_but_the_caller_lowers_the_flag(rules: Rules) -> None:
    game = _stage(rules)
    game.record.random_happened = 1
    assert game.end_turn().record.random_happened


def test_a_mulligan_and_a_draw_are_not_random(rules: Rules) -> None:
    assert not _stage(rules).end_turn().record.random_happened
