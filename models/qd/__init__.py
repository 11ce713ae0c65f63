"""Quality-diversity search over decks.

- `archive`: `Archive` (the interface), `GridArchive`, `GridConfig`, `qd_score`
- `emitters`: `random_decks`, `mutate`, `propose`, `new_stream`
- `sliding`: archives with moving cells; `individuals`: their arrays
- `evolution`: CMA-ME and CMA-ES over vectors of real numbers
- `deck_rules`: what a legal deck is; `nearest_decks`, from vectors to decks
- `ribs_classes`: `RibsArchive`, any archive for pyribs, called by `Archive.to_ribs`; `Cma`
- `ribs_proposals`: `RibsProposals`, `RibsConfig`: decks proposed by pyribs' emitters
- `cells`, `variation`: compiled parts of the above, also for the inner loop
"""
