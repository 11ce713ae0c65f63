"""What holds in every state of every game, checked by compiled code after every action.

- `faults`: the faults that can be found, and the records
- `zones`, `values`: what must hold in one state
- `steps`: what one action may change
- `games`: random games between random decks, with all of that after every action
"""

import sys
from importlib.util import LazyLoader, find_spec, module_from_spec
from types import ModuleType

from engine.core.jit import entry as engine
from engine.core.jit import kernels

kernel, entry = kernels(__file__, on=[engine])


def when_used(name: str) -> ModuleType:
    """The module, imported when one of its names is first asked for.

    These modules compile for seconds, and each process of the tests imports all test files.
    """
    if name not in sys.modules:
        spec = find_spec(name)
        spec.loader = LazyLoader(spec.loader)
        sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]
