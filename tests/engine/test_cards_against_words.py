"""Targets and triggers of every card, against the words of its text.

`Your other Murlocs have +2 Attack` must compile to minions of its player, Murlocs, not itself; and
no such set may stand on a card whose text does not say so. The numbers of a text are held by
`test_cards_against_data.py`.
"""

import re
from collections.abc import Iterator

import numpy as np

from engine.core import enums as e
from engine.core import tables as t
from engine.decks import card_text
from engine.dsl.cards import Card
from engine.rules import rules_for
from tests.engine.test_cards_against_data import PRINTED, programs

SIDES = {e.FRIENDLY: "your", e.ENEMY: "enemy", e.ANYONE: "any"}
KINDS = (
    "characters",
    "minions",
    "hero",
    "cards",
    "spells",
    "secrets",
    "weapon",
    "overload cards",
    "aims",
)

# Each set of an effect or aura, and the words that may mean it; races are asked for apart.
SETS = {
    "your minions": "your ([a-z]+s|charge minions) |friendly minion|control a beast|friendly demon"
    "|at least 3 mechs|a random demon from your hand|summon a minion|(control|have) a (beast|mech)"
    "|deathrattles on your minions|each player.s hand|friendly mech|your silver hand recruits",
    "your other minions": "your other |(another random|other) friendly minion|have a mech"
    "|another friendly mech|each other beast you have|your only one"
    "|deathrattle: give a random friendly minion .3 health",  # Dark Cultist, when it feigns death
    "enemy minions": "enemy (deathrattle )?minion|opponent has 4 or more minions"
    "|a minion from their deck|each player.s hand",
    "any minions": "all minions|(to|destroy|silence|transform) a (legendary )?minion"
    "|a random minion|a murloc|to each minion|a non-mech minion",
    "any other minions": "all other minions|another random minion|each other murloc",
    "your characters": "friendly character|your characters",
    "enemy characters": "an enemy |all (other )?enemies|random enemy[.]",
    "any characters": "all characters|a damaged character|another random character|a demon[.]",
    "any other characters": "all other characters",
    "your hero": "your hero|restore 2 health to it|attack this turn|and take 2 damage"
    "|you take 10 damage",
    "enemy hero": "(to|damage to|and) the enemy hero",
    "any hero": "each hero",
    "your weapon": "your weapon|have a weapon|this loses 1 durability|gain .1 durability"
    "|has .2 attack while",
    "enemy weapon": "your opponent.s weapon",
    "your secrets": "a secret from your deck",
}
# Each event with the set it is about, and what "when" or "after" it is in the text.
EVENTS = {
    "summoned your other minions": "whenever you summon a ",
    "after_summoned your other minions": "after you summon a minion",
    "after_summoned your minions": "after you summon a minion, give it .* this loses|a pirate",
    "played your minions": "whenever you play a 1-attack minion",
    "played enemy cards": "whenever your opponent plays a card,",
    "played your other cards": "whenever you play a card,",
    "played your overload cards": "whenever you play a card with overload,",
    "played any secrets": "whenever a secret is played",
    "after_played enemy minions": "after your opponent plays a minion",
    "cast your spells": "whenever you cast a (1-cost )?spell",
    "cast any spells": "whenever a player casts a spell",
    "cast enemy spells": "when(ever)? your opponent casts a spell",
    "after_cast your spells": "after you cast a spell",
    "spell_targeted enemy spells": "when an enemy casts a spell on a minion",
    "damaged any minions": "whenever a minion takes damage",
    "damaged your minions": "whenever a friendly minion takes damage",
    "damaged your hero": "when(ever)? your hero takes damage",
    "armor_gained your hero": "whenever you gain armor",
    "fatal your hero": "when your hero takes fatal damage",
    "healed any minions": "whenever a minion is healed",
    "healed any characters": "whenever a character is healed",
    "died any other minions": "whenever a minion dies",
    "died enemy minions": "whenever an enemy minion dies",
    "died your other minions": "whenever a friendly (beast|mech) dies|after a friendly minion dies"
    "|whenever another friendly murloc dies",
    "died your minions": "secret: when (a friendly minion|one of your minions) dies",
    "drawn your other cards": "whenever you draw a card",
    "spell_targeted your spells": "whenever you target",
    "turn_start your hero": "at the start of your turn",
    "turn_start any hero": "at the start of each turn",
    "turn_end your hero": "at the end of (your|the|each player.s) turn",
    "turn_end enemy hero": "at the end of each player.s turn",
    "turn_end any hero": "at the end of each turn",
    "attacks your hero": "whenever your hero attacks",
    "attacks enemy characters": "when an enemy attacks|is attacked",
    "attacks enemy minions": "when (an enemy|a) minion attacks",
    "revealed your secrets": "whenever a friendly secret is revealed",
}
AGAINST = {
    "your hero": "your hero is attacked|attacks your hero",
    "your minions": "one of your minions is attacked",
    "any minions": "casts a spell on a minion",
    "any characters": "target this minion with a spell",
}
COSTS = {
    t.COST_MINIONS: {"your": "your minions cost", "any": "all minions cost"},
    t.COST_MINIONS_TO_1: {"your": "your minions cost .* not less than"},
    t.COST_FIRST_MINION: {"your": "the first minion you play"},
    t.COST_SPELLS: {"your": "your spells cost"},
    t.COST_MECHS: {"your": "your mechs cost"},
    t.COST_BATTLECRIES: {"any": "minions with battlecry cost"},
}
# Whom a card may be played on, and the words that say so: the first that fit; otherwise anybody.
TARGETS = {
    "friendly mech ": ("your minions", "MECHANICAL", e.ANY, 0),
    "with another minion": ("any other minions", "", e.ANY, 0),
    "damage to the enemy hero": ("any aims", "", e.ANY, 0),  # with Steamwheedle Sniper
    "destroy a minion[.]": ("any minions", "", e.ANY, 0),
    "friendly beast": ("your minions", "BEAST", e.ANY, 0),
    "friendly minion": ("your minions", "", e.ANY, 0),
    "friendly character": ("your characters", "", e.ANY, 0),
    "damaged enemy minion": ("enemy minions", "", e.HURT, 0),
    "enemy minion with taunt": ("enemy minions", "", e.WITH_KEYWORD, e.TAUNT),
    "enemy minion (that has|with) 2 or less": ("enemy minions", "", e.ATTACK_AT_MOST, 2),
    "enemy minion (that has|with) 3 or less": ("enemy minions", "", e.ATTACK_AT_MOST, 3),
    "an enemy minion": ("enemy minions", "", e.ANY, 0),
    "an enemy ": ("enemy characters", "", e.ANY, 0),
    "a legendary minion": ("any minions", "", e.LEGENDARY, 0),
    "destroy a murloc": ("any minions", "MURLOC", e.ANY, 0),
    "destroy a demon": ("any characters", "DEMON", e.ANY, 0),
    "destroy a beast": ("any minions", "BEAST", e.ANY, 0),
    "an undamaged minion": ("any minions", "", e.UNDAMAGED, 0),
    "a damaged minion": ("any minions", "", e.HURT, 0),
    "a minion with 3 or less": ("any minions", "", e.ATTACK_AT_MOST, 3),
    "a minion with 5 or more": ("any minions", "", e.ATTACK_AT_LEAST, 5),
    "a minion with 7 or more": ("any minions", "", e.ATTACK_AT_LEAST, 7),
    "\\ba minion": ("any minions", "", e.ANY, 0),
    "a hero's": ("any hero", "", e.ANY, 0),
}
OPTION_OF = {
    "EX1_155a": "EX1_155",
    "EX1_155b": "EX1_155",
    "GVG_041a": "GVG_041",
}  # whose own text does not say "a minion"


def text_of(card: Card) -> str:
    """What is printed, in small letters; a space ends its last word."""
    return card_text(card.id).lower() + " "


def words_of(selector: np.record) -> str:
    """A selector without its race and filter, as words."""
    other = "other " if selector.other else ""
    return f"{SIDES[int(selector.side)]} {other}{KINDS[selector.kind]}"


def sets_of(tables: np.record, row: int) -> Iterator[np.record]:
    """The whole and random sets of a card's effects and auras, but for its target."""
    card, found = tables.cards[row], []
    for effect in programs(tables, row):
        found.append(effect.on)
        if effect.op == e.DEAL_AND or effect.kind in e.OF_SELECTOR:
            found.append(effect.of)
    for i in range(card.auras, card.auras_stop):
        aura = tables.auras[i]
        if aura.cost_kind in (t.ON_CHARACTERS, t.ON_WEAPON):
            found += [aura.on, aura.of]
    for selector in (tables.selectors[i] for i in found if i):
        if selector.pick in (e.ALL, e.RANDOM):
            yield selector


def triggers_of(tables: np.record, row: int) -> Iterator[np.record]:
    card = tables.cards[row]
    yield from (tables.triggers[i] for i in range(card.triggers, card.triggers_stop))


def race_is_printed(text: str, selector: np.record) -> bool:
    """Whether the text names the selector's race, or "minions" if minions of any race fit."""
    if selector.filter == e.IS_CARD:
        return rules_for().names[selector.value].lower() in text
    if selector.race == 0:
        return selector.kind != e.MINIONS or "minion" in text
    race = "mech" if selector.race == e.MECH else e.RACES[selector.race].lower()
    return re.search(rf"\b{race}s?\b", text) is not None


def printed_cards() -> Iterator[tuple[Card, str, np.record, int]]:
    """Every card with its text, and where it is compiled: the tables and its row in them."""
    rules = rules_for()
    for card in PRINTED:
        yield card, text_of(card), rules.tables, rules.rows[card.id]


def test_whom_a_text_is_about() -> None:
    for card, text, tables, row in printed_cards():
        for selector in sets_of(tables, row):
            words = words_of(selector)
            assert re.search(SETS.get(words, "no card is about them"), text), (card.name, words)
            assert race_is_printed(text, selector), card.name


def test_whom_a_card_may_be_played_on() -> None:
    for card, text, tables, row in printed_cards():
        made = tables.cards[row]
        if not made.target:
            continue
        printed = card_text(OPTION_OF[card.id]).lower() if card.id in OPTION_OF else text
        fitting = (TARGETS[words] for words in TARGETS if re.search(words, printed))
        expected = next(fitting, ("any characters", "", e.ANY, 0))
        target = tables.selectors[made.target]
        found = words_of(target), e.RACES[target.race], target.filter, target.value
        assert found == expected, card.name


def test_what_a_trigger_waits_for() -> None:
    for card, text, tables, row in printed_cards():
        for trigger in triggers_of(tables, row):
            on = tables.selectors[trigger.on]
            if on.pick == e.THIS:
                words = "whenever this minion takes damage|after this minion survives damage"
                words += "|when you draw this"
                assert re.search(words, text), card.name
                continue
            words = f"{e.EVENTS[trigger.event]} {words_of(on)}"
            assert re.search(EVENTS.get(words, "no card waits for that"), text), (card.name, words)
            assert race_is_printed(text, on), card.name
            if trigger.against:
                words = words_of(tables.selectors[trigger.against])
                assert re.search(AGAINST.get(words, "nor for that"), text), (card.name, words)
            printed = re.search("|".join(AGAINST.values()), text)
            assert bool(trigger.against) == bool(printed), card.name


def test_whose_cards_cost_more_or_less() -> None:
    for card, text, tables, row in printed_cards():
        made = tables.cards[row]
        for i in range(made.auras, made.auras_stop):
            aura = tables.auras[i]
            if aura.cost_kind in COSTS:
                side = SIDES[int(tables.selectors[aura.on].side)]
                words = COSTS[aura.cost_kind].get(side, "no card makes theirs cost more or less")
                assert re.search(words, text), card.name


def test_attack_is_for_this_turn_where_the_text_says_so() -> None:
    for card, text, tables, row in printed_cards():
        for effect in programs(tables, row):
            if effect.op == e.GIVE and tables.grants[effect.arg].attack:
                printed = re.search("attack (and immune )?this turn", text)
                assert bool(tables.grants[effect.arg].turn) == bool(printed), card.name


def test_how_many_cards_a_text_draws() -> None:
    for card, text, tables, row in printed_cards():
        for effect in programs(tables, row):
            if effect.op == e.DRAW and effect.kind == e.CONSTANT:
                n = effect.amount
                words = f"draws? {'(a|an extra) card' if n == 1 else f'{n} cards'}[ .]"
                assert re.search(words, text), card.name


def test_how_many_a_text_picks_at_random() -> None:
    """One, if it does not say two; those who share damage or survive a brawl are no number."""
    for card, text, tables, row in printed_cards():
        two = re.search("(two|2) random", text)
        for effect in programs(tables, row):
            on = tables.selectors[effect.on]
            if on.pick == e.RANDOM and effect.op not in (e.DEAL_SPLIT, e.BRAWL):
                assert on.count == (2 if two else 1), card.name


def test_spell_damage_raises_what_spells_and_secrets_deal() -> None:
    """But not what the hero has just taken, what a minion deals for a spell, nor a mine's."""
    fixed = ("Eye for an Eye", "Betrayal", "Burrowing Mine")
    for card, _, tables, row in printed_cards():
        for effect in programs(tables, row):
            if effect.op in (e.DEAL, e.DEAL_AND, e.DEAL_SPLIT):
                assert bool(effect.magic) != (card.name in fixed)
