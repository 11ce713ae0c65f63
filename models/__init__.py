"""Players, archives, emitters and surrogates, without orchestration.

- `settings`: the base of all configurations, recorded outcomes, patches; `files`: files of arrays;
  `own_class`: a class of one's own as a setting, with the digest of its file
- `players`: scorers, search players, opponents, and the evaluation of decks by games
- `qd`: archives, emitters and metrics of quality-diversity search
- `surrogates`: predictors of outcomes, and their training
- `problems`: searches and their spaces: decks, networks of a player
- `tree_search`: UCT, PI-MCTS and IS-MCTS over any compiled game
- `tradingstone`: the reduced game TradingStone and its players
- `hearthsim`: HearthSim's experiments: cards, decks, games and results
- `environments`: games for players that others bring, after PettingZoo and in batches
- `value_training`: a player's chance to win, learned from its games
- `metagame`: decks that answer each other, and their equilibrium; `doctor`: one deck examined
- `self_play`: one policy that builds a deck and plays it, trained against itself and its past
- `league`: players that play each other; `play`: games of a person against a player
- `review`: a finished game: chances to win, best lines, luck apart from choice; `puzzles`: turns
  with one clearly best end
- `statistics`: of decks, trials and players; `card_analysis`: what decks say of their cards

`players`, `qd` and `surrogates` do not import each other; they meet in `problems` and in `tasks`.
"""
