"""The steps of a player's training, and its report."""
