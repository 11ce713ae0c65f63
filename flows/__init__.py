"""Flows: the algorithms as pseudo-code, and the ways to start them.

In reading order:
- `search`: any algorithm: bayes-me, DSA-ME and its variants, MAP-Elites, others
- `train_player`: CMA-ME over the weights of a player's network; `training`: several of them
- `studies`: many games or runs, and their report; a folder for each study
- `reproduce`: what the extracts behind the documentation's pages lack
- `benchmark`: a class of yours beside baselines
- `calibrate`: the simulator against published results
- `evaluate`, `compare_players`, `replay`: one deck, several players, one game
- `doctor`: one deck examined: matchups, mulligan, and better versions
- `questions`: the settings of every other command; `commands` lists them all
- `faces`: the command line, which `__main__` starts, the forms, and the application
"""
