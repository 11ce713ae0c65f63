"""The study of TradingStone: the paper's two tables, and losses against perfect play.

- `directory`: the study's directory, and the checks before it continues
- `contests`: games and trainings, each stored as it finishes
- `extract`: the small tables of the report
- `analysis`: win rates by contestant, and paired differences
- `claims`: the tests of claims
- `figures`: the pictures
- `report`: the page
"""
