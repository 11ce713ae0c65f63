"""Nerfs as data, and the cards of a day."""

import re
from datetime import date, timedelta

import pytest

from engine.card_data import collectible_cards
from engine.decks import (
    Deck,
    DeckError,
    Patch,
    PatchError,
    build_patch,
    card_data,
    card_text,
    find_card,
    pool,
    validate_deck,
)
from engine.history import (
    FIRST_DAY,
    KINDS,
    LAST_DAY,
    PERIODS,
    RELEASED,
    first_nerfs,
    is_released,
    nerfs,
    numbers_on,
    texts_on,
)
from engine.patches import FIELDS, Change, day_patch, nerfed, new_patch
from engine.rules import rules_for
from engine.view import card_text_rows


def day_before(day: str) -> str:
    return str(date.fromisoformat(day) - timedelta(days=1))


#: A day of each state of the game: before and after each change and each set.
CHANGES = sorted({*(each.day for each in nerfs()), *RELEASED.values()})
STATES = [day_before(CHANGES[0]), *CHANGES]


def numbers(patch: Patch) -> dict[str, tuple[int, ...]]:
    return {card.id: (card.cost, card.attack, card.health, card.durability) for card in patch.cards}


# --- the data ---


def test_the_rows_are_in_order_and_in_the_known_days():
    days = [each.day for each in nerfs()]
    assert days == sorted(days)
    assert FIRST_DAY < days[0] <= days[-1] <= LAST_DAY
    assert len({(each.day, each.card_id) for each in nerfs()}) == len(days) == 54


@pytest.mark.parametrize("nerf", nerfs(), ids=lambda each: f"{each.day}-{each.card_id}")
def test_a_row_says_what_changed_and_how_it_is_known(nerf):
    card = card_data(nerf.card_id)
    assert nerf.numbers or nerf.text
    assert set(nerf.numbers) <= set(FIELDS.get(card.type, ()))
    assert 50 <= nerf.certainty <= 99
    assert nerf.source
    assert date.fromisoformat(nerf.day)
    assert is_released(card.card_set, day_before(nerf.day))


@pytest.mark.parametrize("nerf", nerfs(), ids=lambda each: f"{each.day}-{each.card_id}")
def test_the_day_before_a_change_has_what_its_row_says(nerf):
    before, after = day_before(nerf.day), nerf.day
    for name, value in nerf.numbers.items():
        assert getattr(build_patch(before).card_data(nerf.card_id), name) == value
        assert getattr(build_patch(after).card_data(nerf.card_id), name) != value
    if nerf.text:
        assert build_patch(before).card_text(nerf.card_id) == nerf.text
        assert build_patch(after).card_text(nerf.card_id) != nerf.text


def test_first_nerfs_are_of_cards_that_decks_have_and_have_a_kind():
    counts = [len(first_nerfs(day)) for day in PERIODS.values()]
    assert counts == [34, 32, 28]  # Undertaker is not in the cards of the first one
    found = first_nerfs(PERIODS["classic14"])
    assert [each.card_id for each in found["EX1_571"]] == ["EX1_571", "EX1_tk9"]
    assert [each.day for each in found["CS2_084"]] == ["2016-04-24"]
    for card_id, parts in found.items():
        assert card_data(card_id) in collectible_cards()
        assert {each.kind for each in parts} <= set(KINDS)


def test_undoing_the_later_changes_gives_the_build_of_february_2018():
    """Of its cards everything agrees, so rows before and after that day fit both builds."""
    day, build = build_patch("2018-02-06"), build_patch("23321")
    assert (day.cards, day.missing) == (build.cards, build.missing)
    dated, rules = rules_for(day, format="blackrock"), rules_for(build, format="blackrock")
    for card in build.cards:
        texts = (card_text_rows(each, card.id) for each in (dated, rules))
        now, then = (re.sub(r"row \d+", "", text) for text in texts)
        assert now == then


def test_the_last_day_has_the_numbers_and_texts_of_the_last_build():
    assert not numbers_on(LAST_DAY)
    assert not texts_on(LAST_DAY)
    last, build = numbers(build_patch(LAST_DAY)), numbers(Patch())
    assert last == {card_id: build[card_id] for card_id in last}


#: The Classic cards of June 2014 that the game brought back in 2021 (`CardDefs.xml` of the package
#: hearthstone_data 84593.1), where they differ from build 23321.
CLASSIC_2014 = {
    "Rockbiter Weapon": (1, 0, 0), "Hunter's Mark": (0, 0, 0), "Charge": (3, 0, 0),
    "Fiery War Axe": (2, 3, 0), "Execute": (1, 0, 0), "Abusive Sergeant": (1, 2, 1),
    "Ironbeak Owl": (2, 2, 1), "Blade Flurry": (2, 0, 0), "Starving Buzzard": (2, 2, 1),
    "Big Game Hunter": (3, 4, 2), "Leper Gnome": (1, 2, 1), "Arcane Golem": (3, 4, 2),
    "Gadgetzan Auctioneer": (5, 4, 4), "Leeroy Jenkins": (4, 6, 2), "Hex": (3, 0, 0),
    "Keeper of the Grove": (4, 2, 4), "Soulfire": (0, 0, 0), "Flare": (1, 0, 0),
    "Force of Nature": (6, 0, 0), "Molten Giant": (20, 8, 8), "Knife Juggler": (2, 3, 2),
}  # fmt: skip


def test_june_2014_agrees_with_the_classic_cards_of_the_game():
    then, base = build_patch("2014-06-15"), build_patch("23321")
    found = {
        card.name: (card.cost, card.attack, card.health)
        for card in then.cards
        if card != base.card_data(card.id)
    }
    assert found == CLASSIC_2014


# --- the cards of a day ---


@pytest.mark.parametrize("variant", ["printed", "sabberstone"])
@pytest.mark.parametrize("day", STATES)
def test_every_state_of_the_game_has_legal_rules(day, variant):
    patch = build_patch(day)
    rules = rules_for(patch, variant=variant, format="blackrock")
    for card in patch.cards:
        row = rules.tables.cards[rules.row(card.id)]
        health = card.durability if card.type == "WEAPON" else card.health
        assert (row.cost, row.attack, row.health) == (card.cost, card.attack, health)
        assert row.implemented
    assert not patch.missing & set(rules.ids)
    assert len(pool("druid", patch, "blackrock")) > 150


def test_the_sets_of_a_day_are_those_that_had_appeared():
    sizes = {name: len(build_patch(name).cards) for name in PERIODS}
    assert sizes == {"classic14": 382, "naxx14": 412, "brm15": 566}
    assert "Undertaker" not in {card.name for card in build_patch("2014-07-21").cards}
    assert "Undertaker" in {card.name for card in build_patch("2014-07-22").cards}


def test_random_cards_are_of_the_day_in_every_format():
    for name in ("standard-2019", "blackrock"):
        rules = rules_for("naxx14", format=name)
        assert not {"GVG_013", "BOT_020"} & set(rules.ids)


def test_a_day_has_two_names():
    assert build_patch("naxx14") == day_patch("2014-11-01")
    assert build_patch("naxx14").content() == "2014-11-01"
    assert "412 cards" in build_patch("naxx14").describe()


def test_a_patch_builds_on_a_day():
    changes = [Change("Leper Gnome", "attack", 1, "line 1")]
    patch = new_patch("mine", changes, build_patch("naxx14"))
    assert patch.differences == (("Leper Gnome", "attack 2 -> 1"),)
    assert (patch.base, patch.card_data("EX1_029").attack) == ("2014-11-01", 1)
    with pytest.raises(PatchError, match=r"'Dr. Boom' is not in the game of 2014-11-01; remove it"):
        new_patch("mine", [Change("Dr. Boom", "cost", 1, "line 1")], build_patch("naxx14"))


def test_a_deck_with_cards_of_a_later_set_is_refused_by_name():
    ids = tuple(find_card(name).id for name in ("Dr. Boom", "Undertaker"))
    deck = Deck("", "MAGE", ids)
    validate_deck(deck, size=2, patch=build_patch("brm15"), format="blackrock")
    message = r"'Dr. Boom' is not in the game of 2014-11-01; take it out or use a later date"
    with pytest.raises(DeckError, match=message):
        validate_deck(deck, size=2, patch=build_patch("naxx14"), format="blackrock")


def test_a_pool_with_cards_of_a_later_build_is_refused_by_name():
    with pytest.raises(
        DeckError, match=r"the game of 2014-11-01 lacks: .*Pilfer.*the pool 'rogue'"
    ):
        pool("rogue-dsame", build_patch("naxx14"), "blackrock")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2012-05-01", "the cards are known from 2013-12-01 to 2019-12-31; give a day of these"),
        ("2020-01-01", "the cards are known from 2013-12-01 to 2019-12-31"),
        ("2014-13-01", "date '2014-13-01': no such day; give one such as 2014-11-01"),
        ("2014-02-30", "no such day"),
        ("nax14", "date 'nax14': no such day; did you mean 'naxx14'?"),
        ("20141101", "no such day"),
        ("", "no such day"),
    ],
)
def test_a_wrong_day_is_refused_in_one_line(text, message):
    with pytest.raises(PatchError) as error:
        day_patch(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_the_texts_of_a_day_are_printed():
    undertaker = find_card("Undertaker").id
    assert "+1/+1" in build_patch("naxx14").card_text(undertaker)
    assert build_patch("brm15").card_text(undertaker) == card_text(undertaker)
    assert rules_for("naxx14").card_text(undertaker) != card_text(undertaker)


def bodies(rules, but=()) -> dict:
    return {card.id: card for card in rules.table_rows.cards if card.id not in but}


@pytest.mark.parametrize("name", PERIODS)
def test_a_nerf_alone_makes_its_card_that_of_the_later_day_and_leaves_the_others(name):
    base = build_patch(name)
    before = bodies(rules_for(base))
    for card_id, parts in first_nerfs(base.day).items():
        if card_id in base.missing:
            continue
        patch, ids = nerfed(base, parts), {each.card_id for each in parts}
        rules, then = rules_for(patch), bodies(rules_for(parts[0].day))
        found = bodies(rules)
        # Ancient of Lore changes by its option alone.
        assert {each for each in found if found[each] != before[each]} | {card_id} == ids
        assert all(found[each].text == then[each].text for each in ids)
        for each in parts:
            for field, value in each.numbers.items():
                assert getattr(patch.card_data(each.card_id), field) != value
            if each.text:
                new = build_patch(each.day).card_text(each.card_id)
                assert patch.card_text(each.card_id) == new


def test_a_nerf_of_a_text_holds_with_a_simulators_cards():
    base = build_patch("classic14")
    patches = base, nerfed(base, first_nerfs(base.day)["EX1_145"])
    digests = [rules_for(each, variant="sabberstone").digest for each in patches]
    assert digests[0] != digests[1]
