"""HearthSim's experiments beside published numbers: `settings`, `play`, `tables` and `page`."""
