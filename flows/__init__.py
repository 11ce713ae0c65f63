"""Flows: the algorithms as their papers write them, and the command line.

In reading order:
    dsa_me: Deep Surrogate Assisted MAP-Elites.
    map_elites: the same search without a surrogate.
    calibrate: our simulator against published results.
    presets: the experiments by name.
    options: settings from the command line.
    commands: what the commands do; __main__ reads their arguments.
"""
