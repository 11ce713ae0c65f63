"""Flows: the algorithms as their papers write them, and the command line.

In reading order:
    search: Deep Surrogate Assisted MAP-Elites, its variants, and MAP-Elites.
    train_player: CMA-ME over the weights of a player's network.
    study, mesb, balance: many searches, and their comparison.
    calibrate: our simulator against published results.
    evaluate, compare_players, replay: questions about one deck, several players, one game.
    configs: the experiments by name, and settings on top of them.
    deployed: flows as Prefect's pages start them; infra/prefect.yaml lists them.
    cli: the command line; `__main__` reads its arguments.
"""
