"""Players, archives, emitters and surrogates, without orchestration.

Settings:
- `config`: `Config`, the typed, frozen base of all settings
- `experiment`: `Experiment`, a search; `player_training`: `PlayerTraining`; `study`: `Study`
- `algorithms`: the DSA-ME paper's algorithms as differences; `mesb`: the MESB paper's experiments
- `spending`: the games of each deck
- `belief`, `resampling`: settings of searches that know or reduce the noise of games
- `scheduling`: the division of work, which does not affect results
- `archive_rules`: checks of archive configurations
- `patches`: changes of cards, by name or from a file
- `atomic_file`: files that are written whole or not at all; `array_files`: arrays read from files

Components:
- `outcomes`: the numbers recorded of an evaluated deck or player
- `players`: scorers, search players, opponents, and the evaluation of decks by games
- `qd`: archives, emitters and metrics of quality-diversity search
- `surrogates`: predictors of outcomes, and their training
- `inner_loop`: MAP-Elites on a surrogate; `kernels`: compilation of its kernels
- `environments`: games for players that others bring, after PettingZoo and in batches
- `play`: games of a person against a player
- `problems`: search spaces of a run: decks, networks of a player
- `league`: a league of players
- `tree_search`: UCT, PI-MCTS and IS-MCTS over any compiled game
- `tradingstone`: the reduced game TradingStone and its players
- `hearthsim`: HearthSim's experiments: cards, decks, games and results
- `self_play`: one policy that builds a deck and plays it, trained against itself and its past
- `deck_task`: the evaluation of decks as a benchmark for pyribs (`docs/ribs.md`)

Statistics:
- `intervals`: of shares; `statistics`: of trials; `ratings`: of players
- `efficiency`: beliefs of an archive against new games
- `explanation`: what single cards and pairs of cards are worth
- `calibration`: agreement with another simulator
- `sabberstone_results`: published results of that simulator
- `card_shares`, `combinations`: cards of good decks, single and together
- `mana_distribution`: mana curves of all decks of a pool

`players`, `qd` and `surrogates` do not import each other; they meet in `inner_loop`, `experiment`,
`problems` and in `tasks`.
"""
