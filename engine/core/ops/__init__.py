"""What each verb of the card language does, one function per verb.

- `damage`: damage and healing
- `stats`: buffs, silence, and other changes of a character where it stands
- `minions`: minions that appear, change, change sides or go home
- `graveyard`: minions that return from the graveyard; deathrattles and deaths that a text asks for
- `cards`: cards drawn, made, copied and discarded; fatigue
- `heroes`: weapons, armour, mana, hero powers
- `secrets`: secrets, and what they do to an attack or a spell

Every verb has one signature, `verb(game, rules, vm, effect)`: `effect` is its row, `vm.me` the
frame it runs in. A verb that picks among more than it takes raises `game.random_happened`.
"""
