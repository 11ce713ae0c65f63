"""What each verb does: damage.py, stats.py, minions.py, cards.py, heroes.py, secrets.py.

Every verb has one signature, `verb(game, rules, vm, effect)`: `effect` is its row, `vm.me` the
frame it runs in. Verbs that pick at random raise `game.random_happened`; `RANDOM_VERBS` in
`engine.core.ops.table` lists them, and a test holds the list against what they do.
"""
