"""Games played on until a network has to decide.

A game is that of `models.players.core.game_loop`, with the same seeds, deals and counts; only that
a network decides instead of a search where `networks` names one. Compiled players take their turns
in between.
"""

import numpy as np
from numba import int8, int16

from engine.core.entry_points import begin
from engine.core.enums import RUNNING
from engine.core.jit import INT, VOID, linked
from engine.core.memory import copy_game
from engine.core.rng import scramble
from engine.core.setup import SETUP_T
from engine.core.types import GAME_T, RULES_T
from models.environments.core.action_space import LIST_T, action_at, list_legal
from models.environments.core.observing import clear, write_seen
from models.environments.core.records import OBSERVATION_T, SCRATCH_T
from models.players.core import game_loop
from models.players.core.game_loop import clear_outcome, deal, end_turn, is_to_repeat, take_mulligan
from models.players.core.state import DESK_T, PLAYED_GAME_T, STRATEGY_T
from models.self_play.core import entry, kernel
from models.self_play.core.pointing import (
    MASK_T,
    choose,
    chosen_index,
    clear_mask,
    describe,
    draw,
    list_pointers,
)
from models.self_play.core.records import (
    BATTLE,
    BEGIN,
    DECISION_T,
    IDLE,
    MATCH_T,
    NOBODY,
    OPTION,
    PLACE_T,
    SETTINGS_T,
    SOURCE,
)

take_turn = linked(game_loop.take_turn)
act = linked(game_loop.act)


@kernel(INT, STRATEGY_T[::1], SETUP_T[:, ::1], PLAYED_GAME_T, INT)
def _strategy_of(strategies, setups, played, side):
    """The row of a side's player, as in `game_loop.play_games`."""
    if side == 0:
        return np.int64(played.player)
    return len(strategies) - setups.shape[1] + np.int64(played.opponent)


@kernel(
    VOID, DESK_T, RULES_T, SETUP_T[:, ::1], STRATEGY_T[::1], SETTINGS_T[::1], INT[:, ::1],
    PLAYED_GAME_T[::1], MATCH_T,
)  # fmt: skip
def _open(desk, rules, setups, strategies, settings, networks, games, match):
    """Deals the opening hands and begins the first turn; networks have the mulligan as trained."""
    played = games[match.index]
    clear_outcome(played)
    played.attempts += 1
    match.is_new = 1
    match.place.stage = BATTLE
    match.place.number = scramble(played.seed_a ^ scramble(played.seed_b))
    match.place.draws = 0
    match.most_drawn = 1
    deal(desk, rules, setups[played.deck, played.opponent], played)
    for side in range(2):
        network = networks[match.index, side]
        if network == NOBODY or settings[network].mulligan:
            strategy = strategies[_strategy_of(strategies, setups, played, side)]
            take_mulligan(desk.game, rules, side, strategy)
    begin(desk.game, rules, desk.vm)


@kernel(VOID, DESK_T, RULES_T, STRATEGY_T, PLAYED_GAME_T, MATCH_T, LIST_T)
def _act(desk, rules, strategy, played, match, options):
    """Plays the action that a network has chosen, and ends its turn if that is over."""
    action = action_at(desk.game, chosen_index(match.place, options))
    match.most_drawn = act(desk, rules, strategy, played, action, np.int64(match.most_drawn))


@kernel(INT, GAME_T, RULES_T, SCRATCH_T, SETTINGS_T, PLACE_T, MASK_T, LIST_T, LIST_T)
def _list_sources(game, rules, scratch, settings, place, mask, legal, options):
    """Lists the first pointers of a network's next action.

    Returns:
        Their number; 0 if the settings leave an offered card to chance, which then is chosen.
    """
    place.n_options = list_legal(game, rules, scratch, options)
    place.step = SOURCE
    n = list_pointers(place, options, mask, legal)
    if settings.options == 0 or game.n_choices == 0:
        return n
    place.chosen[SOURCE] = legal[draw(place, settings, n)]
    place.step = OPTION
    clear_mask(mask, legal, n)
    return 0


@kernel(
    INT, DESK_T, RULES_T, SCRATCH_T, SETUP_T[:, ::1], STRATEGY_T[::1], SETTINGS_T[::1],
    INT[:, ::1], PLAYED_GAME_T[::1], MATCH_T, MASK_T, LIST_T, LIST_T, INT, INT,
)  # fmt: skip
def _play_on(
    desk, rules, scratch, setups, strategies, settings, networks, games, match, mask, legal,
    options, stride, stop,
):  # fmt: skip
    """Plays until a network decides, through the ends of games.

    Returns:
        The number of its pointers; 0 if no game is left.
    """
    while True:
        game, played = desk.game, games[match.index]
        side = np.int64(game.active)
        network = networks[match.index, side]
        strategy = strategies[_strategy_of(strategies, setups, played, side)]
        if game.result != RUNNING:
            if not is_to_repeat(desk, played):
                match.index += stride
                match.n_decided = 0
                if match.index >= stop:
                    return 0
            _open(desk, rules, setups, strategies, settings, networks, games, match)
        elif network == NOBODY:
            end_turn(desk, played, side, take_turn(desk, rules, side, strategy, played))
        else:
            place = match.place
            n = _list_sources(game, rules, scratch, settings[network], place, mask, legal, options)
            if n > 0:
                match.waits = network
                return n
            _act(desk, rules, strategy, played, match, options)


@kernel(VOID, DESK_T, RULES_T, SCRATCH_T, SETUP_T, MATCH_T, OBSERVATION_T, DECISION_T)
def _show(desk, rules, scratch, setup, match, seen, decision):
    """Writes what the network knows at the first pointer of an action, and puts the game away."""
    side = np.int64(desk.game.active)
    clear(scratch, seen)
    write_seen(desk.game, rules, scratch, side, seen)
    decision.hero = rules.cards[setup.heroes[side]].card_class
    decision.n_picked = setup.n_cards[side]
    copy_game(match.place.game, desk.game)
    match.n_actions = desk.n_actions
    match.n_searches = desk.n_searches


@kernel(
    VOID, DESK_T, RULES_T, SETUP_T[:, ::1], STRATEGY_T[::1], PLAYED_GAME_T[::1], MATCH_T, LIST_T
)  # fmt: skip
def _take_up(desk, rules, setups, strategies, games, match, options):
    """Lets the desk go on with a game, by the action that a network has chosen."""
    played = games[match.index]
    copy_game(desk.game, match.place.game)
    desk.n_actions = match.n_actions
    desk.n_searches = match.n_searches
    row = _strategy_of(strategies, setups, played, np.int64(desk.game.active))
    _act(desk, rules, strategies[row], played, match, options)


@entry(
    VOID, DESK_T, RULES_T, SCRATCH_T, SETUP_T[:, ::1], STRATEGY_T[::1], SETTINGS_T[::1],
    INT[:, ::1], PLAYED_GAME_T[::1], MATCH_T[::1], OBSERVATION_T[::1], DECISION_T[::1],
    int8[:, ::1], int16[:, ::1], int16[:, ::1], INT[::1], INT,
)  # fmt: skip
def advance(
    desk, rules, scratch, setups, strategies, settings, networks, games, matches, seen, decisions,
    masks, legal, options, actions, stop,
):  # fmt: skip
    """Takes a decision in each game, and plays on to the next decision of a network.

    A match plays the games `index`, `index` + number of matches and so on, up to `stop`.

    Args:
        setups: As in `game_loop.play_games`.
        strategies: As there; networks have rows, too, with their mulligan.
        settings: (n_networks,) array of SETTINGS: decisions that a network does not make.
        networks: (n_games, 2) array: the network that plays each side, or NOBODY.
        games: (n_games,) array of PLAYED_GAME; results are written into it.
        matches: (n,) array of MATCH.
        seen: (n,) array of OBSERVATION: what the network that waits knows.
        decisions: (n,) array of DECISION.
        masks: (n, N_POINTERS) array: 1 for legal pointers.
        legal: (n, N_POINTERS) array: in row i, the first `matches["n_legal"][i]` are legal.
        options: (n, N_ACTIONS) array: legal actions.
        actions: (n,) array: a pointer; BEGIN to begin with the match's game; IDLE for nothing.
    """
    for i in range(len(matches)):
        match = matches[i]
        match.is_new = 0
        if actions[i] == IDLE or match.index >= stop:
            continue
        mask = masks[i]
        clear_mask(mask, legal[i], match.n_legal)
        n = np.int64(0)
        if actions[i] >= 0:
            match.n_decided += 1
            n = choose(match.place, settings[match.waits], options[i], mask, legal[i], actions[i])
        if n == 0:
            if actions[i] >= 0:
                _take_up(desk, rules, setups, strategies, games, match, options[i])
            else:
                _open(desk, rules, setups, strategies, settings, networks, games, match)
            match.waits = NOBODY
            n = _play_on(
                desk, rules, scratch, setups, strategies, settings, networks, games, match, mask,
                legal[i], options[i], len(matches), stop,
            )  # fmt: skip
            if n > 0:
                setup = setups[games[match.index].deck, games[match.index].opponent]
                _show(desk, rules, scratch, setup, match, seen[i], decisions[i])
        match.n_legal = n
        if n > 0:
            describe(match.place, rules, decisions[i])


@entry(INT, PLACE_T, RULES_T, SCRATCH_T, SETTINGS_T, DECISION_T, MASK_T, LIST_T, LIST_T, INT)
def point(place, rules, scratch, settings, decision, mask, legal, options, pointer):
    """Takes a pointer of a network's action in one game, which does not change.

    Args:
        place: The game, and the decision as far as made.
        settings: Decisions that the network does not make.
        decision: Receives what is to be decided.
        mask: (N_POINTERS,) array: receives 1 for legal pointers.
        legal: (N_POINTERS,) array: receives the legal pointers.
        options: (N_ACTIONS,) array: legal actions, kept from pointer to pointer.
        pointer: The pointer; BEGIN for the first decision of an action.

    Returns:
        The number of legal pointers; 0 if the action is complete: then its index is `legal[0]`.
    """
    for i in range(len(mask)):
        mask[i] = 0
    if pointer == BEGIN:
        n = _list_sources(place.game, rules, scratch, settings, place, mask, legal, options)
    else:
        n = choose(place, settings, options, mask, legal, pointer)
    if n > 0:
        describe(place, rules, decision)
    else:
        legal[0] = chosen_index(place, options)
    return n
