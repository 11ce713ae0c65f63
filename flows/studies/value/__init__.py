"""A value network, trained round by round: `settings`, `play`, `tables` and `page`."""
