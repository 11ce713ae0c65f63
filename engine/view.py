"""Games, actions and compiled cards as text."""

import numpy as np

from engine.core import enums as e
from engine.core import tables as t
from engine.core.costs import attack_of, cost_of
from engine.core.staging import mana_of
from engine.rules import Rules

# What players see of a character, in this order.
MARKS = (
    "taunt", "charge", "rush", "divine_shield", "stealth", "windfury", "poisonous", "lifesteal",
    "elusive", "immune", "frozen", "silenced", "cant_attack", "borrowed",
    "forgetful", "mega_windfury", "cleaves",
)  # fmt: skip
# The numbers of `enums` and `tables` as words, each in the order of its definition.
_KINDS = (
    "characters", "minions", "heroes", "cards", "spells", "secrets", "weapons", "overload cards",
    "minions and the enemy hero",
)  # fmt: skip
_PICKS = (
    "all", "random", "target", "this", "it", "adjacent", "beside target", "attacker", "defender",
)  # fmt: skip
_FILTERS = (
    "", "undamaged", "damaged", "having", "attack at least", "attack at most", "dying",
    "except target", "health at most", "surviving", "not", "bystanding", "attack",
    "with deathrattle", "legendary", "not of race", "named",
    "mortal",
)  # fmt: skip
_AMOUNTS = (
    "", "count", "total attack", "total health", "total maximum health", "total damage",
    "event value", "cards played before",
    "weapon attack", "weapon durability", "armour", "hero damage", "hand size", "drawn cost",
    "between", "secrets", "hero health", "weapons", "open slots", "hand gap", "crystals",
    "odd costs", "even costs", "deck size", "mana", "missing cards", "mana paid", "cards held",
    "deaths this turn", "deaths this game", "buried", "its attack", "own turn", "damaged minion",
)  # fmt: skip
_SIDES = ("", "friendly", "enemy", "any")
_COMPARE = (">=", "<=", "==")
_AURAS = (
    "characters", "weapon", "cost of minions", "cost of the first minion", "cost of spells",
    "cost of minions down to 1", "doubling", "healing damages", "cost of battlecries",
    "deathrattles twice", "cost of mechs", "hero", "power targets minions",
)  # fmt: skip
_CONDITIONS = ("", "while damaged", "while armed", "while")
_BY = {  # what `by` says of a verb, by its number
    e.DEAL: ("", "by the target"),
    e.ADD_FROM_POOL: ("", "of the opponent's class"),
    e.SUMMON_FROM_POOL: ("", "missing on the board"),
    e.SUMMON: ("", "at the end"),
    e.TRANSFORM_POOL: ("", "of its cost"),
    e.SHUFFLE_IN: ("", "themselves", "copies"),
    e.REVIVE: ("", "the target"),
    e.PUT_INTO_PLAY: ("from the deck", "from hand"),
}
_CARD_ARGUMENTS = (
    e.SUMMON, e.TRANSFORM, e.SUMMON_FROM_DECK, e.ADD_CARD, e.EQUIP, e.REPLACE_HERO, e.SET_POWER,
    e.REDIRECT_TO_SUMMONED, e.DRAW_TRANSFORMED, e.SHUFFLE_IN,
)  # fmt: skip
_POOL_ARGUMENTS = (e.SUMMON_FROM_POOL, e.TRANSFORM_POOL, e.ADD_FROM_POOL, e.EQUIP_FROM_POOL)
_GRANT_ARGUMENTS = (e.GIVE, e.LOSE, e.GIVE_WEAPON, e.GIVE_ONE_OF)


def keyword_names(bits: int) -> list[str]:
    """Names of the keywords and flags in a word of bits."""
    return [name for name, bit in e.KEYWORDS.items() if bits & bit]


# --- a game ------------------------------------------------------------------------------------


def _name(game: np.record, rules: Rules, entity: int) -> str:
    return rules.names[game.entities[entity].card]


def flags_of(game: np.record, slot: int) -> int:
    """Keywords and flags of a character as bits, auras included."""
    character = game.characters[slot]
    return int(character.keywords) | int(character.aura_keywords)


def character_text(game: np.record, rules: Rules, slot: int) -> str:
    """A minion as text: name, attack/health and what it shows: `Wisp 1/1 taunt`."""
    shown = keyword_names(flags_of(game, slot))
    marks = "".join(f" {name.replace('_', ' ')}" for name in MARKS if name in shown)
    name = _name(game, rules, game.slot_entity[slot])
    return f"{name} {attack_of(game, slot)}/{int(game.characters[slot].health)}{marks}"


def _hero_text(game: np.record, rules: Rules, side: int) -> str:
    player, hero = game.players[side], game.characters[side]
    armor = f" +{int(player.armor)} armour" if player.armor else ""
    frozen = " frozen" if hero.keywords & e.FROZEN else ""
    immune = " immune" if hero.keywords & e.IMMUNE else ""
    parts = [f"{rules.names[hero.card]} {int(hero.health)} health{armor}{frozen}{immune}"]
    if attack_of(game, side):
        parts.append(f"attack {attack_of(game, side)}")
    if player.weapon:
        attack = int(player.weapon_attack) + int(player.weapon_aura)
        durability = int(player.weapon_durability)
        parts.append(f"{rules.names[player.weapon]} {attack}/{durability}")
    parts.append(f"mana {mana_of(game, side)}/{int(player.crystals)}")
    parts.append(f"deck {int(player.n_deck)}")
    used = " (used)" if player.power_used else ""
    parts.append(f"{rules.names[player.power]}{used}")
    return ", ".join(parts)


def _player_lines(game: np.record, rules: Rules, side: int) -> list[str]:
    player = game.players[side]
    mark = ">" if game.active == side and game.result == e.RUNNING else " "
    hand = [
        f"{_name(game, rules, player.hand[i])} ({cost_of(game, rules.tables, side, i)})"
        for i in range(player.n_hand)
    ]
    board = [character_text(game, rules, slot) for slot in player.board[: player.n_board]]
    lines = [f"{mark} {_hero_text(game, rules, side)}", f"    hand: {', '.join(hand) or '-'}"]
    if player.n_secrets:
        secrets = [_name(game, rules, entity) for entity in player.secrets[: player.n_secrets]]
        lines.append(f"    secrets: {', '.join(secrets)}")
    lines.append(f"    board: {' | '.join(board) or '-'}")
    return lines


def game_text(game: np.record, rules: Rules) -> str:
    """The position: the second player above, the first below, `>` before the player to move."""
    lines = _player_lines(game, rules, 1) + _player_lines(game, rules, 0)
    if game.n_choices:
        names = [_name(game, rules, entity) for entity in game.choices[: game.n_choices]]
        lines.append(f"  to choose: {', '.join(names)}")
    return "\n".join(lines)


# --- an action ---------------------------------------------------------------------------------


def owner_text(side: int, mover: int, hearer: int | None) -> str:
    """Whose something of a side is, in the words of the mover, or of the side that hears of it."""
    own, other = ("their own", "the enemy") if hearer is None else ("your", "the opponent's")
    return own if side == (mover if hearer is None else hearer) else other


def _party(game: np.record, rules: Rules, entity: int, hearer: int | None) -> str:
    """A character, with its owner."""
    whose = owner_text(game.entities[entity].side, game.active, hearer)
    return f"{whose} {'hero' if game.entities[entity].slot < 2 else _name(game, rules, entity)}"


def _play_text(game: np.record, rules: Rules, side: int, action: int) -> str:
    source, choice = (action >> 8) & 255, (action >> 32) & 255
    player = game.players[side]
    index = list(player.hand[: player.n_hand]).index(source)
    card = rules.tables.cards[game.entities[source].card]
    text = f"plays {_name(game, rules, source)} ({cost_of(game, rules.tables, side, index)})"
    if card.options:
        text += f" as {rules.names[int(card.options) + choice]}"
    if card.type == e.MINION_CARD and player.n_board:
        text += f" in place {((action >> 24) & 255) + 1} of {player.n_board + 1}"
    return text


def action_text(game: np.record, rules: Rules, action: int, hearer: int | None = None) -> str:
    """What an action does: what follows the name of the player to move.

    Call it before the action is applied: it reads names and costs from the position. For a
    `hearer`, "your hero" is this side's hero; by default the words are those of the player to move:
    "the enemy hero".
    """
    action = int(action)
    kind, source, target = action & 255, (action >> 8) & 255, (action >> 16) & 255
    side = int(game.active)
    if kind == e.END_TURN:
        return "ends the turn"
    if kind == e.CHOOSE:
        return f"chooses {_name(game, rules, game.choices[(action >> 32) & 255])}"
    if kind == e.ATTACK:
        is_hero = game.entities[source].slot < 2
        attacker = "the hero" if is_hero else _name(game, rules, source)
        return f"attacks {_party(game, rules, target, hearer)} with {attacker}"
    if kind == e.PLAY:
        text = _play_text(game, rules, side, action)
    else:
        power = rules.tables.cards[game.players[side].power]
        text = f"uses {rules.names[game.players[side].power]}"
        if power.options:
            text += f", choosing {rules.names[int(power.options) + ((action >> 32) & 255)]}"
    return f"{text} on {_party(game, rules, target, hearer)}" if target else text


# --- a card's rows -----------------------------------------------------------------------------


def selector_text(rules: Rules, row: int) -> str:
    """A row of `selectors` as text: `[target friendly minions]`."""
    if row == 0:
        return "anything"
    s = rules.tables.selectors[row]
    words = [_PICKS[s.pick], str(s.count) if s.count else "", _SIDES[s.side]]
    words += ["other" if s.other else "", e.RACES[s.race].lower(), _KINDS[s.kind]]
    if s.filter == e.WITH_KEYWORD:
        words += [_FILTERS[s.filter], *keyword_names(int(s.value))]
    elif s.filter in (e.NOT_CARD, e.IS_CARD):
        words += [_FILTERS[s.filter], rules.names[s.value]]
    elif s.filter:
        words += [_FILTERS[s.filter], str(s.value) if s.value else ""]
    return f"[{' '.join(word for word in words if word)}]"


def _pool_text(rules: Rules, pool: int) -> str:
    starts = rules.tables.pool_starts
    return f"{int(starts[int(pool) + 1]) - int(starts[pool])} cards"


def _counted_text(rules: Rules, row: np.record) -> str:
    if row.kind == e.MISSING:
        return f"{_AMOUNTS[row.kind]} of {_pool_text(rules, row.of)}"
    if row.kind in e.OF_SELECTOR:
        return f"{_AMOUNTS[row.kind]} of {selector_text(rules, row.of)}"
    return f"{_AMOUNTS[row.kind]} ({_SIDES[row.of_side]})"


def _amount_text(rules: Rules, row: np.record) -> str:
    if row.kind == e.CONSTANT:
        return str(row.amount)
    if row.kind == e.BETWEEN:
        return f"{row.amount} to {row.of}"
    plus = f"{row.amount} + " if row.amount else ""
    times = f"{row.scale} x " if row.scale != 1 else ""
    return f"{plus}{times}{_counted_text(rules, row)}"


def _grant_text(rules: Rules, row: int) -> str:
    grant = rules.tables.grants[row]
    words = [f"+{grant.attack}/+{grant.health}", *keyword_names(int(grant.keywords))]
    if grant.spell_power:
        words.append(f"spell damage +{grant.spell_power}")
    if grant.attached:
        words.append(f"'{rules.names[rules.tables.attachments[grant.attached]]}'")
    return " ".join(words) + (" this turn" if grant.turn else "")


def _argument_text(rules: Rules, row: np.record) -> str:
    if row.op in _CARD_ARGUMENTS and row.arg:
        second = f", again '{rules.names[row.of]}'" if row.op == e.SET_POWER and row.of else ""
        return f" '{rules.names[row.arg]}'{second}"
    if row.op in _POOL_ARGUMENTS:
        return f" one of {_pool_text(rules, row.arg)}"
    if row.op in _GRANT_ARGUMENTS:
        return f" ({_grant_text(rules, row.arg)})"
    if row.op == e.DRAW_KIND:
        return f" {e.RACES[row.arg].lower()}"
    return f" arg {row.arg}" if row.arg and row.op != e.DEAL_AND else ""


def condition_text(rules: Rules, row: np.record) -> str:
    """The condition in a row of `effects` as text: `weapons (friendly) >= 1`."""
    return f"{_counted_text(rules, row)} {_COMPARE[row.compare]} {row.amount}"


def effect_text(rules: Rules, row: np.record) -> str:
    """One row of `effects` as text."""
    if row.op == e.SKIP:
        return f"skip {row.arg} rows"
    if row.op == e.MAYBE_SKIP:
        return f"with {row.amount} %, else skip {row.arg} rows"
    if row.op == e.REPEAT:
        return f"repeat {row.arg} rows until {condition_text(rules, row)}"
    if row.op == e.SKIP_UNLESS:
        return f"if {condition_text(rules, row)}, else skip {row.arg} rows"
    text = f"{e.OPS[row.op]} {_amount_text(rules, row)}{_argument_text(rules, row)}"
    text += f" on {selector_text(rules, row.on)}" if row.on else ""
    text += f" and {row.arg} on {selector_text(rules, row.of)}" if row.op == e.DEAL_AND else ""
    text += f" for {_SIDES[row.side]}" if row.side == e.ENEMY else ""
    text += " with spell damage" if row.magic else ""
    text += f" for {row.less} less" if row.less else ""
    if row.op == e.DRAW:
        return f"{text} if {e.RACES[row.by].lower()}" if row.by else text
    return f"{text} {_BY[row.op][row.by]}" if row.by else text


def _program_lines(rules: Rules, title: str, start: int, stop: int) -> list[str]:
    if start == stop:
        return []
    rows = [f"    {i}: {effect_text(rules, rules.tables.effects[i])}" for i in range(start, stop)]
    return [f"  {title}", *rows]


def _trigger_lines(rules: Rules, row: np.record) -> list[str]:
    title = f"{e.EVENTS[row.event]} {selector_text(rules, row.on)}"
    title += f" against {selector_text(rules, row.against)}" if row.against else ""
    return _program_lines(rules, title, row.start, row.stop)


def _aura_line(rules: Rules, row: np.record) -> str:
    what = f"+{row.attack}/+{row.health} {' '.join(keyword_names(int(row.keywords)))}"
    if row.cost_kind not in (t.ON_CHARACTERS, t.ON_HERO):
        what = f"{_AURAS[row.cost_kind]} {row.cost + row.attack:+d}"
    per = f" per {selector_text(rules, row.of)}" if row.per else ""
    holds = _CONDITIONS[row.condition]
    if row.condition == t.WHILE_HOLDS:
        holds += f" {condition_text(rules, rules.tables.effects[row.needs])}"
    return f"  aura {what.strip()}{per} on {selector_text(rules, row.on)} {holds}".rstrip()


def card_text_rows(rules: Rules, card_id: str) -> str:
    """A card's compiled rows as text, for debugging; KeyError if it has none."""
    row = rules.row(card_id)
    card = rules.tables.cards[row]
    lines = [
        f"{rules.names[row]} ({card_id}), row {row}: {card.cost} mana, {card.attack}/{card.health}"
    ]
    words = keyword_names(int(card.keywords))
    words += [f"spell damage +{card.spell_power}"] if card.spell_power else []
    words += [f"overload {card.overload}"] if card.overload else []
    if rules.tables.grower == row:
        words.append(f"grows in hand by {rules.tables.grows}")
    lines += [f"  {', '.join(words)}"] if words else []
    if card.target:
        lines.append(f"  target {selector_text(rules, card.target)}")
    if card.target_if:
        lines.append(f"  target only: {effect_text(rules, rules.tables.effects[card.target_if])}")
    for i in range(card.needs, card.needs_stop):
        lines.append(f"  needs: {effect_text(rules, rules.tables.effects[i])}")
    lines += _program_lines(rules, "play", card.play, card.play_stop)
    lines += _program_lines(rules, "combo", card.combo, card.combo_stop)
    lines += _program_lines(rules, "deathrattle", card.deathrattle, card.deathrattle_stop)
    lines += _program_lines(rules, "start of game", card.start, card.start_stop)
    for i in range(card.triggers, card.triggers_stop):
        lines += _trigger_lines(rules, rules.tables.triggers[i])
    lines += [_aura_line(rules, rules.tables.auras[i]) for i in range(card.auras, card.auras_stop)]
    return "\n".join(lines)
