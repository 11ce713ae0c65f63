"""Players: their search, their scorers, and their games.

- `models.players.config`: `PlayerConfig`, all settings of a player
- `models.players.player_names`: players by name, such as `beam:aggro`
- `models.players.learned`: `LearnedSetting`, the files of a learned player
- `models.players.tree_config`: `PlayerTree`, the settings of a tree search for players
- `models.players.one_turn_config`: settings of the one-turn player, weights of HearthSim's scorer
- `models.players.seats`: `Seat`, who sits at a table, with its memory
- `models.players.search_player`: `SearchPlayer`, a search player's plan for a position
- `models.players.view`: a game as the side to move may know it
- `models.players.evaluate_decks`: averages over the games of decks
- `models.players.evaluate_players`: averages over the games of networks with one deck
- `models.players.comparison`: results of several players in the same games
- `models.players.duels`: decks against decks, each with its own scorer
- `models.players.pairs`: two players in the same deals, with seats swapped
- `models.players.replay`: one game, played again, as text
- `models.players.replay_lines`: the same as JSON lines, with plans and boards
- `models.players.board`: a position as JSON values
- `models.players.changes`: what an action has changed, in words
- `models.players.alternatives`: the plans that a player could have chosen instead
- `models.players.games`: the games to play, on all cores
- `models.players.averages`: from games to outcomes
- `models.players.networks`: networks by name, from a file, and as arrays
- `models.players.decks`: the published opponents and starter decks, as data
- `models.players.search`: the search players, compiled
- `models.players.core`: scorers, hidden cards and the game loop, compiled
- `models.players.warm`: compiles all kernels
- `models/players/data`: decks, and networks' weights
"""
