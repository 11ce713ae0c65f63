"""What holds in every state of every game, checked by compiled code after every action.

- `faults`: the faults that can be found, and the records
- `zones`, `values`: what must hold in one state
- `steps`: what one action may change
- `games`: random games between random decks, with all of that after every action
"""

from engine.core.jit import entry as engine
from engine.core.jit import kernels

kernel, entry = kernels(__file__, on=[engine])
