"""Tasks: where games, search and training meet storage, tracking and orchestration.

In reading order:
    files: tables, arrays and facts that exist completely or not at all.
    store: a run's directory, its manifest, and who may continue it.
    server: one Prefect server for a run.
    tracking: a run's parameters, metrics and artifacts in MLflow.
    catalog: SQL over the tables of one or many runs.
    source: another run's decks or surrogate, for offline algorithms.
    study: a study's directory; study_data, its extract; study_analysis, SQL and statistics on it;
        study_sections and study_report, its pages.
    surrogate_quality: a surrogate's errors elsewhere, and what games make of its archive.
"""
