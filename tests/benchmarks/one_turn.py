"""Times the one-turn player: `python -m tests.benchmarks.one_turn [--json] [--scale 1]`.

- `python_loop_cpu_s`: seconds of a plain Python loop, to compare machines; it took 2.0 s on the
  machine on which HearthSim was measured
- `nodes_per_s`: states per CPU-second of one thread, in games of Classic Miracle Rogue and of
  vanilla minions with a hero power, in which all actions are played
- `ratio_to_hearthsim`: HearthSim's 5.1 microseconds per node over ours, both by the loop
- `games_per_cpu_s`: games of 30 vanilla minions without hero powers, as HearthSim of July 2014
  plays them
- `states_per_game`: states tried in one of them
"""

import time
from dataclasses import replace

import numpy as np

from engine.decks import HERO_CARDS, Deck
from engine.rules import Rules, rules_for
from models.players.config import PlayerConfig
from models.players.decks import Opponent, named_deck, opponent_suite
from models.players.games import new_setups, new_strategies, play, schedule_games
from tests.benchmarks.engine import python_loop
from tests.benchmarks.figures import report_figures

HEARTHSIM_NODE_S = 5.1e-6  # the faster of two measurements, where the loop takes 2.0 CPU-seconds
VANILLA = (
    "Goldshire Footman", "Murloc Raider", "Bloodfen Raptor", "Frostwolf Grunt", "River Crocolisk",
    "Ironfur Grizzly", "Magma Rager", "Silverback Patriarch", "Chillwind Yeti", "Oasis Snapjaw",
    "Sen'jin Shieldmasta", "Booty Bay Bodyguard", "Fen Creeper", "Boulderfist Ogre", "War Golem",
)  # fmt: skip


def vanilla(hero: str) -> Deck:
    """Two copies of each vanilla minion."""
    rules = rules_for()
    return Deck("vanilla", hero, tuple(rules.ids[rules.find(name)] for name in VANILLA * 2))


def without_powers(rules: Rules) -> Rules:
    """The same cards, with heroes that have no power."""
    tables = rules.tables.copy()
    for card_id in HERO_CARDS.values():
        tables.cards[rules.row(card_id)].power = 0
    return replace(rules, tables=tables)


def timed(
    config: PlayerConfig, rules: Rules, deck: Deck, opponents: list[Opponent], n_games: int
) -> tuple[float, int]:
    """CPU-seconds of some games on one thread, and the states tried in them."""
    setups, strategies = new_setups(rules, [deck], opponents), new_strategies(config, opponents)
    games = schedule_games(1, np.array([0]), n_games, len(opponents))
    start = time.process_time()
    play(rules, setups, strategies, games, threads=1)
    return time.process_time() - start, int(games["n_nodes"].sum())


def measure(scale: float) -> dict[str, float]:
    """All figures."""
    config = PlayerConfig(search="one-turn", scorer="hearthsim")
    rules, loop = config.rules(), python_loop()
    opponent = Opponent(vanilla("WARRIOR"), "hearthsim")
    few = max(6, round(24 * scale))
    rogue = named_deck("Classic Miracle Rogue"), opponent_suite("elite")
    parts = [
        timed(config.but(scorer="control"), rules, rogue[0], list(rogue[1]), few),
        timed(config, rules, vanilla("MAGE"), [opponent], few),
    ]
    seconds, nodes = (sum(part) for part in zip(*parts, strict=True))
    then, n_games = config.but(one_turn__compat="2014"), max(200, round(4000 * scale))
    vanilla_s, states = timed(then, without_powers(rules), vanilla("WARRIOR"), [opponent], n_games)
    return {
        "python_loop_cpu_s": loop,
        "nodes_per_s": nodes / seconds,
        "ratio_to_hearthsim": HEARTHSIM_NODE_S / 2.0 * loop * nodes / seconds,
        "games_per_cpu_s": n_games / vanilla_s,
        "states_per_game": states / n_games,
    }


if __name__ == "__main__":
    report_figures(__doc__, measure)
