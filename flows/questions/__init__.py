"""Questions: every command as one typed class, with its settings, checks and answer.

A setting is one field; a question is one class. `flows.commands` lists them all, with the studies
of `flows.studies`, which have their settings in folders of their own.

Modules:
    question: `Question` and `RunQuestion`, the base classes; `setting`, which defines a field.
    preset_run: `PresetRun`, of which searches and studies are; the settings of patch and format.
    searches: `search`, `train-player`, `surrogate-quality`.
    games: `evaluate`, `compare-players`, `replay`, `review`, `calibrate`.
    doctor: `deck`.
    sql, sql_prompt: `sql` and its prompt.
    reproduce: `reproduce`.
    data: `export`, `benchmark`.
    reports: `report`, `efficiency`, `explain`.
    app: `app`.
    listings: `patches`, `presets`.
    presets: searches and trainings by name.
    settings: `--set`.
    decks: decks from the command line.
"""
