"""Studies: many runs, the claims of a paper or the effect of a patch, and one report.

Common to all studies:

* `known`: the list of studies, and which of them a folder holds.
* `published`: the report as a list of sections over an extract.
* `claims`: the claims of a paper and their verdicts.
* `evidence`: the experiments behind the pages of results, and what their extracts lack.
* `run_folder`: a folder of runs and its unfinished work.

The studies: `dsame`, `mesb`, `hearthsim` and `tradingstone` reproduce published results, `balance`
shows the effect of a patch, `league` compares players, and `self_play` trains one. A study has
`extract` (its small tables), `analysis` (its numbers), `claims` (its tests of claims) and `report`
(its sections). The papers' claims and figures are in `tasks/data`.
"""
