"""Plays the games of `tests.benchmarks.pairs` with the code of the current folder.

`python -P pairs_driver.py < request.json`, started in the root of a checkout; it uses only what
both checkouts have. A request has

- `tasks`: name -> what to play, see `new_task`;
- `repeats`: how often each task is played, 1 by default;
- `each_game`: whether to digest every game by itself, false by default.

Prints one JSON object, name -> `seconds` (CPU time of the fastest repeat), `n_games` and `digests`:
field -> SHA-256 of its values in all games or, with `each_game`, a list of one of them per game.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib import import_module
from itertools import chain, cycle
from pathlib import Path

import numpy as np

import engine
from engine.core.hash import digest
from engine.core.setup import SETUP
from engine.core.state import GAME
from engine.decks import CLASSES, HERO_CARDS, Deck, class_pool, collectible_cards, pool, read_decks
from engine.random_play.game_loop import play_game
from engine.random_play.statistics import PlayedDeck, play_randomly
from engine.rules import Rules, rules_for
from models.players import decks as published
from models.players.config import PlayerConfig
from models.players.games import new_setups, new_strategies, play, schedule_games
from models.qd.emitters import new_stream, random_decks
from tests.benchmarks.engine import BASIC_HUNTER, BASIC_MAGE, reference_decks

# The older code may have them in their earlier places.
try:
    from engine.random_play.game_loop import N_VALUES, new_seat
except ImportError:
    N_VALUES, new_seat = (
        getattr(import_module("engine.random_play.records"), name)
        for name in ("N_VALUES", "new_seat")
    )
try:
    from models.settings.patches import named_patch
except ImportError:
    named_patch = import_module("models.patches").named_patch

Digests = dict[str, str] | dict[str, list[str]]
#: Fields that the sets after Classic have given a meaning, or another one.
NEW_MEANING = ("died", "end_pad")
#: The hand-written scorers that both versions of the code have.
SCORERS = ("aggro", "control", "midrange", "ramp", "fatigue")
_DECK_SIZE = 30
_SUMS = ("n_decisions", "n_options", "n_options_squared")
_FINAL = np.dtype(
    [
        ("game", GAME),
        ("state", "u8"),  # `engine.core.hash.digest`
        ("values", "i8", (N_VALUES,)),
        *((name, "i8") for name in _SUMS),
    ]
)


def digests_of(games: np.ndarray, each_game: bool) -> Digests:
    """Returns field -> SHA-256 of its bytes; nested records are taken apart."""
    found: Digests = {}
    for name in (each for each in games.dtype.names if each not in NEW_MEANING):
        column = np.ascontiguousarray(games[name])
        if name == "n_nodes" and column.ndim > 1:  # older code has one number for both players
            column = column.sum(axis=1)
        if column.dtype.names:
            inner = digests_of(column, each_game)
            found |= {f"{name}.{field}": each for field, each in inner.items()}
        elif each_game:
            found[name] = [sha256(value.tobytes()).hexdigest() for value in column]
        else:
            found[name] = sha256(column.tobytes()).hexdigest()
    return found


# --- games at random ---------------------------------------------------------------------------


def statistics(seed: int, n_games: int) -> Callable[[bool], Digests]:
    """Basic Mage against Basic Hunter at random, as `tests.benchmarks.engine` plays them."""
    rules = rules_for()
    decks = [
        PlayedDeck(hero, tuple(rules.find(name) for name in names * 2))
        for hero, names in (("MAGE", BASIC_MAGE), ("HUNTER", BASIC_HUNTER))
    ]

    def work(each_game: bool) -> Digests:
        played = play_randomly(rules, decks, n_games, seed, threads=1)
        texts = {name: repr(value) for name, value in vars(played).items()}
        return {name: sha256(text.encode()).hexdigest() for name, text in texts.items()}

    return work


def _copies(rules: Rules, card_class: str) -> np.ndarray:
    # The sets that both versions of the code have, so that they play the same games.
    cards = [card for card in collectible_cards() if card.card_set in ("CORE", "EXPERT1", "HOF")]
    of_class = [card for card in cards if card.card_class == card_class]
    return np.array([rules.row(card.id) for card in of_class for _ in range(card.max_copies)])


def _random_setups(rules: Rules, first: int, n_games: int, seed: int) -> np.ndarray:
    """Returns (n_games,) SETUP: random legal decks, all pairs of classes in turn."""
    heroes = [hero for hero in CLASSES if rules.is_implemented(HERO_CARDS[hero])]
    own, neutral = [_copies(rules, hero) for hero in heroes], _copies(rules, "NEUTRAL")
    rng = np.random.default_rng([seed, first])
    setups = np.zeros(n_games, SETUP)
    setups["n_cards"] = _DECK_SIZE
    for i in range(n_games):
        for side, index in enumerate(divmod((first + i) % len(heroes) ** 2, len(heroes))):
            n_own = min(len(own[index]), int(rng.integers(_DECK_SIZE + 1)))
            of_class = rng.permutation(own[index])[:n_own]
            others = rng.permutation(neutral)[: _DECK_SIZE - n_own]
            setups["decks"][i, side, :_DECK_SIZE] = [*of_class, *others]
            setups["heroes"][i, side] = rules.row(HERO_CARDS[heroes[index]])
    return setups


def final_states(
    seed: int, n_games: int, first: int = 0, cards: str = "printed"
) -> Callable[[bool], Digests]:
    """Games at random between random decks of all pairs of classes; how each of them ended."""
    rules = rules_for(variant=cards)
    setups = _random_setups(rules, first, n_games, seed)
    finals = np.zeros(n_games, _FINAL)

    def work(each_game: bool) -> Digests:
        seat = new_seat()
        for i in range(n_games):
            play_game(seat, rules.tables, setups[i], seed, first + i)
            final = finals[i]
            final["game"] = seat.game
            final["state"] = digest(seat.game)
            for name in ("values", *_SUMS):
                final[name] = seat[name]
        return digests_of(finals, each_game)

    return work


# --- evaluations -------------------------------------------------------------------------------


def _pool_decks(name: str, n_decks: int, seed: int, player: PlayerConfig) -> list[Deck]:
    cards = pool(name) if "-" in name else class_pool(name, patch=player.patch)
    return [cards.deck(each) for each in random_decks(cards.max_copies, n_decks, new_stream(seed))]


def _decks(group: str, player: PlayerConfig) -> list[Deck]:
    """The decks of a group: `reference:N`, `published`, `classes:N`, or `POOL:N`, N random ones."""
    name, _, number = group.partition(":")
    if name == "published":
        return list(chain.from_iterable(read_decks(published.DATA / "decks.json").values()))
    if name == "reference":
        return reference_decks(int(number))
    heroes = CLASSES if name == "classes" else (name,)
    return [
        deck
        for i, hero in enumerate(heroes)
        for deck in _pool_decks(hero, int(number), 1 + i, player)
    ]


def _opponents(group: str, player: PlayerConfig) -> Sequence[published.Opponent]:
    """A suite, or decks of a group with every hand-written scorer in turn."""
    if group in published.SUITES:
        return published.opponent_suite(group)
    return [
        published.Opponent(deck, scorer)
        for deck, scorer in zip(_decks(group, player), cycle(SCORERS), strict=False)
    ]


def evaluations(
    decks: str,
    opponents: str,
    n_games: int,
    seed: int,
    player: dict | None = None,
    deck: int | None = None,
) -> Callable[[bool], Digests]:
    """Games of all decks of a group, or of one of them, against opponents in turn.

    The outcomes of all games are the fields of PLAYED_GAME.
    """
    settings = dict(player or {})
    if "patch" in settings:
        settings["patch"] = named_patch(settings["patch"])
    config = PlayerConfig(**settings)
    rules, ours, foes = config.rules(), _decks(decks, config), _opponents(opponents, config)
    numbers = np.arange(len(ours)) if deck is None else np.array([deck])
    setups = new_setups(rules, [ours[i] for i in numbers], foes)
    strategies = new_strategies(config, foes)

    def work(each_game: bool) -> Digests:
        games = schedule_games(seed, numbers, n_games, len(foes))
        play(rules, setups, strategies, games, threads=1)
        return digests_of(games, each_game)

    return work


KINDS = {each.__name__: each for each in (statistics, final_states, evaluations)}


def new_task(kind: str, **settings) -> Callable[[bool], Digests]:
    """Prepares a task: `kind` is the name of one of these functions, `settings` its arguments."""
    return KINDS[kind](**settings)


def answer(request: dict) -> dict[str, dict]:
    """Plays all tasks in turn, and this `repeats` times; see the module's text."""
    each_game = request.get("each_game", False)
    found: dict[str, dict] = {}
    works = {name: new_task(**task) for name, task in request["tasks"].items()}
    for _ in range(request.get("repeats", 1)):
        for name, work in works.items():
            start = time.process_time()
            digests = work(each_game)
            seconds = time.process_time() - start
            known = found.setdefault(name, {"seconds": seconds, "digests": digests})
            known["seconds"] = min(known["seconds"], seconds)
            if known["digests"] != digests:
                raise RuntimeError(f"{name}: played again, the same games ended otherwise")
    return found


def main() -> None:
    """Answers the request on stdin."""
    if Path(engine.__file__).parents[1] != Path.cwd():
        sys.exit(f"error: the engine of {engine.__file__} was imported, not of {Path.cwd()}")
    json.dump(answer(json.load(sys.stdin)), sys.stdout)


if __name__ == "__main__":
    main()
