"""Surrogates: predictors of a deck's outcomes from its card counts.

- `models.surrogates.surrogate`: `Surrogate`, the interface of all kinds (fit, predict, state)
- `models.surrogates.kinds`: the kinds by name, `surrogate_from_state`; the noise of decks' results
- `models.surrogates.dense`: the paper's network, and the linear one
- `models.surrogates.gaussian`: a Gaussian process with linear effects and pairs
- `models.surrogates.gaussian_fit`: its scales, its linear systems
- `models.surrogates.quadratic`: quadratic functions of decks
"""
