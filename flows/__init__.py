"""Flows: the algorithms as pseudo-code, and the ways to start them.

In reading order:
- `search`: Deep Surrogate Assisted MAP-Elites, its variants, and MAP-Elites
- `train_player`: CMA-ME over the weights of a player's network
- `study`, `mesb`, `balance`: many searches, and their comparison; `runs` executes them
- `reproduce`: what the extracts behind the documentation's pages lack
- `tradingstone`: PPO and tree searches in a reduced game
- `hearthsim`: games of HearthSim's experiments
- `calibrate`: the simulator against published results
- `league`: players against each other, and their ratings
- `self_play`: a policy that builds decks and plays them, trained against itself
- `evaluate`, `compare_players`, `replay`: one deck, several players, one game
- `questions`: every command with its settings
- `faces`: the command line, which `__main__` starts, the forms, and the application
"""
