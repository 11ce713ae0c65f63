"""The deck builder: cards of formats as JSON, checks of decks, its page, and refusals."""

import re

import pytest

from engine.decks import deck_code, deck_from_code
from models.players.decks import named_deck
from tests.flows.faces.app.conftest import refusal

ZOO = named_deck("Zoolock")


def cards(client, format=""):
    found = client.get("/cards", params={"format": format}).json()
    return [(id, each) for id, each in found.items() if each["most"]]


def checked(client, hero, chosen, format="blackrock"):
    body = {"hero": hero, "cards": list(chosen), "format": format}
    return client.post("/builder/check", json=body).json()


def test_cards_are_those_of_the_format_the_cheapest_first(client):
    found = {name: cards(client, name) for name in ("standard-2019", "classic", "blackrock")}
    assert len(found["standard-2019"]) == 402
    assert len(found["blackrock"]) > 550
    for listed in found.values():
        keys = [(each["cost"], each["name"]) for _, each in listed]
        assert keys == sorted(keys)
    assert "Blackrock Mountain" in {each["set"] for _, each in found["blackrock"]}
    assert dict(found["classic"])["CS2_029"] == {
        "name": "Fireball", "text": "Deal 6 damage.", "class": "mage", "type": "spell",
        "rarity": "free", "set": "Basic", "cost": 4, "most": 2,
    }  # fmt: skip


def test_cards_of_a_day_are_as_they_were_printed_then(client):
    then = {each["name"]: each for _, each in cards(client, "naxx14")}
    now = {each["name"]: each for _, each in cards(client)}
    assert (then["Leper Gnome"]["attack"], now["Leper Gnome"]["attack"]) == (2, 1)
    assert "Dr. Boom" not in then


def test_a_legal_deck_gets_its_code_and_its_text(client):
    found = checked(client, "WARLOCK", ZOO.cards)
    assert found["problem"] == ""
    assert sorted(deck_from_code(found["code"], format=None).cards) == sorted(ZOO.cards)
    assert found["text"].startswith("# Class: Warlock\n")
    assert "2x Flame Imp" in found["text"]


@pytest.mark.parametrize(
    ("hero", "chosen", "format", "told"),
    [
        ("WARLOCK", ZOO.cards[:3], "blackrock", "3 cards; a deck has 30, add 27"),
        ("WARLOCK", (*ZOO.cards, "CS2_231"), "blackrock", "31 cards; a deck has 30, remove 1"),
        ("MAGE", ZOO.cards, "blackrock", "is a Warlock card"),
        ("MAGE", ["CS2_029"] * 3, "blackrock", "3 copies of 'Fireball'"),
        ("MAGE", ["GVG_110"], "classic", "Goblins vs Gnomes"),
        ("MAGE", ["GVG_110"], "naxx14", "'Dr. Boom' is not in"),
    ],
)
def test_the_server_says_what_is_wrong_with_a_deck(client, hero, chosen, format, told):
    found = checked(client, hero, chosen, format)
    assert told in found["problem"]
    assert "\n" not in found["problem"]
    assert found["code"].startswith("AAE")


def test_the_page_opens_a_deck_and_a_part_of_one(client):
    code = deck_code(ZOO)
    part = checked(client, "WARLOCK", ZOO.cards[:5])["code"]
    for text, n in ((code, 30), ("Zoolock", 30), (part, 5), ("", 0)):
        page = client.get("/builder", params={"deck": text, "format": "blackrock"})
        assert page.status_code == 200
        assert 'class="notice" role="alert"' not in page.text
        found = re.search('data-cards="([^"]*)"', page.text)[1].split()
        assert len(found) == n
        assert set(found) <= set(ZOO.cards)
        assert f'"{"WARLOCK" if n else "MAGE"}" selected' in page.text
        assert "<option selected>blackrock</option>" in page.text


@pytest.mark.parametrize("text", ["nothing", "AAEBAf0GBKgD", "3x Fireball", "<b>x</b>, y"])
def test_a_text_that_is_no_deck_is_told_in_one_line(client, text):
    page = client.get("/builder", params={"deck": text})
    assert page.status_code == 200
    (told,) = re.findall('class="notice" role="alert">(.*)</p>', page.text)
    assert told
    assert "<b>" not in page.text
    assert 'data-cards=""' in page.text


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"hero": "BARD", "cards": []}, "unknown class"),
        ({"hero": "MAGE", "cards": ["nothing"]}, "unknown card id"),
        ({"hero": "MAGE", "cards": ["CS2_029"] * 61}, "cards"),
        ({"hero": "MAGE", "cards": ["x" * 500]}, "unknown card id"),
        ({"hero": "MAGE", "cards": [], "format": "nothing"}, "nothing"),
    ],
)
def test_bad_requests_are_refused_with_the_reason(client, body, told):
    assert told in refusal(client.post("/builder/check", json=body), 409, 422)


def test_unknown_formats_and_huge_texts_are_refused(client):
    for path in ("/cards", "/builder"):
        assert client.get(path, params={"format": "nothing"}).status_code == 409
    assert client.get("/builder", params={"deck": "x" * 5000}).status_code == 422
