"""The deck doctor: how a deck does, which cards carry it, what to keep, and what to swap.

- `models.doctor.mulligan`: each opening card kept and replaced, on the same deals
- `models.doctor.carrying`: each card in place of a plain one of its cost
- `models.doctor.beliefs`: stored beliefs of a class about its cards, and how they are learned
- `models.doctor.examination`: all of these in rounds, and a race between swaps that they propose
"""
