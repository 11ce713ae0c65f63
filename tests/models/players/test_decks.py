"""The published decks and opponents."""

import numpy as np
import pytest

from engine.decks import (
    Deck,
    DeckError,
    Patch,
    build_patch,
    card_data,
    class_pool,
    pool,
    validate_deck,
)
from models.players.decks import (
    STARTER_DECKS,
    Opponent,
    OpponentDeck,
    check_opponents,
    named_deck,
    opponent_suite,
    opponents_of,
    random_decks,
)


def test_the_elite_suite_in_the_published_order():
    suite = opponent_suite("elite")
    assert [(o.name, o.deck.hero, o.scorer) for o in suite] == [
        ("Aggro Hunter", "HUNTER", "aggro"),
        ("Control Hunter", "HUNTER", "control"),
        ("Aggro Paladin", "PALADIN", "aggro"),
        ("Control Paladin", "PALADIN", "control"),
        ("Aggro Warlock", "WARLOCK", "aggro"),
        ("Control Warlock", "WARLOCK", "control"),
    ]


@pytest.mark.parametrize("suite", ["elite", "starter"])
def test_opponents_play_legal_decks(suite):
    for opponent in opponent_suite(suite):
        validate_deck(opponent.deck)


def test_doomguard_is_the_only_hall_of_fame_card_of_the_opponents():
    cards = {card for o in opponent_suite("elite") for card in o.deck.cards}
    hall_of_fame = [card_data(card).name for card in cards if card_data(card).card_set == "HOF"]
    assert hall_of_fame == ["Doomguard"]


def test_the_starter_suite_plays_each_deck_with_both_scorers():
    suite = opponent_suite("starter")
    assert [(o.deck.hero, o.scorer) for o in suite] == [
        (hero, scorer) for hero in STARTER_DECKS for scorer in ("aggro", "control")
    ]
    assert list(STARTER_DECKS) == ["HUNTER", "PALADIN", "WARLOCK"]
    assert len({o.name for o in suite}) == 6


def test_starter_decks_have_two_of_everything():
    assert all(set(deck.counts().values()) == {2} for deck in STARTER_DECKS.values())


def test_named_decks_are_found_and_miracle_rogue_is_in_the_pool():
    deck = named_deck("classic miracle rogue")
    assert pool("rogue-dsame").counts(deck).sum() == 30
    assert named_deck("Aggro Hunter") == opponent_suite("elite")[0].deck


@pytest.mark.parametrize(("suite", "n"), [("classic14", 7), ("naxx14", 2), ("brm15", 5)])
def test_decks_that_people_played_are_legal_on_their_day(suite, n):
    opponents, day = opponent_suite(suite), build_patch(suite)
    assert len(opponents) == n
    check_opponents(opponents, day, "blackrock")
    for opponent in opponents:
        validate_deck(opponent.deck, patch=day, format="blackrock")
        assert named_deck(opponent.deck.name) == opponent.deck


def test_decks_that_people_played_need_cards_of_the_day_and_the_format():
    message = "opponents: deck 'Tempo Mage': .*'Dr. Boom' is not in the game of 2014-11-01"
    with pytest.raises(DeckError, match=message):
        check_opponents(opponent_suite("brm15")[1:], build_patch("naxx14"), "blackrock")
    with pytest.raises(DeckError, match=r"deck 'Undertaker Hunter': .*not of the format classic"):
        check_opponents(opponent_suite("naxx14"), Patch(), "classic")


def test_unknown_names_are_told_the_known_ones():
    with pytest.raises(DeckError, match="unknown deck 'Zoo'; did you mean 'Zoolock'"):
        named_deck("Zoo")
    with pytest.raises(DeckError, match="unknown opponents 'meta'; use one of elite, starter"):
        opponent_suite("meta")


def test_an_opponent_needs_cards_of_the_format():
    deck = Deck("Goblins", "HUNTER", class_pool("HUNTER", "CORE+GVG").ids[-30:])
    check_opponents([Opponent(deck, "aggro")], Patch(), "blackrock")
    message = (
        r"opponents: deck 'Goblins': '.* are of Goblins vs Gnomes \(GVG\), not of the format "
        "classic; take them out or use the format blackrock"
    )
    with pytest.raises(DeckError, match=message):
        check_opponents([*opponent_suite("elite"), Opponent(deck, "aggro")], Patch(), "classic")
    patch = build_patch("23321")
    later = Opponent(Deck("Late", "MAGE", ("EX1_179",)), "aggro")
    with pytest.raises(DeckError, match="opponents: deck 'Late': 'Icicle' is not in build 23321"):
        check_opponents([later], patch, "standard-2019")


@pytest.mark.parametrize("suite", ["elite", "starter"])
def test_published_opponents_play_in_every_format(suite):
    opponents = opponent_suite(suite)
    check_opponents(opponents, Patch(), "CORE+NAXX")
    written = opponents_of([OpponentDeck.of(each) for each in opponents])
    check_opponents(written, Patch(), "CORE+NAXX")


def test_decks_are_legal_and_most_have_a_curve():
    decks = random_decks(90, "classic", Patch(), 4)
    costs = [np.mean([Patch().card_data(c).cost for c in d.cards]) for d in decks]
    assert [deck.hero for deck in decks[:9]] == [deck.hero for deck in decks[9:18]]
    assert all(len(deck.cards) == 30 for deck in decks)
    assert np.median(costs) < 3.6 < max(costs)
    assert random_decks(90, "classic", Patch(), 4) == decks
