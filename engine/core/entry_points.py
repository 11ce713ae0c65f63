"""The engine's three large functions as kernels outside this folder call them: see `jit.linked`."""

from engine.core import actions, options, setup
from engine.core.jit import linked

apply = linked(actions.apply)
list_options = linked(options.list_options)
begin = linked(setup.begin)
