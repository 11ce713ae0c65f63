"""What attacks between the characters on the table would do: plain arithmetic on what is seen.

A network that sees attack and health of each character by itself has to learn from the results of
games which minion kills which. Here it is told.
"""

import torch
from torch import Tensor

from engine.core.enums import KEYWORDS

_EPSILON = 0.01  # numbers are multiples of 0.1
_ATTACK, _HEALTH, _ATTACKS_MADE, _FRESH = 0, 1, 3, 4
_KEYWORDS = 7
#: Of each character: whether a character of the other side dies by its attack without killing it,
#: dies, or kills it. If an attacker has been chosen, of what it can attack: the same three, and by
#: how much attack and health differ both ways.
N_COMBAT = 8
#: Of both sides: the attack of characters that may attack, less the other hero's health and armor;
#: whether that kills, if there were no minions.
N_OUTLOOK = 4


def combat_numbers(
    characters: Tensor, there: Tensor, armor: Tensor, attacker: Tensor
) -> tuple[Tensor, Tensor]:
    """Return what attacks would do.

    Args:
        characters: (n, 2, 8, k) numbers of both sides' heroes, which come first, and minions, as of
            `SEEN_CHARACTER` after the card, divided by 10.
        there: (n, 2, 8) bool: places with a character.
        armor: (n, 2) numbers, divided by 10.
        attacker: (n,) place of the own character that attacks, -1 if none has been chosen.

    Returns:
        (n, 2, 8, N_COMBAT) and (n, N_OUTLOOK) tensors.
    """
    attack, health = characters[..., _ATTACK], characters[..., _HEALTH]
    killed, dies = (_kills(characters, there, *sides) for sides in ((0, 1), (1, 0)))
    back = dies.transpose(1, 2)  # whether own character i dies if it attacks enemy j
    free = killed & ~back
    exchanges = torch.stack([free, killed, back], dim=-1).to(characters.dtype)
    found = characters.new_zeros(*there.shape, N_COMBAT)
    found[:, 0, :, :3] = exchanges[:, :, 1:].amax(dim=2)  # heroes do not die in exchanges
    found[:, 1, :, :3] = exchanges.amax(dim=1)
    rows, chosen = torch.arange(len(attacker)), attacker.clamp(min=0)
    numbers = [
        *exchanges[rows, chosen].unbind(dim=-1),
        attack[rows, 0, chosen, None] - health[:, 1],
        attack[:, 1] - health[rows, 0, chosen, None],
    ]
    is_asked = (attacker >= 0)[:, None] & there[:, 1]
    found[:, 1, :, 3:] = torch.stack(numbers, dim=-1) * is_asked.unsqueeze(-1)
    return found, _outlook(characters, there, armor)


def _kills(characters: Tensor, there: Tensor, by: int, of: int) -> Tensor:
    """(n, 8, 8) bool: whether a character of one side kills one of the other with its attack."""
    attack, health = characters[:, by, :, _ATTACK, None], characters[:, of, None, :, _HEALTH]
    poisons = _has(characters, "poisonous")[:, by, :, None]
    is_minion = torch.arange(health.shape[-1]) > 0
    enough = (attack > health - _EPSILON) | (poisons & is_minion)
    exposed = there[:, of] & ~_has(characters, "divine_shield")[:, of]
    return enough & (attack > _EPSILON) & exposed[:, None, :] & there[:, by, :, None]


def _outlook(characters: Tensor, there: Tensor, armor: Tensor) -> Tensor:
    """(n, N_OUTLOOK) tensor."""
    ready = (characters[..., _FRESH] == 0) | _has(characters, "charge")
    ready &= there & ~_has(characters, "frozen") & ~_has(characters, "cant_attack")
    # The enemy's characters attack in its next turn, however often they have attacked.
    ready[:, 0] &= characters[:, 0, :, _ATTACKS_MADE] == 0
    ready[:, 1] = there[:, 1]
    sums = (characters[..., _ATTACK] * ready).sum(dim=2)
    left = (characters[:, :, 0, _HEALTH] + armor).flip(1)
    lead = sums - left
    is_battle = there[:, 0, :1]
    return torch.cat([lead, (lead > -_EPSILON) & is_battle], dim=1)


def _has(characters: Tensor, keyword: str) -> Tensor:
    return characters[..., _KEYWORDS + list(KEYWORDS).index(keyword)] > 0
