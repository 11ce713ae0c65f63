"""The deck doctor: how a deck does, which cards carry it, what to keep, and what to swap.

- `models.doctor.mulligan`: each opening card kept and replaced, on the same deals
- `models.doctor.carrying`: each card in place of a plain one of its cost
- `models.doctor.beliefs`: what a copy of each card is worth: beliefs of a class, and of a deck
- `models.doctor.swaps`: swaps that the beliefs propose, and the race between them
- `models.doctor.examination`: all of these in rounds
"""
