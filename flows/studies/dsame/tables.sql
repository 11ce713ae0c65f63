-- The tables of a study's extract that follow from its run directories. `cell` is the archive's rule,
-- `budgets` has the decks that each trial may evaluate.

create schema extract;

-- Whatever the machine's time zone.
create macro written(moment) as strftime(moment at time zone 'UTC', '%Y-%m-%d %H:%M:%S+00');

create view extract.trials as
    select run, experiment->>'$.algorithm' as algorithm,
        regexp_extract(run, '([0-9]+)$', 1)::bigint as trial, seed::bigint as seed,
        budget,
        (experiment->>'$.search.n_games')::bigint as n_games,
        (experiment->>'$.search.fresh_games')::bigint as fresh_games,
        list_product((experiment->'$.archive.shape')::bigint[])::bigint as n_cells,
        n_evaluations, iterations, timing.* exclude (run),
        written(started) as started, written(finished) as finished, code_digest, card_digest,
        versions::varchar as versions, experiment::varchar as experiment
    from runs
    join budgets using (run)
    join (select run, count(*) as n_evaluations from evaluations group by run) using (run)
    join (select run, max(iteration) as iterations from metrics group by run) using (run)
    left join timing using (run)
    order by algorithm, trial;

create view extract.evaluations as
    select run, evaluation, iteration, cell(evaluations) as cell, objective, win_rate,
        turns::float as turns, hand_size::float as hand_size
    from evaluations join extract.trials using (run)
    where evaluation < budget order by run, evaluation;

create view extract.fresh as
    select run, evaluation, cell(fresh_evaluations) as cell, objective,
        objective_se::float as objective_se, win_rate
    from fresh_evaluations order by run, evaluation;

-- A search without a surrogate spends no time on one, and has no such columns.
create view extract.iterations as
    select run, iteration, evaluations, qd_score, n_elites, max_objective, n_new, n_improved,
        games_s, train_s, search_s, wall_s
    from (
        from metrics
        union all by name
        select null::double as train_s, null::double as search_s where false)
    order by run, iteration;

create view extract.errors as
    select run, iteration, target, split, mse, n_rows from surrogate_metrics
    order by run, iteration, target, split;

create view extract.decks as
    select run, rank, evaluation, objective, win_rate, fresh_objective, fresh_win_rate, turns,
        hand_size, deck, deck_code
    from elites where rank <= 20 order by run, rank;
