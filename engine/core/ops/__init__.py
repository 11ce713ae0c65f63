"""What each verb does: damage.py, stats.py, minions.py, cards.py, heroes.py, secrets.py.

Every verb has one signature, `verb(game, rules, vm, effect)`: `effect` is its row, `vm.me` the
frame it runs in. A verb that picks at random, among more than it takes, raises
`game.random_happened`; `RANDOM_VERBS` in `engine.core.ops.random_verbs` lists those that do so by
themselves, and a test holds the list against what every verb does.
"""
