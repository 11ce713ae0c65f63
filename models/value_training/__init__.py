"""Training of the value network: games, targets, and the fit.

- `models.value_training.config`: the settings
- `models.value_training.games`: the games by their numbers, so that any part can be played anywhere
- `models.value_training.recording`: games of players who sometimes err, the states they pass, and
  what each is to be worth, by the result and by a teacher
- `models.value_training.fitting`: the network in torch, and its export for the compiled search
"""

from engine.core.jit import kernels
from models.players.core import entry as players

kernel, entry = kernels(__file__, on=[players])
