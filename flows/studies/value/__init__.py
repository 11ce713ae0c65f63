"""A value network, trained round by round: `settings`, `play` and `page`."""
