"""What the scorers would see after an action that is not played.

Most states of a search are scored once and dropped. Where an action is plain, its outcome for the
scorer follows from the state before by a few additions. What is not plain is played, and so is
every state that a search keeps. A test compares every foreseen outcome with the played one.

- `models.players.search.foresight.foresee`: `foresee`, the one function that searches call
- `models.players.search.foresight.fights`: damage to one character, attacks
- `models.players.search.foresight.texts`: spells, hero powers and minions without a battlecry
- `models.players.search.foresight.reactions`: whether anything in play reacts to an action, and
  which auras it leaves as they are
"""
