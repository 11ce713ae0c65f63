"""Matches of players.

- `league`: `LeagueSettings`, players that play each other with the same decks and deals
"""
