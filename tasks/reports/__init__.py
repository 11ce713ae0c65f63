"""Reports: results of runs as tables, pictures and pages.

- `run`: `write_report` of a run, `compare_runs`
- `results`: `read_results` and `Results`; `curve` and `elites` as tables
- `beliefs`: what a search believes of its elites
- `growth`: the growth of archives
- `run_list`: the runs and other work below a folder, with what each has reached
- `cells`: an archive as a map, at any time, on any two measures
- `difference`: two archives on one map
- `deck_facts`: one deck of a run, its results and neighbours
- `curves`: the corrected QD score against games, of runs and of extracts
- `efficiency`: searches compared by their curves, on one page
- `explanation`: what cards and pairs of cards are worth in a run
- `dataset`: the decks of searches as a data set for others; `benchmark`: a class of one's own
  beside baselines
- `formats`: decks, measures and numbers as text
- `figures`: pictures
- `pages`: HTML and Markdown from the templates in `templates`
- `documents`: Markdown pages, and documents with generated sections
- `sql_page`: the generated parts of `docs/sql.md`
- `summary`: the last step of a search, which shows the report in MLflow and Prefect
"""
