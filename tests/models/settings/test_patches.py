"""Patches in YAML: valid files, and errors with the file, the line and the fix."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Game
from engine.patches import Patch, PatchError, build_patch
from engine.rules import rules_for
from models.settings.config import Config, ConfigError
from models.settings.patches import (
    PatchSetting,
    as_yaml,
    find_dated,
    find_patch,
    named_patch,
    patch_names,
    read_patch,
)

ROOT = Path(__file__).parents[3]
GOOD = """\
# a remark
description: Two changes
base: 23321
cards:
  Sunwalker: {attack: 1}
  EX1_537:
    cost: 7
"""


@pytest.fixture
def write(tmp_path):
    def write(text: str, name: str = "my-balance.yaml"):
        path = tmp_path / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


def test_a_file_is_read_with_its_name_base_and_changes(write):
    patch = find_patch(str(write(GOOD)))
    assert (patch.name, patch.description, patch.base) == ("my-balance", "Two changes", "23321")
    assert patch.values == {"EX1_032": {"attack": 1}, "EX1_537": {"cost": 7}}


def test_a_file_may_name_its_patch(write):
    assert read_patch(write(f"name: Softer sun\n{GOOD}")).name == "Softer sun"


NEW = """\
base: naxx14
cards:
  Argent Horserider: {attack: 4}
new:
  - minion("Argent Horserider", 3, 2, 1, charge, divine_shield)
  - 'spell("Power Word: Glow", 1, heal(5, target), card_class="PRIEST")'
"""


def test_a_file_has_new_cards(write):
    patch = find_patch(str(write(NEW)))
    rider, glow = patch.new_cards
    assert (rider.name, rider.attack, glow.name) == ("Argent Horserider", 4, "Power Word: Glow")
    assert (glow.card_class, glow.type, glow.rarity) == ("PRIEST", "SPELL", "COMMON")
    only = find_patch(str(write('new:\n  - minion("A", 1, 1, 1)\n')))
    assert (only.base, only.changes, len(only.new)) == ("38377", (), 1)


def test_new_cards_are_printed_as_they_are_read(write):
    patch = find_patch(str(write(NEW)))
    assert read_patch(write(as_yaml(patch))) == patch
    assert "# Argent Horserider: attack 2" in as_yaml(patch)


def test_new_cards_come_to_the_cards_of_a_day(write):
    path = str(write(NEW.replace("base: naxx14", "base: 38377")))
    patch = find_dated("brm15", path)
    assert (patch.base, patch.new) == ("2015-05-15", find_patch(path).new)
    only = find_dated("brm15", str(write('new:\n  - minion("A", 1, 1, 1)\n')))
    assert (only.name, len(only.new)) == ("my-balance", 1)


def test_the_cards_of_the_grand_tournament_can_be_played():
    patch = find_patch(str(ROOT / "docs" / "design" / "tgt.yaml"))
    assert (patch.name, patch.base, len(patch.new)) == ("tgt", "2015-05-15", 12)
    game = Game.stage(hand=["Clockwork Knight"], board=["Spider Tank"], rules=rules_for(patch))
    game.play("Clockwork Knight", target=game.player.board[0])
    assert [(card.attack, card.health) for card in game.player.board] == [(4, 5), (5, 5)]
    game = Game.stage(
        hand=["Twilight Guardian", "Wyrmrest Agent"], rules=rules_for(patch), hero="PRIEST"
    )
    game.play("Wyrmrest Agent").play("Twilight Guardian")
    assert [(card.attack, card.taunt) for card in game.player.board] == [(2, True), (2, False)]
    game = Game.stage(hand=["Darnassus Aspirant"], mana=5, rules=rules_for(patch), hero="DRUID")
    game.play("Darnassus Aspirant")
    assert (game.player.max_mana, game.player.mana) == (6, 3)
    game.player.board[0].destroy()
    assert (game.player.max_mana, game.player.mana) == (5, 3)


def test_patches_are_found_by_name():
    assert patch_names() == ["38377", "23321", "mesb-balance", "mesb-balance-paper"]
    assert named_patch("20970") == named_patch("23321") == build_patch("23321")
    with pytest.raises(PatchError, match="unknown patch 'mesb-balence'; did you mean 'mesb-bal"):
        find_patch("mesb-balence")
    with pytest.raises(PatchError, match=r"use one of 38377.*, or the path of a YAML file"):
        find_patch("zzz")


def test_the_balance_changes_of_mesb():
    program, paper = named_patch("mesb-balance"), named_patch("mesb-balance-paper")
    assert {program.card_data(card).name: values for card, values in program.values.items()} == {
        "Argent Squire": {"cost": 1},
        "Earthen Ring Farseer": {"cost": 5},
        "Explosive Shot": {"cost": 7},
        "Master Swordsmith": {"health": 1},
        "Silverback Patriarch": {"attack": 3},
        "Sunwalker": {"attack": 1},
        "Young Priestess": {"cost": 3},
    }
    assert set(program.values) == set(paper.values)
    changed = {card for card in paper.values if paper.values[card] != program.values[card]}
    assert changed == {"EX1_008"}
    assert program.base == paper.base == "23321"


#: Costs that are none, and how the message shows them.
COSTS = {
    "x": "'x'", "'2'": "'2'", "2.5": "'2.5'", "0x10": "'0x10'", "1e99": "'1e99'", "": "''",
    "true": "'true'", "null": "'null'", ".nan": "'.nan'", "[1]": "'a list'", "-1": "-1", "31": "31",
    "9" * 20: "9" * 20,
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *((text, "expected keys and values; begin with 'cards:'")
          for text in ("", "1", "[]", "- Sunwalker", "!!binary x")),
        *((f"cards: {text}", "line 1: no cards; write 'cards:'")
          for text in ("", "[]", "{}", "1", "!!python/object:os.x {}")),
        *((f"cards:\n  Sunwalker: {text}", "line 2: 'Sunwalker': give its new numbers")
          for text in ("", "3", "{}")),
        *((f"cards:\n  Wisp: {{cost: {text}}}",
           f"line 2: 'Wisp': cost {shown}; give a whole number from 0 to 30")
          for text, shown in COSTS.items()),
        ("cards:\n  Sunwalker: {attack: 1", "line 2: not YAML (expected ','"),
        ("cards:\n\tSunwalker: 1", "line 2: not YAML"),
        ("new: 3", "line 1: no new cards; write 'new:' and below it, indented, '- minion("),
        ("new: []", "line 1: no new cards; write 'new:'"),
        ("new:\n  - [a]", "line 2, new card 1: not one text; write the line between single"),
        ('new:\n  - minion("Word: A", 1, 1, 1)',
         "line 2, new card 1: not one text; write the line between single quotes, because"),
        ('new:\n  - minion("A", 1, 1, 1, taunt)\n  - minion("B", 1, 1, 1, charg)',
         "line 3, new card 2: 'charg' is no word of the card language; did you mean 'charge'?"),
        ('new:\n  - minion("A", 1, 1, 1, deathrattle(summon("Impp")))',
         "line 2, new card 1: 'A': no minion is called 'Impp'; did you mean 'Imp'?"),
        ('new:\n  - minion("A", 1, 1)', "line 2, new card 1: health is missing or is no number"),
        ('cards:\n  B: {cost: 1}\nnew:\n  - minion("A", 1, 1, 1)', "line 2: unknown card 'B'; "),
        ("card:\n  Sunwalker: {attack: 1}", "line 1: unknown key 'card'; did you mean 'cards'?"),
        ("description: none", "my-balance.yaml: no cards"),
        ("cards:\n  [a, b]: {cost: 3}", "line 2: a card is a single word or name"),
        ("cards:\n  Wisp: {cost: 3}\n  Sap: {cost: 2}\n  Wisp: {cost: 4}",
         "line 4: card 'Wisp' is given a second time (first: line 2); keep one"),
        ("cards:\n  Wisp: {cost: 3, cost: 4}", "line 2: field 'cost' is given a second time"),
        ("cards:\n  Wisp: {cost: 3}\n  CS2_231: {cost: 4}",
         "line 3: cost of 'Wisp' is set a second time (first: "),
        ("cards:\n  Sap: {cost: 1}\ncards:\n  Wisp: {cost: 1}", "line 3: key 'cards' is given"),
        ("cards:\n  Wisp:\n    cost: 1\n    attack: -1", "line 4: 'Wisp': attack -1; give a whole"),
        ("cards:\n  Wisp: {health: 0}", "'Wisp': health 0; give a whole number from 1 to 100"),
        ("cards:\n  Wisp: {coste: 1}", "did you mean 'cost'?"),
        ("cards:\n  Wisp: {durability: 1}", "'Wisp' is a minion and has no durability"),
        ("cards:\n  Sap: {attack: 1}", "line 2: 'Sap' is a spell and has no attack"),
        ("cards:\n  Sapp: {cost: 1}", "line 2: unknown card 'Sapp'; did you mean 'Sap'?"),
        ("cards:\n  Deadeye: {cost: 1}", "line 2: 'Deadeye' (BCON_001) never comes into a game"),
        ("base: 2332\ncards:\n  Sap: {cost: 1}", "line 1: unknown patch '2332'; did you mean"),
        ("base: [a]\ncards:\n  Sap: {cost: 1}", "line 1: base must be a text"),
        ("name:\ncards:\n  Sap: {cost: 1}", "line 1: name must be a text"),
        (f"name: {'x' * 61}\ncards:\n  Sap: {{cost: 1}}", "line 1: name has 61 characters"),
        ("base: 23321\ncards:\n  Pilfer: {cost: 1}", "line 3: 'Pilfer' is not in build 23321"),
        ("name: '23321'\ncards:\n  Sap: {cost: 1}", "is that of an included patch"),
        ("a: &a [*a]\ncards: *a", "line 1: unknown key 'a'; use name, description"),
        ("a: 1\n---\nb: 2", "line 2: not YAML"),
        ("\0", "not YAML"),
        ("[" * 100_000, "not YAML"),
        (b"\xff\xfe\x00", "cannot be read (it is not UTF-8)"),
        ("x" * 1_000_001, "it has over 1,000,000 bytes"),
        ("cards:\n  Sap: !!python/object:os.system {cost: 1}", ""),
    ],
)  # fmt: skip
def test_what_a_file_can_not_say(write, text, message):
    if message:
        with pytest.raises(PatchError) as error:
            find_patch(str(write(text)))
        assert str(error.value).startswith(str(write(text)))
        assert message in str(error.value)
        assert "\n" not in str(error.value)
    else:  # tags are not obeyed
        assert find_patch(str(write(text))).values == {"EX1_581": {"cost": 1}}


@settings(max_examples=50)
@given(st.text(max_size=60))
def test_any_text_below_cards_is_read_or_refused_in_one_line(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_text(f"cards:\n  {text}", encoding="utf-8")
    try:
        read_patch(path)
    except PatchError as error:
        message = str(error)
    else:
        return
    assert "\n" not in message


def test_all_wrong_cards_are_told_at_once(write):
    path = write("cards:\n  Sapp: {cost: 1}\n  Wisp: {cost: 1}\n  Sap: {attack: 1, cost: 99}\n")
    with pytest.raises(PatchError) as error:
        read_patch(path)
    places = [line.split(":")[0] for line in str(error.value).splitlines()]
    assert places == [f"{path}, line {n}" for n in (2, 4, 4)]


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(PatchError, match=r"cannot be read .No such file.*give a YAML file"):
        find_patch(str(tmp_path / "none.yaml"))
    with pytest.raises(PatchError, match=r"cannot be read .Is a directory"):
        find_patch(str(tmp_path))


@pytest.mark.parametrize("base", ["2014-11-01", '"2014-11-01"', "naxx14"])
def test_a_file_builds_on_a_day(base, write):
    patch = find_patch(str(write(f"base: {base}\ncards:\n  Leper Gnome: {{health: 3}}\n")))
    assert (patch.base, patch.card_data("EX1_029").attack) == ("2014-11-01", 2)


def test_a_patch_changes_the_cards_of_a_day(write):
    assert find_dated("naxx14") == find_patch("2014-11-01") == find_dated("2014-11-01", "naxx14")
    patch = find_dated("naxx14", str(write(GOOD)))
    assert (patch.name, patch.base) == ("my-balance", "2014-11-01")
    assert patch.values == find_patch(str(write(GOOD))).values


@pytest.mark.parametrize(
    ("date", "text", "message"),
    [
        ("naxx14", "23321", "patch '23321': has the cards of build 23321, not those of 2014-11-01"),
        ("naxx14", "brm15", "patch 'brm15': has the cards of the game of 2015-05-15, not those of"),
        ("2012-01-01", None, "date 2012-01-01: the cards are known from 2013-12-01 to 2019-12-31"),
        ("naxx15", None, "date 'naxx15': no such day; did you mean 'naxx14'?"),
    ],
)
def test_a_wrong_day_is_refused(date, text, message):
    with pytest.raises(PatchError) as error:
        find_dated(date, text)
    assert str(error.value).startswith(message)


def test_a_patch_of_a_later_card_is_refused_on_a_day(write):
    path = write("cards:\n  Dr. Boom: {cost: 8}\n")
    with pytest.raises(PatchError, match=r"'Dr\. Boom' is not in the game of 2014-11-01"):
        find_dated("naxx14", str(path))


def test_a_day_is_printed_with_the_changes_that_it_undoes():
    text = as_yaml(find_patch("naxx14"))
    assert "# Leper Gnome, before 2016-04-24: attack 2 (99 %)\n" in text
    assert "gain +1/+1. (98 %)" in text
    assert "Starving Buzzard" not in text
    assert 'base: "2014-11-01"' in text


class Setting(Config):
    patch: PatchSetting = Patch()


def test_a_setting_goes_into_a_manifest_and_back(write):
    new = read_patch(write(NEW, "new.yaml"))
    for patch in (Patch(), build_patch("23321"), new, read_patch(write(GOOD))):
        setting = Setting(patch=patch)
        assert Setting.model_validate(setting.model_dump(mode="json")) == setting
        assert Setting.model_validate_json(setting.model_dump_json()) == setting
    assert setting.model_dump(mode="json")["patch"] == {
        "name": "my-balance",
        "description": "Two changes",
        "base": "23321",
        "cards": {
            "EX1_032": {"name": "Sunwalker", "attack": 1},
            "EX1_537": {"name": "Explosive Shot", "cost": 7},
        },
    }
    assert Setting.model_json_schema()["properties"]["patch"]["title"] == "Patch"


def test_a_setting_takes_names_but_no_files(write):
    assert Setting().but(patch=23321).patch == build_patch("23321")
    with pytest.raises(ConfigError, match="patch: unknown patch"):
        Setting().but(patch=str(write(GOOD)))
    wrong_cards = {"name": "x", "description": "", "base": "1", "cards": 1}
    wrong_new = {"name": "x", "description": "", "base": "38377", "cards": {}, "new": [1]}
    for wrong in ({"name": "x"}, 3.5, wrong_cards, wrong_new):
        with pytest.raises(ConfigError, match="patch: a patch is one of the names"):
            Setting().but(patch=wrong)


def test_any_letters_of_a_description_come_back(write):
    patch = read_patch(write("description: fire \U0001f525 \u00e9\ncards:\n  Wisp: {attack: 2}\n"))
    again = read_patch(write(as_yaml(patch)))
    assert again.description == "fire \U0001f525 \u00e9"
