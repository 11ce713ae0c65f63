"""An archive of weak players, judged by good ones: `settings`, `play`, `tables` and `page`."""
