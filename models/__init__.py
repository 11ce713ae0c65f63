"""What plays, proposes and predicts; none of it knows the orchestration.

- `models.config`: the typed, frozen configuration that every setting builds on
- `models.players`: scorers, the turn search, opponents, and the evaluation of decks by games
- `models.qd`: archives, emitters and metrics of quality-diversity search
- `models.surrogates`: networks that predict evaluations, and their training
- `models.deck_task`: the evaluation of decks as a benchmark for pyribs (`docs/ribs.md`)

Players, qd and surrogates do not import each other; they meet in the modules of `models` and in
`tasks`.
"""
