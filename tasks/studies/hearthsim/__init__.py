"""HearthSim's experiments: games in run directories, published numbers beside ours.

- `planned`: the experiments to play, checked
- `runs`: plays an experiment in a mode, in a run directory
- `extract`: the small tables of a study
- `analysis`: its results by experiment, mode and point
- `claims`: the criteria of a successful reproduction
- `figures`: win rates by Taunts and by weight, lengths of games
- `report`: the page
"""
