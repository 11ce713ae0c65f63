"""Actions in words and as what a page animates: of hidden cards, only that they were played."""

import json
from collections import Counter
from itertools import pairwise

import pytest

from engine.core.enums import ATTACK, PLAY
from engine.game import Game
from models.play.course import told


def test_a_secret_is_told_to_its_owner_only():
    game = Game.stage(hand=["Explosive Trap"], hero="HUNTER")
    code = next(code for code in game.codes() if code & 255 == PLAY)
    assert told(game, code, 0) == "plays Explosive Trap (2)"
    assert told(game, code, 1) == "plays a secret (2)"


def test_a_choice_is_told_to_its_owner_only():
    game = Game.stage(hand=["Tracking"], deck=["Wisp", "Sap", "Sprint"], hero="HUNTER")
    game.play("Tracking")
    code = game.codes()[0]
    assert told(game, code, 0).startswith("chooses ")
    assert told(game, code, 1) == "chooses a card"


def test_the_own_hero_is_your_hero_whoever_attacks_it():
    game = Game.stage(board=["Worgen Infiltrator"])
    code = next(code for code in game.codes() if code & 255 == ATTACK)
    assert told(game, code, 1) == "attacks your hero with Worgen Infiltrator"
    assert told(game, code, 0) == "attacks the opponent's hero with Worgen Infiltrator"


@pytest.mark.parametrize("person", [0, 1])
def test_an_event_says_what_a_page_animates_and_no_hidden_card(course, person):
    events = course(seed=5, person=person, decks=("Freeze Mage", "Freeze Mage")).events
    assert "entity" not in json.dumps(events)
    secrets = [event for event in events if event["text"].startswith("plays a secret")]
    assert secrets
    assert all(event["card"] is None for event in secrets)
    for event, later in pairwise(events):
        if not event["is_own"]:
            assert not (event["source"] or "").startswith("hand")
        side = {"own": event["board"]["own"], "enemy": event["board"]["enemy"]}
        for place in event["came"]:
            whose, number = place.split(":")
            assert int(number) < len(side[whose]["board"])
        for felt in later["felt"]:
            whose, _, number = felt["place"].partition(":")
            assert not number or int(number) < len(side[whose]["board"])
            assert felt["damage"] or felt["is_gone"]
    text = " ".join(change for event in events for change in event["changes"])
    n_deaths = sum(felt["is_gone"] for event in events for felt in event["felt"])
    assert n_deaths >= text.count(" dies") > 0
    assert text.count(" damage") == sum(
        felt["damage"] > 0 for event in events for felt in event["felt"]
    )


def test_the_cards_left_are_those_of_the_own_deck_without_their_order(course):
    played = course(seed=6, n=20)
    left = played.state()["left"]
    assert sum(card["copies"] for card in left) == len(played.game.players[0].deck)
    assert [card["cost"] for card in left] == sorted(card["cost"] for card in left)
    listed = Counter(card.name for card in played.game.players[0].deck)
    assert {card["name"]: card["copies"] for card in left} == listed


@pytest.mark.parametrize("person", [0, 1])
def test_the_list_of_the_opponent_is_whole_and_a_minion_that_returns_is_named(course, person):
    played = course(seed=7, person=person, decks=("Classic Miracle Rogue", "Classic Miracle Rogue"))
    assert sum(card["copies"] for card in played.state()["listed"]) == 30
    events = played.events
    returns = [
        change for event in events for change in event["changes"] if "returns to the hand" in change
    ]
    named = [felt for event in events for felt in event["felt"] if felt["returned"]]
    assert len(named) == len(returns)
    assert all(felt["is_gone"] for felt in named)
