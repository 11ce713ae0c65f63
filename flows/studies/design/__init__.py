"""A card with other numbers, or a new one, in a metagame: who takes it, and what moves.

Its modules are `settings`, `play`, `tables` and `page` (`flows.studies`). `cards` has what is tried:
names, lines of the card language, patches.
"""
