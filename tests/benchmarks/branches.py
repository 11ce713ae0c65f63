"""Counts the branches that kernels take, for LLVM: `python -m tests.benchmarks.branches`.

Compiles all kernels so that they count, plays the games below, and writes a `branches.csv` into
each folder of kernels that ran (see `engine.core.branches`). It takes three minutes; from then on
the game compiles anew. Most games are as in the papers, with other decks than those that
`tests.benchmarks.pairs` times; some of each other kind are played, so that their code is not
taken for code that never runs. Counts are the same each time.
"""

from engine.core import branches
from tests.benchmarks.figures import parser_of

#: Players that search, in the games besides those of the papers.
PLAYERS = (
    *("fair-beam", "greedy", "one-turn", "pi-mcts:60", "is-mcts:60", "random"),
    *("fair-beam:value", "two-ply:value"),
)


def tasks() -> list[dict]:
    """Games of `tests.benchmarks.pairs_driver`."""
    evaluations = {"kind": "evaluations", "seed": 2}
    paper = {"decks": "reference:80", "opponents": "elite", "n_games": 30}
    others = {"decks": "published", "opponents": "starter", "n_games": 10}
    players = {"scorer": "aggro"}, {"fidelity": "fair"}, {"positions": "rightmost"}
    printed = {"cards": "printed"}
    return [
        *(evaluations | paper | {"player": printed, "deck": deck} for deck in range(40, 80)),
        *(evaluations | others | {"player": player} for player in players),
        {"kind": "statistics", "seed": 2, "n_games": 6000},
        {"kind": "final_states", "seed": 2, "n_games": 3000},
    ]


def play_other_games() -> None:
    """Players of a league against each other, and games of networks."""
    import numpy as np

    from models.players.decks import named_deck
    from models.players.pairs import play_pair
    from models.players.player_names import read_player
    from models.self_play.environment import BuildAndPlay, EnvironmentConfig

    decks = [named_deck(name) for name in ("Aggro Hunter", "Control Warlock")]
    for name in PLAYERS:
        play_pair((read_player(name), read_player("greedy")), decks, 4, seed=2, threads=1)
    games, rng = BuildAndPlay(EnvironmentConfig(), 64, threads=1), np.random.default_rng(2)
    for _ in range(500):
        games.step(games.random_actions(rng))


def main() -> None:
    """Counts and writes."""
    parser_of(__doc__).parse_args()
    branches.start_counting()
    from tests.benchmarks.pairs_driver import new_task  # compiles the kernels

    for task in tasks():
        new_task(**task)(False)
    play_other_games()
    for file in branches.write_counts():
        print(f"{file}: {len(file.read_text().splitlines())} kernels")


if __name__ == "__main__":
    main()
