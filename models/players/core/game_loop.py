"""Whole games, and what the papers measure of them for the first player.

`desk.watched` makes a game follow one side's cards, card by card, in `desk.cards`. A card is the
entity that the deck's list made: a copy that a text makes is another card, and a card that leaves
the hand and comes back is the same one.

Source of the measures: EvoStone2, DeckEvaluator, GameEvaluator.
"""

import numpy as np
from numba import literal_unroll, types

from engine.core.costs import attack_of, cost_of
from engine.core.entry_points import apply, begin, list_options
from engine.core.enums import ATTACK, FAILED, MAX_DECK, NO_ERROR, PLAY, RUNNING
from engine.core.jit import BOOL, INDEX, INT, VOID, linked
from engine.core.memory import copy_bytes
from engine.core.rng import scramble
from engine.core.setup import SETUP_T, mulligan_replace, start_game
from engine.core.state import NO_SLOT
from engine.core.types import GAME_T, OPTIONS_T, RULES_T
from models.players.core import entry, kernel
from models.players.core.scorers import LOST, WON
from models.players.core.state import (
    CARD_GAME,
    CARD_GAME_T,
    DESK_T,
    MAX_ACTIONS,
    NEVER,
    PLAYED_GAME_T,
    STRATEGY_T,
)
from models.players.search import dispatch
from models.settings.outcomes import COUNTED

find_plan = linked(dispatch.find_plan)
_SETUPS_T = types.Array(SETUP_T, 2, "C")
_STRATEGIES_T = types.Array(STRATEGY_T, 1, "C")
_CARD_GAME = CARD_GAME.itemsize
_GAMES_T = types.Array(PLAYED_GAME_T, 1, "C")
MAX_TURNS = 500  # of both players; fatigue ends every real game long before
MAX_ATTEMPTS = 20
KEPT_FROM = 4  # the mulligan's rule: "costs more than 3"
GOLDEN = 0x9E3779B9  # added to a seed for the next attempt at a game
_HEROES = 2  # entities 1 and 2; the first player's cards follow, then the second player's


@kernel(INT, DESK_T, INT)
def _place_of(desk, entity):
    """The place of a card in the followed deck's list; -1 for any other card."""
    place = np.int64(entity) - np.int64(desk.first_card)
    return place if 0 <= place < np.int64(desk.n_cards) else -1


@kernel(VOID, DESK_T, SETUP_T)
def note_offer(desk, setup):
    """Clears the record and notes the opening hand, before the mulligan."""
    side = np.int64(desk.watched) - 1
    desk.n_cards = setup.n_cards[side]
    desk.first_card = _HEROES + 1 + side * np.int64(setup.n_cards[0])
    for place in range(MAX_DECK):
        desk.cards.drawn[place] = NEVER
        desk.cards.played[place] = NEVER
        desk.cards.offered[place] = 0
        desk.cards.replaced[place] = 0
        desk.cards.depth[place] = 0
        desk.cards.held[place] = 0
    player = desk.game.players[side]
    for i in range(np.int64(player.n_hand)):
        desk.cards.offered[_place_of(desk, np.int64(player.hand[i]))] = i + 1


@kernel(VOID, DESK_T)
def note_mulligan(desk):
    """Notes the hand and the order of the deck after the mulligan, before the first draw."""
    cards, player = desk.cards, desk.game.players[np.int64(desk.watched) - 1]
    n_hand, n_deck = np.int64(player.n_hand), np.int64(player.n_deck)
    for place in range(np.int64(desk.n_cards)):
        offered = np.int64(cards.offered[place])
        if offered > 0 and _place_of(desk, np.int64(player.hand[offered - 1])) != place:
            cards.replaced[place] = 1
    for i in range(n_hand):
        cards.drawn[_place_of(desk, np.int64(player.hand[i]))] = 0
    for i in range(n_deck):
        cards.depth[_place_of(desk, np.int64(player.deck[i]))] = n_deck - i


@kernel(VOID, DESK_T)
def note_draws(desk):
    """Notes the cards that have come into the hand."""
    side = np.int64(desk.watched) - 1
    player = desk.game.players[side]
    turn = (np.int64(desk.game.turn) + 1 - side) // 2
    for i in range(np.int64(player.n_hand)):
        place = _place_of(desk, np.int64(player.hand[i]))
        if place >= 0 and desk.cards.drawn[place] == NEVER:
            desk.cards.drawn[place] = turn


@kernel(VOID, DESK_T, INT)
def note_action(desk, action):
    """Notes draws since the last action, and the card that this one, not yet made, plays."""
    note_draws(desk)
    side = np.int64(desk.watched) - 1
    if action & 0xFF == PLAY and np.int64(desk.game.active) == side:
        place = _place_of(desk, (action >> 8) & 0xFF)
        if place >= 0 and desk.cards.played[place] == NEVER:
            desk.cards.played[place] = (np.int64(desk.game.turn) + 1 - side) // 2


@kernel(VOID, DESK_T)
def note_end(desk):
    """Notes the last draws and the hand at the end of the game."""
    note_draws(desk)
    player = desk.game.players[np.int64(desk.watched) - 1]
    for i in range(np.int64(player.n_hand)):
        place = _place_of(desk, np.int64(player.hand[i]))
        if place >= 0:
            desk.cards.held[place] = 1


@kernel(BOOL, GAME_T, RULES_T, INDEX, STRATEGY_T, INT)
def _is_kept(game, rules, side, strategy, i):
    """Whether an opening card is kept: as chosen for the card, else by its cost."""
    row = game.entities[game.players[side].hand[i]].card
    for number in range(np.int64(strategy.n_chosen)):
        if strategy.chosen[number] == row:
            return strategy.is_kept[number] != 0
    is_dear = cost_of(game, rules, side, i) >= KEPT_FROM
    return is_dear == (strategy.keep_expensive != 0)


@entry(VOID, GAME_T, RULES_T, INDEX, STRATEGY_T)
def take_mulligan(game, rules, side, strategy):
    """Replaces the opening cards that the player does not keep, from left to right."""
    for i in range(game.players[side].n_hand):
        if not _is_kept(game, rules, side, strategy, i):
            mulligan_replace(game, side, i)


@kernel(INT, GAME_T)
def _known_cards(game):
    """A number that changes whenever a card is drawn or a secret revealed."""
    return (
        np.int64(game.players[0].n_deck)
        + 256 * np.int64(game.players[1].n_deck)
        + 65536 * (np.int64(game.players[0].n_secrets) + 8 * np.int64(game.players[1].n_secrets))
    )


@kernel(INT, GAME_T, INT, INT)
def _attack_after(game, action, before):
    """Attack of an attacking minion after its attack; of one that left play, from before it."""
    slot = game.entities[(action >> 8) & 0xFF].slot
    return before if slot == NO_SLOT else attack_of(game, slot)


@kernel(INT, GAME_T, INT)
def _minion_attack(game, action):
    """Attack of the minion that attacks in this action, 0 if none does."""
    if action & 0xFF != ATTACK:
        return 0
    slot = game.entities[(action >> 8) & 0xFF].slot
    return attack_of(game, slot) if slot >= 2 else 0


@kernel(BOOL, GAME_T, RULES_T, OPTIONS_T, INT)
def _is_legal(game, rules, options, action):
    if game.result != RUNNING:
        return False
    list_options(game, rules, options)
    found = False
    for i in range(np.int64(options.n)):
        found |= options.actions[i] == action
    return found


@kernel(BOOL, DESK_T, RULES_T, INDEX, PLAYED_GAME_T, INT)
def _play(desk, rules, side, played, action):
    """Plays one legal action of a plan; whether its outcome was no matter of chance."""
    game = desk.game
    if desk.watched != 0:
        note_action(desk, action)
    attack = _minion_attack(game, action)
    desk.actions[desk.n_actions] = action
    desk.n_actions += 1
    game.random_happened = 0
    apply(game, rules, desk.vm, action)
    if side == 0 and attack > 0:
        played.damage_done += _attack_after(game, action, attack)
    return game.random_happened == 0


@entry(INT, DESK_T, RULES_T, INDEX, STRATEGY_T, PLAYED_GAME_T)
def follow_plan(desk, rules, side, strategy, played):
    """Plays the plan until it ends or is dropped; actions that are not legal any more are left out.

    Returns:
        The most cards drawn this turn, as counted just before each action.
    """
    game, search = desk.game, desk.search
    most = np.int64(0)
    for i in range(np.int64(search.n_plan)):
        if desk.n_actions >= MAX_ACTIONS:
            game.result = FAILED
            break
        drawn = np.int64(game.players[side].cards_drawn)
        known = _known_cards(game)
        if not _is_legal(game, rules, search.options, search.plan[i]):
            if strategy.replan_on_rejection:
                break
            continue
        as_planned = _play(desk, rules, side, played, search.plan[i])
        most = max(most, drawn)
        if game.n_choices != 0 or (strategy.replan_on_random and not as_planned):
            break
        if strategy.replan_on_news and known != _known_cards(game):
            break
    return most


@entry(INT, PLAYED_GAME_T, INT)
def search_seed(played, number):
    """The seed of a game's search, by its number in the game."""
    return scramble(scramble(played.seed_a + number) ^ played.seed_b)


@kernel(VOID, GAME_T, PLAYED_GAME_T)
def _count_mana(game, played):
    spent = np.int64(game.players[0].spent)
    played.mana_spent += spent
    played.mana_wasted += np.int64(game.players[0].crystals) - spent


@entry(INT, DESK_T, RULES_T, INDEX, STRATEGY_T, PLAYED_GAME_T)
def take_turn(desk, rules, side, strategy, played):
    """Searches and plays until the turn or the game is over; returns as `follow_plan`."""
    game, search = desk.game, desk.search
    most = np.int64(1)
    while game.result == RUNNING and game.active == side:
        seed = search_seed(played, np.int64(desk.n_searches))
        desk.n_searches += 1
        if find_plan(game, rules, desk.vm, side, strategy, seed, search) == 0:
            game.result = FAILED
            break
        played.n_nodes[side] += search.n_nodes
        played.n_searches[side] += 1
        played.n_capped[side] += search.capped
        if side == 0 and search.best != WON and search.best != LOST:
            played.strategy_alignment += search.best
        most = max(most, follow_plan(desk, rules, side, strategy, played))
        if side == 0:
            _count_mana(game, played)
    return most


@entry(VOID, PLAYED_GAME_T)
def clear_outcome(played):
    """Sets all that a game counts to 0."""
    for field in literal_unroll(COUNTED):
        played[field] = 0
    played.n_actions = 0
    for side in range(2):
        played.n_nodes[side] = 0
        played.n_searches[side] = 0
        played.n_capped[side] = 0


@entry(VOID, DESK_T, PLAYED_GAME_T, INT, INT)
def end_turn(desk, played, side, most_drawn):
    """Counts what is counted once a turn; stops a game that failed or does not end."""
    game = desk.game
    if side == 0:
        played.cards_drawn += most_drawn
        played.hand_size += np.int64(game.players[0].n_hand)
    elif game.turn > MAX_TURNS or game.error != NO_ERROR:
        game.result = FAILED


@entry(INT, DESK_T, RULES_T, STRATEGY_T, PLAYED_GAME_T, INT, INT)
def act(desk, rules, strategy, played, action, most_drawn):
    """Plays an action that another than a search has chosen; ends its turn if that is over.

    Args:
        desk: The memory of the game.
        rules: The card tables.
        strategy: The settings of the side to move.
        played: The game's counts.
        action: The action.
        most_drawn: Most cards drawn in this turn so far; 1 as it begins.

    Returns:
        The same after the action; 1 if the next turn begins.
    """
    game, search = desk.game, desk.search
    side = np.int64(game.active)
    search.plan[0] = action
    search.n_plan = 1
    played.n_nodes[side] += 1
    played.n_searches[side] += 1
    most_drawn = max(most_drawn, follow_plan(desk, rules, side, strategy, played))
    if game.result == RUNNING and game.active == side:
        return most_drawn
    if side == 0:
        _count_mana(game, played)
    end_turn(desk, played, side, most_drawn)
    return 1


@kernel(VOID, DESK_T, PLAYED_GAME_T)
def _write_result(desk, played):
    game = desk.game
    played.result = game.result
    played.rounds = (1 + np.int64(game.turn)) // 2
    played.health_difference = np.int64(game.characters[0].health) - np.int64(
        game.characters[1].health
    )
    played.n_actions = desk.n_actions
    if desk.watched != 0:
        note_end(desk)


@entry(BOOL, DESK_T, PLAYED_GAME_T)
def is_to_repeat(desk, played):
    """Writes the result of a game; whether it failed and is to be played with another seed."""
    game = desk.game
    _write_result(desk, played)
    if game.result != FAILED and game.error == NO_ERROR and game.turn <= MAX_TURNS:
        return False
    played.error = game.error
    played.result = FAILED
    played.seed_b = scramble(played.seed_b + GOLDEN)
    return played.attempts < MAX_ATTEMPTS


@entry(VOID, DESK_T, RULES_T, SETUP_T, PLAYED_GAME_T)
def deal(desk, rules, setup, played):
    """Clears the desk for a game and deals its opening hands."""
    desk.n_actions = 0
    desk.n_searches = 0
    desk.search.n_seen = 0
    start_game(desk.game, rules, setup, played.seed_a, played.seed_b)
    if desk.watched != 0:
        note_offer(desk, setup)


@entry(VOID, DESK_T, RULES_T)
def begin_turns(desk, rules):
    """Begins the first turn, after the mulligan."""
    if desk.watched != 0:
        note_mulligan(desk)
    begin(desk.game, rules, desk.vm)


@entry(VOID, DESK_T, RULES_T, SETUP_T, STRATEGY_T, STRATEGY_T, PLAYED_GAME_T)
def open_game(desk, rules, setup, first, second, played):
    """Deals the opening hands, lets both players mulligan and begins the first turn."""
    deal(desk, rules, setup, played)
    take_mulligan(desk.game, rules, 0, first)
    take_mulligan(desk.game, rules, 1, second)
    begin_turns(desk, rules)


@entry(VOID, DESK_T, RULES_T, SETUP_T, STRATEGY_T, STRATEGY_T, PLAYED_GAME_T)
def play_game(desk, rules, setup, first, second, played):
    """Plays one game from its seeds and writes what came of it.

    `played.result` is FAILED if the engine ran out of room or the game exceeded a safety limit.
    """
    clear_outcome(played)
    open_game(desk, rules, setup, first, second, played)
    while desk.game.result == RUNNING:
        end_turn(desk, played, 0, take_turn(desk, rules, 0, first, played))
        end_turn(desk, played, 1, take_turn(desk, rules, 1, second, played))
    _write_result(desk, played)


@kernel(VOID, DESK_T, RULES_T, _SETUPS_T, _STRATEGIES_T, PLAYED_GAME_T)
def _play_scheduled(desk, rules, setups, strategies, played):
    """Plays a scheduled game; a failed one again from other seeds, up to `MAX_ATTEMPTS` times."""
    n_players = len(strategies) - setups.shape[1]
    setup, ours = setups[played.deck, played.opponent], strategies[played.player]
    theirs = strategies[n_players + np.int64(played.opponent)]
    played.attempts = 0
    is_over = False
    while not is_over:
        played.attempts += 1
        play_game(desk, rules, setup, ours, theirs, played)
        is_over = not is_to_repeat(desk, played)


@entry(
    VOID, DESK_T, RULES_T, _SETUPS_T, _STRATEGIES_T, _GAMES_T, types.Array(CARD_GAME_T, 1, "C"),
    INT, INT,
)  # fmt: skip
def play_games(desk, rules, setups, strategies, games, cards, first, stop):
    """Plays the games from `first` to `stop`; each depends on its own seeds only.

    Args:
        desk: The thread's memory; `watched` is the side whose cards are followed, plus 1.
        rules: The card tables.
        setups: (n_decks, n_opponents) array of SETUP.
        strategies: (n_players + n_opponents,) array of STRATEGY: the players whose games these
            are, then the opponents.
        games: (n,) array of PLAYED_GAME; results are written into it.
        cards: (n,) array of CARD_GAME, into which the records of the followed cards are written;
            empty if no cards are followed.
        first: Index of the first game.
        stop: Index after the last game.
    """
    for i in range(first, stop):
        _play_scheduled(desk, rules, setups, strategies, games[i])
        if desk.watched != 0:
            copy_bytes(cards[i], desk.cards, _CARD_GAME)
