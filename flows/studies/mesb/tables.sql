-- The tables of MESB's extract that follow from its run directories, in the order of the runs.

create schema extract;

-- As in manifests, whatever the machine's time zone.
create macro written(moment) as strftime(moment at time zone 'UTC', '%Y-%m-%dT%H:%M:%S+00:00');

create view extract.runs as
    select run, regexp_extract(run, '^(\w+)-(.+)$', 1) as experiment,
        regexp_extract(run, '^(\w+)-(.+)$', 2) as archetype, seed, written(started) as started,
        written(finished) as finished, code_digest, card_digest,
        experiment::varchar as configuration
    from main.runs;

create view extract.evaluations as
    select run, iteration::smallint as iteration, evaluation::int as evaluation, objective, win_rate,
        deck_mana_sum::smallint as deck_mana_sum, deck_mana_variance
    from evaluations;

create view extract.elites as
    select run, rank::int as rank, evaluation::int as evaluation, objective, win_rate,
        deck_mana_sum::smallint as deck_mana_sum, deck_mana_variance, objective_se,
        fresh_objective, fresh_objective_se, fresh_win_rate, deck_code, solution
    from elites;
