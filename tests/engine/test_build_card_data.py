"""The program that builds the card data."""

import csv
import sys
import zipfile

import pytest

from engine import build_card_data

XML = """<CardDefs build="1"><Entity CardID="X_1" ID="7">
<Tag enumID="185" name="CARDNAME" type="LocString"><enUS>Guard</enUS></Tag>
<Tag enumID="184" name="CARDTEXT" type="LocString"><enUS>{text}</enUS></Tag>
<Tag enumID="48" name="COST" type="Int" value="3"/>
<Tag enumID="45" name="HEALTH" type="Int" value="4"/>
<Tag enumID="183" name="CARD_SET" type="Int" value="1125"/>
<Tag enumID="202" name="CARDTYPE" type="Int" value="4"/>
<Tag enumID="199" name="CLASS" type="Int" value="12"/>
<Tag enumID="203" name="RARITY" type="Int" value="5"/>
<Tag enumID="190" name="TAUNT" type="Int" value="1"/>
<Tag enumID="321" name="COLLECTIBLE" type="Int" value="1"/></Entity></CardDefs>"""


def entities(text):
    return build_card_data.read_entities(XML.format(text=text).encode())


def test_builder_reads_an_entity():
    text = "[x]&lt;b&gt;Taunt&lt;/b&gt;\n_Deal $2 damage."
    (row,) = build_card_data.standard_table(entities(text))
    assert (row["name"], row["cost"], row["attack"], row["health"]) == ("Guard", 3, "", 4)
    assert (row["class"], row["set"], row["rarity"]) == ("NEUTRAL", "GILNEAS", "LEGENDARY")
    assert row["keywords"] == "TAUNT"
    assert build_card_data.readable_text(entities(text)[0].raw_text) == "Taunt Deal 2 damage."


@pytest.mark.parametrize("text", ["Give a minion Taunt.", "Battlecry: Gain Taunt."])
def test_builder_leaves_out_keywords_that_a_text_gives(text):
    (row,) = build_card_data.standard_table(entities(text))
    assert row["keywords"] == ""


def test_builder_rejects_a_printed_keyword_without_its_tag():
    with pytest.raises(ValueError, match="X_1 Guard: prints RUSH"):
        build_card_data.standard_table(entities("Rush"))


def test_builder_refuses_another_source(tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "hearthstone_data-38377.1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("hearthstone_data/CardDefs.xml", XML.format(text=""))
    monkeypatch.setattr(sys, "argv", ["build_card_data", "--wheels", str(tmp_path)])
    with pytest.raises(SystemExit, match="does not have the sha256 a9460e3f"):
        build_card_data.main()


def test_files_are_as_the_builder_writes_them():
    for name in build_card_data.TABLES:
        text = (build_card_data.DATA / name).read_text(encoding="utf-8")
        with (build_card_data.DATA / name).open(encoding="utf-8", newline="") as file:
            assert build_card_data.as_csv(list(csv.DictReader(file))) == text
