"""What plays, proposes and predicts, without orchestration.

- `models.config`: `Config`, the typed, frozen base of all settings
- `models.outcomes`: what is recorded of an evaluated deck, one entry each
- `models.players`: scorers, search players, opponents, and the evaluation of decks by games
- `models.qd`: archives, emitters and metrics of quality-diversity search
- `models.surrogates`: what predicts outcomes, and its training
- `models.problems`: what a run searches: decks, networks of a player
- `models.deck_task`: the evaluation of decks as a benchmark for pyribs (`docs/ribs.md`)

`players`, `qd` and `surrogates` do not import each other; they meet in `models.inner_loop`,
`models.experiment`, `models.problems` and `tasks`.
"""
