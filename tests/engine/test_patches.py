"""Patches of card data: valid changes, and the effects of every field."""

import numpy as np
import pytest

from engine.decks import (
    Deck,
    DeckError,
    Patch,
    PatchError,
    build_patch,
    card_data,
    class_pool,
    find_card,
    new_patch,
    pool,
    validate_deck,
)
from engine.game import Game
from engine.patches import Change, find_patchable
from engine.rules import rules_for
from engine.view import card_text_rows

MESB = build_patch("23321")


def patch_of(*changes: tuple[str, str, object], base: Patch | None = None) -> Patch:
    """A patch of (card, field, value)."""
    lines = [Change(*change, f"my.yaml, line {n}") for n, change in enumerate(changes, 1)]
    return new_patch("mine", lines, base)


def stage(patch: Patch, **position) -> Game:
    return Game.stage(rules=rules_for(patch), **position)


# --- play ---


def test_a_card_costs_what_the_patch_says():
    game = stage(patch_of(("Sunwalker", "cost", 3)), hand=["Sunwalker"], mana=4)
    assert game.player.hand[0].cost == 3
    assert game.play("Sunwalker").player.mana == 1


def test_a_minion_attacks_with_the_attack_of_the_patch():
    game = stage(patch_of(("Wisp", "attack", 4)), board=["Wisp"])
    game.attack("Wisp", game.opponent.hero)
    assert game.opponent.health == 26


def test_a_minion_survives_with_the_health_of_the_patch():
    game = stage(patch_of(("Wisp", "health", 3)), board=["Wisp"])
    (wisp,) = game.player.board
    assert wisp.take_damage(2).health == 1


def test_a_weapon_lasts_as_long_as_the_patch_says():
    patch = patch_of(("Fiery War Axe", "durability", 1), ("Arcanite Reaper", "attack", 9))
    game = stage(patch, weapon="Fiery War Axe")
    game.attack(game.player.hero, game.opponent.hero)
    assert (game.player.weapon, game.opponent.health) == (None, 27)
    assert stage(patch, weapon="Arcanite Reaper").player.weapon.stats == (9, 2)


def test_tokens_and_hero_powers_can_be_changed_too():
    patch = patch_of(("Huffer", "attack", 1), ("Steady Shot", "cost", 5), ("The Coin", "cost", 1))
    game = stage(patch, hand=["The Coin"], board=["Huffer"], hero="HUNTER")
    assert (game.player.board[0].attack, game.player.power.cost) == (1, 5)
    assert game.player.hand[0].cost == 1


def test_a_patch_changes_what_a_mulligan_keeps():
    """It keeps cards by their cost in hand, which the engine takes from the tables."""
    deck = Deck("", "ROGUE", (find_card("Wisp").id,) * 30)
    game = Game.start(deck, deck, rules=rules_for(patch_of(("Wisp", "cost", 4))))
    assert {card.cost for card in game.player.hand} == {4}


def test_texts_and_names_follow():
    patch = patch_of(("Knife Juggler", "attack", 7))
    assert "7/2" in card_text_rows(rules_for(patch), "NEW1_019")
    assert "Knife Juggler 7/2" in stage(patch, board=["Knife Juggler"]).text()


def test_a_card_of_another_set_changes_wherever_it_is_made():
    rules = rules_for(patch_of(("Skaterbot", "attack", 9)))
    assert rules.tables.cards[rules.row("BOT_020")].attack == 9


@pytest.mark.parametrize("variant", ["printed", "sabberstone"])
def test_a_patch_holds_in_every_variant(variant):
    patch = patch_of(("Deathwing", "cost", 9), ("Eviscerate", "cost", 4))
    rules = rules_for(patch, variant=variant)
    assert rules.tables.cards[rules.find("Deathwing")].cost == 9
    assert rules.tables.cards[rules.find("Eviscerate")].cost == 4
    assert rules.digest not in {
        rules_for(variant=variant).digest,
        rules_for(patch_of(("Deathwing", "cost", 9)), variant=variant).digest,
        rules_for(patch, "implemented").digest,
    }


def test_a_change_back_to_the_printed_number_changes_nothing():
    assert rules_for(patch_of(("Wisp", "attack", 1))).digest == rules_for().digest


# --- decks and pools ---


def test_pools_use_the_costs_of_the_patch():
    patch = patch_of(("Backstab", "cost", 3))
    plain, changed = pool("rogue-dsame"), pool("rogue-dsame", patch)
    assert (changed.costs - plain.costs).sum() == 3


def test_the_pools_of_mesb_are_the_published_ones():
    sizes = {name: len(pool(f"{name}-mesb", MESB)) for name in ("hunter", "paladin", "warlock")}
    assert sizes == {"hunter": 171, "paladin": 171, "warlock": 169}
    hunter = [card_data(card_id).name for card_id in pool("hunter-mesb").ids]
    assert hunter[:3] == ["Goldshire Footman", "Fen Creeper", "Hunter's Mark"]
    assert not {"Faceless Manipulator", "Mad Bomber", "Coldlight Oracle"} & set(hunter)
    for name in ("hunter", "paladin", "warlock"):
        assert np.count_nonzero(pool(f"{name}-mesb").max_copies == 1) == 23


def test_a_class_has_the_cards_of_its_build():
    now, then = class_pool("WARLOCK").ids, class_pool("WARLOCK", patch=MESB).ids
    doomguard, void = find_card("Doomguard").id, find_card("Call of the Void").id
    assert (doomguard in now, doomguard in then) == (False, True)
    assert (void in now, void in then) == (True, False)


def test_a_published_pool_names_the_cards_that_a_build_lacks():
    with pytest.raises(DeckError, match=r"build 23321 lacks: .*SI:7 Infiltrator.*; use the pool"):
        pool("rogue-dsame", MESB)


def test_a_deck_with_cards_of_a_later_build_is_refused():
    ids = (find_card("Pilfer").id,) * 2
    validate_deck(Deck("", "ROGUE", ids), size=2)
    with pytest.raises(DeckError, match="'Pilfer' is not in build 23321; take it out"):
        validate_deck(Deck("", "ROGUE", ids), size=2, patch=MESB)


# --- builds ---


@pytest.mark.parametrize(
    ("name", "cost"),
    [("Wild Growth", 2), ("Cold Blood", 1), ("Hunter's Mark", 1), ("Nourish", 5),
     ("Flametongue Totem", 2), ("Equality", 2), ("Mana Wyrm", 1), ("Molten Giant", 25)],
)  # fmt: skip
def test_what_cost_something_else_in_the_build_of_mesb(name, cost):
    card_id = find_card(name).id
    assert MESB.card_data(card_id).cost == cost != card_data(card_id).cost
    rules = rules_for(MESB)
    assert rules.tables.cards[rules.row(card_id)].cost == cost


def test_a_token_keeps_its_name_when_a_later_set_has_another_of_it():
    assert find_patchable("Imp", Patch()).id == "EX1_598"
    assert find_patchable("Boom Bot", Patch()).id == "GVG_110t"


def test_nothing_else_differs_in_the_build_of_mesb():
    numbers = ("cost", "attack", "health", "durability")
    changed = [
        card.name
        for card in MESB.cards
        if any(getattr(card, name) != getattr(card_data(card.id), name) for name in numbers)
    ]
    assert len(changed) == 8
    assert (len(MESB.cards), len(MESB.missing)) == (566, 20)
    assert MESB.card_data("EX1_105").race == "" != card_data("EX1_105").race
    assert MESB.card_data("EX1_306").name == "Succubus"


def test_preparation_saved_three_in_the_build_of_mesb():
    for patch, cost in ((MESB, 4), (Patch(), 5)):
        game = stage(patch, hand=["Preparation", "Sprint"])
        assert game.play("Preparation").player.hand[0].cost == cost


def test_a_build_has_no_cards_of_later_ones():
    rules = rules_for(MESB)
    assert not {"EX1_182", "GIL_692"} & set(rules.ids)
    assert rules_for("20970").digest == rules.digest
    with pytest.raises(KeyError, match="'EX1_182' is not implemented in patch 23321"):
        rules.row("EX1_182")


def test_an_unknown_build_is_refused():
    with pytest.raises(PatchError, match="unknown build '38376'; did you mean '38377'"):
        rules_for("38376")


# --- wrong patches ---


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("Sunwalkr", "cost", 1), "unknown card 'Sunwalkr'; did you mean 'Sunwalker'?"),
        (("EX1_1166", "cost", 1), "unknown card 'EX1_1166'; did you mean 'EX1_166'?"),
        (("Sunwalker", "cost", -1), "'Sunwalker': cost -1; give a whole number from 0 to 30"),
        (("Sunwalker", "attack", -3), "(the new value, not the difference)"),
        (("Sunwalker", "attack", 101), "attack 101; give a whole number from 0 to 100"),
        (("Sunwalker", "health", 0), "health 0; give a whole number from 1 to 100"),
        (("Sunwalker", "health", "five"), "health 'five'; give a whole number"),
        (("Sunwalker", "health", True), "health 'True'; give a whole number"),
        (("Sunwalker", "health", 1.5), "health '1.5'; give a whole number"),
        (("Explosive Shot", "attack", 1), "is a spell and has no attack; change its cost"),
        (("Sunwalker", "durability", 1), "is a minion and has no durability; change its cost or"),
        (("Fiery War Axe", "health", 1), "is a weapon and has no health"),
        (("Sunwalker", "helth", 1), "no field 'helth'; did you mean 'health'?"),
        (("Rexxar", "cost", 1), "unknown card 'Rexxar'"),
        (("HERO_05", "health", 20), "is a hero and has no health; leave it out"),
        (("Wicked Knife ", "cost", 50), "cost 50"),
    ],
)
def test_wrong_changes_say_where_and_what_to_do(change, message):
    with pytest.raises(PatchError) as error:
        patch_of(change)
    assert str(error.value).startswith("my.yaml, line 1: ")
    assert message in str(error.value)


def test_a_field_is_changed_once():
    with pytest.raises(PatchError, match=r"line 2: cost of 'Wisp' is set a second time.*line 1"):
        patch_of(("Wisp", "cost", 1), ("CS2_231", "cost", 2))


def test_all_that_is_wrong_is_told_at_once():
    with pytest.raises(PatchError) as error:
        patch_of(("Wisp", "cost", 99), ("Yeti", "cost", 1), ("Wisp", "attack", 2))
    assert [line.split(":")[0] for line in str(error.value).splitlines()] == [
        "my.yaml, line 1",
        "my.yaml, line 2",
    ]


def test_tokens_of_one_name_are_told_apart_by_id():
    with pytest.raises(PatchError, match="several cards are called 'Treant'; say which by id: EX1"):
        patch_of(("Treant", "attack", 1))


def test_a_card_of_a_later_build_can_not_be_changed():
    for name in ("Pilfer", "EX1_182"):
        with pytest.raises(PatchError, match="'Pilfer' is not in build 23321; remove it or change"):
            patch_of((name, "cost", 1), base=MESB)


def test_a_card_that_no_game_has_can_not_be_changed():
    with pytest.raises(PatchError, match=r"mine: 'Deadeye' .* never comes into a game"):
        rules_for(patch_of(("Deadeye", "cost", 1)))


def test_one_text_of_a_choose_one_card_has_no_cost_of_its_own():
    with pytest.raises(PatchError, match="'Solar Wrath' is one text of 'Wrath'; change the cost"):
        rules_for(patch_of(("EX1_154a", "cost", 1)))


# --- content ---


def test_a_patch_builds_on_another():
    first = patch_of(("Wisp", "attack", 2), ("Wisp", "health", 2), base=MESB)
    second = patch_of(("Wisp", "attack", 3), base=first)
    assert second.values == {"CS2_231": {"attack": 3, "health": 2}}
    assert second.base == "23321"


def test_the_content_says_everything():
    patch = patch_of(("Wisp", "attack", 2), base=MESB)
    assert patch.content() == {
        "name": "mine",
        "description": "",
        "base": "23321",
        "cards": {"CS2_231": {"name": "Wisp", "attack": 2}},
    }
    assert (Patch().content(), MESB.content()) == ("38377", "23321")
    assert patch.describe() == "Wisp: attack 1 -> 2"
    assert patch_of(("Wisp", "attack", 2), ("Sap", "cost", 2)).describe() == patch.describe()
    assert "DSA-ME" in Patch().describe()
    assert patch_of(("Wisp", "attack", 2), ("Wisp", "health", 1)).differences == (
        ("Wisp", "attack 1 -> 2"),
    )
    assert patch_of(("Sap", "cost", 2)).differences == ()
