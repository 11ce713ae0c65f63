"""Reports: results of runs as tables, pictures and pages.

- `run`: `write_report` of a run, `compare_runs`
- `results`: `read_results` and `Results`; `elites` as a table; what a search believes of them
- `cells`: an archive as a map, at any time, on any two measures; two archives on one map
- `deck_facts`: one deck of a run, its results and neighbours
- `curves`: the growth of archives; the corrected QD score against games, of runs and of extracts
- `efficiency`: searches compared by their curves, on one page
- `explanation`: what cards and pairs of cards are worth in a run
- `dataset`: the decks of searches as a data set for others
- `formats`: decks, measures and numbers as text
- `figures`: pictures
- `pages`: HTML and Markdown from `templates`, Markdown pages, documents with generated sections
- `summary`: the last step of a search or a training: its report, also in MLflow and Prefect
"""
