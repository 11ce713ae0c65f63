"""Studies: many games or runs, the claims of a paper or the effect of a patch, and one report.

A study is a package of three or four modules and the template of its report, `report.md`:

- `settings`: its command and its form. It imports only light modules.
- `play`: what it plays, and how its folder begins, continues and grows.
- `tables`: its extract, the small tables from which the report follows (`tasks.sql.extracts` lists
  them); its numbers, and the tests of a paper's claims (`tasks/data/..._results.json`). A
  study without numbers or claims has its extract in `page`.
- `page`: its figures, and its report.

`dsame`, `mesb`, `hearthsim` and `tradingstone` reproduce published results, `balance` shows the
effect of a patch, and `meta` the metagame of a format. `backtest` tests it by the game's own nerfs,
`design` finds its decks that take a card, and `pilots` judges archives with good players. `league`
compares players, `self_play` trains one, and `value` an evaluation for all of them.
`flows.commands` lists them. They share:

- `study`: `StudySettings`, the base class of their settings, what it needs of the modules, and the
  flow of every study.
- `runs`: a folder of searches, which `dsame`, `mesb`, `balance`, `pilots` and `meta` play.
- `published`: a report as a Markdown template over an extract.
- `claims`: the claims of a paper and their verdicts.
- `evidence`: the experiments behind the pages of results, and what their extracts lack.
"""
