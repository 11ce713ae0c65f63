"""Effects: one word per verb."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import enums as e
from engine.dsl.amounts import Amount, Between, Condition
from engine.dsl.errors import nonsense
from engine.dsl.keywords import Keyword, frozen, grant_of
from engine.dsl.pools import CardPool
from engine.dsl.selectors import Race, Selector, Side, anyone, random, selector_of, your

__all__ = [  # noqa: RUF022 - in the order of the grammar
    "deal", "deal_and", "deal_split", "heal", "destroy", "give", "lose", "silence", "freeze",
    "set_attack", "set_health", "double_attack", "double_health", "swap_stats", "set_hero_health",
    "brawl", "summon", "summon_copy", "summon_from_deck", "transform",
    "become_copy", "steal", "shadow_control", "return_to_hand", "swap_with_hand", "draw", "draw_a",
    "add_to_hand", "copy_to_other_hand", "copy_from_hand", "copy_from_deck", "discard",
    "discard_hand", "tracking", "return_next_turn", "if_", "maybe", "repeat_until", "swap_health",
]  # fmt: skip


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
class If:
    condition: Condition
    then: tuple
    otherwise: tuple = ()


@dataclass(frozen=True)
class Maybe:
    percent: int
    then: tuple


@dataclass(frozen=True)
class Repeat:
    until: Condition
    effects: tuple


Number = int | Amount | Between
Text = Effect | If | Maybe | Repeat


def if_(condition: Condition, *effects: Text, otherwise: tuple = ()) -> If:
    if not isinstance(condition, Condition):
        raise nonsense("if_() takes a condition such as count(enemy.minions) >= 4")
    return If(condition, effects, otherwise)


def maybe(percent: int, *effects: Text) -> Maybe:
    return Maybe(percent, effects)


def repeat_until(condition: Condition, *effects: Text) -> Repeat:
    """Does it all, and again until the condition holds; 81 times at most."""
    return Repeat(condition, effects)


def positive(amount, verb: str):
    """The amount; refuses a number that is not above 0."""
    if isinstance(amount, int) and amount <= 0:
        hint = "; use heal() to restore health" if verb == "deal" else ""
        raise nonsense(f"{verb}() needs a positive amount{hint}")
    return amount


def deal(
    amount: Number, who: Selector, by: Selector | None = None, fixed: bool | None = None
) -> Effect:
    """Deals damage; `fixed`: spell damage does not raise it (default: if it is the event's)."""
    by_target = by is not None
    return Effect(
        e.DEAL, selector_of(who, "deal"), positive(amount, "deal"), by_target=by_target, fixed=fixed
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


def destroy(who: Selector) -> Effect:
    return Effect(e.DESTROY, selector_of(who, "destroy"))


def give(who: Selector, *what, times: Number = 1) -> Effect:
    op = e.GIVE_WEAPON if selector_of(who, "give").kind == e.WEAPONS else e.GIVE
    return Effect(op, who, times, grant_of(what), who.side)


def freeze(who: Selector) -> Effect:
    return give(who, frozen)


def lose(who: Selector, *keywords: Keyword) -> Effect:
    return Effect(e.LOSE, selector_of(who, "lose"), 0, grant_of(keywords))


def silence(who: Selector) -> Effect:
    return Effect(e.SILENCE, selector_of(who, "silence"))


def set_attack(who: Selector, amount: Number) -> Effect:
    return Effect(e.SET_ATTACK, selector_of(who, "set_attack"), amount)


def set_health(who: Selector, amount: Number) -> Effect:
    return Effect(e.SET_HEALTH, selector_of(who, "set_health"), amount)


def double_health(who: Selector) -> Effect:
    return Effect(e.DOUBLE_HEALTH, selector_of(who, "double_health"))


def swap_stats(who: Selector) -> Effect:
    return Effect(e.SWAP_STATS, selector_of(who, "swap_stats"))


def swap_health(who: Selector) -> Effect:
    """The minion whose text this is swaps its health with another."""
    return Effect(e.SWAP_HEALTH, selector_of(who, "swap_health"))


def set_hero_health(who: Selector, amount: int) -> Effect:
    return Effect(e.SET_HERO_HEALTH, selector_of(who, "set_hero_health"), amount)


def double_attack(who: Selector) -> Effect:
    return Effect(e.DOUBLE_ATTACK, selector_of(who, "double_attack"))


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
    return Effect(op, None, n, card, side.side, card_type=e.MINION_CARD, way=way)


def summon_copy(who: Selector) -> Effect:
    return Effect(e.SUMMON_COPY, selector_of(who, "summon_copy"))


def summon_from_deck(side: Side, otherwise: str) -> Effect:
    return Effect(e.SUMMON_FROM_DECK, None, 1, otherwise, side.side, card_type=e.MINION_CARD)


def transform(who: Selector, card: str | CardPool) -> Effect:
    """Transforms minions; into a `format_card(same_cost=True)`, one of the cost of each."""
    if isinstance(card, CardPool):
        _of_minions(card)
    op = e.TRANSFORM_POOL if isinstance(card, CardPool) else e.TRANSFORM
    return Effect(op, selector_of(who, "transform"), 0, card, card_type=e.MINION_CARD)


def become_copy(who: Selector) -> Effect:
    return Effect(e.BECOME_COPY, selector_of(who, "become_copy"))


def steal(who: Selector, side: Side = your) -> Effect:
    return Effect(e.STEAL, selector_of(who, "steal"), side=side.side)


def shadow_control(who: Selector) -> Effect:
    return Effect(e.SHADOW_CONTROL, selector_of(who, "shadow_control"))


def return_to_hand(who: Selector, cost: int = 0) -> Effect:
    return Effect(e.RETURN_TO_HAND, selector_of(who, "return_to_hand"), cost)


def swap_with_hand() -> Effect:
    return Effect(e.SWAP_WITH_HAND)


def draw(
    n: Number = 1, side: Side = your, cost_less: int = 0, *, if_race: Race | None = None
) -> Effect:
    """Draws cards at a lower cost; `if_race`: a single one, and only one of the race costs less."""
    if if_race and n != 1:
        raise nonsense("if_race is about one card")
    race = e.RACES.index(if_race.name) if if_race else 0
    return Effect(e.DRAW, None, positive(n, "draw"), cost_less or None, side.side, way=race)


def draw_a(race: Race, n: int = 1, otherwise: str = "") -> Effect:
    return Effect(e.DRAW_KIND, None, n, race, of=otherwise)


def add_to_hand(
    card: str | CardPool,
    n: Number = 1,
    side: Side = your,
    otherwise: str = "",
    cost_less: int = 0,
) -> Effect:
    """Adds cards, those of a pool at a lower cost.

    `otherwise`: of a pool of the opponent's class, if their hero has none.
    """
    if otherwise and not (isinstance(card, CardPool) and card.of_opponent):
        raise nonsense("`otherwise` is for pools of the opponent's class")
    if cost_less and not isinstance(card, CardPool):
        raise nonsense("only a random card comes to hand at a lower cost")
    op = e.ADD_FROM_POOL if isinstance(card, CardPool) else e.ADD_CARD
    if isinstance(card, CardPool):
        _no_target_cost(card)
    return Effect(op, None, n, card, side.side, of=otherwise, less=cost_less)


def copy_to_other_hand() -> Effect:
    return Effect(e.COPY_TO_OTHER)


def copy_from_hand() -> Effect:
    return Effect(e.COPY_FROM_HAND)


def copy_from_deck(n: int) -> Effect:
    return Effect(e.COPY_FROM_DECK, None, n)


def discard(n: int = 1) -> Effect:
    return Effect(e.DISCARD, None, n)


def discard_hand() -> Effect:
    return Effect(e.DISCARD_HAND)


def tracking(n: int) -> Effect:
    return Effect(e.TRACKING, None, n)


def return_next_turn() -> Effect:
    return Effect(e.RETURN_NEXT_TURN)
