"""Surrogates: networks that predict a deck's results from its card counts.

- `surrogate`: `SurrogateConfig`, `Surrogate` (fit, predict, save, load)
- `networks`: the torch module of both kinds
- `training`: one fit, and its `TrainingReport`
- `inference`: the compiled forward pass, for the inner loop
"""
