"""SQL over run directories.

- `tasks.sql.catalog`: answers queries, also the cookbook's; the database of one or many runs
- `tasks.sql.schema`: every table and column, with type and meaning
- `tasks.sql.extracts`: the tables of studies' extracts
- `tasks.sql.tables`: the files of runs as data frames
- `tasks.sql.output`: results as text or files
"""
