"""Cards of random words: each raises an error with its name, or compiles and plays soundly."""

from collections.abc import Callable
from functools import partial

from hypothesis import HealthCheck, Phase, assume, event, given, settings
from hypothesis import strategies as st

from engine import dsl
from engine.core.enums import ERRORS, NO_ERROR
from engine.core.jit import JIT_ON
from engine.decks import DECK_SIZE, HERO_CARDS
from engine.dsl.cards import Card
from engine.dsl.errors import CardError
from engine.dsl.keywords import Keyword
from engine.dsl.selectors import Selector
from engine.rules import Rules
from tests.engine.own_cards import rules_with
from tests.engine.soundness import faults as s
from tests.engine.soundness import when_used

games = when_used("tests.engine.soundness.games")

N_CARDS = 4
GAMES = 20 if JIT_ON else 1
FUZZ = partial(
    settings,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],  # finding the smallest failing card takes minutes
    suppress_health_check=list(HealthCheck),
)

# --- sensible words ----------------------------------------------------------------------------

NUMBERS = st.integers(1, 6)
SIDES = st.sampled_from([dsl.your, dsl.enemy])
ANY_SIDE = st.sampled_from([dsl.your, dsl.enemy, dsl.anyone, dsl.your.other, dsl.anyone.other])
MINIONS = st.sampled_from(["Wisp", "Chillwind Yeti", "Fuzz 0", "Fuzz 1"])
CARDS = st.sampled_from(["The Coin", "Wisp", *(f"Fuzz {i}" for i in range(N_CARDS))])
WEAPON = st.just("Wicked Knife")
KEYWORDS = st.sampled_from(
    [word for name in dsl.__all__ if isinstance(word := getattr(dsl, name), Keyword)]
)
RACES = st.sampled_from([dsl.beast, dsl.murloc, dsl.demon])


@st.composite
def sets(draw: st.DrawFn, lasting: bool = False) -> Selector:
    """A whole set of characters; `lasting`: one that an aura may be about."""
    side = draw(ANY_SIDE)
    found = draw(st.sampled_from([side.minions, side.characters, side.hero]))
    shape = draw(st.sampled_from([0, 1, 2, 4, 5]) if lasting else st.integers(0, 7))
    if shape == 0:
        return found.damaged
    if shape == 1:
        return found.undamaged
    if shape == 2:
        return found.having(draw(st.sampled_from([dsl.taunt, dsl.charge, dsl.windfury])))
    if shape == 3:
        return found.with_attack(at_most=draw(NUMBERS))
    return found.of(draw(RACES)) if shape == 4 else found


SOME = st.one_of(
    sets(),
    st.builds(dsl.random, sets(), st.integers(1, 3)),
    st.sampled_from([dsl.this, dsl.it, dsl.adjacent, dsl.attacker, dsl.defender]),
)
AMOUNTS = st.one_of(
    NUMBERS,
    st.builds(dsl.between, st.integers(1, 2), st.integers(2, 4)),
    st.builds(dsl.count, sets()),
    st.builds(lambda amount, side: amount(side), st.sampled_from([
        dsl.weapon_attack, dsl.armor, dsl.hand_size, dsl.secrets_of, dsl.open_slots, dsl.crystals,
        dsl.hand_gap, dsl.weapon_durability,
    ]), SIDES),
    st.sampled_from([dsl.event_value, dsl.drawn_cost, dsl.cards_played_before]),
)  # fmt: skip
GIVEN = st.tuples(st.integers(0, 3), st.integers(0, 3), KEYWORDS)
POOLS = st.sampled_from([dsl.random_card("Wisp", "Chillwind Yeti"), dsl.format_card("minion")])


OTHER_EFFECTS = st.one_of(
    st.builds(dsl.summon, st.one_of(MINIONS, POOLS), AMOUNTS, SIDES),
    st.builds(dsl.draw, AMOUNTS, SIDES),
    st.builds(dsl.add_to_hand, st.one_of(CARDS, POOLS), NUMBERS, SIDES),
    st.builds(dsl.equip, WEAPON),
    st.builds(dsl.gain_armor, AMOUNTS),
    st.builds(dsl.discard, NUMBERS),
    st.builds(dsl.gain_crystals, NUMBERS, SIDES, st.booleans()),
    st.builds(dsl.lose_crystals, NUMBERS, SIDES),
    st.builds(dsl.gain_mana, NUMBERS),
    st.builds(dsl.copy_from_deck, NUMBERS),
    st.builds(dsl.next_spell_costs_less, NUMBERS),
    st.builds(dsl.destroy_secrets, SIDES, st.booleans()),
    st.builds(dsl.destroy_weapon, SIDES),
    st.builds(dsl.spells_free_next_turn, SIDES),
    st.sampled_from([
        dsl.brawl(), dsl.summon_dead(), dsl.revive(), dsl.copy_from_hand(), dsl.discard_hand(),
        dsl.resurrect(), dsl.resolve_deaths(), dsl.copy_it(), dsl.unlock_mana(),
        dsl.change_hand_costs(-1), dsl.spells_dearer_next_turn(5), dsl.next_dragon_costs_less(2),
        dsl.put_into_play(dsl.your.minions), dsl.put_into_play(dsl.enemy.minions, from_hand=True),
        dsl.put_into_play(dsl.your.secrets),
        dsl.swap_with_hand(), dsl.return_next_turn(), dsl.next_secret_free(),
        dsl.copy_to_other_hand(), dsl.destroy_weapon(), dsl.draw_a(dsl.beast, 2, "Wisp"),
        dsl.summon_from_deck(dsl.enemy, "Wisp"), dsl.counter_spell(),
    ]),
)  # fmt: skip


def effects_on(some: st.SearchStrategy) -> st.SearchStrategy:
    """Effects of a text; `some` says whom they may be about."""
    return st.one_of(
        st.builds(dsl.deal, AMOUNTS, some),
        st.builds(dsl.deal_split, AMOUNTS, sets()),
        st.builds(dsl.heal, AMOUNTS, some),
        st.builds(lambda x, y: dsl.give(x, *y), some, GIVEN),
        st.builds(lambda x, y: dsl.give(x, *y, dsl.this_turn), some, GIVEN),
        st.builds(lambda x: dsl.give(x, "Curse"), some),
        st.builds(lambda x, y: dsl.lose(x, y), some, KEYWORDS),
        *(
            st.builds(word, some)
            for word in (dsl.destroy, dsl.silence, dsl.freeze, dsl.steal, dsl.swap_stats)
        ),
        st.builds(dsl.set_attack, some, AMOUNTS),
        st.builds(dsl.set_health, some, NUMBERS),
        st.builds(dsl.return_to_hand, some, st.integers(0, 2)),
        st.builds(dsl.transform, some, st.one_of(MINIONS, POOLS)),
        st.builds(dsl.become_copy, some),
        st.builds(dsl.shadow_control, some),
        st.builds(dsl.summon_copy, some),
        OTHER_EFFECTS,
    )  # fmt: skip


EFFECTS = effects_on(SOME)
TEXT = st.lists(EFFECTS, min_size=1, max_size=3)
CHOSEN = st.lists(
    st.one_of(effects_on(st.one_of(SOME, st.just(dsl.target))), st.builds(dsl.tracking, NUMBERS)),
    min_size=1,
    max_size=3,
)
EVENTS = st.one_of(
    st.builds(dsl.summoned, st.builds(lambda side: side.minions, ANY_SIDE)),
    st.builds(dsl.played, st.builds(lambda side: side.cards, ANY_SIDE)),
    st.builds(dsl.cast, st.builds(lambda side: side.spells, ANY_SIDE)),
    *(st.builds(word, st.one_of(sets(), st.just(dsl.this)))
      for word in (dsl.damaged, dsl.healed, dsl.dies, dsl.attacks, dsl.attacked)),
    st.sampled_from([dsl.your_turn_start, dsl.your_turn_end, dsl.each_turn_end]),
)  # fmt: skip
TRIGGERS = st.one_of(
    st.builds(lambda event, text: dsl.when(event, *text), EVENTS, TEXT),
    st.builds(lambda event, text: dsl.after(event, *text), EVENTS, TEXT),
)
LASTING = st.one_of(
    KEYWORDS,
    TRIGGERS,
    st.builds(lambda text: dsl.deathrattle(*text), TEXT),
    st.builds(lambda some, given: dsl.aura(some, *given), sets(lasting=True), GIVEN),
    st.builds(lambda some, per: dsl.aura(some, +1, per=per), *[sets(lasting=True)] * 2),
    st.builds(lambda given: dsl.enrage(*given), GIVEN),
    st.builds(lambda side, n: dsl.aura(side.hand.minions, cost=n), ANY_SIDE, st.integers(-2, 2)),
    st.builds(lambda side, n: dsl.aura(side.hand.spells, cost=n), ANY_SIDE, st.integers(-2, 2)),
    st.builds(dsl.spell_damage, st.integers(1, 2)),
    st.builds(dsl.overload, st.integers(1, 3)),
)
BATTLECRIES = st.one_of(
    st.builds(lambda text: dsl.battlecry(*text), CHOSEN),
    st.builds(lambda text: dsl.combo(*text), CHOSEN),
)


def told(make: Callable[[], object]) -> tuple[object, str]:
    """What a function makes, or None and the message with which the language refuses it."""
    try:
        return make(), ""
    except CardError as error:
        return None, str(error)


@st.composite
def cards(draw: st.DrawFn, number: int) -> Card | None:
    """A card of sensible words, None if they make no sense together."""
    name = f"FUZZ_{number}", f"Fuzz {number}"
    cost, kind = draw(st.integers(0, 4)), draw(st.sampled_from(["spell", "secret", "weapon"]))

    def make() -> Card:
        if number < 2:
            text = draw(st.lists(st.one_of(LASTING, BATTLECRIES), max_size=3))
            stats = draw(st.integers(0, 4)), draw(st.integers(1, 5))
            return dsl.minion(*name, cost, *stats, *text, race=draw(st.none() | RACES))
        if kind == "spell":
            return dsl.spell(*name, cost, *draw(CHOSEN))
        if kind == "secret":
            return dsl.secret(*name, cost, draw(TRIGGERS))
        return dsl.weapon(*name, cost, draw(st.integers(1, 3)), 2, *draw(st.lists(LASTING)))

    card, message = told(make)
    assert card or "test_card_fuzz.py" in message, "it says where"
    return card


def play(rules: Rules, seed: int) -> tuple[int, int]:
    """Plays checked games with decks of the fuzzed cards; returns the fault and the error."""
    room = s.new_room()
    deck = [rules.find(f"Fuzz {i}") for i in range(N_CARDS)] * 6
    deck += [rules.find("Wisp"), rules.find("Backstab")] * 3
    assert len(deck) == DECK_SIZE
    for side, hero in enumerate(("MAGE", "PALADIN")):
        room.setup.heroes[side] = rules.row(HERO_CARDS[hero])
        room.setup.n_cards[side] = DECK_SIZE
        room.setup.decks[side, :DECK_SIZE] = deck
    for number in range(GAMES):
        games.open_game(room, rules.tables, seed, number)
        fault = games.play_checked(room, rules.tables, 10)
        if fault != s.SOUND:
            return int(fault), int(room.game.error)
    return s.SOUND, NO_ERROR


@FUZZ(max_examples=100 if JIT_ON else 15)
@given(st.tuples(*(cards(i) for i in range(N_CARDS))), st.integers(0, 1000))
def test_sensible_words_play_soundly(made: tuple[Card | None, ...], seed: int) -> None:
    """Allowed are minions beyond all measure, and a game that has run out of room and says so."""
    assume(None not in made)
    curse = dsl.enchantment("Curse", dsl.when(dsl.your_turn_end, dsl.deal(1, dsl.this)))
    rules, message = told(lambda: rules_with(curse, *made))
    if rules is None:
        assert "Fuzz " in message, "it says which card"
        return
    fault, error = play(rules, seed)
    if fault == s.GAME_FAILED:
        event(ERRORS[error])
    assert fault != s.GAME_FAILED or error != NO_ERROR
    assert fault in (s.SOUND, s.GAME_FAILED, s.OUT_OF_PROPORTION), s.FAULTS[fault]


# --- any words ---------------------------------------------------------------------------------

WORDS = [getattr(dsl, name) for name in dsl.__all__]
VALUES = st.one_of(
    st.sampled_from([word for word in WORDS if not callable(word) or word is dsl.target]),
    st.integers(-3, 200_000),
    st.sampled_from(["Wisp", "Fuzz 0", "The Coin", "Nonsense"]),
    sets(),
    AMOUNTS,
    POOLS,
)
MAKERS = [word for word in WORDS if callable(word) and word is not dsl.target]
TREES = st.recursive(
    VALUES,
    lambda inner: st.tuples(st.sampled_from(MAKERS), st.lists(inner, max_size=3)),
    max_leaves=8,
)


def build(tree: object) -> object:
    """What a tree of words says."""
    if not isinstance(tree, tuple) or not tree or tree[0] not in MAKERS:
        return tree
    return tree[0](*(build(part) for part in tree[1]))


@FUZZ(max_examples=600)
@given(
    st.sampled_from([dsl.minion, dsl.spell, dsl.secret, dsl.weapon]), st.lists(TREES, max_size=3)
)
def test_any_words_are_refused_or_compile(kind, trees: list) -> None:
    numbers = {dsl.minion: (1, 1, 1), dsl.weapon: (1, 1, 1)}.get(kind, (1,))
    text, message = told(lambda: [build(tree) for tree in trees])
    assert (text is not None) or "test_card_fuzz.py" in message
    if text is not None:
        rules, message = told(lambda: rules_with(kind("FUZZ_0", "Fuzz 0", *numbers, *text)))
        assert rules or "Fuzz 0" in message
