"""The steps of a search of decks.

- `proposals`: decks by chance, by mutation of elites, or by a search on the surrogate
- `learning`: the surrogate's training, or a surrogate of another run
- `archive`: evaluated decks enter the archive, and the iteration ends
- `source`: the other run that an offline search learns from; the check before a search starts
"""
