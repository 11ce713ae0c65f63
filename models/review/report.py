"""A review as text, and as JSON values."""

from collections.abc import Iterator
from typing import Any

from models.review.lines import Line
from models.review.turns import Decision, GameReview, Turn

#: The parts of a side's chances, in the order in which they are shown.
PARTS = ("reply", "draw", "estimate", "choice", "luck")
_BARS = "▁▂▃▄▅▆▇█"
_RESULTS = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
_DIGITS = 4


def review_json(review: GameReview) -> dict[str, Any]:
    """Returns a review as JSON values; chances are from 0 to 1.

    Returns:
        `names`, `results` and `conceded` of the game; `turns`; `curves`, of each side the number
        of actions before a position and the chance there; `totals`, of each side the first chance,
        the sums of `PARTS`, and `ending`, which together are the result.
    """
    game = review.game
    return {
        "names": list(game.names),
        "results": [game.result(side) for side in range(2)],
        "conceded": game.conceded,
        "turns": [_turn(turn) for turn in review.turns],
        "curves": [_curve(review, side) for side in range(2)],
        "totals": [_totals(review, side) for side in range(2)],
    }


def _round(value: float) -> float:
    return round(value, _DIGITS) + 0.0  # no -0.0


def _turn(turn: Turn) -> dict[str, Any]:
    facts = {"number": turn.number, "side": turn.side, "first": turn.first, "mark": turn.mark}
    names = ("chance", "after", *PARTS, "cost")
    return {
        **facts,
        **{name: _round(getattr(turn, name)) for name in names},
        "decisions": [_decision(each) for each in turn.decisions],
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "number": decision.number,
        "cost": _round(decision.cost),
        "played": line_json(decision.played),
        "best": line_json(decision.best),
        "others": [line_json(line) for line in decision.others],
    }


def line_json(line: Line) -> dict[str, Any]:
    """Returns a line as JSON values."""
    facts = {"texts": list(line.texts), "chance": _round(line.chance), "wins": line.wins}
    return facts | {"reasons": list(line.reasons)}


def _curve(review: GameReview, side: int) -> list[list[float]]:
    """Before and after each own turn, and the result."""
    points = list[list[float]]()
    for turn in review.of(side):
        points += [[turn.first, _round(turn.chance)], [turn.stop, _round(turn.after)]]
    return [*points, [len(review.game.actions), review.game.result(side)]] if points else []


def _totals(review: GameReview, side: int) -> dict[str, float]:
    turns = review.of(side)
    if not turns:
        return {}
    sums = {part: _round(review.total(side, part)) for part in PARTS}
    return {"first": _round(turns[0].chance), **sums, "ending": _round(review.ending(side))}


def review_text(review: GameReview) -> str:
    """Returns the curve, the turns, the marked mistakes with their best lines, and the sums."""
    game = review.game
    end = " (the opponent gave up)" if game.conceded and game.won else ""
    end = " (gave up)" if game.conceded and not game.won else end
    lines = [f"{game.names[0]} against {game.names[1]}: {_RESULTS[game.won]}{end}", ""]
    if not review.turns:
        return "\n".join([*lines, "Nobody has played a turn."])
    lines += ["Chance to win before and after each own turn, as the side sees it:"]
    width = max(map(len, game.names))
    for side in range(2):
        chances = [chance for _, chance in _curve(review, side)]
        lines.append(f"  {game.names[side]:<{width}}  {bars(chances)}")
    lines += ["", *_turn_rows(review, width), *_mistakes(review), *_sums(review, width)]
    return "\n".join(lines)


def bars(chances: list[float]) -> str:
    """Returns chances as bars, one character each."""
    return "".join(_BARS[min(len(_BARS) - 1, int(chance * len(_BARS)))] for chance in chances)


def _turn_rows(review: GameReview, width: int) -> Iterator[str]:
    yield f"{'round':>5}  {'':<{width}}  {'before':>6}  {'after':>6}  {'cost':>5}  {'luck':>5}"
    for turn in review.turns:
        name, luck = review.game.names[turn.side], turn.luck + turn.draw
        yield (
            f"{_round_of(turn):>5}  {name:<{width}}  {turn.chance:>6.1%}  {turn.after:>6.1%}  "
            f"{100 * turn.cost:>5.1f}  {100 * luck:>+5.1f}  {turn.mark or ''}"
        ).rstrip()


def _round_of(turn: Turn) -> int:
    return (turn.number + 1) // 2


def _mistakes(review: GameReview) -> Iterator[str]:
    marked = [turn for turn in review.turns if turn.mark]
    yield from ("", "Mistakes" if marked else "No turn cost 5 points or more.")
    for turn in marked:
        name = review.game.names[turn.side]
        yield f"  round {_round_of(turn)}, {name}: {turn.mark}, {100 * turn.cost:.1f} points"
        for decision in turn.decisions:
            if decision.cost > 0:
                yield _said("played", decision.played)
                yield _said("best", decision.best)


def _said(what: str, line: Line) -> str:
    return f"    {what:<6} {line.chance:>6.1%}  {'; '.join(line.texts)}"


def _sums(review: GameReview, width: int) -> Iterator[str]:
    names = ("first", *PARTS, "ending")
    yield from ("", "What made the result, in points of winning chance")
    yield f"  {'':<{width}}  " + "  ".join(f"{name:>8}" for name in (*names, "result"))
    for side in range(2):
        if totals := _totals(review, side):
            shown = [f"{100 * totals[name]:>+8.1f}" for name in names]
            shown.append(f"{100 * review.game.result(side):>8.0f}")
            yield f"  {review.game.names[side]:<{width}}  " + "  ".join(shown)
