"""The algorithms of a search for decks, one file each; the setting `proposals` names the file.

- `algorithm`: `Algorithm`: `start`, `ask` and `tell`, and what algorithms share
- `random`: random decks
- `mutation`: MAP-Elites
- `surrogate`: DSA-ME, LSA-ME and their offline variants
- `belief`: Bayes-ME
- `resampling`: Extract-ME, Archive-Sampling, and their surrogate-assisted forms
- `ribs`: emitters of pyribs
- `learning`: the surrogate's training, or a surrogate of another run
- `source`: the run that an offline search learns from; the checks before a search starts

A new algorithm is a file here and an entry in `models.problems.algorithms`.
"""
