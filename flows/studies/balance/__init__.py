"""The balance lab, the effect of a patch on decks: `settings`, `play`, `tables` and `page`."""
