"""Formats: which cards decks may have, which a class's pool has, where random cards come from."""

import numpy as np
import pytest

from engine import build_card_data
from engine.card_data import LATER_SETS
from engine.decks import (
    CLASSES,
    FORMATS,
    SETS,
    Deck,
    DeckError,
    Patch,
    build_patch,
    card_data,
    class_pool,
    collectible_cards,
    deck_code,
    deck_from_code,
    find_format,
    pool,
    read_deck_text,
    standard_cards,
    validate_deck,
)
from engine.game import Game
from engine.rules import rules_for

BLACKROCK = {"CORE", "EXPERT1", "HOF", "NAXX", "GVG", "BRM"}
TEXT = "\n".join(f"2x {name}" for name in ("Piloted Shredder", "Mad Scientist", "Wisp", "Fireball"))


def deck_of(format: str, hero: str = "HUNTER") -> Deck:
    """The last 30 cards of a class's pool."""
    return Deck("", hero, class_pool(hero, format).ids[-30:])


# --- names ---


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("standard-2019", "standard-2019"),
        ("BlackRock", "blackrock"),
        ("gvg+core", "CORE+GVG"),
        ("Basic + Goblins vs Gnomes", "CORE+GVG"),
        ("NAXX", "NAXX"),
    ],
)
def test_a_format_is_a_name_or_a_list_of_sets_in_any_order(name: str, found: str) -> None:
    assert find_format(name).name == found
    assert find_format(found) == find_format(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("blackrok", "format 'blackrok': unknown format; did you mean 'blackrock'"),
        ("CORE+GVX", "format 'CORE+GVX': no set is called 'GVX'; did you mean 'GVG'"),
        ("CORE+classic rock", "no set is called 'classic rock'; did you mean 'Classic'"),
        ("CORE+core", "format 'CORE+core': the set CORE twice; remove one of the two"),
        (
            "wild",
            "use standard-2019, classic, blackrock, or sets with + between them: CORE (Basic)",
        ),
        ("", "format '': unknown format; use"),
    ],
)
def test_an_unknown_format_says_what_to_write(name: str, message: str) -> None:
    with pytest.raises(DeckError) as error:
        find_format(name)
    assert message in str(error.value)


# --- pools ---


@pytest.mark.parametrize(
    ("format", "n_cards"),
    [
        ("standard-2019", 178),
        ("classic", 178),
        ("blackrock", 278),
        ("CORE", 53),
        ("CORE+EXPERT1", 178),
        ("CORE+EXPERT1+GVG", 178 + 51 + 8),
    ],
)
def test_a_class_has_the_cards_of_the_format(format: str, n_cards: int) -> None:
    for hero in CLASSES:
        cards = class_pool(hero, format)
        assert len(cards) == n_cards
        assert {card_data(card_id).card_class for card_id in cards.ids} == {hero, "NEUTRAL"}
        assert pool(hero.lower(), format=format).ids == cards.ids


def test_blackrock_has_566_cards_none_of_which_came_later() -> None:
    allowed = [card for card in collectible_cards() if FORMATS["blackrock"].allows(card)]
    assert len(allowed) == 566
    later = {"Pilfer", "Brightwing", "Genn Greymane", "SI:7 Infiltrator"}
    assert not later & {card.name for card in allowed}
    then = {card.id for card in build_patch("23321").cards if card.card_set in BLACKROCK}
    assert then == {card.id for card in allowed}


def test_a_new_set_joins_no_named_format() -> None:
    assert set(FORMATS["blackrock"].sets) == BLACKROCK
    assert all({*each.sets, *each.also} <= BLACKROCK for each in FORMATS.values())


def test_the_lists_of_sets_agree() -> None:
    """Those of the builder, of the card data and of the formats."""
    assert tuple(build_card_data.LATER_SETS.values()) == LATER_SETS
    assert tuple(SETS)[-len(LATER_SETS) :] == LATER_SETS


def test_pools_follow_the_patch() -> None:
    then = build_patch("23321")
    assert class_pool("WARLOCK", "blackrock", then).ids == class_pool("WARLOCK", "blackrock").ids
    shredder = class_pool("MAGE", "GVG+CORE", then).ids.index("GVG_096")
    assert class_pool("MAGE", "GVG+CORE", then).costs[shredder] == 4


def test_a_pool_without_enough_cards_for_a_deck_is_refused() -> None:
    message = "format BRM: Mage has 15 cards, at most 25 copies, and a deck has 30; add a set"
    with pytest.raises(DeckError, match=message):
        class_pool("MAGE", "BRM")


def test_a_published_pool_keeps_its_cards_or_is_refused() -> None:
    assert pool("rogue-dsame", format="classic").ids == pool("rogue-dsame").ids
    assert pool("hunter-mesb", format="blackrock").ids == pool("hunter-mesb").ids
    message = "'rogue-dsame' has cards that the format blackrock lacks: Pilfer, .*the pool 'rogue'"
    with pytest.raises(DeckError, match=message):
        pool("rogue-dsame", format="blackrock")


# --- decks ---


def test_a_deck_is_legal_in_formats_with_its_sets() -> None:
    deck = deck_of("blackrock")
    validate_deck(deck, format="blackrock")
    validate_deck(deck, format="CORE+GVG")
    validate_deck(deck, format=None)
    with pytest.raises(DeckError, match=r"of Goblins vs Gnomes \(GVG\), not of the format BRM"):
        validate_deck(deck, format="BRM")


def test_an_illegal_card_is_named_with_its_set_and_a_format_that_has_it() -> None:
    message = (
        "'Piloted Shredder' is of Goblins vs Gnomes (GVG), not of the format standard-2019; take "
        "it out or use the format blackrock. 'Mad Scientist' is of Curse of Naxxramas (NAXX), not"
    )
    with pytest.raises(DeckError) as error:
        read_deck_text(TEXT, size=8)
    assert message in str(error.value)
    with pytest.raises(DeckError, match=r"'Piloted Shredder', 'Mechwarper' are of .* take them"):
        read_deck_text(TEXT + "\n2x Mechwarper", size=10)
    assert read_deck_text(TEXT, size=8, format="blackrock").deck.hero == "MAGE"


def test_a_card_that_came_later_is_named() -> None:
    text = TEXT.replace("Wisp", "Icicle")
    with pytest.raises(DeckError, match="'Icicle' is later than the format blackrock"):
        read_deck_text(text, size=8, format="blackrock")


def test_hall_of_fame_cards_are_legal_where_no_list_says_otherwise() -> None:
    text = TEXT.replace("2x Piloted Shredder\n2x Mad Scientist", "2x Azure Drake\n2x Conceal")
    text = text.replace("Fireball", "Backstab")
    for format in ("standard-2019", "classic", "blackrock", "HOF+CORE+EXPERT1"):
        read_deck_text(text, size=8, format=format)
    with pytest.raises(DeckError, match="'Azure Drake', 'Conceal' are of Hall of Fame"):
        read_deck_text(text, size=8, format="CORE+EXPERT1")


def test_a_deck_code_is_read_in_a_format_that_has_its_cards() -> None:
    deck = deck_of("blackrock", "WARRIOR")
    code = deck_code(deck)
    back = deck_from_code(code, format="blackrock")
    assert (back.hero, sorted(back.cards)) == (deck.hero, sorted(deck.cards))
    with pytest.raises(DeckError, match=r"\(GVG\), not of the format classic"):
        deck_from_code(code, format="classic")


# --- random cards ---


@pytest.mark.parametrize("hero", ["standard-2019", "classic", "blackrock", "CORE+EXPERT1+NAXX"])
def test_random_cards_come_from_the_format(hero: str) -> None:
    """Brightwing's legendary minions are those of the format that the engine can play."""
    rules, chosen = rules_for(format=hero), find_format(hero)
    card = rules.tables.cards[rules.find("Brightwing")]
    number = int(rules.tables.effects[card.play].arg)
    start, stop = rules.tables.pool_starts[number : number + 2]
    found = {rules.ids[row] for row in rules.tables.pool_cards[start:stop]}
    among = standard_cards() if chosen.is_standard else collectible_cards()
    expected = {
        card.id
        for card in among
        if card.type == "MINION" and card.rarity == "LEGENDARY"
        and (chosen.is_standard or chosen.allows(card))
        and card.id in rules.rows
    }  # fmt: skip
    assert found == expected
    assert rules.format == hero


def test_all_cards_can_be_played_in_all_formats() -> None:
    ids = [rules_for(format=name).ids for name in FORMATS]
    assert ids[0] == ids[1] == ids[2]


def test_the_digest_covers_the_format_where_it_changes_a_pool() -> None:
    digests = {name: rules_for(format=name).digest for name in FORMATS}
    assert len(set(digests.values())) == 3
    assert rules_for(format="HOF+core+EXPERT1").digest == digests["classic"]
    assert rules_for(format="BlackRock").digest == digests["blackrock"]


def test_generated_makes_no_difference_outside_standard() -> None:
    rules, other = rules_for(format="classic"), rules_for("38377", "implemented", format="classic")
    assert rules.digest == other.digest
    assert np.array_equal(rules.tables.pool_cards, other.tables.pool_cards)


def test_random_cards_of_the_default_format_are_all_of_standard() -> None:
    assert len(FORMATS["standard-2019"].random_cards(Patch())) == len(standard_cards())


@pytest.mark.parametrize("name", ["CORE", "CORE+NAXX+BRM", "HOF"])
def test_a_format_may_lack_what_cards_outside_it_take_at_random(name: str) -> None:
    """Gazlowe gives a random Mech; these formats have few, or none."""
    game = Game.stage(hand=["Arcane Missiles"], board=["Gazlowe"], rules=rules_for(format=name))
    game.play("Arcane Missiles")
    assert len(game.player.hand) == 1
