"""Games of a person against a player, on the engine's rules.

Modules:
    config: the settings of a game.
    game: the game: its actions so far, and what can be done now.
    told: actions in words, as one side hears of them.
    course: what the person has seen of a game.
    hints: who plays against a person, and what a player would do in the person's place.
    conquest: a best of five in Conquest.
    lines: a finished game as the JSON lines of a replay.
"""
