"""The balance lab: what a patch does to the landscape of decks."""
