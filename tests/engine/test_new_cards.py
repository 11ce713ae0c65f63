"""New cards of patches: their ids, their games, and where else they are known."""

import pickle
import subprocess
import sys

import pytest

from engine.card_data import is_new_card
from engine.decks import (
    CLASSES,
    Deck,
    DeckError,
    Patch,
    PatchError,
    build_patch,
    card_data,
    card_text,
    class_pool,
    deck_code,
    deck_from_code,
    find_card,
    new_patch,
    pool,
    read_deck_text,
    validate_deck,
)
from engine.game import Game
from engine.new_cards import FIRST_NUMBER, new_card
from engine.patches import Change, NewLine, find_patchable
from engine.rules import patch_problems, rules_for

RIDER = 'minion("Argent Horserider", 3, 2, 1, charge, divine_shield)'
KNIGHT = (
    'minion("Murloc Lord", 4, 3, 4, battlecry(summon("Argent Horserider")), race=murloc, '
    'card_class="PALADIN", rarity="LEGENDARY")'
)


def patch_of(*lines: str, changes: tuple = (), base: Patch | None = None) -> Patch:
    """A patch with new cards and changes of (card, field, value)."""
    new = [NewLine(line, f"my.yaml, new card {n}") for n, line in enumerate(lines, 1)]
    made = [Change(*change, f"my.yaml, line {n}") for n, change in enumerate(changes, 1)]
    return new_patch("mine", made, base, "", new)


PATCH = patch_of(RIDER, KNIGHT)
RIDER_ID, KNIGHT_ID = (card.id for card in PATCH.new_cards)


def stage(patch: Patch = PATCH, **position) -> Game:
    return Game.stage(rules=rules_for(patch), **position)


# --- play ---


def test_a_new_minion_does_what_its_line_says():
    game = stage(hand=["Argent Horserider"], mana=3)
    game.play("Argent Horserider")
    (rider,) = game.player.board
    assert (rider.attack, rider.health, rider.charge, rider.divine_shield) == (2, 1, True, True)
    game.attack(rider, game.opponent.hero)
    assert (game.opponent.health, game.player.mana) == (28, 0)


def test_a_text_can_name_another_new_card():
    game = stage(hand=["Murloc Lord"], mana=10)
    game.play("Murloc Lord")
    assert sorted(card.id for card in game.player.board) == sorted([KNIGHT_ID, RIDER_ID])


def test_a_new_spell_takes_targets_and_spell_damage():
    patch = patch_of('spell("Bash", 3, deal(3, target), gain_armor(3))')
    game = stage(patch, hand=["Bash"], board=["Kobold Geomancer"], mana=3)
    game.play("Bash", target=game.opponent.hero)
    assert (game.opponent.health, game.player.armor) == (26, 3)


def test_a_new_weapon_and_a_new_secret():
    weapon = 'weapon("Spade", 2, 3, 2, deathrattle(draw()))'
    secret = 'secret("Bear Pit", 2, when(attacks(enemies, your.hero), summon("Huffer")))'
    game = stage(patch_of(weapon, secret), hand=["Spade", "Bear Pit"], mana=4)
    game.play("Spade")
    assert game.player.weapon.stats == (3, 2)
    game.play("Bear Pit")
    assert [card.name for card in game.player.secrets] == ["Bear Pit"]


@pytest.mark.parametrize("base", ["38377", "23321", "naxx14"])
@pytest.mark.parametrize("format", ["standard-2019", "classic"])
def test_random_cards_of_the_format_can_be_new_ones(base, format):
    """Of cost 11 there is no other minion."""
    patch = patch_of(
        'minion("Titan", 11, 9, 9)',
        'spell("Call", 1, summon(format_card("minion", cost=11)))',
        base=build_patch(base),
    )
    game = Game.stage(hand=["Call"], mana=1, rules=rules_for(patch, format=format))
    game.play("Call")
    assert [card.name for card in game.player.board] == ["Titan"]


def test_numbers_of_a_new_card_can_be_changed():
    patch = patch_of(RIDER, changes=(("Argent Horserider", "cost", 1), (RIDER_ID, "attack", 5)))
    derived = new_patch("next", [Change("argent horserider", "health", 4, "")], patch)
    assert derived.new == patch.new
    (card,) = derived.new_cards
    assert (card.id, card.cost, card.attack, card.health) == (RIDER_ID, 1, 5, 4)
    game = stage(derived, hand=["Argent Horserider"], mana=1)
    game.play("Argent Horserider")
    assert [(card.attack, card.health) for card in game.player.board] == [(5, 4)]
    assert derived.describe() == "Argent Horserider: new, 1 mana, 5/4"
    assert patch_problems(derived) == {}


# --- rules ---


def test_rows_of_new_cards_come_last_and_all_others_stay():
    old, new = (
        rules_for(build_patch("brm15")),
        rules_for(patch_of(RIDER, base=build_patch("brm15"))),
    )
    assert new.ids == (*old.ids, RIDER_ID)
    assert new.digest != old.digest
    n = len(old.ids)
    assert (new.tables.cards[:n] == old.tables.cards[:n]).all()
    kept = ("effects", "selectors", "triggers", "auras", "grants")
    assert all((new.tables[name] == old.tables[name]).all() for name in kept)


def test_a_patch_without_new_cards_has_the_digest_of_its_build():
    assert rules_for(new_patch("mine", [])).digest == rules_for().digest


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('minion("A", 1, 1, 1, battlecry(summon("Gul")))', "'A': no minion is called 'Gul'"),
        ('minion("A", 1, 1, 1, deathrattle(deal(1, target)))', "'A': only battlecry, combo and"),
        ('minion("A", 1, 1, 1, choose_one("Rooted", "Moonfire"))', "'A': several spells are call"),
        ('minion("A", 1, 1, 1, grows_in_hand(1))', "'A': only one card can gain attack in hand"),
    ],
)
def test_a_text_that_cannot_be_played_is_found(line, problem):
    patch = patch_of(RIDER, line)
    (found,) = patch_problems(patch).items()
    assert found[0] == patch.new_cards[1].id
    assert found[1].startswith(problem)


# --- names, ids and numbers ---


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (['minion("Wisp", 1, 1, 1)'], "new card 1: 'Wisp' is the name of a card of the game (CS2"),
        (['minion("Dr. Boom", 1, 1, 1)'], "new card 1: 'Dr. Boom' is the name of a card of the ga"),
        (['minion("Succubus", 1, 1, 1)'], "new card 1: 'Succubus' is the name of a card of the ga"),
        (['minion("", 1, 1, 1)'], "new card 1: the name '': write a letter, then up to 39"),
        (['minion("<b>", 1, 1, 1)'], "new card 1: the name '<b>': write a letter"),
        (['minion("A  B", 1, 1, 1)'], "new card 1: the name 'A  B': write a letter"),
        (['minion("A", 31, 1, 1)'], "new card 1: 'A': cost 31; give a whole number from 0 to 30"),
        (['minion("A", 1, 1, 0)'], "new card 1: 'A': health 0; give a whole number from 1 to 100"),
        (['weapon("A", 1, 1, 0)'], "new card 1: 'A': durability 0; give a whole number from 1"),
        (['minion("A", -1, 1, 1)'], "new card 1: cost, attack and health lie between 0 and 127"),
        ([RIDER, RIDER], "new card 2: a new card 'Argent Horserider' is there already (my.yaml"),
        ([RIDER, 'minion("X", 1, 1, 1, charg)'], "new card 2: 'charg' is no word of the card lang"),
    ],
)
def test_wrong_lines_are_refused_with_their_place(lines, message):
    with pytest.raises(PatchError) as error:
        patch_of(*lines)
    assert str(error.value).startswith(f"my.yaml, {message}")


def test_all_wrong_lines_are_named_at_once():
    with pytest.raises(PatchError) as error:
        patch_of("minion()", RIDER, "x")
    places = [line.split(":")[0] for line in str(error.value).splitlines()]
    assert places == ["my.yaml, new card 1", "my.yaml, new card 3"]


def test_a_patch_has_a_hundred_new_cards_at_most():
    with pytest.raises(PatchError, match="101 new cards; a patch has up to 100"):
        patch_of(*(f'minion("Card {n}", 1, 1, 1)' for n in range(101)))


def test_ids_and_numbers_follow_from_the_line():
    assert RIDER_ID == "NEW_1be64543"
    assert card_data(RIDER_ID).dbf_id == FIRST_NUMBER + 0x1BE64543 < 2**31
    same = new_card("minion('Argent Horserider',3,2,1,charge,divine_shield)")
    other = new_card(RIDER.replace("3, 2, 1", "3, 2, 2"))
    assert same.data.id == RIDER_ID != other.data.id
    cards = [new_card(f'minion("Card {n}", 1, 1, 1)').data for n in range(2_000)]
    assert len({card.id for card in cards}) == len({card.dbf_id for card in cards}) == 2_000


# --- what a patch is ---


def test_new_cards_are_a_part_of_a_patch():
    assert patch_of(RIDER) == patch_of(RIDER) != patch_of(KNIGHT.replace("Horserider", "Squire"))
    assert patch_of(RIDER) != new_patch("mine", [])
    assert len({patch_of(RIDER), patch_of(RIDER)}) == 1
    assert PATCH.content()["new"][0] == new_card(RIDER).line
    assert "new" not in new_patch("mine", [Change("Wisp", "cost", 1, "")]).content()
    assert PATCH.differences[1] == ("Murloc Lord", "new, 4 mana, 3/4")


def test_a_pickled_patch_makes_its_cards_known_in_another_process():
    """Decks of workers have ids and numbers only."""
    deck = Deck("", "MAGE", (RIDER_ID,) * 2)
    script = (
        "import pickle, sys\n"
        "from engine.decks import card_data, deck_from_code, DeckError\n"
        f"code, card = {deck_code(deck)!r}, {RIDER_ID!r}\n"
        "try:\n    deck_from_code(code, size=2)\nexcept DeckError as error:\n    print(error)\n"
        "patch = pickle.loads(sys.stdin.buffer.read())\n"
        "print(card_data(card).name, deck_from_code(code, size=2).cards == (card, card))\n"
        "print(patch.card_text(card))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], input=pickle.dumps(PATCH), capture_output=True, check=True
    )
    refused, known, text = ran.stdout.decode().splitlines()
    assert refused.endswith("is that of a new card; give the patch that adds it (--patch FILE)")
    assert (known, text) == ("Argent Horserider True", "charge, divine_shield")


def test_patches_without_new_cards_load_no_card_language():
    script = (
        "import sys; from engine.decks import build_patch; build_patch('naxx14').cards; "
        "print([name for name in sys.modules if 'numba' in name or 'engine.dsl' in name])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert ran.stdout.decode().strip() == "[]"


# --- pools and decks ---


def test_new_cards_are_in_the_pools_of_their_classes():
    for hero in CLASSES:
        new = set(class_pool(hero, "blackrock", PATCH).ids) - set(class_pool(hero, "blackrock").ids)
        assert new == {RIDER_ID} | ({KNIGHT_ID} if hero == "PALADIN" else set())
    of_paladin = pool("paladin-mesb", PATCH)
    assert of_paladin.ids == (*pool("paladin-mesb").ids, RIDER_ID, KNIGHT_ID)
    assert of_paladin.max_copies[-2:].tolist() == [2, 1]
    changed = patch_of(RIDER, changes=((RIDER_ID, "cost", 7),))
    assert class_pool("MAGE", patch=changed).costs[-1] == 7


def _deck() -> Deck:
    cards = [card for card in class_pool("PALADIN").ids if card_data(card).max_copies == 2][:13]
    return Deck("", "PALADIN", (*(2 * cards), RIDER_ID, RIDER_ID, KNIGHT_ID, find_card("Wisp").id))


def test_decks_have_new_cards_only_with_their_patch():
    deck = _deck()
    for format in ("standard-2019", "classic", "blackrock"):
        validate_deck(deck, patch=PATCH, format=format)
    with pytest.raises(DeckError) as error:
        validate_deck(deck, patch=patch_of(KNIGHT.replace("Horserider", "Squire")))
    assert "'Argent Horserider' is not in the patch mine; take it out or use the patch that" in str(
        error.value
    )
    twice = Deck("", "PALADIN", (*deck.cards[:-1], KNIGHT_ID))
    with pytest.raises(DeckError, match="2 copies of 'Murloc Lord'; a legendary is limited to 1"):
        validate_deck(twice, patch=PATCH)
    mage = Deck("", "MAGE", deck.cards)
    with pytest.raises(DeckError, match="'Murloc Lord' is a Paladin card"):
        validate_deck(mage, patch=PATCH)


def test_a_deck_code_and_a_text_have_new_cards():
    deck = _deck()
    read = deck_from_code(deck_code(deck))
    assert (read.hero, sorted(read.cards)) == (deck.hero, sorted(deck.cards))
    text = deck.describe(PATCH.card_data)
    assert "2x Argent Horserider" in text
    assert sorted(read_deck_text(text, patch=PATCH).deck.cards) == sorted(deck.cards)
    with pytest.raises(DeckError, match="unknown card 'Argent Horserider'; did you mean 'Argent"):
        read_deck_text(text)


def test_a_card_of_no_patch_in_this_process_says_what_to_give():
    with pytest.raises(DeckError, match="unknown new card 'NEW_00000000'; give the patch that"):
        card_data("NEW_00000000")
    assert not is_new_card("NEW_00000000")


def test_a_patch_knows_its_own_new_cards_only():
    with pytest.raises(DeckError, match="'Argent Horserider' is not in the patch 38377"):
        Patch().card_data(RIDER_ID)
    assert find_patchable("Argent Horserider", PATCH).id == RIDER_ID
    for name in ("Argent Horserider", RIDER_ID):
        with pytest.raises(PatchError):
            find_patchable(name, Patch())
    assert card_text(RIDER_ID) == PATCH.card_text(RIDER_ID) == "charge, divine_shield"
