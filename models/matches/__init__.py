"""Matches of players.

- `league`: `League`, players that play each other with the same decks and deals
"""
