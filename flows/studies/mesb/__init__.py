"""The MESB paper's experiments for its archetypes: `settings`, `play`, `tables` and `page`."""
