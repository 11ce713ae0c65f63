"""Games of a person against a player, on the engine's rules.

Modules:
    game: the game: its settings, its actions so far, what can be done now; opponents and hints.
    course: what the person has seen of a game; a finished game as the JSON lines of a replay.
    conquest: a best of five in Conquest.
"""
