"""Search players: each looks for the best plan of actions for the rest of a turn.

- `models.players.search.dispatch`: `find_plan`, which asks the search player of a strategy
- `models.players.search.states`: what all of them do with a state: play an action, score it
- `models.players.search.beam`: the beam search of both papers
- `models.players.search.rows`: its states: named, foreseen or played, compared and kept
- `models.players.search.one_turn`: HearthSim's player, the best of all states within a turn
- `models.players.search.foresight`: what a scorer would see after an action that is not played
"""
