"""Reports: what runs found, from their files, as tables, pictures and pages.

- `run`: `write_report` of a run, `compare_runs`
- `results`: `read_results` and `Results`; `curve` and `elites` as tables
- `growth`: the growth of archives
- `decks`: decks as people read them
- `labels`, `formats`: names of measures, numbers as text
- `figures`: pictures
- `pages`: HTML and Markdown from the templates in `templates`
- `documents`: pages written in Markdown, and documents with sections of such pages
- `sql_page`: the parts of `docs/sql.md` that derive from code
- `summary`: the last step of a search, which shows the report in MLflow and Prefect
"""
