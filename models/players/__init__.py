"""Players: their search, their scorers, and their games.

- `models.players.config`: `PlayerConfig`, all settings of a player, its searches and its scorer
- `models.players.kinds`: `KINDS`, the kinds of players
- `models.players.player_names`: `read_player`, players by name, such as `beam:aggro:width=8`
- `models.players.learned`: `LearnedSetting`, the files of a learned player
- `models.players.search_player`: `SearchPlayer`, a search player's plan for a position
- `models.players.own`: a player of one's own, by its class, and the `View` that it gets of a game
- `models.players.table`: games action by action, at which any `Seat` sits
- `models.players.evaluations`: `evaluate_decks` and `evaluate_players`, averages for decks, and for
  players with one deck
- `models.players.pairs`: `play_pair`, two players in the same deals, with seats swapped;
  `time_player`; `play_rounds`, decks against decks
- `models.players.field`: decks against a field of opponents, in the same deals
- `models.players.card_games`: what becomes of a deck's cards in games, and their effects
- `models.players.replay`: `ReplayedGame`, one game, played again, as text and as JSON lines
- `models.players.board`: a position as JSON values, also as one side sees it, and its actions
- `models.players.changes`: what an action has changed, in words
- `models.players.games`: the games to play, their seeds, and games on all cores
- `models.players.networks`: networks by name, from a file, and as arrays
- `models.players.value_networks`: value networks by name, from a file, and for the cards of rules
- `models.players.decks`: the published opponents and starter decks, as data, and random decks
- `models.players.search`: the search players, compiled
- `models.players.core`: scorers, hidden cards and the game loop, compiled
- `models.players.warm`: compiles all kernels
- `models/players/data`: decks, and networks' weights
"""
