"""What plays, proposes and predicts, without orchestration.

Settings:
- `config`: `Config`, the typed, frozen base of all settings
- `experiment`: `Experiment`, a search; `player_training`: `PlayerTraining`; `study`: `Study`
- `algorithms`: the DSA-ME paper's algorithms as differences; `mesb`: the MESB paper's experiments
- `scheduling`: how work is divided, which decides no result
- `archive_rules`: what every archive of a run must satisfy
- `patches`: changes of cards, by name or from a file

What is searched, played and learned:
- `outcomes`: what is recorded of an evaluated deck or player, one entry each
- `players`: scorers, search players, opponents, and the evaluation of decks by games
- `qd`: archives, emitters and metrics of quality-diversity search
- `surrogates`: what predicts outcomes, and its training
- `inner_loop`: MAP-Elites on a surrogate; `kernels`: how its kernels compile
- `problems`: what a run searches: decks, networks of a player
- `deck_task`: the evaluation of decks as a benchmark for pyribs (`docs/ribs.md`)

Statistics:
- `intervals`, `statistics`: of shares; of trials
- `calibration`: agreement with another simulator
- `card_shares`, `combinations`: which cards good decks have, alone and together
- `mana_distribution`: mana curves of all decks of a pool

`players`, `qd` and `surrogates` do not import each other; they meet in `inner_loop`, `experiment`,
`problems` and in `tasks`.
"""
