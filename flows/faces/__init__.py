"""Faces: the user interfaces of `flows.questions`.

Modules:
    command_line: `python -m flows`.
    app: the application in the browser.
    forms: forms on Prefect's pages, one for each command that takes time.
    settings_page: `docs/settings.md`.
    sql_page: the generated parts of `docs/sql.md`.
"""
