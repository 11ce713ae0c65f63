"""The learning rules written as in the papers, step by step, for one row of numbers."""

import math


def clipped(ratio, low, high) -> float:
    return max(low, min(ratio, high))


def vtrace(rewards, discounts, values, last, ratios, clips) -> tuple[list[float], list[float]]:
    """Targets as the sum over all later steps (Xiao et al., section 4), and advantages."""
    n = len(rewards)
    after = [*values[1:], last]
    errors = [rewards[t] + discounts[t] * after[t] - values[t] for t in range(n)]
    targets = []
    for t in range(n):
        total = values[t]
        for i in range(t, n):
            weight = math.prod(
                discounts[j] * clipped(ratios[j], clips.low, clips.trace) for j in range(t, i)
            )
            total += weight * clipped(ratios[i], clips.low, clips.error) * errors[i]
        targets.append(total)
    later = [*targets[1:], last]
    return targets, [rewards[t] + discounts[t] * later[t] - values[t] for t in range(n)]


def upgoing_return(t, rewards, discounts, values, last) -> float:
    """G of step t, by recursion."""
    after = [*values[1:], last]
    if t + 1 == len(rewards):
        return rewards[t] + discounts[t] * last
    went_well = rewards[t + 1] + discounts[t + 1] * after[t + 1] >= values[t + 1]
    rest = upgoing_return(t + 1, rewards, discounts, values, last) if went_well else values[t + 1]
    return rewards[t] + discounts[t] * rest


def ppo_gain(ratio, advantage, clip) -> float:
    return min(ratio * advantage, clipped(ratio, 1 - clip, 1 + clip) * advantage)
