"""Games of a person against a player, on the engine's rules.

Modules:
    config: the settings of a game.
    game: the game: its actions so far, and what can be done now.
    told: actions in words, as one side hears of them.
    course: what the person has seen of a game.
    hints: the person's opponent, and the actions that a player advises.
    conquest: a best of five in Conquest.
    lines: a finished game as the JSON lines of a replay.
"""
