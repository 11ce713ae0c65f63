"""The DSA-ME paper, trials of several algorithms: `settings`, `play`, `tables` and `page`."""
