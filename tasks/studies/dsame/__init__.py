"""The DSA-ME paper: trials of several algorithms, and their comparison.

- `directory`: a study's directory and its trials
- `extract`: the small tables of a study
- `analysis`, `comparisons`: the numbers; DSA-ME beside the others
- `surrogate_quality`: the errors of a surrogate
- `claims`: the tests of the paper's claims
- `report`: the page
"""
