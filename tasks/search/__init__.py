"""The steps of a search for decks.

- `proposals`: random decks, mutations of elites, or decks from a search on the
  surrogate, or on what is believed
- `learning`: the surrogate's training, or a surrogate of another run
- `archive`: adds evaluated decks to the archive and ends the iteration
- `source`: the run that an offline search learns from; the checks before a search starts
"""
