"""The steps of a player's training.

- `generations`: proposes a generation of networks, and updates the emitters
- `summary`: the last step, which writes the report
"""
