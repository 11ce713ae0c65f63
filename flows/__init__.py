"""Flows: the algorithms as their papers write them, and the command line.

In reading order:
    search: Deep Surrogate Assisted MAP-Elites, its variants, and MAP-Elites.
    study: trials of several algorithms, and their comparison.
    calibrate: our simulator against published results.
    presets: the experiments by name.
    options: settings from the command line; study_options: those of a study.
    commands: what the commands do; __main__ reads their arguments.
"""
