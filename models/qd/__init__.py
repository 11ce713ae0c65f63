"""Quality-diversity search over decks.

- `archive`: `Archive` (the interface), `GridArchive`, `GridConfig`
- `emitters`: `random_decks`, `mutate`, `propose`, `new_stream`
- `metrics`: `qd_score`, `coverage`, `summary`, `objective_grid`
- `cells`, `variation`, `streams`: the compiled halves of the above; the inner loop calls them too
"""
