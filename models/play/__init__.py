"""Games of a person against a player, on the engine's rules.

Modules:
    game: the game: its settings, its actions so far, and what can be done now.
    course: what the person has seen of a game; a finished game as the JSON lines of a replay.
    hints: the person's opponent, and the actions that a player advises.
    conquest: a best of five in Conquest.
"""
