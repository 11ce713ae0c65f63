"""Effects: one word per verb."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core import enums as e
from engine.core.state import GAME
from engine.dsl.amounts import Amount, Between, Condition
from engine.dsl.errors import nonsense, not_negative, positive
from engine.dsl.keywords import Keyword, frozen, grant_of
from engine.dsl.selectors import (
    CardPool,
    Race,
    Selector,
    Side,
    anyone,
    enemy,
    random,
    selector_of,
    your,
)


@dataclass(frozen=True)
class Effect:
    """One verb with everything it needs; `arg` is a card name, grant, pool, race or number."""

    op: int
    on: Selector | None = None
    amount: int | Amount | Between = 0
    arg: object = None
    side: int = e.FRIENDLY
    by_target: bool = False
    fixed: bool | None = None  # whether spell damage does not apply: see `deal`
    card_type: int = 0  # what `arg` names
    of: str | Selector = ""  # a second card, or those that a second number is about
    way: int = 0  # how it is done: see `by` of the tables
    less: int = 0  # how much less a card of a pool costs


@dataclass(frozen=True)
class Block:
    """Effects under a condition, with a chance, or again and again; `op` says which."""

    op: int
    effects: tuple
    condition: Condition | None = None  # of REPEAT: what ends it
    otherwise: tuple = ()
    percent: int = 0


Number = int | Amount | Between
Text = Effect | Block


def if_(condition: Condition, *effects: Text, otherwise: tuple = ()) -> Block:
    """Effects under a condition. Raises `CardError` if it is not a `Condition`."""
    if not isinstance(condition, Condition):
        raise nonsense("if_() takes a condition such as count(enemy.minions) >= 4")
    return Block(e.SKIP_UNLESS, effects, condition, otherwise)


def maybe(percent: int, *effects: Text) -> Block:
    """Does it all by chance. Raises `CardError` if `percent` is not 1 to 99."""
    if not 1 <= percent <= 99:
        raise nonsense("maybe() needs a chance of 1 to 99 percent")
    return Block(e.MAYBE_SKIP, effects, percent=percent)


def repeat_until(condition: Condition, *effects: Text) -> Block:
    """Does it all, and again until the condition holds; 81 times at most."""
    return Block(e.REPEAT, effects, condition)


def _plain(op: int) -> Callable[[], Effect]:
    """A word that says all."""

    def word() -> Effect:
        return Effect(op)

    return word


def _about(op: int) -> Callable[[Selector], Effect]:
    """A word that needs only whom it is about; it is called as its verb."""

    def word(who: Selector) -> Effect:
        return Effect(op, selector_of(who, e.OPS[op]))

    return word


def _counted(op: int, verb: str) -> Callable[[int], Effect]:
    """A word that needs only a number above 0."""

    def word(n: int) -> Effect:
        return Effect(op, None, positive(n, verb))

    return word


destroy = _about(e.DESTROY)
silence = _about(e.SILENCE)
double_health = _about(e.DOUBLE_HEALTH)
swap_stats = _about(e.SWAP_STATS)
swap_health = _about(e.SWAP_HEALTH)  # of the minion whose text this is, with another
double_attack = _about(e.DOUBLE_ATTACK)
summon_copy = _about(e.SUMMON_COPY)
become_copy = _about(e.BECOME_COPY)
shadow_control = _about(e.SHADOW_CONTROL)
swap_with_hand = _plain(e.SWAP_WITH_HAND)
copy_to_other_hand = _plain(e.COPY_TO_OTHER)
copy_from_hand = _plain(e.COPY_FROM_HAND)
copy_from_deck = _counted(e.COPY_FROM_DECK, "copy_from_deck")
discard_hand = _plain(e.DISCARD_HAND)
return_next_turn = _plain(e.RETURN_NEXT_TURN)
summon_dead = _plain(e.SUMMON_DEAD)
resurrect = _plain(e.RESURRECT)
# The dead leave play, and their deathrattles run, before what follows; see `buried`.
resolve_deaths = _plain(e.RESOLVE_DEATHS)
trigger_deathrattles = _about(e.TRIGGER_DEATHRATTLES)
upgrade_power = _plain(e.UPGRADE_POWER)
gain_mana = _counted(e.GAIN_MANA, "gain_mana")
unlock_mana = _plain(e.UNLOCK_MANA)
counter_spell = _plain(e.COUNTER)
redirect = _about(e.REDIRECT)
prevent_death = _plain(e.PREVENT_DEATH)
steal_secret = _plain(e.STEAL_SECRET)  # a random one of the enemy; one that you have is destroyed
next_spell_costs_less = _counted(e.SPELL_DISCOUNT, "next_spell_costs_less")
next_secret_free = _plain(e.NEXT_SECRET_FREE)
spells_dearer_next_turn = _counted(e.SPELLS_DEARER, "spells_dearer_next_turn")  # of the enemy
next_dragon_costs_less = _counted(e.DRAGON_DISCOUNT, "next_dragon_costs_less")


def deal(
    amount: Number, who: Selector, by: Selector | None = None, fixed: bool | None = None
) -> Effect:
    """Deals damage; `fixed`: spell damage does not raise it (default: if it is the event's)."""
    by_target = by is not None
    return Effect(
        e.DEAL,
        selector_of(who, "deal"),
        positive(amount, "deal"),
        by_target=by_target,
        fixed=fixed,
    )


def deal_and(amount: int, who: Selector, other_amount: int, others: Selector) -> Effect:
    """Deals damage to one character and another number to others, all before anybody reacts."""
    positive(other_amount, "deal_and")
    return Effect(
        e.DEAL_AND, selector_of(who, "deal_and"), positive(amount, "deal_and"), other_amount,
        of=selector_of(others, "deal_and"),
    )  # fmt: skip


def deal_split(amount: Number, among: Selector) -> Effect:
    return Effect(e.DEAL_SPLIT, random(among), positive(amount, "deal_split"))


def heal(amount: Number, who: Selector) -> Effect:
    return Effect(e.HEAL, selector_of(who, "heal"), positive(amount, "heal"))


def give(who: Selector, *what, times: Number = 1) -> Effect:
    op = e.GIVE_WEAPON if selector_of(who, "give").kind == e.WEAPONS else e.GIVE
    return Effect(op, who, positive(times, "give"), grant_of(what), who.side)


def freeze(who: Selector) -> Effect:
    return give(who, frozen)


def lose(who: Selector, *keywords: Keyword) -> Effect:
    return Effect(e.LOSE, selector_of(who, "lose"), 0, grant_of(keywords))


def set_attack(who: Selector, amount: Number) -> Effect:
    minions = selector_of(who, "set_attack")
    return Effect(e.SET_ATTACK, minions, not_negative(amount, "set_attack"))


def set_health(who: Selector, amount: Number) -> Effect:
    return Effect(e.SET_HEALTH, selector_of(who, "set_health"), positive(amount, "set_health"))


def set_hero_health(who: Selector, amount: int) -> Effect:
    hero = selector_of(who, "set_hero_health")
    return Effect(e.SET_HERO_HEALTH, hero, positive(amount, "set_hero_health"))


def brawl() -> Effect:
    return Effect(e.BRAWL, random(anyone.minions))


def _no_target_cost(pool: CardPool) -> None:
    if pool.same_cost:
        raise nonsense("same_cost is about the minion that `transform` transforms")


def _of_minions(pool: CardPool) -> None:
    if not pool.names and pool.type != "minion" and not pool.race:
        raise nonsense('a pool of cards that are no minions; use format_card("minion", ...)')


def summon(
    card: str | CardPool,
    n: Number = 1,
    side: Side = your,
    at_end: bool = False,
    missing: bool = False,
) -> Effect:
    """Summons minions.

    `at_end`: at the right end of the board instead of where the dead minion stood; `missing`:
    only those of a pool that the side does not have.

    Raises:
        CardError: A pool is not of minions, has `same_cost`, or is given with `at_end`; or
            `missing` is given without a pool of names.
    """
    if isinstance(card, CardPool):
        _no_target_cost(card)
        _of_minions(card)
        if at_end or (missing and not card.names):
            raise nonsense("of a pool only names can be missing, and at_end is about one card")
        op, way = e.SUMMON_FROM_POOL, int(missing)
    else:
        if missing:
            raise nonsense("only of a pool some can be missing")
        op, way = e.SUMMON, int(at_end)
    return Effect(
        op, None, positive(n, "summon"), card, side.side, card_type=e.MINION_CARD, way=way
    )


def summon_from_deck(side: Side, otherwise: str) -> Effect:
    return Effect(e.SUMMON_FROM_DECK, None, 1, otherwise, side.side, card_type=e.MINION_CARD)


def transform(who: Selector, card: str | CardPool) -> Effect:
    """Transforms minions; into a `format_card(same_cost=True)`, one of the cost of each."""
    if isinstance(card, CardPool):
        _of_minions(card)
    op = e.TRANSFORM_POOL if isinstance(card, CardPool) else e.TRANSFORM
    return Effect(op, selector_of(who, "transform"), 0, card, card_type=e.MINION_CARD)


def steal(who: Selector, side: Side = your) -> Effect:
    return Effect(e.STEAL, selector_of(who, "steal"), side=side.side)


def return_to_hand(who: Selector, cost: int = 0) -> Effect:
    return Effect(e.RETURN_TO_HAND, selector_of(who, "return_to_hand"), cost)


def draw(
    n: Number = 1, side: Side = your, cost_less: int = 0, *, if_race: Race | None = None
) -> Effect:
    """Draws cards at a lower cost; `if_race`: a single one, and only one of the race costs less.

    Raises `CardError` if `n` is not above 0, or not 1 with `if_race`.
    """
    if if_race and n != 1:
        raise nonsense("if_race is about one card")
    race = e.RACES.index(if_race.name) if if_race else 0
    return Effect(e.DRAW, None, positive(n, "draw"), cost_less or None, side.side, way=race)


def draw_a(race: Race, n: int = 1, otherwise: str = "") -> Effect:
    return Effect(e.DRAW_KIND, None, positive(n, "draw_a"), race, of=otherwise)


def add_to_hand(
    card: str | CardPool,
    n: Number = 1,
    side: Side = your,
    otherwise: str = "",
    cost_less: int = 0,
) -> Effect:
    """Adds cards, those of a pool at a lower cost.

    `otherwise`: of a pool of the opponent's class, if their hero has none.

    Raises:
        CardError: `otherwise` is given without a pool of the opponent's class, `cost_less` without
            a pool, or the pool has `same_cost`.
    """
    if otherwise and not (isinstance(card, CardPool) and card.of_opponent):
        raise nonsense("`otherwise` is for pools of the opponent's class")
    if cost_less and not isinstance(card, CardPool):
        raise nonsense("only a random card comes to hand at a lower cost")
    op = e.ADD_FROM_POOL if isinstance(card, CardPool) else e.ADD_CARD
    if isinstance(card, CardPool):
        _no_target_cost(card)
    return Effect(
        op, None, positive(n, "add_to_hand"), card, side.side, of=otherwise, less=cost_less
    )


def discard(n: int = 1) -> Effect:
    return Effect(e.DISCARD, None, n)


#: Cards that a game has room for in a choice.
_MOST_SHOWN = GAME["choices"].shape[0]


def tracking(n: int) -> Effect:
    """Shows the top cards of the deck; one is drawn.

    Raises `CardError` if `n` is not 1 to `_MOST_SHOWN`.
    """
    if not 1 <= n <= _MOST_SHOWN:
        raise nonsense(f"tracking() needs a number from 1 to {_MOST_SHOWN}")
    return Effect(e.TRACKING, None, n)


def equip(card: str | CardPool, side: Side = your) -> Effect:
    """Equips a weapon; the old one is destroyed.

    Raises `CardError` if a pool without names is not of weapons.
    """
    if isinstance(card, CardPool):
        if not card.names and card.type != "weapon":
            raise nonsense('a pool of cards that are no weapons; use format_card("weapon", ...)')
        return Effect(e.EQUIP_FROM_POOL, None, 0, card, side.side)
    return Effect(e.EQUIP, None, 0, card, side.side, card_type=e.WEAPON_CARD)


def give_one_of(who: Selector, *keywords: Keyword) -> Effect:
    """Gives each one of the keywords, at random.

    Raises `CardError` if there are fewer than two different keywords.
    """
    if len(set(keywords)) < 2:
        raise nonsense("give_one_of() needs two or more different keywords")
    return Effect(e.GIVE_ONE_OF, selector_of(who, "give_one_of"), 0, grant_of(keywords))


def revive(health: int = 0, who: Selector | None = None) -> Effect:
    """Summons "it" or the source again; or the target, if it has died, for whose it was.

    Raises `CardError` if `who` is not the target.
    """
    if who is not None and who.pick != e.TARGET:
        raise nonsense("revive() brings back the target, or without `who` the minion itself")
    return Effect(e.REVIVE, None, health, by_target=who is not None)


def shuffle_into_deck(what: str | Selector, n: Number = 1, side: Side = your) -> Effect:
    """Shuffles `n` new cards of a name into a side's deck, or minions into their owners' decks.

    `this`, in a deathrattle, is the dead minion itself.

    Raises `CardError` if minions are given with another `n` or `side` than the default.
    """
    if isinstance(what, str):
        return Effect(e.SHUFFLE_IN, None, positive(n, "shuffle_into_deck"), what, side.side)
    if n != 1 or side != your:
        raise nonsense("minions go into their owners' decks; for copies use shuffle_copies()")
    return Effect(e.SHUFFLE_IN, selector_of(what, "shuffle_into_deck"), 1, way=1)


def shuffle_copies(who: Selector, n: Number = 1, side: Side = your) -> Effect:
    """Shuffles `n` copies of each minion, as printed, into a side's deck."""
    minions = selector_of(who, "shuffle_copies")
    return Effect(e.SHUFFLE_IN, minions, positive(n, "shuffle_copies"), side=side.side, way=2)


def copy_to_hand(who: Selector, n: Number = 1, side: Side = your) -> Effect:
    """Adds `n` copies of each minion, as printed, to a side's hand."""
    minions = selector_of(who, "copy_to_hand")
    return Effect(e.COPY_TO_HAND, minions, positive(n, "copy_to_hand"), side=side.side)


def put_into_play(what: Selector, from_hand: bool = False) -> Effect:
    """A random minion or secret of the set in a deck, or hand, comes into play if it has room.

    Raises `CardError` if the set is not of one side.
    """
    if selector_of(what, "put_into_play").side == e.ANYONE:
        raise nonsense("put_into_play() takes a set of one side")
    return Effect(e.PUT_INTO_PLAY, what, 1, side=what.side, way=int(from_hand))


def copy_it(n: Number = 1, side: Side = your) -> Effect:
    """Adds copies of the card that the event is about to a hand."""
    return Effect(e.COPY_IT, None, positive(n, "copy_it"), side=side.side)


def remove_top(n: int, side: Side = your) -> Effect:
    """Removes the top cards of a deck, undrawn."""
    return Effect(e.REMOVE_TOP, None, positive(n, "remove_top"), side=side.side)


def draw_transformed(card: str, n: Number = 1, side: Side = your) -> Effect:
    """Draws cards; minions that come to hand become `card`."""
    return Effect(
        e.DRAW_TRANSFORMED, None, positive(n, "draw_transformed"), card, side.side,
        card_type=e.MINION_CARD,
    )  # fmt: skip


def destroy_weapon(side: Side = enemy) -> Effect:
    return Effect(e.DESTROY_WEAPON, side=side.side)


def gain_armor(amount: Number) -> Effect:
    return Effect(e.GAIN_ARMOR, None, positive(amount, "gain_armor"))


def replace_hero(card: str) -> Effect:
    return Effect(e.REPLACE_HERO, None, 0, card, card_type=e.HERO_CARD)


def set_hero_power(card: str, again: str = "") -> Effect:
    """The hero power becomes `card`; if it was that, or `again`, already: `again`."""
    return Effect(e.SET_POWER, None, 0, card, card_type=e.POWER_CARD, of=again)


def power_costs(n: int) -> Effect:
    """The hero power costs this until another replaces it. Raises `CardError` if `n` is below 0."""
    return Effect(e.POWER_COSTS, None, not_negative(n, "power_costs"))


def gain_crystals(n: int = 1, side: Side = your, empty: bool = False) -> Effect:
    return Effect(e.GAIN_CRYSTALS, None, positive(n, "gain_crystals"), int(empty), side.side)


def lose_crystals(n: int = 1, side: Side = your) -> Effect:
    return Effect(e.LOSE_CRYSTALS, None, positive(n, "lose_crystals"), side=side.side)


def destroy_secrets(side: Side = enemy, one: bool = False) -> Effect:
    return Effect(e.DESTROY_SECRETS, None, 0, int(one), side.side)


def redirect_to_summoned(card: str, spell: bool = False) -> Effect:
    return Effect(e.REDIRECT_TO_SUMMONED, None, int(spell), card, card_type=e.MINION_CARD)


def change_hand_costs(n: Number, side: Side = your) -> Effect:
    return Effect(e.HAND_COSTS, None, n, side=side.side)


def spells_free_next_turn(side: Side) -> Effect:
    return Effect(e.SPELLS_FREE_NEXT_TURN, side=side.side)
