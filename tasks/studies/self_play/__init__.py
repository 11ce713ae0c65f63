"""A training by self-play: its directory, its learning periods, and its report.

- `directory`: the training's directory, and the checks before it continues
- `players`: the players in it, by period
- `periods`: learning periods, each stored as it ends
- `extract`: the tables of the report
- `figures`: the pictures
- `report`: the page
"""
