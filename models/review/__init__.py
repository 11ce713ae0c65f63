"""The review of a finished game: chances to win, best lines, and luck apart from choice.

- `models.review.chances`: a side's chance to win a position, from what it sees
- `models.review.lines`: what a line of actions is worth, over what it does not decide
- `models.review.reasons`: what a line is good for, in words; whether a side can win in a turn
- `models.review.turns`: the turns of a game: best lines, and what choice and luck gave
- `models.review.report`: a review as text and as JSON values
"""
