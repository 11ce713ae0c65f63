"""Studies: many runs, the claims of a paper or the effect of a patch, and one report of them.

What every study uses:

* `published`: the report as a list of sections over an extract.
* `claims`: the claims of a paper and their verdicts.
* `run_folder`: a folder of runs, and what is left to do in it.

The studies: `dsame` and `mesb` repeat those papers, `balance` shows what a patch does. A study has
`extract` (its small tables), `analysis` (its numbers), `claims` (its tests of claims) and `report`
(its sections); what its paper says is in `tasks/data`.
"""
