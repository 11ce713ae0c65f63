"""The steps of a player's training.

- `generations`: a generation of networks is proposed, and learned from
- `summary`: the last step, which writes the report
"""
