"""SQL over run directories.

- `tasks.sql.catalog`: the database of one or many runs; answers queries, also the cookbook's
- `tasks.sql.schema`: every table and column of runs, with type and meaning
- `tasks.sql.output`: results as text or files
"""
