"""Copies and reads game records as raw memory."""

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from engine.core.jit import JIT_ON, VOID, entry, kernel
from engine.core.state import ENTITY, GAME, PREFIX
from engine.core.types import GAME_T

_ENTITY = ENTITY.itemsize
_PREFIX = PREFIX
_GAME = GAME.itemsize


@intrinsic
def copy_bytes(typingctx, target, source, n_bytes):
    """Copies bytes between two records."""

    def codegen(context, builder, signature, args):
        cgutils.raw_memcpy(builder, args[0], args[1], args[2], 1)
        return context.get_dummy_value()

    return types.void(target, source, types.int64), codegen


@intrinsic
def word(typingctx, record, index):
    """The record's 64-bit word number `index`, as uint64."""

    def codegen(context, builder, signature, args):
        words = builder.bitcast(args[0], cgutils.voidptr_t)
        pointer = builder.gep(words, [builder.mul(args[1], args[1].type(8))])
        return builder.load(builder.bitcast(pointer, args[1].type.as_pointer()))

    return types.uint64(record, types.int64), codegen


@intrinsic
def _zero_bytes(typingctx, record, n_bytes):
    """Sets bytes to 0."""

    def codegen(context, builder, signature, args):
        cgutils.memset(builder, args[0], args[1], 0)
        return context.get_dummy_value()

    return types.void(record, types.int64), codegen


if not JIT_ON:  # the same in plain Python

    def _zero_bytes(record, n_bytes):
        blank = np.zeros(1, record.dtype)[0]
        for name in record.dtype.names:
            record[name] = blank[name]

    def copy_bytes(target, source, n_bytes):
        """Copies bytes between two records."""
        for name in target.dtype.names:
            target[name] = source[name]

    def word(record, index):
        """The record's 64-bit word number `index`."""
        return np.frombuffer(record.data, np.uint64, 1, 8 * int(index))[0]


@kernel(VOID, GAME_T)
def clear_game(game):
    """Sets every byte to 0."""
    _zero_bytes(game, _GAME)


@entry(VOID, GAME_T, GAME_T)
def copy_game(target, source):
    """Copies the source over the target: all but the entities not yet created."""
    copy_bytes(target, source, _PREFIX + _ENTITY * np.int64(source.n_entities))
