"""A league: players against each other with the same decks and deals.

* `directory`: its folder and settings, and the checks before more players or games are added.
* `games`: its games, in chunks, and the time that each player takes.
* `extract`: its small tables.
* `analysis`: win rates, ratings, the worth of hidden cards.
* `figures`: its pictures.
* `report`: the report.
"""
