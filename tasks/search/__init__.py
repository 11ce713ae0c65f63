"""The algorithms of a search for decks, which `proposals` names, and the steps of a training.

- `algorithm`: `Algorithm`: `start`, `ask` and `tell`, and what algorithms share
- `random`, `mutation`, `ribs`, `own`: random decks, MAP-Elites, emitters of pyribs, and a class of
  yours
- `surrogate`: DSA-ME, LSA-ME and their offline variants; the training of surrogates
- `belief`: Bayes-ME
- `resampling`: Extract-ME, Archive-Sampling, and their surrogate-assisted forms
- `source`: the other run that a search learns from; the checks before a search starts
- `evolution`: generations of networks, in the training of a player

A new algorithm is a file here, named by `proposals`, and an entry in `models.problems.algorithms`.
"""
