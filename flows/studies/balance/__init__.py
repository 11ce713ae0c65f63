"""The balance lab: the effect of a patch on the landscape of decks.

Its modules are `settings`, `play`, `tables` and `page` (`flows.studies`).
"""
