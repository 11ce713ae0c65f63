"""Quality-diversity search over decks.

- `archive`: `Archive` (the interface), `GridArchive`, `GridConfig`
- `emitters`: `random_decks`, `mutate`, `propose`, `new_stream`
- `depth`: `DeepCells`, cells with several solutions each
- `sliding`: archives with moving cells; `individuals`: their arrays
- `evolution`, `cma`: CMA-ME and CMA-ES over vectors of real numbers
- `deck_rules`: what a legal deck is; `repair`: `nearest_decks`, from vectors to decks
- `metrics`: `qd_score`, `coverage`, `summary`, `objective_grid`
- `ribs_archive`: `RibsArchive`, any archive for pyribs; called by `Archive.to_ribs`
- `ribs_proposals`: `RibsProposals`, `RibsConfig`: decks proposed by pyribs' emitters
- `cells`, `variation`, `streams`: compiled parts of the above, also for the inner loop
"""
