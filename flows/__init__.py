"""Flows: the algorithms as their papers write them, and the ways to start them.

In reading order:
- `search`: Deep Surrogate Assisted MAP-Elites, its variants, and MAP-Elites
- `train_player`: CMA-ME over the weights of a player's network
- `study`, `mesb`, `balance`: many searches, and their comparison; `runs` makes them
- `calibrate`: our simulator against published results
- `evaluate`, `compare_players`, `replay`: one deck, several players, one game
- `questions`: the settings of every command, and what answers it
- `faces`: the command line and the forms that ask questions; `__main__` starts the former
"""
